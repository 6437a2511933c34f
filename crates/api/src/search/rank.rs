//! Candidates, masked, matched again and put in order.

use std::collections::BTreeMap;
use std::ops::Range;

use sessions_core::event::Role;
use sessions_core::excerpt::{MAX_EXCERPT_CHARS, excerpt};
use sessions_core::query::{Query, Term};
use sessions_core::ranking::{PartialMatch, TextMatch, match_some, match_text};
use sessions_store::Candidate;

use super::cursor::Shown;
use super::gather::Group;
use crate::sessions::Sessions;
use crate::wire::{Hit, Order, Speaker};

/// A candidate that matches, with what is needed to show it.
pub(super) struct Ranked {
    pub(super) candidate: Candidate,
    masked: String,
    masks: Vec<Range<usize>>,
    found: TextMatch,
    /// The words that it lacks, by their place in the query.
    pub(super) missing: Vec<usize>,
    /// The same as they were typed.
    lacks: Vec<String>,
}

/// How much each word of a query counts in a relaxed search: the more, the
/// fewer visible messages hold it.
pub(super) struct Weights {
    each: Vec<f64>,
    sum: f64,
}

impl Weights {
    pub(super) fn of(counts: &[usize]) -> Self {
        let weight = |&n: &usize| 1.0 / f64::from(u32::try_from(n + 2).unwrap_or(u32::MAX)).ln();
        let each: Vec<f64> = counts.iter().map(weight).collect();
        let sum = each.iter().sum();
        Self { each, sum }
    }

    /// Returns the share of all words without some.
    fn without(&self, missing: &[usize]) -> f64 {
        let lost: f64 = missing.iter().filter_map(|it| self.each.get(*it)).sum();
        1.0 - lost / self.sum
    }
}

impl Sessions {
    /// Masks candidates, keeps those that match outside the masks (S12), and
    /// returns the best of each group, in order (S10).
    pub(super) fn ranked(&self, query: &Query, groups: Vec<Group>, order: Order) -> Vec<Ranked> {
        let best = |group: Group| {
            let matches = group
                .into_iter()
                .filter_map(|it| self.ranked_one(query, it));
            matches.min_by(|a, b| a.cmp(b, order))
        };
        let mut ranked: Vec<_> = groups.into_iter().filter_map(best).collect();
        ranked.sort_by(|a, b| a.cmp(b, order));
        ranked
    }

    fn ranked_one(&self, query: &Query, candidate: Candidate) -> Option<Ranked> {
        let (masked, masks) = self.masked(&candidate.text);
        let found = match_text(query, &masked, &masks)?;
        Some(Ranked {
            candidate,
            masked,
            masks,
            found,
            missing: Vec::new(),
            lacks: Vec::new(),
        })
    }

    /// Returns whether a text matches outside its masks.
    pub(super) fn matches(&self, query: &Query, text: &str) -> bool {
        let (masked, masks) = self.masked(text);
        match_text(query, &masked, &masks).is_some()
    }

    /// Masks a candidate and ranks it by the words that it holds.
    pub(super) fn ranked_partly(
        &self,
        query: &Query,
        candidate: Candidate,
        weights: &Weights,
    ) -> Option<Ranked> {
        let (masked, masks) = self.masked(&candidate.text);
        let PartialMatch {
            mut found, missing, ..
        } = match_some(query, &masked, &masks)?;
        // The words first, then how well they match.
        let score = 0.9 * weights.without(&missing) + 0.1 * found.score;
        found.score = (score * 10_000.0).round() / 10_000.0;
        let typed = |it: &usize| query.terms().get(*it).map(|it| it.written.clone());
        Some(Ranked {
            candidate,
            lacks: missing.iter().filter_map(typed).collect(),
            masked,
            masks,
            found,
            missing,
        })
    }

    fn masked(&self, text: &str) -> (String, Vec<Range<usize>>) {
        let redacted = self.redactor().redact(text);
        let masks = redacted.masks().iter().map(|it| it.range.clone());
        let masks = masks.collect();
        (redacted.into_string(), masks)
    }
}

impl Ranked {
    /// Returns where it stands in an answer.
    pub(super) fn shown(&self) -> Shown {
        // Scores have four decimals and are at most 1.
        let score = (self.found.score * 10_000.0).round();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 10,000"
        )]
        let score = score as u16;
        Shown {
            score,
            place: self.candidate.place.clone(),
        }
    }

    pub(super) fn cmp(&self, other: &Self, order: Order) -> std::cmp::Ordering {
        self.shown().cmp(&other.shown(), order)
    }

    /// Adds the words that were read as others to those that are lacking.
    pub(super) fn lack_as_typed(&mut self, query: &Query, spelled: &BTreeMap<String, String>) {
        let lacks = |term: &&Term| match spelled.get(&term.written) {
            Some(_) => true,
            None => self.lacks.contains(&term.written),
        };
        let lacking = query.terms().iter().filter(lacks);
        self.lacks = lacking.map(|it| it.written.clone()).collect();
    }

    /// Returns it as it is shown, or `None` for a row that is never shown.
    pub(super) fn hit(&self) -> Option<Hit> {
        let shown = excerpt(&self.masked, &self.found, &self.masks, MAX_EXCERPT_CHARS);
        let place = &self.candidate.place;
        Some(Hit {
            session_key: place.session_key.clone(),
            session_id: place.session_id.clone(),
            message_id: place.message_id.clone(),
            agent_id: place.session_key.agent().clone(),
            kind: place.session_key.kind(),
            timestamp: place.timestamp,
            role: match self.candidate.role {
                Role::User => Speaker::User,
                Role::Assistant => Speaker::Assistant,
                // Tool rows are never indexed.
                Role::Tool => return None,
            },
            snippet: shown.text,
            matches: shown.matches,
            score: self.found.score,
            more_in_session: None,
            missing: self.lacks.clone(),
        })
    }
}

impl Shown {
    /// Compares by the total order of S10.
    pub(super) fn cmp(&self, other: &Self, order: Order) -> std::cmp::Ordering {
        let newest = self.place.cmp(&other.place);
        match order {
            Order::Recent => newest,
            Order::Relevance => other.score.cmp(&self.score).then(newest),
        }
    }
}
