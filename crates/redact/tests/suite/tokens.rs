//! Every rule of the table finds its tokens, wherever they stand.

use sessions_redact::rules::{self, Look, TokenRule};

use crate::sample::{Dice, REDACTOR, token};

const CONTEXTS: &[(&str, &str)] = &[
    ("", ""),
    ("the key is ", ". Thanks"),
    ("(", ")"),
    ("`", "`"),
    ("**", "**"),
    ("\"", "\""),
    ("'", "',"),
    ("export X=", "\n./run"),
    ("{\"a\": \"", "\"}"),
    ("{\\\"a\\\": \\\"", "\\\"}"),
    ("a\\n", "\\nb"),
    ("\u{1b}[32m", "\u{1b}[0m"),
    ("新的密钥是", "，请更新"),
    ("Вот ключ", ", проверь"),
    ("<b>", "</b>"),
    ("curl -H 'X-Thing: ", "' | jq ."),
    ("| a | ", " | b |"),
    ("- ", "\r\n"),
    ("   12\t", "\n   13\treturn"),
    ("\\u0022", "\\u0022"),
];

/// Tokens that pass the rule's own bar; a drawn body may be too regular.
fn tokens(rule: &'static TokenRule, n: usize) -> Vec<String> {
    let mut dice = Dice::new(rule.name.len() as u64 * 31 + rule.literals[0].len() as u64);
    (0..n).map(|_| token(rule, &mut dice)).collect()
}

#[test]
fn every_rule_masks_its_tokens_in_every_context() {
    let redactor = &*REDACTOR;
    let mut missed = Vec::new();
    for rule in rules::all() {
        let tokens = tokens(rule, 10);
        let found = tokens
            .iter()
            .filter(|token| !redactor.redact(token).is_clean())
            .count();
        // Short bodies behind common literals are held to a higher bar.
        let least = if rule.look == Look::Random { 5 } else { 8 };
        if found < least {
            missed.push(format!(
                "{} {:?}: {found} of 10",
                rule.name, rule.literals[0]
            ));
            continue;
        }
        for token in tokens
            .iter()
            .filter(|token| !redactor.redact(token).is_clean())
        {
            for (before, after) in CONTEXTS {
                let text = format!("{before}{token}{after}");
                let redacted = redactor.redact(&text);
                let tail = &token[token.len() - 8..];
                if redacted.as_str().contains(tail) {
                    missed.push(format!("{} in {before:?}…{after:?}", rule.name));
                }
            }
        }
    }
    assert!(
        missed.is_empty(),
        "{} missed:\n{}",
        missed.len(),
        missed.join("\n")
    );
}

#[test]
fn text_around_a_token_stays() {
    let redactor = &*REDACTOR;
    for rule in rules::all() {
        let token = tokens(rule, 1).remove(0);
        let text = format!("see ({token}) there");
        let redacted = redactor.redact(&text);
        if !redacted.is_clean() {
            assert!(redacted.as_str().starts_with("see ("), "{}", rule.name);
            assert!(redacted.as_str().ends_with(") there"), "{}", rule.name);
        }
    }
}

#[test]
fn tokens_are_found_at_any_distance_and_across_round_sizes() {
    let redactor = &*REDACTOR;
    let token = tokens(
        rules::all()
            .find(|rule| rule.name == "github-token")
            .unwrap(),
        1,
    )
    .remove(0);
    for edge in [16 * 1024, 32 * 1024, 64 * 1024] {
        for lead in [0, 1, 7, token.len() / 2, token.len() - 1, token.len()] {
            let text = format!(
                "{} {token} {}",
                "w ".repeat((edge - lead) / 2),
                "v ".repeat(50)
            );
            let redacted = redactor.redact(&text);
            assert_eq!(redacted.masks().len(), 1, "{edge} {lead}");
            assert!(!redacted.as_str().contains(&token[4..12]));
        }
    }
}

#[test]
fn a_prefix_alone_or_with_a_short_body_stays() {
    let redactor = &*REDACTOR;
    for rule in rules::all() {
        for literal in rule.literals {
            for text in [
                format!("the {literal} prefix"),
                format!("{literal}x"),
                format!("{literal}..."),
            ] {
                assert!(redactor.redact(&text).is_clean(), "{text}");
            }
        }
    }
}

#[test]
fn a_crossed_out_token_stays() {
    let redactor = &*REDACTOR;
    for rule in rules::all().filter(|rule| rule.before.is_none() && rule.min_entropy > 0) {
        let text = format!("{}{}", rule.literals[0], "x".repeat(40));
        assert!(redactor.redact(&text).is_clean(), "{text}");
    }
}

#[test]
fn a_token_glued_to_a_word_is_no_token() {
    let redactor = &*REDACTOR;
    let token = tokens(
        rules::all()
            .find(|rule| rule.name == "hugging-face-token")
            .unwrap(),
        1,
    )
    .remove(0);
    assert!(redactor.redact(&format!("Symptom{token}")).is_clean());
}

#[test]
fn the_table_covers_more_than_two_hundred_formats() {
    assert!(rules::all().map(|rule| rule.literals.len()).sum::<usize>() > 200);
    assert!(rules::all().count() > 200, "{}", rules::all().count());
}

/// A token of the rule `name`, with the literal `literal`.
fn token_of(name: &str, seed: u64) -> String {
    let rule = rules::all().find(|rule| rule.name == name).unwrap();
    token(rule, &mut Dice::new(seed))
}

#[test]
fn of_tokens_side_by_side_none_stays_in_view() {
    let names = [
        "github-token",
        "aws-access-key",
        "google-api-key",
        "npm-token",
        "stripe-key",
        "anthropic-key",
        "hugging-face-token",
        "vault-token",
        "slack-token",
    ];
    for one in names {
        for other in names {
            let text = [
                token_of(one, 1),
                token_of(other, 2),
                token_of(one, 3),
                token_of(other, 4),
            ]
            .concat();
            let redacted = REDACTOR.redact(&text);
            let shown = redacted.as_str();
            assert!(
                shown.starts_with("[redacted:") && shown.len() < 64,
                "{one} {other}: {shown}"
            );
            assert_eq!(REDACTOR.redact(shown).as_str(), shown);
        }
    }
}

#[test]
fn a_letter_in_front_does_not_hide_an_unmistakable_token() {
    for name in ["github-token", "npm-token", "stripe-key"] {
        let token = token_of(name, 5);
        for before in ["9", "x", "key", "v1x", "密", "ключ", "ключ9"] {
            let redacted = REDACTOR.redact(&format!("{before}{token}")).into_string();
            assert!(
                redacted.starts_with(&format!("{before}[redacted:")) && redacted.ends_with(']'),
                "{redacted}"
            );
        }
    }
}

#[test]
fn a_literal_inside_a_long_run_or_before_words_is_no_token() {
    for text in [
        "aB3dE5gH7jK9mN1pQ3sT5vX7zZ_x9ghp_aB3dE5gH7jK9mN1pQ3sT5vX7zZaB3dE5gH7jK9",
        "my_ghp_configuration_value_of_the_whole_thing_here",
        "xghp_configurationvalueofthewholethinghere",
        "cachekey-0cc175b9c0f1b6a831c399e269772661",
        "task-0123456789abcdef0123456789abcdef01234567",
    ] {
        assert!(REDACTOR.redact(text).is_clean(), "{text}");
    }
}
