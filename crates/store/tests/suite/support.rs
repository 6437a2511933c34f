//! A store in a temporary folder, and short words for what tests do with it.

use std::ops::Deref;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use sessions_core::event::{Role, TimestampMs, TranscriptEvent};
use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::query::Query;
use sessions_core::scope::SessionScope;
use sessions_store::{
    AppendRequest, Appended, CandidateQuery, HistoryPage, ListQuery, Mark, Masker, StepBudget,
    StepOutcome, Store, StoreError, StoreOptions,
};
use tempfile::TempDir;

/// A store and the folder that goes with it.
pub(crate) struct TestStore {
    store: Store,
    folder: TempDir,
}

impl Deref for TestStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

pub(crate) fn key(text: &str) -> SessionKey {
    text.parse().unwrap()
}

pub(crate) fn session(text: &str) -> SessionId {
    text.parse().unwrap()
}

pub(crate) fn message(text: &str) -> MessageId {
    text.parse().unwrap()
}

/// Returns all that the views of a store show.
pub(crate) fn everything(store: &Store) -> Vec<String> {
    let snapshot = store.snapshot().unwrap();
    let list = ListQuery {
        kinds: &[],
        include_archived: true,
        limit: 100,
    };
    let mut shown = Vec::new();
    for session in snapshot.list(&SessionScope::Everything, &list).unwrap() {
        let key = &session.session_key;
        let generation = snapshot.generation(key, None).unwrap().unwrap();
        let newest = HistoryWindow::Newest { offset: Some(0) };
        let page = snapshot
            .history(&generation, &newest, RowLimit::default(), true)
            .unwrap();
        let rows = page
            .rows
            .iter()
            .map(|row| format!("{key} {} {:?} {:?}", row.message_id, row.position, row.text));
        shown.extend(rows);
    }
    shown
}

/// Returns the ids of the newest messages that a query finds in a store.
pub(crate) fn found_in(
    store: &Store,
    scope: &SessionScope,
    query: &Query,
    max_candidates: usize,
) -> Vec<String> {
    let expression = query.fts_expression().unwrap();
    let asked = CandidateQuery::new(&expression, max_candidates);
    let snapshot = store.snapshot().unwrap();
    let found = snapshot.search(scope, &asked).unwrap();
    let ids = found
        .rows
        .iter()
        .map(|row| row.place.message_id.to_string());
    ids.collect()
}

impl TestStore {
    pub(crate) fn new() -> Self {
        Self::masked(Masker::none())
    }

    pub(crate) fn masked(masker: Masker) -> Self {
        Self::with(StoreOptions::new(masker))
    }

    /// A store that waits for nobody for long.
    pub(crate) fn impatient() -> Self {
        let options = StoreOptions::new(Masker::none());
        Self::with(options.busy_timeout(Duration::from_millis(250)))
    }

    fn with(options: StoreOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agents/main/sessions.sqlite");
        let store = Store::open(&path, options).unwrap();
        Self { store, folder }
    }

    /// Closes the store and opens it again, maybe under other rules.
    pub(crate) fn reopened(self, masker: Masker) -> Self {
        let path = self.store.path().to_owned();
        drop(self.store);
        let store = Store::open(&path, StoreOptions::new(masker)).unwrap();
        Self {
            store,
            folder: self.folder,
        }
    }

    /// Opens the same database as another process would.
    pub(crate) fn reader_under(&self, masker: Masker) -> Store {
        Store::open_existing(self.path(), StoreOptions::new(masker))
            .unwrap()
            .unwrap()
    }

    pub(crate) fn put(
        &self,
        key: &SessionKey,
        events: &[TranscriptEvent],
    ) -> Result<Appended, StoreError> {
        self.append(&AppendRequest::to(
            key,
            &session(&format!("{key}-1")),
            events,
        ))
    }

    /// Returns the ids that a read shows.
    pub(crate) fn read(&self, key: &SessionKey, window: &HistoryWindow, limit: u64) -> HistoryPage {
        let snapshot = self.snapshot().unwrap();
        let generation = snapshot.generation(key, None).unwrap().unwrap();
        let limit = RowLimit::try_from(limit).unwrap();
        snapshot.history(&generation, window, limit, true).unwrap()
    }

    /// Returns the ids of the messages that hold the words, newest first.
    pub(crate) fn found(&self, scope: &SessionScope, words: &str) -> Vec<String> {
        self.newest(scope, words, 100)
    }

    /// Returns the ids of the newest messages that hold the words.
    pub(crate) fn newest(
        &self,
        scope: &SessionScope,
        words: &str,
        max_candidates: usize,
    ) -> Vec<String> {
        self.found_by(scope, &Query::parse(words).unwrap(), max_candidates)
    }

    /// Returns the ids of the newest messages that a query finds.
    pub(crate) fn found_by(
        &self,
        scope: &SessionScope,
        query: &Query,
        max_candidates: usize,
    ) -> Vec<String> {
        found_in(self, scope, query, max_candidates)
    }

    /// Returns whether the index holds the words of the docs and no others
    /// (X6), and is sound.
    pub(crate) fn has_words_of_docs_alone(&self) -> bool {
        let conn = Connection::open_with_flags(
            self.path(),
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )
        .unwrap();
        conn.execute_batch("INSERT INTO doc_fts (doc_fts) VALUES ('integrity-check')")
            .unwrap();
        let sql = "SELECT (SELECT count(*) FROM doc_fts_docsize) = (SELECT count(*) FROM doc)
                      AND NOT EXISTS (SELECT 1 FROM doc_fts_docsize WHERE id NOT IN
                                          (SELECT id FROM doc))";
        conn.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    /// Returns how many docs there are, hidden ones too.
    pub(crate) fn n_docs(&self) -> u64 {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(self.path(), flags).unwrap();
        conn.query_row("SELECT count(*) FROM doc", [], |row| row.get(0))
            .unwrap()
    }

    /// Returns of how many segments the index is.
    pub(crate) fn n_segments(&self) -> u64 {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(self.path(), flags).unwrap();
        // The id of a page begins with that of its segment.
        let sql = "SELECT count(DISTINCT id >> 37) FROM doc_fts_data
                   WHERE id > 10 AND id >> 53 = 0";
        conn.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    /// Reconciles to the end and returns the number of steps.
    pub(crate) fn reconcile(&self, max_rows: usize) -> usize {
        let mut n_steps = 0;
        while self.reconcile_step(StepBudget { max_rows }).unwrap() != StepOutcome::Idle {
            n_steps += 1;
        }
        n_steps
    }
}

pub(crate) fn ids(page: &HistoryPage) -> Vec<String> {
    page.rows
        .iter()
        .map(|row| row.message_id.to_string())
        .collect()
}

/// A message said `minute` minutes after the tests' beginning.
pub(crate) fn said(id: &str, role: Role, text: &str, minute: i64) -> TranscriptEvent {
    TranscriptEvent {
        timestamp: TimestampMs(1_780_000_000_000 + minute * 60_000),
        ..sessions_core::testing::build::message(id, role, text)
    }
}

pub(crate) fn mark<'a>(key: &'a SessionKey, message_id: &'a MessageId) -> Mark<'a> {
    Mark {
        key,
        session_id: None,
        message_id,
        timestamp: TimestampMs(1_780_000_000_000),
    }
}
