//! Finds the literals of a text: a gate in front of an automaton.

use std::ops::Range;

use crate::automaton::Automaton;
use crate::gate::Gate;
use crate::literal::Literal;

/// Finds literals.
pub(crate) struct Finder {
    /// `None` where every byte has to be looked at.
    gate: Option<Gate>,
    automaton: Automaton,
}

impl Finder {
    /// A finder of `patterns`, which must be in lower case, where one of
    /// `literals` counts.
    ///
    /// Returns `None` where the automaton cannot be built.
    pub(crate) fn new(patterns: &[Vec<u8>], literals: &[Literal]) -> Option<Self> {
        Some(Self {
            gate: Gate::new(literals),
            automaton: Automaton::new(patterns)?,
        })
    }

    /// Calls `found` with each pattern within `window` that counts, and the offset
    /// behind it, in the order of [`Automaton::run`]; with some others too.
    pub(crate) fn run(
        &self,
        bytes: &[u8],
        window: Range<usize>,
        mut found: impl FnMut(usize, usize),
    ) {
        // Up to where what ends was found already.
        let mut passed = window.start;
        let mut look_through = |stretch: Range<usize>| {
            let bytes = bytes.get(..stretch.end).unwrap_or_default();
            self.automaton.run(bytes, stretch.start, |pattern, end| {
                if passed < end {
                    found(pattern, end);
                }
            });
            passed = stretch.end;
        };
        match &self.gate {
            Some(gate) => gate.stretches(bytes, window, look_through),
            None => look_through(window),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::charset::{ALNUM, Set};
    use crate::engine;
    use crate::text::Text;

    /// Patterns and the literals that they stand for.
    struct Sample {
        patterns: Vec<Vec<u8>>,
        literals: Vec<Literal>,
        finder: Finder,
    }

    impl Sample {
        fn of(patterns: Vec<Vec<u8>>, literals: Vec<Literal>) -> Self {
            Self {
                finder: Finder::new(&patterns, &literals).unwrap(),
                patterns,
                literals,
            }
        }

        /// What counts of what `run` finds.
        fn counting(
            &self,
            text: &str,
            run: impl FnOnce(&mut dyn FnMut(usize, usize)),
        ) -> Vec<(usize, usize)> {
            let mut all = Vec::new();
            run(&mut |pattern, end| {
                let start = end - self.patterns[pattern].len();
                let counts = |it: &&Literal| {
                    it.bytes.to_ascii_lowercase() == self.patterns[pattern]
                        && it.counts(Text::new(text), start, end)
                };
                if self.literals.iter().any(|it| counts(&it)) {
                    all.push((pattern, end));
                }
            });
            all
        }

        /// Compares with the automaton alone, within a window.
        fn check(&self, text: &str, (from, behind): (usize, usize)) -> Result<(), TestCaseError> {
            let to = text.len().saturating_sub(behind);
            let (bytes, from) = (text.as_bytes(), from.min(to));
            let automaton = &self.finder.automaton;
            let one = self.counting(text, |found| self.finder.run(bytes, from..to, found));
            let other = self.counting(text, |found| automaton.run(&bytes[..to], from, found));
            prop_assert!(self.finder.gate.is_some());
            prop_assert_eq!(one, other);
            Ok(())
        }
    }

    /// Literals of every kind, the first of which has one byte.
    const ANY_KIND: [(&str, bool, Option<Set>, Option<Set>); 8] = [
        ("|", false, Some(ALNUM), Some(ALNUM)),
        ("Nd", false, None, Some(ALNUM)),
        ("b.", false, Some(ALNUM), None),
        ("**", true, None, None),
        ("key", true, None, None),
        ("sk_live", false, None, Some(ALNUM)),
        ("://", true, None, None),
        ("\u{ad}", true, None, None),
    ];

    fn any_kind(chosen: &[usize]) -> Sample {
        let literals = chosen.iter().map(|it| ANY_KIND[*it]);
        let literals = literals.map(|(text, is_any_case, before, behind)| Literal {
            bytes: text.as_bytes(),
            is_any_case,
            before: before.unwrap_or(Set::ANY),
            behind: behind.unwrap_or(Set::ANY),
        });
        let literals: Vec<_> = literals.collect();
        let patterns = literals.iter().map(|it| it.bytes.to_ascii_lowercase());
        Sample::of(patterns.collect(), literals)
    }

    static OUR_OWN: LazyLock<Sample> = LazyLock::new(|| {
        let (patterns, literals) = engine::literals();
        Sample::of(patterns, literals)
    });

    proptest! {
        #[test]
        fn no_literal_of_any_kind_is_skipped(
            chosen in prop::sample::subsequence((0..ANY_KIND.len()).collect::<Vec<_>>(), 1..=ANY_KIND.len()),
            text in "([|a1]|Nd|nD|b\\.|\\*|key|KEY|sk_live|:|/|\u{ad}|é| ){0,24}",
            window in (0..12_usize, 0..6_usize),
        ) {
            any_kind(&chosen).check(&text, window)?;
        }

        #[test]
        fn none_of_our_own_is_skipped_in_any_surroundings(
            pieces in prop::collection::vec((any::<prop::sample::Index>(), 0..7_u8, "[a-z0-9A-Z_./|~: é]{0,3}"), 0..12),
            window in (0..20_usize, 0..20_usize),
        ) {
            let sample = &*OUR_OWN;
            let mut text = Vec::new();
            for (which, kind, between) in &pieces {
                let literal = which.get(&sample.literals).bytes;
                let half = literal.len() / 2;
                match kind {
                    // Whole ones, in any case, and pieces that begin or end one.
                    0..4 => text.extend_from_slice(literal),
                    4 => text.extend(literal.to_ascii_uppercase()),
                    5 => text.extend_from_slice(&literal[..half]),
                    _ => text.extend_from_slice(&literal[half..]),
                }
                text.extend_from_slice(between.as_bytes());
            }
            sample.check(&String::from_utf8_lossy(&text), window)?;
        }
    }

    #[test]
    fn each_of_our_own_passes_the_gate_beside_all_that_may_stand_there() {
        let sample = &*OUR_OWN;
        let gate = sample.finder.gate.as_ref().unwrap();
        let beside = |set: Set| {
            (0..=u8::MAX)
                .filter(move |it| set.has(*it))
                .map(|it| vec![it])
        };
        let nothing = |set: Set| set.has(0).then(Vec::new);
        for literal in &sample.literals {
            let before: Vec<_> = beside(literal.before)
                .chain(nothing(literal.before))
                .collect();
            let behind: Vec<_> = beside(literal.behind)
                .chain(nothing(literal.behind))
                .collect();
            for (nth, behind) in behind.iter().enumerate() {
                let before = &before[nth % before.len()];
                let text = [before.as_slice(), literal.bytes, behind].concat();
                let whole = before.len()..before.len() + literal.bytes.len();
                let mut is_inside = false;
                gate.stretches(&text, 0..text.len(), |it| {
                    is_inside |= it.start <= whole.start && whole.end <= it.end;
                });
                assert!(is_inside, "{:?}", String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn a_literal_of_one_byte_that_counts_anywhere_opens_the_gate_for_good() {
        let literals = [Literal::anywhere(b"@"), Literal::anywhere(b"key")];
        let finder = Finder::new(&[b"@".to_vec(), b"key".to_vec()], &literals).unwrap();
        assert!(finder.gate.is_none());
        let mut found = Vec::new();
        finder.run(b"a@b key", 0..7, |pattern, end| found.push((pattern, end)));
        assert_eq!(found, [(0, 2), (1, 7)]);
    }
}
