//! The exit codes, all in one place; the reference is made from it.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Found, or done.
    Done,
    /// Nothing found.
    Nothing,
    /// Bad usage or bad input.
    BadInput,
    /// The requester may not see what it asked for.
    Denied,
    /// The database is busy, corrupt, newer or unreadable, or output cannot be
    /// written.
    Store,
    /// The answer is incomplete.
    Incomplete,
    /// A bug of this program.
    Bug,
}

impl Exit {
    /// Every way to end, in the order of the codes.
    pub const ALL: [Self; 7] = [
        Self::Done,
        Self::Nothing,
        Self::BadInput,
        Self::Denied,
        Self::Store,
        Self::Incomplete,
        Self::Bug,
    ];

    /// Returns the code that the process ends with.
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Nothing => 1,
            Self::BadInput => 2,
            Self::Denied => 3,
            Self::Store => 4,
            Self::Incomplete => 5,
            Self::Bug => 70,
        }
    }

    /// Returns what the code means, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Done => "found, or done",
            Self::Nothing => {
                "nothing found: a search without a hit, a message that cannot be shown, an unknown \
                 session, an import without transcripts"
            }
            Self::BadInput => "bad usage or bad input",
            Self::Denied => {
                "denied: with `--as`, a session that may not be read, or that does not exist"
            }
            Self::Store => {
                "the database is busy, corrupt, newer or unreadable, or output cannot be written"
            }
            Self::Incomplete => {
                "the answer may be incomplete; only with `search --require-complete`"
            }
            Self::Bug => "a bug of this program",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
