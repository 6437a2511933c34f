//! Keeping a database small, fast and without traces: checkpoints and backups.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _};

use crate::error::{Result, StoreError};
use crate::reconcile::{StepBudget, StepOutcome};
use crate::segments::Segments;
use crate::store::Store;
use crate::{connection, log};

/// Pages of the index that one step of merging writes: some milliseconds of
/// the writer's time.
const MERGE_PAGES: i64 = 256;

/// Free pages that one step gives back to the file system.
const VACUUM_PAGES: i64 = 1_024;

/// How many steps of merging a checkpoint takes at most: others may go on
/// appending meanwhile.
const MAX_MERGE_STEPS: usize = 10_000;

/// What a step of maintenance did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maintenance {
    /// It worked, and there may be more to do.
    Worked,
    /// There was nothing to do.
    Done,
}

impl Store {
    /// Does one bounded step of merging segments of the index.
    ///
    /// Live appends add small segments, and imports larger ones; fewer make
    /// every query faster, and appends do not merge them again. Where docs were
    /// deleted, all that is there is merged, until their words have left the
    /// file (X6).
    ///
    /// # Errors
    ///
    /// Fails when the write fails; what earlier steps did stays.
    pub fn merge_step(&self) -> Result<Maintenance> {
        let doing = "merge the index";
        self.write(doing, |writing| {
            clean_up(writing.tx).map_err(StoreError::during(doing))
        })
    }

    /// Does one bounded step of merging where that is worth it, for the time
    /// that has nothing else to do. Words of deleted docs wait for
    /// [`Self::merge_step`]: for one of them it goes through all of the index.
    pub(crate) fn merge_idly(&self) -> Result<StepOutcome> {
        let doing = "merge the index";
        let segments = Segments::of(self.snapshot()?.conn());
        let segments = segments.map_err(StoreError::during(doing))?;
        if !segments.ask_for_merging() {
            return Ok(StepOutcome::Idle);
        }
        self.write(doing, |writing| {
            let has_worked = merge(writing.tx, MERGE_PAGES);
            Ok(if has_worked.map_err(StoreError::during(doing))? {
                StepOutcome::Merged
            } else {
                StepOutcome::Idle
            })
        })
    }

    /// Finishes what background work has left, moves the log into the database
    /// and truncates it. Afterwards no byte of a deleted text is in the file or
    /// its log (X6), unless a reader still holds an old snapshot: then the log
    /// stays and this says so.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be written, or another process keeps it
    /// busy for longer than the busy timeout.
    pub fn checkpoint(&self) -> Result<()> {
        let budget = StepBudget::default();
        while self.remove_stale_step(budget)? != StepOutcome::Idle {}
        for _ in 0..MAX_MERGE_STEPS {
            if self.merge_step()? == Maintenance::Done {
                break;
            }
        }
        self.with_writer(|conn| {
            give_back(conn).map_err(StoreError::during("checkpoint"))?;
            log::truncate(conn, self.options().busy_timeout)
        })
    }

    /// Writes a consistent copy of the database to a new file, for its owner
    /// alone. Writers go on meanwhile.
    ///
    /// # Errors
    ///
    /// Fails when the file exists, or when reading or writing fails; a file
    /// that was begun is then removed.
    pub fn backup(&self, file: &Path) -> Result<()> {
        let failed = |source| StoreError::Backup {
            path: file.to_owned(),
            source,
        };
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        drop(options.open(file).map_err(failed)?);
        let copied = connection::open_unpooled(self.path(), self.options()).and_then(|conn| {
            conn.execute("VACUUM INTO ?1", [file.to_string_lossy()])
                .map(drop)
                .map_err(StoreError::during("back the database up"))
        });
        if copied.is_err() {
            // What was begun is of no use; that it stays is no further harm.
            drop(fs::remove_file(file));
        }
        copied
    }
}

/// Gives free pages back to the file system.
fn give_back(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute_batch("PRAGMA optimize")?;
    let n_free = || conn.pragma_query_value(None, "freelist_count", |row| row.get::<_, i64>(0));
    let mut n_before = n_free()?;
    while 0 < n_before {
        conn.execute_batch(&format!("PRAGMA incremental_vacuum({VACUUM_PAGES})"))?;
        let n_left = n_free()?;
        // A file made without incremental vacuum keeps its pages.
        if n_left == n_before {
            break;
        }
        n_before = n_left;
    }
    Ok(())
}

/// Merges some pages of the index so that words of deleted docs go, and else
/// where it is worth it.
fn clean_up(conn: &Connection) -> rusqlite::Result<Maintenance> {
    let trace: Option<i64> = conn
        .prepare_cached("SELECT value FROM meta WHERE name = 'has_traces'")?
        .query_row([], |row| row.get(0))
        .optional()?;
    let has_worked = match trace {
        // A negative number begins a merge of all segments into one; positive
        // ones go on with what was begun.
        Some(1) => merge(conn, -MERGE_PAGES)?,
        Some(_) => {
            // A segment that is merged into itself waits while a newer one
            // stands before it; then it takes that one in.
            merge(conn, MERGE_PAGES)? || merge(conn, -MERGE_PAGES)?
        }
        None => Segments::of(conn)?.ask_for_merging() && merge(conn, MERGE_PAGES)?,
    };
    if trace.is_some() {
        let is_under_way = has_worked && Segments::of(conn)?.are_merging();
        set_trace(conn, is_under_way.then_some(2))?;
    }
    Ok(if has_worked {
        Maintenance::Worked
    } else {
        Maintenance::Done
    })
}

/// Merges segments of the index, up to some pages; returns whether there was
/// anything to merge.
fn merge(conn: &Connection, pages: i64) -> rusqlite::Result<bool> {
    let before = conn.total_changes();
    conn.prepare_cached("INSERT INTO doc_fts (doc_fts, rank) VALUES ('merge', ?1)")?
        .execute([pages])?;
    // The statement itself counts as one change; so FTS5 documents its end.
    Ok(2 <= conn.total_changes() - before)
}

fn set_trace(conn: &Connection, value: Option<i64>) -> rusqlite::Result<()> {
    match value {
        Some(value) => conn
            .prepare_cached("UPDATE meta SET value = ?1 WHERE name = 'has_traces'")?
            .execute([value]),
        None => conn
            .prepare_cached("DELETE FROM meta WHERE name = 'has_traces'")?
            .execute([]),
    }
    .map(drop)
}
