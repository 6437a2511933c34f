//! Hits on a terminal.

use std::fmt;

use sessions_api::{
    DEFAULT_HITS, Hit, MAX_COUNTED, MAX_HITS, RANKING_BOUND, SearchAnswer, Speaker, Tier,
    TruncatedBy,
};

use super::reopen::{Reopen, Repeated};
use super::style;
use super::text::{BAR, Marked, OneLine};
use crate::args::read::SearchArgs;
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
            "{}  {}  {style}{who}{style:#}  {quiet}{:.2}{}{quiet:#}",
            OneLine(hit.session_key.as_str()),
            time::local(hit.timestamp),
            hit.score,
            More(hit.more_in_session),
        )?;
        if !hit.missing.is_empty() {
            let words: Vec<_> = hit.missing.iter().map(|it| format!("`{it}`")).collect();
            let words = words.join(" ");
            writeln!(f, "  {quiet}without {}{quiet:#}", OneLine(&words))?;
        }
        let marked = Marked {
            text: &hit.snippet,
            matches: &hit.matches,
        };
        writeln!(f, "{BAR}{marked}")?;
        let reopen = Reopen {
            hit,
            repeated: self.repeated,
        }
        .to_string();
        writeln!(f, "  {quiet}{}{quiet:#}", OneLine(&reopen))
    }
}

/// How many further messages of a session match.
struct More(Option<usize>);

impl fmt::Display for More {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some(MAX_COUNTED..) => write!(f, "  {MAX_COUNTED} or more others in this session"),
            Some(1) => write!(f, "  1 other in this session"),
            Some(n) => write!(f, "  {n} others in this session"),
        }
    }
}

/// Returns what is said beside the hits.
pub(crate) fn notes(answer: &SearchAnswer, asked: &SearchArgs) -> Vec<String> {
    let mut notes = Vec::new();
    let is_empty = answer.results.is_empty() && answer.warning.is_none();
    if is_empty && asked.relaxed {
        notes.push("nothing found, and nothing that comes near".to_owned());
    } else if is_empty {
        notes.push(
            "nothing found; the search is exact: every word must be in one message".to_owned(),
        );
    }
    if answer.tier == Tier::Relaxed {
        notes.push("nothing matches exactly; this comes near".to_owned());
    }
    for (typed, read_as) in &answer.spelled_as {
        notes.push(format!("nobody wrote `{typed}`; read as `{read_as}`"));
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
    notes.extend(
        answer
            .truncated_by
            .iter()
            .map(|&it| missing(it, asked.limit)),
    );
    notes
}

/// Returns which bound was reached and what can be done about it.
fn missing(bound: TruncatedBy, limit: Option<u64>) -> String {
    let max = MAX_HITS as u64;
    match bound {
        TruncatedBy::Limit if limit.unwrap_or(DEFAULT_HITS as u64) < max => {
            format!("there are more hits; narrow the search or raise `--limit`, up to {max}")
        }
        TruncatedBy::Limit => {
            format!("there are more hits than {max}, the most at once; narrow the search")
        }
        TruncatedBy::Bytes => "the answer ends here to stay small; narrow the search".to_owned(),
        TruncatedBy::RankingBound => format!(
            "only the newest {RANKING_BOUND} matches were ranked; \
             narrow the search to reach older ones"
        ),
        _ => "there is more than is shown; narrow the search".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bound_is_said_in_words() {
        let said = |bound, limit| missing(bound, limit);
        assert_eq!(
            said(TruncatedBy::RankingBound, None),
            "only the newest 200 matches were ranked; narrow the search to reach older ones"
        );
        assert!(said(TruncatedBy::Bytes, None).starts_with("the answer ends here"));
        for (limit, is_advised) in [(None, true), (Some(24), true), (Some(25), false)] {
            let text = said(TruncatedBy::Limit, limit);
            assert_eq!(text.contains("--limit"), is_advised, "{text}");
        }
    }
}
