//! Targets given as text: aliases, bare keys, and text that is no key (V1.2).

use sessions_core::key::SessionKey;
use sessions_core::scope::{OwnerLinks, SessionFacts};
use sessions_policy::decision::{decide, decide_key, decide_text, resolve};
use sessions_policy::denial::Denial;
use sessions_policy::requester::Requester;
use sessions_policy::rules::{Visibility, VisibilityRules};

fn key(text: &str) -> SessionKey {
    text.parse().unwrap()
}

fn rules(visibility: Visibility) -> VisibilityRules {
    VisibilityRules {
        visibility,
        ..VisibilityRules::default()
    }
}

#[test]
fn text_that_stands_for_no_key_has_no_owner_whoever_asks() {
    let long = format!("agent:main:{}", "x".repeat(600));
    let asking = key("agent:main:main");
    for requester in [Requester::Operator, Requester::session(asking)] {
        for text in [
            "",
            " ",
            "agent:",
            "agent::x",
            "agent:a/b:x",
            "a\u{7}b",
            &long,
        ] {
            let decision = decide_text(&requester, text, None, &VisibilityRules::default());
            assert_eq!(decision, Err(Denial::OwnerUnavailable), "{text:?}");
        }
    }
    assert_eq!(
        resolve(&Requester::Operator, "current", &VisibilityRules::default()),
        Err(Denial::OwnerUnavailable),
        "no session asks"
    );
}

#[test]
fn aliases_resolve_before_the_rules_apply() {
    let narrow = rules(Visibility::SelfOnly);
    let main = Requester::session(key("agent:ops:main"));
    assert!(decide_text(&main, "main", None, &narrow).is_ok());
    assert!(decide_text(&main, " CURRENT ", None, &narrow).is_ok());
    let other = Requester::session(key("agent:ops:telegram:direct:u1"));
    let decision = decide_text(&other, "main", None, &narrow);
    assert_eq!(decision, Err(Denial::SelfRestricted));
    let hidden = Requester::session(key("agent:main:dashboard:incognito-r1"));
    let decision = decide_text(&hidden, "current", None, &rules(Visibility::All));
    assert_eq!(decision, Err(Denial::Incognito));
}

#[test]
fn a_key_without_an_agent_belongs_to_the_default_agent() {
    let rules = VisibilityRules {
        main: "home".to_owned(),
        ..VisibilityRules::new("ops".parse().unwrap())
    };
    let resolved = |text| resolve(&Requester::Operator, text, &rules).unwrap();
    assert_eq!(
        resolved("slack:channel:C1"),
        key("agent:ops:slack:channel:c1")
    );
    assert_eq!(resolved("main"), key("agent:ops:home"));
    assert_eq!(resolved("home"), key("agent:ops:home"));
}

#[test]
fn facts_of_another_session_decide_nothing() {
    let facts = SessionFacts {
        key: key("agent:main:main"),
        links: OwnerLinks::default(),
        is_flagged_incognito: false,
    };
    let all = rules(Visibility::All);
    let asked = |text| decide_text(&Requester::Operator, text, Some(&facts), &all);
    assert!(asked("agent:main:main").is_ok());
    assert_eq!(asked("agent:main:other"), Err(Denial::OwnerUnavailable));
}

#[test]
fn what_a_requester_is_told_of_a_flagged_session_is_what_a_missing_one_gives() {
    let requester = Requester::session(key("agent:main:main"));
    let hidden = SessionFacts {
        key: key("agent:main:slack:channel:c1"),
        links: OwnerLinks::default(),
        is_flagged_incognito: true,
    };
    for &visibility in Visibility::ALL {
        let rules = rules(visibility);
        let decision = decide(&requester, &hidden, &rules).map(|it| it.allowed());
        assert_eq!(decision, Err(Denial::Incognito));
        assert_ne!(decide_key(&requester, &hidden.key, &rules), decision);
    }
}
