//! What a command fails with, and how that ends the program.

use std::borrow::Cow;
use std::error::Error;
use std::io;
use std::path::PathBuf;

use sessions_api::{ApiError, ErrorKind};
use sessions_core::id::{AgentId, MAX_AGENT_ID_BYTES};

use crate::config::ConfigError;
use crate::exit::Exit;
use crate::input::LineError;
use crate::time::TimeError;

/// A command was not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// Search, history and their kin failed.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The settings cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A time cannot be read.
    #[error("`{option}` is not a time that can be used")]
    Time {
        /// The option.
        option: &'static str,
        /// What is wrong with it.
        source: TimeError,
    },
    /// The time of a message cannot be read.
    #[error("`--timestamp` is not a time that can be used")]
    Timestamp {
        /// What is wrong with it.
        source: TimeError,
    },
    /// A line of a stream cannot be used.
    #[error(transparent)]
    Line(#[from] LineError),
    /// Options that do not go together, beyond what clap can say.
    #[error("{message}")]
    Usage {
        /// What is wrong.
        message: &'static str,
        /// How to put it right.
        hint: &'static str,
    },
    /// Deleting was not confirmed.
    #[error("nothing was deleted")]
    NotConfirmed,
    /// Standard input cannot be read.
    #[error("cannot read standard input")]
    Input {
        /// What the system said.
        source: io::Error,
    },
    /// Standard input is no text.
    #[error("standard input is not UTF-8 text")]
    NotText,
    /// A secret is longer than may be held back.
    #[error("a secret goes on for more than {max} bytes, so the rest was not written")]
    EndlessSecret {
        /// How much may be held back.
        max: usize,
    },
    /// Standard output cannot be written to.
    #[error("cannot write to standard output")]
    Output {
        /// What is done all the same, if anything.
        done: Option<Cow<'static, str>>,
        /// What the system said.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A value of ours cannot be shown as JSON.
    #[error("cannot write an answer as JSON")]
    Json {
        /// What went wrong.
        source: serde_json::Error,
    },
}

impl CliError {
    /// Returns the error of a failed write to standard output.
    pub(crate) fn output(source: io::Error) -> Self {
        Self::Output { done: None, source }
    }

    /// Returns the error with what is done although it cannot be shown.
    pub(crate) fn once_done(self, what: impl Into<Cow<'static, str>>) -> Self {
        match self {
            Self::Output { source, .. } => Self::Output {
                done: Some(what.into()),
                source,
            },
            err => err,
        }
    }

    /// Returns the error with the names in it as `show` shows them: what was
    /// typed for a key can be of any length.
    pub(crate) fn with_names(self, show: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Api(ApiError::Key { text, source }) => Self::Api(ApiError::Key {
                text: show(&text),
                source,
            }),
            Self::Api(ApiError::UnknownSession { key }) => {
                Self::Api(ApiError::UnknownSession { key: show(&key) })
            }
            Self::Api(ApiError::SessionMismatch { key, session_id }) => {
                Self::Api(ApiError::SessionMismatch {
                    key: show(&key),
                    session_id: show(&session_id),
                })
            }
            err => err,
        }
    }

    /// Returns the error of a failed read from standard input.
    pub(crate) fn input(source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::InvalidData {
            Self::NotText
        } else {
            Self::Input { source }
        }
    }

    /// Returns whether the reader of our output has gone, which is no error.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Returns how the program ends.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Api(err) => match err.kind() {
                ErrorKind::BadInput => Exit::BadInput,
                ErrorKind::Denied => Exit::Denied,
                ErrorKind::NotFound => Exit::Nothing,
                ErrorKind::Store => Exit::Store,
                _ => Exit::Bug,
            },
            Self::NotConfirmed => Exit::Nothing,
            Self::Output { .. } | Self::Write { .. } => Exit::Store,
            Self::Json { .. } => Exit::Bug,
            _ => Exit::BadInput,
        }
    }

    /// Returns the word for the error in an answer.
    pub(crate) fn status(&self) -> &'static str {
        match self.exit() {
            Exit::Denied => "forbidden",
            _ => "error",
        }
    }

    /// Returns what can be done about it, if that is known.
    pub(crate) fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Api(ApiError::UnknownAgent { .. }) => {
                "`sessions doctor` names the agents that have one".into()
            }
            Self::Api(err) if err.kind() == ErrorKind::NotFound => {
                "`sessions list` shows the sessions there are".into()
            }
            Self::Api(err) => return err.hint().or_else(|| api_hint(err)),
            Self::Output {
                done: Some(what), ..
            } => format!("{what} all the same; only the answer is missing"),
            Self::Config(err) => return err.hint(),
            Self::Time { .. } => "use how long ago (`30m`, `12h`, `7d`, `2w`), RFC 3339 \
                 (`2026-05-28T20:26:40Z`), or a local date or time (`2026-05-28`, \
                 `2026-05-28 20:26`)"
                .into(),
            Self::Usage { hint, .. } => (*hint).into(),
            _ => return None,
        };
        Some(hint)
    }
}

/// Returns an error and its causes in one line.
pub(crate) fn in_one_line(err: &dyn Error) -> String {
    let mut line = err.to_string();
    for cause in causes(err) {
        line.push_str(": ");
        line.push_str(&cause);
    }
    line
}

/// What a session can do whose request is denied.
const READABLE: &str = "`sessions list` with the same `--as` shows the sessions that may be read";

/// Returns whether a key names an agent by what cannot be an agent's id.
fn has_wrong_agent(key: &str) -> bool {
    let agent = key
        .strip_prefix("agent:")
        .and_then(|it| it.split_once(':'))
        .map(|(agent, _)| agent);
    agent.is_some_and(|it| it.parse::<AgentId>().is_err())
}

fn api_hint(err: &ApiError) -> Option<String> {
    match err {
        ApiError::SessionIdAlone => Some("add `--message-id`".to_owned()),
        ApiError::AnchorWithOffset => {
            Some("leave out `--offset`, or `--message-id` to read page by page".to_owned())
        }
        ApiError::Denied { .. } => Some(READABLE.to_owned()),
        ApiError::Key { text, .. } if has_wrong_agent(text) => Some(format!(
            "an agent id is a letter or digit and then letters, digits, `_` and `-`, \
             {MAX_AGENT_ID_BYTES} at most"
        )),
        ApiError::Key { .. } => {
            Some("keys look like `agent:main:main`; `sessions list` shows them".to_owned())
        }
        _ => None,
    }
}

/// Returns the causes of an error, outermost first, each in one line; without
/// those that only repeat the one before, as the number of an error of SQLite
/// does.
pub(crate) fn causes(err: &dyn Error) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut next = err.source();
    while let Some(cause) = next {
        let text = cause.to_string();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let says_more = !text.starts_with("Error code ")
            && !found.last().is_some_and(|before| text.ends_with(before));
        if says_more {
            found.push(text);
        }
        next = cause.source();
    }
    found
}

#[cfg(test)]
mod tests {
    use sessions_core::testing::told;

    use super::*;
    use crate::input::{Line, Object};
    use crate::time;

    #[test]
    fn no_error_of_a_command_tells_what_was_given() {
        let rows = sessions_core::rows_of_errors!(CliError:
            of text { Api, Line, Time, Timestamp }
            not of text {
                Config: "tells what its own rows are about",
                Usage: "tells words of the program",
                NotConfirmed: "tells nothing",
                Input: "tells what the system says",
                NotText: "tells nothing",
                EndlessSecret: "tells how long a secret may be",
                Output: "tells what the system says",
                Write: "tells a path and what the system says",
                Json: "tells what its writer says, which sees values of ours",
            }
        );
        let planted = told::planted();
        let id = planted.repeat(20).parse::<sessions_core::id::MessageId>();
        let made = [
            id.err().map(|source| {
                CliError::Api(ApiError::Id {
                    what: "message id",
                    source,
                })
            }),
            Object::of(Line::Text(planted.clone()), &["text"])
                .err()
                .map(CliError::from),
            time::bound(&planted, time::now())
                .err()
                .map(|source| CliError::Time {
                    option: "--since",
                    source,
                }),
            time::timestamp(&planted)
                .err()
                .map(|source| CliError::Timestamp { source }),
        ];
        let made: Vec<CliError> = made.into_iter().flatten().collect();
        for err in &made {
            let said = format!("{} {:?}", in_one_line(err), err.hint());
            assert_eq!(told::told_piece(&said), None);
        }
        assert_eq!(rows.faults(&made), Vec::<String>::new());
    }
}
