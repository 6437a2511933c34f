//! A whole agent database in the model (T1, T8, X2, X11).

use std::collections::{BTreeMap, HashSet};

use super::rows::{ModelRead, ModelTranscript};
use crate::event::{Append, EventBody, Parent, Role, TimestampMs, TranscriptEvent};
use crate::id::{MessageId, SessionId};
use crate::key::SessionKey;
use crate::reset::ResetPolicy;
use crate::scope::{OwnerLinks, SessionFacts};

/// What became of a change that was not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is stored.
    Changed,
    /// It was there already, or there was nothing to change.
    Unchanged,
}

/// Why the store refuses; nothing changes then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// No session has this key.
    UnknownKey,
    /// The session is stored as one that is not incognito.
    NotIncognito,
    /// Another event has this id already.
    MessageExists,
    /// The session id is not one of the key's, or belongs to another key. One
    /// answer for both (H7).
    ForeignSession,
    /// The session id is one of the key's already.
    SessionExists,
    /// The message is not on the active path of the current generation.
    OffPath,
}

/// One row that an index of the database holds (X2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SearchableRow {
    /// The key of its session.
    pub key: SessionKey,
    /// Its generation.
    pub session_id: SessionId,
    /// Its id.
    pub message_id: MessageId,
    /// Who speaks.
    pub role: Role,
    /// When it was said.
    pub timestamp: TimestampMs,
    /// Its original text.
    pub text: String,
}

/// One session: a key with its generations.
#[derive(Clone, Debug)]
pub struct ModelSession {
    facts: SessionFacts,
    /// In order of arrival.
    generations: Vec<Generation>,
    /// The id of the current one, which is one of them.
    current: SessionId,
}

#[derive(Clone, Debug)]
struct Generation {
    id: SessionId,
    events: Vec<TranscriptEvent>,
    /// Whether a rewind made another generation in its place (X11).
    is_replaced: bool,
    /// Those of the events that were imported, as their file has them.
    imported: Vec<TranscriptEvent>,
}

impl ModelSession {
    /// Returns what matters to visibility.
    pub fn facts(&self) -> &SessionFacts {
        &self.facts
    }

    /// Returns the current session id.
    pub fn current_id(&self) -> &SessionId {
        &self.current
    }

    /// Returns the ids of the generations, in order of arrival.
    pub fn session_ids(&self) -> impl Iterator<Item = &SessionId> {
        self.generations.iter().map(|it| &it.id)
    }

    /// Returns the events of a generation, in order of arrival; of the current
    /// one where no id is given (H7).
    pub fn events(&self, id: Option<&SessionId>) -> Option<&[TranscriptEvent]> {
        let id = id.unwrap_or(&self.current);
        let generation = self.generations.iter().find(|it| it.id == *id)?;
        Some(&generation.events)
    }

    fn generation_mut(&mut self, id: &SessionId) -> Option<&mut Generation> {
        self.generations.iter_mut().find(|it| it.id == *id)
    }
}

/// The database of one agent.
///
/// Nothing here is derived and kept: every answer is computed from the events.
#[derive(Clone, Debug, Default)]
pub struct ModelStore {
    sessions: BTreeMap<SessionKey, ModelSession>,
}

impl ModelStore {
    /// Returns a store without sessions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the sessions in the order of their keys.
    pub fn sessions(&self) -> impl Iterator<Item = (&SessionKey, &ModelSession)> {
        self.sessions.iter()
    }

    /// Returns the session of a key.
    pub fn session(&self, key: &SessionKey) -> Option<&ModelSession> {
        self.sessions.get(key)
    }

    /// Returns the key that a session id belongs to (T1).
    pub fn owner_of(&self, id: &SessionId) -> Option<&SessionKey> {
        self.sessions
            .iter()
            .find(|(_, session)| session.session_ids().any(|it| it == id))
            .map(|(key, _)| key)
    }

    /// Says what is known of a session besides its messages; makes the key with
    /// an empty first generation where it is missing. A link that is not given
    /// stays as it is; whether it is incognito is decided when it is made.
    ///
    /// # Errors
    ///
    /// Fails when the key is stored as not incognito and said to be, or when a
    /// new generation is needed and its id belongs to another key.
    pub fn open(
        &mut self,
        key: &SessionKey,
        new_session_id: &SessionId,
        links: OwnerLinks,
        is_incognito: bool,
    ) -> Result<Answer, Rejection> {
        if let Some(session) = self.sessions.get_mut(key) {
            if is_incognito && !session.facts.is_flagged_incognito {
                return Err(Rejection::NotIncognito);
            }
            let stored = &mut session.facts.links;
            stored.spawned_by = links.spawned_by.or(stored.spawned_by.take());
            stored.parent = links.parent.or(stored.parent.take());
            stored.owner = links.owner.or(stored.owner.take());
            return Ok(Answer::Changed);
        }
        if self.owner_of(new_session_id).is_some() {
            return Err(Rejection::ForeignSession);
        }
        let session = ModelSession {
            facts: SessionFacts {
                key: key.clone(),
                links,
                is_flagged_incognito: is_incognito || key.is_incognito(),
            },
            generations: vec![Generation::new(new_session_id)],
            current: new_session_id.clone(),
        };
        self.sessions.insert(key.clone(), session);
        Ok(Answer::Changed)
    }

    /// Appends an event of any kind to the current generation of a key, which
    /// is made where it is missing. The same event again changes nothing.
    ///
    /// # Errors
    ///
    /// Fails when another event has the id, or when a new generation is needed
    /// and its id belongs to another key.
    pub fn append(
        &mut self,
        key: &SessionKey,
        new_session_id: &SessionId,
        event: &TranscriptEvent,
    ) -> Result<Answer, Rejection> {
        if !self.sessions.contains_key(key) {
            self.open(key, new_session_id, OwnerLinks::default(), false)?;
        }
        self.add_to_current(key, event)
    }

    fn add_to_current(
        &mut self,
        key: &SessionKey,
        event: &TranscriptEvent,
    ) -> Result<Answer, Rejection> {
        let session = self.sessions.get_mut(key).ok_or(Rejection::UnknownKey)?;
        let id = session.current.clone();
        let generation = session.generation_mut(&id).ok_or(Rejection::UnknownKey)?;
        match generation.events.iter().find(|it| it.id == event.id) {
            None => {
                generation.events.push(event.clone());
                Ok(Answer::Changed)
            }
            Some(stored) if stored == event => Ok(Answer::Unchanged),
            Some(_) => Err(Rejection::MessageExists),
        }
    }

    /// Appends a reset at the leaf of the current generation, with the first
    /// kept row that the policy chooses (T7).
    ///
    /// # Errors
    ///
    /// Fails when the key is unknown or another event has the id.
    pub fn reset(
        &mut self,
        key: &SessionKey,
        policy: ResetPolicy,
        id: MessageId,
        timestamp: TimestampMs,
    ) -> Result<Answer, Rejection> {
        let events = self.generation(key, None)?;
        let first_kept = ModelTranscript::of(events).first_kept(policy).cloned();
        let event = TranscriptEvent {
            id,
            parent: Parent::Unsaid,
            append: Append::Normal,
            timestamp,
            body: EventBody::Reset { first_kept },
        };
        self.add_to_current(key, &event)
    }

    /// Begins a new, empty generation under a key (T8).
    ///
    /// # Errors
    ///
    /// Fails when the key is unknown or the session id is taken.
    pub fn roll_over(&mut self, key: &SessionKey, id: &SessionId) -> Result<Answer, Rejection> {
        self.check_new(key, id)?;
        let session = self.sessions.get_mut(key).ok_or(Rejection::UnknownKey)?;
        session.generations.push(Generation::new(id));
        session.current = id.clone();
        Ok(Answer::Changed)
    }

    /// Rewinds by copying: begins a new generation with the active path of the
    /// current one up to and including a message, in the place of the current
    /// one (X11).
    ///
    /// # Errors
    ///
    /// Fails when the key is unknown, the session id is taken, or the message
    /// is not on the active path of the current generation.
    pub fn fork(
        &mut self,
        key: &SessionKey,
        id: &SessionId,
        through: &MessageId,
    ) -> Result<Answer, Rejection> {
        self.check_new(key, id)?;
        let transcript = ModelTranscript::of(self.generation(key, None)?);
        let at = transcript.path().iter().position(|it| it.id == *through);
        let n_rows = at.ok_or(Rejection::OffPath)? + 1;
        let copied = transcript.path().iter().take(n_rows).map(|&event| {
            // On the new path each row hangs on the one before it.
            TranscriptEvent {
                parent: Parent::Unsaid,
                append: Append::Normal,
                ..event.clone()
            }
        });
        let events = copied.collect();
        let session = self.sessions.get_mut(key).ok_or(Rejection::UnknownKey)?;
        let current = session.current.clone();
        if let Some(replaced) = session.generation_mut(&current) {
            replaced.is_replaced = true;
        }
        session.generations.push(Generation {
            events,
            ..Generation::new(id)
        });
        session.current = id.clone();
        Ok(Answer::Changed)
    }

    /// Deletes a session with all its generations (X6).
    ///
    /// # Errors
    ///
    /// Fails when the key is unknown.
    pub fn delete(&mut self, key: &SessionKey) -> Result<Answer, Rejection> {
        let removed = self.sessions.remove(key);
        removed
            .map(|_| Answer::Changed)
            .ok_or(Rejection::UnknownKey)
    }

    /// Imports a transcript: makes key and generation where they are missing
    /// (I3).
    ///
    /// Nothing that is stored is lost. A transcript adds what stands in it
    /// behind everything that was imported before; where it holds all of that
    /// in another way, and nothing was written here, it takes its place; where
    /// it holds what was imported last, it adds what stands behind that; any
    /// other changes nothing. What is added behind the last imported event goes
    /// on behind what was written here since. A new generation under an old key
    /// becomes the current one if `becomes_current`; the first one of a key
    /// always does.
    ///
    /// # Errors
    ///
    /// Fails when the session id belongs to another key.
    pub fn import(
        &mut self,
        key: &SessionKey,
        id: &SessionId,
        becomes_current: bool,
        events: &[TranscriptEvent],
    ) -> Result<Answer, Rejection> {
        let is_new = match self.owner_of(id) {
            Some(owner) if owner != key => return Err(Rejection::ForeignSession),
            owner => owner.is_none(),
        };
        if is_new && self.sessions.contains_key(key) {
            let session = self.sessions.get_mut(key).ok_or(Rejection::UnknownKey)?;
            session.generations.push(Generation::new(id));
            if becomes_current {
                session.current = id.clone();
            }
        } else if is_new {
            self.open(key, id, OwnerLinks::default(), false)?;
        }
        let session = self.sessions.get_mut(key).ok_or(Rejection::UnknownKey)?;
        let generation = session
            .generation_mut(id)
            .ok_or(Rejection::ForeignSession)?;
        let answer = generation.import(events);
        Ok(if is_new { Answer::Changed } else { answer })
    }

    /// Returns the ids of the current view of the current generation (T10).
    ///
    /// # Errors
    ///
    /// Fails when the key is unknown.
    pub fn current_view(
        &self,
        key: &SessionKey,
        include_tools: bool,
    ) -> Result<Vec<MessageId>, Rejection> {
        let transcript = ModelTranscript::of(self.generation(key, None)?);
        let view = transcript.view(include_tools);
        Ok(view.iter().map(|event| event.id.clone()).collect())
    }

    /// Returns a page of the current view (H2).
    ///
    /// # Errors
    ///
    /// Fails when the key is unknown.
    pub fn page(
        &self,
        key: &SessionKey,
        offset: u64,
        limit: usize,
        include_tools: bool,
    ) -> Result<ModelRead, Rejection> {
        let events = self.generation(key, None)?;
        Ok(ModelTranscript::of(events).page(offset, limit, include_tools))
    }

    /// Returns a window around a message (H3 to H8).
    ///
    /// # Errors
    ///
    /// Fails when the key is unknown or the session id is not one of its own.
    pub fn around(
        &self,
        key: &SessionKey,
        session_id: Option<&SessionId>,
        message_id: &MessageId,
        limit: usize,
        include_tools: bool,
    ) -> Result<ModelRead, Rejection> {
        let events = self.generation(key, session_id)?;
        Ok(ModelTranscript::of(events).around(message_id, limit, include_tools))
    }

    /// Returns what an index of the database holds (X2), sorted by session
    /// key, session id and message id.
    ///
    /// Incognito sessions and generations that a rewind replaced have no rows
    /// in it; of the copies of a row under one key, the one in the current
    /// generation counts, or else the one that arrived last (X11).
    pub fn searchable(&self) -> Vec<SearchableRow> {
        let mut rows = Vec::new();
        for (key, session) in &self.sessions {
            if session.facts.is_incognito() {
                continue;
            }
            let is_current = |it: &&Generation| it.id == session.current;
            let newest_first = || session.generations.iter().rev();
            let current = newest_first().filter(is_current);
            let ended = newest_first().filter(|it| !is_current(it));
            let mut seen = HashSet::new();
            for generation in current.chain(ended).filter(|it| !it.is_replaced) {
                for event in ModelTranscript::of(&generation.events).searchable() {
                    let EventBody::Message { role, text, .. } = &event.body else {
                        continue;
                    };
                    let row = SearchableRow {
                        key: key.clone(),
                        session_id: generation.id.clone(),
                        message_id: event.id.clone(),
                        role: *role,
                        timestamp: event.timestamp,
                        text: text.clone(),
                    };
                    if seen.insert((&event.id, *role, event.timestamp, text.as_str())) {
                        rows.push(row);
                    }
                }
            }
        }
        rows.sort();
        rows
    }

    fn generation(
        &self,
        key: &SessionKey,
        id: Option<&SessionId>,
    ) -> Result<&[TranscriptEvent], Rejection> {
        let session = self.sessions.get(key).ok_or(Rejection::UnknownKey)?;
        session.events(id).ok_or(Rejection::ForeignSession)
    }

    fn check_new(&self, key: &SessionKey, id: &SessionId) -> Result<(), Rejection> {
        if !self.sessions.contains_key(key) {
            return Err(Rejection::UnknownKey);
        }
        match self.owner_of(id) {
            None => Ok(()),
            Some(owner) if owner == key => Err(Rejection::SessionExists),
            Some(_) => Err(Rejection::ForeignSession),
        }
    }
}

impl Generation {
    /// Takes in a transcript from elsewhere.
    fn import(&mut self, file: &[TranscriptEvent]) -> Answer {
        if self.imported.starts_with(file) {
            return Answer::Unchanged;
        }
        let has_written = self.imported.len() < self.events.len();
        let behind = if file.starts_with(&self.imported) {
            self.imported.len()
        } else if !has_written && self.imported.iter().all(|it| file.contains(it)) {
            self.events = file.to_vec();
            self.imported = file.to_vec();
            return Answer::Changed;
        } else {
            let last = self.imported.last();
            match file.iter().position(|it| Some(it) == last) {
                Some(at) => at + 1,
                None => return Answer::Unchanged,
            }
        };
        let is_free = |event: &&TranscriptEvent| self.events.iter().all(|it| it.id != event.id);
        let new: Vec<_> = file.iter().skip(behind).filter(is_free).cloned().collect();
        let Some(first) = new.first() else {
            return Answer::Unchanged;
        };
        let follows_last = match (&first.parent, self.imported.last()) {
            (Parent::Unsaid, _) => true,
            (Parent::Event(parent), Some(last)) => *parent == last.id,
            _ => false,
        };
        let mut continued = first.clone();
        if has_written && follows_last {
            continued.parent = Parent::Unsaid;
        }
        self.events.push(continued);
        self.events.extend(new.iter().skip(1).cloned());
        self.imported.extend(new);
        Answer::Changed
    }

    fn new(id: &SessionId) -> Self {
        Self {
            id: id.clone(),
            events: Vec::new(),
            is_replaced: false,
            imported: Vec::new(),
        }
    }
}
