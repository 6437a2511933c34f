//! Every command shows its cases: `cases.toml` says in which tests. A command
//! that is added without them fails here, as does a test that is renamed.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;

/// The tests of one command, or of a form of it: `append --jsonl`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Cases {
    happy: Case,
    empty: Case,
    denied: Case,
    bad_input: Case,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Case {
    /// The tests that hold a snapshot of it.
    Shown(Vec<String>),
    /// Why it cannot come about.
    Never(String),
}

fn table() -> BTreeMap<String, Cases> {
    toml::from_str(include_str!("cases.toml")).unwrap()
}

/// Returns the body of every test of this program, by the test's name.
fn tests() -> BTreeMap<String, String> {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite");
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(suite).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "rs") {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        for test in text.split("#[test]\nfn ").skip(1) {
            let (name, rest) = test.split_once("() {\n").unwrap();
            let (body, _) = rest.split_once("\n}\n").unwrap();
            found.insert(name.to_owned(), body.to_owned());
        }
    }
    found
}

fn types(test: &str, word: &str) -> bool {
    test.contains(&format!("\"{word}\""))
}

#[test]
fn every_command_has_its_cases() {
    let definition = sessions_cli::command();
    let mut forms: Vec<_> = table().into_keys().collect();
    for command in definition.get_subcommands() {
        let name = command.get_name();
        let n_before = forms.len();
        forms.retain(|form| {
            let (of, option) = form.split_once(" --").unwrap_or((form, ""));
            let mut options = command.get_arguments().filter_map(|it| it.get_long());
            of != name || !(option.is_empty() || options.any(|it| it == option))
        });
        assert!(forms.len() < n_before, "`{name}` has no cases");
    }
    assert_eq!(forms, Vec::<String>::new(), "no such commands");
}

#[test]
fn every_case_is_shown_by_a_test_or_cannot_come_about() {
    let tests = tests();
    for (form, cases) in table() {
        for case in [cases.happy, cases.empty, cases.denied, cases.bad_input] {
            let names = match case {
                Case::Shown(names) => names,
                Case::Never(why) => {
                    assert_ne!(why, "", "{form}");
                    continue;
                }
            };
            assert!(!names.is_empty(), "{form}");
            for name in names {
                let test = tests.get(&name);
                assert!(test.is_some(), "no test `{name}` for `{form}`");
                let test = test.unwrap();
                assert!(test.contains("assert_snapshot!"), "`{name}` shows nothing");
                let is_run = form.split(' ').all(|word| types(test, word));
                assert!(is_run, "`{name}` does not run `{form}`");
            }
        }
    }
}

#[test]
fn the_bad_input_of_every_command_is_answered_as_json() {
    let tests = tests();
    for (form, cases) in table() {
        // A form that reads lines answers each with a line, `--json` or not.
        if let Case::Shown(names) = cases.bad_input
            && !form.ends_with("--jsonl")
        {
            let is_json = names.iter().any(|name| types(&tests[name], "--json"));
            assert!(is_json, "{form}");
        }
    }
}
