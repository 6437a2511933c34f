//! What a folder of OpenClaw transcripts says about the files in it.

use std::collections::HashMap;
use std::path::Path;

use crate::openclaw::{FileName, SessionIndex};

/// The session index of a folder, and which transcripts share a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folder {
    /// Which session has which key.
    pub(crate) index: SessionIndex,
    /// How many transcripts, live or archived, are of one base name.
    n_of_base: HashMap<String, usize>,
}

impl Folder {
    /// Reads what `folder` says; what cannot be read says nothing.
    pub(crate) fn read(folder: &Path) -> Self {
        let index = std::fs::read(folder.join("sessions.json"))
            .map(|json| SessionIndex::parse(&String::from_utf8_lossy(&json)))
            .unwrap_or_default();
        let mut n_of_base = HashMap::new();
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if super::name::reason(&path).is_none() {
                *n_of_base.entry(FileName::of(&path).base).or_insert(0) += 1;
            }
        }
        Self { index, n_of_base }
    }

    /// Returns whether another transcript of the folder has the same base
    /// name, so that the two may claim one session id.
    pub(crate) fn has_namesake(&self, base: &str) -> bool {
        1 < self.n_of_base.get(base).copied().unwrap_or(0)
    }
}
