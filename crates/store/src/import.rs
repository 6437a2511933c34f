//! Taking transcripts of other programs in (I3, X5).
//!
//! An import repeats: what is already there is left alone, what a grown file
//! adds is appended, and a transcript that changed in its middle replaces what
//! was there. Rows are stored in bounded transactions and the session is
//! marked, so that history is right at once and the index follows by
//! reconciliation.

use rusqlite::params;
use sessions_core::event::TranscriptEvent;
use sessions_core::id::SessionId;
use sessions_core::key::SessionKey;

use crate::error::{Result, StoreError};
use crate::session::{self, SessionRow, SessionSettings};
use crate::store::Store;
use crate::write::{Indexing, Writing, mark};
use crate::{event, index};

/// How many events one transaction stores.
const CHUNK: usize = 2_000;

/// One generation of transcript from elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    /// The session.
    pub key: &'a SessionKey,
    /// The generation.
    pub session_id: &'a SessionId,
    /// Whether it is the current one of its key.
    pub is_current: bool,
    /// What else is said of the session.
    pub settings: &'a SessionSettings,
    /// Whether it replaces what is there where the two differ; otherwise what
    /// is there stays ([`Imported::Differs`]).
    pub is_replacing: bool,
    /// All its events, in order of arrival, their ids unique.
    pub events: &'a [TranscriptEvent],
}

/// What an import did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// All of it was there already.
    Unchanged,
    /// Events were added behind what was there, or to a new session.
    Added {
        /// How many.
        n_events: usize,
    },
    /// What is there differs, neither being the beginning of the other, and
    /// was left as it is.
    Differs {
        /// How many events are there.
        n_events: usize,
    },
    /// What was there differed and was replaced.
    Replaced {
        /// How many events there are now.
        n_events: usize,
    },
}

impl Store {
    /// Takes a transcript in.
    ///
    /// # Errors
    ///
    /// Fails when the session id belongs to another key, when the session is
    /// incognito here and not there, or when a write fails; what was stored
    /// before stays, and the next import of the same transcript goes on.
    pub fn import(&self, import: &Import<'_>) -> Result<Imported> {
        let there = self.write("import a session", |writing| {
            let mut session = writing.imported_session(import)?;
            let n_same = n_common(writing, &session, import.events)?;
            let n_stored = n_events(writing, &session)?;
            if n_stored <= n_same || import.events.len() <= n_same {
                return Ok(There::Begins { n_same });
            }
            if !import.is_replacing {
                return Ok(There::Differs { n_stored });
            }
            writing.clear(&mut session)?;
            session::save(writing.tx, &session)?;
            Ok(There::Cleared)
        })?;
        let (n_there, is_replaced) = match there {
            There::Begins { n_same } => (n_same, false),
            There::Differs { n_stored } => return Ok(Imported::Differs { n_events: n_stored }),
            There::Cleared => (0, true),
        };
        let new = import.events.get(n_there..).unwrap_or_default();
        for chunk in new.chunks(CHUNK) {
            self.write("import a session", |writing| {
                let mut session = writing.imported_session(import)?;
                for event in chunk {
                    writing.event(&mut session, event, Indexing::Later)?;
                }
                session::save(writing.tx, &session)
            })?;
        }
        let n_events = new.len();
        Ok(match (is_replaced, n_events) {
            (true, _) => Imported::Replaced { n_events },
            (false, 0) => Imported::Unchanged,
            (false, _) => Imported::Added { n_events },
        })
    }
}

/// What is there of a transcript that arrives.
enum There {
    /// Its first events, maybe none, maybe all.
    Begins { n_same: usize },
    /// Another transcript, left as it is.
    Differs { n_stored: usize },
    /// Nothing any more.
    Cleared,
}

/// Returns how many of the first events are stored as they are.
fn n_common(
    writing: &Writing<'_>,
    session: &SessionRow,
    events: &[TranscriptEvent],
) -> Result<usize> {
    let mut n = 0;
    for event in events {
        if !event::is_stored(writing.tx, session.id, event)? {
            break;
        }
        n += 1;
    }
    Ok(n)
}

fn n_events(writing: &Writing<'_>, session: &SessionRow) -> Result<usize> {
    writing
        .tx
        .query_row(
            "SELECT count(*) FROM event WHERE session = ?1",
            [session.id],
            |row| row.get(0),
        )
        .map_err(StoreError::during("count events"))
}

impl Writing<'_> {
    fn imported_session(&mut self, import: &Import<'_>) -> Result<SessionRow> {
        let key = session::save_key(self.tx, import.key, import.settings)?;
        if let Some(session) = session::generation(self.tx, key, Some(import.session_id))? {
            return Ok(session);
        }
        // An older generation that arrives late does not end the current one.
        let is_current = import.is_current || session::generation(self.tx, key, None)?.is_none();
        self.begin(key, import.session_id, is_current)
    }

    /// Removes every event of a session and leaves it as new.
    fn clear(&mut self, session: &mut SessionRow) -> Result<()> {
        self.tx
            .execute("DELETE FROM event WHERE session = ?1", params![session.id])
            .map_err(StoreError::during("replace a session"))?;
        index::note_traces(self.tx)?;
        session.state = sessions_core::leaf::LeafState::default();
        session.path_len = 0;
        session.index.has_stale = false;
        mark(session, 0);
        Ok(())
    }
}
