//! What the tests of this crate and of the crates above share. Not covered by
//! semver.

pub mod build;
pub mod golden;
