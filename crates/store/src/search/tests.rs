//! Plans of statements, and every way of searching a scope.

use proptest::prelude::*;
use rusqlite::StatementStatus;
use sessions_core::scope::{OwnedSessions, OwnerLinks, SessionFacts, SessionSet};
use sessions_core::testing::build;

use super::*;
use crate::index_state::AWAITING;
use crate::path::SqlPath;
use crate::scope::NAMED;
use crate::{AppendRequest, Masker, SessionSettings, Store, StoreOptions};

/// Returns how SQLite goes about a statement.
fn plan(conn: &Connection, sql: &str) -> String {
    let mut stmt = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
    let n = stmt.parameter_count();
    let steps = stmt
        .query_map(rusqlite::params_from_iter(vec![1; n]), |row| {
            row.get::<_, String>("detail")
        })
        .unwrap();
    let steps: Vec<String> = steps.map(|step| step.unwrap()).collect();
    steps.join("\n")
}

#[test]
fn reads_and_searches_go_by_their_indexes_and_sort_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    let store = Store::open(&path, StoreOptions::new(Masker::none())).unwrap();
    let snapshot = store.snapshot().unwrap();
    insta::assert_snapshot!(plan(snapshot.conn(), stream::NEWEST_MATCHES), @r"
    SCAN f VIRTUAL TABLE INDEX 192:M2>
    SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
    ");
    insta::assert_snapshot!(plan(snapshot.conn(), SqlPath::FIRST_ROWS), @"SEARCH event USING INDEX event_path (session=? AND class=? AND position>? AND position<?)");
    insta::assert_snapshot!(plan(snapshot.conn(), SqlPath::LAST_ROWS), @"SEARCH event USING INDEX event_path (session=? AND class=? AND position>? AND position<?)");
    insta::assert_snapshot!(plan(snapshot.conn(), filter::KIND_IN_SCOPE), @r"
    SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
    SEARCH k USING INTEGER PRIMARY KEY (rowid=?)
    LIST SUBQUERY 1
    SCAN json_each VIRTUAL TABLE INDEX 1:
    CREATE BLOOM FILTER
    ");
    insta::assert_snapshot!(plan(snapshot.conn(), AWAITING), @r"
    SCAN s USING INDEX session_awaiting
    SEARCH k USING INTEGER PRIMARY KEY (rowid=?)
    LIST SUBQUERY 1
    SCAN json_each VIRTUAL TABLE INDEX 1:
    CREATE BLOOM FILTER
    ");
    insta::assert_snapshot!(plan(snapshot.conn(), NAMED), @r"
    COMPOUND QUERY
    LEFT-MOST SUBQUERY
    SEARCH k USING INDEX sqlite_autoindex_session_key_1 (session_key=?)
    SEARCH s USING COVERING INDEX session_by_key (session_key=?)
    UNION ALL
    SEARCH k USING INDEX sqlite_autoindex_session_key_1 (session_key=?)
    LIST SUBQUERY 2
    SCAN json_each VIRTUAL TABLE INDEX 1:
    SEARCH s USING COVERING INDEX session_by_key (session_key=?)
    ");
}

#[test]
fn no_way_of_searching_prepares_its_statement_again() {
    let told: Vec<Told> = (0..14).chain(0..14).zip(0..).collect();
    let facts: Vec<_> = (0..14)
        .map(|n| SessionFacts {
            key: key(n),
            links: OwnerLinks {
                spawned_by: Some(key(n % 2)),
                ..OwnerLinks::default()
            },
            is_flagged_incognito: false,
        })
        .collect();
    let (_folder, store) = filled(&facts, &told);
    let snapshot = store.snapshot().unwrap();
    for n in 0..2 {
        let owned = OwnedSessions {
            owner: key(n),
            is_children_only: n == 1,
        };
        let scope = SessionScope::of(SessionSet {
            keys: vec![key(n), key(n + 2)],
            owned: Some(owned),
        });
        // Each has its way of searching.
        for max_words in [64, 0] {
            searched(&snapshot, &scope, &query(3 + n), max_words);
        }
        snapshot.awaits_index(&scope).unwrap();
    }
    for sql in [
        NAMED,
        stream::NEWEST_MATCHES,
        filter::KIND_IN_SCOPE,
        AWAITING,
    ] {
        let stmt = snapshot.conn().prepare_cached(sql).unwrap();
        let n = stmt.get_status(StatementStatus::RePrepare);
        assert_eq!(n, 0, "{sql}");
    }
}

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
    let scope = SqlScope::of(scope);
    let within = Within::of(snapshot.conn(), &scope, max_words).unwrap();
    newest::candidates(snapshot.conn(), &within, query).unwrap()
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
        let event = build::message(&format!("m{n}"), role, "alpha");
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
