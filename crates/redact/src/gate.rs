//! Skips the stretches of a text in which no literal counts.
//!
//! The automaton looks into its table for every byte. Most bytes of most texts
//! are far from any literal, so each literal is stood for by its rarest four
//! bytes, its anchor: those that may stand beside it can be among them. Where an
//! anchor stands, its literals are compared, and only what holds one goes through
//! the automaton.

use std::ops::Range;

use crate::anchor::{Anchor, each, pattern, rarest};
use crate::literal::Literal;
use crate::text::Text;

/// Bytes of an anchor, and of one of a literal that is too short for that.
const WIDE: usize = 4;
const NARROW: usize = 3;

/// The most different anchors of one literal, by their width: any byte beside a
/// short one would fill the table.
const MAX_WIDE: usize = 128;
const MAX_NARROW: usize = 4_096;

/// Leaves the bytes of a narrow anchor.
const NARROW_BYTES: Anchor = 0x00ff_ffff;

/// Which bytes are anchors, and of what.
pub(crate) struct Gate {
    literals: Vec<Literal>,
    /// Which three bytes begin an anchor of either width: looked at for each byte.
    begins: Bits<BEGINS>,
    wide: Anchors,
    narrow: Anchors,
}

/// Anchors of one width.
struct Anchors {
    /// By a hash, so that most of what begins like one is not looked up.
    bits: Bits<HASHES>,
    /// In the order of their hashes.
    candidates: Vec<(Anchor, Candidate)>,
    /// Where the candidates of each bucket of hashes begin.
    buckets: Vec<usize>,
}

impl Anchors {
    fn new(mut candidates: Vec<(Anchor, Candidate)>) -> Self {
        candidates.sort_by_key(|(anchor, _)| hash(*anchor));
        let mut bits = Bits::new();
        let mut buckets = Vec::with_capacity(BUCKETS);
        for (nth, (anchor, _)) in candidates.iter().enumerate() {
            bits.set(hash(*anchor));
            let first = bucket(*anchor) + 1;
            buckets.resize(first.max(buckets.len()), nth);
        }
        Self {
            bits,
            candidates,
            buckets,
        }
    }

    #[inline]
    fn has(&self, anchor: Anchor) -> bool {
        self.bits.has(hash(anchor))
    }

    /// The literals of an anchor.
    fn of(&self, anchor: Anchor) -> impl Iterator<Item = Candidate> + use<'_> {
        let first = self.buckets.get(bucket(anchor)).copied();
        let rest = self.candidates.iter().skip(first.unwrap_or(usize::MAX));
        let near = rest.take_while(move |(it, _)| bucket(*it) == bucket(anchor));
        let same = near.filter(move |(it, _)| *it == anchor);
        same.map(|(_, candidate)| *candidate)
    }
}

/// A literal that an anchor stands for.
#[derive(Clone, Copy)]
struct Candidate {
    literal: usize,
    /// Where the anchor begins, counted from the byte before the literal.
    at: usize,
}

impl Gate {
    /// A gate for literals.
    ///
    /// Returns `None` where one of them has no anchor: a single byte that counts
    /// anywhere. Then every byte has to be looked at.
    pub(crate) fn new(literals: &[Literal]) -> Option<Self> {
        let mut begins = Bits::new();
        let (mut wides, mut narrows) = (Vec::new(), Vec::new());
        for (index, literal) in literals.iter().enumerate() {
            let pattern = pattern(literal);
            let wide = rarest(literal, &pattern, WIDE, MAX_WIDE);
            let (width, anchors) = match wide {
                Some(_) => (WIDE, &mut wides),
                None => (NARROW, &mut narrows),
            };
            let at = wide.or_else(|| rarest(literal, &pattern, NARROW, MAX_NARROW))?;
            let candidate = Candidate { literal: index, at };
            for anchor in each(pattern.get(at..at + width)?) {
                anchors.push((anchor, candidate));
                begins.set(begin(&anchor.to_le_bytes()));
            }
        }
        Some(Self {
            literals: literals.to_vec(),
            begins,
            wide: Anchors::new(wides),
            narrow: Anchors::new(narrows),
        })
    }

    /// Calls `visit` with stretches of a window of `bytes`, in order of their
    /// ends: every literal of the window that counts stands in one of them. A
    /// stretch may begin within the one before.
    pub(crate) fn stretches(
        &self,
        bytes: &[u8],
        window: Range<usize>,
        mut visit: impl FnMut(Range<usize>),
    ) {
        let text = Text::of(bytes);
        let mut open: Option<Range<usize>> = None;
        // The byte beside a literal may be of its anchor.
        let mut at = window.start.saturating_sub(1);
        let near = bytes.get(..=window.end).unwrap_or(bytes);
        while let Some((anchor, four)) = self.next(near, at) {
            let narrow = self.narrow.of(four & NARROW_BYTES);
            for candidate in self.wide.of(four).chain(narrow) {
                let Some(found) = self.found(text, anchor, candidate) else {
                    continue;
                };
                if found.start < window.start || window.end < found.end {
                    continue;
                }
                match &mut open {
                    Some(open) if found.start <= open.end => {
                        open.start = open.start.min(found.start);
                        open.end = open.end.max(found.end);
                    }
                    _ => {
                        if let Some(whole) = open.replace(found) {
                            visit(whole);
                        }
                    }
                }
            }
            at = anchor + 1;
        }
        if let Some(last) = open {
            visit(last);
        }
    }

    /// Where the literal of an anchor stands, if it does.
    fn found(&self, text: Text<'_>, anchor: usize, candidate: Candidate) -> Option<Range<usize>> {
        let literal = self.literals.get(candidate.literal)?;
        let start = (anchor + 1).checked_sub(candidate.at)?;
        let end = start + literal.bytes.len();
        let stands = text.starts_any_case(start, literal.bytes) && literal.counts(text, start, end);
        stands.then_some(start..end)
    }

    /// Where from `at` on something seems to be an anchor, and the four bytes there.
    ///
    /// Not inlined, so that nothing but the loop's own values needs a register.
    #[inline(never)]
    fn next(&self, bytes: &[u8], at: usize) -> Option<(usize, Anchor)> {
        let begins: &[u64; BEGINS / 64] = self.begins.0.as_ref().try_into().ok()?;
        let mut three = begin(bytes.get(at..).unwrap_or_default());
        for (nth, next) in bytes
            .get(at + NARROW..)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            let word = begins.get(three / 64).copied().unwrap_or_default();
            if word >> (three % 64) & 1 != 0
                && let Some(four) = self.anchor(bytes, at + nth)
            {
                return Some((at + nth, four));
            }
            three = (three << 7 | usize::from(next & 0x7f)) % BEGINS;
        }
        // Nothing stands behind the last bytes.
        let first = at.max(bytes.len().saturating_sub(NARROW));
        let mut ends = first..bytes.len();
        ends.find_map(|at| Some((at, self.anchor(bytes, at)?)))
    }

    /// The four bytes at `at`, if they seem to be an anchor.
    fn anchor(&self, bytes: &[u8], at: usize) -> Option<Anchor> {
        let four = four(bytes.get(at..).unwrap_or_default());
        let seems_one = self.wide.has(four) || self.narrow.has(four & NARROW_BYTES);
        seems_one.then_some(four)
    }
}

/// The first four of some bytes, 0 where there are none.
fn four(bytes: &[u8]) -> Anchor {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    match bytes {
        &[a, b, c, d, ..] => Anchor::from_le_bytes([a, b, c, d]),
        _ => Anchor::from_le_bytes([byte(0), byte(1), byte(2), 0]),
    }
}

/// Bits for three bytes without their highest bits: what begins with the same
/// two bytes lies side by side, and texts have few of these.
const BEGINS: usize = 1 << 21;

/// Bits for hashes.
const HASHES: usize = 1 << 18;

/// So many bits.
struct Bits<const N: usize>(Box<[u64]>);

impl<const N: usize> Bits<N> {
    fn new() -> Self {
        Self(vec![0; N / 64].into_boxed_slice())
    }

    fn set(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    #[inline]
    fn has(&self, at: usize) -> bool {
        let word = self.0.get(at / 64).copied();
        word.unwrap_or_default() >> (at % 64) & 1 != 0
    }
}

/// Where the bit of the first three bytes is.
#[inline]
fn begin(bytes: &[u8]) -> usize {
    let byte = |at: usize| usize::from(bytes.get(at).copied().unwrap_or(0) & 0x7f);
    byte(0) << 14 | byte(1) << 7 | byte(2)
}

#[inline]
fn hash(anchor: Anchor) -> usize {
    (anchor.wrapping_mul(0x9E37_79B1) >> 14) as usize % HASHES
}

/// Buckets of hashes, each of which has one anchor or two.
const BUCKETS: usize = 1 << 14;

#[inline]
fn bucket(anchor: Anchor) -> usize {
    hash(anchor) / (HASHES / BUCKETS)
}
