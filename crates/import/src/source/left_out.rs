//! Why a file that was found is not read (I2).

use std::{fmt, io};

use crate::sniff::Shape;

/// Why a file is not read (I2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LeftOut {
    /// It is no transcript that this crate knows.
    NotATranscript(Shape),
    /// It is a transcript of another format than the one asked for.
    OtherFormat(Shape),
    /// It was deleted in its own program (`.deleted.`).
    Deleted,
    /// It is a copy made before a compaction; the live file has the same rows.
    Checkpoint,
    /// It is a backup or repair copy of another file.
    Copy,
    /// It holds the steps of a run beside the transcript, or where they are.
    Trajectory,
    /// It says which session has which key; used for the files beside it. Its
    /// entries that cannot be read are in
    /// [`Source::skipped`](crate::Source::skipped).
    SessionIndex,
    /// It is such an index and cannot be read as a whole, so the transcripts
    /// beside it are left out as [`Self::OwnerUnknown`].
    BadSessionIndex(IndexFault),
    /// It is a transcript beside an index of sessions that cannot be read as a
    /// whole: who owns the session, and whether anybody is to see it, stands
    /// there, so it is not taken in.
    OwnerUnknown(IndexFault),
    /// It belongs to the database beside it: its log, its locks.
    DatabasePart,
    /// It is a compacting agent's copy of the conversation that it summed up.
    CompactionAgent,
    /// It is compressed in a way that is not read (gzip).
    Compressed,
    /// It is a pipe, a socket or a device.
    NotAFile,
    /// It cannot be opened or read, or is a link to nothing.
    Unreadable(ReadFailure),
}

impl LeftOut {
    /// Returns a word for the reason, as used in machine-readable summaries.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotATranscript(_) => "not-a-transcript",
            Self::OtherFormat(_) => "other-format",
            Self::Deleted => "deleted",
            Self::Checkpoint => "checkpoint",
            Self::Copy => "copy",
            Self::Trajectory => "trajectory",
            Self::SessionIndex => "session-index",
            Self::BadSessionIndex(_) => "bad-session-index",
            Self::OwnerUnknown(_) => "owner-unknown",
            Self::CompactionAgent => "compaction-agent",
            Self::DatabasePart => "database-part",
            Self::Compressed => "compressed",
            Self::NotAFile => "not-a-file",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATranscript(shape) => write!(f, "no transcript: looks like {shape}"),
            Self::OtherFormat(shape) => write!(f, "of another format: looks like {shape}"),
            Self::Deleted => f.write_str("deleted in its own program"),
            Self::Checkpoint => f.write_str("a checkpoint copy of a live transcript"),
            Self::Copy => f.write_str("a backup or repair copy"),
            Self::Trajectory => f.write_str("a trajectory beside a transcript"),
            Self::SessionIndex => f.write_str("an index of sessions, used for their keys"),
            Self::BadSessionIndex(fault) => {
                write!(f, "an index of sessions that cannot be read: {fault}")
            }
            Self::OwnerUnknown(fault) => write!(
                f,
                "not known whose it is: `sessions.json` beside it cannot be read: {fault}"
            ),
            Self::CompactionAgent => f.write_str("a compacting agent's copy of a conversation"),
            Self::DatabasePart => f.write_str("a part of the database beside it"),
            Self::Compressed => f.write_str("compressed with gzip; unpack it first"),
            Self::NotAFile => f.write_str("neither a file nor a folder"),
            Self::Unreadable(failure) => write!(f, "cannot be read: {failure}"),
        }
    }
}

/// Why an index of sessions cannot be read as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum IndexFault {
    /// It cannot be opened or read, or is a link to nothing.
    Unreadable(ReadFailure),
    /// It is a folder, a pipe, a socket or a device.
    NotAFile,
    /// It is no UTF-8.
    NotUtf8,
    /// It is no JSON, or only the beginning of some.
    NotJson,
    /// It is JSON, but no object.
    NotAnObject,
}

impl fmt::Display for IndexFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(failure) => failure.fmt(f),
            Self::NotAFile => f.write_str("not a file"),
            Self::NotUtf8 => f.write_str("not UTF-8"),
            Self::NotJson => f.write_str("not JSON"),
            Self::NotAnObject => f.write_str("JSON, but not an object"),
        }
    }
}

/// What the system said about a file that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReadFailure {
    kind: io::ErrorKind,
    code: Option<i32>,
}

impl ReadFailure {
    /// Returns the kind of failure: not found, permission denied and so on.
    pub fn kind(self) -> io::ErrorKind {
        self.kind
    }
}

impl From<&io::Error> for ReadFailure {
    fn from(error: &io::Error) -> Self {
        Self {
            kind: error.kind(),
            code: error.raw_os_error(),
        }
    }
}

impl fmt::Display for ReadFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => io::Error::from_raw_os_error(code).fmt(f),
            None => self.kind.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_what_the_system_said() {
        let error = io::Error::from_raw_os_error(13);
        let reason = LeftOut::Unreadable(ReadFailure::from(&error));
        assert_eq!(reason.to_string(), format!("cannot be read: {error}"));
        assert_eq!(reason.as_str(), "unreadable");
        let error = io::Error::new(io::ErrorKind::PermissionDenied, "with a text");
        let fault = IndexFault::Unreadable(ReadFailure::from(&error));
        assert_eq!(fault.to_string(), "permission denied");
    }
}
