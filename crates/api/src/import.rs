//! Taking in transcripts of other programs, file by file.

mod reading;
mod taken;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use serde::Serialize;
use sessions_core::id::AgentId;
use sessions_import::{
    ImportError, ImportOptions, ImportedFile, ImportedSession, LeftOut, Source, SourceKind,
    discover,
};
use sessions_store::{Import, Imported, SessionSettings, StoreError, TakenSource};

use self::reading::Told;
use self::taken::{Before, Taken};
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

/// What was taken in of the file that is being read.
#[derive(Default)]
struct OpenFile {
    sum: TakenSource,
    agents: Vec<AgentId>,
    /// Sessions that the store refused.
    n_refused: usize,
}

impl OpenFile {
    /// Adds what a session of it gave.
    fn add(&mut self, agent: AgentId, taken: &TakenSource) {
        self.sum.n_sessions += taken.n_sessions;
        self.sum.n_messages += taken.n_messages;
        self.sum.n_events += taken.n_events;
        if !self.agents.contains(&agent) {
            self.agents.push(agent);
        }
    }
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
        let (transcripts, others): (Vec<_>, Vec<_>) =
            sources.into_iter().partition(Source::is_transcript);
        let before = match options.now {
            Some(_) => Before::of(self)?,
            None => Before::default(),
        };
        let mut run = Run {
            sessions: self,
            summary: ImportSummary::default(),
            taken: Taken::default(),
        };
        let done = ImportProgress {
            n_files_total: transcripts.len(),
            n_bytes_total: transcripts.iter().map(Source::n_bytes).sum(),
            ..ImportProgress::default()
        };
        // One session waits while another is stored; more would fill the memory.
        let (told, heard) = mpsc::sync_channel(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                let told = told;
                reading::read_all(&transcripts, options, &before, &told);
            });
            run.files(&transcripts, heard, done, progress)
        })?;
        run.taken.save(self)?;
        for source in others {
            for entry in source.skipped() {
                run.skip(&entry.path, Some(entry.line), entry.reason.to_string());
            }
            // These are no transcripts, and are used where they belong.
            let is_used = |it| matches!(it, LeftOut::SessionIndex | LeftOut::DatabasePart);
            if let SourceKind::LeftOut(reason) = source.kind()
                && !is_used(reason)
            {
                run.skip(source.path(), None, reason.to_string());
            }
        }
        Ok(run.summary)
    }
}

impl Run<'_> {
    /// Takes in what is heard of the files, in their order.
    fn files(
        &mut self,
        sources: &[Source],
        heard: Receiver<Told>,
        mut done: ImportProgress,
        progress: &mut dyn FnMut(ImportProgress),
    ) -> Result<(), ApiError> {
        progress(done);
        let mut rest = sources.iter();
        let mut file = OpenFile::default();
        for told in heard {
            let Some(source) = rest.as_slice().first() else {
                break;
            };
            match told {
                Told::Session(session) => self.session(source, &session, &mut file)?,
                Told::UnchangedSession((agent, known)) => {
                    self.count(&known);
                    self.summary.unchanged_sessions += known.n_sessions;
                    file.add(agent, &known);
                }
                Told::UnchangedFile((_, known)) => {
                    self.summary.files += 1;
                    self.count(&known);
                    self.summary.unchanged_sessions += known.n_sessions;
                    rest.next();
                }
                Told::File { stamp, read } => {
                    self.file(source, stamp, read, std::mem::take(&mut file))?;
                    rest.next();
                }
            }
            let n_files = sources.len() - rest.len();
            if done.n_files < n_files {
                done.n_bytes += source.n_bytes();
            }
            done.n_files = n_files;
            done.n_messages = self.summary.messages;
            progress(done);
        }
        Ok(())
    }

    fn count(&mut self, known: &TakenSource) {
        self.summary.sessions += known.n_sessions;
        self.summary.messages += known.n_messages;
        self.summary.events += known.n_events;
    }

    /// Ends a file whose sessions were taken in; notes it where nothing of it
    /// was skipped.
    fn file(
        &mut self,
        source: &Source,
        stamp: Option<String>,
        read: Result<ImportedFile, ImportError>,
        file: OpenFile,
    ) -> Result<(), ApiError> {
        let read = match read {
            Ok(read) => read,
            // A file that cannot be read costs that file.
            Err(error @ ImportError::Read { .. }) => {
                self.skip(source.path(), None, error.reason_text());
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        self.summary.files += 1;
        // The lines of a file stand in front of its sessions.
        let refused = self
            .summary
            .skipped
            .split_off(self.summary.skipped.len().saturating_sub(file.n_refused));
        for line in &read.skipped {
            self.skip(&line.path, Some(line.line), line.reason.to_string());
        }
        self.summary.skipped.extend(refused);
        if let (Some(stamp), [agent]) = (stamp, file.agents.as_slice())
            && read.skipped.is_empty()
            && file.n_refused == 0
        {
            let taken = TakenSource { stamp, ..file.sum };
            self.taken
                .add(self.sessions, agent.clone(), (source.path(), None), taken)?;
        }
        Ok(())
    }

    /// Takes a session in.
    fn session(
        &mut self,
        source: &Source,
        session: &ImportedSession,
        file: &mut OpenFile,
    ) -> Result<(), ApiError> {
        let agent = session.key.agent().clone();
        let taken = TakenSource {
            path: String::new(),
            stamp: session.stamp.clone().unwrap_or_default(),
            n_sessions: 1,
            n_messages: n_said(session),
            n_events: session.events.len() as u64,
        };
        self.count(&taken);
        file.add(agent.clone(), &taken);
        let n_skipped = self.summary.skipped.len();
        self.store(source.path(), session)?;
        let n_refused = self.summary.skipped.len() - n_skipped;
        file.n_refused += n_refused;
        if session.stamp.is_some() && n_refused == 0 {
            let at = (source.path(), Some(&session.id));
            self.taken.add(self.sessions, agent, at, taken)?;
        }
        Ok(())
    }

    /// Stores a session; one that is refused costs that session.
    fn store(&mut self, path: &Path, session: &ImportedSession) -> Result<(), ApiError> {
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
