//! Writing events: storing, placing, moving the path and indexing, all in the
//! transaction of the caller (X1).

use rusqlite::Transaction;
use sessions_core::event::{RowClass, TranscriptEvent};
use sessions_core::leaf::{Effect, place};

use crate::doc_id::DocIds;
use crate::error::{Result, StoreError};
use crate::event::{self, Origin, SqlLinks, Stored};
use crate::index::{self, Doc, Leaving};
use crate::masker::Masker;
use crate::path;
use crate::session::SessionRow;

/// How many searchable rows a rewind may touch and still reindex them in its
/// own transaction (X4): for up to 126 microseconds each (docs/performance.md)
/// they hold the writer for a third of what a step of reconciliation does.
pub(crate) const MAX_INLINE: u64 = 256;

/// Whether new rows are indexed by the write or by reconciliation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Indexing {
    /// In the transaction that stores them (X1).
    Now,
    /// By reconciliation; the session is marked (X5).
    Later,
}

/// A write under way.
pub(crate) struct Writing<'t> {
    pub(crate) tx: &'t Transaction<'t>,
    pub(crate) masker: &'t Masker,
    pub(crate) ids: &'t mut DocIds,
    /// Whether the masker is the one that sessions are marked for: where
    /// another process has come with other rules, indexing is left to it.
    pub(crate) has_own_rules: bool,
}

impl Writing<'_> {
    /// Stores one event of `session`, which the caller saves afterwards.
    /// Returns whether it is new; the same event again is acknowledged and
    /// changes nothing.
    ///
    /// # Errors
    ///
    /// Fails when the message id is taken by an event that says something else.
    pub(crate) fn event(
        &mut self,
        session: &mut SessionRow,
        event: &TranscriptEvent,
        origin: Origin,
        indexing: Indexing,
    ) -> Result<bool> {
        // Words masked by rules that are not today's would be indexed again.
        let indexing = if self.has_own_rules {
            indexing
        } else {
            Indexing::Later
        };
        match event::compare(self.tx, session.id, event)? {
            Stored::Nothing => {}
            Stored::Same => return Ok(false),
            Stored::Other => {
                return Err(StoreError::Taken {
                    message_id: event.id.clone(),
                });
            }
        }
        let before = session.state.leaf;
        let mut links = SqlLinks {
            conn: self.tx,
            session: session.id,
        };
        let placed = place(event, &mut session.state, &mut links)?;
        if placed.effect != Effect::Stays && placed.parent != before {
            self.end_in(session, placed.parent, indexing)?;
        }
        if placed.effect != Effect::EndsInEvent {
            event::insert(self.tx, session.id, event, origin, &placed, None)?;
            return Ok(true);
        }
        let class = event.body.class();
        let place = path::next_place(self.tx, session, class)?;
        let id = event::insert(self.tx, session.id, event, origin, &placed, Some(place))?;
        session.path_len = place.position;
        session.state.arrived(id, &event.body);
        if session.is_searchable
            && let (Some(text), Some(role)) = (event.body.searchable_text(), event.body.role())
        {
            match indexing {
                Indexing::Later => mark(session, place.position - 1),
                Indexing::Now => {
                    let doc = Doc {
                        event: id,
                        timestamp: event.timestamp,
                        role,
                        words: index::words(self.masker, text),
                    };
                    index::put(self.tx, self.ids, session, &doc)?;
                }
            }
        }
        Ok(true)
    }

    /// Makes the active path end in `leaf`, an event that has arrived.
    pub(crate) fn end_in(
        &mut self,
        session: &mut SessionRow,
        leaf: Option<i64>,
        indexing: Indexing,
    ) -> Result<()> {
        let (fork, returning) = path::fork_of(self.tx, leaf)?;
        if fork < session.path_len {
            self.cut(session, fork)?;
        }
        let n_turns = returning
            .iter()
            .filter(|row| row.class == RowClass::Turn)
            .count();
        let is_inline =
            indexing == Indexing::Now && u64::try_from(n_turns).is_ok_and(|n| n <= MAX_INLINE);
        for row in returning {
            let place = path::next_place(self.tx, session, row.class)?;
            path::put(self.tx, row.id, place)?;
            session.path_len = place.position;
            if row.class == RowClass::Turn && session.is_searchable && is_inline {
                self.index_stored(session, row.id)?;
            }
        }
        if 0 < n_turns && session.is_searchable && !is_inline {
            mark(session, fork);
        }
        Ok(())
    }

    /// Takes the rows behind `position` off the path and out of the index.
    fn cut(&mut self, session: &mut SessionRow, position: u64) -> Result<()> {
        self.hide(session, position)?;
        path::cut(self.tx, session.id, position)?;
        session.path_len = position;
        session.n_changes += 1;
        Ok(())
    }

    /// Takes the rows behind `position` out of the index.
    pub(crate) fn hide(&self, session: &mut SessionRow, position: u64) -> Result<()> {
        let turns = |up_to| path::n_up_to(self.tx, session.id, RowClass::Turn, up_to);
        let n_turns = turns(session.path_len)?.saturating_sub(turns(position)?);
        let leaving = if n_turns <= MAX_INLINE {
            Leaving::Deleted
        } else {
            session.index.has_stale = true;
            Leaving::Hidden
        };
        index::take_out(self.tx, session.id, position, None, leaving)
    }

    /// Indexes a row that has come back to the path.
    pub(crate) fn index_stored(&mut self, session: &SessionRow, id: i64) -> Result<()> {
        let row = event::searchable(self.tx, id)?;
        let Some(row) = row else { return Ok(()) };
        let doc = Doc {
            event: id,
            timestamp: row.timestamp,
            role: row.role,
            words: index::words(self.masker, &row.text),
        };
        index::put(self.tx, self.ids, session, &doc)
    }
}

/// Marks a session for reconciliation from behind `position` on.
pub(crate) fn mark(session: &mut SessionRow, position: u64) {
    session.index.indexed_to = if session.index.is_awaited {
        session.index.indexed_to.min(position)
    } else {
        position
    };
    session.index.is_awaited = true;
    session.n_changes += 1;
}
