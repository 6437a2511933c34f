//! Taking in transcripts of other programs, file by file.

mod taken;

use std::path::{Path, PathBuf};

use serde::Serialize;
use sessions_core::id::AgentId;
use sessions_import::{ImportOptions, ImportedSession, LeftOut, Source, SourceKind, discover};
use sessions_store::{Import, Imported, SessionSettings, StoreError, TakenSource};

use self::taken::Taken;
use crate::error::ApiError;
use crate::sessions::Sessions;

/// How far an import has come (I4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportProgress {
    /// Files read so far.
    pub n_files: usize,
    /// Files to read.
    pub n_files_total: usize,
    /// Bytes of the files read so far.
    pub n_bytes: u64,
    /// Bytes of all files to read.
    pub n_bytes_total: u64,
    /// User and assistant messages read so far.
    pub n_messages: u64,
}

/// What an import read, added and skipped (I2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ImportSummary {
    /// Transcripts read.
    pub files: usize,
    /// Sessions in them.
    pub sessions: usize,
    /// User and assistant messages with words in them.
    pub messages: u64,
    /// Events of any kind in them.
    pub events: u64,
    /// Events that were not there before.
    pub new_events: u64,
    /// Sessions that were all there before.
    pub unchanged_sessions: usize,
    /// Lines, sessions and files that were not taken in, with the reason.
    pub skipped: Vec<Skipped>,
}

/// Something that was not taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1, where a line was skipped and not the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Why, in words.
    pub reason: String,
}

/// One import under way.
struct Run<'a> {
    sessions: &'a Sessions,
    summary: ImportSummary,
    taken: Taken,
}

/// How far its summary has come.
struct Counts {
    sessions: usize,
    messages: u64,
    events: u64,
    skipped: usize,
}

impl Sessions {
    /// Imports files and folders; what was imported before is left as it is
    /// (I3). Where the options say what time it is, a file that looks as it did
    /// when it was taken in before is not read again.
    ///
    /// History shows what was imported at once; the index follows by
    /// [`Self::reconcile`]. Several files that hold one session id are copies:
    /// what a later one adds behind the others is added, and one that differs is
    /// skipped with that reason. Nothing that is stored is ever lost.
    ///
    /// # Errors
    ///
    /// Fails when a path does not exist, when a named file is not of the format
    /// that was asked for, or when a database cannot be written. What was
    /// imported until then stays.
    pub fn import(
        &self,
        paths: &[PathBuf],
        options: &ImportOptions,
        progress: &mut dyn FnMut(ImportProgress),
    ) -> Result<ImportSummary, ApiError> {
        let sources = discover(paths, options)?;
        let mut run = Run {
            sessions: self,
            summary: ImportSummary::default(),
            taken: match options.now {
                Some(_) => Taken::of(self)?,
                None => Taken::default(),
            },
        };
        let (transcripts, others): (Vec<_>, Vec<_>) =
            sources.into_iter().partition(Source::is_transcript);
        let mut done = ImportProgress {
            n_files_total: transcripts.len(),
            n_bytes_total: transcripts.iter().map(Source::n_bytes).sum(),
            ..ImportProgress::default()
        };
        progress(done);
        for source in &transcripts {
            run.file(source, options)?;
            done.n_files += 1;
            done.n_bytes += source.n_bytes();
            done.n_messages = run.summary.messages;
            progress(done);
        }
        run.taken.save(self)?;
        for source in others {
            for entry in source.skipped() {
                run.skip(&entry.path, Some(entry.line), entry.reason.to_string());
            }
            // An index of sessions is no transcript, and is used for their keys.
            if let SourceKind::LeftOut(reason) = source.kind()
                && reason != LeftOut::SessionIndex
            {
                run.skip(source.path(), None, reason.to_string());
            }
        }
        Ok(run.summary)
    }
}

impl Run<'_> {
    /// Takes a file in, unless it is as it was when it was taken in before.
    fn file(&mut self, source: &Source, options: &ImportOptions) -> Result<(), ApiError> {
        // Taken before the file is read: what is written meanwhile is seen the
        // next time.
        let stamp = options.now.and_then(|now| source.stamp(options, now));
        if let Some(stamp) = &stamp
            && let Some(known) = self.taken.unchanged(source.path(), stamp)
        {
            self.summary.files += 1;
            self.summary.sessions += known.n_sessions;
            self.summary.unchanged_sessions += known.n_sessions;
            self.summary.messages += known.n_messages;
            self.summary.events += known.n_events;
            return Ok(());
        }
        let before = self.counts();
        let agent = self.read(source, options)?;
        if let (Some(stamp), Some(agent)) = (stamp, agent)
            && self.summary.skipped.len() == before.skipped
        {
            let taken = TakenSource {
                path: String::new(),
                stamp,
                n_sessions: self.summary.sessions - before.sessions,
                n_messages: self.summary.messages - before.messages,
                n_events: self.summary.events - before.events,
            };
            self.taken.add(self.sessions, agent, source.path(), taken)?;
        }
        Ok(())
    }

    fn counts(&self) -> Counts {
        Counts {
            sessions: self.summary.sessions,
            messages: self.summary.messages,
            events: self.summary.events,
            skipped: self.summary.skipped.len(),
        }
    }

    /// Reads a file and takes its sessions in. Returns the agent that owns
    /// them, where it is one.
    fn read(
        &mut self,
        source: &Source,
        options: &ImportOptions,
    ) -> Result<Option<AgentId>, ApiError> {
        let file = match sessions_import::read(source, options) {
            Ok(file) => file,
            // A file that cannot be read costs that file.
            Err(err @ sessions_import::ImportError::Read { .. }) => {
                self.skip(source.path(), None, err.reason_text());
                return Ok(None);
            }
            Err(err) => return Err(err.into()),
        };
        self.summary.files += 1;
        for line in &file.skipped {
            self.skip(source.path(), Some(line.line), line.reason.to_string());
        }
        let mut agents: Vec<_> = file
            .sessions
            .iter()
            .map(|it| it.key.agent().clone())
            .collect();
        agents.dedup();
        for session in file.sessions {
            self.summary.sessions += 1;
            self.summary.events += session.events.len() as u64;
            self.summary.messages += n_said(&session);
            self.session(source.path(), &session)?;
        }
        let is_one = agents.len() == 1;
        Ok(agents.pop().filter(|_| is_one))
    }

    /// Takes a session in; one that is refused costs that session.
    fn session(&mut self, path: &Path, session: &ImportedSession) -> Result<(), ApiError> {
        let settings = SessionSettings {
            links: session.links.clone(),
            is_incognito: session.is_incognito,
            is_archived: session.is_archived.then_some(true),
            title: session.title.clone(),
        };
        let store = self.sessions.store_for_writing(session.key.agent())?;
        // A copy in another folder goes by another key; its id says which
        // session it is (T1).
        let owner = store.snapshot()?.owner_of(&session.id)?;
        let import = Import {
            key: owner.as_ref().unwrap_or(&session.key),
            session_id: &session.id,
            is_current: session.is_current,
            settings: &settings,
            events: &session.events,
        };
        match store.import(&import) {
            Ok(Imported::Unchanged) => self.summary.unchanged_sessions += 1,
            Ok(Imported::Added { n_events } | Imported::Replaced { n_events }) => {
                self.summary.new_events += n_events as u64;
            }
            Ok(Imported::Differs) => {
                let reason = "a session that differs from what is stored, which was kept";
                self.skip(path, None, reason.to_owned());
            }
            Err(err @ (StoreError::SessionTaken { .. } | StoreError::Taken { .. })) => {
                self.skip(path, None, err.to_string());
            }
            Err(err) => return Err(err.into()),
        }
        Ok(())
    }

    fn skip(&mut self, path: &Path, line: Option<u64>, reason: String) {
        self.summary.skipped.push(Skipped {
            path: path.to_owned(),
            line,
            reason,
        });
    }
}

/// Returns how many messages with words a session has, on its path or off it.
fn n_said(session: &ImportedSession) -> u64 {
    let said = session
        .events
        .iter()
        .filter_map(|it| it.body.searchable_text());
    said.count() as u64
}
