//! What holds for every text.

use proptest::prelude::*;
use sessions_redact::rules;

use crate::sample::{Dice, REDACTOR, password, token};

/// A piece of text: prose, a key word, a sign, a mask, or a secret.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,12}",
        "\\PC{0,6}",
        prop::sample::select(vec![
            "password",
            "token",
            "secret=",
            "api_key: ",
            "Authorization: Bearer ",
            "://u:",
            "@host ",
            "\"",
            "'",
            "\\\"",
            "\\n",
            "\n",
            " ",
            "=",
            ": ",
            ", ",
            "cookie: a=",
            "-----BEGIN PRIVATE KEY-----\n",
            "-----END PRIVATE KEY-----",
            "[redacted:password]",
            "[redacted:",
            "]",
            "密码是",
            "eyJ",
            "sk-",
            "ghp_",
            "key",
            "AKIA",
            "card ",
            "-u a:",
            "<password>",
            "</",
            "seed phrase: ",
            "${",
            "}",
            "xxxx",
            "\u{200b}",
            "\u{ad}",
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
    prop::collection::vec(piece(), 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn masking_twice_is_masking_once(text in text()) {
        let once = REDACTOR.redact(&text).into_string();
        let twice = REDACTOR.redact(&once);
        prop_assert_eq!(twice.as_str(), once.as_str());
    }

    #[test]
    fn spans_are_ordered_disjoint_and_on_character_boundaries(text in text()) {
        let spans = REDACTOR.scan(&text);
        let mut end = 0;
        for span in &spans {
            prop_assert!(span.range.start >= end && span.range.start < span.range.end);
            prop_assert!(text.get(span.range.clone()).is_some());
            end = span.range.end;
        }
    }

    #[test]
    fn text_between_masks_is_the_original(text in text()) {
        let redacted = REDACTOR.redact(&text);
        let (mut at, mut from) = (0, 0);
        for mask in redacted.masks() {
            prop_assert_eq!(redacted.as_str().get(at..mask.range.start), text.get(from..mask.original.start));
            prop_assert_eq!(redacted.to_original(mask.range.start), mask.original.start);
            prop_assert_eq!(redacted.to_original(mask.range.end), mask.original.end);
            (at, from) = (mask.range.end, mask.original.end);
        }
        prop_assert_eq!(redacted.as_str().get(at..), text.get(from..));
    }

    #[test]
    fn a_token_is_masked_whatever_words_stand_around(
        seed in any::<u64>(), before in "[a-z ]{0,40}", after in "[a-z ]{0,40}"
    ) {
        let rule = rules::all().find(|rule| rule.name == "github-token").unwrap();
        let token = token(rule, &mut Dice::new(seed));
        let text = format!("{before} {token} {after}");
        let redacted = REDACTOR.redact(&text);
        prop_assert!(!redacted.as_str().contains(&token[4..12]));
    }

    #[test]
    fn masks_hide_their_secret_fully(one in any::<u64>(), other in any::<u64>(), around in "[a-z .]{0,30}") {
        for template in ["password = \"{}\"", "https://u1:{}@h/", "Authorization: Bearer {}", "API_KEY={}\n"] {
            let of = |seed| {
                let text = format!("{around}\n{}", template.replace("{}", &password(seed)));
                REDACTOR.redact(&text).into_string()
            };
            prop_assert_eq!(of(one), of(other));
        }
    }
}

#[test]
fn long_repetitions_of_a_literal_are_stable() {
    // Each hit reads a bounded stretch: were it not, these would take minutes.
    for unit in [
        "sk-",
        "key=",
        "://a:",
        "eyJ",
        "password:\"",
        "-----BEGIN PRIVATE KEY-----",
        "cookie: a=b;",
        "ya29.",
        "ya29._",
        "token=",
        "9sk_live_a1",
        "a://",
        "M.C5a1",
        "bearer%20",
        "authorization:",
        "+ABa",
        "key=[redacted:api-key]",
        "key=key=key=key=key=key=key=[redacted:api-key]",
        "key=key=key=key=key=key=key=key=key=[redacted:api-key]",
        "key=\u{200b}",
    ] {
        let text = unit.repeat(200_000 / unit.len());
        let once = REDACTOR.redact(&text).into_string();
        assert_eq!(REDACTOR.redact(&once).as_str(), once);
    }
}
