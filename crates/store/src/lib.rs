//! Keeps transcripts and their full-text index in SQLite, one database an
//! agent.
//!
//! # Overview
//!
//! - [`Store`] is one open database. It appends, resets, rewinds, rolls over,
//!   deletes and imports; a row and its index entry are written in one
//!   transaction, so that a search never lags behind what was acknowledged.
//! - [`Snapshot`] reads: history windows, candidates of a search, lists. Every
//!   search and list takes a [`sessions_core::scope::SessionScope`]; there is no
//!   way to leave it out.
//! - [`Store::reconcile_step`] indexes what was imported or rewound, a bounded
//!   step at a time.
//!
//! The store decides nothing about visibility and knows no rule about secrets:
//! it is given a scope and a [`Masker`].

mod append;
mod connection;
mod digest;
mod doc_id;
mod doc_version;
mod error;
mod event;
#[cfg(test)]
mod faults;
mod health;
mod import;
mod index;
mod index_state;
mod list;
mod log;
mod maintenance;
mod masker;
mod options;
mod owners;
mod path;
mod read;
mod reconcile;
mod salvage;
mod schema;
mod scope;
mod search;
mod segments;
mod session;
mod source;
mod store;
#[cfg(test)]
mod warm;
mod write;

pub use crate::append::{AppendRequest, Appended, Mark};
pub use crate::error::StoreError;
pub use crate::health::Finding;
pub use crate::import::{Import, Imported};
pub use crate::list::{ListQuery, ListedSession};
pub use crate::maintenance::Maintenance;
pub use crate::masker::{MaskedText, Masker};
pub use crate::options::{Durability, ReaderThreads, StoreOptions};
pub use crate::read::{Generation, HistoryPage, HistoryRow, Snapshot};
pub use crate::reconcile::{StepBudget, StepOutcome};
pub use crate::salvage::Salvaged;
pub use crate::search::{
    ByText, Candidate, CandidateQuery, Candidates, Depth, Found, Reading, Recency, SessionMatches,
    SessionsFound, SpreadBounds, Stretch,
};
pub use crate::session::SessionSettings;
pub use crate::source::TakenSource;
pub use crate::store::Store;
