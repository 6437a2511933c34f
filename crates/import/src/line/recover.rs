//! The records of one line, damaged or not (I2).
//!
//! A line is read as it is; where that fails, mended; where that fails too, it
//! is searched for whole records. A writer that died leaves half a record, and
//! the next writer's record right behind it on the same line.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::{Line, repair};
use crate::imported::SkipReason;

/// How the records of a format are told and read.
pub(crate) struct Decoder<T> {
    /// Reads one JSON object; fails when it is none.
    pub(crate) decode: fn(&str) -> serde_json::Result<T>,
    /// Whether an object found inside a damaged line is a record of its own,
    /// and not a part of one.
    pub(crate) is_record: fn(&T) -> bool,
    /// What records of the format begin with.
    pub(crate) starts: &'static [&'static str],
    /// Signs that stand between records, besides white space.
    pub(crate) between: &'static [char],
}

/// What a line holds.
pub(crate) struct Records<T> {
    pub(crate) records: Vec<T>,
    /// Why something of the line was skipped, if anything was.
    pub(crate) skipped: Option<SkipReason>,
}

/// What may be read in vain while searching one damaged line for records.
///
/// Each try can read to the end of the line, so this bounds the time: a line of
/// 100 kB can be tried at some hundreds of places, a very long one at four.
const MAX_BYTES_IN_VAIN: usize = 32 << 20;

/// Returns the records of a line; none of a blank one.
pub(crate) fn records<T>(line: Line<'_>, decoder: &Decoder<T>) -> Records<T> {
    let text = String::from_utf8_lossy(line.bytes);
    let text = repair::surrogates(&text);
    if text.trim().is_empty() {
        return found(Vec::new(), None);
    }
    if let Ok(record) = (decoder.decode)(&text) {
        return found(vec![record], None);
    }
    let mut text = Cow::Borrowed(text.as_ref());
    let mut has_nul = false;
    if let Some(mended) = repair::controls(&text) {
        has_nul = mended.has_nul_outside;
        text = Cow::Owned(mended.json);
        let skipped = has_nul.then_some(SkipReason::NulBytes);
        if text.trim().is_empty() {
            return found(Vec::new(), skipped);
        }
        if let Ok(record) = (decoder.decode)(&text) {
            return found(vec![record], skipped);
        }
    }
    if serde_json::from_str::<IgnoredAny>(&text).is_ok() {
        return found(Vec::new(), Some(SkipReason::NotAnObject));
    }
    let salvage = salvage(&text, decoder);
    let skipped = if !salvage.is_torn {
        has_nul.then_some(SkipReason::NulBytes)
    } else if !salvage.records.is_empty() {
        Some(SkipReason::Torn)
    } else if line.is_complete {
        Some(SkipReason::NotJson)
    } else {
        Some(SkipReason::Truncated)
    };
    found(salvage.records, skipped)
}

fn found<T>(records: Vec<T>, skipped: Option<SkipReason>) -> Records<T> {
    Records { records, skipped }
}

struct Salvage<T> {
    records: Vec<T>,
    /// Whether a part of the line belongs to no record.
    is_torn: bool,
}

/// Finds the whole records of a line that is not one object.
fn salvage<T>(line: &str, decoder: &Decoder<T>) -> Salvage<T> {
    let mut salvage = Salvage {
        records: Vec::new(),
        is_torn: false,
    };
    let is_between = |sign: char| sign.is_whitespace() || decoder.between.contains(&sign);
    let mut rest = line.trim_start();
    let mut n_left = MAX_BYTES_IN_VAIN.max(4 * line.len());
    while !rest.is_empty() && rest.len() <= n_left {
        // Objects glued together follow each other without a gap; behind a
        // tear, what looks like a record may be a block inside of one.
        let first = first_object(rest)
            .and_then(|(json, after)| {
                Some((
                    (decoder.decode)(json).ok()?,
                    after.trim_start_matches(is_between),
                ))
            })
            .filter(|(record, after)| {
                !salvage.is_torn
                    || (decoder.is_record)(record) && (after.is_empty() || after.starts_with('{'))
            });
        if let Some((record, after)) = first {
            salvage.records.push(record);
            rest = after;
        } else {
            salvage.is_torn = true;
            n_left -= rest.len();
            rest = next_start(rest, decoder.starts);
        }
    }
    salvage.is_torn |= !rest.is_empty();
    salvage
}

/// Returns the object that `text` begins with, and what follows it.
fn first_object(text: &str) -> Option<(&str, &str)> {
    if !text.starts_with('{') {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let json = values.next()?.ok()?.get();
    Some((json, text.get(values.byte_offset()..)?))
}

/// Returns the rest of `text` from the next place, not its first, where a
/// record may begin; empty when there is none.
fn next_start<'t>(text: &'t str, starts: &[&str]) -> &'t str {
    let mut chars = text.chars();
    chars.next();
    let mut rest = chars.as_str();
    while let Some(at) = rest.find("{\"") {
        let found = rest.get(at..).unwrap_or_default();
        if starts.iter().any(|start| found.starts_with(start)) {
            return found;
        }
        rest = found.get(1..).unwrap_or_default();
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Object;

    const DECODER: Decoder<String> = Decoder {
        decode: |json| {
            let object = Object::read(json, &["type", "id"])?;
            Ok(object.text("id").unwrap_or_default().into_owned())
        },
        is_record: |id| !id.is_empty(),
        starts: &[r#"{"type""#],
        between: &[],
    };

    fn read(bytes: &[u8], is_complete: bool) -> (Vec<String>, Option<SkipReason>) {
        let line = Line {
            number: 1,
            bytes,
            is_complete,
        };
        let it = records(line, &DECODER);
        (it.records, it.skipped)
    }

    #[test]
    fn whole_records_are_found_and_the_rest_is_named() {
        use SkipReason::{NotAnObject, NotJson, NulBytes, Torn, Truncated};
        let a = r#"{"type":"message","id":"a","content":[{"type":"text","text":"x"}]}"#;
        let b = r#"{"type":"message","id":"b"}"#;
        let half = a.split_at(30).0;
        for (line, ids, skipped) in [
            (a.to_owned(), &["a"][..], None),
            ("  ".to_owned(), &[], None),
            (format!("{a}{b}"), &["a", "b"], None),
            (format!("{a} \t{b}"), &["a", "b"], None),
            (format!("{half}{b}"), &["b"], Some(Torn)),
            (format!("{}{b}", a.split_at(53).0), &["b"], Some(Torn)),
            (format!("{b}{half}"), &["b"], Some(Torn)),
            (format!("{b}x{a}"), &["b", "a"], Some(Torn)),
            (format!("{half}{half}"), &[], Some(NotJson)),
            (a.trim_end_matches("]}").to_owned(), &[], Some(NotJson)),
            ("undefined".to_owned(), &[], Some(NotJson)),
            ("\0\0\0".to_owned(), &[], Some(NulBytes)),
            (format!("\0\0{a}"), &["a"], Some(NulBytes)),
            ("[1]".to_owned(), &[], Some(NotAnObject)),
            ("null".to_owned(), &[], Some(NotAnObject)),
            (a.replace('x', "x\u{1}\ty"), &["a"], None),
        ] {
            let (records, why) = read(line.as_bytes(), true);
            assert_eq!(
                (records, why),
                (ids.iter().map(|&id| id.to_owned()).collect(), skipped),
                "{line:?}"
            );
        }
        assert_eq!(read(half.as_bytes(), false).1, Some(Truncated));
        assert_eq!(
            read(b"{\"id\":\"\xff\"}", true),
            (vec!["\u{fffd}".to_owned()], None)
        );
    }

    #[test]
    fn a_line_of_beginnings_ends_soon() {
        let line = r#"{"type":"#.repeat(200_000);
        assert_eq!(
            read(line.as_bytes(), true),
            (vec![], Some(SkipReason::NotJson))
        );
    }
}
