//! One pass over one text: what recognisers read and where they write.

use crate::span::{Finding, Rank, RuleName};
use crate::text::Text;

/// The state of a pass.
pub(crate) struct Scan<'t> {
    pub(crate) text: Text<'t>,
    pub(crate) findings: Vec<Finding>,
    /// Masks that stand in the text already, in order.
    pub(crate) masks: Vec<(usize, usize)>,
    /// Up to where key blocks have been read, so that none is read twice.
    pub(crate) block_end: usize,
    /// Up to where cookies have been read.
    pub(crate) cookie_end: usize,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text: Text::new(text),
            findings: Vec::new(),
            masks: Vec::new(),
            block_end: 0,
            cookie_end: 0,
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

    /// Whether `at` lies in a finding that a token rule or a block made.
    pub(crate) fn is_covered(&self, at: usize) -> bool {
        self.findings
            .iter()
            .rev()
            .take(4)
            .any(|found| found.rank >= Rank::Structure && found.start < at && at < found.end)
    }
}
