//! What the tests of this crate and of the crates above share. Not covered by
//! semver.
//!
//! - [`build`] makes events in few words; [`strategy`] draws ids, keys, texts
//!   and transcripts.
//! - [`model`] is the reference model, [`steps`] are random runs over it,
//!   [`scans`] holds its bookkeeping beside ours.
//! - [`told`] checks that errors tell nothing (R9).
//! - [`golden`] reads the recorded answers of the reference implementation.

pub mod build;
pub mod golden;
pub mod model;
pub mod scans;
pub mod steps;
pub mod strategy;
pub mod told;
