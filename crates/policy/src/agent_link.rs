//! Which agents may see each other's sessions (V3).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sessions_core::id::AgentId;

/// A blank entry where an agent is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a blank entry names no agent; allowed are an agent id and a pattern with `*`")]
pub struct BlankEntryError;

/// Matches agent ids: text that must be equal, and `*` for any text.
///
/// Case does not count. An entry without any `*` is a whole agent id. White
/// space around it is left out, and a blank one is an error, since no one can
/// tell whether it was meant to open or to close.
///
/// ```
/// use sessions_policy::agent_link::AgentPattern;
///
/// let pattern: AgentPattern = "Ops-*".parse()?;
/// assert!(pattern.matches(&"ops-eu".parse()?));
/// assert!(!pattern.matches(&"devops-eu".parse()?));
/// assert!(" ".parse::<AgentPattern>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AgentPattern(
    // INVARIANT: trimmed, lower case, not empty.
    Box<str>,
);

impl AgentPattern {
    /// Returns the pattern as text, trimmed and in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the pattern matches the whole of an agent id.
    pub fn matches(&self, agent: &AgentId) -> bool {
        let mut text = agent.as_str();
        let Some((head, tail)) = self.0.split_once('*') else {
            return text == self.as_str();
        };
        let Some(rest) = text.strip_prefix(head) else {
            return false;
        };
        text = rest;
        let mut parts: Vec<&str> = tail.split('*').collect();
        let last = parts.pop().unwrap_or_default();
        // The earliest place of each part leaves the most text to the next.
        for part in parts {
            match text.split_once(part) {
                Some((_, rest)) => text = rest,
                None => return false,
            }
        }
        text.ends_with(last)
    }
}

impl FromStr for AgentPattern {
    type Err = BlankEntryError;

    fn from_str(text: &str) -> Result<Self, BlankEntryError> {
        match text.trim() {
            "" => Err(BlankEntryError),
            entry => Ok(Self(entry.to_ascii_lowercase().into_boxed_str())),
        }
    }
}

impl TryFrom<String> for AgentPattern {
    type Error = BlankEntryError;

    fn try_from(text: String) -> Result<Self, BlankEntryError> {
        text.parse()
    }
}

impl From<AgentPattern> for String {
    fn from(pattern: AgentPattern) -> Self {
        pattern.0.into()
    }
}

impl fmt::Display for AgentPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for AgentPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentPattern({})", self.0)
    }
}

/// Two agents that may see each other, in either direction.
///
/// Read from a list of exactly two agent ids; no pattern is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<AgentId>", into = "Vec<AgentId>")]
pub struct AgentPair {
    one: AgentId,
    other: AgentId,
}

/// A pair does not name two agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a pair names 2 agents, not {len}")]
pub struct PairLengthError {
    len: usize,
}

impl AgentPair {
    /// Returns the pair of two agents.
    pub fn new(one: AgentId, other: AgentId) -> Self {
        Self { one, other }
    }

    /// Returns whether these are the two agents, in either order.
    pub fn joins(&self, one: &AgentId, other: &AgentId) -> bool {
        (&self.one, &self.other) == (one, other) || (&self.one, &self.other) == (other, one)
    }
}

impl TryFrom<Vec<AgentId>> for AgentPair {
    type Error = PairLengthError;

    fn try_from(ends: Vec<AgentId>) -> Result<Self, PairLengthError> {
        let [one, other] =
            <[AgentId; 2]>::try_from(ends).map_err(|ends| PairLengthError { len: ends.len() })?;
        Ok(Self { one, other })
    }
}

impl From<AgentPair> for Vec<AgentId> {
    fn from(pair: AgentPair) -> Self {
        vec![pair.one, pair.other]
    }
}

/// Which agents may see each other's sessions, where visibility is `all` (V3).
///
/// Without lists every pair may; with one or both, what either allows; an
/// empty list allows no pair. The order of a pair does not count.
///
/// # Examples
///
/// ```
/// use sessions_core::id::AgentId;
/// use sessions_policy::agent_link::AgentLinkRules;
///
/// let rules = AgentLinkRules::parse(true, Some(&["main", "ops-*"]), Some(&[["main", "docs"]]))?;
/// let [main, docs, ops]: [AgentId; 3] = ["main".parse()?, "docs".parse()?, "ops-eu".parse()?];
/// assert!(rules.has_pair(&ops, &main));
/// assert!(rules.has_pair(&docs, &main));
/// assert!(!rules.has_pair(&docs, &ops));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentLinkRules {
    /// Whether any agent may see another's sessions at all.
    pub is_enabled: bool,
    /// Patterns; a pair is allowed when each end matches one of them.
    pub allow: Option<Vec<AgentPattern>>,
    /// Pairs that are allowed, in either direction.
    pub pairs: Option<Vec<AgentPair>>,
}

impl Default for AgentLinkRules {
    /// On, for every pair (V2).
    fn default() -> Self {
        Self {
            is_enabled: true,
            allow: None,
            pairs: None,
        }
    }
}

/// An entry of the agent-to-agent lists is no agent id and no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseAgentLinkError {
    /// An entry of `allow` is blank.
    #[error("entry {at} of the agents allowed cannot be read")]
    Allow {
        /// Position of the entry, from 1.
        at: usize,
        /// What is wrong with it.
        source: BlankEntryError,
    },
    /// An end of a pair is no agent id.
    #[error("pair {at} of agents cannot be read")]
    Pair {
        /// Position of the pair, from 1.
        at: usize,
        /// What is wrong with it.
        source: sessions_core::id::ParseIdError,
    },
}

impl AgentLinkRules {
    /// Returns the rules that text entries spell.
    ///
    /// # Errors
    ///
    /// Fails on the first blank pattern, and on the first pair with an end
    /// that is no agent id; a pair takes no pattern.
    pub fn parse(
        is_enabled: bool,
        allow: Option<&[&str]>,
        pairs: Option<&[[&str; 2]]>,
    ) -> Result<Self, ParseAgentLinkError> {
        let pattern = |(at, text): (usize, &&str)| {
            text.parse()
                .map_err(|source| ParseAgentLinkError::Allow { at: at + 1, source })
        };
        let pair = |(at, [one, other]): (usize, &[&str; 2])| {
            let agent = |text: &str| {
                text.parse()
                    .map_err(|source| ParseAgentLinkError::Pair { at: at + 1, source })
            };
            Ok(AgentPair::new(agent(one)?, agent(other)?))
        };
        Ok(Self {
            is_enabled,
            allow: allow
                .map(|list| list.iter().enumerate().map(pattern).collect())
                .transpose()?,
            pairs: pairs
                .map(|list| list.iter().enumerate().map(pair).collect())
                .transpose()?,
        })
    }

    /// Returns whether the lists allow two agents to see each other.
    ///
    /// Looks at the lists alone, not at [`AgentLinkRules::is_enabled`].
    pub fn has_pair(&self, one: &AgentId, other: &AgentId) -> bool {
        if self.allow.is_none() && self.pairs.is_none() {
            return true;
        }
        let allowed = |agent: &AgentId| {
            let mut patterns = self.allow.iter().flatten();
            patterns.any(|pattern| pattern.matches(agent))
        };
        let mut pairs = self.pairs.iter().flatten();
        (allowed(one) && allowed(other)) || pairs.any(|pair| pair.joins(one, other))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The meaning of `*`, spelled out by trying every split.
    fn matches_slowly(pattern: &str, text: &str) -> bool {
        let mut rest = pattern.chars();
        match rest.next() {
            None => text.is_empty(),
            Some('*') => {
                let at = |n| text.get(n..).unwrap();
                (0..=text.len()).any(|n| matches_slowly(rest.as_str(), at(n)))
            }
            Some(c) => text
                .strip_prefix(c)
                .is_some_and(|text| matches_slowly(rest.as_str(), text)),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]

        #[test]
        fn a_star_stands_for_any_text_anywhere(
            pattern in "[ab*]{1,7}",
            text in "[ab]{1,9}",
        ) {
            let agent: AgentId = text.parse().unwrap();
            let parsed: AgentPattern = pattern.parse().unwrap();
            prop_assert_eq!(parsed.matches(&agent), matches_slowly(&pattern, &text));
        }
    }

    #[test]
    fn case_and_white_space_around_an_entry_do_not_count() {
        let agent: AgentId = "Ops-EU".parse().unwrap();
        for entry in ["ops-eu", "OPS-EU", " ops-* ", "*-Eu", "*", "o*-*u"] {
            assert!(
                entry.parse::<AgentPattern>().unwrap().matches(&agent),
                "{entry}"
            );
        }
        for entry in ["ops", "eu", "s-*", "*-e", "ops-eu*x", "ops eu", "ops-eu."] {
            assert!(
                !entry.parse::<AgentPattern>().unwrap().matches(&agent),
                "{entry}"
            );
        }
    }

    #[test]
    fn lists_allow_what_either_names_and_no_list_allows_all() {
        let pairs: &[[&str; 2]] = &[["a", "c"]];
        let none: &[&str] = &[];
        let cases = [
            (None, None, [true, true, true]),
            (Some(["a", "b"].as_slice()), None, [true, false, false]),
            (None, Some(pairs), [false, true, false]),
            (
                Some(["A", "B"].as_slice()),
                Some(pairs),
                [true, true, false],
            ),
            (Some(none), None, [false; 3]),
            (None, Some([].as_slice()), [false; 3]),
            (Some(none), Some([].as_slice()), [false; 3]),
            (Some(none), Some(pairs), [false, true, false]),
            (Some(["*"].as_slice()), Some([].as_slice()), [true; 3]),
            // One end alone opens nothing.
            (Some(["a"].as_slice()), None, [false; 3]),
        ];
        let [a, b, c] = ["a", "b", "c"].map(|id| id.parse::<AgentId>().unwrap());
        for (allow, pairs, expected) in cases {
            let rules = AgentLinkRules::parse(true, allow, pairs).unwrap();
            for ((one, other), is_allowed) in
                [(&a, &b), (&a, &c), (&b, &c)].into_iter().zip(expected)
            {
                assert_eq!(
                    rules.has_pair(one, other),
                    is_allowed,
                    "{one} {other} {rules:?}"
                );
                assert_eq!(
                    rules.has_pair(other, one),
                    is_allowed,
                    "{other} {one} {rules:?}"
                );
            }
        }
    }

    #[test]
    fn an_entry_that_names_no_agent_is_an_error() {
        for blank in ["", " ", "\t\u{a0}"] {
            assert_eq!(
                AgentLinkRules::parse(true, Some(&["main", blank]), None),
                Err(ParseAgentLinkError::Allow {
                    at: 2,
                    source: BlankEntryError
                })
            );
        }
        for end in ["", " ", "*", "a b"] {
            assert!(
                matches!(
                    AgentLinkRules::parse(false, None, Some(&[["main", end]])),
                    Err(ParseAgentLinkError::Pair { at: 1, .. })
                ),
                "{end:?}"
            );
        }
    }

    #[test]
    fn no_error_of_the_lists_tells_what_they_hold() {
        let rows = sessions_core::rows_of_errors!(ParseAgentLinkError:
            of text { Pair }
            not of text { Allow: "only a blank entry makes it" }
        );
        let planted = sessions_core::testing::told::planted();
        let pair = [planted.as_str(), planted.as_str()];
        let made: Vec<_> = AgentLinkRules::parse(true, None, Some(&[pair]))
            .err()
            .into_iter()
            .collect();
        assert_eq!(rows.faults(&made), Vec::<String>::new());
    }
}
