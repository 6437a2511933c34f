//! What an import did, and how far it has come.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
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
        // What is read twice in one run, in copies of a file, is stored already
        // at the second time.
        let new = match (summary.new_events, summary.events) {
            (new, all) if new == all => String::new(),
            (0, _) => "all stored before".to_owned(),
            (new, all) => format!(
                "{new} new, {} stored before or in copies",
                all.saturating_sub(new)
            ),
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
        "{spinner} {bar:16} {bytes}/{total_bytes}  {rate}  {eta} left  {wide_msg}",
    );
    if let Ok(style) = style {
        bar.set_style(
            style.with_key("rate", |state: &ProgressState, f: &mut dyn fmt::Write| {
                f.write_str(&rate(state.per_sec())).unwrap_or_default();
            }),
        );
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// Returns how many bytes a second are read, without decimals.
fn rate(per_second: f64) -> String {
    let (kibi, mebi) = (1024.0, 1024.0 * 1024.0);
    if per_second < mebi {
        format!("{:.0} KiB/s", per_second / kibi)
    } else {
        format!("{:.0} MiB/s", per_second / mebi)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_no_decimals() {
        assert_eq!(rate(10_000.7), "10 KiB/s");
        assert_eq!(rate(7_654_321.5), "7 MiB/s");
    }
}
