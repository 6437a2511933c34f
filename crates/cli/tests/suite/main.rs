//! What the built binary prints and how it ends, command by command.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking, its helpers too"
)]

mod appending;
mod bad_input;
mod cases;
mod denied;
mod doctor;
mod end_to_end;
mod explaining;
mod generated;
mod importing;
mod masking;
#[cfg(unix)]
mod permissions;
mod reading;
mod readme;
mod searching;
mod support;
mod unusable;
#[cfg(target_os = "linux")]
mod unwritable;
mod upkeep;
mod usage;
mod writing;
