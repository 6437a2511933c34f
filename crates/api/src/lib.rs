//! Search, history and lists over the stores of many agents.
//!
//! A thin composition: the policy decides, the store reads within the scope
//! that it is given, the redactor masks, and this crate bounds the answers.
//!
//! # Overview
//!
//! - [`Sessions`] is a data folder under one configuration.
//! - A requester is first turned into proof of what it may read, by
//!   [`Sessions::visible_to`] and [`Sessions::authorize`] (V9).
//! - [`Sessions::search`] answers with [`Hit`]s; the three keys of a hit given
//!   to [`Sessions::history`] reopen the place where it was said (H10).
//! - [`Sessions::append`] and its kin write; [`Sessions::import`] takes in
//!   transcripts of other programs; [`Sessions::reconcile`] indexes them.

mod access;
mod bounds;
mod databases;
mod error;
mod explain;
mod history;
mod import;
mod list;
mod parallel;
mod read;
mod reindex;
mod search;
mod sessions;
mod upkeep;
mod wire;
mod write;

pub use sessions_core as core;
pub use sessions_store::{Finding, SessionSettings, StoreError};

pub use crate::access::SessionRead;
pub use crate::bounds::{MAX_HISTORY_BYTES, MAX_SEARCH_BYTES};
pub use crate::error::{ApiError, ErrorKind};
pub use crate::explain::{EffectiveRules, Explanation};
pub use crate::history::MAX_TEXT_CHARS;
pub use crate::import::{ImportProgress, ImportSummary, Skipped};
pub use crate::list::{DEFAULT_LISTED, MAX_LISTED};
pub use crate::reindex::ReindexProgress;
pub use crate::search::{DEFAULT_HITS, MAX_COUNTED, MAX_HITS, RANKING_BOUND};
pub use crate::sessions::Sessions;
pub use crate::upkeep::{Health, Repair};
pub use crate::wire::{
    HistoryAnswer, HistoryMessage, HistoryRequest, Hit, ListAnswer, ListRequest, ListedSession,
    Order, RowKind, RowRole, SearchAnswer, SearchRequest, Speaker, Tier, TruncatedBy, WrittenKeys,
};
pub use crate::write::NewMessage;
