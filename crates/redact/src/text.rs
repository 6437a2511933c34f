//! Panic-free look at bytes: every scanner reads text through [`Text`].
//!
//! Scanners step backwards and forwards from a hit and often past an end. Here
//! that answers a zero byte or an empty slice, so no scanner needs its own check.

use crate::charset::Set;
use crate::steps;

/// The bytes under scan.
#[derive(Clone, Copy)]
pub(crate) struct Text<'t> {
    bytes: &'t [u8],
}

impl<'t> Text<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            bytes: text.as_bytes(),
        }
    }

    /// Bytes that may end within a character.
    pub(crate) fn of(bytes: &'t [u8]) -> Self {
        Self { bytes }
    }

    pub(crate) fn len(self) -> usize {
        self.bytes.len()
    }

    /// The byte at `at`, or 0 past the end.
    pub(crate) fn at(self, at: usize) -> u8 {
        steps::count(1);
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// The byte before `at`, or 0 at the start.
    pub(crate) fn before(self, at: usize) -> u8 {
        at.checked_sub(1).map_or(0, |at| self.at(at))
    }

    /// The bytes of `start..end`, or none when the range is not inside the text.
    pub(crate) fn slice(self, start: usize, end: usize) -> &'t [u8] {
        steps::count(end.saturating_sub(start));
        self.bytes.get(start..end).unwrap_or(&[])
    }

    /// Where the run of `set` that begins at `at` ends, after at most `max` bytes.
    pub(crate) fn run(self, at: usize, set: Set, max: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        let len = rest
            .iter()
            .take(max)
            .take_while(|byte| set.has(**byte))
            .count();
        steps::count(len + 1);
        at + len
    }

    /// Where the run of `set` that ends at `at` begins, over at most `max` bytes.
    pub(crate) fn run_back(self, at: usize, set: Set, max: usize) -> usize {
        let head = self.bytes.get(..at).unwrap_or(&[]);
        let len = head
            .iter()
            .rev()
            .take(max)
            .take_while(|byte| set.has(**byte))
            .count();
        steps::count(len + 1);
        at - len
    }

    /// Whether `what` stands at `at`.
    pub(crate) fn starts(self, at: usize, what: &[u8]) -> bool {
        steps::count(1);
        self.bytes
            .get(at..)
            .is_some_and(|rest| rest.starts_with(what))
    }

    /// Whether `what` stands at `at` in any ASCII case.
    pub(crate) fn starts_any_case(self, at: usize, what: &[u8]) -> bool {
        self.slice(at, at + what.len()).eq_ignore_ascii_case(what) && !what.is_empty()
    }

    /// Whether `what` ends at `at`.
    pub(crate) fn ends(self, at: usize, what: &[u8]) -> bool {
        self.bytes
            .get(..at)
            .is_some_and(|head| head.ends_with(what))
    }
}
