//! One agent's database, open.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use r2d2::{Pool, PooledConnection};
use rusqlite::Connection;

use crate::connection::{self, Readers};
use crate::doc_id::DocIds;
use crate::error::{Result, StoreError};
use crate::log::LogBound;
use crate::options::StoreOptions;
use crate::read::Snapshot;
use crate::write::Writing;
use crate::{schema, session};

/// How long a reader is waited for at least, however short the busy timeout.
const MIN_POOL_WAIT: Duration = Duration::from_secs(5);

/// Messages indexed by one write from which on its connection is shrunk: a
/// hundred leave a table that makes every later append a third dearer.
const LARGE_WRITE: u64 = 64;

/// One agent's transcripts and their index, in one SQLite file.
///
/// Shared by reference among threads: many readers, one writer at a time.
/// Several processes may open one file; a writer waits for another for the
/// busy timeout and then fails with an error that [`StoreError::is_busy`]
/// knows.
///
/// ```
/// use sessions_core::scope::SessionScope;
/// use sessions_store::{AppendRequest, Masker, Store, StoreOptions};
/// # use sessions_core::event::{Append, EventBody, Parent, Role, TimestampMs, TranscriptEvent};
/// # let event = TranscriptEvent {
/// #     id: "m1".parse()?,
/// #     parent: Parent::Unsaid,
/// #     append: Append::Normal,
/// #     timestamp: TimestampMs(1_780_000_000_000),
/// #     body: EventBody::Message { role: Role::User, text: "hello".into(), is_hidden: false },
/// # };
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("sessions.sqlite");
/// let store = Store::open(&path, StoreOptions::new(Masker::none()))?;
/// let key = "agent:main:main".parse()?;
/// store.append(&AppendRequest::to(&key, &"s1".parse()?, &[event]))?;
/// let snapshot = store.snapshot()?;
/// assert!(snapshot.facts(&key)?.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    options: StoreOptions,
    readers: Pool<Readers>,
    writer: Mutex<Option<Writer>>,
}

/// The one connection that writes.
#[derive(Debug)]
struct Writer {
    conn: Connection,
    ids: DocIds,
    log: LogBound,
}

impl Store {
    /// Opens the database at `path`, making it and its folder where there is
    /// none, readable by its owner alone.
    ///
    /// # Errors
    ///
    /// Fails when the file cannot be opened, is no database, belongs to another
    /// program or is newer than this version; it is then left as it was.
    pub fn open(path: &Path, options: StoreOptions) -> Result<Self> {
        if !exists(path)? {
            connection::create(path, &options)?;
        }
        let store = Self::on(path, options);
        drop(store.writer()?);
        Ok(store)
    }

    /// Opens the database at `path`, or returns `None` where there is none. No
    /// file is made (X9).
    ///
    /// # Errors
    ///
    /// See [`Self::open`].
    pub fn open_existing(path: &Path, options: StoreOptions) -> Result<Option<Self>> {
        if !exists(path)? {
            return Ok(None);
        }
        let store = Self::on(path, options);
        let is_current = schema::check(&*store.reader()?, path)?;
        if !is_current {
            drop(store.writer()?);
        }
        Ok(Some(store))
    }

    fn on(path: &Path, options: StoreOptions) -> Self {
        let readers = Pool::builder()
            .max_size(options.max_readers)
            .min_idle(Some(0))
            .test_on_check_out(false)
            .connection_timeout(options.busy_timeout.max(MIN_POOL_WAIT))
            .thread_pool(Arc::clone(&options.threads.0))
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .build_unchecked(Readers::new(path, options.busy_timeout));
        Self {
            path: path.to_owned(),
            options,
            readers,
            writer: Mutex::new(None),
        }
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn options(&self) -> &StoreOptions {
        &self.options
    }

    /// Opens one view of the database that no writer changes (H9).
    ///
    /// A snapshot keeps the log from shrinking: read what is needed and drop
    /// it.
    ///
    /// # Errors
    ///
    /// Fails when no reader becomes free in time or the database cannot be
    /// read.
    pub fn snapshot(&self) -> Result<Snapshot<'_>> {
        Snapshot::begin(self.reader()?, &self.options.masker)
    }

    fn reader(&self) -> Result<PooledConnection<Readers>> {
        if let Some(conn) = self.readers.try_get() {
            return Ok(conn);
        }
        // The pool hides why it has no connection to give; opening one tells.
        if self.readers.state().connections == 0 {
            let probe = Readers::new(&self.path, self.options.busy_timeout);
            r2d2::ManageConnection::connect(&probe).map_err(StoreError::opening(&self.path))?;
        }
        self.readers
            .get()
            .map_err(|source| StoreError::Pool { source })
    }

    fn writer(&self) -> Result<MutexGuard<'_, Option<Writer>>> {
        // A writer that panicked left no transaction behind: dropping it rolls
        // back, and the guard below checks.
        let mut guard = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if guard.is_none() {
            let mut conn = connection::open_writer(&self.path, &self.options)?;
            session::mark_other_masks(&mut conn, self.options.masker.stored_version())?;
            connection::move_log_at_close(&conn, true).map_err(StoreError::opening(&self.path))?;
            *guard = Some(Writer {
                conn,
                ids: DocIds::default(),
                log: LogBound::of(&self.path),
            });
        }
        Ok(guard)
    }

    /// Makes sure that, once in the life of this store, sessions masked by
    /// other rules than its own have been marked (R6). Returns whether they are
    /// marked still: another process may have come with other rules since.
    pub(crate) fn mark_rules(&self) -> Result<bool> {
        let own = Some(self.options.masker.stored_version());
        if session::stored_mask_version(&*self.reader()?)? == own {
            return Ok(true);
        }
        drop(self.writer()?);
        Ok(session::stored_mask_version(&*self.reader()?)? == own)
    }

    /// Runs `f` on the writer, outside a transaction.
    pub(crate) fn with_writer<T>(&self, f: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        let mut guard = self.writer()?;
        match guard.as_mut() {
            Some(writer) => f(&mut writer.conn),
            None => Err(StoreError::Damaged { what: "writer" }),
        }
    }

    /// Runs a write in one transaction; nothing of it remains when it fails.
    pub(crate) fn write<T>(
        &self,
        doing: &'static str,
        f: impl FnOnce(&mut Writing<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut guard = self.writer()?;
        let Some(Writer { conn, ids, log }) = guard.as_mut() else {
            return Err(StoreError::Damaged { what: "writer" });
        };
        let masker = &self.options.masker;
        let n_before = ids.n_given();
        let outcome = connection::write(conn, doing, |tx| {
            let marked_for = session::stored_mask_version(tx)?;
            f(&mut Writing {
                tx,
                masker,
                ids,
                has_own_rules: marked_for == Some(masker.stored_version()),
            })
        });
        match outcome {
            Ok(_) => log.keep(conn, self.options.busy_timeout),
            Err(_) => ids.forget(),
        }
        if LARGE_WRITE <= ids.n_given() - n_before {
            // What was written is written; without this it is only slower.
            drop(connection::shrink(conn));
        }
        outcome
    }
}

/// Returns whether there is a file; one that cannot be looked at is an error,
/// not a missing one.
fn exists(path: &Path) -> Result<bool> {
    path.try_exists().map_err(|source| StoreError::Unreadable {
        path: path.to_owned(),
        source,
    })
}
