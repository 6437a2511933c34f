//! An Aho-Corasick automaton, case-insensitive in ASCII, made for locality.
//!
//! Every byte of every text passes through it, so its table is laid out for
//! the cache: states are numbered from the root outwards, letters come first
//! in a row, and an entry is two bytes, half of what the automata of the
//! `aho-corasick` crate take. It is also built several times faster.

/// Entries of a row: how many classes of bytes there may be. A power of two,
/// so that finding a row is a shift.
const STRIDE: usize = 256;

/// Marks an entry whose state ends a pattern.
const HIT: u16 = 1 << 15;

/// The automaton.
pub(crate) struct Automaton {
    /// The class of each byte; upper and lower case share one.
    classes: [u8; 256],
    /// Successor of each state and class, with [`HIT`] when a pattern ends there.
    table: Vec<u16>,
    /// For each state, the patterns that end in it.
    hits: Vec<Vec<u16>>,
}

impl Automaton {
    /// An automaton over `patterns`, which must be in lower case.
    ///
    /// Returns `None` when there are more states or classes than fit.
    pub(crate) fn new(patterns: &[Vec<u8>]) -> Option<Self> {
        let classes = classes(patterns)?;
        let class = |byte: u8| {
            classes
                .get(usize::from(byte))
                .copied()
                .map_or(0, usize::from)
        };
        let mut trie = Trie::default();
        for (id, pattern) in patterns.iter().enumerate() {
            let id = u16::try_from(id).ok()?;
            trie.insert(pattern.iter().copied().map(class), id)?;
        }
        let Trie { children, ends } = trie;
        Self::link(classes, &children, &ends)
    }

    /// Numbers the states breadth first and completes their rows.
    fn link(
        classes: [u8; 256],
        children: &[Vec<(usize, usize)>],
        ends: &[Vec<u16>],
    ) -> Option<Self> {
        let mut order = vec![0_usize];
        let mut fails = vec![0_usize];
        let mut table: Vec<u16> = Vec::with_capacity(children.len() * STRIDE);
        let mut hits: Vec<Vec<u16>> = Vec::with_capacity(children.len());
        let mut state = 0;
        while let (Some(node), Some(fail)) = (order.get(state).copied(), fails.get(state).copied())
        {
            let row_of = fail * STRIDE..(fail + 1) * STRIDE;
            let mut row = if state == 0 {
                vec![0; STRIDE]
            } else {
                table.get(row_of)?.to_vec()
            };
            for (class, child) in children.get(node)? {
                fails.push(if state == 0 {
                    0
                } else {
                    usize::from(*row.get(*class)?)
                });
                *row.get_mut(*class)? = u16::try_from(order.len()).ok()?;
                order.push(*child);
            }
            let mut ending = ends.get(node)?.clone();
            if state > 0 {
                ending.extend_from_slice(hits.get(fail)?);
            }
            table.extend_from_slice(&row);
            hits.push(ending);
            state += 1;
        }
        for entry in &mut table {
            if hits
                .get(usize::from(*entry))
                .is_some_and(|hits| !hits.is_empty())
            {
                *entry |= HIT;
            }
        }
        (hits.len() < usize::from(HIT)).then_some(Self {
            classes,
            table,
            hits,
        })
    }

    /// Calls `found` with each pattern behind `from` and the offset behind it,
    /// in the order of these offsets; of patterns that end together the longest
    /// comes first.
    pub(crate) fn run(&self, bytes: &[u8], from: usize, mut found: impl FnMut(usize, usize)) {
        let mut state = 0;
        let mut at = from;
        while let Some((next, end)) = self.next_hit(bytes, at, state) {
            for pattern in self.hits.get(usize::from(next)).into_iter().flatten() {
                found(usize::from(*pattern), end);
            }
            (state, at) = (next, end);
        }
    }

    /// The next state that ends a pattern, and the offset behind it.
    ///
    /// Not inlined, so that nothing but the loop's own values needs a register.
    #[inline(never)]
    fn next_hit(&self, bytes: &[u8], at: usize, state: u16) -> Option<(u16, usize)> {
        let table = self.table.as_slice();
        let mut entry = state;
        for (nth, byte) in bytes.get(at..)?.iter().enumerate() {
            let class = self.classes.get(usize::from(*byte)).copied().unwrap_or(0);
            entry = table
                .get(usize::from(entry) * STRIDE + usize::from(class))
                .copied()?;
            if entry & HIT != 0 {
                return Some((entry & !HIT, at + nth + 1));
            }
        }
        None
    }
}

/// A class for each byte of the patterns, letters first; 0 for all others.
fn classes(patterns: &[Vec<u8>]) -> Option<[u8; 256]> {
    let mut used = [false; 256];
    for byte in patterns.iter().flatten().copied() {
        *used.get_mut(usize::from(byte))? = true;
    }
    let mut classes = [0_u8; 256];
    let mut next = 1_u8;
    let letters = b'a'..=b'z';
    let rest = (0..=255_u8).filter(|byte| !byte.is_ascii_alphabetic());
    for byte in letters.chain(rest) {
        if *used.get(usize::from(byte))? {
            *classes.get_mut(usize::from(byte))? = next;
            *classes.get_mut(usize::from(byte.to_ascii_uppercase()))? = next;
            next += 1;
        }
    }
    (usize::from(next) <= STRIDE).then_some(classes)
}

/// The patterns as a tree, before the states are numbered.
struct Trie {
    children: Vec<Vec<(usize, usize)>>,
    ends: Vec<Vec<u16>>,
}

impl Default for Trie {
    fn default() -> Self {
        Self {
            children: vec![Vec::new()],
            ends: vec![Vec::new()],
        }
    }
}

impl Trie {
    fn insert(&mut self, pattern: impl Iterator<Item = usize>, id: u16) -> Option<()> {
        let mut node = 0;
        for class in pattern {
            let known = self
                .children
                .get(node)?
                .iter()
                .find(|(known, _)| *known == class);
            node = if let Some((_, child)) = known {
                *child
            } else {
                let child = self.children.len();
                self.children.push(Vec::new());
                self.ends.push(Vec::new());
                self.children.get_mut(node)?.push((class, child));
                child
            };
        }
        self.ends.get_mut(node)?.push(id);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(patterns: &[Vec<u8>], text: &str) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let automaton = Automaton::new(patterns).expect("few patterns fit");
        automaton.run(text.as_bytes(), 0, |pattern, end| {
            found.push((end, pattern));
        });
        found.sort_unstable();
        found
    }

    proptest! {
        #[test]
        fn every_occurrence_of_every_pattern_is_found(
            patterns in prop::collection::btree_set("[abk:é]{1,4}", 1..6),
            text in "[abABkK:é ]{0,40}",
        ) {
            let patterns: Vec<Vec<u8>> = patterns.into_iter().map(String::into_bytes).collect();
            let folded = text.to_ascii_lowercase();
            let mut wanted = Vec::new();
            for (id, pattern) in patterns.iter().enumerate() {
                for end in pattern.len()..=folded.len() {
                    if folded.as_bytes()[..end].ends_with(pattern) {
                        wanted.push((end, id));
                    }
                }
            }
            wanted.sort_unstable();
            prop_assert_eq!(found(&patterns, &text), wanted);
        }
    }
}
