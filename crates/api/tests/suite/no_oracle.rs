//! Whoever asks learns nothing of what a mask hides: two stores that differ only
//! inside masks answer everything alike (R10, S12), and no excerpt or read shows
//! a piece of a secret (R1, S7).

use proptest::prelude::*;
use sessions_api::{HistoryRequest, ListRequest, SessionSettings};
use sessions_core::event::Role;
use sessions_redact::Redactor;

use crate::support::{World, operator};

const KEY: &str = "agent:main:main";
const ALNUM: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// `n` letters and digits of a seed.
fn drawn(seed: u64, n: usize) -> String {
    let mut state = seed ^ 0x9e37_79b9_7f4a_7c15;
    let mut out = String::new();
    for _ in 0..n {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let at = usize::try_from(state >> 33).unwrap() % ALNUM.len();
        out.push(char::from(*ALNUM.get(at).unwrap()));
    }
    out
}

/// Two secrets of one rule, and what stands on either side of them; the tokens
/// are put together here, so that no scanner stops on this file.
#[derive(Clone, Debug)]
struct Pair {
    before: String,
    after: String,
    one: String,
    two: String,
}

fn pair() -> impl Strategy<Value = Pair> {
    let form = prop::sample::select(vec![
        ("", ["gh", "p_"].concat(), 36, ""),
        ("", ["npm", "_"].concat(), 36, ""),
        ("", ["glp", "at-"].concat(), 20, ""),
        ("password=\"", String::new(), 20, "\""),
        ("API_KEY=", String::new(), 32, "\n"),
        ("Authorization: Bearer ", String::new(), 40, "\n"),
        ("https://bob:", String::new(), 18, "@host.test/x"),
        ("{\"client_secret\": \"", String::new(), 24, "\"}"),
    ]);
    (form, any::<u64>(), any::<u64>()).prop_map(|((before, head, n, after), one, two)| Pair {
        before: before.to_owned(),
        after: after.to_owned(),
        one: format!("{head}{}", drawn(one, n)),
        two: format!("{head}{}", drawn(two, n)),
    })
}

fn prose() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(vec![
            "deploy",
            "alpha",
            "beta",
            "friday",
            "the",
            "with",
            "notes",
            "密码",
            "café",
            "src/main.rs",
        ]),
        0..60,
    )
    .prop_map(|words| words.join(" "))
}

/// A message: words, a secret of the pair, words.
fn world(template: &[(String, String)], pair: &Pair, secret: &str) -> World {
    let world = World::new();
    let settings = || SessionSettings {
        title: Some(format!("about {}{secret}{}", pair.before, pair.after)),
        ..SessionSettings::default()
    };
    for (minute, (before, after)) in (1_i64..).zip(template) {
        let text = format!("{before} {}{secret}{} {after}", pair.before, pair.after);
        let role = if minute % 2 == 0 {
            Role::Assistant
        } else {
            Role::User
        };
        world.say_in(KEY, &format!("m{minute}"), role, minute, &text, settings());
    }
    world
}

/// Pieces of a secret: heads, tails, the middle, in either case.
fn pieces(secret: &str) -> Vec<String> {
    let half = secret.len() / 2;
    let mut pieces = vec![
        secret.to_owned(),
        secret.to_lowercase(),
        format!("\"{secret}\""),
    ];
    for n in [3, 4, 5, 6, 8, 12, half] {
        pieces.push(secret.chars().take(n).collect());
        pieces.push(secret.chars().skip(secret.len() - n).collect());
        pieces.push(secret.chars().skip(half - n / 2).take(n).collect());
    }
    pieces
}

/// Everything that can be asked, as it is answered.
fn answers(world: &World, queries: &[String]) -> Vec<String> {
    let json =
        |it: Result<serde_json::Value, String>| it.map_or_else(|err| err, |it| it.to_string());
    let mut out = Vec::new();
    for query in queries {
        let answer = world.try_search(&operator(), &sessions_api::SearchRequest::new(query));
        out.push(json(
            answer
                .map(|it| serde_json::to_value(it).unwrap())
                .map_err(|err| err.to_string()),
        ));
    }
    for message_id in [None, Some("m1".to_owned()), Some("m2".to_owned())] {
        let read = world.try_read(
            &operator(),
            &HistoryRequest {
                message_id,
                ..HistoryRequest::new(KEY)
            },
        );
        out.push(json(
            read.map(|it| serde_json::to_value(it).unwrap())
                .map_err(|err| err.to_string()),
        ));
    }
    let list = world.try_list(&operator(), &ListRequest::default());
    out.push(json(
        list.map(|it| serde_json::to_value(it).unwrap())
            .map_err(|err| err.to_string()),
    ));
    out
}

proptest! {
    // Each case fills two stores.
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn stores_that_differ_inside_masks_answer_everything_alike(
        template in prop::collection::vec((prose(), prose()), 1..4), pair in pair(),
    ) {
        // Only what one rule masks alike is hidden alike.
        let redactor = Redactor::new();
        let masked = |secret: &str| {
            let text = format!("a {}{secret}{} b", pair.before, pair.after);
            redactor.redact(&text).into_string()
        };
        prop_assume!(masked(&pair.one) == masked(&pair.two) && !masked(&pair.one).contains(&pair.one));
        let (a, b) = (world(&template, &pair, &pair.one), world(&template, &pair, &pair.two));
        let mut queries = pieces(&pair.one);
        queries.extend(pieces(&pair.two));
        // Words around a mask, and phrases across its edges.
        for (before, after) in &template {
            let last = before.split(' ').next_back().unwrap_or_default();
            let first = after.split(' ').next().unwrap_or_default();
            queries.push(format!("{last} {first}"));
            queries.push(format!("\"{last} {first}\""));
            queries.push(format!("\"{last} {}{}\"", pair.before, pair.one));
            queries.push(format!("\"{} {first}\"", pair.one));
        }
        queries.extend(["redacted", "alpha", "deploy friday", "密码"].map(str::to_owned));
        queries.retain(|query| !query.trim().is_empty());
        prop_assert_eq!(answers(&a, &queries), answers(&b, &queries));
    }

    #[test]
    fn no_excerpt_or_read_shows_a_piece_of_a_secret(
        template in prop::collection::vec((prose(), prose()), 1..4), pair in pair(),
    ) {
        let redactor = Redactor::new();
        let text = format!("a {}{}{} b", pair.before, pair.one, pair.after);
        prop_assume!(!redactor.redact(&text).as_str().contains(&pair.one));
        let world = world(&template, &pair, &pair.one);
        let queries: Vec<String> = ["deploy", "alpha", "beta", "the", "notes", "密码", "café"]
            .map(str::to_owned)
            .to_vec();
        let shown = answers(&world, &queries).concat();
        // What is typical of the rule stands before the drawn part.
        let drawn = pair.one.len() - pair.one.find(['_', '-']).map_or(0, |at| at + 1);
        let body: Vec<char> = pair.one.chars().rev().take(drawn).collect();
        for window in body.windows(6) {
            let window: String = window.iter().rev().collect();
            prop_assert!(!shown.contains(&window), "{} in {}", window, shown);
        }
        for piece in pieces(&pair.one).iter().filter(|piece| piece.len() >= 6) {
            prop_assert_eq!(&world.search(&operator(), piece).results, &[]);
        }
    }
}
