//! The one error type of this crate.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;

/// The store could not do what was asked.
///
/// No message holds a text of a transcript.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database could not be opened.
    #[error("cannot open the database `{}`", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The database could not be made.
    #[error("cannot make the database `{}`", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file cannot be looked at.
    #[error("cannot look at the database `{}`", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is there and nothing is in it. No version leaves such a file.
    #[error("the database `{}` is empty: it has been cut off", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// No connection became free in time.
    #[error("no connection to the database became free")]
    Pool {
        /// What the pool said.
        source: r2d2::Error,
    },
    /// The schema could not be brought up to date.
    #[error("cannot bring the schema of the database up to date")]
    Migrate {
        /// What went wrong.
        source: rusqlite_migration::Error,
    },
    /// The database was written by a newer version of this program; it is left
    /// as it was.
    #[error(
        "the database `{}` has schema {found}, newer than {known}, the newest that this version knows",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The schema of the file.
        found: i64,
        /// The newest schema known here.
        known: i64,
    },
    /// The file is a database of another program.
    #[error("the database `{}` does not belong to sessions", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Reading or writing failed.
    #[error("cannot {doing}")]
    Sqlite {
        /// What was being done, as an infinitive: `append a message`.
        doing: &'static str,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The key has no session.
    #[error("no session has the key `{key}`")]
    UnknownSession {
        /// The key.
        key: SessionKey,
    },
    /// The session id does not belong to the key (H7); whether it belongs to
    /// another is not said.
    #[error("session id `{session_id}` does not belong to `{key}`")]
    SessionMismatch {
        /// The key.
        key: SessionKey,
        /// The id.
        session_id: SessionId,
    },
    /// A new generation cannot have the id of another.
    #[error("session id `{session_id}` is taken; choose another or leave it out")]
    SessionTaken {
        /// The id.
        session_id: SessionId,
    },
    /// The session id is an earlier generation of its key.
    #[error("session id `{session_id}` has ended; append to the current one")]
    Ended {
        /// The id.
        session_id: SessionId,
    },
    /// The message id is taken by an event that says something else.
    #[error("message id `{message_id}` is taken by another event of the session")]
    Taken {
        /// The id.
        message_id: MessageId,
    },
    /// A rewind to an event that cannot be its target.
    #[error(
        "cannot rewind to `{message_id}`: it is unknown, ignored, or lies before the latest reset"
    )]
    RewindTarget {
        /// The target.
        message_id: MessageId,
    },
    /// The session is stored as incognito and was not written to as such, or
    /// the other way round.
    #[error("the session `{key}` {}", if *is_stored { "is incognito" } else { "is not incognito" })]
    Incognito {
        /// The key.
        key: SessionKey,
        /// Whether the stored session is incognito.
        is_stored: bool,
    },
    /// A stored row holds what this program never writes.
    #[error("the database holds a row that cannot be read: {what}")]
    Damaged {
        /// Which column is wrong, or what was being done.
        what: &'static str,
    },
    /// A reader holds an old snapshot, so the log cannot be truncated.
    #[error("a reader holds the log; checkpoint again when it is done")]
    Readers,
    /// A file cannot be made for a copy of the database.
    #[error("cannot write `{}`", path.display())]
    Backup {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The deadline struck before the search was done (S15).
    #[error("the search took longer than allowed")]
    Deadline,
}

impl StoreError {
    /// Returns whether another process or thread held the database for too
    /// long, so that trying again later may succeed.
    pub fn is_busy(&self) -> bool {
        matches!(self, Self::Pool { .. } | Self::Readers)
            || matches!(
                self.code(),
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
            )
    }

    /// Returns whether the file is no intact database.
    pub fn is_corrupt(&self) -> bool {
        matches!(self, Self::Damaged { .. } | Self::Empty { .. })
            || matches!(
                self.code(),
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
            )
    }

    /// Returns whether this process may not do what is needed with the file or
    /// its folder: read-only, or somebody else's.
    ///
    /// SQLite keeps a log and its directory beside a database, so reading too
    /// needs a folder that can be written, unless another process has both
    /// open.
    pub fn is_forbidden(&self) -> bool {
        let io = match self {
            Self::Unreadable { source, .. }
            | Self::Create { source, .. }
            | Self::Backup { source, .. } => source.kind(),
            _ => {
                return matches!(
                    self.code(),
                    Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
                );
            }
        };
        matches!(
            io,
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
        )
    }

    /// Returns whether the disk is full, or as full as it may be; nothing of
    /// the operation was stored.
    pub fn is_full(&self) -> bool {
        match self {
            Self::Create { source, .. } | Self::Backup { source, .. } => matches!(
                source.kind(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded
            ),
            _ => self.code() == Some(ErrorCode::DiskFull),
        }
    }

    fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Open { source, .. } | Self::Sqlite { source, .. } => source.sqlite_error_code(),
            Self::Migrate {
                source: rusqlite_migration::Error::RusqliteError { err, .. },
            } => err.sqlite_error_code(),
            _ => None,
        }
    }

    /// Returns the error of a failed attempt to open a database. SQLite does
    /// not say why it cannot open a file; the system does.
    pub(crate) fn opening(path: &Path) -> impl Fn(rusqlite::Error) -> Self + Copy {
        move |source| match source.sqlite_error_code() {
            Some(ErrorCode::CannotOpen) if let Err(source) = File::open(path) => Self::Unreadable {
                path: path.to_owned(),
                source,
            },
            _ => Self::Open {
                path: path.to_owned(),
                source,
            },
        }
    }

    /// Returns the error of an interrupted or failed step of `doing`.
    pub(crate) fn during(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> Self {
        move |source| match source.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => Self::Deadline,
            _ if matches!(source, rusqlite::Error::FromSqlConversionFailure(..)) => {
                Self::Damaged { what: doing }
            }
            _ => Self::Sqlite { doing, source },
        }
    }
}

/// What a function inside a transaction fails with.
pub(crate) type Result<T> = std::result::Result<T, StoreError>;
