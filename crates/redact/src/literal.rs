//! A literal that wakes a recogniser, and where it counts.

use crate::charset::Set;
use crate::text::Text;

/// A literal, and where it counts.
#[derive(Clone, Copy)]
pub(crate) struct Literal {
    /// As the table has it.
    pub(crate) bytes: &'static [u8],
    /// Whether it counts in any ASCII case.
    pub(crate) is_any_case: bool,
    /// What may stand in front of it; has 0 where that may be nothing.
    pub(crate) before: Set,
    /// What may stand behind it, likewise.
    pub(crate) behind: Set,
}

impl Literal {
    /// A literal that counts anywhere and in any case.
    pub(crate) const fn anywhere(bytes: &'static [u8]) -> Self {
        Self {
            bytes,
            is_any_case: true,
            before: Set::ANY,
            behind: Set::ANY,
        }
    }

    /// Whether it counts at `start..end`, where it stands in some case.
    #[inline]
    pub(crate) fn counts(&self, text: Text<'_>, start: usize, end: usize) -> bool {
        self.behind.has(text.at(end))
            && self.before.has(text.before(start))
            && (self.is_any_case || text.starts(start, self.bytes))
    }
}
