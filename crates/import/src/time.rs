//! Times as transcripts write them: text, seconds, or milliseconds.

use jiff::Timestamp;
use sessions_core::event::TimestampMs;

use crate::json;

/// March 1973; a smaller number is no time.
const MIN_SECONDS: i64 = 100_000_000;

/// Returns the time that a JSON value says, if it says one.
///
/// A text is read as RFC 3339, in UTC where it names no offset, or as a number.
/// A number is in seconds, milliseconds, microseconds or nanoseconds by its
/// size. One that would lie before 1973 in every unit is a counter or a
/// mistake, and no time.
pub(crate) fn of_json(raw: &str) -> Option<TimestampMs> {
    match json::text(raw) {
        Some(text) => of_text(text.trim()),
        None => of_number(raw),
    }
}

fn of_text(text: &str) -> Option<TimestampMs> {
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(TimestampMs(time.as_millisecond()));
    }
    if text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return of_number(text);
    }
    let time = format!("{text}Z").parse::<Timestamp>().ok()?;
    Some(TimestampMs(time.as_millisecond()))
}

fn of_number(text: &str) -> Option<TimestampMs> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let number: i64 = whole.parse().ok()?;
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths = || {
        let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
        digits.parse::<i64>().unwrap_or(0)
    };
    match number {
        ..MIN_SECONDS => None,
        MIN_SECONDS..100_000_000_000 => Some(number * 1_000 + thousandths()),
        100_000_000_000..100_000_000_000_000 => Some(number),
        100_000_000_000_000..100_000_000_000_000_000 => Some(number / 1_000),
        _ => Some(number / 1_000_000),
    }
    .map(TimestampMs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_a_time_is_read() {
        let noon = Some(TimestampMs(1_772_366_400_000));
        for raw in [
            r#""2026-03-01T12:00:00.000Z""#,
            r#""2026-03-01T12:00:00Z""#,
            r#""2026-03-01T14:00:00+02:00""#,
            r#""2026-03-01T12:00:00""#,
            r#""2026-03-01 12:00:00""#,
            "1772366400",
            "1772366400.0",
            "1772366400000",
            "1772366400000000",
            "1772366400000000000",
            r#""1772366400""#,
            r#"" 1772366400000 ""#,
        ] {
            assert_eq!(of_json(raw), noon, "{raw}");
        }
        assert_eq!(
            of_json("1772366400.25"),
            Some(TimestampMs(1_772_366_400_250))
        );
        assert_eq!(
            of_json(r#""2026-03-01T12:00:00.123456Z""#),
            Some(TimestampMs(1_772_366_400_123))
        );
    }

    #[test]
    fn what_is_no_time_is_none() {
        for raw in [
            "null",
            "true",
            "5",
            "-1",
            "1e12",
            "{}",
            "[]",
            r#""""#,
            r#"".""#,
            r#""not a date""#,
            "99999999999999999999",
            "1772366400.x",
            r#""2026-13-01T00:00:00Z""#,
        ] {
            assert_eq!(of_json(raw), None, "{raw}");
        }
    }
}
