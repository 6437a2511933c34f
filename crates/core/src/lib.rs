//! Domain types and rules of session transcripts.
//!
//! This crate does no I/O: it opens no file, reads no clock and starts no
//! thread. Everything in it is a function from values to values, so the same
//! rules hold in a gateway, in an embedded process and in a test.
//!
//! # Overview
//!
//! - [`key::SessionKey`], [`id::SessionId`] and [`id::MessageId`] name a
//!   conversation, one generation of its transcript, and one event of that.
//! - A transcript is a list of [`event::TranscriptEvent`] in order of arrival.
//!   [`leaf::place`] decides where each one hangs; [`path::ActivePath`] is what
//!   remains in view of the tree.
//! - [`history::read`] answers a read of a path, in memory or on disk
//!   ([`rows::PathRows`]): a page of the current view, or a window around an
//!   anchor. [`reset::first_kept`] says what a reset keeps.
//! - [`analysis`] turns text into tokens, the same for index, query and excerpt.
//!   [`query::Query`] is what someone looks for, [`ranking::match_text`] says
//!   where a text has it and how well, [`excerpt::excerpt`] cuts what is shown.
//!
//! # Feature flags
//!
//! - `testing`: strategies, a transcript builder and the reference model, for
//!   the tests of the crates above. Not covered by semver.

pub mod analysis;
pub mod content;
mod control;
pub mod event;
pub mod excerpt;
pub mod history;
pub mod id;
pub mod key;
pub mod leaf;
pub mod path;
pub mod position;
pub mod query;
pub mod ranking;
pub mod reset;
pub mod rows;
mod scan;
pub mod scope;
pub mod view;
pub mod window;

#[cfg(any(test, feature = "testing"))]
pub mod testing;
