//! Near matches, where nothing matches exactly and near ones are asked for
//! (S18).
//!
//! Three ways are tried, and the first that finds anything answers: sessions
//! that hold all words in different messages; messages with most of the words;
//! the same two, and the exact search, for close spellings of words that nobody
//! wrote. All look at visible text alone, so hidden sessions leave no trace (S9).
//!
//! A message with more of the words comes first, and rare words count for more
//! than common ones: how rare is counted among what the requester may see, up to
//! a bound.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

use sessions_core::query::{Query, Term};
use sessions_core::scope::SessionScope;
use sessions_store::{Candidate, CandidateQuery, SpreadBounds, Stretch};

use super::rank::{Ranked, Weights};
use super::rounds::newest;
use super::spelling::{self, Reach};
use super::{RANKING_BOUND, Searched};
use crate::error::ApiError;

/// Up to how many messages of a word are counted.
const MAX_COUNTED: usize = 500;

/// Of how many sessions that hold all words the messages are looked at.
const MAX_SPREAD: usize = 50;

/// How many messages of each word are looked at to find such sessions, in all
/// databases with the rarest word together, and at least in each.
const SPREAD_MATCHES: (usize, usize) = (4_000, 80);

/// How many sessions are asked whether they hold the other words, likewise.
const SPREAD_ASKED: (usize, usize) = (200, 8);

/// How many messages of each word are looked at in such a session.
const SPREAD_EACH: usize = 8;

/// Of so many words, the rarest, most have to be in a message: their choices are
/// at most 70.
const MAX_CHOSEN: usize = 8;

/// What a relaxed search found.
pub(super) struct Near {
    /// Best first.
    pub(super) ranked: Vec<Ranked>,
    /// Which words were read as which.
    pub(super) spelled: BTreeMap<String, String>,
}

/// A relaxed search under way.
pub(super) struct Relaxed<'a, 's> {
    pub(super) search: &'a Searched<'a, 's>,
    /// All but the words: they hold for each expression that is tried.
    pub(super) asked: CandidateQuery<'a>,
}

impl Relaxed<'_, '_> {
    /// Returns what comes near a query that nothing matches exactly.
    pub(super) fn find(&self, query: &Query) -> Result<Near, ApiError> {
        let counts = self.counts(query)?;
        let ranked = self.near(query, &counts)?;
        if !ranked.is_empty() {
            let spelled = BTreeMap::new();
            return Ok(Near { ranked, spelled });
        }
        let (spelled, corrected) = self.corrected(query, &counts)?;
        let Some(corrected) = corrected else {
            return Ok(Near { ranked, spelled });
        };
        let counts = self.counts(&corrected)?;
        let expressions = [corrected.fts_expression().unwrap_or_default()];
        let exact = self.any_of(&corrected, &expressions, &counts, corrected.terms().len())?;
        let mut ranked = if exact.is_empty() {
            self.near(&corrected, &counts)?
        } else {
            exact
        };
        for it in &mut ranked {
            it.lack_as_typed(query, &spelled);
        }
        Ok(Near { ranked, spelled })
    }

    fn near(&self, query: &Query, counts: &[usize]) -> Result<Vec<Ranked>, ApiError> {
        if query.terms().len() < 2 {
            return Ok(Vec::new());
        }
        let spread = self.spread(query, counts)?;
        if spread.is_empty() {
            self.most(query, counts)
        } else {
            Ok(spread)
        }
    }

    /// Returns in how many visible messages each term stands, up to a bound.
    fn counts(&self, query: &Query) -> Result<Vec<usize>, ApiError> {
        let count = |term: &Term| self.count(&expression(&[term]));
        query.terms().iter().map(count).collect()
    }

    fn count(&self, expression: &str) -> Result<usize, ApiError> {
        let asked = CandidateQuery {
            expression,
            ..self.asked
        };
        let n = AtomicUsize::new(0);
        self.search.databases.each(|_, it| {
            let left = MAX_COUNTED.saturating_sub(n.load(Ordering::Relaxed));
            let more = it.snapshot.count(&it.scope, &asked, left)?;
            n.fetch_add(more, Ordering::Relaxed);
            Ok(())
        })?;
        Ok(n.into_inner().min(MAX_COUNTED))
    }

    /// Returns hits of the sessions that hold all words, spread over messages.
    fn spread(&self, query: &Query, counts: &[usize]) -> Result<Vec<Ranked>, ApiError> {
        if counts.contains(&0) {
            return Ok(Vec::new());
        }
        let mut terms: Vec<_> = query.terms().iter().zip(counts).collect();
        terms.sort_by_key(|(_, n)| **n);
        let expressions: Vec<_> = terms.iter().map(|(it, _)| expression(&[it])).collect();
        let asked = self.asked;
        let rarest = CandidateQuery {
            expression: expressions.first().map_or("", |it| it),
            ..asked
        };
        // Databases without it need no look at the others, and what is hidden
        // takes no part in the shares of those with it (S9).
        let has_rarest = self.search.databases.each(|nth, it| {
            let n = it.snapshot.count(&it.scope, &rarest, 1)?;
            Ok((0 < n).then_some(nth))
        })?;
        let with_rarest: BTreeSet<_> = has_rarest.into_iter().flatten().collect();
        let n_with = with_rarest.len().max(1);
        let each = |(in_all, least): (usize, usize)| (in_all / n_with).max(least);
        let bounds = SpreadBounds {
            sessions: MAX_SPREAD,
            matches: each(SPREAD_MATCHES),
            asked: each(SPREAD_ASKED),
        };
        let rows = self.search.databases.each(|nth, it| {
            if !with_rarest.contains(&nth) {
                return Ok(Vec::new());
            }
            let (scope, snapshot) = (&it.scope, &it.snapshot);
            let keys = snapshot.sessions_with_all(scope, &asked, &expressions, bounds)?;
            let mut rows = Vec::new();
            for key in keys {
                let one = SessionScope::one(key);
                for expression in &expressions {
                    let word = CandidateQuery {
                        expression,
                        stretch: Stretch::ALL,
                        max_candidates: SPREAD_EACH,
                        ..asked
                    };
                    rows.extend(it.snapshot.search(&one, &word)?.rows);
                }
            }
            Ok(rows)
        })?;
        let rows = rows.into_iter().flatten().collect();
        // One hit of each session: together its messages have the words.
        Ok(self.ranked(query, rows, counts, 1, true))
    }

    /// Returns messages with most of the words.
    fn most(&self, query: &Query, counts: &[usize]) -> Result<Vec<Ranked>, ApiError> {
        let n = query.terms().len();
        let least = n / 2 + 1;
        let mut rarest: Vec<usize> = (0..n).filter(|it| counts.get(*it) != Some(&0)).collect();
        rarest.sort_by_key(|it| counts.get(*it));
        rarest.truncate(MAX_CHOSEN);
        let terms: Vec<&Term> = rarest
            .iter()
            .filter_map(|&it| query.terms().get(it))
            .collect();
        // Of more words than are chosen from, most of these have to do.
        let least_chosen = least.min(terms.len() / 2 + 1);
        for size in (least_chosen..=terms.len()).rev() {
            let mut expressions = Vec::new();
            choose(&terms, size, &mut Vec::new(), &mut |chosen| {
                expressions.push(expression(chosen));
            });
            let found = self.any_of(query, &expressions, counts, least)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// Returns the messages that match any of some expressions and hold at
    /// least so many words, best first.
    fn any_of(
        &self,
        query: &Query,
        expressions: &[String],
        counts: &[usize],
        least: usize,
    ) -> Result<Vec<Ranked>, ApiError> {
        if expressions.is_empty() {
            return Ok(Vec::new());
        }
        let expression = expressions.join(" OR ");
        let asked = CandidateQuery {
            expression: &expression,
            max_candidates: RANKING_BOUND,
            ..self.asked
        };
        let found = newest(self.search.databases, &asked, false, None)?.found;
        let rows = self.search.texts(found, 1, None)?.concat();
        let per_session = self.search.request.per_session;
        Ok(self.ranked(query, rows, counts, least, per_session))
    }

    /// Returns candidates that hold at least so many words, best first, each
    /// once, one of each session where that is wanted.
    fn ranked(
        &self,
        query: &Query,
        rows: Vec<Candidate>,
        counts: &[usize],
        least: usize,
        per_session: bool,
    ) -> Vec<Ranked> {
        let weights = Weights::of(counts);
        let mut best: HashMap<_, Ranked> = HashMap::new();
        for row in rows {
            let place = &row.place;
            let of_one =
                (!per_session).then(|| (place.session_id.clone(), place.message_id.clone()));
            let name = (place.session_key.clone(), of_one);
            let Some(ranked) = self.search.sessions.ranked_partly(query, row, &weights) else {
                continue;
            };
            if query.terms().len() < ranked.missing.len() + least {
                continue;
            }
            match best.get(&name) {
                Some(known) if known.cmp(&ranked, self.search.request.order).is_le() => {}
                _ => drop(best.insert(name, ranked)),
            }
        }
        let mut ranked: Vec<_> = best.into_values().collect();
        ranked.sort_by(|a, b| a.cmp(b, self.search.request.order));
        ranked
    }

    /// Returns the query with close spellings in the place of words that nobody
    /// wrote, if there are any, and which they are.
    fn corrected(
        &self,
        query: &Query,
        counts: &[usize],
    ) -> Result<(BTreeMap<String, String>, Option<Query>), ApiError> {
        let mut spelled = BTreeMap::new();
        for (term, count) in query.terms().iter().zip(counts) {
            let [token] = term.tokens.as_slice() else {
                continue;
            };
            if *count == 0
                && let Some(word) = self.closest(&token.text)?
            {
                spelled.insert(term.written.clone(), word);
            }
        }
        if spelled.is_empty() {
            return Ok((spelled, None));
        }
        let terms = query.terms().iter().map(|term| {
            let written = spelled.get(&term.written).unwrap_or(&term.written);
            format!("\"{written}\"")
        });
        // What was a query once is one with other words in it, but for bounds.
        let corrected = Query::parse(&terms.collect::<Vec<_>>().join(" ")).ok();
        Ok((spelled, corrected))
    }

    /// Returns the visible word that is spelled most like `word`: of those alike
    /// the one that stands in the most messages.
    fn closest(&self, word: &str) -> Result<Option<String>, ApiError> {
        if let Some((1, word)) = self.closest_within(word, Reach::Near)? {
            return Ok(Some(word));
        }
        // A closer one may begin otherwise.
        let found = self.closest_within(word, Reach::Wide)?;
        Ok(found.map(|(_, word)| word))
    }

    /// Returns the closest of the words within reach, and its distance.
    fn closest_within(
        &self,
        word: &str,
        reach: Reach,
    ) -> Result<Option<(usize, String)>, ApiError> {
        let deadline = self.asked.deadline;
        let each = self.search.databases.each(|_, it| {
            let mut alike = Vec::new();
            for (first, end) in spelling::ranges(word, reach) {
                let note = |other: &str| {
                    let distance = spelling::distance(word, other);
                    alike.extend(distance.map(|it| (it, other.to_owned())));
                };
                it.snapshot.words_between(&first, &end, deadline, note)?;
            }
            Ok(alike)
        })?;
        let mut alike: Vec<(usize, String)> = each.into_iter().flatten().collect();
        alike.sort();
        alike.dedup();
        let mut best: Option<(usize, usize, String)> = None;
        for (distance, other) in alike {
            if best.as_ref().is_some_and(|(known, ..)| *known < distance) {
                break;
            }
            let Ok(query) = Query::parse(&format!("\"{other}\"")) else {
                continue;
            };
            let terms: Vec<_> = query.terms().iter().collect();
            let n = self.count(&expression(&terms))?;
            if 0 < n && best.as_ref().is_none_or(|(_, most, _)| *most < n) {
                best = Some((distance, n, other));
            }
        }
        Ok(best.map(|(distance, _, word)| (distance, word)))
    }
}

/// Returns the expression of messages that hold all of some terms.
fn expression(terms: &[&Term]) -> String {
    let phrases: Vec<_> = terms.iter().map(|it| it.fts_phrase()).collect();
    format!("(body : ({}))", phrases.join(" AND "))
}

/// Calls `f` with every choice of `size` among `terms`.
fn choose<'t>(
    terms: &[&'t Term],
    size: usize,
    chosen: &mut Vec<&'t Term>,
    f: &mut impl FnMut(&[&Term]),
) {
    if chosen.len() == size {
        f(chosen);
        return;
    }
    if let Some((&first, rest)) = terms.split_first() {
        chosen.push(first);
        choose(rest, size, chosen, f);
        chosen.pop();
        choose(rest, size, chosen, f);
    }
}
