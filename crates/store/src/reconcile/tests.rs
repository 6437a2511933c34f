//! Steps of reconciliation beside writers and other reconcilers.

use sessions_core::event::{Role, TimestampMs, TranscriptEvent};
use sessions_core::testing::build;

use super::*;
use crate::{AppendRequest, Import, Mark, Masker, SessionSettings, StoreOptions};

fn import(store: &Store, key: &str, id: &str, events: &[TranscriptEvent]) {
    let import = Import {
        key: &key.parse().unwrap(),
        session_id: &id.parse().unwrap(),
        is_current: true,
        settings: &SessionSettings::default(),
        events,
    };
    store.import(&import).unwrap();
}

/// Six messages, ten seconds apart, the first one `start` seconds after the
/// tests' beginning.
fn six(start: i64) -> Vec<TranscriptEvent> {
    (1..=6)
        .map(|n| TranscriptEvent {
            timestamp: TimestampMs(1_780_000_000_000 + (start + 10 * n) * 1_000),
            ..build::message(&format!("m{n}"), Role::User, "alpha")
        })
        .collect()
}

/// A store with an imported session of six messages that awaits indexing.
fn awaiting() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    let store = Store::open(&path, StoreOptions::new(Masker::none())).unwrap();
    import(&store, "agent:main:main", "s1", &six(0));
    (folder, store)
}

/// The same with two more such sessions.
fn three_awaiting() -> (tempfile::TempDir, Store) {
    let (folder, store) = awaiting();
    import(&store, "agent:main:second", "s2", &six(4));
    import(&store, "agent:main:third", "s3", &six(2));
    (folder, store)
}

/// Makes a step up to its write, lets a writer in, and writes it.
fn with_a_writer_between(
    store: &Store,
    max_rows: usize,
    writer: impl FnOnce(&Store),
) -> StepOutcome {
    let budget = StepBudget { max_rows };
    let rows = store.read_step(budget, &SessionScope::Nothing).unwrap();
    let chunks = store.build_step(rows);
    writer(store);
    store.write_step(chunks).unwrap()
}

fn rewind(store: &Store, key: &str) {
    let mark = Mark {
        key: &key.parse().unwrap(),
        session_id: None,
        message_id: &build::id("l1"),
        timestamp: TimestampMs(0),
    };
    store.rewind(&mark, &build::id("m2")).unwrap();
}

fn n_docs(store: &Store) -> i64 {
    let snapshot = store.snapshot().unwrap();
    snapshot
        .conn()
        .query_row(
            "SELECT count(*) FROM doc d JOIN event e ON e.id = d.event
             WHERE d.is_stale = 0 AND e.position IS NOT NULL",
            [],
            |row| row.get(0),
        )
        .unwrap()
}

fn finish(store: &Store) {
    while store.reconcile_step(StepBudget { max_rows: 2 }).unwrap() != StepOutcome::Idle {}
    assert!(
        !store
            .snapshot()
            .unwrap()
            .awaits_index(&SessionScope::Everything)
            .unwrap()
    );
}

#[test]
fn a_step_gives_way_to_what_moved_the_path_meanwhile() {
    let (_folder, store) = awaiting();
    let outcome = with_a_writer_between(&store, 10, |store| rewind(store, "agent:main:main"));
    assert_eq!(outcome, StepOutcome::Overtaken);
    assert_eq!(n_docs(&store), 0);
    finish(&store);
    assert_eq!(n_docs(&store), 2);
}

#[test]
fn a_step_gives_way_to_another_reconciler() {
    let (_folder, store) = awaiting();
    let outcome = with_a_writer_between(&store, 2, |store| {
        store.reconcile_step(StepBudget { max_rows: 3 }).unwrap();
    });
    assert_eq!(outcome, StepOutcome::Overtaken);
    finish(&store);
    assert_eq!(n_docs(&store), 6);
}

#[test]
fn an_append_meanwhile_is_kept_and_found() {
    let (_folder, store) = awaiting();
    let key = "agent:main:main".parse().unwrap();
    let id = "s1".parse().unwrap();
    let event = [build::message("m7", Role::User, "alpha")];
    let outcome = with_a_writer_between(&store, 10, |store| {
        store.append(&AppendRequest::to(&key, &id, &event)).unwrap();
    });
    assert_eq!(outcome, StepOutcome::Worked { n_rows: 6 });
    finish(&store);
    assert_eq!(n_docs(&store), 7);
}

#[test]
fn a_session_that_is_waited_for_comes_first() {
    let (_folder, store) = awaiting();
    let other: sessions_core::key::SessionKey = "agent:main:later".parse().unwrap();
    let event = [build::message("m1", Role::User, "alpha")];
    import(&store, other.as_str(), "s2", &event);
    let first: sessions_core::key::SessionKey = "agent:main:main".parse().unwrap();
    for (waited_for, unwaited) in [(&other, &first), (&first, &other)] {
        store.rebuild_index().unwrap();
        let budget = StepBudget { max_rows: 100 };
        let scope = SessionScope::one(waited_for.clone());
        store.reconcile_step_first(budget, &scope).unwrap();
        let snapshot = store.snapshot().unwrap();
        assert!(!snapshot.awaits_index(&scope).unwrap());
        let unwaited = SessionScope::one(unwaited.clone());
        assert!(snapshot.awaits_index(&unwaited).unwrap());
    }
}

#[test]
fn a_deleted_session_is_not_indexed_again() {
    let (_folder, store) = awaiting();
    let outcome = with_a_writer_between(&store, 10, |store| {
        assert!(store.delete(&"agent:main:main".parse().unwrap()).unwrap());
    });
    assert_eq!(outcome, StepOutcome::Overtaken);
    assert_eq!(n_docs(&store), 0);
}

#[test]
fn a_step_is_filled_from_several_sessions() {
    let (_folder, store) = three_awaiting();
    let step = |max_rows| store.reconcile_step(StepBudget { max_rows }).unwrap();
    assert_eq!(step(14), StepOutcome::Worked { n_rows: 14 });
    assert_eq!(n_docs(&store), 14);
    assert_eq!(store.n_awaiting().unwrap(), 4);
    assert_eq!(step(14), StepOutcome::Worked { n_rows: 4 });
    assert_eq!(step(14), StepOutcome::Idle);
    assert_eq!(n_docs(&store), 18);
}

#[test]
fn a_session_that_moved_is_left_out_of_a_step_and_the_others_are_written() {
    let (_folder, store) = three_awaiting();
    let outcome = with_a_writer_between(&store, 100, |store| {
        rewind(store, "agent:main:second");
        assert!(store.delete(&"agent:main:third".parse().unwrap()).unwrap());
    });
    assert_eq!(outcome, StepOutcome::Worked { n_rows: 6 });
    assert_eq!(n_docs(&store), 6);
    let scope = |key: &str| SessionScope::one(key.parse().unwrap());
    let snapshot = store.snapshot().unwrap();
    assert!(!snapshot.awaits_index(&scope("agent:main:main")).unwrap());
    assert!(snapshot.awaits_index(&scope("agent:main:second")).unwrap());
    drop(snapshot);
    finish(&store);
    assert_eq!(n_docs(&store), 8);
}

#[test]
fn ids_of_a_step_rise_with_its_times() {
    let (_folder, store) = three_awaiting();
    store.reconcile_step(StepBudget::default()).unwrap();
    let snapshot = store.snapshot().unwrap();
    let mut stmt = snapshot
        .conn()
        .prepare("SELECT ts FROM doc ORDER BY id")
        .unwrap();
    let times = stmt.query_map([], |row| row.get(0)).unwrap();
    let times: Vec<i64> = times.collect::<rusqlite::Result<_>>().unwrap();
    assert_eq!(times.len(), 18);
    assert!(times.is_sorted(), "{times:?}");
}

#[test]
fn a_step_takes_fewer_rows_whose_docs_have_to_be_replaced() {
    let (folder, store) = three_awaiting();
    finish(&store);
    drop(store);
    let masker = Masker::new(7, |text| crate::MaskedText {
        text: text.to_owned(),
        masks: Vec::new(),
    });
    let path = folder.path().join("s.sqlite");
    let store = Store::open(&path, StoreOptions::new(masker)).unwrap();
    let step = |max_rows| store.reconcile_step(StepBudget { max_rows }).unwrap();
    assert_eq!(step(12), StepOutcome::Worked { n_rows: 3 });
    // However small a step is, it gets on.
    assert_eq!(step(1), StepOutcome::Worked { n_rows: 1 });
    finish(&store);
    assert_eq!(n_docs(&store), 18);
}

/// Returns how many steps of SQLite's virtual machine the writer takes for the
/// second step of reconciling a session of `n` messages.
fn writer_steps(n: usize) -> u64 {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    let store = Store::open(&path, StoreOptions::new(Masker::none())).unwrap();
    let events: Vec<_> = (0..n)
        .map(|n| build::message(&format!("m{n}"), Role::User, "alpha beta"))
        .collect();
    import(&store, "agent:main:main", "s1", &events);
    let budget = StepBudget { max_rows: 50 };
    store.reconcile_step(budget).unwrap();
    let steps = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&steps);
    let count = move || {
        counter.fetch_add(1, Ordering::Relaxed);
        false
    };
    let watch = |conn: &mut Connection| {
        conn.progress_handler(1, Some(count)).unwrap();
        Ok(())
    };
    store.with_writer(watch).unwrap();
    let outcome = store.reconcile_step(budget).unwrap();
    assert_eq!(outcome, StepOutcome::Worked { n_rows: 50 });
    steps.load(Ordering::Relaxed)
}

#[test]
fn a_step_holds_the_writer_for_the_same_steps_at_any_length() {
    let (few, many) = (writer_steps(150), writer_steps(6_000));
    assert!(
        many <= few + few / 20,
        "{few} steps among 150, {many} among 6,000"
    );
}
