//! The rules of the importers, one module a subject.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests are not covered by clippy's exceptions for tests"
)]

mod claude;
mod codex;
mod compressed;
mod copilot;
mod damage;
mod database;
mod discovery;
mod export;
mod gemini;
mod growth;
mod index;
mod openclaw;
mod real;
mod support;
mod synthetic;
