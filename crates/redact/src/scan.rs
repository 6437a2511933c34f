//! One pass over one text: what recognisers read and where they write.

use std::ops::Range;

use crate::charset::SPACE;
use crate::mask;
use crate::span::{Finding, Rank, RuleName};
use crate::text::Text;

/// How near to the end of a finding a token may begin that runs on behind it.
const OVERHANG: usize = 64;
/// How many findings and glued tokens are looked back at.
const BACK: usize = 4;

/// A value or body that is read this far is long.
pub(crate) const LONG: usize = 64;
/// Hits that stand nearer together than this crowd.
const CROWD: usize = 48;
/// So many long readings in vain, crowded, are no accident.
const MAX_CROWD: usize = 8;
/// How far a stuffed run is masked at once.
const MAX_STUFFED: usize = 16 * 1024;

/// Of invisible characters that stand nearer together one is noted.
pub(crate) const APART: usize = 1024;

/// A token that something follows directly: it counts when that is a token.
pub(crate) struct Glued {
    /// The token as far as its format reaches.
    pub(crate) finding: Finding,
    /// Where it may end at the earliest.
    pub(crate) least: usize,
}

/// The state of a pass.
pub(crate) struct Scan<'t> {
    pub(crate) text: Text<'t>,
    pub(crate) findings: Vec<Finding>,
    /// Masks that stand in the text already, in order.
    pub(crate) masks: Vec<(usize, usize)>,
    /// Tokens that wait for the one behind them; each touches the next.
    glued: Vec<Glued>,
    /// Up to where key blocks have been read, so that none is read twice.
    pub(crate) block_end: usize,
    /// Up to where cookies have been read.
    pub(crate) cookie_end: usize,
    /// Up to where headers have been read.
    pub(crate) header_end: usize,
    /// The last value of an assignment that was found.
    pub(crate) assigned: Range<usize>,
    /// Up to where a stuffed run is masked.
    stuffed_end: usize,
    /// The last hit whose long reading was in vain, and how many crowd there.
    crowd: (usize, usize),
    /// Where invisible characters part words, far enough from one another.
    pub(crate) disguises: Vec<usize>,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text: Text::new(text),
            findings: Vec::new(),
            masks: Vec::new(),
            glued: Vec::new(),
            block_end: 0,
            cookie_end: 0,
            header_end: 0,
            assigned: 0..0,
            stuffed_end: 0,
            crowd: (0, 0),
            disguises: Vec::new(),
        }
    }

    /// Notes a finding; an empty one is ignored.
    pub(crate) fn add(&mut self, start: usize, end: usize, rank: Rank, rule: &'static str) {
        if start < end {
            self.findings.push(Finding {
                start,
                end,
                rank,
                rule: RuleName::built_in(rule),
            });
        }
    }

    /// Notes an invisible character that parts a word.
    pub(crate) fn disguise(&mut self, at: usize) {
        if self.disguises.last().is_none_or(|last| at - last >= APART) {
            self.disguises.push(at);
        }
    }

    /// Notes that a long reading from the hit at `at` was in vain.
    ///
    /// Each hit may read far, so text stuffed with hits would cost the product
    /// of both (R8). When too many crowd, `rule` masks the run without blanks
    /// from here on, unread: whoever stuffs text so may hide a secret in it.
    pub(crate) fn in_vain(&mut self, at: usize, rule: &'static str) {
        let (last, n) = self.crowd;
        if at == last && n > 0 {
            return;
        }
        // What a mask divides does not crowd: masking must change nothing (R3).
        let is_crowded = at.saturating_sub(last) <= CROWD && !self.is_masked(last, at);
        let n = if is_crowded { n + 1 } else { 1 };
        self.crowd = (at, n);
        if n >= MAX_CROWD {
            let run = self.text.run(at, SPACE.not(), MAX_STUFFED);
            let end = mask::next(self.text, at, run).unwrap_or(run);
            self.add(at, end, Rank::Structure, rule);
            self.stuffed_end = end;
            self.crowd = (end, 0);
        }
    }

    /// Whether a hit that ends at `end` lies in a stuffed run, masked already.
    pub(crate) fn is_stuffed(&self, end: usize) -> bool {
        end <= self.stuffed_end
    }

    /// Whether `start..end` lies in or runs into a mask.
    #[inline]
    pub(crate) fn is_masked(&self, start: usize, end: usize) -> bool {
        !self.masks.is_empty() && mask::meets(&self.masks, start, end)
    }

    /// Where the finding ends that a token rule or a block made around `at`.
    pub(crate) fn cover(&self, at: usize) -> Option<usize> {
        self.findings
            .iter()
            .rev()
            .take(BACK)
            .filter(|found| found.rank >= Rank::Structure && found.start < at && at < found.end)
            .map(|found| found.end)
            .max()
    }

    /// Whether `at` lies in a finding that a token rule or a block made.
    pub(crate) fn is_covered(&self, at: usize) -> bool {
        self.cover(at).is_some()
    }

    /// Whether a token at `at` could run on behind the finding around it.
    pub(crate) fn may_overhang(&self, at: usize) -> bool {
        self.cover(at).is_none_or(|end| end - at <= OVERHANG)
    }

    /// Whether a glued token may end at `at`.
    pub(crate) fn is_glued(&self, at: usize) -> bool {
        self.glued_before(at).is_some()
    }

    fn glued_before(&self, at: usize) -> Option<usize> {
        let first = self.glued.len().saturating_sub(BACK);
        (first..self.glued.len()).rev().find(|index| {
            self.glued
                .get(*index)
                .is_some_and(|glued| glued.least <= at && at <= glued.finding.end)
        })
    }

    /// Notes a token that something follows directly.
    pub(crate) fn wait(&mut self, glued: Glued) {
        let is_apart = |last: &Glued| last.finding.end < glued.finding.start;
        if self.glued.last().is_some_and(is_apart) {
            self.glued.clear();
        }
        self.glued.push(glued);
    }

    /// Notes a token, and with it those that it follows directly.
    pub(crate) fn accept(&mut self, finding: Finding) {
        let mut at = finding.start;
        self.findings.push(finding);
        while let Some(index) = self.glued_before(at) {
            let last = self.glued.drain(index..).next();
            let Some(Glued { finding, .. }) = last else {
                return;
            };
            at = finding.start;
            self.findings.push(finding);
        }
    }
}
