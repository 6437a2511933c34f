//! Masked JSON stays JSON, and masked text stays text.

use proptest::prelude::*;
use serde_json::{Value, json};
use sessions_redact::rules;

use crate::sample::{Dice, REDACTOR, password, token};

/// What a string of JSON may hold beside secrets: all that needs an escape.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,8}",
        "\\PC{0,4}",
        prop::sample::select(vec![
            "\"",
            "\\",
            "\n",
            "\t",
            "\u{1}",
            "\u{7f}",
            "é",
            "\u{2028}",
            "password=",
            "key: \"",
            "\\n",
            "\\\"",
            "\\u0041",
            "C:\\new\\",
            "://u:",
            "@h ",
            "token='",
            "'",
            "cookie: a=",
            "Authorization: Basic ",
            "-----BEGIN PRIVATE KEY-----\n",
            "-----END PRIVATE KEY-----",
            "{\"secret\":\"",
            "\"}",
            "passwort: ",
            "=",
            "-p'",
            "<b>",
            "&#95;",
        ])
        .prop_map(str::to_owned),
        any::<u64>().prop_map(password),
        any::<u64>().prop_map(|seed| {
            let all: Vec<_> = rules::all().collect();
            let mut dice = Dice::new(seed);
            let rule = all[dice.below(all.len())];
            token(rule, &mut dice)
        }),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..10).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn a_string_of_json_stays_parseable(text in text()) {
        let written = serde_json::to_string(&text).unwrap();
        let inner = &written[1..written.len() - 1];
        let masked = REDACTOR.redact(inner);
        let again = format!("\"{}\"", masked.as_str());
        prop_assert!(serde_json::from_str::<String>(&again).is_ok(), "{}", again);
    }

    #[test]
    fn an_object_with_secrets_as_strings_stays_parseable(seed in any::<u64>(), other in "[ -~]{0,20}") {
        let object = json!({
            "user": other, "password": password(seed), "list": [password(seed + 1)],
            "deep": { "api_key": password(seed), "note": format!("token=\"{}\"", password(seed)) },
        });
        for written in [object.to_string(), serde_json::to_string_pretty(&object).unwrap()] {
            let masked = REDACTOR.redact(&written);
            prop_assert!(!masked.as_str().contains(&password(seed)[..6]));
            prop_assert!(serde_json::from_str::<Value>(masked.as_str()).is_ok(), "{}", masked.as_str());
        }
    }
}
