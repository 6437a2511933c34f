//! What is found is what `unicode61` finds, and what `match_text` says (S4).

use proptest::prelude::*;
use rusqlite::Connection;
use sessions_core::event::Role;
use sessions_core::query::Query;
use sessions_core::ranking::match_text;
use sessions_core::scope::SessionScope;

use crate::support::{TestStore, key, said};

/// A text of words and signs in Latin, Greek and Cyrillic, of scripts without
/// spaces, and of emoji.
fn any_text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "alpha",
        "Alpha",
        "ALPHA",
        "été",
        "ete",
        "cafe\u{301}",
        "naïve",
        "λόγος",
        "ΛΟΓΟΣ",
        "ёлка",
        "елка",
        "foo_bar",
        "foo",
        "bar",
        "src/main.rs",
        "main",
        "v1.2.3",
        "it's",
        "下午三点",
        "下午",
        "午",
        "重跑gen-itgc后50条",
        "gen-itgc",
        "한국어",
        "ไทย",
        "🚀",
        "straße",
        "łódź",
        "-",
        "—",
        "\"",
        "a",
        "x1",
        "\u{ad}",
        "alp\u{ad}ha",
    ]);
    prop::collection::vec(
        (
            word,
            prop::sample::select(vec![" ", " ", "\n", "", "-", "."]),
        ),
        1..9,
    )
    .prop_map(|parts| {
        parts
            .into_iter()
            .flat_map(|(word, sep)| [word, sep])
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_index_answers_as_the_match_of_the_text_does(
        texts in prop::collection::vec(any_text(), 1..12),
        queries in prop::collection::vec((any_text(), any::<bool>()), 8),
    ) {
        let store = TestStore::new();
        let key = key("agent:main:main");
        let events: Vec<_> = (0..)
            .zip(&texts)
            .map(|(n, text)| said(&format!("m{n}"), Role::User, text, n))
            .collect();
        store.put(&key, &events).unwrap();
        for (words, is_prefix) in queries {
            let parse = if is_prefix { Query::parse_prefix } else { Query::parse };
            let Ok(query) = parse(&words) else { continue };
            if query.is_empty() {
                continue;
            }
            let mut expected: Vec<_> = (0..)
                .zip(&texts)
                .filter(|(_, text)| match_text(&query, text, &[]).is_some())
                .map(|(n, _): (i64, _)| format!("m{n}"))
                .collect();
            expected.reverse();
            let found = store.found_by(&SessionScope::Everything, &query, 100);
            prop_assert_eq!(found, expected, "{:?} in {:?}", words, texts);
        }
    }
}

/// Words of scripts that `unicode61` knows, and the signs between them; й, which
/// it takes for и, aside.
fn alphabetic_text() -> impl Strategy<Value = String> {
    let letters = "[a-zà-öø-ÿA-ZÀ-ÖØ-Þāăąćčďđéěęğīłńňőřśšťūůžα-ωΑ-Ωάέήίόύώа-ик-яА-ИК-Яіїє0-9]{1,4}";
    let sign = prop::sample::select(vec![
        " ", " ", "-", "_", ".", "/", ":", "'", ", ", "(", ")", "@",
    ]);
    prop::collection::vec((letters, sign), 1..8)
        .prop_map(|parts| parts.into_iter().map(|(word, sign)| word + sign).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_unicode61_finds_is_found(
        texts in prop::collection::vec(alphabetic_text(), 1..10),
        picks in prop::collection::vec((any::<prop::sample::Index>(), 0..6_usize, 1..3_usize), 6),
    ) {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(
            "CREATE VIRTUAL TABLE t USING fts5 (body, tokenize = 'unicode61 remove_diacritics 2')",
        ).unwrap();
        for (rowid, text) in (0_i64..).zip(&texts) {
            conn.execute("INSERT INTO t (rowid, body) VALUES (?1, ?2)", (rowid, text)).unwrap();
        }
        for (index, skip, take) in picks {
            // Some words of a text, so that there is something to find.
            let terms: Vec<_> = index.get(&texts).split_whitespace().skip(skip).take(take).collect();
            let words = terms.join(" ");
            let Ok(query) = Query::parse(&words) else { continue };
            // Each term is a phrase there too; one without a word matches nothing.
            let quoted: Vec<_> = terms
                .iter()
                .filter(|term| term.chars().any(char::is_alphanumeric))
                .map(|term| format!("\"{}\"", term.replace('"', "\"\"")))
                .collect();
            if quoted.is_empty() || query.is_empty() {
                continue;
            }
            let mut stmt = conn.prepare("SELECT rowid FROM t WHERE t MATCH ?1").unwrap();
            let found: Vec<i64> = stmt
                .query_map([quoted.join(" ")], |row| row.get(0)).unwrap()
                .map(Result::unwrap)
                .collect();
            for rowid in found {
                let text = &texts[usize::try_from(rowid).unwrap()];
                prop_assert!(match_text(&query, text, &[]).is_some(), "{:?} in {:?}", words, text);
            }
        }
    }
}
