//! The clock, the local time zone, and times as they are typed and shown.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use sessions_core::event::TimestampMs;

/// The text is no time that can be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TimeError {
    /// It has none of the forms.
    #[error("not a time: RFC 3339, a date, or how long ago is allowed")]
    Bound,
    /// It has none of the forms.
    #[error("not a time: RFC 3339 or milliseconds since 1970 is allowed")]
    Timestamp,
    /// It is too far away.
    #[error("the time is out of range")]
    Range,
}

/// Returns the time now: the only place that asks the clock.
pub(crate) fn now() -> TimestampMs {
    TimestampMs(Timestamp::now().as_millisecond())
}

/// Returns a time as people read it, in the local zone.
pub(crate) fn local(time: TimestampMs) -> String {
    shown(time, TimeZone::system())
}

fn shown(time: TimestampMs, zone: TimeZone) -> String {
    match Timestamp::from_millisecond(time.0) {
        Ok(time) => time
            .to_zoned_datetime(zone)
            .strftime("%Y-%m-%d %H:%M")
            .to_string(),
        Err(_) => format!("{} ms", time.0),
    }
}

/// Reads an end of a time range: RFC 3339, the beginning of a date in the
/// local zone, or how long before `now`.
///
/// # Errors
///
/// Fails on any other text and on times out of range.
pub(crate) fn bound(text: &str, now: TimestampMs) -> Result<TimestampMs, TimeError> {
    bound_in(text, now, TimeZone::system())
}

fn bound_in(text: &str, now: TimestampMs, zone: TimeZone) -> Result<TimestampMs, TimeError> {
    if let Some(ago) = ago(text) {
        let now = Timestamp::from_millisecond(now.0).map_err(|_| TimeError::Range)?;
        let time = now.checked_sub(ago?).map_err(|_| TimeError::Range)?;
        return Ok(as_ms(time));
    }
    // Longer texts are read as dates too, without what follows the date.
    if text.len() == "2026-05-28".len()
        && let Ok(date) = text.parse::<Date>()
    {
        let begin = date.to_zoned_datetime(zone).map_err(|_| TimeError::Range)?;
        return Ok(as_ms(begin.timestamp()));
    }
    text.parse().map(as_ms).map_err(|_| TimeError::Bound)
}

/// Reads the time of a message: RFC 3339 or milliseconds since 1970.
///
/// # Errors
///
/// Fails on any other text.
pub(crate) fn timestamp(text: &str) -> Result<TimestampMs, TimeError> {
    if let Ok(ms) = text.parse() {
        return Ok(TimestampMs(ms));
    }
    text.parse().map(as_ms).map_err(|_| TimeError::Timestamp)
}

fn as_ms(time: Timestamp) -> TimestampMs {
    TimestampMs(time.as_millisecond())
}

/// Reads `7d`, `12h`, `30m`, `2w`; none where the text has another form.
fn ago(text: &str) -> Option<Result<SignedDuration, TimeError>> {
    let unit = text.chars().last()?;
    let digits = text.strip_suffix(unit)?;
    if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let seconds = match unit {
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 7 * 86_400,
        _ => return None,
    };
    let n = digits.parse::<i64>().ok();
    let ago = n.and_then(|it| it.checked_mul(seconds));
    Some(ago.map(SignedDuration::from_secs).ok_or(TimeError::Range))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: TimestampMs = TimestampMs(1_780_000_000_000);

    fn read(text: &str) -> Result<i64, String> {
        bound_in(text, NOW, TimeZone::UTC)
            .map(|it| it.0)
            .map_err(|err| err.to_string())
    }

    #[test]
    fn a_bound_is_a_time_a_date_or_how_long_ago() {
        assert_eq!(read("30m"), Ok(NOW.0 - 1_800_000));
        assert_eq!(read("12h"), Ok(NOW.0 - 43_200_000));
        assert_eq!(read("7d"), Ok(NOW.0 - 604_800_000));
        assert_eq!(read("1w"), read("7d"));
        assert_eq!(read("2026-05-28"), Ok(1_779_926_400_000));
        assert_eq!(read("2026-05-28T20:26:40Z"), Ok(NOW.0));
        assert_eq!(read("2026-05-28T22:26:40+02:00"), Ok(NOW.0));
    }

    #[test]
    fn anything_else_is_no_bound() {
        for text in [
            "",
            "d",
            "7",
            "-7d",
            "7y",
            "7.5d",
            "2026-05-28T20:26",
            "yesterday",
            "٧d",
        ] {
            assert_eq!(read(text), Err(TimeError::Bound.to_string()), "{text}");
        }
        for text in [
            "99999999999999999999d",
            "9999999999d",
            "9223372036854775807w",
        ] {
            assert_eq!(read(text), Err(TimeError::Range.to_string()), "{text}");
        }
    }

    #[test]
    fn a_message_has_a_time_in_either_form() {
        assert_eq!(timestamp("-5").unwrap(), TimestampMs(-5));
        assert_eq!(timestamp("2026-05-28T20:26:40Z").unwrap(), NOW);
        assert!(timestamp("2026-05-28").is_err());
    }

    #[test]
    fn times_are_shown_to_the_minute() {
        assert_eq!(shown(NOW, TimeZone::UTC), "2026-05-28 20:26");
        assert_eq!(
            shown(TimestampMs(i64::MAX), TimeZone::UTC),
            "9223372036854775807 ms"
        );
    }
}
