//! Faults at every step of every write: each leaves what was or what should
//! be, never something between, and the store usable (X1, X7, X10).

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use rusqlite::Connection;
use sessions_core::event::{Role, TimestampMs, TranscriptEvent};
use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::reset::ResetPolicy;
use sessions_core::scope::SessionScope;
use sessions_core::testing::build;

use crate::error::Result;
use crate::{
    AppendRequest, CandidateQuery, Import, ListQuery, Mark, Masker, SessionSettings, StepBudget,
    Store, StoreOptions,
};

const ALL: &SessionScope = &SessionScope::Everything;

pub(crate) fn key() -> SessionKey {
    "agent:main:main".parse().unwrap()
}

fn session(text: &str) -> SessionId {
    text.parse().unwrap()
}

fn said(id: &str, text: &str) -> TranscriptEvent {
    build::message(id, Role::User, text)
}

fn options() -> StoreOptions {
    StoreOptions::new(Masker::none()).busy_timeout(Duration::from_millis(300))
}

/// A store to begin with: some turns, a branch, and imports that await their
/// index.
pub(crate) fn template(folder: &Path) -> PathBuf {
    let path = folder.join("template.sqlite");
    let store = Store::open(&path, options()).unwrap();
    let events: Vec<_> = (1..=6)
        .map(|n| said(&format!("m{n}"), "alpha beta"))
        .collect();
    store
        .append(&AppendRequest::to(&key(), &session("s1"), &events))
        .unwrap();
    rewind(&store, "l0", "m4").unwrap();
    for n in 0..3 {
        let mut import = import_of(3);
        if 0 < n {
            import.key = format!("agent:main:imported-{n}").parse().unwrap();
            import.id = session(&format!("i1-{n}"));
        }
        store.import(&import.request()).unwrap();
    }
    store.checkpoint().unwrap();
    path
}

fn mark<'a>(key: &'a SessionKey, id: &'a MessageId) -> Mark<'a> {
    Mark {
        key,
        session_id: None,
        message_id: id,
        timestamp: TimestampMs(1_780_000_000_000),
    }
}

fn rewind(store: &Store, id: &str, target: &str) -> Result<()> {
    let (key, id) = (key(), build::id(id));
    store.rewind(&mark(&key, &id), &build::id(target)).map(drop)
}

struct Imports {
    key: SessionKey,
    id: SessionId,
    settings: SessionSettings,
    events: Vec<TranscriptEvent>,
}

fn import_of(n: usize) -> Imports {
    Imports {
        key: "agent:main:imported".parse().unwrap(),
        id: session("i1"),
        settings: SessionSettings::default(),
        events: (1..=n)
            .map(|n| said(&format!("i{n}"), "alpha gamma"))
            .collect(),
    }
}

impl Imports {
    fn request(&self) -> Import<'_> {
        Import {
            key: &self.key,
            session_id: &self.id,
            is_current: true,
            settings: &self.settings,
            events: &self.events,
        }
    }
}

/// A write, with a number that makes its ids its own.
pub(crate) type Operation = (&'static str, fn(&Store, usize) -> Result<()>);

/// Every kind of write.
pub(crate) const OPERATIONS: [Operation; 11] = [
    ("append", |store, n| {
        let event = [said(&format!("a{n}"), "alpha delta")];
        store
            .append(&AppendRequest::to(&key(), &session("s1"), &event))
            .map(drop)
    }),
    ("append of many", |store, n| {
        let events: Vec<_> = (0..20)
            .map(|at| said(&format!("b{n}-{at}"), "alpha delta"))
            .collect();
        store
            .append(&AppendRequest::to(&key(), &session("s1"), &events))
            .map(drop)
    }),
    ("reset", |store, n| {
        let (key, id) = (key(), build::id(&format!("r{n}")));
        store
            .reset(&mark(&key, &id), ResetPolicy::PreserveTail)
            .map(drop)
    }),
    ("rewind", |store, n| rewind(store, &format!("l{n}"), "m2")),
    ("return to a branch", |store, n| {
        rewind(store, &format!("k{n}"), "m6")
    }),
    ("rollover", |store, n| {
        store.rollover(&key(), &session(&format!("o{n}")))
    }),
    ("fork", |store, n| {
        store.fork(&key(), &session(&format!("f{n}")), &build::id("m3"))
    }),
    ("import", |store, n| {
        store.import(&import_of(n + 4).request()).map(drop)
    }),
    ("reconcile", |store, _| {
        store.reconcile_step(StepBudget { max_rows: 2 }).map(drop)
    }),
    ("reconcile several sessions", |store, _| {
        store.reconcile_step(StepBudget::default()).map(drop)
    }),
    ("delete", |store, _| store.delete(&key()).map(drop)),
];

/// Everything that reads and searches show; and the index is sound and holds
/// the words of docs alone.
fn everything(store: &Store) -> Vec<String> {
    let snapshot = store.snapshot().unwrap();
    let list = ListQuery {
        kinds: &[],
        include_archived: true,
        limit: 100,
    };
    let mut shown = Vec::new();
    for listed in snapshot.list(ALL, &list).unwrap() {
        let generation = snapshot
            .generation(&listed.session_key, None)
            .unwrap()
            .unwrap();
        let newest = HistoryWindow::Newest { offset: Some(0) };
        let page = snapshot
            .history(&generation, &newest, RowLimit::default(), true)
            .unwrap();
        shown.extend(page.rows.iter().map(|row| {
            let id = generation.session_id();
            format!(
                "{} {id} {} {:?}",
                listed.session_key, row.message_id, row.position
            )
        }));
    }
    for words in ["alpha", "delta", "gamma"] {
        let expression = format!("body : (\"{words}\")");
        let query = CandidateQuery::new(&expression, 1_000);
        let found = snapshot.search(ALL, &query).unwrap();
        let found = found.rows.iter().map(|row| {
            format!(
                "{words} in {} {}",
                row.place.session_id, row.place.message_id
            )
        });
        shown.extend(found);
    }
    drop(snapshot);
    assert!(store.check().unwrap().iter().all(|it| !it.is_damage()));
    shown
}

pub(crate) fn reconcile(store: &Store) {
    let budget = StepBudget { max_rows: 2 };
    while store.reconcile_step(budget).unwrap() != crate::StepOutcome::Idle {}
}

/// Runs on the writer's connection.
pub(crate) fn on_writer(store: &Store, f: impl FnOnce(&Connection)) {
    store
        .with_writer(|conn| {
            f(conn);
            Ok(())
        })
        .unwrap();
}

/// Interrupts the `at`-th step of the virtual machine, once, and counts steps.
fn interrupt_at(store: &Store, at: usize) -> Arc<AtomicUsize> {
    let steps = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&steps);
    on_writer(store, |conn| {
        let fire = move || counter.fetch_add(1, Ordering::Relaxed) == at;
        conn.progress_handler(1, Some(fire)).unwrap();
    });
    steps
}

fn disarm(store: &Store) {
    on_writer(store, |conn| {
        conn.progress_handler(0, None::<fn() -> bool>).unwrap();
        assert!(conn.is_autocommit(), "a transaction is left open");
    });
}

/// Opens a copy of the template under a name.
pub(crate) fn copy(template: &Path, name: &str) -> Store {
    let path = template.with_file_name(name);
    fs::copy(template, &path).unwrap();
    Store::open(&path, options()).unwrap()
}

/// What a store shows before and after an operation, once reconciled.
fn before_and_after(template: &Path, operation: &Operation) -> [Vec<String>; 2] {
    let store = copy(template, "plain.sqlite");
    let before = everything(&store);
    operation.1(&store, 1).unwrap();
    let after = everything(&store);
    drop(store);
    [before, after]
}

#[test]
fn an_interrupt_at_any_step_leaves_what_was_or_what_should_be() {
    let folder = tempfile::tempdir().unwrap();
    let template = template(folder.path());
    for operation in &OPERATIONS {
        let name = operation.0;
        let [before, after] = before_and_after(&template, operation);
        let store = copy(&template, "counted.sqlite");
        let steps = interrupt_at(&store, usize::MAX);
        operation.1(&store, 1).unwrap();
        disarm(&store);
        let n_steps = steps.load(Ordering::Relaxed);
        drop(store);
        // A prime stride meets every kind of statement; all steps take minutes.
        for at in (0..n_steps).step_by(23.max(n_steps / 60)) {
            let store = copy(&template, "faulty.sqlite");
            interrupt_at(&store, at);
            let outcome = operation.1(&store, 1);
            disarm(&store);
            let shown = everything(&store);
            assert!(
                shown == before || shown == after,
                "{name}, step {at}: between"
            );
            assert!(
                outcome.is_err() || shown == after,
                "{name}, step {at}: lost"
            );
            // Again: done now, or refused because it was done. A step that was
            // done although it says that it failed would go on with the next rows.
            if shown == before || !name.starts_with("reconcile") {
                let again = operation.1(&store, 1);
                assert!(
                    again.is_ok() || shown == after,
                    "{name}, step {at}: {again:?}"
                );
                assert_eq!(everything(&store), after, "{name}, step {at}: again");
            }
            reconcile(&store);
        }
    }
}

#[test]
fn an_append_takes_the_same_steps_at_any_length() {
    let steps_among = |n: usize| {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("s.sqlite"), options()).unwrap();
        let import = Imports {
            key: key(),
            ..import_of(n)
        };
        store.import(&import.request()).unwrap();
        let steps = interrupt_at(&store, usize::MAX);
        let event = [said("m9", "alpha delta")];
        store
            .append(&AppendRequest::to(&key(), &session("i1"), &event))
            .unwrap();
        disarm(&store);
        steps.load(Ordering::Relaxed)
    };
    let (few, many) = (steps_among(1_000), steps_among(20_000));
    assert!(
        many <= few + few / 20,
        "{few} steps among 1,000, {many} among 20,000"
    );
}

#[test]
fn a_refused_commit_leaves_what_was() {
    let folder = tempfile::tempdir().unwrap();
    let template = template(folder.path());
    for operation in &OPERATIONS {
        let [before, after] = before_and_after(&template, operation);
        let store = copy(&template, "faulty.sqlite");
        on_writer(&store, |conn| {
            conn.commit_hook(Some(|| true)).unwrap();
        });
        assert!(operation.1(&store, 1).is_err(), "{}", operation.0);
        on_writer(&store, |conn| {
            conn.commit_hook(None::<fn() -> bool>).unwrap();
        });
        disarm(&store);
        assert_eq!(everything(&store), before, "{}", operation.0);
        operation.1(&store, 1).unwrap();
        assert_eq!(everything(&store), after, "{}", operation.0);
    }
}

#[test]
fn a_full_disk_leaves_what_was_and_the_store_usable() {
    let folder = tempfile::tempdir().unwrap();
    let store = copy(&template(folder.path()), "full.sqlite");
    let before = everything(&store);
    on_writer(&store, |conn| {
        let n: i64 = conn
            .pragma_query_value(None, "page_count", |row| row.get(0))
            .unwrap();
        conn.pragma_update(None, "max_page_count", n).unwrap();
    });
    let large = [said("big", &"word ".repeat(60_000))];
    let append = |store: &Store| {
        store
            .append(&AppendRequest::to(&key(), &session("s1"), &large))
            .map(drop)
    };
    let err = append(&store).unwrap_err();
    assert!(!err.is_busy() && !err.is_corrupt(), "{err:?}");
    assert!(err.is_full(), "{err:?}");
    assert_eq!(everything(&store), before);
    on_writer(&store, |conn| {
        conn.pragma_update(None, "max_page_count", 1_000_000)
            .unwrap();
    });
    append(&store).unwrap();
    assert!(before.len() < everything(&store).len());
}

#[test]
fn a_writer_that_is_kept_waiting_gets_a_typed_error_and_readers_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let template = template(folder.path());
    for operation in &OPERATIONS {
        let store = copy(&template, "busy.sqlite");
        let before = everything(&store);
        let other = crate::connection::open_unpooled(store.path(), &options()).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let err = operation.1(&store, 1).unwrap_err();
        assert!(err.is_busy(), "{}: {err:?}", operation.0);
        let snapshot = store.snapshot().unwrap();
        assert!(snapshot.facts(&key()).unwrap().is_some());
        drop(snapshot);
        other.execute_batch("ROLLBACK").unwrap();
        assert_eq!(everything(&store), before, "{}", operation.0);
        operation.1(&store, 1).unwrap();
    }
}

/// What goes wrong during a write.
#[derive(Clone, Copy, Debug)]
enum Fault {
    None,
    Interrupt(usize),
    RefusedCommit,
    FullDisk,
    Busy,
    Reopen,
}

fn any_fault() -> impl Strategy<Value = Fault> {
    prop_oneof![
        3 => Just(Fault::None),
        4 => (0..4_000_usize).prop_map(Fault::Interrupt),
        1 => Just(Fault::RefusedCommit),
        1 => Just(Fault::FullDisk),
        1 => Just(Fault::Busy),
        1 => Just(Fault::Reopen),
    ]
}

/// Runs a write while something goes wrong.
fn with_fault(store: &mut Store, fault: Fault, f: impl FnOnce(&Store) -> Result<()>) -> Result<()> {
    match fault {
        Fault::None => f(store),
        Fault::Interrupt(at) => {
            interrupt_at(store, at);
            let outcome = f(store);
            disarm(store);
            outcome
        }
        Fault::RefusedCommit => {
            on_writer(store, |conn| {
                conn.commit_hook(Some(|| true)).unwrap();
            });
            let outcome = f(store);
            on_writer(store, |conn| {
                conn.commit_hook(None::<fn() -> bool>).unwrap();
            });
            outcome
        }
        Fault::FullDisk => {
            on_writer(store, |conn| {
                let n: i64 = conn
                    .pragma_query_value(None, "page_count", |row| row.get(0))
                    .unwrap();
                conn.pragma_update(None, "max_page_count", n).unwrap();
            });
            let outcome = f(store);
            on_writer(store, |conn| {
                conn.pragma_update(None, "max_page_count", 1_000_000)
                    .unwrap();
            });
            outcome
        }
        Fault::Busy => {
            let other = crate::connection::open_unpooled(store.path(), &options()).unwrap();
            other.execute_batch("BEGIN IMMEDIATE").unwrap();
            let outcome = f(store);
            drop(other);
            outcome
        }
        Fault::Reopen => {
            let path = store.path().to_owned();
            *store = Store::open(&path, options()).unwrap();
            f(store)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn runs_with_faults_end_as_runs_without(
        steps in proptest::collection::vec((0..OPERATIONS.len(), any_fault()), 1..9),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let template = template(folder.path());
        let mut faulty = copy(&template, "faulty.sqlite");
        let plain = copy(&template, "plain.sqlite");
        for (n, (at, fault)) in steps.into_iter().enumerate() {
            let (name, operation) = OPERATIONS[at];
            let before = everything(&faulty);
            let expected = operation(&plain, n);
            let after = everything(&plain);
            let outcome = with_fault(&mut faulty, fault, |store| operation(store, n));
            let shown = everything(&faulty);
            prop_assert!(shown == before || shown == after, "{name} under {fault:?}: between");
            let is_done = shown == after && name.starts_with("reconcile");
            if outcome.is_err() && expected.is_ok() && !is_done {
                let again = operation(&faulty, n);
                prop_assert!(again.is_ok() || shown == after, "{name} again: {again:?}");
            }
            prop_assert_eq!(everything(&faulty), after, "{} under {:?}", name, fault);
        }
    }
}
