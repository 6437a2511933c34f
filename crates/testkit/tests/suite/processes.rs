//! Two processes that write to one database while threads of a third read it
//! (X7): nothing acknowledged is lost, nobody sees half an append, and nobody
//! waits without end.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::id::MessageId;
use sessions_core::key::SessionKey;
use sessions_core::query::Query;
use sessions_core::scope::{SessionScope, SessionSet};
use sessions_core::testing::model::ModelStore;
use sessions_core::testing::steps::keys;
use sessions_store::{
    AppendRequest, CandidateQuery, Masker, Snapshot, StepBudget, StepOutcome, Store, StoreOptions,
};
use sessions_testkit::{
    Act, BATCH, Disagreement, Outcome, Report, Run, batch, batch_of, batch_word, compare, health,
    shared,
};

use crate::settings::{first_seed, number};
use crate::worker::{Work, Worker};

const NAMES: [&str; 2] = ["b", "c"];
const READERS: usize = 3;

/// Rows that a reader looks at: whole batches, if there are only such.
const ROWS: usize = 60 * BATCH;

fn open(path: &Path) -> Store {
    Store::open(path, StoreOptions::new(Masker::none())).unwrap()
}

/// Returns the ids that `words` find in the shared session, newest first, and
/// whether there are more.
fn found(
    snapshot: &Snapshot<'_>,
    words: &str,
    max_candidates: usize,
) -> Result<(Vec<MessageId>, bool), Disagreement> {
    let query = Query::parse(words).unwrap();
    let expression = query.fts_expression().unwrap();
    let asked = CandidateQuery::new(&expression, max_candidates);
    let found = snapshot.search(&SessionScope::one(shared().key), &asked)?;
    let ids = found.rows.into_iter().map(|row| row.place.message_id);
    Ok((ids.collect(), found.has_more))
}

/// Fails unless every batch among the ids is whole and in one piece; the last
/// one may be cut off if `is_cut`.
fn are_whole(ids: &[MessageId], is_cut: bool, at: &str) -> Result<(), Disagreement> {
    let batches: Vec<_> = ids.chunk_by(|a, b| batch_of(a) == batch_of(b)).collect();
    let n_whole = batches.len() - usize::from(is_cut && !batches.is_empty());
    match batches.iter().take(n_whole).find(|it| it.len() != BATCH) {
        None => Ok(()),
        Some(half) => Err(Disagreement(format!(
            "{at}: half a batch is seen: {half:?}"
        ))),
    }
}

/// Reads once, under one snapshot, and returns how many rows the shared
/// session has.
fn read(store: &Store) -> Result<u64, Disagreement> {
    let shared = shared();
    let snapshot = store.snapshot()?;
    let Some(generation) = snapshot.generation(&shared.key, None)? else {
        return Ok(0);
    };
    let window = HistoryWindow::Newest { offset: Some(0) };
    let limit = RowLimit::try_from(u64::try_from(ROWS).unwrap()).unwrap();
    let page = snapshot.history(&generation, &window, limit, true)?;
    let ids: Vec<_> = page.rows.into_iter().map(|row| row.message_id).collect();
    are_whole(&ids, false, "history")?;
    let (hits, is_cut) = found(&snapshot, "shared", ROWS)?;
    are_whole(&hits, is_cut, "search")?;
    // What is stored is found, in the same snapshot (X1).
    if let Some((name, n)) = ids.last().and_then(batch_of) {
        let (hits, _) = found(&snapshot, &batch_word(&name, n), ROWS)?;
        are_whole(&hits, false, "search of the newest")?;
        if hits.is_empty() {
            return Err(Disagreement(format!("batch {n} of {name} is not found")));
        }
    }
    Ok(page.total.unwrap_or_default())
}

/// Reads until the writers have ended and returns how often.
fn read_on(store: &Store, has_ended: &AtomicBool) -> Result<u64, Disagreement> {
    let (mut n_reads, mut n_rows) = (0, 0);
    loop {
        let is_last = has_ended.load(Ordering::Acquire);
        let n_now = read(store)?;
        if n_now < n_rows {
            return Err(Disagreement(format!("{n_rows} rows became {n_now}")));
        }
        (n_reads, n_rows) = (n_reads + 1, n_now);
        if is_last {
            return Ok(n_reads);
        }
    }
}

/// What a writer acknowledged.
#[derive(Default)]
struct Written {
    /// The outcomes of its own acts and of its batches, by number.
    acts: BTreeMap<u64, Vec<(String, Outcome)>>,
    /// The acts that met the busy error, each as often as it did.
    busy: Vec<String>,
    failed: Option<String>,
}

impl Written {
    fn by(worker: Worker) -> Self {
        let mut written = Self::default();
        let has_succeeded = worker.finish(|report| match report {
            Report::Ready => {}
            Report::Busy { n, did } => written.busy.push(format!("{n} {did}")),
            Report::Failed { n, why } => written.failed = Some(format!("act {n}: {why}")),
            Report::Done(line) => {
                let acts = written.acts.entry(line.n).or_default();
                acts.push((line.did, line.outcome));
            }
        });
        if !has_succeeded && written.failed.is_none() {
            written.failed = Some("the worker ended without a word".to_owned());
        }
        written
    }
}

/// Returns the model of the sessions that a writer has for itself, and their
/// keys.
fn own_sessions(name: &str, seed: u64, count: u64) -> (ModelStore, Vec<SessionKey>) {
    let mut run = Run::random(seed);
    let mut model = ModelStore::new();
    for _ in 0..count {
        let (act, _) = run.next_act().unwrap();
        act.renamed(name).apply(&mut model);
    }
    let keys = keys().into_iter().map(|key| Act::key_under(&key, name));
    (model, keys.collect())
}

#[test]
fn two_processes_lose_nothing_and_readers_see_whole_appends() {
    let count = number("SESSIONS_OPERATIONS", 1_500);
    let seed = first_seed();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.sqlite");
    let store = open(&path);
    let has_ended = AtomicBool::new(false);
    let (written, n_reads) = thread::scope(|scope| {
        let readers: Vec<_> = (0..READERS)
            .map(|_| scope.spawn(|| read_on(&store, &has_ended)))
            .collect();
        let writers = NAMES.map(|name| {
            let work = Work::Shared { name, seed };
            let worker = Worker::start(&path, false, work, count);
            scope.spawn(|| Written::by(worker))
        });
        let written = writers.map(|it| it.join().unwrap());
        has_ended.store(true, Ordering::Release);
        let n_reads = readers.into_iter().map(|it| it.join().unwrap());
        (written, n_reads.collect::<Result<Vec<_>, _>>())
    });
    for (name, written) in NAMES.iter().zip(&written) {
        assert_eq!(written.failed, None, "{name}, seed {seed}");
        let busy = &written.busy;
        assert!(busy.is_empty(), "{name} waited in vain: {busy:?}");
        assert_eq!(u64::try_from(written.acts.len()).unwrap(), count);
        let batches = written.acts.values().map(|acts| &acts[1..]);
        let is_new = |it: &[(String, Outcome)]| matches!(it, [(did, Outcome::Changed)] if did == "append a batch");
        assert!(batches.into_iter().all(is_new), "{name}");
    }
    let n_reads = n_reads.unwrap_or_else(|it| panic!("seed {seed}: a reader: {it}"));
    assert!(n_reads.iter().all(|n| 0 < *n));

    while store.reconcile_step(StepBudget::default()).unwrap() != StepOutcome::Idle {}
    health::check(&path).unwrap();
    let snapshot = store.snapshot().unwrap();
    let all_batches: BTreeSet<_> = NAMES
        .iter()
        .flat_map(|name| (0..count).flat_map(|n| batch(name, n)))
        .map(|event| event.id)
        .collect();
    let n_all = all_batches.len();
    let (hits, _) = found(&snapshot, "shared", n_all + 1).unwrap();
    assert_eq!(hits.len(), n_all);
    assert_eq!(BTreeSet::from_iter(hits), all_batches);
    for name in NAMES {
        let (model, keys) = own_sessions(name, seed, count);
        compare::reads(&snapshot, &model, &keys).unwrap();
        let set = SessionSet { keys, owned: None };
        let scope = SessionScope::of(set);
        compare::searches(&snapshot, &model, &scope, &compare::WORDS).unwrap();
    }
}

#[test]
fn a_writer_that_another_process_keeps_waiting_gets_the_busy_error_and_can_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.sqlite");
    let reader = open(&path);
    assert_eq!(read(&reader).unwrap(), 0);
    let options = StoreOptions::new(Masker::none()).busy_timeout(Duration::from_millis(20));
    let store = Store::open(&path, options).unwrap();
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let other = Connection::open_with_flags(&path, flags).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let shared = shared();
    let events = batch("b", 0);
    let request = AppendRequest::to(&shared.key, &shared.session_id, &events);
    let refused = store.append(&request).unwrap_err();
    assert!(refused.is_busy(), "{refused:?}");
    // A reader is not kept waiting, and sees nothing of it.
    assert_eq!(read(&reader).unwrap(), 0);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(store.append(&request).unwrap().n_new, BATCH);
    assert_eq!(read(&reader).unwrap(), 3);
}
