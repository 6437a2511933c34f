//! Candidates, masked, matched again and put in order.

use std::ops::Range;

use sessions_core::event::Role;
use sessions_core::excerpt::{MAX_EXCERPT_CHARS, excerpt};
use sessions_core::query::Query;
use sessions_core::ranking::{TextMatch, match_text};
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
        let redacted = self.redactor().redact(&candidate.text);
        let masks: Vec<_> = redacted.masks().iter().map(|it| it.range.clone()).collect();
        let masked = redacted.into_string();
        let found = match_text(query, &masked, &masks)?;
        Some(Ranked {
            candidate,
            masked,
            masks,
            found,
        })
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

    fn cmp(&self, other: &Self, order: Order) -> std::cmp::Ordering {
        self.shown().cmp(&other.shown(), order)
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
