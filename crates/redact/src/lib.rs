//! Finds secrets in text and masks them.
//!
//! Begin with [`Redactor`]. It scans a whole text in linear time and answers
//! spans ([`Redactor::scan`]) or masked text ([`Redactor::redact`]). Masked text
//! is a type of its own, [`Redacted`], so that code which shows excerpts can
//! accept nothing else (R1, S7).
//!
//! The token formats are a table (`rules`), the structures code
//! (`structure`); `engine` runs both and needs no change for a new rule.
//!
//! # Examples
//!
//! ```
//! use sessions_redact::Redactor;
//!
//! let redactor = Redactor::new();
//! let text = format!("url: postgres://bob:{}@db/app", "Tr0ub4dor&3");
//! let redacted = redactor.redact(&text);
//! assert_eq!(
//!     redacted.as_str(),
//!     "url: postgres://bob:[redacted:url-password]@db/app"
//! );
//! assert!(redactor.redact("nothing to hide").is_clean());
//! ```

mod anchor;
mod automaton;
mod boundary;
pub mod charset;
mod config;
mod disguise;
mod engine;
mod entropy;
mod escape;
mod finder;
mod fingerprint;
mod form;
mod gate;
mod literal;
mod mask;
mod placeholder;
mod redacted;
mod redactor;
pub mod rules;
mod scan;
mod seed_words;
mod span;
mod steps;
mod structure;
mod text;
mod token;
mod windows;

pub use config::{MIN_VALUE_LEN, Pattern, PatternFault, RedactConfig, RedactError};
pub use redacted::{Mask, Redacted};
pub use redactor::Redactor;
pub use span::{RuleName, Span};
