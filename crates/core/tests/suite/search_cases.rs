//! The table of what must be found and what must not, in each script.

use sessions_core::analysis::index_text;
use sessions_core::excerpt::{MAX_EXCERPT_CHARS, excerpt};
use sessions_core::query::Query;
use sessions_core::ranking::match_text;
use unicode_normalization::UnicodeNormalization as _;

use crate::fts_model;

/// One case: queries on a few stored texts, as `[number of text, …]`.
#[derive(serde::Deserialize)]
struct Case {
    name: String,
    texts: Vec<String>,
    queries: Vec<Asked>,
}

#[derive(serde::Deserialize)]
struct Asked {
    query: String,
    found: Vec<usize>,
    #[serde(default)]
    ignored: Vec<String>,
}

#[derive(serde::Deserialize)]
struct Table {
    case: Vec<Case>,
}

fn table() -> Vec<Case> {
    let table: Table = toml::from_str(include_str!("../data/search_cases.toml")).unwrap();
    table.case
}

/// Asserts that `query` finds exactly `found` of `texts`, by every reader.
fn check(name: &str, texts: &[String], asked: &Asked, query: &str) {
    let parsed = Query::parse(query).unwrap();
    assert_eq!(parsed.ignored_terms(), asked.ignored, "{name}: `{query}`");
    let expression = parsed.fts_expression();
    for (n, text) in texts.iter().enumerate() {
        let expected = asked.found.contains(&n);
        let matched = match_text(&parsed, text, &[]);
        assert_eq!(matched.is_some(), expected, "{name}: `{query}` on `{text}`");
        let by_index = expression
            .as_ref()
            .is_some_and(|expression| fts_model::matches(expression, &index_text(text, &[])));
        assert_eq!(
            by_index, expected,
            "{name}, by the index: `{query}` on `{text}`"
        );
        if let Some(matched) = matched {
            let shown = excerpt(text, &matched, &[], MAX_EXCERPT_CHARS);
            assert!(
                !shown.matches.is_empty(),
                "{name}: `{query}` shows no match in `{text}`"
            );
        }
    }
}

#[test]
fn every_case_of_the_table_is_answered() {
    for case in table() {
        for asked in &case.queries {
            check(&case.name, &case.texts, asked, &asked.query);
        }
    }
}

#[test]
fn every_case_holds_in_both_normal_forms() {
    for case in table() {
        let decomposed: Vec<String> = case.texts.iter().map(|text| text.nfd().collect()).collect();
        for asked in &case.queries {
            if !asked.ignored.is_empty() {
                continue;
            }
            let query: String = asked.query.nfd().collect();
            check(&case.name, &case.texts, asked, &query);
            check(&case.name, &decomposed, asked, &query);
            check(
                &case.name,
                &decomposed,
                asked,
                &asked.query.nfc().collect::<String>(),
            );
        }
    }
}
