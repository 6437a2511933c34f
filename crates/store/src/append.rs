//! What writers ask of a store: append, reset, rewind, rollover, delete.

use sessions_core::event::{Append, EventBody, LeafTarget, Parent, TimestampMs, TranscriptEvent};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::leaf::{Control, Links as _};
use sessions_core::reset::{ResetPolicy, first_kept};
use sessions_core::rows::PathRows as _;

use crate::error::{Result, StoreError};
use crate::event::{self, Origin, SqlLinks};
use crate::path::{self, SqlPath};
use crate::session::{self, SessionRow, SessionSettings};
use crate::store::Store;
use crate::write::{Indexing, MAX_INLINE, Writing};

/// Events for one session.
#[derive(Clone, Copy, Debug)]
pub struct AppendRequest<'a> {
    /// The session.
    pub key: &'a SessionKey,
    /// The generation that the writer means; `None` means the current one.
    pub session_id: Option<&'a SessionId>,
    /// The id that the first generation of a new session gets where the writer
    /// named none.
    pub new_session_id: &'a SessionId,
    /// What else is said of the session.
    pub settings: &'a SessionSettings,
    /// The events, in order of arrival.
    pub events: &'a [TranscriptEvent],
}

impl<'a> AppendRequest<'a> {
    /// Returns an append to the current generation of `key`, which is begun as
    /// `new_session_id` where there is none.
    pub fn to(
        key: &'a SessionKey,
        new_session_id: &'a SessionId,
        events: &'a [TranscriptEvent],
    ) -> Self {
        const PLAIN: &SessionSettings = &SessionSettings {
            links: sessions_core::scope::OwnerLinks {
                spawned_by: None,
                parent: None,
                owner: None,
            },
            is_incognito: false,
            is_archived: None,
            title: None,
        };
        Self {
            key,
            session_id: None,
            new_session_id,
            settings: PLAIN,
            events,
        }
    }
}

/// What an append did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The generation that the events are in.
    pub session_id: SessionId,
    /// How many of them were new; the others had been stored before.
    pub n_new: usize,
}

/// A marker that a writer adds: its id, its time, and which generation the
/// writer means (`None` is the current one).
#[derive(Clone, Copy, Debug)]
pub struct Mark<'a> {
    /// The session.
    pub key: &'a SessionKey,
    /// The generation that the writer means.
    pub session_id: Option<&'a SessionId>,
    /// The id of the marker.
    pub message_id: &'a MessageId,
    /// When it is made.
    pub timestamp: TimestampMs,
}

impl Mark<'_> {
    fn event(&self, body: EventBody) -> TranscriptEvent {
        TranscriptEvent {
            id: self.message_id.clone(),
            parent: Parent::Unsaid,
            append: Append::Normal,
            timestamp: self.timestamp,
            body,
        }
    }
}

impl Store {
    /// Stores events and indexes them, in one transaction (X1): what is
    /// acknowledged is stored and searchable.
    ///
    /// Sending the same event again is acknowledged and changes nothing.
    ///
    /// # Errors
    ///
    /// Fails when the session id does not belong to the key or has ended, when
    /// a message id is taken by another event, when the session is incognito
    /// and the settings say otherwise, or when the write fails. Nothing of the
    /// append is then stored.
    pub fn append(&self, append: &AppendRequest<'_>) -> Result<Appended> {
        self.write("append a message", |writing| {
            let mut session = writing.session_for(append)?;
            let mut n_new = 0;
            for event in append.events {
                n_new += usize::from(writing.event(
                    &mut session,
                    event,
                    Origin::Written,
                    Indexing::Now,
                )?);
            }
            session::save(writing.tx, &session)?;
            Ok(Appended {
                session_id: session.session_id,
                n_new,
            })
        })
    }

    /// Appends a reset, keeping what `policy` keeps (T7). Returns the
    /// generation and the first kept id.
    ///
    /// # Errors
    ///
    /// Fails when the session is unknown or the write fails.
    pub fn reset(
        &self,
        mark: &Mark<'_>,
        policy: ResetPolicy,
    ) -> Result<(SessionId, Option<MessageId>)> {
        self.write("reset a session", |writing| {
            let mut session = writing.existing(mark.key, mark.session_id)?;
            let mut path = SqlPath {
                conn: writing.tx,
                session: &session,
            };
            let kept = match first_kept(&mut path, policy)? {
                Some(row) => Some(event::shown(writing.tx, row.node)?.message_id),
                None => None,
            };
            let body = EventBody::Reset {
                first_kept: kept.clone(),
            };
            let event = mark.event(body);
            let is_new = writing.event(&mut session, &event, Origin::Written, Indexing::Now)?;
            session::save(writing.tx, &session)?;
            if is_new {
                return Ok((session.session_id, kept));
            }
            // A retry: what the first one kept.
            let kept = event::first_kept(writing.tx, session.id, mark.message_id)?;
            Ok((session.session_id, kept))
        })
    }

    /// Appends a leaf control that makes the path end in `target` (T5.2).
    ///
    /// # Errors
    ///
    /// Fails when the session is unknown, when `target` is unknown, lies before
    /// the latest reset or is an ignored control, or when the write fails.
    pub fn rewind(&self, mark: &Mark<'_>, target: &MessageId) -> Result<SessionId> {
        self.write("rewind a session", |writing| {
            let mut session = writing.existing(mark.key, mark.session_id)?;
            let mut links = SqlLinks {
                conn: writing.tx,
                session: session.id,
            };
            let fence = session.state.last_reset;
            let can_be_selected = links.find(target)?.is_some_and(|link| {
                link.control != Control::Ignored && (fence.is_none() || link.fence == fence)
            });
            if !can_be_selected {
                return Err(StoreError::RewindTarget {
                    message_id: target.clone(),
                });
            }
            let body = EventBody::LeafControl {
                target: LeafTarget::Event(target.clone()),
                append_parent: None,
            };
            writing.event(
                &mut session,
                &mark.event(body),
                Origin::Written,
                Indexing::Now,
            )?;
            session::save(writing.tx, &session)?;
            Ok(session.session_id)
        })
    }

    /// Begins a new generation under a key (T8).
    ///
    /// # Errors
    ///
    /// Fails when the key has no session, when the id is taken, or when the
    /// write fails.
    pub fn rollover(&self, key: &SessionKey, session_id: &SessionId) -> Result<()> {
        self.write("roll a session over", |writing| {
            let stored = session::find_key(writing.tx, key)?
                .ok_or_else(|| StoreError::UnknownSession { key: key.clone() })?;
            writing.begin(stored.id, session_id, true).map(drop)
        })
    }

    /// Rewinds by copying: begins a new generation with the active path of the
    /// current one up to and including `through`, in the place of the current
    /// one, which stays openable and is no longer searched (X11).
    ///
    /// The copies keep their ids, times and texts. The cost is that of the
    /// path that is copied.
    ///
    /// # Errors
    ///
    /// Fails when the key has no session, when the id is taken, when `through`
    /// is not on the active path, or when the write fails.
    pub fn fork(
        &self,
        key: &SessionKey,
        session_id: &SessionId,
        through: &MessageId,
    ) -> Result<()> {
        self.write("fork a session", |writing| {
            let mut replaced = writing.existing(key, None)?;
            let mut path = SqlPath {
                conn: writing.tx,
                session: &replaced,
            };
            let found = path.locate(through)?.and_then(|it| it.position);
            let Some(position) = found else {
                return Err(StoreError::RewindTarget {
                    message_id: through.clone(),
                });
            };
            let stored = session::find_key(writing.tx, key)?;
            let key_row = stored.map(|it| it.id).unwrap_or_default();
            let rows = path::events_up_to(writing.tx, replaced.id, position.0)?;
            writing.hide(&mut replaced, 0)?;
            replaced.index.is_awaited = false;
            replaced.n_changes += 1;
            session::save(writing.tx, &replaced)?;
            session::set_replaced(writing.tx, replaced.id)?;
            let mut copy = writing.begin(key_row, session_id, true)?;
            let indexing = if u64::try_from(rows.len()).is_ok_and(|n| n <= MAX_INLINE) {
                Indexing::Now
            } else {
                Indexing::Later
            };
            for row in rows {
                let event = event::on_path(writing.tx, row)?;
                writing.event(&mut copy, &event, Origin::Written, indexing)?;
            }
            session::save(writing.tx, &copy)
        })
    }

    /// Deletes a session with all its generations, its rows and its index
    /// entries (X6). Returns whether there was one.
    ///
    /// # Errors
    ///
    /// Fails when the write fails; nothing is then deleted.
    pub fn delete(&self, key: &SessionKey) -> Result<bool> {
        let doing = "delete a session";
        self.write(doing, |writing| {
            writing
                .tx
                .prepare_cached("DELETE FROM session_key WHERE session_key = ?1")
                .and_then(|mut stmt| stmt.execute([key.as_str()]))
                .map(|n| 0 < n)
                .map_err(StoreError::during(doing))
        })
    }
}

impl Writing<'_> {
    /// Returns the generation that an append means, making it where the key
    /// has none.
    fn session_for(&mut self, append: &AppendRequest<'_>) -> Result<SessionRow> {
        let key = self.save_key(append.key, append.settings)?;
        if session::generation(self.tx, key, None)?.is_none() {
            let id = append.session_id.unwrap_or(append.new_session_id);
            return self.begin(key, id, true);
        }
        self.existing(append.key, append.session_id)
    }

    /// Returns a generation that may be written to.
    fn existing(&self, key: &SessionKey, session_id: Option<&SessionId>) -> Result<SessionRow> {
        let unknown = || StoreError::UnknownSession { key: key.clone() };
        let stored = session::find_key(self.tx, key)?.ok_or_else(unknown)?;
        match (
            session::generation(self.tx, stored.id, session_id)?,
            session_id,
        ) {
            (Some(session), _) if session.is_current => Ok(session),
            (Some(session), _) => Err(StoreError::Ended {
                session_id: session.session_id,
            }),
            (None, Some(session_id)) => Err(StoreError::SessionMismatch {
                key: key.clone(),
                session_id: session_id.clone(),
            }),
            (None, None) => Err(unknown()),
        }
    }

    /// Begins a generation under an id that no session has.
    pub(crate) fn begin(
        &self,
        key: i64,
        session_id: &SessionId,
        is_current: bool,
    ) -> Result<SessionRow> {
        if session::owner_of(self.tx, session_id)?.is_some() {
            return Err(StoreError::SessionTaken {
                session_id: session_id.clone(),
            });
        }
        let version = self.masker.stored_version();
        session::create_generation(self.tx, key, session_id, is_current, version)
    }
}
