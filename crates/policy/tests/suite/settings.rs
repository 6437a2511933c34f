//! The settings as files hold them: the documented shape, and every mistake
//! with what the reader of the file is told (V6).

use sessions_policy::rules::VisibilityRules;
use sessions_policy::settings::{Settings, openclaw};

fn read(text: &str) -> Result<VisibilityRules, toml::de::Error> {
    toml::from_str::<Settings>(text).map(VisibilityRules::from)
}

fn read_openclaw(text: &str) -> Result<VisibilityRules, serde_json::Error> {
    serde_json::from_str::<openclaw::Settings>(text).map(VisibilityRules::from)
}

const EVERY_SETTING: &str = r#"
    [tools.sessions]
    visibility = "tree"

    [tools.agentToAgent]
    enabled = false
    allow = ["main", " Ops-* "]
    pairs = [["main", "Research"]]

    [agents]
    default = "ops"

    [agents.defaults.sandbox]
    sessionToolsVisibility = "all"
"#;

#[test]
fn every_setting_reaches_the_rules() {
    insta::assert_debug_snapshot!(read(EVERY_SETTING).unwrap());
}

#[test]
fn nothing_configured_is_the_default() {
    for text in ["", "[tools]", "[tools.sessions]\n[agents.defaults.sandbox]"] {
        assert_eq!(read(text).unwrap(), VisibilityRules::default(), "{text}");
    }
    assert_eq!(read_openclaw("{}").unwrap(), VisibilityRules::default());
}

#[test]
fn an_empty_list_is_not_an_absent_one() {
    let rules = read("[tools.agentToAgent]\nallow = []").unwrap();
    let [one, other] = ["a", "b"].map(|id| id.parse().unwrap());
    assert!(!rules.agent_links.has_pair(&one, &other));
}

#[test]
fn another_program_s_configuration_holds_the_same_settings_and_much_besides() {
    let text = r#"{
        "gateway": {"port": 1},
        "tools": {
            "profile": "coding",
            "sessions": {"visibility": "tree", "other": 1},
            "agentToAgent": {
                "enabled": false,
                "allow": ["main", " Ops-* "],
                "pairs": [["main", "Research"]],
                "x": null
            }
        },
        "agents": {
            "default": "ops",
            "list": [{"id": "main"}],
            "defaults": {"model": "m", "sandbox": {"mode": "all", "sessionToolsVisibility": "all"}}
        }
    }"#;
    assert_eq!(read_openclaw(text).unwrap(), read(EVERY_SETTING).unwrap());
}

#[test]
fn a_mistake_in_our_file_is_an_error_that_says_what_is_allowed() {
    let mistakes = [
        "[tool.sessions]",
        "[tools.session]",
        "[tools.sessions]\nvisibilty = 'all'",
        "[tools.sessions]\nvisibility = 'everyone'",
        "[tools.sessions]\nvisibility = 'All'",
        "[tools.sessions]\nvisibility = 3",
        "tools = []",
        "[tools]\nsessions = 'all'",
        "[tools]\nsessions = ['all']",
        "[tools]\nagentToAgent = []",
        "[tools.agentToAgent]\nenable = true",
        "[tools.agentToAgent]\nenabled = 'yes'",
        "[tools.agentToAgent]\nallow = 'main'",
        "[tools.agentToAgent]\nallow = ['main', ' ']",
        "[tools.agentToAgent]\nallow = [1]",
        "[tools.agentToAgent]\npairs = ['main']",
        "[tools.agentToAgent]\npairs = [['main']]",
        "[tools.agentToAgent]\npairs = [['main', 'a', 'b']]",
        "[tools.agentToAgent]\npairs = [['main', '']]",
        "[tools.agentToAgent]\npairs = [['main', 'ops-*']]",
        "[agents]\ndefault = ''",
        "[agents]\ndefault = 'a b'",
        "[agents]\ndefaults = 'ops'",
        "[agents.defaults]\nsandboxed = true",
        "[agents.defaults.sandbox]\nsessionToolsVisibility = 'tree'",
        "[agents.defaults.sandbox]\nsession_tools_visibility = 'all'",
    ];
    let told: Vec<String> = mistakes
        .iter()
        .map(|text| format!("{text}\n{}", read(text).unwrap_err()))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_mistake_in_another_program_s_file_is_an_error_too() {
    let mistakes = [
        "[]",
        r#"{"tools": null}"#,
        r#"{"tools": {"agentToAgent": []}}"#,
        r#"{"tools": {"sessions": {"visibility": null}}}"#,
        r#"{"tools": {"sessions": {"visibility": "everyone"}}}"#,
        r#"{"tools": {"agentToAgent": {"enabled": null}}}"#,
        r#"{"tools": {"agentToAgent": {"allow": null}}}"#,
        r#"{"tools": {"agentToAgent": {"allow": [""]}}}"#,
        r#"{"tools": {"agentToAgent": {"pairs": null}}}"#,
        r#"{"agents": {"default": null}}"#,
        r#"{"agents": {"defaults": {"sandbox": {"sessionToolsVisibility": "agent"}}}}"#,
        r#"{"agents": {"defaults": {"sandbox": false}}}"#,
    ];
    let told: Vec<String> = mistakes
        .iter()
        .map(|text| format!("{text}\n  {}", read_openclaw(text).unwrap_err()))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}
