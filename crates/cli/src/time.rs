//! The clock, the local time zone, and times as they are typed and shown.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use sessions_core::event::TimestampMs;

/// The text is no time that can be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TimeError {
    /// It has none of the forms.
    #[error("not a time: RFC 3339, a date, a date with a time, or how long ago is allowed")]
    Bound,
    /// It has none of the forms.
    #[error("not a time: RFC 3339 or milliseconds since 1970 is allowed")]
    Timestamp,
    /// It is too far away.
    #[error("the time is out of range")]
    Range,
    /// No message was said then.
    #[error("the time of a message lies in the years 1970 to 9999")]
    Message,
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

/// Reads an end of a time range: RFC 3339, a date (its beginning) or a date and
/// time in the local zone as [`local`] shows it, or how long before `now`.
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
    if let Ok(time) = text.parse() {
        return Ok(as_ms(time));
    }
    // Nothing else than a date and a time: their reader would take no notice of
    // an offset behind them.
    let is_plain = |it: char| it.is_ascii_digit() || matches!(it, '-' | ':' | ' ');
    if text.contains(' ')
        && text.contains(':')
        && text.chars().all(is_plain)
        && let Ok(time) = text.parse::<DateTime>()
    {
        let time = time.to_zoned_datetime(zone).map_err(|_| TimeError::Range)?;
        return Ok(as_ms(time.timestamp()));
    }
    Err(TimeError::Bound)
}

/// Reads the time of a message: RFC 3339 or milliseconds since 1970.
///
/// # Errors
///
/// Fails on any other text, and on times as [`message`] does.
pub(crate) fn timestamp(text: &str) -> Result<TimestampMs, TimeError> {
    if let Ok(ms) = text.parse() {
        return message(ms);
    }
    let time = text.parse().map(as_ms);
    message(time.map_err(|_| TimeError::Timestamp)?.0)
}

/// Returns the time of a message in milliseconds since 1970.
///
/// # Errors
///
/// Fails on times before 1970 and after the year 9999: a clock that is wrong,
/// or another unit.
pub(crate) fn message(ms: i64) -> Result<TimestampMs, TimeError> {
    if (0..=Timestamp::MAX.as_millisecond()).contains(&ms) {
        Ok(TimestampMs(ms))
    } else {
        Err(TimeError::Message)
    }
}

fn as_ms(time: Timestamp) -> TimestampMs {
    TimestampMs(time.as_millisecond())
}

/// Reads `7d`, `12h`, `30m`, `2w`, with or without a minus before it; none where
/// the text has another form.
fn ago(text: &str) -> Option<Result<SignedDuration, TimeError>> {
    let unit = text.chars().last()?;
    let digits = text.strip_suffix(unit)?;
    let digits = digits.strip_prefix('-').unwrap_or(digits);
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
        assert_eq!(read("-7d"), read("7d"));
        assert_eq!(read("2026-05-28 20:26:40"), Ok(NOW.0));
        assert_eq!(read("2026-05-28 20:26:40+00:00"), Ok(NOW.0));
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
            "--7d",
            "-",
            "7y",
            "7.5d",
            "2026-05-28T20:26",
            "2026-05-28 20",
            "2026-05-28 25:00",
            "2026-05-28 20:26 [Europe/Berlin]",
            " ",
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
    fn dates_and_times_are_local() {
        let berlin = TimeZone::fixed(jiff::tz::offset(2));
        let read = |text: &str| bound_in(text, NOW, berlin.clone()).unwrap().0;
        assert_eq!(read("2026-05-28"), 1_779_926_400_000 - 7_200_000);
        assert_eq!(read(&shown(NOW, berlin.clone())), NOW.0 - 40_000);
        assert_eq!(read("2026-05-28T20:26:40Z"), NOW.0);
    }

    #[test]
    fn a_message_has_a_time_in_either_form() {
        assert_eq!(timestamp("5").unwrap(), TimestampMs(5));
        for text in [
            "-1",
            "1969-12-31T23:59:59Z",
            "1780000000000000",
            "9223372036854775807",
        ] {
            assert!(matches!(timestamp(text), Err(TimeError::Message)), "{text}");
        }
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

    #[test]
    fn no_error_tells_what_was_given_for_a_time() {
        let rows = sessions_core::rows_of_errors!(TimeError:
            of text { Bound, Timestamp }
            not of text {
                Range: "only numbers make it",
                Message: "only numbers make it",
            }
        );
        let planted = sessions_core::testing::told::planted();
        let made: Vec<TimeError> = [bound(&planted, NOW), timestamp(&planted)]
            .into_iter()
            .filter_map(Result::err)
            .collect();
        assert_eq!(rows.faults(&made), Vec::<String>::new());
    }
}
