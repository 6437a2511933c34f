//! How text is masked before it is indexed (R6).
//!
//! The store knows no rule about secrets. Whoever opens it gives a function
//! and a number that changes when the function's rules do; sessions that were
//! indexed under another number are indexed anew.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::doc_version;

/// A masked text and where its masks are.
#[derive(Clone, PartialEq, Eq)]
pub struct MaskedText {
    /// The masked text.
    pub text: String,
    /// The masks in it, as byte ranges, in order and disjoint.
    pub masks: Vec<Range<usize>>,
}

impl fmt::Debug for MaskedText {
    /// Omits the text (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MaskedText")
            .field("masks", &self.masks.len())
            .finish_non_exhaustive()
    }
}

/// Masks texts for the index.
#[derive(Clone)]
pub struct Masker {
    version: u64,
    mask: Arc<dyn Fn(&str) -> MaskedText + Send + Sync>,
}

impl Masker {
    /// Returns a masker; `version` identifies its rules.
    pub fn new(version: u64, mask: impl Fn(&str) -> MaskedText + Send + Sync + 'static) -> Self {
        Self {
            version,
            mask: Arc::new(mask),
        }
    }

    /// Returns the masker that masks nothing, for texts without secrets.
    pub fn none() -> Self {
        Self::new(0, |text| MaskedText {
            text: text.to_owned(),
            masks: Vec::new(),
        })
    }

    /// Returns the version of what is indexed under these rules.
    pub(crate) fn stored_version(&self) -> i64 {
        doc_version::under(self.version)
    }

    /// Masks a whole text (R1).
    pub(crate) fn mask(&self, text: &str) -> MaskedText {
        (self.mask)(text)
    }
}

impl fmt::Debug for Masker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Masker")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}
