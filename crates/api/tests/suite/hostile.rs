//! Whatever is asked, there is an answer or an error that says what is allowed,
//! before the deadline (S15); and every hit shows a match and reopens (S7, H10).

use proptest::prelude::*;
use sessions_api::{ApiError, HistoryRequest, SearchRequest};
use sessions_core::event::Role;

use crate::support::{World, operator};

/// Texts in which every piece of a query stands.
const TEXTS: [&str; 6] = [
    "alpha beta gamma delta, alpha again",
    "明天下午三点开会 东京都庁 テスト 한국어",
    "été Ångström straße ёлка й ｆｕｌｌ１２３ ﬁne",
    "src/main.rs:12 foo_bar ann.lee+tag@mail.example.org v1.2.3",
    "launch the rocket 🚀 soft\u{ad}hyphen zero\u{200b}width",
    "العَرَبِيَّة שָׁלוֹם हिन्दी ภาษาไทยไม่มีช่องว่าง",
];

fn world() -> World {
    let world = World::new();
    for (n, text) in (0_i64..).zip(TEXTS.iter().cycle().take(60)) {
        let key = format!("agent:a{}:explicit:s{}", n % 2, n % 7);
        world.say(&key, &format!("m{n}"), Role::User, n, text);
    }
    world
}

/// A piece of a query: words, signs of every kind of syntax, or anything.
fn piece() -> impl Strategy<Value = String> {
    let words = TEXTS.iter().flat_map(|it| it.split(' '));
    prop_oneof![
        4 => prop::sample::select(words.map(str::to_owned).collect::<Vec<_>>()),
        2 => prop::sample::select(vec![
            "\"", "\"\"", "AND", "OR", "NOT", "NEAR(", ")", "*", "^", "-", ":", "body:", "scope :",
            "{", "}", "'", "\\", ";", "--", "\u{0}", "\u{200d}", "\u{301}", "\u{ad}", "🚀", "午", "%",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,40}",
        1 => ".{0,40}",
    ]
}

fn query() -> impl Strategy<Value = String> {
    let joined =
        (prop::collection::vec(piece(), 1..400), any::<bool>()).prop_map(|(all, tight)| {
            let joined = all.join(if tight { "" } else { " " });
            joined.chars().take(4_096).collect::<String>()
        });
    let few = prop::collection::vec(piece(), 1..6).prop_map(|it| it.join(" "));
    let again = (piece(), 2..2_000_usize).prop_map(|(it, n)| {
        let all = format!("{it} ").repeat(n);
        all.chars().take(4_096).collect::<String>()
    });
    prop_oneof![2 => joined, 3 => few, 1 => again]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_query_is_answered_or_refused_with_what_is_allowed(
        queries in prop::collection::vec((query(), any::<[bool; 3]>()), 12),
    ) {
        let world = world();
        for (query, [prefix, relaxed, per_session]) in queries {
            let request = SearchRequest {
                prefix,
                relaxed,
                per_session,
                ..SearchRequest::new(query)
            };
            let answer = match world.try_search(&operator(), &request) {
                Ok(answer) => answer,
                Err(ApiError::Query { .. }) => continue,
                Err(err) => return Err(TestCaseError::fail(format!("{err:?}"))),
            };
            for hit in &answer.results {
                prop_assert!(!hit.matches.is_empty() && 0.0 < hit.score && hit.score <= 1.0);
                let n_chars = hit.snippet.chars().count();
                prop_assert!(hit.matches.iter().all(|&(from, to)| from < to && to <= n_chars));
                let read = world.read(&operator(), &HistoryRequest {
                    message_id: Some(hit.message_id.to_string()),
                    session_id: Some(hit.session_id.to_string()),
                    ..HistoryRequest::new(hit.session_key.as_str())
                });
                let anchor = read.messages.iter().find(|it| it.message_id == hit.message_id);
                prop_assert!(anchor.is_some());
            }
        }
    }
}
