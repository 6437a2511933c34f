//! What the benchmarks share: texts like real ones, stores filled with them,
//! bare databases to compare with, and times that bear a noisy machine.

mod asker;
mod bare;
mod clock;
mod corpus;
mod filled;
mod plan;
mod texts;
mod transcript;
mod words;

pub use crate::asker::{Arguments, Asker, ROUNDS, Times, peak_memory, size_of};
pub use crate::bare::{Bare, Layout};
pub use crate::clock::{Clock, each, in_turn, median, ratio};
pub use crate::corpus::{Corpus, Mix};
pub use crate::filled::{Filled, Told, conversations, reconcile, redacting};
pub use crate::plan::{Filling, Plan, Planned};
pub use crate::texts::texts_to_mask;
pub use crate::transcript::{OneTranscript, id_at, transcript};

/// Why a benchmark could not be set up.
#[derive(Debug)]
pub enum SetUpError {
    /// No temporary folder.
    Folder(std::io::Error),
    /// The store failed.
    Store(sessions_store::StoreError),
    /// A bare database failed.
    Sql(rusqlite::Error),
    /// A search failed.
    Search(Box<sessions_api::ApiError>),
    /// An id of the benchmark is none.
    Id,
}

impl From<std::io::Error> for SetUpError {
    fn from(err: std::io::Error) -> Self {
        Self::Folder(err)
    }
}

impl From<sessions_store::StoreError> for SetUpError {
    fn from(err: sessions_store::StoreError) -> Self {
        Self::Store(err)
    }
}

impl From<sessions_api::ApiError> for SetUpError {
    fn from(err: sessions_api::ApiError) -> Self {
        Self::Search(Box::new(err))
    }
}

impl From<rusqlite::Error> for SetUpError {
    fn from(err: rusqlite::Error) -> Self {
        Self::Sql(err)
    }
}
