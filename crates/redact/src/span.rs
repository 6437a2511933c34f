//! Where a secret stands, and the name of the rule that found it.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The stable name of a rule, as it appears in masks.
///
/// Lower-case letters, digits and hyphens, at most 64 bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleName(Repr);

#[derive(Clone)]
enum Repr {
    BuiltIn(&'static str),
    Operator(Arc<str>),
}

impl Repr {
    fn as_str(&self) -> &str {
        match self {
            Self::BuiltIn(name) => name,
            Self::Operator(name) => name,
        }
    }
}

impl PartialEq for Repr {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Repr {}

impl PartialOrd for Repr {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Repr {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl std::hash::Hash for Repr {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl RuleName {
    pub(crate) const fn built_in(name: &'static str) -> Self {
        Self(Repr::BuiltIn(name))
    }

    pub(crate) fn operator(name: Arc<str>) -> Self {
        Self(Repr::Operator(name))
    }

    /// The name as text, for example `github-token`.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether `name` may name a rule: 1 to 64 bytes of `a-z`, `0-9` and `-`.
    pub(crate) fn is_valid(name: &str) -> bool {
        (1..=64).contains(&name.len()) && name.bytes().all(crate::mask::is_name_byte)
    }
}

impl fmt::Display for RuleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for RuleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl AsRef<str> for RuleName {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<str> for RuleName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for RuleName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

/// A secret in a text: its bytes and the rule that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Byte range in the original text, on character boundaries, never empty.
    pub range: Range<usize>,
    /// The rule; of overlapping rules the most specific.
    pub rule: RuleName,
}

/// How specific a rule is: of overlapping findings the highest names the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    Prose,
    Assignment,
    Structure,
    Token,
    Operator,
}

/// What a scanner found, before overlaps are merged.
#[derive(Clone)]
pub(crate) struct Finding {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) rank: Rank,
    pub(crate) rule: RuleName,
}

/// Sorts findings, moves their ends out of characters and escapes, and merges those
/// that overlap or touch. The most specific rule names the merged span; among
/// equals the one that begins first, then the one whose name sorts first.
pub(crate) fn merge(text: &str, mut findings: Vec<Finding>) -> Vec<Span> {
    for finding in &mut findings {
        (finding.start, finding.end) =
            crate::escape::whole(text.as_bytes(), finding.start, finding.end);
    }
    findings
        .sort_by(|a, b| (a.start, b.end, b.rank, &a.rule).cmp(&(b.start, a.end, a.rank, &b.rule)));
    let mut merged: Vec<Finding> = Vec::with_capacity(findings.len());
    for mut finding in findings {
        finding.start = floor_boundary(text, finding.start);
        finding.end = ceil_boundary(text, finding.end);
        if finding.start >= finding.end {
            continue;
        }
        match merged.last_mut() {
            Some(last) if finding.start <= last.end => {
                last.end = last.end.max(finding.end);
                if finding.rank > last.rank {
                    last.rank = finding.rank;
                    last.rule = finding.rule;
                }
            }
            _ => merged.push(finding),
        }
    }
    merged
        .into_iter()
        .map(|finding| Span {
            range: finding.start..finding.end,
            rule: finding.rule,
        })
        .collect()
}

/// The last character boundary at or before `at`.
pub(crate) fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

fn ceil_boundary(text: &str, at: usize) -> usize {
    (at..text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(start: usize, end: usize, rank: Rank, rule: &'static str) -> Finding {
        Finding {
            start,
            end,
            rank,
            rule: RuleName::built_in(rule),
        }
    }

    #[test]
    fn overlapping_and_touching_findings_become_one_span() {
        let spans = merge(
            "0123456789",
            vec![
                finding(6, 8, Rank::Token, "b"),
                finding(1, 4, Rank::Assignment, "a"),
                finding(3, 6, Rank::Structure, "c"),
            ],
        );
        assert_eq!(
            spans,
            [Span {
                range: 1..8,
                rule: RuleName::built_in("b")
            }]
        );
    }

    #[test]
    fn ends_move_out_to_character_boundaries() {
        let spans = merge("aé€b", vec![finding(2, 4, Rank::Token, "a")]);
        assert_eq!(spans.first().map(|span| span.range.clone()), Some(1..6));
    }
}
