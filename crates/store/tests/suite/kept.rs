//! A small database of each schema is kept, and opens with nothing lost (X8).
//!
//! After a new migration, or a change of one that is not released yet,
//!
//! ```text
//! cargo nextest run -p sessions-store --run-ignored only -E 'test(keep_a_database)'
//! ```
//!
//! keeps one of the schema of today. Those of released schemas never change.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};
use sessions_core::event::Role;
use sessions_core::query::Query;
use sessions_core::reset::ResetPolicy;
use sessions_core::scope::SessionScope;
use sessions_store::{AppendRequest, Masker, StepBudget, StepOutcome, Store, StoreOptions};

use crate::support::{TestStore, everything, found_in, key, mark, message, said, session};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/kept")
}

/// Every kind of thing that a database holds, the same each time.
fn filled() -> TestStore {
    let store = TestStore::new();
    let main = key("agent:main:main");
    for n in 0..12_i64 {
        let role = match n % 3 {
            0 => Role::User,
            1 => Role::Assistant,
            _ => Role::Tool,
        };
        let event = said(
            &format!("m{n}"),
            role,
            &format!("alpha word{n} 午后 été"),
            n,
        );
        store.put(&main, &[event]).unwrap();
    }
    store
        .rewind(&mark(&main, &message("l1")), &message("m7"))
        .unwrap();
    store
        .reset(&mark(&main, &message("r1")), ResetPolicy::PreserveTail)
        .unwrap();
    store
        .put(&main, &[said("n1", Role::User, "beta after the reset", 20)])
        .unwrap();
    store.rollover(&main, &session("second")).unwrap();
    let later = [said("o1", Role::User, "gamma in the second generation", 30)];
    store
        .append(&AppendRequest::to(&main, &session("second"), &later))
        .unwrap();
    let group = key("agent:main:slack:channel:c1");
    store
        .put(
            &group,
            &[said("g1", Role::Assistant, "delta in a group", 5)],
        )
        .unwrap();
    let gone = key("agent:main:explicit:gone");
    store
        .put(&gone, &[said("x1", Role::User, "deleted words", 6)])
        .unwrap();
    assert!(store.delete(&gone).unwrap());
    store
}

/// Returns the number of a database's schema, and the schema.
fn schema(path: &Path) -> (i64, Vec<String>) {
    let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let number = conn
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    let sql = "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND sql IS NOT NULL
               ORDER BY name";
    let mut stmt = conn.prepare(sql).unwrap();
    let lines = stmt.query_map([], |row| row.get(0)).unwrap();
    (number, lines.map(|line| line.unwrap()).collect())
}

fn kept(number: i64) -> PathBuf {
    folder().join(format!("schema-{number:04}.sqlite"))
}

/// Returns what some words find.
fn found(store: &Store) -> Vec<Vec<String>> {
    let find = |words| {
        found_in(
            store,
            &SessionScope::Everything,
            &Query::parse(words).unwrap(),
            99,
        )
    };
    ["alpha", "午", "ete", "beta", "gamma", "delta", "deleted"]
        .map(find)
        .into()
}

#[test]
fn a_kept_database_of_each_schema_opens_with_nothing_lost() {
    let today = filled();
    let (newest, _) = schema(today.path());
    for number in 1..=newest {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("x.sqlite");
        fs::copy(kept(number), &path).unwrap();
        assert_eq!(schema(&path).0, number);
        let store = Store::open(&path, StoreOptions::new(Masker::none())).unwrap();
        // Docs of another form are made anew.
        while store.reconcile_step(StepBudget::default()).unwrap() != StepOutcome::Idle {}
        assert_eq!(store.check().unwrap(), [], "schema {number}");
        assert_eq!(everything(&store), everything(&today), "schema {number}");
        assert_eq!(found(&store), found(&today), "schema {number}");
        assert_eq!(
            schema(&path),
            schema(today.path()),
            "migrated from {number}"
        );
        // And it goes on.
        let main = key("agent:main:main");
        let event = [said("p1", Role::User, "epsilon", 40)];
        let id = session("second");
        let request = AppendRequest::to(&main, &id, &event);
        assert_eq!(store.append(&request).unwrap().n_new, 1);
        assert_eq!(store.check().unwrap(), []);
    }
}

#[test]
fn the_newest_kept_database_has_the_schema_of_today() {
    let today = schema(filled().path());
    let (number, _) = today;
    assert!(schema(&kept(number)) == today, "see the top of this file");
}

#[test]
#[ignore = "writes the kept database of today's schema"]
fn keep_a_database_of_the_schema_of_today() {
    let store = filled();
    store.checkpoint().unwrap();
    let (number, _) = schema(store.path());
    let path = kept(number);
    drop(fs::remove_file(&path));
    store.backup(&path).unwrap();
}
