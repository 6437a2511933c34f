//! Sets of bytes, written in the rule table and tested in the scanners.

/// A set of ASCII bytes, and optionally all bytes above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    low: u128,
    high: bool,
}

impl Set {
    /// Every byte.
    pub(crate) const ANY: Self = Self::of("").not();

    /// The set of the ASCII bytes in `members`.
    pub const fn of(members: &str) -> Self {
        let bytes = members.as_bytes();
        let mut low = 0;
        let mut rest = bytes;
        while let [first, tail @ ..] = rest {
            if *first < 128 {
                low |= 1_u128 << *first;
            }
            rest = tail;
        }
        Self { low, high: false }
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            low: self.low | other.low,
            high: self.high || other.high,
        }
    }

    /// Everything outside the set; bytes above ASCII are inside.
    #[must_use]
    pub const fn not(self) -> Self {
        Self {
            low: !self.low,
            high: !self.high,
        }
    }

    /// Whether `byte` is a member.
    pub const fn has(self, byte: u8) -> bool {
        if byte < 128 {
            self.low >> byte & 1 == 1
        } else {
            self.high
        }
    }

    /// The members below 128, for tests that make examples of a rule.
    pub fn members(self) -> impl Iterator<Item = char> {
        (0_u8..128)
            .filter(move |byte| self.has(*byte))
            .map(char::from)
    }

    pub(crate) const fn bits(self) -> (u128, bool) {
        (self.low, self.high)
    }
}

/// `0-9`.
pub const DIGIT: Set = Set::of("0123456789");
/// `a-z`.
pub const LOWER: Set = Set::of("abcdefghijklmnopqrstuvwxyz");
/// `A-Z`.
pub const UPPER: Set = Set::of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
/// Letters.
pub const ALPHA: Set = LOWER.and(UPPER);
/// Letters and digits.
pub const ALNUM: Set = ALPHA.and(DIGIT);
/// Letters, digits and `_`.
pub const WORD: Set = ALNUM.and(Set::of("_"));
/// The alphabet of URL-safe base64: letters, digits, `_` and `-`.
pub const URLSAFE: Set = WORD.and(Set::of("-"));
/// The alphabet of base64 with padding.
pub const BASE64: Set = ALNUM.and(Set::of("+/="));
/// Hexadecimal digits of both cases.
pub const HEX: Set = DIGIT.and(Set::of("abcdefABCDEF"));
/// Lower-case letters and digits.
pub const LOWNUM: Set = LOWER.and(DIGIT);
/// Upper-case letters and digits.
pub const UPNUM: Set = UPPER.and(DIGIT);
/// Hexadecimal digits and `-`, as in a UUID.
pub const UUID: Set = HEX.and(Set::of("-"));
/// Letters, digits, `_`, `-` and `.`.
pub const DOTTED: Set = URLSAFE.and(Set::of("."));
/// Blanks inside a line.
pub(crate) const BLANK: Set = Set::of(" \t");
/// All white space.
pub(crate) const SPACE: Set = Set::of(" \t\r\n\u{b}\u{c}");
/// The three ASCII quotes.
pub(crate) const QUOTE: Set = Set::of("\"'`");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_has_its_members_and_nothing_else() {
        let vowels = Set::of("aeiou");
        assert!(vowels.has(b'a') && !vowels.has(b'b') && !vowels.has(0xc3));
        assert!(!vowels.not().has(b'a') && vowels.not().has(0xc3));
        assert_eq!(vowels.members().collect::<String>(), "aeiou");
    }
}
