//! Makes tokens of a rule at run time, so that no token stands in the source.

use std::sync::LazyLock;

use sessions_redact::Redactor;
use sessions_redact::charset::Set;
use sessions_redact::rules::{Part, TokenRule};

/// The built-in rules, compiled once for all tests.
pub(crate) static REDACTOR: LazyLock<Redactor> = LazyLock::new(Redactor::new);

/// A small generator with a fixed seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    /// `n` letters and digits of a set, a digit and a letter taking turns often
    /// enough to look random; signs are left out.
    pub(crate) fn draw(&mut self, set: Set, n: usize) -> String {
        let members: Vec<char> = set.members().filter(char::is_ascii_alphanumeric).collect();
        (0..n).map(|_| members[self.below(members.len())]).collect()
    }
}

/// A token of `rule` with its first literal.
pub(crate) fn token(rule: &TokenRule, dice: &mut Dice) -> String {
    let literal = rule.literals[dice.below(rule.literals.len())];
    let mut out = String::new();
    if let Some((set, min, _)) = rule.before {
        out += &dice.draw(set, min);
    }
    out += literal;
    for part in rule.parts {
        match *part {
            Part::Lit(text) => out += text,
            Part::Run(set, min, max) => out += &dice.draw(set, max.min(min.max(40))),
        }
    }
    out
}

/// A random password of 20 letters and digits.
pub(crate) fn password(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    format!(
        "{}7Q{}x3",
        dice.draw(sessions_redact::charset::ALNUM, 9),
        dice.draw(sessions_redact::charset::ALNUM, 7)
    )
}
