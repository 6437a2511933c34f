//! The one error type of this crate.

use std::io;

use sessions_core::history::LimitError;
use sessions_core::id::{AgentId, ParseIdError};
use sessions_core::key::ParseKeyError;
use sessions_core::query::QueryError;
use sessions_policy::denial::Denial;
use sessions_store::StoreError;

/// A request was not answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// The query cannot be used (S1).
    #[error(transparent)]
    Query {
        /// What is wrong with it.
        #[from]
        source: QueryError,
    },
    /// A search limit out of range (S1).
    #[error("limit is {limit}, and may be 1 to {max}")]
    SearchLimit {
        /// What was asked for.
        limit: u64,
        /// The most allowed.
        max: usize,
    },
    /// A history limit out of range (H1).
    #[error(transparent)]
    HistoryLimit {
        /// What is wrong with it.
        #[from]
        source: LimitError,
    },
    /// An anchor together with an offset (H1).
    #[error("a read has a message id or an offset, not both")]
    AnchorWithOffset,
    /// A session id without a message id (H1).
    #[error("a session id goes with a message id; name the message too")]
    SessionIdAlone,
    /// A time range that ends before it begins.
    #[error("the time range is empty: `until` is not after `since`")]
    TimeRange,
    /// The text is no cursor.
    #[error("this is no cursor; send the `nextCursor` of an answer as it came")]
    Cursor,
    /// The cursor is of a search that asked for something else.
    #[error("the cursor is of another search; send it with the request that it was answered to")]
    CursorOfAnother,
    /// The operator has no current session to leave out (S19).
    #[error("only a session that asks has a current view to leave out; the operator has none")]
    NoCurrentSession,
    /// The text is no session key.
    #[error("`{text}` is no session key")]
    Key {
        /// What was typed, masked.
        text: String,
        /// What is wrong with it.
        source: ParseKeyError,
    },
    /// The text is no session or message id.
    #[error("not a {what}")]
    Id {
        /// Which id: `session id`, `message id`.
        what: &'static str,
        /// What is wrong with it.
        source: ParseIdError,
    },
    /// The requester may not see the session, or there is none: which of the
    /// two is not said (V7).
    #[error(
        "no session that may be read has this key{}",
        reason.map(|it| format!(" ({it})")).unwrap_or_default()
    )]
    Denied {
        /// The rule that hides the key, whatever is stored under it; none where
        /// the key alone is not hidden.
        reason: Option<&'static str>,
        /// The setting to change, if one would show it.
        hint: Option<String>,
    },
    /// The operator asked for a session that does not exist.
    #[error("no session has the key `{key}`")]
    UnknownSession {
        /// The key.
        key: String,
    },
    /// The agent has no database.
    #[error("agent `{agent}` has no database")]
    UnknownAgent {
        /// The agent.
        agent: AgentId,
    },
    /// The session id does not belong to the key, whether it exists elsewhere
    /// or not (H7).
    #[error("session id `{session_id}` does not belong to `{key}`")]
    SessionMismatch {
        /// The key.
        key: String,
        /// The id.
        session_id: String,
    },
    /// The database could not be read or written, or refused the write.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database of an agent could not be read or written.
    #[error("the database of agent `{agent}` failed")]
    Agent {
        /// The agent.
        agent: AgentId,
        /// Why.
        source: StoreError,
    },
    /// The session was deleted, rolled over or given to another between the
    /// decision that allowed a read and the read (V9).
    #[error("the session changed while it was asked for; ask again")]
    Replaced,
    /// The folder of the databases cannot be listed.
    #[error("cannot list the agents in `{}`", path.display())]
    DataDir {
        /// The folder.
        path: std::path::PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Files could not be imported.
    #[error(transparent)]
    Import(#[from] sessions_import::ImportError),
}

/// What a caller does about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request is wrong and says how to put it right.
    BadInput,
    /// The requester may not read what it asked for.
    Denied,
    /// There is no such session.
    NotFound,
    /// The database is busy, corrupt, newer or unreadable, or the session
    /// changed meanwhile.
    Store,
}

impl ApiError {
    /// Returns what a caller does about the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Denied { .. } => ErrorKind::Denied,
            Self::UnknownSession { .. }
            | Self::UnknownAgent { .. }
            | Self::Store(StoreError::UnknownSession { .. }) => ErrorKind::NotFound,
            Self::Store(
                StoreError::SessionMismatch { .. }
                | StoreError::SessionTaken { .. }
                | StoreError::Ended { .. }
                | StoreError::Taken { .. }
                | StoreError::RewindTarget { .. }
                | StoreError::Incognito { .. },
            ) => ErrorKind::BadInput,
            Self::Store(err) if is_copy_over_a_file(err) => ErrorKind::BadInput,
            Self::Store(_) | Self::Agent { .. } | Self::DataDir { .. } | Self::Replaced => {
                ErrorKind::Store
            }
            _ => ErrorKind::BadInput,
        }
    }

    /// Returns what the requester can do, if that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Denied { hint, .. } => hint.clone(),
            Self::Store(err) => store_hint(err),
            Self::Agent { source, .. } => store_hint(source),
            Self::DataDir { source, .. } if source.kind() == io::ErrorKind::PermissionDenied => {
                Some(FORBIDDEN.to_owned())
            }
            _ => None,
        }
    }

    /// Returns how an error of one agent's database is told among those of many.
    pub(crate) fn of(agent: &AgentId) -> impl FnOnce(StoreError) -> Self {
        let agent = agent.clone();
        move |source| match source {
            // No fault of the database.
            StoreError::Deadline | StoreError::Backup { .. } => Self::Store(source),
            source => Self::Agent { agent, source },
        }
    }

    /// Returns the error of a key that this requester may not read (V7).
    pub(crate) fn denied(denial: Option<Denial>) -> Self {
        match denial {
            Some(denial) => Self::Denied {
                reason: Some(denial.as_str()),
                hint: denial.setting().map(|_| denial.hint().to_owned()),
            },
            None => Self::Denied {
                reason: None,
                hint: None,
            },
        }
    }
}

/// What can be done where a file or folder may not be used.
const FORBIDDEN: &str = "a database and its folder are written to even by a search, since SQLite \
     keeps its log there: run as their owner, or use a copy";

/// Returns whether a copy was to be written over a file, which is a slip of who
/// asked and no failure.
fn is_copy_over_a_file(err: &StoreError) -> bool {
    matches!(err, StoreError::Backup { source, .. }
        if source.kind() == io::ErrorKind::AlreadyExists)
}

pub(crate) fn store_hint(err: &StoreError) -> Option<String> {
    let hint = match err {
        _ if err.is_busy() => "another process writes to the database; try again",
        _ if err.is_corrupt() => "`sessions doctor` says what is wrong and what can be saved",
        _ if err.is_forbidden() => FORBIDDEN,
        _ if err.is_full() => "nothing of it was stored; make room on the disk and try again",
        StoreError::Newer { .. } => "use the version of sessions that wrote it, or a newer one",
        _ if is_copy_over_a_file(err) => "a copy goes to a new file; name one that does not exist",
        StoreError::Deadline => "use fewer or rarer words, or name a session",
        _ => return None,
    };
    Some(hint.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use sessions_core::event::{Role, TimestampMs};
    use sessions_core::testing::told;
    use sessions_import::{Format, ImportOptions};
    use sessions_policy::requester::Requester;
    use sessions_policy::rules::VisibilityRules;
    use sessions_redact::Redactor;

    use super::*;
    use crate::{HistoryRequest, NewMessage, SearchRequest, SessionSettings, Sessions};

    /// Appends what was planted.
    fn say(sessions: &Sessions, key: &str, session_id: Option<&str>) -> Result<(), ApiError> {
        let message = NewMessage {
            key: key.parse().unwrap(),
            session_id: session_id.map(|it| it.parse().unwrap()),
            message_id: Some("m1".parse().unwrap()),
            parent: None,
            role: Role::User,
            text: told::planted(),
            timestamp: TimestampMs(1_780_000_000_000),
            settings: SessionSettings {
                title: Some(told::planted()),
                ..SessionSettings::default()
            },
        };
        sessions.append(&message).map(drop)
    }

    fn search(
        sessions: &Sessions,
        change: impl FnOnce(&mut SearchRequest),
    ) -> Result<(), ApiError> {
        let mut request = SearchRequest::new(told::planted());
        change(&mut request);
        let visible = sessions.visible_to(&Requester::Operator);
        sessions.search(&visible, &request).map(drop)
    }

    fn read(
        sessions: &Sessions,
        requester: &Requester,
        change: impl FnOnce(&mut HistoryRequest),
    ) -> Result<(), ApiError> {
        let mut request = HistoryRequest::new("agent:main:main");
        change(&mut request);
        let read = sessions.authorize(requester, &request)?;
        sessions.history(&read).map(drop)
    }

    /// Where a name belongs stands a clean one: names are told. What is no key
    /// may be anything; a secret in it is masked.
    #[test]
    fn no_error_tells_what_was_said_or_asked() {
        let rows = sessions_core::rows_of_errors!(ApiError:
            of text {
                Query, SearchLimit, HistoryLimit, AnchorWithOffset, SessionIdAlone, TimeRange,
                Cursor, CursorOfAnother, Key, Id, Denied, UnknownSession, SessionMismatch, Store,
                Agent, Import,
            }
            not of text {
                NoCurrentSession: "tells nothing",
                UnknownAgent: "tells a name",
                Replaced: "tells nothing",
                DataDir: "tells a path and what the system says",
            }
        );
        let folder = tempfile::tempdir().unwrap();
        let sessions = Sessions::open(folder.path(), VisibilityRules::default(), Redactor::new());
        say(&sessions, "agent:main:main", None).unwrap();
        let broken = sessions.database(&"ops".parse().unwrap());
        fs::create_dir_all(broken.parent().unwrap()).unwrap();
        fs::write(&broken, told::planted().repeat(2_000)).unwrap();
        let text = folder.path().join("text.jsonl");
        fs::write(&text, told::planted()).unwrap();
        let options = ImportOptions {
            format: Some(Format::OpenClaw),
            ..ImportOptions::default()
        };
        for n in 2..4 {
            let key = format!("agent:main:explicit:s{n}");
            say(&sessions, &key, None).unwrap();
        }
        let request = SearchRequest {
            limit: Some(1),
            agents: vec!["main".parse().unwrap()],
            ..SearchRequest::new("fertig")
        };
        let visible = sessions.visible_to(&Requester::Operator);
        let cursor = sessions.search(&visible, &request).unwrap();
        let cursor = cursor.next_cursor.unwrap();
        let operator = &Requester::Operator;
        let session = &Requester::session("agent:main:main".parse().unwrap());
        let long = format!("{}\u{1}", told::planted());
        let made: Vec<ApiError> = [
            search(&sessions, |it| it.query = told::planted().repeat(200)),
            search(&sessions, |it| it.limit = Some(99)),
            search(&sessions, |it| {
                it.since = Some(TimestampMs(2));
                it.until = Some(TimestampMs(1));
            }),
            search(&sessions, |it| {
                it.session_key = Some("agent:ops:main".to_owned());
            }),
            search(&sessions, |it| it.cursor = Some(told::planted())),
            search(&sessions, |it| it.cursor = Some(cursor.clone())),
            read(&sessions, operator, |it| it.limit = Some(0)),
            read(&sessions, operator, |it| {
                it.message_id = Some(told::planted());
                it.offset = Some(1);
            }),
            read(&sessions, operator, |it| {
                it.session_id = Some(told::planted());
            }),
            read(&sessions, operator, |it| it.message_id = Some(long.clone())),
            read(&sessions, operator, |it| {
                it.session_key = format!("agent: {}", told::planted_secret());
            }),
            read(&sessions, operator, |it| {
                it.session_key = format!("agent:main:{}", "x".repeat(9));
            }),
            read(&sessions, operator, |it| {
                it.message_id = Some("m1".to_owned());
                it.session_id = Some("s9".to_owned());
            }),
            read(&sessions, session, |it| it.session_key = long.clone()),
            read(&sessions, operator, |it| {
                it.session_key = "agent:ops:main".to_owned();
            }),
            say(&sessions, "agent:main:main", Some("s9")),
            say(&sessions, "agent:ops:main", None),
            sessions.import(&[text], &options, &mut |_| {}).map(drop),
        ]
        .into_iter()
        .filter_map(Result::err)
        .collect();
        for err in &made {
            assert_eq!(told::told_piece(&err.hint().unwrap_or_default()), None);
        }
        assert_eq!(rows.faults(&made), Vec::<String>::new(), "{made:#?}");
    }
}
