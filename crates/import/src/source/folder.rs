//! What a folder of OpenClaw transcripts says about the files in it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use sessions_core::id::AgentId;

use super::left_out::IndexFault;
use crate::ImportOptions;
use crate::openclaw::{FileName, SessionIndex};

/// The name of an index of sessions.
pub(super) const INDEX_NAME: &str = "sessions.json";

/// The session index of a folder, and which transcripts share a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folder {
    /// Which session has which key.
    pub(crate) index: SessionIndex,
    /// Why the index cannot be read, where it is there and cannot.
    pub(super) fault: Option<IndexFault>,
    /// Where the index is, or would be.
    pub(super) index_path: PathBuf,
    /// How many transcripts, live or archived, are of one base name.
    n_of_base: HashMap<String, usize>,
}

impl Folder {
    /// Reads what `folder` says; a session key without an agent belongs to
    /// `agent`.
    pub(crate) fn read(folder: &Path, agent: Option<&AgentId>, options: &ImportOptions) -> Self {
        let index_path = folder.join(INDEX_NAME);
        let (index, fault) = match SessionIndex::read(&index_path, agent) {
            Ok(index) => (index, None),
            Err(fault) => (SessionIndex::default(), Some(fault)),
        };
        // The parent of a bare file name is an empty path.
        let here = Path::new(".");
        let entries = std::fs::read_dir(if folder == "" { here } else { folder });
        let mut n_of_base = HashMap::new();
        for entry in entries.into_iter().flatten().flatten() {
            let path = entry.path();
            if super::name::reason(&path, options).is_none() {
                *n_of_base.entry(FileName::of(&path).base).or_insert(0) += 1;
            }
        }
        Self {
            index,
            fault,
            index_path,
            n_of_base,
        }
    }

    /// Returns whether the index, or an entry of it, cannot be read.
    pub(super) fn has_fault(&self) -> bool {
        self.fault.is_some() || !self.index.skipped().is_empty()
    }

    /// Returns whether another transcript of the folder has the same base
    /// name, so that the two may claim one session id.
    pub(crate) fn has_namesake(&self, base: &str) -> bool {
        1 < self.n_of_base.get(base).copied().unwrap_or(0)
    }
}
