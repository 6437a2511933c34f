//! Pages: together they are one answer, and stay so while new messages come
//! (S1, S9, S10, S16).

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sessions_api::{ApiError, Order, RANKING_BOUND, SearchAnswer, SearchRequest};
use sessions_core::event::{Role, TimestampMs};
use sessions_core::reset::ResetPolicy;
use sessions_policy::requester::Requester;
use sessions_policy::rules::{Visibility, VisibilityRules};

use crate::support::{START_MS, World, asking_as, key, operator};

/// Reads all pages; `between` runs after each but the last.
fn pages(
    world: &World,
    requester: &Requester,
    request: &SearchRequest,
    mut between: impl FnMut(&SearchAnswer),
) -> Vec<SearchAnswer> {
    let mut request = request.clone();
    let mut pages = Vec::new();
    loop {
        let answer = world.try_search(requester, &request).unwrap();
        let Some(cursor) = answer.next_cursor.clone() else {
            pages.push(answer);
            return pages;
        };
        assert!(answer.truncated, "a next page, and nothing said");
        assert!(!answer.results.is_empty(), "an empty page before the last");
        between(&answer);
        pages.push(answer);
        request.cursor = Some(cursor);
    }
}

/// The hits of some pages, as what they are and how they stand.
fn hits(pages: &[SearchAnswer]) -> Vec<(String, String, String)> {
    let all = pages.iter().flat_map(|it| &it.results);
    all.map(|hit| {
        (
            hit.session_key.to_string(),
            hit.message_id.to_string(),
            format!("{} {:?}", hit.score, hit.more_in_session),
        )
    })
    .collect()
}

fn request(order: Order, per_session: bool, limit: u64) -> SearchRequest {
    SearchRequest {
        limit: Some(limit),
        order,
        per_session,
        ..SearchRequest::new("alpha")
    }
}

/// Messages by agent, session of it and minute.
fn fill(world: &World, told: &[(u8, u8, i64)]) -> BTreeMap<String, usize> {
    let mut n_of = BTreeMap::new();
    for (n, &(agent, session, minute)) in told.iter().enumerate() {
        let key = format!("agent:a{agent}:explicit:s{session}");
        let text = format!("alpha{}", " and more".repeat(n % 7));
        world.say(&key, &format!("m{n:03}"), Role::User, minute, &text);
        *n_of.entry(key).or_default() += 1;
    }
    n_of
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn pages_of_any_length_are_one_answer(
        told in prop::collection::vec((0..3_u8, 0..5_u8, 0..40_i64), 1..60),
        limits in prop::collection::vec(1..8_u64, 1..4),
    ) {
        let world = World::new();
        let n_of = fill(&world, &told);
        for order in [Order::Relevance, Order::Recent] {
            for per_session in [false, true] {
                let whole = hits(&pages(&world, &operator(), &request(order, per_session, 25), |_| ()));
                for &limit in &limits {
                    let request = request(order, per_session, limit);
                    let pages = pages(&world, &operator(), &request, |it| {
                        assert_eq!(u64::try_from(it.results.len()).unwrap(), limit);
                    });
                    prop_assert_eq!(&hits(&pages), &whole);
                }
                if per_session {
                    let keys: BTreeSet<_> = whole.iter().map(|(key, ..)| key).collect();
                    prop_assert_eq!(keys.len(), whole.len());
                    prop_assert_eq!(whole.len(), n_of.len());
                    for (key, _, counted) in &whole {
                        let more = Some(n_of[key] - 1).filter(|n| 0 < *n);
                        prop_assert!(counted.ends_with(&format!("{more:?}")), "{counted}");
                    }
                } else {
                    prop_assert_eq!(whole.len(), told.len());
                }
            }
        }
    }

    #[test]
    fn new_messages_change_no_page_that_is_still_to_come(
        told in prop::collection::vec((0..3_u8, 0..5_u8, 0..40_i64), 10..50),
        limit in 1..6_u64,
        per_session in any::<bool>(),
        order in prop::sample::select(vec![Order::Relevance, Order::Recent]),
    ) {
        let world = World::new();
        fill(&world, &told);
        let request = request(order, per_session, limit);
        let places = |pages: &[SearchAnswer]| -> Vec<_> {
            hits(pages).into_iter().map(|(key, id, _)| (key, id)).collect()
        };
        let before = places(&pages(&world, &operator(), &request, |_| ()));
        let mut n = 0;
        let meanwhile = pages(&world, &operator(), &request, |_| {
            n += 1;
            for session in 0..6 {
                let key = format!("agent:a{}:explicit:s{session}", n % 4);
                world.say(&key, &format!("new{n}-{session}"), Role::User, 100 + n, "alpha");
            }
        });
        prop_assert_eq!(places(&meanwhile), before);
    }
}

#[test]
fn behind_the_bound_of_ranking_the_next_window_comes() {
    let world = World::new();
    let n = i64::try_from(2 * RANKING_BOUND + 30).unwrap();
    for at in 0..n {
        let key = format!("agent:a{}:main", at % 2);
        world.say(&key, &format!("m{at}"), Role::User, at / 7, "alpha");
    }
    for order in [Order::Relevance, Order::Recent] {
        let pages = pages(&world, &operator(), &request(order, false, 25), |_| ());
        let found: BTreeSet<_> = hits(&pages).into_iter().map(|(_, id, _)| id).collect();
        assert_eq!(hits(&pages).len(), found.len(), "twice");
        assert_eq!(i64::try_from(found.len()).unwrap(), n);
    }
}

#[test]
fn one_session_does_not_crowd_out_the_others() {
    let world = World::new();
    for n in 0..10 {
        let key = format!("agent:main:explicit:s{n}");
        world.say(&key, &format!("old{n}"), Role::User, n, "alpha");
    }
    for n in 0..500 {
        world.say(
            "agent:main:main",
            &format!("m{n}"),
            Role::User,
            100 + n,
            "alpha",
        );
    }
    let answer = world
        .try_search(&operator(), &request(Order::Relevance, true, 11))
        .unwrap();
    assert_eq!(answer.results.len(), 11);
    assert!(!answer.truncated);
    let more: Vec<_> = answer
        .results
        .iter()
        .filter_map(|it| it.more_in_session)
        .collect();
    assert_eq!(more, [499]);
}

#[test]
fn the_best_match_of_a_session_stands_for_it() {
    let world = World::new();
    world.say(
        "agent:main:main",
        "best",
        Role::User,
        1,
        "alpha alpha alpha",
    );
    world.say(
        "agent:main:main",
        "newest",
        Role::User,
        2,
        &format!("alpha{}", " more".repeat(90)),
    );
    for (order, expected) in [(Order::Relevance, "best"), (Order::Recent, "newest")] {
        let answer = world
            .try_search(&operator(), &request(order, true, 5))
            .unwrap();
        let ids: Vec<_> = answer
            .results
            .iter()
            .map(|it| it.message_id.as_str())
            .collect();
        assert_eq!(ids, [expected]);
    }
}

#[test]
fn hidden_matches_are_not_counted() {
    let world = World::ruled(VisibilityRules {
        visibility: Visibility::SelfOnly,
        ..VisibilityRules::default()
    });
    for key in ["agent:main:explicit:mine", "agent:main:explicit:other"] {
        for n in 0..3 {
            world.say(key, &format!("m{n}"), Role::User, n, "alpha");
        }
    }
    let me = asking_as("agent:main:explicit:mine");
    let answer = world
        .try_search(&me, &request(Order::Relevance, true, 5))
        .unwrap();
    assert_eq!(hits(&[answer]).len(), 1);
}

#[test]
fn the_view_of_the_session_that_asks_can_be_left_out() {
    let world = World::new();
    let mine = "agent:main:explicit:mine";
    world.say(mine, "before", Role::User, 1, "alpha before the reset");
    world
        .sessions
        .reset(
            &key(mine),
            ResetPolicy::Clear,
            TimestampMs(START_MS + 120_000),
        )
        .unwrap();
    world.say(mine, "now", Role::User, 9, "alpha now");
    world.say(
        "agent:main:explicit:other",
        "elsewhere",
        Role::User,
        3,
        "alpha",
    );
    let without = |per_session| SearchRequest {
        exclude_current: true,
        per_session,
        ..SearchRequest::new("alpha")
    };
    for per_session in [false, true] {
        let answer = world
            .try_search(&asking_as(mine), &without(per_session))
            .unwrap();
        let ids: BTreeSet<_> = answer
            .results
            .iter()
            .map(|it| it.message_id.as_str())
            .collect();
        assert_eq!(ids, BTreeSet::from(["before", "elsewhere"]));
        assert!(answer.results.iter().all(|it| it.more_in_session.is_none()));
    }
    let err = world.try_search(&operator(), &without(false)).unwrap_err();
    assert!(matches!(err, ApiError::NoCurrentSession), "{err:?}");
}

#[test]
fn a_cursor_of_another_search_or_none_at_all_is_an_error() {
    let world = World::new();
    for n in 0..5 {
        world.say(
            "agent:main:main",
            &format!("m{n}"),
            Role::User,
            n,
            "alpha beta",
        );
    }
    let first = world
        .try_search(&operator(), &request(Order::Relevance, false, 2))
        .unwrap();
    let cursor = first.next_cursor.unwrap();
    let other = SearchRequest {
        cursor: Some(cursor.clone()),
        ..SearchRequest::new("beta")
    };
    let err = world.try_search(&operator(), &other).unwrap_err();
    assert!(matches!(err, ApiError::CursorOfAnother), "{err:?}");
    let half = cursor.get(..cursor.len() / 2).unwrap();
    for text in ["", "x", "ÿ", half, &"A".repeat(40_000)] {
        let request = SearchRequest {
            cursor: Some(text.to_owned()),
            ..request(Order::Relevance, false, 2)
        };
        let err = world.try_search(&operator(), &request).unwrap_err();
        assert!(matches!(err, ApiError::Cursor), "{text:?}: {err:?}");
    }
}
