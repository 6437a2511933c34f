//! A panic is a bug; it is reported as one, without what it was about.
//!
//! The message of a panic can quote the text at hand, which may be a message
//! or a secret (R9), so only its place in the source is shown.

use std::io::Write as _;
use std::panic::{self, AssertUnwindSafe};

use crate::exit::Exit;

/// Runs the program; a panic ends it as [`Exit::Bug`].
pub(crate) fn guard(program: impl FnOnce() -> Exit) -> Exit {
    panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map_or_else(String::new, |it| format!(" at {}:{}", it.file(), it.line()));
        let text = format!("error: a bug in sessions{place}; what was stored is safe\n");
        drop(std::io::stderr().lock().write_all(text.as_bytes()));
    }));
    panic::catch_unwind(AssertUnwindSafe(program)).unwrap_or(Exit::Bug)
}
