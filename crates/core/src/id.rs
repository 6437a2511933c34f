//! Identifiers, each its own type so that one cannot stand in for another.
//!
//! ```
//! use sessions_core::id::SessionId;
//!
//! let id: SessionId = "5f0e".parse()?;
//! assert_eq!(id.as_str(), "5f0e");
//! # Ok::<(), sessions_core::id::ParseIdError>(())
//! ```
//!
//! A message id is not accepted where a session id is wanted:
//!
//! ```compile_fail
//! # use sessions_core::id::{MessageId, SessionId};
//! fn open(_: &SessionId) {}
//! let message: MessageId = "m1".parse().unwrap();
//! open(&message);
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The longest session, message or session key accepted, in bytes (T1a).
pub const MAX_ID_BYTES: usize = 512;

/// The longest agent id accepted, in bytes (T1a).
pub const MAX_AGENT_ID_BYTES: usize = 64;

/// The text is not a valid identifier.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseIdError {
    /// The text is empty.
    #[error("identifier is empty")]
    Empty,
    /// The text is longer than the limit of its kind.
    #[error("identifier has {len} bytes, more than {max}")]
    TooLong {
        /// Length of the rejected text in bytes.
        len: usize,
        /// The limit in bytes.
        max: usize,
    },
    /// The text holds a control character.
    #[error("identifier has a control character at byte {at}")]
    Control {
        /// Byte offset of the first control character.
        at: usize,
    },
    /// The text is no agent id.
    #[error(
        "an agent id is a letter or digit and then letters, digits, `_` and `-`; byte {at} is none"
    )]
    Agent {
        /// Byte offset of the first character that does not pass.
        at: usize,
    },
}

pub(crate) fn check(text: &str) -> Result<(), ParseIdError> {
    if text.is_empty() {
        return Err(ParseIdError::Empty);
    }
    if MAX_ID_BYTES < text.len() {
        return Err(ParseIdError::TooLong {
            len: text.len(),
            max: MAX_ID_BYTES,
        });
    }
    match text.char_indices().find(|(_, c)| c.is_control()) {
        Some((at, _)) => Err(ParseIdError::Control { at }),
        None => Ok(()),
    }
}

/// Folds an agent id to lower case and checks it.
fn agent(text: &str) -> Result<Box<str>, ParseIdError> {
    if text.is_empty() {
        return Err(ParseIdError::Empty);
    }
    if MAX_AGENT_ID_BYTES < text.len() {
        return Err(ParseIdError::TooLong {
            len: text.len(),
            max: MAX_AGENT_ID_BYTES,
        });
    }
    let passes =
        |at: usize, c: char| c.is_ascii_alphanumeric() || (0 < at && (c == '_' || c == '-'));
    match text.char_indices().find(|&(at, c)| !passes(at, c)) {
        Some((at, _)) => Err(ParseIdError::Agent { at }),
        None => Ok(text.to_ascii_lowercase().into_boxed_str()),
    }
}

fn as_typed(text: &str) -> Result<Box<str>, ParseIdError> {
    check(text)?;
    Ok(text.into())
}

macro_rules! string_id {
    ($(#[$meta:meta])* $Name:ident, $parse:expr) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $Name(Box<str>);

        impl $Name {
            /// Returns the identifier as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $Name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                $parse(text).map(Self)
            }
        }

        impl TryFrom<String> for $Name {
            type Error = ParseIdError;

            fn try_from(text: String) -> Result<Self, ParseIdError> {
                text.parse()
            }
        }

        impl From<$Name> for String {
            fn from(id: $Name) -> Self {
                id.0.into()
            }
        }

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl fmt::Debug for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($Name), "({})"), self.0)
            }
        }
    };
}

string_id! {
    /// Names the agent that owns one database (T1).
    ///
    /// It names a folder too, so nothing but lower-case letters, digits, `_`
    /// and `-` passes, at most [`MAX_AGENT_ID_BYTES`]; upper case is folded.
    AgentId, agent
}
string_id! {
    /// Names one generation of transcript under a session key (T1).
    SessionId, as_typed
}
string_id! {
    /// Names one event inside one session id, and only there (T1).
    MessageId, as_typed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::told;

    #[test]
    fn what_is_not_an_identifier_is_rejected() {
        assert_eq!("".parse::<MessageId>(), Err(ParseIdError::Empty));
        assert_eq!(
            "a\nb".parse::<MessageId>(),
            Err(ParseIdError::Control { at: 1 })
        );
        assert!("x".repeat(MAX_ID_BYTES).parse::<MessageId>().is_ok());
        assert_eq!(
            "x".repeat(MAX_ID_BYTES + 1).parse::<SessionId>(),
            Err(ParseIdError::TooLong {
                len: MAX_ID_BYTES + 1,
                max: MAX_ID_BYTES
            })
        );
    }

    #[test]
    fn an_agent_id_names_a_folder_and_nothing_else_passes() {
        assert_eq!("Ops-2_x".parse::<AgentId>().unwrap().as_str(), "ops-2_x");
        for bad in [
            "",
            "-a",
            "_a",
            "a/b",
            "..",
            "a.b",
            "a b",
            "é",
            &"x".repeat(65),
        ] {
            assert!(bad.parse::<AgentId>().is_err(), "{bad:?}");
        }
        assert!("x".repeat(64).parse::<AgentId>().is_ok());
    }

    #[test]
    fn json_is_the_bare_text_and_is_checked() {
        let id: MessageId = serde_json::from_str("\"m1\"").unwrap();
        insta::assert_snapshot!(serde_json::to_string(&id).unwrap(), @r#""m1""#);
        let err = serde_json::from_str::<MessageId>("\"\"").unwrap_err();
        insta::assert_snapshot!(err, @"identifier is empty");
    }

    #[test]
    fn no_error_of_an_id_tells_what_was_typed() {
        let rows = crate::rows_of_errors!(ParseIdError:
            of text { TooLong, Control, Agent }
            not of text { Empty: "there is no text" }
        );
        let planted = told::planted();
        let made: Vec<ParseIdError> = [planted.repeat(20), format!("{planted}\0")]
            .iter()
            .filter_map(|text| text.parse::<MessageId>().err())
            .chain(told::PLANTED_TEXT.parse::<AgentId>().err())
            .collect();
        assert_eq!(rows.faults(&made), Vec::<String>::new());
    }
}
