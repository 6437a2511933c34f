//! A warm connection compiles no statement: each is prepared once and kept.
//!
//! SQLite compiles a statement anew where it planned by a bound value, as it
//! does behind a bare `LIMIT ?`. That costs more than most statements do, and
//! shows in no plan and no count of steps.

use std::collections::BTreeSet;
use std::mem;
use std::sync::{Arc, Mutex};

use rusqlite::Connection;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::scope::{OwnedSessions, SessionScope, SessionSet};

use crate::faults::{OPERATIONS, copy, key, on_writer, reconcile, template};
use crate::read::Snapshot;
use crate::{CandidateQuery, ListQuery};

/// What a connection compiled, as it was asked for leave: tables that are read
/// and changed. The ends of transactions are not counted.
#[derive(Clone, Default)]
struct Compiled(Arc<Mutex<BTreeSet<String>>>);

impl Compiled {
    fn watch(&self, conn: &Connection) {
        let seen = Arc::clone(&self.0);
        let note = move |asked: AuthContext<'_>| {
            if !matches!(asked.action, AuthAction::Transaction { .. }) {
                seen.lock().unwrap().insert(format!("{:?}", asked.action));
            }
            Authorization::Allow
        };
        conn.authorizer(Some(note)).unwrap();
    }

    fn take(&self) -> BTreeSet<String> {
        mem::take(&mut *self.0.lock().unwrap())
    }
}

#[test]
fn a_warm_writer_compiles_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = copy(&template(folder.path()), "warm.sqlite");
    let compiled = Compiled::default();
    on_writer(&store, |conn| compiled.watch(conn));
    for n in 0..4 {
        for (name, operation) in OPERATIONS {
            // What is deleted cannot be rewound.
            operation(&store, n).ok();
            let compiled = compiled.take();
            assert!(n < 2 || compiled.is_empty(), "{name}: {compiled:#?}");
        }
        reconcile(&store);
        compiled.take();
    }
}

#[test]
fn a_warm_reader_compiles_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = copy(&template(folder.path()), "warm.sqlite");
    let compiled = Compiled::default();
    compiled.watch(store.snapshot().unwrap().conn());
    let scopes = |n: usize| {
        let owned = OwnedSessions {
            owner: key(),
            is_children_only: n.is_multiple_of(2),
        };
        let keys = vec![key(), format!("agent:main:n{n}").parse().unwrap()];
        let of = |owned| SessionSet {
            keys: keys.clone(),
            owned,
        };
        [
            SessionScope::Everything,
            SessionScope::Nothing,
            SessionScope::Of(of(None)),
            SessionScope::Of(of(Some(owned))),
        ]
    };
    for n in 0..4 {
        let snapshot = store.snapshot().unwrap();
        for scope in scopes(n) {
            read_all(&snapshot, &scope, n);
        }
        let compiled = compiled.take();
        assert!(n < 2 || compiled.is_empty(), "{compiled:#?}");
    }
}

/// Reads by every way there is, with values of their own for each `n`.
fn read_all(snapshot: &Snapshot<'_>, scope: &SessionScope, n: usize) {
    snapshot.facts(&key()).unwrap();
    let generation = snapshot.generation(&key(), None).unwrap().unwrap();
    for window in [
        HistoryWindow::Newest { offset: None },
        HistoryWindow::Newest {
            offset: Some(n as u64),
        },
        HistoryWindow::Around("m3".parse().unwrap()),
    ] {
        let limit = RowLimit::try_from(n as u64 + 1).unwrap();
        snapshot
            .history(&generation, &window, limit, n.is_multiple_of(2))
            .unwrap();
    }
    let query = CandidateQuery::new("body : (\"alpha\")", n + 1);
    snapshot.search(scope, &query).unwrap();
    snapshot.awaits_index(scope).unwrap();
    let list = ListQuery {
        kinds: &[],
        include_archived: true,
        limit: n + 1,
    };
    snapshot.list(scope, &list).unwrap();
}
