//! What reading one file gives.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sessions_core::event::{TimestampMs, TranscriptEvent};
use sessions_core::id::SessionId;
use sessions_core::key::SessionKey;
use sessions_core::scope::OwnerLinks;

use crate::format::Format;

/// What was read from one file.
#[derive(Debug)]
#[non_exhaustive]
pub struct ImportedFile {
    /// The file.
    pub path: PathBuf,
    /// Its format.
    pub format: Format,
    /// The sessions in it, in order of their first event; parents before the
    /// side chains that they hold.
    pub sessions: Vec<ImportedSession>,
    /// What could not be read or taken in, in order of lines.
    pub skipped: Vec<Skipped>,
    /// Lines in the file, blank ones too.
    pub n_lines: u64,
    /// Bytes read.
    pub n_bytes: u64,
}

/// One generation of a session, as a file tells it.
///
/// Debug shows neither the title nor the texts (R9).
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedSession {
    /// The key that owns the generation.
    pub key: SessionKey,
    /// The generation.
    pub id: SessionId,
    /// Whether it is the current generation of its key; an archive is an
    /// earlier one (T8).
    pub is_current: bool,
    /// Whether its program keeps it out of lists (T1b).
    pub is_archived: bool,
    /// Whom it belongs to.
    pub links: OwnerLinks,
    /// Whether its program says that nobody is to see it.
    pub is_incognito: bool,
    /// What its program calls it; not masked.
    pub title: Option<String>,
    /// When it began.
    pub started: Option<TimestampMs>,
    /// A word that stays the same as long as reading the session again would
    /// give the same, where its source can tell that of single sessions.
    pub stamp: Option<String>,
    /// Its events in order of arrival; their ids are unique.
    pub events: Vec<TranscriptEvent>,
}

impl ImportedSession {
    /// Returns a current session without events, links or a title.
    pub fn new(key: SessionKey, id: SessionId) -> Self {
        Self {
            is_incognito: key.is_incognito(),
            key,
            id,
            is_current: true,
            is_archived: false,
            links: OwnerLinks::default(),
            title: None,
            started: None,
            stamp: None,
            events: Vec::new(),
        }
    }
}

impl fmt::Debug for ImportedSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImportedSession")
            .field("key", &self.key)
            .field("id", &self.id)
            .field("is_current", &self.is_current)
            .field("is_archived", &self.is_archived)
            .field("links", &self.links)
            .field("is_incognito", &self.is_incognito)
            .field("started", &self.started)
            .field("n_events", &self.events.len())
            .finish_non_exhaustive()
    }
}

/// Something in a file that could not be read or taken in (I2).
///
/// It names the place and never holds the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file.
    pub path: Arc<Path>,
    /// The line, from 1; of a session in a database (whose id stands behind `#`
    /// in the path) the event, and of its index the entry.
    pub line: u64,
    /// Why.
    pub reason: SkipReason,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path.display(), self.line, self.reason)
    }
}

/// Why a line, or a part of one, was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// The line is no JSON, and no record in it could be saved.
    NotJson,
    /// The last line has no end: its writer was interrupted, or still writes.
    Truncated,
    /// The line holds NUL bytes where a record should be.
    NulBytes,
    /// The line is JSON, but no object.
    NotAnObject,
    /// The line is an object that says neither its type nor its id.
    NotARecord,
    /// A part of the line is torn; the whole records in it were read.
    Torn,
    /// The text of a record cannot be read; the record keeps its place without
    /// it.
    BadContent,
    /// From here on the compressed file, or the database, is damaged or cut off.
    BadArchive,
    /// The archive to which the events of a session were moved cannot be opened.
    ArchiveMissing,
    /// An entry of an index of sessions cannot be read. The sessions that it
    /// names are not taken in, as [`Self::OwnerUnknown`].
    BadEntry {
        /// Which entry of the index, from 1.
        number: u64,
        /// What of it cannot be read.
        fault: EntryFault,
    },
    /// A whole session is not taken in: the index of sessions names it in an
    /// entry that cannot be read, so who owns it, and whether anybody is to see
    /// it, is not known.
    OwnerUnknown {
        /// Which entry of the index, from 1.
        number: u64,
    },
    /// A whole session is not taken in: no entry stands for its key.
    NoOwner,
}

impl SkipReason {
    /// Returns a word for the reason, as used in machine-readable summaries.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotJson => "not-json",
            Self::Truncated => "truncated",
            Self::NulBytes => "nul-bytes",
            Self::NotAnObject => "not-an-object",
            Self::NotARecord => "not-a-record",
            Self::Torn => "torn",
            Self::BadContent => "bad-content",
            Self::BadArchive => "bad-archive",
            Self::ArchiveMissing => "archive-missing",
            Self::BadEntry { .. } => "bad-entry",
            Self::OwnerUnknown { .. } => "owner-unknown",
            Self::NoOwner => "no-owner",
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NotJson => "not JSON",
            Self::Truncated => "the last line is cut off",
            Self::NulBytes => "NUL bytes in place of a record",
            Self::NotAnObject => "JSON, but not an object",
            Self::NotARecord => "an object without a type and an id",
            Self::Torn => "a part of the line is torn; the rest was read",
            Self::BadContent => "the text of the record cannot be read",
            Self::BadArchive => "the file is damaged or cut off from here on",
            Self::ArchiveMissing => "the archive of the session cannot be opened",
            Self::BadEntry { number, fault } => {
                return write!(f, "entry {number} of the index: {fault}");
            }
            Self::OwnerUnknown { number } => {
                return write!(
                    f,
                    "session not taken in: whose it is stands in entry {number} of the \
                     index, which cannot be read"
                );
            }
            Self::NoOwner => "session not taken in: nothing says whose it is",
        })
    }
}

/// What of an entry of an index of sessions cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EntryFault {
    /// Its key is no session key.
    Key,
    /// It is no object.
    NotAnObject,
    /// The field of this name is of a wrong type, or holds no key where one
    /// should be.
    Field(&'static str),
}

impl fmt::Display for EntryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key => f.write_str("its key is no session key"),
            Self::NotAnObject => f.write_str("not an object"),
            Self::Field(name) => write!(f, "`{name}` cannot be read"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_title() {
        let key = "agent:main:main".parse().unwrap();
        let mut session = ImportedSession::new(key, "s".parse().unwrap());
        session.title = Some("swordfish".to_owned());
        assert!(!format!("{session:?}").contains("swordfish"));
    }
}
