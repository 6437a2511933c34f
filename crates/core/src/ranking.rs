//! Matching and scoring: does a text match a query, where, and how well.
//!
//! Both look at the text and the query alone. There are no statistics over the
//! store in a score, so hidden sessions leave no trace in it (`S9`), and scores
//! of different agents' databases compare.
//!
//! # The score
//!
//! Between 0 and 1, rounded to four decimals, the sum of
//!
//! | share | part |
//! |---|---|
//! | 0.5 | how often each term occurs, saturating, less in a long text; terms with more letters weigh more |
//! | 0.3 | how close all terms come to each other at the best place |
//! | 0.1 | the share of terms that occur as typed, case and accents included |
//! | 0.1 | how short the text is |

use std::collections::BTreeMap;
use std::ops::Range;

use crate::analysis::{Place, RawToken, TokenKind, for_each_token};
use crate::query::{Query, QueryToken, Term, TokenMatch};

/// The longest stretch, in characters, that counts as one region.
const REGION_CHARS: usize = 200;

/// Tokens of one occurrence that are at most this many bytes apart are shown
/// as one range.
const JOINED_GAP: usize = 3;

/// Where and how well a text matches a query.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TextMatch {
    /// Every occurrence of every term, in bytes of the text: in order,
    /// disjoint, on character boundaries, outside the masks. The words of a
    /// phrase with much between them stand apart.
    pub ranges: Vec<Range<usize>>,
    /// How well it matches, above 0 and at most 1.
    pub score: f64,
    /// The region that holds the most terms closest together. It begins with
    /// the begin of one of `ranges` and ends with the end of one.
    pub best: Range<usize>,
}

/// Matches a masked text with a query.
///
/// Returns `None` when a term has no occurrence outside `masks` (`S12`), or
/// the query has no terms. Answers exactly as FTS5 does for
/// [`Query::fts_expression`] on
/// [`index_text`](crate::analysis::index_text). The cost is linear in the
/// text, times the tokens of the query in the worst case.
///
/// # Examples
///
/// ```
/// use sessions_core::query::Query;
/// use sessions_core::ranking::match_text;
///
/// let query = Query::parse("cafe").unwrap();
/// let found = match_text(&query, "Un café, deux cafés", &[]).unwrap();
/// assert_eq!(found.ranges, [3..8]);
/// assert_eq!(match_text(&query, "café", &[0..5]), None);
/// ```
pub fn match_text(query: &Query, masked: &str, masks: &[Range<usize>]) -> Option<TextMatch> {
    matched(query, masked, masks, true).map(|it| it.found)
}

/// A text that holds some terms of a query.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartialMatch {
    /// Where and how well the text matches the terms that it holds.
    pub found: TextMatch,
    /// The terms that it lacks, by their place in [`Query::terms`].
    pub missing: Vec<usize>,
}

/// Matches a masked text with as many terms of a query as it holds (`S18`), or
/// returns `None` when it holds none.
///
/// ```
/// use sessions_core::query::Query;
/// use sessions_core::ranking::match_some;
///
/// let query = Query::parse("rollout tuesday").unwrap();
/// let partly = match_some(&query, "the rollout is on friday", &[]).unwrap();
/// assert_eq!(partly.missing, [1]);
/// assert_eq!(partly.found.ranges, [4..11]);
/// ```
pub fn match_some(query: &Query, masked: &str, masks: &[Range<usize>]) -> Option<PartialMatch> {
    matched(query, masked, masks, false)
}

fn matched(
    query: &Query,
    masked: &str,
    masks: &[Range<usize>],
    needs_all: bool,
) -> Option<PartialMatch> {
    if query.is_empty() {
        return None;
    }
    let lexicon = Lexicon::new(query);
    let text = Scan::new(&lexicon, masked, masks);
    let mut occurrences = Vec::new();
    let mut ranges = Vec::new();
    let mut terms = Vec::with_capacity(query.terms().len());
    let mut missing = Vec::new();
    for (index, (term, ids)) in query.terms().iter().zip(&lexicon.terms).enumerate() {
        let hits = if term.has_symbol {
            &text.full
        } else {
            &text.plain
        };
        let found = find_term(term, ids, hits, masked, &mut ranges, |occurrence| {
            occurrences.push(Occurrence {
                term: terms.len(),
                ..occurrence
            });
        });
        match found.n_occurrences {
            0 if needs_all => return None,
            0 => missing.push(index),
            _ => terms.push(found),
        }
    }
    if terms.is_empty() {
        return None;
    }
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    ranges.dedup_by(|next, kept| {
        let overlaps = next.start < kept.end;
        if overlaps {
            kept.end = kept.end.max(next.end);
        }
        overlaps
    });
    occurrences.sort_by_key(|occurrence| (occurrence.range.start, occurrence.range.end));
    let found = TextMatch {
        score: score(&terms, closeness(&occurrences, &terms), text.n_tokens),
        best: best_region(&occurrences, terms.len(), masked)?,
        ranges,
    };
    Some(PartialMatch { found, missing })
}

/// The tokens of a query, numbered.
struct Lexicon<'q> {
    whole: BTreeMap<&'q str, usize>,
    heads: BTreeMap<char, usize>,
    /// The beginning of a word; a query has one at most.
    prefix: Option<(&'q str, usize)>,
    /// By [`bucket`]: whether a token of the query can be in it.
    buckets: [bool; N_BUCKETS],
    /// The numbers of each term's tokens.
    terms: Vec<Vec<usize>>,
    has_symbol: bool,
}

impl<'q> Lexicon<'q> {
    fn new(query: &'q Query) -> Self {
        let mut lexicon = Self {
            whole: BTreeMap::new(),
            heads: BTreeMap::new(),
            prefix: None,
            buckets: [false; N_BUCKETS],
            terms: Vec::with_capacity(query.terms().len()),
            has_symbol: query.terms().iter().any(|term| term.has_symbol),
        };
        for term in query.terms() {
            let ids = term.tokens.iter().map(|token| lexicon.add(token)).collect();
            lexicon.terms.push(ids);
        }
        lexicon
    }

    fn add(&mut self, token: &'q QueryToken) -> usize {
        let next = self.whole.len() + self.heads.len();
        if token.compare == TokenMatch::Prefix {
            // The numbers of the others end below it, since it comes last.
            self.prefix = Some((&token.text, next));
            return next;
        }
        if let Some(is_used) = self.buckets.get_mut(bucket(&token.text)) {
            *is_used = true;
        }
        match (token.compare, token.text.chars().next()) {
            (TokenMatch::Head, Some(head)) => *self.heads.entry(head).or_insert(next),
            _ => *self.whole.entry(&token.text).or_insert(next),
        }
    }

    /// Returns the numbers under which `token` is known: as a whole, and by its
    /// beginning.
    fn look_up(&self, token: &RawToken<'_>) -> (Option<usize>, Option<usize>) {
        let by_prefix = self
            .prefix
            .filter(|(prefix, _)| token.text.starts_with(prefix))
            .map(|(_, id)| id);
        if self.buckets.get(bucket(token.text)) != Some(&true) {
            return (None, by_prefix);
        }
        let beginning = if token.kind == TokenKind::Gram && !self.heads.is_empty() {
            token
                .text
                .chars()
                .next()
                .and_then(|c| self.heads.get(&c))
                .copied()
        } else {
            by_prefix
        };
        (self.whole.get(token.text).copied(), beginning)
    }
}

/// The number of buckets: most tokens of a text fall in one that is not used.
const N_BUCKETS: usize = 1_024;

/// Returns the bucket of a token by its first three bytes. A gram and its head
/// fall in the same one, since every gram character has three bytes or more.
fn bucket(token: &str) -> usize {
    let first = token
        .bytes()
        .take(3)
        .fold(0_usize, |sum, byte| sum * 37 + usize::from(byte));
    first % N_BUCKETS
}

/// A token of the text that the query knows.
#[derive(Clone)]
struct Hit {
    /// The place among the tokens that a phrase of its kind sees.
    at: u32,
    /// The place among the tokens without symbols, to measure distances.
    place: u32,
    whole: Option<usize>,
    beginning: Option<usize>,
    range: Range<usize>,
    head_end: usize,
}

impl Hit {
    fn is(&self, id: usize) -> bool {
        self.whole == Some(id) || self.beginning == Some(id)
    }
}

/// What is known of a text after one pass.
struct Scan {
    /// Hits for phrases without symbols.
    plain: Vec<Hit>,
    /// Hits for phrases with symbols; empty when the query has none.
    full: Vec<Hit>,
    n_tokens: u32,
}

impl Scan {
    fn new(lexicon: &Lexicon<'_>, masked: &str, masks: &[Range<usize>]) -> Self {
        let mut scan = Self {
            plain: Vec::new(),
            full: Vec::new(),
            n_tokens: 0,
        };
        for_each_token(masked, masks, |token: &RawToken<'_>, place: Place| {
            scan.n_tokens = scan.n_tokens.saturating_add(1);
            let (whole, beginning) = lexicon.look_up(token);
            if whole.is_none() && beginning.is_none() {
                return;
            }
            let hit = Hit {
                at: place.plain,
                place: place.plain,
                whole,
                beginning,
                range: token.range.clone(),
                head_end: token.head_end,
            };
            if lexicon.has_symbol {
                scan.full.push(Hit {
                    at: place.full,
                    ..hit.clone()
                });
            }
            if token.kind != TokenKind::Symbol {
                scan.plain.push(hit);
            }
        });
        scan
    }
}

/// One occurrence of a term.
struct Occurrence {
    term: usize,
    range: Range<usize>,
    first: u32,
    last: u32,
}

/// What is known of a term in a text.
struct Found {
    n_occurrences: u32,
    n_tokens: u32,
    n_letters: u32,
    is_exact: bool,
}

/// Finds every occurrence of a term, also overlapping ones.
fn find_term(
    term: &Term,
    ids: &[usize],
    hits: &[Hit],
    masked: &str,
    ranges: &mut Vec<Range<usize>>,
    mut report: impl FnMut(Occurrence),
) -> Found {
    let mut found = Found {
        n_occurrences: 0,
        n_tokens: count(ids.len()),
        n_letters: term
            .tokens
            .iter()
            .map(|token| count(token.text.chars().count()))
            .sum(),
        is_exact: false,
    };
    // The first hit whose range has not been given out for this term.
    let mut open: usize = 0;
    for (index, window) in hits.windows(ids.len().max(1)).enumerate() {
        let is_match = window.iter().zip(ids).zip(0_u32..).all(|((hit, &id), n)| {
            hit.is(id)
                && window
                    .first()
                    .is_some_and(|h| hit.at == h.at.saturating_add(n))
        });
        let (true, Some(first), Some(last)) = (is_match, window.first(), window.last()) else {
            continue;
        };
        let is_head = term
            .tokens
            .last()
            .is_some_and(|t| t.compare == TokenMatch::Head);
        let end_of = |n: usize, hit: &Hit| {
            if is_head && n + 1 == window.len() {
                hit.head_end
            } else {
                hit.range.end
            }
        };
        for (n, hit) in window.iter().enumerate().skip(open.saturating_sub(index)) {
            let range = hit.range.start..end_of(n, hit);
            match ranges.last_mut() {
                // The range before is that of the hit before in this occurrence.
                Some(grown) if n > 0 && range.start <= grown.end + JOINED_GAP => {
                    grown.end = grown.end.max(range.end);
                }
                _ => ranges.push(range),
            }
        }
        open = index + window.len();
        let range = first.range.start..end_of(window.len().saturating_sub(1), last);
        if !found.is_exact {
            found.is_exact =
                window
                    .iter()
                    .zip(&term.tokens)
                    .enumerate()
                    .all(|(n, (hit, token))| {
                        masked.get(hit.range.start..end_of(n, hit)) == Some(token.written.as_str())
                    });
        }
        found.n_occurrences = found.n_occurrences.saturating_add(1);
        report(Occurrence {
            term: 0,
            range,
            first: first.place,
            last: last.place,
        });
    }
    found
}

/// Returns `n` as a count that converts to a float without loss.
fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Returns how close all terms come to each other: 1 when they are neighbours.
fn closeness(occurrences: &[Occurrence], terms: &[Found]) -> f64 {
    if terms.len() < 2 {
        return 1.0;
    }
    let n_own: u32 = terms.iter().map(|term| term.n_tokens).sum();
    let mut seen = Seen::new(terms.len());
    let mut smallest = u32::MAX;
    let mut from = occurrences.iter();
    for to in occurrences {
        seen.add(to.term);
        while seen.n_distinct == terms.len()
            && let Some(first) = from.next()
        {
            smallest = smallest.min(to.last.max(first.last).saturating_sub(first.first) + 1);
            seen.remove(first.term);
        }
    }
    1.0 / (1.0 + f64::from(smallest.saturating_sub(n_own)) / 8.0)
}

/// Combines what is known of the terms to a score.
fn score(terms: &[Found], closeness: f64, n_tokens: u32) -> f64 {
    let n_tokens = f64::from(n_tokens);
    let half = 0.8 + n_tokens / 500.0;
    let (mut sum, mut weights, mut exact) = (0.0, 0.0, 0.0);
    for term in terms {
        let weight = 1.0 + f64::from(term.n_letters).ln_1p();
        let n = f64::from(term.n_occurrences);
        sum += weight * n / (n + half);
        weights += weight;
        exact += if term.is_exact { 1.0 } else { 0.0 };
    }
    let n_terms = f64::from(count(terms.len()));
    let brevity = 1.0 / (1.0 + n_tokens / 400.0);
    let score = 0.5 * sum / weights + 0.3 * closeness + 0.1 * exact / n_terms + 0.1 * brevity;
    // Four decimals: beyond them no difference means anything.
    (score * 10_000.0).round() / 10_000.0
}

/// Returns the region with the most different terms, then with the most
/// occurrences, then the shortest, then the first.
fn best_region(occurrences: &[Occurrence], n_terms: usize, masked: &str) -> Option<Range<usize>> {
    let mut chars = CharCount {
        text: masked,
        at: 0,
        n_chars: 0,
    };
    let spans: Vec<Range<usize>> = occurrences
        .iter()
        .map(|occurrence| {
            let start = chars.up_to(occurrence.range.start);
            let inner = masked.get(occurrence.range.clone()).unwrap_or_default();
            start..start + inner.chars().count()
        })
        .collect();
    let mut seen = Seen::new(n_terms);
    let mut from = occurrences.iter().zip(&spans).peekable();
    let mut n_within: usize = 0;
    let mut best = None;
    let mut best_rank = None;
    for (to, span) in occurrences.iter().zip(&spans) {
        seen.add(to.term);
        n_within += 1;
        while n_within > 1
            && let Some((first, _)) =
                from.next_if(|(_, first)| span.end.saturating_sub(first.start) > REGION_CHARS)
        {
            seen.remove(first.term);
            n_within -= 1;
        }
        if let Some((first, first_span)) = from.peek() {
            let length = span.end.saturating_sub(first_span.start);
            let rank = (seen.n_distinct, n_within, usize::MAX - length);
            if best_rank.is_none_or(|known| rank > known) {
                best_rank = Some(rank);
                best = Some(first.range.start..to.range.end.max(first.range.end));
            }
        }
    }
    best
}

/// Counts the characters of a text up to growing positions.
struct CharCount<'a> {
    text: &'a str,
    at: usize,
    n_chars: usize,
}

impl CharCount<'_> {
    fn up_to(&mut self, at: usize) -> usize {
        self.n_chars += self
            .text
            .get(self.at..at)
            .unwrap_or_default()
            .chars()
            .count();
        self.at = at;
        self.n_chars
    }
}

/// How often each term stands in a window.
struct Seen {
    counts: Vec<usize>,
    n_distinct: usize,
}

impl Seen {
    fn new(n_terms: usize) -> Self {
        Self {
            counts: vec![0; n_terms],
            n_distinct: 0,
        }
    }

    fn add(&mut self, term: usize) {
        if let Some(n) = self.counts.get_mut(term) {
            self.n_distinct += usize::from(*n == 0);
            *n += 1;
        }
    }

    fn remove(&mut self, term: usize) {
        if let Some(n) = self.counts.get_mut(term) {
            *n = n.saturating_sub(1);
            self.n_distinct = self.n_distinct.saturating_sub(usize::from(*n == 0));
        }
    }
}
