//! Every way of searching a scope.

mod plans;

use proptest::prelude::*;
use sessions_core::scope::{OwnedSessions, OwnerLinks, SessionFacts, SessionSet};
use sessions_core::testing::build;

use super::*;
use crate::{AppendRequest, Masker, SessionSettings, Store, StoreOptions};

/// Returns a query that every message matches.
fn query(max_candidates: usize) -> CandidateQuery<'static> {
    CandidateQuery::new("body : (\"alpha\")", max_candidates)
}

/// Searches within words of the index, at most so many, or beside them.
fn searched(
    snapshot: &Snapshot<'_>,
    scope: &SessionScope,
    query: &CandidateQuery<'_>,
    max_words: usize,
) -> Candidates {
    let reading = Reading::of_messages(snapshot, scope).with_max_words(max_words);
    snapshot.messages(query, reading).unwrap()
}

fn ids(rows: &[Candidate]) -> Vec<String> {
    rows.iter()
        .map(|it| it.place.message_id.to_string())
        .collect()
}

/// A message of a session, by the session's number, and its minute.
type Told = (usize, i64);

fn key(n: usize) -> SessionKey {
    let rest = [
        "main",
        "subagent:a",
        "subagent:b",
        "acp:c",
        "telegram:direct:u1",
        "cron:j1",
    ];
    let rest = rest.get(n % rest.len()).unwrap();
    format!("agent:main:{rest}{}", n / 6).parse().unwrap()
}

fn any_facts() -> impl Strategy<Value = Vec<SessionFacts>> {
    let link = || prop::option::weighted(0.5, (0..4_usize).prop_map(key));
    let facts = (link(), link(), prop::bool::weighted(0.1));
    prop::collection::vec(facts, 1..14).prop_map(|all| {
        let facts = |(n, (spawned_by, owner, is_flagged_incognito))| SessionFacts {
            key: key(n),
            links: OwnerLinks {
                spawned_by,
                parent: None,
                owner,
            },
            is_flagged_incognito,
        };
        all.into_iter().enumerate().map(facts).collect()
    })
}

fn any_scope() -> impl Strategy<Value = SessionScope> {
    let owned = (0..4_usize, any::<bool>()).prop_map(|(n, is_children_only)| OwnedSessions {
        owner: key(n),
        is_children_only,
    });
    let keys = prop::collection::vec((0..14_usize).prop_map(key), 0..5);
    (keys, prop::option::weighted(0.7, owned))
        .prop_map(|(keys, owned)| SessionScope::of(SessionSet { keys, owned }))
}

/// Stores the messages, each of which is found by `alpha`.
fn filled(facts: &[SessionFacts], told: &[Told]) -> (tempfile::TempDir, Store) {
    filled_with(facts, told, |_| "alpha")
}

/// Stores messages, each with the text of its number.
fn filled_with(
    facts: &[SessionFacts],
    told: &[Told],
    text: impl Fn(usize) -> &'static str,
) -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    let store = Store::open(&path, StoreOptions::new(Masker::none())).unwrap();
    for (n, &(session, minute)) in told.iter().enumerate() {
        let facts = &facts[session % facts.len()];
        let settings = SessionSettings {
            links: facts.links.clone(),
            is_incognito: facts.is_flagged_incognito,
            ..SessionSettings::default()
        };
        let role = if n % 3 == 0 {
            Role::Assistant
        } else {
            Role::User
        };
        let event = build::message(&format!("m{n}"), role, text(n));
        let events = [build::at(1_780_000_000_000 + minute * 60_000, event)];
        let id = format!("s-{}", facts.key.rest().replace(':', "-"))
            .parse()
            .unwrap();
        let request = AppendRequest {
            settings: &settings,
            ..AppendRequest::to(&facts.key, &id, &events)
        };
        store.append(&request).unwrap();
    }
    (folder, store)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_way_of_searching_a_scope_finds_the_same(
        facts in any_facts(),
        told in prop::collection::vec((0..14_usize, 0..30_i64), 1..60),
        scopes in prop::collection::vec(any_scope(), 3),
        max_candidates in 1..12_usize,
    ) {
        let (_folder, store) = filled(&facts, &told);
        let snapshot = store.snapshot().unwrap();
        let query = query(max_candidates);
        for scope in scopes {
            let mut expected: Vec<_> = told
                .iter()
                .enumerate()
                .map(|(n, &(session, minute))| (minute, &facts[session % facts.len()], n))
                .filter(|(_, facts, _)| scope.contains(facts))
                .collect();
            expected.sort_by_key(|(minute, facts, n)| {
                (std::cmp::Reverse(*minute), facts.key.clone(), format!("m{n}"))
            });
            let has_more = max_candidates < expected.len();
            expected.truncate(max_candidates);
            let expected: Vec<_> = expected.iter().map(|(.., n)| format!("m{n}")).collect();
            for max_words in [64, 0] {
                let found = searched(&snapshot, &scope, &query, max_words);
                let ids = ids(&found.rows);
                prop_assert_eq!(&ids, &expected, "{}: {:?}", max_words, scope);
                prop_assert_eq!(found.has_more, has_more);
            }
        }
    }
}

/// A bound at one of `places`, if there are any.
fn bound(places: &[Recency], at: usize, kind: u8) -> Bound<&Recency> {
    match (places.get(at % places.len().max(1)), kind % 3) {
        (Some(place), 0) => Bound::Included(place),
        (Some(place), 1) => Bound::Excluded(place),
        _ => Bound::Unbounded,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn stretches_filters_and_sessions_are_those_of_the_whole_list(
        facts in any_facts(),
        told in prop::collection::vec((0..14_usize, 0..12_i64), 1..60),
        scope in any_scope(),
        max_candidates in 1..12_usize,
        ends in (0..60_usize, 0..3_u8, 0..60_usize, 0..3_u8, 0..60_usize, 0..3_u8),
        role in prop::option::of(prop::sample::select(vec![Role::User, Role::Assistant])),
        kinds in prop::sample::subsequence(
            vec![SessionKind::Direct, SessionKind::Subagent, SessionKind::Acp, SessionKind::Cron],
            0..3,
        ),
        times in (prop::option::weighted(0.3, 0..12_i64), prop::option::weighted(0.3, 0..12_i64)),
    ) {
        let (_folder, store) = filled(&facts, &told);
        let snapshot = store.snapshot().unwrap();
        let minute = |it: i64| TimestampMs(1_780_000_000_000 + it * 60_000);
        let (since, until) = (times.0.map(minute), times.1.map(minute));
        let mut all = searched(&snapshot, &scope, &query(1_000), 64).rows;
        all.retain(|it| {
            role.is_none_or(|role| it.role == role)
                && (kinds.is_empty() || kinds.contains(&it.place.session_key.kind()))
                && since.is_none_or(|since| since <= it.place.timestamp)
                && until.is_none_or(|until| it.place.timestamp < until)
        });
        let filtered = CandidateQuery { role, kinds: &kinds, since, until, ..query(1) };
        let places: Vec<_> = all.iter().map(|it| it.place.clone()).collect();
        let stretch = Stretch {
            newest: bound(&places, ends.0, ends.1),
            oldest: bound(&places, ends.2, ends.3),
        };
        let asked = CandidateQuery { stretch, max_candidates, ..filtered };
        let mut expected: Vec<_> = all.clone();
        expected.retain(|it| stretch.contains(&it.place));
        let has_more = max_candidates < expected.len();
        expected.truncate(max_candidates);
        for max_words in [64, 0] {
            let found = searched(&snapshot, &scope, &asked, max_words);
            prop_assert_eq!(ids(&found.rows), ids(&expected));
            prop_assert_eq!(found.has_more, has_more);
        }

        // Sessions: by their newest match that counts, within the stretch.
        let as_of = bound(&places, ends.4, ends.5);
        let counts = Stretch { newest: as_of, ..Stretch::ALL };
        let mut sessions: Vec<Vec<Candidate>> = Vec::new();
        for row in all.iter().filter(|it| counts.contains(&it.place)) {
            let is_same = |it: &&mut Vec<Candidate>| it[0].place.session_key == row.place.session_key;
            match sessions.iter_mut().find(is_same) {
                Some(session) => session.push(row.clone()),
                None => sessions.push(vec![row.clone()]),
            }
        }
        let n_of = |key: &SessionKey| all.iter().filter(|it| it.place.session_key == *key).count();
        sessions.retain(|it| stretch.contains(&it[0].place));
        let has_more = max_candidates < sessions.len();
        sessions.truncate(max_candidates);
        let n_each = (max_candidates / sessions.len().max(1)).max(1);
        let asked = CandidateQuery { as_of, ..asked };
        let found = snapshot.search_sessions(&scope, &asked).unwrap();
        prop_assert_eq!(found.has_more, has_more);
        prop_assert_eq!(found.sessions.len(), sessions.len());
        for (found, expected) in found.sessions.iter().zip(&sessions) {
            // All from the newest on; as many as were met before enough sessions
            // were known.
            prop_assert!(found.rows.len() <= n_each && !found.rows.is_empty());
            prop_assert_eq!(ids(&found.rows), ids(&expected[..found.rows.len()]));
            if !has_more && stretch.oldest == Bound::Unbounded {
                prop_assert_eq!(found.rows.len(), n_each.min(expected.len()));
            }
            let key = &expected[0].place.session_key;
            for max in [0, 1, 3, 1_000] {
                let n = snapshot.count_matches(&scope, key, &filtered, max).unwrap();
                prop_assert_eq!(n, n_of(key).min(max));
            }
        }
        for fact in facts.iter().filter(|it| !scope.contains(it)) {
            prop_assert_eq!(snapshot.count_matches(&scope, &fact.key, &query(1), 9).unwrap(), 0);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn texts_and_the_index_find_the_same_in_any_steps(
        facts in any_facts(),
        told in prop::collection::vec((0..14_usize, 0..30_i64), 1..80),
        texts in prop::collection::vec(0..12_usize, 80),
        rare in any::<bool>(),
        guess in prop::bool::weighted(0.8),
        scope in any_scope(),
        n_each in 1..20_usize,
    ) {
        // So many hold the word that texts are read on, or so few that not.
        let text = |n: usize| match texts[n % texts.len()] {
            0 => "alpine beta",
            1..6 if !rare => "alphabet beta",
            6..8 => "beta",
            _ => "gamma",
        };
        let (_folder, store) = filled_with(&facts, &told, text);
        let snapshot = store.snapshot().unwrap();
        // Guesses decide about the way alone.
        let seems = |_: &str| guess;
        for (expression, others, words) in [
            ("body : (\"al\"*)", None, "al"),
            ("body : (\"al\"* AND \"beta\")", Some("body : (\"beta\")"), "al"),
        ] {
            let holds = |text: &str| text.contains(words);
            let by_index = CandidateQuery::new(expression, 100);
            let by_text = CandidateQuery {
                by_text: Some(ByText { others, seems: &seems, holds: &holds }),
                ..by_index
            };
            for scope in [&scope, &SessionScope::Everything] {
                for max_candidates in [1, 3, 100] {
                    let [one, other] = [by_index, by_text].map(|query| {
                        let query = CandidateQuery { max_candidates, ..query };
                        snapshot.search(scope, &query).unwrap()
                    });
                    prop_assert_eq!(ids(&one.rows), ids(&other.rows));
                    prop_assert_eq!(one.has_more, other.has_more);
                }
                let whole = snapshot.search(scope, &by_index).unwrap();
                for query in [by_index, by_text] {
                    let mut reading = Reading::of_messages(&snapshot, scope);
                    let mut n = 0;
                    while !reading.is_whole() {
                        n += n_each;
                        snapshot.read_on(&query, &mut reading, n, None).unwrap();
                        let since = Depth::of(n - 1).since(reading.times(&query));
                        let known = snapshot.found(&query, &reading, since);
                        let known: Vec<_> = known.unwrap().iter().map(|it| it.place().clone()).collect();
                        let all = whole.rows.iter().map(|it| it.place.clone());
                        prop_assert_eq!(&known, &all.take(known.len()).collect::<Vec<_>>());
                        prop_assert!(n.min(whole.rows.len()) <= known.len());
                    }
                }
            }
        }
    }
}

#[test]
fn what_one_snapshot_found_is_read_under_no_other() {
    let facts = [SessionFacts {
        key: key(0),
        links: OwnerLinks::default(),
        is_flagged_incognito: false,
    }];
    let (_folder, store) = filled(&facts, &[(0, 1), (0, 2)]);
    let (one, other) = (store.snapshot().unwrap(), store.snapshot().unwrap());
    let query = query(10);
    let mut reading = Reading::of_messages(&one, &SessionScope::Everything);
    one.read_on(&query, &mut reading, 1, None).unwrap();
    let found = one.found(&query, &reading, None).unwrap();
    let is_refused = |err: StoreError| matches!(err, StoreError::OtherSnapshot);
    assert!(is_refused(
        other.read_on(&query, &mut reading, 2, None).unwrap_err()
    ));
    assert!(is_refused(other.found(&query, &reading, None).unwrap_err()));
    assert!(is_refused(
        other.candidates(&found[0], 1, None).unwrap_err()
    ));
    assert_eq!(one.candidates(&found[0], 1, None).unwrap().len(), 1);
}
