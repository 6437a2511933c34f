//! Checks that no lint makes.
//!
//! Each check is a module with pure functions over text where that is
//! possible; a finding is one line, `path: what is wrong`.

mod contract;
mod layering;
mod paths;
mod sources;
mod suite;

use std::path::Path;

use crate::error::{Outcome, no_faults};
use crate::files;

/// What the checks found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// To be repaired before the task succeeds.
    faults: Vec<String>,
    /// Worth a look; printed, and the task succeeds.
    notes: Vec<String>,
}

impl Findings {
    fn fault(&mut self, at: &str, what: impl AsRef<str>) {
        self.faults.push(format!("{at}: {}", what.as_ref()));
    }

    fn note(&mut self, at: &str, what: impl AsRef<str>) {
        self.notes.push(format!("{at}: {}", what.as_ref()));
    }
}

/// Runs every check over the workspace at `root`.
///
/// # Errors
///
/// Fails with all findings, not only the first.
pub(crate) fn run(root: &Path) -> Outcome {
    let mut found = Findings::default();
    let files = files::of_project(root)?;
    layering::check(root, &mut found)?;
    sources::check(root, &files, &mut found)?;
    suite::check(root, &mut found)?;
    paths::check(root, &files, &mut found)?;
    contract::check(root, &mut found)?;
    for note in &found.notes {
        eprintln!("note: {note}");
    }
    no_faults("tidy", found.faults)
}

/// Returns the parts of `text` between the characters that no word holds.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric() && it != '_')
        .filter(|it| !it.is_empty())
}
