//! What operators add: patterns and exact values (R7).

use std::fmt;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex::{Regex, RegexBuilder};
use serde::Deserialize;

use crate::fingerprint::Fingerprint;
use crate::span::{Finding, Rank, RuleName};
use crate::{entropy, placeholder};

/// The fewest bytes of a registered value.
pub const MIN_VALUE_LEN: usize = 8;
/// The fewest tenths of a bit of entropy per byte of a registered value.
const MIN_VALUE_ENTROPY: u32 = 20;
/// Bound on one compiled pattern, so that no pattern fills the memory.
const MAX_PATTERN_BYTES: usize = 1 << 20;
/// The rule name of registered values.
const VALUE_RULE: &str = "registered-value";

/// What an operator adds to the built-in rules.
///
/// # Examples
///
/// ```
/// use sessions_redact::{Pattern, RedactConfig, Redactor};
///
/// let config = RedactConfig {
///     patterns: vec![Pattern {
///         name: "badge".to_owned(),
///         regex: r"badge (?<secret>\d+)".to_owned(),
///     }],
///     values: vec!["blue whale 77".to_owned()],
///     personal: true,
/// };
/// let redactor = Redactor::with(&config)?;
/// assert_eq!(
///     redactor
///         .redact("badge 42 of bob@mail.org: blue%20whale%2077")
///         .as_str(),
///     "badge [redacted:badge] of [redacted:email-address]: [redacted:registered-value]"
/// );
/// # Ok::<(), sessions_redact::RedactError>(())
/// ```
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RedactConfig {
    /// Patterns, each with a name of its own.
    pub patterns: Vec<Pattern>,
    /// Exact values: masked as they are, percent-encoded and JSON-escaped.
    pub values: Vec<String>,
    /// Whether e-mail addresses and telephone numbers are masked too.
    pub personal: bool,
}

/// A pattern of an operator.
///
/// A capture group named `secret` narrows what is masked; without one the whole
/// match is masked.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// The name shown in masks: 1 to 64 bytes of `a-z`, `0-9` and `-`.
    pub name: String,
    /// The expression, in the syntax of the `regex` crate.
    pub regex: String,
}

impl fmt::Debug for Pattern {
    /// Omits the expression, in which a secret may stand, and what is no name
    /// in the name's place (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Some(&self.name).filter(|it| RuleName::is_valid(it));
        f.debug_struct("Pattern")
            .field("name", &name)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for RedactConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedactConfig")
            .field("patterns", &self.patterns)
            .field("n_values", &self.values.len())
            .field("personal", &self.personal)
            .finish()
    }
}

/// Why a configuration was refused. Never shows a registered value (R9).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RedactError {
    /// A pattern's name cannot stand in a mask.
    #[error("pattern {position} has no usable name: 1 to 64 of a-z, 0-9 and - are allowed")]
    PatternName {
        /// Which pattern, counted from 1.
        position: usize,
    },
    /// Two patterns have the same name.
    #[error("pattern name `{name}` is used twice")]
    DuplicatePattern {
        /// The name.
        name: String,
    },
    /// A pattern is not valid, or too large when compiled.
    #[error("pattern `{name}` is not valid")]
    PatternSyntax {
        /// The pattern's name.
        name: String,
        /// What is wrong with it.
        source: PatternFault,
    },
    /// A pattern matches the empty text, so it would match everywhere.
    #[error("pattern `{name}` matches the empty text")]
    PatternEmpty {
        /// The pattern's name.
        name: String,
    },
    /// A value is too short to be masked without harm.
    #[error("value {position} has {len} bytes, fewer than {MIN_VALUE_LEN}")]
    ValueTooShort {
        /// Which value, counted from 1.
        position: usize,
        /// Its length in bytes.
        len: usize,
    },
    /// A value is too regular to be a secret.
    #[error("value {position} is too regular to be told from ordinary text")]
    ValueTooRegular {
        /// Which value, counted from 1.
        position: usize,
    },
    /// The search automaton for the values cannot be built.
    #[error("cannot prepare the registered values")]
    Values,
}

/// What is wrong with the expression of a pattern.
///
/// The message of `regex` shows the expression, in which an operator may have
/// written a secret; this one names the place only (R9).
#[derive(Debug, thiserror::Error)]
#[error("{what}{}", at.map_or_else(String::new, |at| format!(", at character {at}")))]
pub struct PatternFault {
    what: String,
    /// Counted from 1; none where the expression as a whole is at fault.
    at: Option<usize>,
}

impl PatternFault {
    fn new(expression: &str, err: &regex::Error) -> Self {
        let (what, start) = match (regex_syntax::parse(expression), err) {
            (Err(regex_syntax::Error::Parse(err)), _) => {
                (err.kind().to_string(), Some(err.span().start.offset))
            }
            (Err(regex_syntax::Error::Translate(err)), _) => {
                (err.kind().to_string(), Some(err.span().start.offset))
            }
            (_, regex::Error::CompiledTooBig(max)) => (
                format!("it takes more than {max} bytes when compiled"),
                None,
            ),
            _ => ("it cannot be compiled".to_owned(), None),
        };
        let before = start.and_then(|start| expression.get(..start));
        Self {
            what,
            at: before.map(|it| it.chars().count() + 1),
        }
    }
}

/// The compiled additions of an operator.
pub(crate) struct Additions {
    patterns: Vec<(RuleName, Regex)>,
    values: Option<AhoCorasick>,
}

impl Additions {
    pub(crate) const fn none() -> Self {
        Self {
            patterns: Vec::new(),
            values: None,
        }
    }

    pub(crate) fn compile(config: &RedactConfig) -> Result<Self, RedactError> {
        let mut patterns: Vec<(RuleName, Regex)> = Vec::with_capacity(config.patterns.len());
        for (index, Pattern { name, regex }) in config.patterns.iter().enumerate() {
            if !RuleName::is_valid(name) {
                return Err(RedactError::PatternName {
                    position: index + 1,
                });
            }
            if patterns.iter().any(|(known, _)| known == name.as_str()) {
                return Err(RedactError::DuplicatePattern { name: name.clone() });
            }
            let compiled = RegexBuilder::new(regex)
                .size_limit(MAX_PATTERN_BYTES)
                .build()
                .map_err(|source| RedactError::PatternSyntax {
                    name: name.clone(),
                    source: PatternFault::new(regex, &source),
                })?;
            if compiled.is_match("") {
                return Err(RedactError::PatternEmpty { name: name.clone() });
            }
            patterns.push((RuleName::operator(Arc::from(name.as_str())), compiled));
        }
        Ok(Self {
            patterns,
            values: compile_values(&config.values)?,
        })
    }

    pub(crate) fn find(&self, text: &str, out: &mut Vec<Finding>) {
        for (name, regex) in &self.patterns {
            for captures in regex.captures_iter(text) {
                let Some(found) = captures.name("secret").or_else(|| captures.get(0)) else {
                    continue;
                };
                out.push(Finding {
                    start: found.start(),
                    end: found.end(),
                    rank: Rank::Operator,
                    rule: name.clone(),
                });
            }
        }
        if let Some(values) = &self.values {
            for found in values.find_iter(text) {
                out.push(Finding {
                    start: found.start(),
                    end: found.end(),
                    rank: Rank::Operator,
                    rule: RuleName::built_in(VALUE_RULE),
                });
            }
        }
    }
}

fn compile_values(values: &[String]) -> Result<Option<AhoCorasick>, RedactError> {
    let mut forms = Vec::with_capacity(values.len() * 3);
    for (index, value) in values.iter().enumerate() {
        let position = index + 1;
        if value.len() < MIN_VALUE_LEN {
            return Err(RedactError::ValueTooShort {
                position,
                len: value.len(),
            });
        }
        if entropy::tenths_of_bits(value.as_bytes()) < MIN_VALUE_ENTROPY
            || placeholder::is_placeholder(value.as_bytes())
        {
            return Err(RedactError::ValueTooRegular { position });
        }
        for form in [
            value.clone(),
            percent(value, true),
            percent(value, false),
            json(value),
        ] {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    if forms.is_empty() {
        return Ok(None);
    }
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(forms)
        .map(Some)
        .map_err(|_| RedactError::Values)
}

/// The value as it stands in a URL, with upper or lower hexadecimal digits.
fn percent(value: &str, is_upper: bool) -> String {
    let mut out = String::with_capacity(value.len() * 3);
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            write_hex(&mut out, "%", byte, is_upper);
        }
    }
    out
}

/// Writes `byte` as two hexadecimal digits after `head`.
fn write_hex(out: &mut String, head: &str, byte: u8, is_upper: bool) {
    out.push_str(head);
    for nibble in [byte >> 4, byte & 15] {
        let digit = char::from_digit(u32::from(nibble), 16).unwrap_or('0');
        out.push(if is_upper {
            digit.to_ascii_uppercase()
        } else {
            digit
        });
    }
}

/// The value as it stands inside a JSON string.
fn json(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 8);
    for character in value.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..' ' => {
                character
                    .to_string()
                    .bytes()
                    .for_each(|byte| write_hex(&mut out, "\\u00", byte, false));
            }
            other => out.push(other),
        }
    }
    out
}

impl RedactConfig {
    pub(crate) fn fingerprint(&self, into: &mut Fingerprint) {
        for Pattern { name, regex } in &self.patterns {
            into.add(name.as_bytes());
            into.add(regex.as_bytes());
        }
        into.add(b"values");
        for value in &self.values {
            into.add(value.as_bytes());
        }
        if self.personal {
            into.add(b"personal");
        }
    }
}

#[cfg(test)]
mod tests {
    use sessions_core::testing::told;

    use super::*;

    fn refused(patterns: &[(&str, &str)], values: &[&str]) -> Option<RedactError> {
        let pattern = |&(name, regex): &(&str, &str)| Pattern {
            name: name.to_owned(),
            regex: regex.to_owned(),
        };
        let config = RedactConfig {
            patterns: patterns.iter().map(pattern).collect(),
            values: values.iter().map(|&it| it.to_owned()).collect(),
            personal: false,
        };
        assert_eq!(told::told_piece(&format!("{config:?}")), None);
        Additions::compile(&config).err()
    }

    #[test]
    fn no_error_of_a_configuration_tells_what_is_in_it() {
        let rows = sessions_core::rows_of_errors!(RedactError:
            of text {
                PatternName, DuplicatePattern, PatternSyntax, PatternEmpty, ValueTooShort,
                ValueTooRegular,
            }
            not of text { Values: "only the library's own limits make it" }
        );
        let planted = told::planted();
        let maybe = format!("({planted})?");
        let open = format!("{planted} (");
        let many = format!("({planted}){{9999}}");
        let backwards = format!("{planted}[z-a]");
        let short: String = told::PLANTED_TEXT.chars().take(6).collect();
        let regular = told::planted_secret().replace(|it: char| it.is_ascii_alphanumeric(), "a");
        let made: Vec<RedactError> = [
            refused(&[(&planted, "x")], &[]),
            refused(&[("twice", &planted), ("twice", &planted)], &[]),
            refused(&[("open", &open)], &[]),
            refused(&[("many", &many)], &[]),
            refused(&[("backwards", &backwards)], &[]),
            refused(&[("maybe", &maybe)], &[]),
            refused(&[], &[&planted, &short]),
            refused(&[], &[&planted, &regular]),
        ]
        .into_iter()
        .flatten()
        .collect();
        assert_eq!(rows.faults(&made), Vec::<String>::new());
    }

    #[test]
    fn what_is_wrong_with_an_expression_is_said_with_its_place() {
        let said = |regex: &str| {
            let err = refused(&[("x", regex)], &[]);
            match err {
                Some(RedactError::PatternSyntax { source, .. }) => source.to_string(),
                other => format!("{other:?}"),
            }
        };
        assert_eq!(said("é("), "unclosed group, at character 2");
        assert_eq!(
            said("(?:a{1000}){1000}"),
            "it takes more than 1048576 bytes when compiled"
        );
    }
}
