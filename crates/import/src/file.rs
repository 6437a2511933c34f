//! One file of a format whose sessions are named by what stands in it.

use sessions_core::id::AgentId;

use crate::ImportOptions;
use crate::error::ImportError;
use crate::format::Format;
use crate::imported::{ImportedFile, ImportedSession};
use crate::line::Decoder;
use crate::source::Source;
use crate::walk::{TakeRecord, Walked, walk};

/// Reads a file record by record; `sessions` makes sessions of what was read,
/// for the agent that was asked for or else the one called like the format.
pub(crate) fn read<T, R: TakeRecord<T>>(
    source: &Source,
    options: &ImportOptions,
    format: Format,
    decoder: &Decoder<T>,
    mut reading: R,
    sessions: impl FnOnce(R, &AgentId) -> Vec<ImportedSession>,
) -> Result<ImportedFile, ImportError> {
    let walked = walk(source.path(), decoder, &mut reading)?;
    Ok(imported(source, options, format, walked, |agent| {
        sessions(reading, agent)
    }))
}

/// Makes what a file gave of a walk through it and of the sessions that were
/// found for an agent.
pub(crate) fn imported(
    source: &Source,
    options: &ImportOptions,
    format: Format,
    walked: Walked,
    sessions: impl FnOnce(&AgentId) -> Vec<ImportedSession>,
) -> ImportedFile {
    let agent = options
        .agent
        .clone()
        .or_else(|| format.as_str().parse().ok());
    ImportedFile {
        path: source.path().to_owned(),
        format,
        sessions: agent.as_ref().map_or_else(Vec::new, sessions),
        skipped: walked.skipped,
        n_lines: walked.n_lines,
        n_bytes: walked.n_bytes,
    }
}
