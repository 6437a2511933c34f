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
    /// A reading began under another snapshot: what it found are other rows here.
    #[error("a search goes on under another snapshot than it began under")]
    OtherSnapshot,
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use rusqlite::Connection;
    use sessions_core::event::{Role, TimestampMs};
    use sessions_core::query::Query;
    use sessions_core::scope::SessionScope;
    use sessions_core::testing::{build, told};

    use super::*;
    use crate::{AppendRequest, CandidateQuery, ListQuery, Mark, Masker, Store, StoreOptions};

    fn options() -> StoreOptions {
        StoreOptions::new(Masker::none()).busy_timeout(Duration::from_millis(50))
    }

    /// Appends what was planted, under an id, to a session.
    fn say(store: &Store, key: &str, session_id: Option<&str>, id: &str) -> Result<()> {
        let key = key.parse().unwrap();
        let first: SessionId = "s1".parse().unwrap();
        let named = session_id.map(|it| it.parse().unwrap());
        let events = [build::message(id, Role::User, &told::planted())];
        let mut append = AppendRequest::to(&key, &first, &events);
        append.session_id = named.as_ref();
        store.append(&append).map(drop)
    }

    /// Searches for what was planted, with no time left.
    fn search_late(store: &Store) -> Result<()> {
        let query = Query::parse(&told::planted()).unwrap();
        let expression = query.fts_expression().unwrap();
        let asked = CandidateQuery {
            deadline: Some(Instant::now()),
            ..CandidateQuery::new(&expression, 10)
        };
        let snapshot = store.snapshot()?;
        snapshot.search(&SessionScope::Everything, &asked).map(drop)
    }

    fn list(store: &Store) -> Result<()> {
        let asked = ListQuery {
            kinds: &[],
            include_archived: true,
            limit: 10,
        };
        let snapshot = store.snapshot()?;
        snapshot.list(&SessionScope::Everything, &asked).map(drop)
    }

    /// Names are clean here: the errors tell the names that they were given.
    #[test]
    fn no_error_of_the_store_tells_what_is_stored() {
        let rows = sessions_core::rows_of_errors!(StoreError:
            of text {
                Open, Sqlite, SessionMismatch, SessionTaken, Ended, Taken, RewindTarget,
                Deadline, UnknownSession, Incognito, Empty, Foreign, Damaged,
            }
            not of text {
                Create: "tells a path and what the system says",
                Unreadable: "tells a path and what the system says",
                Backup: "tells a path and what the system says",
                Pool: "tells that no connection became free",
                Newer: "tells a path and two numbers",
                Migrate: "tells what the system says of statements of the program",
                Readers: "tells nothing",
                OtherSnapshot: "tells nothing",
            }
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sessions.sqlite");
        let store = Store::open(&path, options()).unwrap();
        let key: SessionKey = "agent:main:main".parse().unwrap();
        say(&store, "agent:main:main", None, "m1").unwrap();
        // Enough rows that a search looks at its deadline.
        for n in 0..400 {
            say(&store, "agent:main:main", None, &format!("n{n}")).unwrap();
        }
        store.rollover(&key, &"s2".parse().unwrap()).unwrap();
        say(&store, "agent:main:main", None, "m2").unwrap();
        let marker = build::id("l1");
        let mark = Mark {
            key: &key,
            session_id: None,
            message_id: &marker,
            timestamp: TimestampMs(0),
        };
        let other = build::message("m2", Role::Assistant, &told::planted());
        let first: SessionId = "s3".parse().unwrap();
        let secret = crate::SessionSettings {
            is_incognito: true,
            title: Some(told::planted()),
            ..crate::SessionSettings::default()
        };
        let mut hidden = AppendRequest::to(&key, &first, &[]);
        hidden.settings = &secret;
        let unknown = "agent:main:x".parse().unwrap();
        let mut made: Vec<Result<()>> = vec![
            say(&store, "agent:main:main", Some("s9"), "m3"),
            say(&store, "agent:main:main", Some("s1"), "m3"),
            say(&store, "agent:main:new", Some("s1"), "m3"),
            store
                .append(&AppendRequest::to(&key, &first, &[other]))
                .map(drop),
            store.append(&hidden).map(drop),
            store.rewind(&mark, &build::id("m1")).map(drop),
            store.rollover(&unknown, &first),
            search_late(&store),
        ];
        // What was said stands where a key should, in every column in turn.
        let behind = Connection::open_with_flags(&path, rusqlite::OpenFlags::default()).unwrap();
        for column in ["session_key", "kind", "owner_session"] {
            let sql = format!("UPDATE session_key SET {column} = ?1");
            behind.execute(&sql, [told::planted()]).unwrap();
            made.push(list(&store));
            made.push(search_late(&store));
        }
        behind.execute_batch("DROP TABLE session").unwrap();
        made.push(list(&store));
        made.push(say(&store, "agent:main:main", None, "m5"));
        // Files that hold what was said, and no database of ours.
        let of_text = folder.path().join("text.sqlite");
        std::fs::write(&of_text, told::planted().repeat(2_000)).unwrap();
        made.push(Store::open(&of_text, options()).map(drop));
        let empty = folder.path().join("empty.sqlite");
        std::fs::write(&empty, "").unwrap();
        made.push(Store::open(&empty, options()).map(drop));
        let foreign = folder.path().join("foreign.sqlite");
        let theirs = Connection::open_with_flags(&foreign, rusqlite::OpenFlags::default()).unwrap();
        let sql = format!("CREATE TABLE \"{}\" (x)", told::planted());
        theirs.execute_batch(&sql).unwrap();
        drop(theirs);
        made.push(Store::open(&foreign, options()).map(drop));
        let made: Vec<StoreError> = made.into_iter().filter_map(Result::err).collect();
        assert_eq!(rows.faults(&made), Vec::<String>::new(), "{made:#?}");
    }
}
