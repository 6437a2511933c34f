//! What the tests of this crate and of the crates above share. Not covered by
//! semver.
//!
//! - [`strategy`] draws requesters, rules and facts.
//! - [`golden`] reads the decisions recorded on another program.

pub mod golden;
pub mod strategy;
