//! Reads transcripts of other programs into events.
//!
//! Agents leave their conversations behind as files, each program in a format
//! of its own. This crate finds such files, recognises them by what they hold,
//! and reads them into the [`TranscriptEvent`](sessions_core::event::TranscriptEvent)s
//! of core. It never writes, and it knows no store.
//!
//! # Overview
//!
//! - [`discover`] walks files and folders and says of each file what it is: a
//!   transcript of some [`Format`], or left out with a [`LeftOut`] reason.
//! - [`read`] reads one [`Source`] into an [`ImportedFile`]: sessions with
//!   their keys, ids, links and events, and what had to be skipped.
//!
//! ```no_run
//! use std::path::PathBuf;
//!
//! use sessions_import::{ImportOptions, SourceKind, discover, read};
//!
//! let options = ImportOptions::default();
//! for source in discover(&[PathBuf::from("sessions")], &options)? {
//!     match source.kind() {
//!         SourceKind::Transcript(_) => {
//!             let file = read(&source, &options)?;
//!             println!(
//!                 "{}: {} sessions",
//!                 source.path().display(),
//!                 file.sessions.len()
//!             );
//!         }
//!         SourceKind::LeftOut(reason) => println!("{}: {reason}", source.path().display()),
//!     }
//! }
//! # Ok::<(), sessions_import::ImportError>(())
//! ```
//!
//! # What an import promises
//!
//! One bad line costs one line (I2): it is skipped and named with its place
//! and a [`SkipReason`], and reading goes on. No input panics. Reading a file
//! twice gives equal events, and what was read of a file stays as it was when
//! the file grows (I3): ids that had to be made up depend on the line alone.
//! Of a file one line and the events of one session are in memory at a time
//! where it is read by [`read_each`].
//!
//! Where a file beside a transcript says who may see it and that file is
//! damaged, the transcript is left out and listed with the reason: it would be
//! shown to others than those it belongs to, and under a wrong key for good.
//! All that a caller has to list of an import is in three places: the
//! [`SourceKind::LeftOut`] reasons of [`discover`], [`Source::skipped`] of the
//! same sources, and [`ImportedFile::skipped`].

mod chatgpt;
mod claude;
mod claude_ai;
mod codex;
mod copilot;
mod element;
mod error;
mod export;
mod file;
mod fingerprint;
mod format;
mod gemini;
mod id;
mod imported;
mod json;
mod line;
mod naming;
mod open;
mod openclaw;
mod places;
mod sniff;
mod source;
mod time;
mod walk;

use std::ops::ControlFlow;

pub use error::ImportError;
pub use format::{Format, UnknownFormat};
pub use imported::{EntryFault, ImportedFile, ImportedSession, SkipReason, Skipped};
pub use places::{UsualPlace, usual_places};
use sessions_core::event::TimestampMs;
use sessions_core::id::{AgentId, SessionId};
pub use sniff::Shape;
pub use source::{IndexFault, LeftOut, ReadFailure, Source, SourceKind, discover};

/// What a caller decides about an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// The format of the files; `None` recognises it from their content.
    pub format: Option<Format>,
    /// The agent that owns what is imported; `None` takes it from the files.
    pub agent: Option<AgentId>,
    /// Whether transcripts are read too that were deleted in their own program
    /// (`.deleted.` archives); they are archived.
    pub deleted: bool,
    /// The time, so that files which stay as they are need not be read again;
    /// `None` reads all.
    pub now: Option<TimestampMs>,
}

/// Takes the sessions of a file, one by one; a closure does.
pub trait Take {
    /// Takes a session; breaks when it wants no more.
    fn take(&mut self, session: ImportedSession) -> ControlFlow<()>;

    /// Returns whether it has the session as `stamp` says it is
    /// ([`ImportedSession::stamp`]), so that it need not be read.
    fn has(&mut self, id: &SessionId, stamp: &str) -> bool {
        let _ = (id, stamp);
        false
    }
}

impl<F: FnMut(ImportedSession) -> ControlFlow<()>> Take for F {
    fn take(&mut self, session: ImportedSession) -> ControlFlow<()> {
        self(session)
    }
}

/// Reads one transcript.
///
/// Lines that cannot be read are skipped and named in
/// [`ImportedFile::skipped`]; they are no error. Of a file with many sessions
/// all are in memory at once; [`read_each`] hands them over one by one.
///
/// # Errors
///
/// Fails when the file cannot be opened or read, and when the source is one
/// that was left out.
pub fn read(source: &Source, options: &ImportOptions) -> Result<ImportedFile, ImportError> {
    let mut sessions = Vec::new();
    let mut file = read_each(source, options, &mut |session| {
        sessions.push(session);
        ControlFlow::Continue(())
    })?;
    file.sessions = sessions;
    Ok(file)
}

/// Reads one transcript and gives its sessions to `take`, one by one, so that
/// as few as can be are in memory. Those of the answer are empty.
///
/// # Errors
///
/// As [`read`]; sessions may have been taken until then.
pub fn read_each(
    source: &Source,
    options: &ImportOptions,
    take: &mut dyn Take,
) -> Result<ImportedFile, ImportError> {
    let format = match source.kind() {
        SourceKind::Transcript(format) => format,
        SourceKind::LeftOut(reason) => {
            return Err(ImportError::LeftOut {
                path: source.path().to_owned(),
                reason,
            });
        }
    };
    let mut file = match format {
        Format::OpenClaw => openclaw::read(source, options),
        Format::OpenClawDatabase => openclaw::read_database(source, options, take),
        Format::ClaudeCode => claude::read(source, options),
        Format::Codex => codex::read(source, options),
        Format::Copilot => copilot::read(source, options),
        Format::Gemini => gemini::read(source, options),
        Format::ChatGpt => chatgpt::read(source, options, take),
        Format::ClaudeAi => claude_ai::read(source, options, take),
    }?;
    for session in std::mem::take(&mut file.sessions) {
        if take.take(session).is_break() {
            break;
        }
    }
    Ok(file)
}
