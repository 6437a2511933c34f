//! Runs one rule of the table at one place.

use crate::charset::{ALNUM, BASE64, Set, URLSAFE};
use crate::literal::Literal;
use crate::rules::{Look, Part, TokenRule};
use crate::scan::Glued;
use crate::span::{Finding, Rank, RuleName};
use crate::text::Text;
use crate::{boundary, entropy, placeholder};

/// Where a literal of a rule counts: in the case of the table, and where the first
/// part may follow.
pub(crate) fn literal(rule: &TokenRule, literal: &'static str) -> Literal {
    Literal {
        bytes: literal.as_bytes(),
        is_any_case: rule.is_any_case,
        before: match rule.before {
            Some((set, 1.., _)) => set,
            _ => Set::ANY,
        },
        behind: match rule.parts.first() {
            Some(Part::Run(set, 1.., _)) => *set,
            _ => Set::ANY,
        },
    }
}

/// What stands at a hit.
pub(crate) enum Token {
    /// A token.
    Whole(Finding),
    /// A token that something follows directly.
    Glued(Glued),
}

/// The token of `rule` whose literal stands at `start..end`, if there is one.
///
/// `is_behind` says that a token may end where this one begins.
pub(crate) fn find(
    text: Text<'_>,
    rule: &TokenRule,
    start: usize,
    end: usize,
    is_behind: bool,
) -> Option<Token> {
    let head = match rule.before {
        None => start,
        Some((set, min, max)) => {
            let head = text.run_back(start, set, max);
            // The digits of an escape in front may have been taken along.
            let last = start.checked_sub(min)?;
            (head..=last.min(head + 6)).find(|at| boundary::is_open(text, *at, rule.not_after))?
        }
    };
    let is_open = is_behind || boundary::is_open(text, head, rule.not_after);
    if !is_open && !is_unmistakable(text, rule, start, end) {
        return None;
    }
    if is_in_blob(text, rule, start, end, head) {
        return None;
    }
    // Of a format without bound a beginning must do, before the rest is read.
    if let [Part::Run(set, _, 513..)] = rule.parts {
        let beginning = text.slice(end, text.run(end, *set, 256));
        if !is_plausible(rule, beginning) {
            return None;
        }
    }
    let (tail, last) = follow(text, end, rule.parts)?;
    let body = text.slice(end, tail.min(end + 512));
    if !is_open && !is_certain(body) {
        return None;
    }
    let is_whole = !boundary::continues(text, tail);
    if !is_whole && (!is_bounded(rule) || tail - end > MAX_GLUED) {
        return None;
    }
    if !is_plausible(
        rule,
        if rule.before.is_some() {
            text.slice(head, tail)
        } else {
            body
        },
    ) {
        return None;
    }
    let finding = Finding {
        start: if rule.keeps_literal { end } else { head },
        end: tail,
        rank: Rank::Token,
        rule: RuleName::built_in(rule.name),
    };
    Some(if is_whole {
        Token::Whole(finding)
    } else {
        Token::Glued(Glued {
            least: tail - last.map_or(0, |(min, len)| len - min),
            finding,
        })
    })
}

/// A body that is read this far is long.
const LONG: usize = 32;
/// A format that reaches farther is not told from what follows a token.
const MAX_GLUED: usize = 256;

/// Whether what the rule reads around a literal at `start..end` is long.
pub(crate) fn reads_far(text: Text<'_>, rule: &TokenRule, start: usize, end: usize) -> bool {
    let is_long_before = match rule.before {
        Some((set, _, LONG..)) => start - text.run_back(start, set, LONG) == LONG,
        _ => false,
    };
    let is_long_behind = match rule.parts.first() {
        Some(Part::Run(set, _, LONG..)) => text.run(end, *set, LONG) - end == LONG,
        _ => false,
    };
    is_long_before || is_long_behind
}

/// Whether a run in front that is not longer than this may be a word.
const LONGEST_WORD: usize = 24;

/// Whether the literal is such that a letter or digit in front does not matter:
/// letters and a sign, and no long run of base64 in front, where any literal
/// turns up by chance.
fn is_unmistakable(text: Text<'_>, rule: &TokenRule, start: usize, end: usize) -> bool {
    let literal = text.slice(start, end);
    let letters = literal
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic())
        .count();
    // Many words end in two letters and a hyphen, no number does.
    let least = if text.before(start).is_ascii_digit() {
        2
    } else {
        3
    };
    rule.before.is_none()
        && !rule.is_any_case
        && rule.not_after == ALNUM
        && letters >= least
        && literal.iter().any(|byte| b"_-.".contains(byte))
        && start - text.run_back(start, BASE64.and(URLSAFE), LONGEST_WORD + 1) <= LONGEST_WORD
}

/// Whether a body makes a token even within a word: long, random, no hash.
fn is_certain(body: &[u8]) -> bool {
    body.len() >= 20 && !body.iter().all(u8::is_ascii_hexdigit) && entropy::is_random(body)
}

/// Whether the format is of a kind that can be told from what follows.
fn is_bounded(rule: &TokenRule) -> bool {
    rule.before.is_none() && !rule.keeps_literal && rule.min_entropy > 0
}

/// Whether a literal of letters alone stands inside a run of base64, where any
/// such literal turns up by chance.
fn is_in_blob(text: Text<'_>, rule: &TokenRule, start: usize, end: usize, head: usize) -> bool {
    rule.not_after == ALNUM
        && text.slice(start, end).iter().all(u8::is_ascii_alphanumeric)
        && matches!(text.before(head), b'+' | b'/')
        && head - text.run_back(head, BASE64, 64) >= 32
}

/// Where the parts end, with the fewest and the found bytes of a last run.
fn follow(
    text: Text<'_>,
    mut at: usize,
    parts: &[Part],
) -> Option<(usize, Option<(usize, usize)>)> {
    let mut last = None;
    for (index, part) in parts.iter().enumerate() {
        match *part {
            Part::Lit(literal) => {
                if !text.starts(at, literal.as_bytes()) {
                    return None;
                }
                at += literal.len();
                last = None;
            }
            Part::Run(set, min, max) => {
                let mut end = text.run(at, set, max);
                if index + 1 == parts.len() {
                    // A full stop or an ellipsis ends a sentence, not a token.
                    while end > at && text.before(end) == b'.' && !set_ends(text, end, set) {
                        end -= 1;
                    }
                }
                if end - at < min {
                    return None;
                }
                last = Some((min, end - at));
                at = end;
            }
        }
    }
    Some((at, last))
}

fn set_ends(text: Text<'_>, at: usize, set: Set) -> bool {
    set.has(text.at(at))
}

fn is_plausible(rule: &TokenRule, body: &[u8]) -> bool {
    if rule.min_entropy > 0 && entropy::tenths_of_bits(body) < rule.min_entropy {
        return false;
    }
    if placeholder::is_example(body) {
        return false;
    }
    match rule.look {
        Look::Any => rule.min_entropy == 0 || !placeholder::is_identifier(body),
        Look::Mixed => entropy::is_mixed(body),
        Look::Random => entropy::is_random(body),
    }
}
