//! Taking transcripts of other programs in (I3, X5).
//!
//! An import repeats and never deletes: what is there is left alone, what a
//! grown file adds is appended, also behind what was written here since. Where
//! a file and what is stored differ in the middle, what is stored is kept,
//! unless the file holds all of it and more: then nothing is lost by taking the
//! file's order. What to do is decided on a snapshot; rows are stored in
//! bounded transactions and the session is marked, so that history is right at
//! once and the index follows by reconciliation.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, params};
use sessions_core::event::{Parent, TranscriptEvent};
use sessions_core::id::SessionId;
use sessions_core::key::SessionKey;

use crate::error::{Result, StoreError};
use crate::event::Origin;
use crate::session::{self, SessionRow, SessionSettings};
use crate::store::Store;
use crate::write::{Indexing, Writing, mark};
use crate::{digest, index};

/// How many events one transaction stores at most.
const MAX_CHUNK: usize = 2_000;

/// How much text one transaction stores at most, its last event aside.
const MAX_CHUNK_BYTES: usize = 4 << 20;

/// One generation of transcript from elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    /// The session.
    pub key: &'a SessionKey,
    /// The generation.
    pub session_id: &'a SessionId,
    /// Whether it is the current one of its key.
    pub is_current: bool,
    /// What else is said of the session. An import can make a session
    /// incognito that was not, never the other way round.
    pub settings: &'a SessionSettings,
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
    /// All that was there is in the transcript, in another order or with more
    /// in between: the transcript took its place.
    Replaced {
        /// How many events there are now.
        n_events: usize,
    },
    /// What is there differs and was left as it is.
    Differs,
}

/// What is to be done with a transcript.
enum Plan {
    Nothing,
    Add {
        /// The events to add, by their place in the transcript.
        new: Vec<usize>,
        /// Whether the first of them follows the last event that was imported
        /// before, and others were written here since: then it goes on behind
        /// those.
        is_continued: bool,
    },
    Replace,
    Keep,
}

impl Store {
    /// Takes a transcript in.
    ///
    /// # Errors
    ///
    /// Fails when the session id belongs to another key or when a write fails;
    /// what was stored before stays, and the next import of the same transcript
    /// goes on.
    pub fn import(&self, import: &Import<'_>) -> Result<Imported> {
        let plan = {
            let snapshot = self.snapshot()?;
            let plan = plan(snapshot.conn(), import)?;
            let is_said = matches!(plan, Plan::Nothing)
                && !session::would_change(snapshot.conn(), import.key, import.settings)?;
            if is_said {
                return Ok(Imported::Unchanged);
            }
            plan
        };
        match plan {
            Plan::Keep => Ok(Imported::Differs),
            Plan::Nothing => {
                self.write("import a session", |writing| {
                    writing.imported_session(import).map(drop)
                })?;
                Ok(Imported::Unchanged)
            }
            Plan::Add { new, .. } if new.is_empty() => {
                // A transcript without events is a session all the same.
                self.write("import a session", |writing| {
                    writing.imported_session(import).map(drop)
                })?;
                Ok(Imported::Added { n_events: 0 })
            }
            Plan::Add { new, is_continued } => {
                self.add(import, &new, is_continued)?;
                Ok(Imported::Added {
                    n_events: new.len(),
                })
            }
            Plan::Replace => self.replace(import),
        }
    }

    /// Puts a transcript in the place of what was imported of it before. Up to
    /// the size of a chunk this is one transaction.
    fn replace(&self, import: &Import<'_>) -> Result<Imported> {
        let all: Vec<_> = (0..import.events.len()).collect();
        let n_taken = self.write("replace a session", |writing| {
            // Something may have been written since it was looked at.
            if !matches!(plan(writing.tx, import)?, Plan::Replace) {
                return Ok(None);
            }
            let mut session = writing.imported_session(import)?;
            writing.clear(&mut session)?;
            writing.take(&mut session, import, &all, false).map(Some)
        })?;
        let Some(n_taken) = n_taken else {
            return self.import(import);
        };
        self.add(import, all.get(n_taken..).unwrap_or_default(), false)?;
        Ok(Imported::Replaced {
            n_events: all.len(),
        })
    }

    /// Stores the events at some places of a transcript, in bounded
    /// transactions.
    fn add(&self, import: &Import<'_>, places: &[usize], is_continued: bool) -> Result<()> {
        let mut left = places;
        let mut is_continued = is_continued;
        while !left.is_empty() {
            let n_taken = self.write("import a session", |writing| {
                let mut session = writing.imported_session(import)?;
                writing.take(&mut session, import, left, is_continued)
            })?;
            is_continued = false;
            left = left.get(n_taken..).unwrap_or_default();
        }
        Ok(())
    }
}

/// Decides what is to be done with a transcript.
fn plan(conn: &Connection, import: &Import<'_>) -> Result<Plan> {
    let all = || Plan::Add {
        new: (0..import.events.len()).collect(),
        is_continued: false,
    };
    let Some(key) = session::find_key(conn, import.key)? else {
        return Ok(all());
    };
    let Some(session) = session::generation(conn, key.id, Some(import.session_id))? else {
        return Ok(all());
    };
    let stored = Stored::of(conn, session.id)?;
    let events = import.events;
    let is_same = |(event, row): &(&TranscriptEvent, &(String, i64))| {
        row.0 == event.id.as_str() && row.1 == digest::of(event)
    };
    let n_same = events
        .iter()
        .zip(&stored.imported)
        .take_while(is_same)
        .count();
    if n_same == events.len() {
        return Ok(Plan::Nothing);
    }
    if n_same == stored.imported.len() {
        return Ok(stored.added(events, n_same));
    }
    let in_file: HashMap<&str, i64> = events
        .iter()
        .map(|event| (event.id.as_str(), digest::of(event)))
        .collect();
    let is_in_file = |row: &(String, i64)| in_file.get(row.0.as_str()) == Some(&row.1);
    if !stored.has_written && stored.imported.iter().all(is_in_file) {
        return Ok(Plan::Replace);
    }
    // A file that still holds what was imported last goes on from there.
    let last = stored.imported.last().filter(|row| is_in_file(row));
    let at = last.and_then(|last| events.iter().position(|it| it.id.as_str() == last.0));
    Ok(match at.map(|at| stored.added(events, at + 1)) {
        Some(Plan::Add { new, is_continued }) => Plan::Add { new, is_continued },
        _ => Plan::Keep,
    })
}

/// What is stored of a generation.
struct Stored {
    /// The ids and digests of what was imported, in order of arrival.
    imported: Vec<(String, i64)>,
    /// The ids of everything.
    ids: HashSet<String>,
    /// Whether anything was written here.
    has_written: bool,
}

impl Stored {
    fn of(conn: &Connection, session: i64) -> Result<Self> {
        let sql = "SELECT message_id, digest, is_imported FROM event
                   WHERE session = ?1 ORDER BY id";
        let rows = conn
            .prepare_cached(sql)
            .and_then(|mut stmt| {
                stmt.query_map([session], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                    .collect::<rusqlite::Result<Vec<(String, i64, bool)>>>()
            })
            .map_err(StoreError::during("look up what was imported"))?;
        let ids = rows.iter().map(|row| row.0.clone()).collect();
        let has_written = rows.iter().any(|row| !row.2);
        let imported = rows
            .into_iter()
            .filter(|row| row.2)
            .map(|(id, digest, _)| (id, digest))
            .collect();
        Ok(Self {
            imported,
            ids,
            has_written,
        })
    }

    /// Returns the plan to add the events from a place of the transcript on
    /// that are not stored yet.
    fn added(&self, events: &[TranscriptEvent], from: usize) -> Plan {
        let new: Vec<_> = (from..events.len())
            .filter(|&place| {
                let event = events.get(place);
                event.is_some_and(|event| !self.ids.contains(event.id.as_str()))
            })
            .collect();
        let Some(first) = new.first().and_then(|&place| events.get(place)) else {
            return Plan::Nothing;
        };
        let follows_last = match (&first.parent, self.imported.last()) {
            (Parent::Unsaid, _) => true,
            (Parent::Event(parent), Some((last, _))) => parent.as_str() == last,
            _ => false,
        };
        Plan::Add {
            new,
            is_continued: self.has_written && follows_last,
        }
    }
}

impl Writing<'_> {
    fn imported_session(&mut self, import: &Import<'_>) -> Result<SessionRow> {
        if let Some(stored) = session::find_key(self.tx, import.key)?
            && import.settings.is_incognito
            && !stored.facts.is_flagged_incognito
        {
            session::make_incognito(self.tx, stored.id)?;
        }
        let key = self.save_key(import.key, import.settings)?;
        if let Some(session) = session::generation(self.tx, key, Some(import.session_id))? {
            return Ok(session);
        }
        // An older generation that arrives late does not end the current one.
        let is_current = import.is_current || session::generation(self.tx, key, None)?.is_none();
        self.begin(key, import.session_id, is_current)
    }

    /// Stores a bounded number of the events at some places of a transcript, and
    /// returns how many places it is done with: at least one, if there is one.
    fn take(
        &mut self,
        session: &mut SessionRow,
        import: &Import<'_>,
        places: &[usize],
        is_continued: bool,
    ) -> Result<usize> {
        let mut n_taken = 0;
        let mut n_bytes = 0;
        for event in places.iter().filter_map(|&place| import.events.get(place)) {
            if n_taken == MAX_CHUNK || MAX_CHUNK_BYTES < n_bytes {
                break;
            }
            n_bytes += event.body.display_text().len();
            let origin = Origin::Imported {
                digest: digest::of(event),
            };
            if is_continued && n_taken == 0 {
                let continued = TranscriptEvent {
                    parent: Parent::Unsaid,
                    ..event.clone()
                };
                self.event(session, &continued, origin, Indexing::Later)?;
            } else {
                self.event(session, event, origin, Indexing::Later)?;
            }
            n_taken += 1;
        }
        session::save(self.tx, session)?;
        Ok(n_taken)
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
