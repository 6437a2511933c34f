//! Plans of statements: what they go by, and that none is made twice.

use rusqlite::StatementStatus;

use super::*;
use crate::index_state::AWAITING;
use crate::path::SqlPath;
use crate::scope::NAMED;

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
    SCAN f VIRTUAL TABLE INDEX 192:M2><
    SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
    ");
    insta::assert_snapshot!(plan(snapshot.conn(), stream::NEWEST_DOCS), @"SEARCH d USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
    insta::assert_snapshot!(plan(snapshot.conn(), stream::DOC_FROM), @"SEARCH doc USING INTEGER PRIMARY KEY (rowid>?)");
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
#[expect(clippy::disallowed_methods, reason = "statistics are made by hand")]
fn statistics_of_a_small_database_do_not_turn_a_search_around() {
    let facts = [SessionFacts {
        key: key(0),
        links: OwnerLinks::default(),
        is_flagged_incognito: false,
    }];
    let told: Vec<Told> = (0..40).map(|minute| (0, minute)).collect();
    let (folder, store) = filled(&facts, &told);
    let conn = Connection::open(folder.path().join("s.sqlite")).unwrap();
    conn.execute_batch("ANALYZE").unwrap();
    let snapshot = store.snapshot().unwrap();
    let plan = plan(snapshot.conn(), stream::NEWEST_MATCHES);
    // The index first, each doc by its id then.
    assert!(plan.starts_with("SCAN f VIRTUAL TABLE"), "{plan}");
    assert!(!plan.contains("SORT"), "{plan}");
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
