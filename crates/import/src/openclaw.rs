//! Transcripts of OpenClaw and pi: JSON lines, and the database that came after
//! them.
//!
//! Each record is an event, and core's tree rules (T5) are theirs, so a record
//! is passed on with the parent that it names. What is added here: ids where
//! they are missing, times, and the session key, which stands in a file beside,
//! or in another table.

mod database;
mod entry;
mod index;
mod lines;
mod name;
mod owner;
mod reading;
mod record;

use std::path::Path;

pub(crate) use database::{is_database, read as read_database};
pub(crate) use index::SessionIndex;
pub(crate) use lines::read;
pub(crate) use name::FileName;
pub(crate) use record::is_record;
use sessions_core::id::AgentId;

use crate::ImportOptions;

/// Returns the agent that owns the transcript at `path`.
pub(crate) fn agent_for(path: &Path, options: &ImportOptions) -> Option<AgentId> {
    options
        .agent
        .clone()
        .or_else(|| name::agent_of(path))
        .or_else(|| "main".parse().ok())
}
