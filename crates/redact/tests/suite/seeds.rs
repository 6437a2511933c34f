//! The fuzz target as a bounded test: its seeds, tokens of all rules, and random
//! changes of both.

use std::fs;
use std::path::Path;

use sessions_redact::rules;

use crate::invariants;
use crate::sample::{Dice, REDACTOR, token};

/// The committed seeds, in the order of their names.
fn seeds() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/redact");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect()
}

/// A piece of one of `texts`.
fn piece(texts: &[String], dice: &mut Dice) -> String {
    let text: Vec<char> = texts[dice.below(texts.len())].chars().collect();
    if text.is_empty() {
        return String::new();
    }
    let start = dice.below(text.len());
    let len = dice.below(60).min(text.len() - start);
    text[start..start + len].iter().collect()
}

/// `text` with a few things cut out, doubled, put in, or changed.
fn changed(text: &str, texts: &[String], dice: &mut Dice) -> String {
    const SIGNS: &[&str] = &[
        "\"",
        "\\",
        "\n",
        "=",
        ": ",
        "'",
        "@",
        "://",
        "%41",
        "&#95;",
        "\u{200b}",
        "é",
        "[redacted:x]",
        "-----",
        "\\n",
        " ",
        "",
    ];
    let mut out: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(4) {
        let at = dice.below(out.len() + 1);
        let end = (at + dice.below(20)).min(out.len());
        let put: Vec<char> = match dice.below(4) {
            0 => Vec::new(),
            1 => out[at..end].repeat(2),
            2 => piece(texts, dice).chars().collect(),
            _ => SIGNS[dice.below(SIGNS.len())].chars().collect(),
        };
        let end = if put.len() < 3 { end } else { at };
        out.splice(at..end, put);
    }
    out.into_iter().collect()
}

#[test]
fn what_is_made_of_seeds_holds_what_every_text_must() {
    let mut dice = Dice::new(23);
    let mut texts = seeds();
    assert!(texts.len() >= 10, "{} seeds", texts.len());
    texts.extend(rules::all().map(|rule| format!("x = {}\n", token(rule, &mut dice))));
    for text in &texts {
        invariants::check(&REDACTOR, text).unwrap();
    }
    for _ in 0..6_000 {
        let first = texts[dice.below(texts.len())].clone();
        let text = changed(&first, &texts, &mut dice);
        if let Err(what) = invariants::check(&REDACTOR, &text) {
            panic!("{what}\nin {text:?}");
        }
    }
}
