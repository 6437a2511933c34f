//! The rules of visibility, from outside the crate.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a failing test says so by a panic"
)]

mod golden;
mod model;
mod properties;
mod settings;
mod table;
mod text;
