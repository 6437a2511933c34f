//! The rules of the crate, tested through its public interface.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a panic is how a test fails"
)]

mod config;
mod corpus;
mod disguises;
mod invariants;
mod json;
mod masking;
mod must_stay;
mod numbers;
mod positions;
mod properties;
mod sample;
mod seeds;
mod sources;
mod structures;
mod tokens;
