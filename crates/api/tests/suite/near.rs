//! Near matches (S18): only where they are asked for and nothing matches
//! exactly, in three ways, of visible text alone.

use proptest::prelude::*;
use sessions_api::{Order, SearchAnswer, SearchRequest, Tier};
use sessions_core::event::Role;
use sessions_policy::rules::{Visibility, VisibilityRules};

use crate::support::{World, asking_as, operator};

fn relaxed(query: &str) -> SearchRequest {
    SearchRequest {
        relaxed: true,
        ..SearchRequest::new(query)
    }
}

/// Each hit as its message and what it lacks.
fn shown(answer: &SearchAnswer) -> Vec<(String, Vec<String>)> {
    let hits = answer.results.iter();
    hits.map(|it| (it.message_id.to_string(), it.missing.clone()))
        .collect()
}

fn lacks(id: &str, words: &[&str]) -> (String, Vec<String>) {
    (
        id.to_owned(),
        words.iter().map(|it| (*it).to_owned()).collect(),
    )
}

fn world() -> World {
    let world = World::new();
    for (key, id, minute, text) in [
        ("main", "m1", 1, "the rollout was moved to friday"),
        ("main", "m2", 2, "kestrel asks about the budget"),
        ("explicit:a", "a1", 3, "the rollout of the gateway, friday"),
        ("explicit:a", "a2", 4, "deployment of the falcon service"),
        ("explicit:b", "b1", 5, "the friday lunch"),
    ] {
        world.say(&format!("agent:main:{key}"), id, Role::User, minute, text);
    }
    world
}

#[test]
fn what_matches_exactly_is_all_there_is() {
    let world = world();
    let answer = world
        .try_search(&operator(), &relaxed("rollout friday"))
        .unwrap();
    let exact = world.search(&operator(), "rollout friday");
    assert_eq!(answer, exact);
    assert_eq!(answer.tier, Tier::Exact);
}

#[test]
fn nothing_near_comes_unasked() {
    let world = world();
    let answer = world.search(&operator(), "rollout kestrel");
    assert_eq!((answer.tier, answer.results.len()), (Tier::Exact, 0));
}

#[test]
fn words_may_be_spread_over_the_messages_of_a_session() {
    let world = world();
    let answer = world
        .try_search(&operator(), &relaxed("rollout kestrel"))
        .unwrap();
    assert_eq!(answer.tier, Tier::Relaxed);
    // One hit of the session: the message with the rarer word.
    assert_eq!(shown(&answer), [lacks("m2", &["rollout"])]);
}

#[test]
fn most_of_the_words_are_enough() {
    let world = world();
    // No session holds all four.
    let answer = world
        .try_search(&operator(), &relaxed("rollout gateway friday kestrel"))
        .unwrap();
    assert_eq!(shown(&answer), [lacks("a1", &["kestrel"])]);
    let answer = world
        .try_search(&operator(), &relaxed("rollout unheard friday"))
        .unwrap();
    assert_eq!(
        shown(&answer),
        [lacks("a1", &["unheard"]), lacks("m1", &["unheard"])]
    );
    assert!(
        answer
            .results
            .iter()
            .all(|it| 0.0 < it.score && it.score <= 1.0)
    );
    // One of two is not most.
    let answer = world
        .try_search(&operator(), &relaxed("rollout unheard"))
        .unwrap();
    assert_eq!((answer.tier, answer.results.len()), (Tier::Exact, 0));
}

#[test]
fn words_that_nobody_wrote_are_read_as_the_closest_spelling() {
    let world = world();
    for (query, word, read_as, found) in [
        ("kestrle", "kestrle", "kestrel", "m2"),
        ("Gatewya", "Gatewya", "gateway", "a1"),
        ("falcon deploymant", "deploymant", "deployment", "a2"),
    ] {
        let answer = world.try_search(&operator(), &relaxed(query)).unwrap();
        assert_eq!(shown(&answer), [lacks(found, &[word])], "{query}");
        assert_eq!(
            answer.spelled_as.get(word).map(String::as_str),
            Some(read_as)
        );
        assert!(!answer.results[0].matches.is_empty());
    }
    for query in ["xqzwvk", "ase", "kestrle kestrle"] {
        let answer = world.try_search(&operator(), &relaxed(query)).unwrap();
        assert_eq!(
            answer.results.is_empty(),
            query != "kestrle kestrle",
            "{query}"
        );
    }
}

#[test]
fn filters_and_the_shape_of_the_answer_hold() {
    let world = world();
    world.say(
        "agent:main:explicit:a",
        "a3",
        Role::Assistant,
        9,
        "the rollout, friday, again",
    );
    let request = relaxed("rollout unheard friday");
    let ids = |request: &SearchRequest| -> Vec<String> {
        let answer = world.try_search(&operator(), request).unwrap();
        answer
            .results
            .iter()
            .map(|it| it.message_id.to_string())
            .collect()
    };
    assert_eq!(ids(&request).len(), 3);
    let recent = SearchRequest {
        order: Order::Recent,
        ..request.clone()
    };
    assert_eq!(ids(&recent), ["a3", "a1", "m1"]);
    let grouped = SearchRequest {
        per_session: true,
        order: Order::Recent,
        ..request.clone()
    };
    assert_eq!(ids(&grouped), ["a3", "m1"]);
    let assistant = SearchRequest {
        role: Some(sessions_api::Speaker::Assistant),
        ..request.clone()
    };
    assert_eq!(ids(&assistant), ["a3"]);
    let one = SearchRequest {
        session_key: Some("main".to_owned()),
        ..request.clone()
    };
    assert_eq!(ids(&one), ["m1"]);
    let limited = SearchRequest {
        limit: Some(1),
        ..request
    };
    let answer = world.try_search(&operator(), &limited).unwrap();
    assert!(answer.truncated && answer.next_cursor.is_none());
}

#[test]
fn a_word_of_a_hidden_session_corrects_nothing() {
    let world = World::ruled(VisibilityRules {
        visibility: Visibility::SelfOnly,
        ..VisibilityRules::default()
    });
    world.say(
        "agent:main:explicit:mine",
        "m1",
        Role::User,
        1,
        "a kestral flew by",
    );
    world.say(
        "agent:main:explicit:other",
        "o1",
        Role::User,
        2,
        "a kestrel flew by",
    );
    let me = asking_as("agent:main:explicit:mine");
    // The hidden word is one slip away, the visible one two.
    let answer = world.try_search(&me, &relaxed("kestrell")).unwrap();
    assert_eq!(
        answer.spelled_as.get("kestrell").map(String::as_str),
        Some("kestral")
    );
    let answer = world.try_search(&operator(), &relaxed("kestrell")).unwrap();
    assert_eq!(
        answer.spelled_as.get("kestrell").map(String::as_str),
        Some("kestrel")
    );
}

#[test]
fn a_secret_is_no_near_match() {
    let world = World::new();
    let body = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
    let secret = format!("gh{}_{body}", 'p');
    let text = format!("token {secret} works");
    world.say("agent:main:main", "m1", Role::User, 1, &text);
    let half = body.get(..20).unwrap();
    let queries = [
        format!("gh{}_{half}", 'p'),
        body.to_owned(),
        format!("token {}", body.get(10..30).unwrap()),
    ];
    for query in queries {
        let answer = world.try_search(&operator(), &relaxed(&query)).unwrap();
        let shown = serde_json::to_value(&answer.results).unwrap().to_string();
        // What was typed is told back as lacking; the secret is not shown.
        let snippets = shown.replace(&query, "");
        assert!(!snippets.contains(body.get(..8).unwrap()), "{query}");
    }
}

#[test]
fn words_that_the_rules_of_today_mask_are_not_near_before_they_left_the_index() {
    let told = |secret: &str| {
        let world = World::new();
        for (key, id, text) in [
            ("main", "m1", format!("alpha {secret} gamma")),
            ("main", "m2", "beta delta".to_owned()),
            ("explicit:a", "a1", "alpha beta".to_owned()),
        ] {
            world.say(&format!("agent:main:{key}"), id, Role::User, 1, &text);
        }
        world.masking_swordfish()
    };
    // One store holds a masked word that its index still has, one has none.
    let (with, without) = (told("swordfish"), told("[redacted:fish]"));
    for query in [
        "alpha swordfisk",
        "swordfisk",
        "alpha beta swordfis",
        "beta fish swordfisk",
    ] {
        let answer = |world: &World| {
            let answer = world.try_search(&operator(), &relaxed(query)).unwrap();
            assert!(answer.indexing, "{query}");
            serde_json::to_string(&answer).unwrap()
        };
        assert!(!answer(&with).contains("swordfish"), "{query}");
        assert_eq!(answer(&with), answer(&without), "{query}");
    }
    assert!(with.sessions.reconcile(None, None, &mut |_| {}).unwrap());
    let answer = with
        .try_search(&operator(), &relaxed("alpha delta beta"))
        .unwrap();
    assert!(!answer.results.is_empty());
}

#[test]
fn hidden_databases_take_no_share_of_what_is_looked_at() {
    let shown = |n_hidden: usize| {
        let world = World::ruled(VisibilityRules {
            visibility: Visibility::Tree,
            ..VisibilityRules::default()
        });
        // Many sessions hold one word; only the oldest holds the other too.
        world.say("agent:main:explicit:s0", "b", Role::User, 0, "kestrel");
        for n in 0..30 {
            let key = format!("agent:main:explicit:s{n}");
            world.say(&key, &format!("a{n}"), Role::User, 1 + n, "falcon");
        }
        for n in 0..100 {
            let (key, id) = ("agent:main:explicit:many", format!("k{n}"));
            world.say(key, &id, Role::User, 100 + n, "kestrel");
        }
        for n in 0..n_hidden {
            let key = format!("agent:hidden{n}:main");
            world.say(&key, "h", Role::User, 1, "falcon kestrel");
        }
        let main = asking_as("agent:main:main");
        let answer = world.try_search(&main, &relaxed("falcon kestrel"));
        serde_json::to_string(&answer.unwrap()).unwrap()
    };
    let alone = shown(0);
    assert!(alone.contains("agent:main:explicit:s0"));
    assert_eq!(alone, shown(50));
}

const WORDS: [&str; 6] = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn near_matches_hold_what_they_do_not_lack_and_most_or_all_in_their_session(
        told in prop::collection::vec((0..3_u8, 0..4_u8, prop::collection::vec(0..WORDS.len(), 1..4)), 1..25),
        asked in prop::collection::btree_set(0..WORDS.len(), 2..5),
        foreign in any::<bool>(),
    ) {
        let world = World::new();
        let mut texts = std::collections::BTreeMap::new();
        for (n, (agent, session, words)) in told.iter().enumerate() {
            let words: Vec<_> = words.iter().map(|&it| WORDS[it]).collect();
            let key = format!("agent:a{agent}:explicit:s{session}");
            let id = format!("m{n}");
            world.say(&key, &id, Role::User, i64::try_from(n).unwrap(), &words.join(" "));
            texts.insert((key, id), words);
        }
        let mut query: Vec<_> = asked.iter().map(|&it| WORDS[it]).collect();
        if foreign {
            query.push("xylophone");
        }
        let answer = world.try_search(&operator(), &relaxed(&query.join(" "))).unwrap();
        let has = |words: &[&str]| query.iter().filter(|it| words.contains(it)).count();
        let in_session = |key: &str| {
            let all: Vec<_> = texts.iter().filter(|((k, _), _)| k == key).flat_map(|(_, it)| it.clone()).collect();
            has(&all)
        };
        let exact = texts.values().any(|it| has(it) == query.len());
        prop_assert_eq!(answer.tier == Tier::Exact, exact || answer.results.is_empty());
        if answer.tier == Tier::Relaxed {
            for hit in &answer.results {
                let words = &texts[&(hit.session_key.to_string(), hit.message_id.to_string())];
                let missing: Vec<_> = query.iter().filter(|it| !words.contains(it)).collect();
                prop_assert_eq!(hit.missing.iter().collect::<Vec<_>>(), missing);
                prop_assert!(
                    query.len() < 2 * has(words) || in_session(hit.session_key.as_str()) == query.len()
                );
            }
        }
        let best = texts.values().map(|it| has(it)).max().unwrap_or(0);
        let spread = texts.keys().any(|(key, _)| in_session(key) == query.len());
        let is_near = exact || spread || query.len() < 2 * best;
        prop_assert_eq!(!answer.results.is_empty(), is_near);
        if !exact && !spread && is_near {
            let first = &answer.results[0];
            let words = &texts[&(first.session_key.to_string(), first.message_id.to_string())];
            prop_assert_eq!(has(words), best);
        }
    }
}
