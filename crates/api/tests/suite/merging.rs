//! The answer over the databases of many agents is that of one which holds all
//! rows: the newest matches of all are ranked, wherever they are (S10, S11).

use proptest::prelude::*;
use sessions_api::{Order, RANKING_BOUND, SearchRequest, TruncatedBy};
use sessions_core::event::Role;
use sessions_core::query::Query;
use sessions_core::ranking::match_text;

use crate::support::{START_MS, World, operator};

/// A message that matches, as the order looks at it.
#[derive(Clone, Debug)]
struct Said {
    minute: i64,
    key: String,
    id: String,
    text: String,
}

fn newest_first(a: &Said, b: &Said) -> std::cmp::Ordering {
    let names = |it: &Said| (it.key.clone(), it.id.clone());
    b.minute
        .cmp(&a.minute)
        .then_with(|| names(a).cmp(&names(b)))
}

/// Stores messages of some agents, at times that often meet.
fn fill(world: &World, minutes: &[(usize, i64)]) -> Vec<Said> {
    let mut all = Vec::new();
    for (n, &(agent, minute)) in minutes.iter().enumerate() {
        let said = Said {
            minute,
            key: format!("agent:a{agent}:main"),
            id: format!("m{n:03}"),
            // Longer texts score less.
            text: format!("alpha{}", " and more".repeat(n % 7)),
        };
        world.say(&said.key, &said.id, Role::User, minute, &said.text);
        all.push(said);
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn the_newest_matches_of_all_agents_are_ranked_together(
        minutes in prop::collection::vec((0..6_usize, 0..90_i64), 150..280),
    ) {
        let world = World::new();
        let mut expected = fill(&world, &minutes);
        expected.sort_by(newest_first);
        let has_more = RANKING_BOUND < expected.len();
        expected.truncate(RANKING_BOUND);
        let query = Query::parse("alpha").unwrap();
        for order in [Order::Recent, Order::Relevance] {
            if order == Order::Relevance {
                let score = |it: &Said| match_text(&query, &it.text, &[]).unwrap().score;
                expected.sort_by(|a, b| score(b).total_cmp(&score(a)).then(newest_first(a, b)));
            }
            let request = SearchRequest {
                limit: Some(25),
                order,
                ..SearchRequest::new("alpha")
            };
            let answer = world.try_search(&operator(), &request).unwrap();
            let found: Vec<_> = answer
                .results
                .iter()
                .map(|hit| {
                    let minute = (hit.timestamp.0 - START_MS) / 60_000;
                    (minute, hit.session_key.to_string(), hit.message_id.to_string())
                })
                .collect();
            let shown: Vec<_> = expected
                .iter()
                .take(25)
                .map(|it| (it.minute, it.key.clone(), it.id.clone()))
                .collect();
            prop_assert_eq!(found, shown);
            prop_assert_eq!(answer.truncated_by.contains(&TruncatedBy::RankingBound), has_more);
        }
    }
}

/// A search holds a reader of every database until it has its answer, and a
/// database has few: where more come at once they wait, each in the same order,
/// so that none waits for one that waits for it.
#[test]
fn many_searches_at_once_answer_as_one_does() {
    let world = World::new();
    for agent in ["a", "b", "c"] {
        for n in 0..20_u8 {
            let (key, id) = (format!("agent:{agent}:main"), format!("{agent}{n}"));
            world.say(&key, &id, Role::User, i64::from(n), "alpha beta");
        }
    }
    let asked = |query: &str, per_session, relaxed| SearchRequest {
        per_session,
        relaxed,
        ..SearchRequest::new(query)
    };
    let requests = [
        asked("alpha", false, false),
        asked("beta", true, false),
        asked("alpha betta", false, true),
    ];
    let alone: Vec<_> = requests
        .iter()
        .map(|it| world.try_search(&operator(), it).unwrap())
        .collect();
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for (request, alone) in requests.iter().zip(&alone).cycle().take(30) {
                    assert_eq!(&world.try_search(&operator(), request).unwrap(), alone);
                }
            });
        }
    });
}
