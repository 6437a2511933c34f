//! A session on a terminal: rows, markers as lines, the anchor set off.

use std::fmt;

use sessions_api::{HistoryAnswer, HistoryMessage, RowKind, RowRole};
use sessions_core::view::View;

use super::style;
use super::text::{Barred, OneLine};
use crate::time;

/// The width of the line that a marker is drawn as.
const RULE_WIDTH: usize = 64;

/// The rows of a read.
pub(crate) struct HistoryView<'a>(pub(crate) &'a HistoryAnswer);

impl fmt::Display for HistoryView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = self.0;
        let (quiet, strong) = (style::QUIET, style::STRONG);
        let key = OneLine(answer.session_key.as_str());
        write!(f, "{strong}{key}{strong:#}")?;
        if let Some(id) = &answer.session_id {
            write!(f, "  {quiet}{}{quiet:#}", OneLine(id.as_str()))?;
        }
        writeln!(f)?;
        if answer.view == View::Interval {
            writeln!(
                f,
                "closed interval: what one later reset closed; nothing from after it is shown"
            )?;
        }
        if answer.has_older {
            writeln!(f, "{quiet}↑ older rows exist{quiet:#}")?;
        }
        for message in &answer.messages {
            writeln!(f)?;
            row(f, message)?;
        }
        if answer.has_newer {
            writeln!(f, "\n{quiet}↓ newer rows exist{quiet:#}")?;
        }
        Ok(())
    }
}

fn row(f: &mut fmt::Formatter<'_>, message: &HistoryMessage) -> fmt::Result {
    let marker = match message.kind {
        RowKind::Reset => Some("reset"),
        RowKind::Compaction => Some("compaction"),
        _ => None,
    };
    if let Some(name) = marker {
        return rule(f, name, message);
    }
    let (style, who) = match message.role {
        RowRole::User => (style::USER, "user"),
        RowRole::Assistant => (style::ASSISTANT, "assistant"),
        RowRole::Tool => (style::QUIET, "tool"),
        RowRole::Custom => (style::QUIET, "custom"),
        _ => (style::QUIET, "system"),
    };
    let quiet = style::QUIET;
    let pointer = if message.anchor { "▶ " } else { "  " };
    let place = if message.anchor {
        "  ← the message asked for"
    } else {
        ""
    };
    writeln!(
        f,
        "{pointer}{style}{who}{style:#}  {}  {quiet}{}{quiet:#}{place}",
        time::local(message.timestamp),
        OneLine(message.message_id.as_str()),
    )?;
    text(f, message)
}

/// Draws a marker as a line across.
fn rule(f: &mut fmt::Formatter<'_>, name: &str, message: &HistoryMessage) -> fmt::Result {
    let quiet = style::QUIET;
    let title = format!("── {name} · {} ", time::local(message.timestamp));
    let rest = RULE_WIDTH.saturating_sub(title.chars().count());
    let pointer = if message.anchor { "▶ " } else { "" };
    writeln!(f, "{pointer}{quiet}{title}{}{quiet:#}", "─".repeat(rest))?;
    match message.kind {
        // The text of a reset says no more than its line.
        RowKind::Reset => Ok(()),
        _ => text(f, message),
    }
}

fn text(f: &mut fmt::Formatter<'_>, message: &HistoryMessage) -> fmt::Result {
    write!(f, "{}", Barred(&message.text))?;
    if message.truncated {
        writeln!(f, "  {}[cut]{:#}", style::QUIET, style::QUIET)?;
    }
    Ok(())
}

/// Returns what is said beside the rows.
pub(crate) fn notes(answer: &HistoryAnswer) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(reason) = answer.empty_reason {
        notes.push(format!(
            "the message cannot be shown ({reason}): {}",
            why(reason)
        ));
    } else if answer.messages.is_empty() && answer.dropped_messages == 0 {
        notes.push(match answer.total_messages {
            None | Some(0) => "nothing was said in this view yet".to_owned(),
            Some(n) => format!("no row is that old; rows in the view: {n}"),
        });
    }
    if 0 < answer.dropped_messages {
        notes.push(format!(
            "{} rows were left out to keep the answer small; ask for fewer, or page with `--offset`",
            answer.dropped_messages
        ));
    }
    if answer.content_redacted {
        notes.push("secrets in the text are masked".to_owned());
    }
    if let Some(offset) = answer.next_offset {
        notes.push(format!("the next older page: `--offset {offset}`"));
    }
    notes
}

fn why(reason: &str) -> &'static str {
    match reason {
        "unknown-message" => "this generation of the session has no such message",
        "off-path" => "it was taken back by a rewind",
        "not-displayable" => "it is a hidden row",
        _ => "it is not shown",
    }
}
