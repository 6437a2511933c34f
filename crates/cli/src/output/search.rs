//! Hits on a terminal.

use std::fmt;

use sessions_api::{Hit, SearchAnswer, Speaker};

use super::reopen::{Reopen, Repeated};
use super::style;
use super::text::{Marked, OneLine};
use crate::time;

/// The hits of a search, each with the command that reopens it.
pub(crate) struct SearchView<'a> {
    /// What was found.
    pub(crate) answer: &'a SearchAnswer,
    /// What the commands repeat.
    pub(crate) repeated: &'a Repeated,
}

impl fmt::Display for SearchView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, hit) in self.answer.results.iter().enumerate() {
            if 0 < index {
                writeln!(f)?;
            }
            self.hit(f, hit)?;
        }
        Ok(())
    }
}

impl SearchView<'_> {
    fn hit(&self, f: &mut fmt::Formatter<'_>, hit: &Hit) -> fmt::Result {
        let (style, who) = match hit.role {
            Speaker::User => (style::USER, "user"),
            Speaker::Assistant => (style::ASSISTANT, "assistant"),
        };
        let quiet = style::QUIET;
        writeln!(
            f,
            "{}  {}  {style}{who}{style:#}  {quiet}{:.2}{quiet:#}",
            OneLine(hit.session_key.as_str()),
            time::local(hit.timestamp),
            hit.score,
        )?;
        let marked = Marked {
            text: &hit.snippet,
            matches: &hit.matches,
        };
        writeln!(f, "  {marked}")?;
        let reopen = Reopen {
            hit,
            repeated: self.repeated,
        }
        .to_string();
        writeln!(f, "  {quiet}{}{quiet:#}", OneLine(&reopen))
    }
}

/// Returns what is said beside the hits.
pub(crate) fn notes(answer: &SearchAnswer) -> Vec<String> {
    let mut notes = Vec::new();
    if answer.results.is_empty() && answer.warning.is_none() {
        notes.push(
            "nothing found; the search is exact: every word must be in one message".to_owned(),
        );
    }
    if let Some(warning) = answer.warning {
        notes.push(warning.to_owned());
    }
    if !answer.ignored_terms.is_empty() {
        let terms: Vec<_> = answer
            .ignored_terms
            .iter()
            .map(|it| format!("`{it}`"))
            .collect();
        notes.push(format!("left out, being no words: {}", terms.join(" ")));
    }
    if answer.truncated {
        notes.push("there is more than is shown; narrow the search or raise `--limit`".to_owned());
    }
    notes
}
