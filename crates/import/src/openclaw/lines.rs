//! JSON lines, whose owner stands in an index beside them.

use std::sync::Arc;

use sessions_core::id::SessionId;

use super::index::Found;
use super::owner::Known;
use super::reading::Reading;
use super::{FileName, agent_for, record};
use crate::ImportOptions;
use crate::error::ImportError;
use crate::format::Format;
use crate::imported::{ImportedFile, ImportedSession, SkipReason, Skipped};
use crate::source::Source;
use crate::walk::walk;

/// Reads one transcript.
pub(crate) fn read(source: &Source, options: &ImportOptions) -> Result<ImportedFile, ImportError> {
    let mut reading = Reading::default();
    let mut walked = walk(source.path(), &record::DECODER, &mut reading)?;
    let session = match reading.session(source, options) {
        Ok(session) => session,
        Err(reason) => {
            let line = reading.named_in_line.unwrap_or(1);
            let at = walked.skipped.partition_point(|it| it.line < line);
            let path = Arc::from(source.path());
            walked.skipped.insert(at, Skipped { path, line, reason });
            None
        }
    };
    Ok(ImportedFile {
        path: source.path().to_owned(),
        format: Format::OpenClaw,
        sessions: session.into_iter().collect(),
        skipped: walked.skipped,
        n_lines: walked.n_lines,
        n_bytes: walked.n_bytes,
    })
}

impl Reading {
    /// Returns the session that was read, `None` when there was none.
    ///
    /// Fails with the reason when it is not to be taken in.
    fn session(
        &mut self,
        source: &Source,
        options: &ImportOptions,
    ) -> Result<Option<ImportedSession>, SkipReason> {
        if self.events.is_empty() && self.header.is_none() {
            return Ok(None);
        }
        let name = FileName::of(source.path());
        let said = self.said_id(&name);
        let Some(own_id) = said.clone().or_else(|| self.made_id(&name)) else {
            return Ok(None);
        };
        // An id that was made up stands in no index; the name of the file may.
        let listed = said.as_ref().map_or(name.base.as_str(), SessionId::as_str);
        let known = match source.folder().index.find(listed, &name.base) {
            Found::Known(known) => Some(known),
            Found::Refused(number) => return Err(SkipReason::OwnerUnknown { number }),
            Found::Nothing => {
                agent_for(source.path(), options).and_then(|agent| Known::by_id(&agent, &own_id))
            }
        };
        Ok(known.map(|known| self.known_session(known, own_id, &name, source, options)))
    }

    fn known_session(
        &mut self,
        known: Known,
        own_id: SessionId,
        name: &FileName,
        source: &Source,
        options: &ImportOptions,
    ) -> ImportedSession {
        let folder = source.folder();
        let id = match &name.archive {
            // The live transcript and its archives can bear one id.
            Some(archive) if folder.has_namesake(&name.base) => {
                format!("{own_id}.{archive}").parse().unwrap_or(own_id)
            }
            _ => own_id,
        };
        let is_current = known.is_current;
        let is_alone = !folder.has_namesake(&name.base) && is_current.is_none();
        let mut session = self.owned(known, id, options);
        session.is_current = is_current.unwrap_or(true) && (name.archive.is_none() || is_alone);
        session.is_archived |= name.is_deleted();
        session
    }

    /// Returns the id that the file gives itself: by its header, else by its
    /// name.
    fn said_id(&self, name: &FileName) -> Option<SessionId> {
        let by_header = self.header.as_ref().and_then(|header| header.id.as_deref());
        by_header
            .and_then(|id| id.parse().ok())
            .or_else(|| name.session_id())
    }

    /// Returns the id of a file that gives itself none: its name, made unique
    /// by its first line.
    fn made_id(&self, name: &FileName) -> Option<SessionId> {
        let fingerprint = &self.fingerprint;
        let id = format!("{}-{fingerprint}", name.base);
        id.parse()
            .or_else(|_| format!("session-{fingerprint}").parse())
            .ok()
    }
}
