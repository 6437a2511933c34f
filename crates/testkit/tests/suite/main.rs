//! Tests of the store from outside its process: one binary, one module a
//! subject.
//!
//! How long they work is a setting: `SESSIONS_KILLS` is the number of kills,
//! `SESSIONS_OPERATIONS` that of the operations of each of two processes, and
//! `SESSIONS_SEED` begins other runs than the usual ones.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]
#![expect(clippy::panic, reason = "tests fail by panicking")]

mod history;
mod kill;
mod processes;
mod random_runs;
mod settings;
mod worker;
