//! Tells made-up words and numbers from random strings.
//!
//! Nothing here allocates and everything is linear in a value that the callers
//! have bounded.

use crate::steps;

/// Shannon entropy in tenths of a bit per byte.
pub(crate) fn tenths_of_bits(value: &[u8]) -> u32 {
    steps::count(value.len().min(4096));
    let mut counts = [0_u32; 256];
    let mut total = 0_u32;
    for byte in value.iter().take(4096) {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
        total += 1;
    }
    if total == 0 {
        return 0;
    }
    let total_f = f64::from(total);
    let bits: f64 = counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| {
            let share = f64::from(*count) / total_f;
            -share * share.log2()
        })
        .sum();
    // At most 80, since a byte holds 8 bits.
    (0_u32..=80)
        .take_while(|tenths| f64::from(*tenths) <= bits * 10.0)
        .last()
        .unwrap_or(0)
}

/// What a value is made of.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shape {
    pub(crate) len: usize,
    pub(crate) digits: usize,
    pub(crate) lower: usize,
    pub(crate) upper: usize,
    /// ASCII that is neither letter nor digit.
    pub(crate) other: usize,
    /// Bytes above ASCII.
    pub(crate) high: usize,
    /// Steps between a digit and a letter, separators skipped.
    pub(crate) digit_steps: usize,
    /// Steps between lower and upper case, separators skipped.
    pub(crate) case_steps: usize,
    /// The longest run of consonants.
    pub(crate) consonants: usize,
    /// How many different bytes, at most 255.
    pub(crate) distinct: usize,
    /// Whether every letter is hexadecimal.
    pub(crate) is_hex: bool,
}

impl Shape {
    pub(crate) fn of(value: &[u8]) -> Self {
        let mut shape = Self {
            is_hex: true,
            ..Self::default()
        };
        steps::count(value.len().min(4096));
        let mut seen = [false; 256];
        let mut last = 0_u8;
        let mut consonants = 0;
        for byte in value.iter().take(4096).copied() {
            shape.len += 1;
            if let Some(seen) = seen.get_mut(usize::from(byte)) {
                shape.distinct += usize::from(!*seen);
                *seen = true;
            }
            if byte.is_ascii_alphabetic() {
                shape.is_hex &= byte.is_ascii_hexdigit();
                if matches!(
                    byte.to_ascii_lowercase(),
                    b'a' | b'e' | b'i' | b'o' | b'u' | b'y'
                ) {
                    consonants = 0;
                } else {
                    consonants += 1;
                    shape.consonants = shape.consonants.max(consonants);
                }
            } else {
                consonants = 0;
            }
            match byte {
                b'0'..=b'9' => shape.digits += 1,
                b'a'..=b'z' => shape.lower += 1,
                b'A'..=b'Z' => shape.upper += 1,
                128.. => shape.high += 1,
                _ => shape.other += 1,
            }
            if byte.is_ascii_alphanumeric() {
                if last != 0 {
                    if last.is_ascii_digit() != byte.is_ascii_digit() {
                        shape.digit_steps += 1;
                    } else if byte.is_ascii_alphabetic()
                        && last.is_ascii_uppercase() != byte.is_ascii_uppercase()
                    {
                        shape.case_steps += 1;
                    }
                }
                last = byte;
            }
        }
        shape
    }

    fn letters(&self) -> usize {
        self.lower + self.upper
    }
}

/// Whether `value` looks drawn at random rather than written: keys, tokens,
/// hashes and UUIDs do; names, versions, words, dates and paths do not.
pub(crate) fn is_random(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    let n = shape.digits + shape.letters();
    if n < 8 || shape.letters() == 0 || shape.high > 0 || shape.distinct < 5 {
        return false;
    }
    if is_date(value) {
        return false;
    }
    // A sentence or a list is no token.
    if shape.other * 3 > n + 3 {
        return false;
    }
    let mixed = shape.digit_steps >= 3 && shape.digit_steps * 100 >= n * 12;
    let both = n >= 10 && shape.digits >= 2 && shape.digit_steps >= 2 && shape.case_steps >= 3;
    let cased = n >= 16 && shape.case_steps * 100 >= n * 30 && is_evenly_cased(&shape);
    let unspoken = n >= 20 && shape.other == 0 && shape.consonants >= 6;
    let hex = n >= 16 && shape.is_hex && shape.digits >= 2;
    let long = n >= 24 && shape.digit_steps >= 2 && shape.other <= 2 && shape.consonants >= 4;
    mixed || both || cased || unspoken || hex || long
}

/// Whether `value` holds a digit, or letters in an order that no word has.
pub(crate) fn is_mixed(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    (shape.digits > 0 && (shape.digit_steps >= 2 || shape.len < 16 || shape.case_steps >= 3))
        || (shape.len >= 16 && shape.case_steps * 100 >= shape.len * 30 && is_evenly_cased(&shape))
        || (shape.len >= 24 && shape.digits > 0 && shape.other == 0)
        || is_uuid(value)
        || shape.consonants >= 6
}

/// Whether `value` looks like a password that a person chose: a letter, a digit
/// and a sign, or random.
pub(crate) fn is_password_like(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    let kinds = usize::from(shape.lower > 0)
        + usize::from(shape.upper > 0)
        + usize::from(shape.digits > 0)
        + usize::from(shape.other > 0);
    (shape.len >= 6 && shape.letters() > 0 && shape.digits > 0 && kinds >= 3 && shape.distinct >= 5)
        || is_random(value)
}

/// Whether both cases are common: words in camel case have few capitals.
fn is_evenly_cased(shape: &Shape) -> bool {
    shape.lower.min(shape.upper) * 100 >= shape.letters() * 30
}

/// Whether `value` begins like a date of ISO 8601.
fn is_date(value: &[u8]) -> bool {
    value.get(..8).is_some_and(|head| {
        head.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    })
}

/// Whether `value` is a UUID.
pub(crate) fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Whether `value` has the form of a digest in hexadecimal: MD5, SHA-1, SHA-2.
pub(crate) fn is_digest(value: &[u8]) -> bool {
    matches!(value.len(), 32 | 40 | 64 | 96 | 128) && value.iter().all(u8::is_ascii_hexdigit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_is_zero_for_one_letter_and_high_for_many() {
        assert_eq!(tenths_of_bits(b"aaaaaaaa"), 0);
        assert_eq!(tenths_of_bits(b"abcdefgh"), 30);
        assert_eq!(tenths_of_bits(b""), 0);
    }

    #[test]
    fn random_strings_look_random() {
        for value in [
            "7jkWdTjKLnSlGddwPR5gBn65PHcZG6",
            "347qu0gspam4vwr5rg8otysbq",
            "52acf265-3fc6-4ecd-304a-15940bd04653",
            "AIhq5Xyb1Gga9Q2",
            "743b294acd0311ec",
        ] {
            assert!(is_random(value.as_bytes()), "{value}");
        }
    }

    #[test]
    fn written_strings_do_not_look_random() {
        for value in [
            "claude-sonnet-4-5",
            "us-east-1",
            "getAccessTokenFromStore",
            "my-super-secret-token",
            "2026-03-01T12:00:00.000Z",
            "changeme",
            "KeyCode::Enter",
            "created_at",
            "~bob/.ssh/id_ed25519",
            "1234567890123456",
        ] {
            assert!(!is_random(value.as_bytes()), "{value}");
        }
    }
}
