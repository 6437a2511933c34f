//! Every rule of the table finds its tokens, wherever they stand.

use sessions_redact::rules::{self, Look, Part, TokenRule};

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
    ("> ", "\n> and so on"),
    ("[link](https://host.test/?q=", ")"),
    ("<td>", "</td>"),
    ("\"\"\"", "\"\"\""),
    ("-- ", " -- done"),
    ("\u{feff}", "\u{a0}"),
    ("=== ", " ===\n\n"),
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

/// The token of `rule` that its own bar lets pass.
fn token_that_counts(rule: &'static TokenRule) -> Option<String> {
    tokens(rule, 10)
        .into_iter()
        .find(|token| !REDACTOR.redact(token).is_clean())
}

#[test]
fn the_contexts_are_five_and_twenty() {
    assert!(CONTEXTS.len() >= 25, "{}", CONTEXTS.len());
}

#[test]
fn tokens_of_every_rule_are_found_at_any_distance_and_across_round_sizes() {
    let words = "plain words\n".repeat(6_000);
    for rule in rules::all() {
        let token = token_that_counts(rule).unwrap();
        for edge in [16 * 1024, 32 * 1024, 64 * 1024] {
            // So that the edge falls behind, within and before the token.
            for lead in [0, token.len() / 2, token.len()] {
                let before = &words[..edge - lead];
                let text = format!("{before}\n{token}\nplain words");
                let redacted = REDACTOR.redact(&text);
                let all = REDACTOR.redact(&token).into_string();
                assert_eq!(
                    redacted.as_str().get(before.len() + 1..),
                    Some(format!("{all}\nplain words").as_str()),
                    "{} {edge} {lead}",
                    rule.name
                );
            }
        }
    }
}

/// `token` with one more or one fewer byte than the format lets pass, or with a
/// byte that it cannot hold: each with a word for what is wrong.
fn near_misses(rule: &'static TokenRule) -> Vec<(&'static str, String)> {
    let mut dice = Dice::new(17);
    let mut found = Vec::new();
    let built = |dice: &mut Dice, wrong: usize, what: &str| {
        let mut out = String::new();
        if let Some((set, min, _)) = rule.before {
            out += &dice.draw(set, min);
        }
        // The shortest, since a longer one may hold the bytes that are missing.
        out += rule.literals.iter().min_by_key(|it| it.len()).unwrap();
        for (nth, part) in rule.parts.iter().enumerate() {
            match *part {
                Part::Lit(text) if nth == wrong => out += &"~".repeat(text.len()),
                Part::Lit(text) => out += text,
                Part::Run(set, min, _) if nth == wrong && what == "short" => {
                    out += &dice.draw(set, min - 1);
                }
                Part::Run(set, min, _) if nth == wrong => {
                    out += &dice.draw(set, min / 2);
                    out.push('é');
                    out += &dice.draw(set, min - min / 2 - 1);
                }
                Part::Run(set, min, _) => out += &dice.draw(set, min),
            }
        }
        out
    };
    for (nth, part) in rule.parts.iter().enumerate() {
        match part {
            Part::Lit(_) => found.push(("another separator", built(&mut dice, nth, ""))),
            Part::Run(_, 2.., _) => {
                found.push(("a byte too few", built(&mut dice, nth, "short")));
                found.push(("a letter of another script", built(&mut dice, nth, "set")));
            }
            Part::Run(..) => {}
        }
    }
    found
}

#[test]
fn what_nearly_has_the_form_of_a_rule_is_not_masked_by_it() {
    let mut found = Vec::new();
    for rule in rules::all() {
        for (what, text) in near_misses(rule) {
            let redacted = REDACTOR.redact(&text);
            // Another rule may know it, for its prefix is shared.
            if redacted.masks().iter().any(|mask| mask.rule == rule.name)
                && rules::all().filter(|it| it.name == rule.name).count() == 1
            {
                found.push(format!("{} with {what}: {}", rule.name, redacted.as_str()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
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
fn names_of_rules_are_stable() {
    // A name stands in indexed text and in what was shown: none may change.
    let mut names: Vec<&str> = rules::all().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    insta::assert_snapshot!(names.join("\n"));
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
