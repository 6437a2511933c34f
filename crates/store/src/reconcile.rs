//! Background reconciliation in bounded steps (X5).
//!
//! A step either gives some rows of marked sessions their docs, or removes
//! some hidden docs of a session, or merges some pages of the index where
//! nothing else is left. Rows are taken from as many sessions as fill the step:
//! FTS5 makes a segment of each transaction, and small segments are merged
//! again and again.
//!
//! What a step takes is planned and read on a reader, and its texts are masked
//! and analysed outside the write lock. The write that follows claims each
//! session by its `n_changes`: one that moved in between is left out and stays
//! marked. Each step is one short transaction that leaves everything valid: a
//! crash between two steps loses no more than one step's work.

mod chunk;
mod plan;
#[cfg(test)]
mod tests;

use rusqlite::Connection;
use sessions_core::scope::SessionScope;

use self::chunk::{Chunk, Left, Unbuilt};
use crate::error::Result;
use crate::index::{self, Doc, Leaving};
use crate::session::{self, SessionRow};
use crate::store::Store;
use crate::write::Writing;

/// How much one step does at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepBudget {
    /// Rows that a step indexes or removes.
    pub max_rows: usize,
}

impl Default for StepBudget {
    /// Less than a tenth of a second.
    fn default() -> Self {
        Self { max_rows: 1_024 }
    }
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// Nothing: no session awaits indexing, no hidden doc is left, and merging
    /// the index would gain little.
    Idle,
    /// It worked on sessions; `n_rows` rows were indexed or looked over.
    Worked {
        /// The rows.
        n_rows: usize,
    },
    /// It merged segments of the index, and there may be more to merge. Every
    /// row is indexed: who waits for that need not wait for more.
    Merged,
    /// Writers were faster; the next step starts from what they left.
    Overtaken,
}

impl Store {
    /// Does one bounded step of reconciliation.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read or written, or another process
    /// keeps writing for longer than the busy timeout. What earlier steps did
    /// stays.
    pub fn reconcile_step(&self, budget: StepBudget) -> Result<StepOutcome> {
        self.reconcile_step_first(budget, &SessionScope::Nothing)
    }

    /// Does one bounded step of reconciliation, for sessions of `waiting`
    /// before any other: those of a search which waits for its answer to be
    /// complete.
    ///
    /// # Errors
    ///
    /// See [`Self::reconcile_step`].
    pub fn reconcile_step_first(
        &self,
        budget: StepBudget,
        waiting: &SessionScope,
    ) -> Result<StepOutcome> {
        if !self.mark_rules()? {
            // Whoever came with the rules of today indexes.
            return Ok(StepOutcome::Idle);
        }
        let rows = self.read_step(budget, waiting)?;
        if !rows.is_empty() {
            return self.write_step(self.build_step(rows));
        }
        match self.remove_stale_step(budget)? {
            StepOutcome::Idle => self.merge_idly(),
            outcome => Ok(outcome),
        }
    }

    /// Plans a step and reads its rows, by session.
    fn read_step(&self, budget: StepBudget, waiting: &SessionScope) -> Result<Vec<Unbuilt>> {
        let snapshot = self.snapshot()?;
        let conn = snapshot.conn();
        let mut left = Left::new(budget.max_rows);
        let mask_version = self.options().masker.stored_version();
        let mut rows = Vec::new();
        for id in plan::plan(conn, waiting, budget.max_rows.max(1))? {
            if left.is_nothing() {
                break;
            }
            let session = session::by_row(conn, id)?;
            if let Some(session) = session.filter(|it| !hides_outdated(it, mask_version)) {
                rows.push(chunk::read(conn, session, mask_version, &mut left)?);
            }
        }
        Ok(rows)
    }

    /// Makes docs of the rows of a step. No lock is held meanwhile.
    fn build_step(&self, rows: Vec<Unbuilt>) -> Vec<Chunk> {
        let masker = &self.options().masker;
        let chunks = rows.into_iter().map(|it| chunk::build(masker, it));
        chunks.collect()
    }

    /// Writes what a step made of the sessions that did not move meanwhile.
    fn write_step(&self, chunks: Vec<Chunk>) -> Result<StepOutcome> {
        self.write("index messages", |writing| {
            let mut claimed = Vec::new();
            for chunk in chunks {
                if let Some(session) = claim(writing.tx, &chunk.session)? {
                    claimed.push(Chunk { session, ..chunk });
                }
            }
            if claimed.is_empty() {
                return Ok(StepOutcome::Overtaken);
            }
            finalise(writing, &mut claimed)?;
            Ok(StepOutcome::Worked {
                n_rows: claimed.iter().map(|it| it.n_rows).sum(),
            })
        })
    }

    /// Removes some docs of rows that left their path, if there are any.
    pub(crate) fn remove_stale_step(&self, budget: StepBudget) -> Result<StepOutcome> {
        let Some(id) = plan::next_stale(self.snapshot()?.conn())? else {
            return Ok(StepOutcome::Idle);
        };
        let limit = budget.max_rows.max(1);
        self.write("remove rewound messages from the index", |writing| {
            let Some(mut session) = session::by_row(writing.tx, id)? else {
                return Ok(StepOutcome::Overtaken);
            };
            session.index.has_stale = index::remove_stale(writing.tx, session.id, limit)?;
            session::save(writing.tx, &session)?;
            Ok(StepOutcome::Worked { n_rows: limit })
        })
    }
}

/// Whether a session hides docs of another version. They go before it is
/// indexed: a branch that came back later would bring them along, under a
/// version that says that they are of today.
fn hides_outdated(session: &SessionRow, mask_version: i64) -> bool {
    session.index.has_stale && session.index.mask_version != mask_version
}

/// Returns a session as it is now, if what was read of it still holds.
fn claim(conn: &Connection, read: &SessionRow) -> Result<Option<SessionRow>> {
    let now = session::by_row(conn, read.id)?;
    Ok(now.filter(|now| {
        now.n_changes == read.n_changes && now.index.indexed_to == read.index.indexed_to
    }))
}

/// Gives the rows of claimed chunks their docs and says so of their sessions.
fn finalise(writing: &mut Writing<'_>, chunks: &mut [Chunk]) -> Result<()> {
    let version = writing.masker.stored_version();
    for Chunk { session, last, .. } in chunks.iter() {
        if session.index.mask_version != version {
            // Words that today's rules mask are among the old docs.
            let after = session.index.indexed_to;
            index::take_out(writing.tx, session.id, after, *last, Leaving::Deleted)?;
        }
    }
    // Ids carry the time: in its order they fill pages to their end.
    let mut docs: Vec<(&SessionRow, &Doc)> = chunks
        .iter()
        .flat_map(|it| it.docs.iter().map(|doc| (&it.session, doc)))
        .collect();
    docs.sort_by_key(|(_, doc)| doc.timestamp);
    for (session, doc) in docs {
        index::put(writing.tx, writing.ids, session, doc)?;
    }
    for Chunk { session, last, .. } in chunks {
        if let Some(position) = *last {
            session.index.indexed_to = position;
        } else {
            session.index.is_awaited = false;
            session.index.mask_version = version;
        }
        session::save(writing.tx, session)?;
    }
    Ok(())
}
