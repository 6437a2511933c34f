//! What an import did, and how far it has come.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use sessions_api::{ImportProgress, ImportSummary, Skipped};

use super::style;
use super::table::{lines, number, table};
use super::text::OneLine;

/// How many of those skipped for one reason are named.
const N_NAMED: usize = 3;

/// The summary of an import.
pub(crate) struct ImportView<'a> {
    /// What was done.
    pub(crate) summary: &'a ImportSummary,
    /// Whether all that was skipped is named.
    pub(crate) is_verbose: bool,
}

impl fmt::Display for ImportView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = self.summary;
        let mut counts = table(&[], None);
        let unchanged = match summary.unchanged_sessions {
            0 => String::new(),
            n => format!("{n} unchanged"),
        };
        let new = match summary.new_events {
            n if n == summary.events => String::new(),
            n => format!("{n} new"),
        };
        for (name, n, remark) in [
            ("files", summary.files as u64, String::new()),
            ("sessions", summary.sessions as u64, unchanged),
            ("messages", summary.messages, String::new()),
            ("events", summary.events, new),
            ("skipped", summary.skipped.len() as u64, String::new()),
        ] {
            counts.add_row(vec![name.into(), number(n), remark.into()]);
        }
        for line in lines(&counts) {
            writeln!(f, "{line}")?;
        }
        self.skipped(f)
    }
}

impl ImportView<'_> {
    fn skipped(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut by_reason: BTreeMap<&str, Vec<&Skipped>> = BTreeMap::new();
        for it in &self.summary.skipped {
            by_reason.entry(&it.reason).or_default().push(it);
        }
        let quiet = style::QUIET;
        for (reason, skipped) in by_reason {
            let n = skipped.len();
            writeln!(f, "\nskipped, {}: {n}", OneLine(reason))?;
            let n_named = if self.is_verbose { n } else { N_NAMED };
            for it in skipped.iter().take(n_named) {
                let path = it.path.display().to_string();
                let line = it.line.map_or_else(String::new, |line| format!(":{line}"));
                writeln!(f, "  {quiet}{}{line}{quiet:#}", OneLine(&path))?;
            }
            if n_named < n {
                writeln!(
                    f,
                    "  {quiet}and {} more; -v names them{quiet:#}",
                    n - n_named
                )?;
            }
        }
        Ok(())
    }
}

/// Returns the bar of an import: bytes read, rate, time left.
pub(super) fn bar() -> ProgressBar {
    let bar = ProgressBar::no_length();
    let style = ProgressStyle::with_template(
        "{spinner} {bar:16} {bytes}/{total_bytes}  {binary_bytes_per_sec}  {eta} left  {wide_msg}",
    );
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// Moves the bar on.
pub(crate) fn advance(bar: &ProgressBar, done: ImportProgress) {
    bar.set_length(done.n_bytes_total);
    bar.set_position(done.n_bytes);
    bar.set_message(format!(
        "{}/{} files, {} messages",
        done.n_files, done.n_files_total, done.n_messages
    ));
}
