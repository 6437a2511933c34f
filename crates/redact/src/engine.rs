//! One pass of a case-insensitive automaton over all literals, then a small
//! scanner at each hit.
//!
//! Clean text costs the pass and a few looks around key words; nothing is
//! allocated. Text with findings is scanned again near the masks until nothing
//! new appears, so that masked text is stable (R3).

use std::collections::HashMap;
use std::ops::Range;

use crate::config::Additions;
use crate::disguise::Unveiled;
use crate::finder::Finder;
use crate::fingerprint::Fingerprint;
use crate::literal::Literal;
use crate::redacted::Redacted;
use crate::rules::{self, Part, TokenRule};
use crate::scan::{APART, Scan};
use crate::seed_words::{self, Words};
use crate::span::{Finding, Span, floor_boundary, merge};
use crate::structure::{self, Recogniser};
use crate::token::Token;
use crate::{disguise, form, mask, token, windows};

/// Raise this when a recogniser in code changes what it finds.
const REVISION: u32 = 4;
/// How often masked text is scanned again. Each further pass finds only what a
/// mask made visible; two suffice in practice.
const MAX_PASSES: usize = 8;

/// How much is read on either side of a stretch with disguises.
const MARGIN: usize = 4 * 1024;

/// What a literal wakes.
#[derive(Clone, Copy)]
enum Action {
    Mask,
    /// An invisible character, an escape, a mark of emphasis.
    Disguise,
    /// A rule, and the literal of it that was found.
    Token(&'static TokenRule, Literal),
    /// A recogniser, and which of its literals was found.
    Structure(&'static Recogniser, usize),
}

/// The finder of literals and what they wake.
pub(crate) struct Engine {
    /// `None` only if the automaton cannot be built; then all text is masked.
    finder: Option<Finder>,
    /// For each pattern, its length and its actions.
    patterns: Vec<(usize, Vec<Action>)>,
    words: Words,
}

/// What wakes what.
struct Woken {
    /// The patterns of the automaton, in lower case.
    folded: Vec<Vec<u8>>,
    /// Where which counts.
    literals: Vec<Literal>,
    /// For each pattern, its length and its actions.
    patterns: Vec<(usize, Vec<Action>)>,
}

impl Woken {
    fn all(is_personal: bool) -> Self {
        let mut woken = Self {
            folded: Vec::new(),
            literals: Vec::new(),
            patterns: Vec::new(),
        };
        let mut index = HashMap::new();
        let mut wake = |literal: Literal, action: Action| {
            let folded = literal.bytes.to_ascii_lowercase();
            let at = *index.entry(folded.clone()).or_insert_with(|| {
                woken.patterns.push((folded.len(), Vec::new()));
                woken.folded.push(folded);
                woken.patterns.len() - 1
            });
            if let Some((_, actions)) = woken.patterns.get_mut(at) {
                actions.push(action);
            }
            woken.literals.push(literal);
        };
        wake(Literal::anywhere(mask::HEAD.as_bytes()), Action::Mask);
        let marks = disguise::MARKS.iter().chain(form::FULL_WIDTH).copied();
        for mark in marks.chain(form::LITERALS.iter().map(|it| it.as_bytes())) {
            wake(Literal::anywhere(mark), Action::Disguise);
        }
        for rule in rules::all() {
            for literal in rule.literals {
                let literal = token::literal(rule, literal);
                wake(literal, Action::Token(rule, literal));
            }
        }
        let personal = structure::PERSONAL.iter().filter(|_| is_personal);
        for recogniser in structure::ALL.iter().chain(personal) {
            for (which, literal) in recogniser.literals.iter().enumerate() {
                let literal = Literal::anywhere(literal.as_bytes());
                wake(literal, Action::Structure(recogniser, which));
            }
        }
        woken
    }
}

/// The patterns of the automaton, and where which literal counts.
#[cfg(test)]
pub(crate) fn literals() -> (Vec<Vec<u8>>, Vec<Literal>) {
    let woken = Woken::all(false);
    (woken.folded, woken.literals)
}

impl Engine {
    /// The engine, with the class of personal data if asked for.
    pub(crate) fn new(is_personal: bool) -> Self {
        let Woken {
            folded,
            literals,
            patterns,
        } = Woken::all(is_personal);
        Self {
            finder: Finder::new(&folded, &literals),
            patterns,
            words: Words::new(),
        }
    }

    /// Every secret of `text`: ordered, disjoint, on character boundaries.
    pub(crate) fn scan(&self, additions: &Additions, text: &str) -> Vec<Span> {
        let mut spans = self.pass(additions, text, None);
        let mut fresh = spans.clone();
        for _ in 1..MAX_PASSES {
            if fresh.is_empty() {
                return spans;
            }
            let masked = Redacted::new(text, &spans);
            let changed = fresh
                .iter()
                .map(|span| masked.to_masked(span.range.start)..masked.to_masked(span.range.end));
            let windows = windows::around(changed, masked.as_str().len(), windows::REACH);
            fresh = self.pass(additions, masked.as_str(), Some(&windows));
            for span in &mut fresh {
                span.range =
                    masked.to_original(span.range.start)..masked.to_original(span.range.end);
            }
            spans.extend_from_slice(&fresh);
            spans.sort_by_key(|span| span.range.start);
        }
        // Text that uncovers something with every mask was made to do so.
        if fresh.is_empty() {
            spans
        } else {
            fail_closed(text)
        }
    }

    /// The secrets of `text`, or of those `windows` of it.
    fn pass(
        &self,
        additions: &Additions,
        text: &str,
        windows: Option<&[Range<usize>]>,
    ) -> Vec<Span> {
        let Some(finder) = &self.finder else {
            return fail_closed(text);
        };
        let (mut findings, disguises) = self.find(finder, additions, text, windows);
        // Only what stands around the disguises is read as it shows itself.
        let places = disguises.into_iter().map(|at| at..at + APART);
        for place in windows::around(places, text.len(), disguise::REACH) {
            self.find_disguised(finder, additions, text, place, &mut findings);
        }
        merge(text, findings)
    }

    /// Adds the findings of a stretch of `text` as it reads without disguises.
    fn find_disguised(
        &self,
        finder: &Finder,
        additions: &Additions,
        text: &str,
        place: Range<usize>,
        findings: &mut Vec<Finding>,
    ) {
        // A margin, so that no finding hangs on where the stretch was cut.
        let start = floor_boundary(text, place.start.saturating_sub(MARGIN));
        let end = floor_boundary(text, (place.end + MARGIN).min(text.len()));
        let unveiled = Unveiled::new(text.get(start..end).unwrap_or_default());
        let from = unveiled.to_unveiled(place.start - start);
        let to = unveiled.to_unveiled((place.end - start).min(end - start));
        let window = floor_boundary(unveiled.as_str(), from)..to;
        let (more, _) = self.find(finder, additions, unveiled.as_str(), Some(&[window]));
        findings.extend(more.into_iter().map(|mut found| {
            let (from, to) = unveiled.to_original(found.start, found.end);
            (found.start, found.end) = (start + from, start + to);
            found
        }));
    }

    /// The findings that meet no mask, and where invisible characters are.
    fn find(
        &self,
        finder: &Finder,
        additions: &Additions,
        text: &str,
        windows: Option<&[Range<usize>]>,
    ) -> (Vec<Finding>, Vec<usize>) {
        let mut scan = Scan::new(text);
        let whole = [Range {
            start: 0,
            end: text.len(),
        }];
        if windows.is_some() {
            // A finding at a window's edge may meet a mask outside.
            scan.masks = mask::all(text);
        }
        for window in windows.unwrap_or(&whole) {
            finder.run(text.as_bytes(), window.clone(), |pattern, end| {
                self.wake(pattern, end, &mut scan, windows.is_none());
            });
            seed_words::find(&self.words, &mut scan, window);
        }
        additions.find(text, &mut scan.findings);
        let Scan {
            mut findings,
            masks,
            disguises,
            ..
        } = scan;
        findings.retain(|found| !mask::meets(&masks, found.start, found.end));
        (findings, disguises)
    }

    fn wake(&self, pattern: usize, end: usize, scan: &mut Scan<'_>, notes_masks: bool) {
        let Some((len, actions)) = self.patterns.get(pattern) else {
            return;
        };
        let start = end - len;
        // The words of a mask say nothing about what stands behind it.
        if scan.is_masked(start, end) {
            return;
        }
        let is_stuffed = scan.is_stuffed(end);
        for action in actions {
            match action {
                Action::Mask => {
                    if notes_masks && let Some(end) = mask::end(scan.text, start) {
                        scan.masks.push((start, end));
                    }
                }
                Action::Disguise => {
                    if disguise::parts_a_word(scan.text, start) {
                        scan.disguise(start);
                    }
                }
                _ if is_stuffed => {}
                Action::Token(rule, literal) => {
                    if literal.counts(scan.text, start, end) {
                        wake_token(scan, rule, start, end);
                    }
                }
                Action::Structure(recogniser, which) => {
                    (recogniser.run)(scan, *which, start, end);
                }
            }
        }
    }

    /// Adds all built-in rules to a fingerprint.
    pub(crate) fn fingerprint(into: &mut Fingerprint) {
        into.add(&REVISION.to_le_bytes());
        for rule in rules::all() {
            into.add(rule.name.as_bytes());
            for literal in rule.literals {
                into.add(literal.as_bytes());
            }
            for part in rule.parts {
                match part {
                    Part::Lit(literal) => into.add(literal.as_bytes()),
                    Part::Run(set, min, max) => {
                        into.add(&set.bits().0.to_le_bytes());
                        into.add(format!("{min}-{max}").as_bytes());
                    }
                }
            }
            into.add(
                format!(
                    "{:?} {} {} {:?} {} {:?}",
                    rule.before.map(|(set, min, max)| (set.bits(), min, max)),
                    rule.is_any_case,
                    rule.keeps_literal,
                    rule.not_after.bits(),
                    rule.min_entropy,
                    rule.look
                )
                .as_bytes(),
            );
        }
        for recogniser in structure::ALL.iter().chain(structure::PERSONAL) {
            for word in recogniser.literals.iter().chain(recogniser.rules) {
                into.add(word.as_bytes());
            }
        }
    }
}

/// Runs a rule of the table at its literal.
fn wake_token(scan: &mut Scan<'_>, rule: &'static TokenRule, start: usize, end: usize) {
    let cover = scan.cover(start);
    if cover.is_some() && !scan.may_overhang(start) {
        return;
    }
    let is_behind = cover.is_some() || scan.is_glued(start);
    match token::find(scan.text, rule, start, end, is_behind) {
        Some(Token::Whole(found)) if cover.is_none_or(|end| found.end > end) => {
            scan.accept(found);
            return;
        }
        Some(Token::Glued(glued)) if cover.is_none() => scan.wait(glued),
        _ => {}
    }
    if token::reads_far(scan.text, rule, start, end) {
        scan.in_vain(start, rule.name);
    }
}

/// The whole text as one span: what a scan that cannot run answers.
fn fail_closed(text: &str) -> Vec<Span> {
    if text.is_empty() || mask::end(crate::text::Text::new(text), 0) == Some(text.len()) {
        return Vec::new();
    }
    vec![Span {
        range: 0..text.len(),
        rule: crate::span::RuleName::built_in("unscanned"),
    }]
}
