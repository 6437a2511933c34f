//! Integration tests of the core: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod analysis;
mod fts_model;
mod golden;
mod keys;
mod model;
mod model_store;
mod search_cases;
mod small_worlds;
mod trees;
