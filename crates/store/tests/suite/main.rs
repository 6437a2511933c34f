//! Integration tests of the store: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod damage;
mod golden;
mod kept;
mod masking;
mod opening;
mod scopes;
mod support;
mod upkeep;
mod words;
mod writing;
