//! The front of the crate: rules compiled once, shared, and run on any text.

use std::fmt;

use crate::config::{Additions, RedactConfig, RedactError};
use crate::engine::Engine;
use crate::fingerprint::Fingerprint;
use crate::redacted::Redacted;
use crate::span::Span;

/// Finds and masks secrets (R1 to R10).
///
/// Immutable; share it in an `Arc`. Every call scans the whole text it is given:
/// join the blocks of a message before the call, and cut excerpts after it.
pub struct Redactor {
    engine: Engine,
    additions: Additions,
    version: u64,
}

impl Redactor {
    /// A redactor with the built-in rules only.
    pub fn new() -> Self {
        let mut print = Fingerprint::new();
        Engine::fingerprint(&mut print);
        Self {
            engine: Engine::new(false),
            additions: Additions::none(),
            version: print.finish(),
        }
    }

    /// A redactor with the built-in rules and those of an operator (R7).
    ///
    /// # Errors
    ///
    /// The first pattern or value that cannot be used. The error names the
    /// pattern, and of a value only its position.
    pub fn with(config: &RedactConfig) -> Result<Self, RedactError> {
        let additions = Additions::compile(config)?;
        let mut print = Fingerprint::new();
        Engine::fingerprint(&mut print);
        config.fingerprint(&mut print);
        Ok(Self {
            engine: Engine::new(config.personal),
            additions,
            version: print.finish(),
        })
    }

    /// Identifies the rule set, built-in and operator's.
    ///
    /// The same rules give the same number in every process; any other rule,
    /// pattern or value gives another. An index that was built under another
    /// version is stale (R6).
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The secrets of `text`: ordered, disjoint, as byte ranges on character
    /// boundaries. Masks that stand in the text already are no secrets.
    pub fn scan(&self, text: &str) -> Vec<Span> {
        self.engine.scan(&self.additions, text)
    }

    /// `text` with every secret masked. Clean text is borrowed, and masking a
    /// second time changes nothing (R3).
    pub fn redact<'t>(&self, text: &'t str) -> Redacted<'t> {
        Redacted::new(text, &self.scan(text))
    }
}

impl Default for Redactor {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}
