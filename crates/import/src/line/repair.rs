//! Mending JSON that a strict reader refuses and that still says what it means.

use std::borrow::Cow;

/// Replaces escapes of lone surrogates by that of U+FFFD.
///
/// Programs that cut a text in UTF-16 leave half of a character behind.
pub(super) fn surrogates(json: &str) -> Cow<'_, str> {
    if !json.contains("\\ud") && !json.contains("\\uD") {
        return Cow::Borrowed(json);
    }
    let mut mended: Option<String> = None;
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        let n_whole = whole_escape(escape);
        let (kept, n_read) = match n_whole {
            Some(n_bytes) => (escape.get(..n_bytes).unwrap_or(escape), n_bytes),
            None => ("\\ufffd", LONE),
        };
        let n_before = json.len() - rest.len();
        if n_whole.is_none() && mended.is_none() {
            let mut text = String::with_capacity(json.len());
            text.push_str(json.get(..n_before).unwrap_or_default());
            mended = Some(text);
        }
        if let Some(text) = &mut mended {
            text.push_str(before);
            text.push_str(kept);
        }
        rest = escape.get(n_read..).unwrap_or_default();
    }
    match mended {
        Some(mut text) => {
            text.push_str(rest);
            Cow::Owned(text)
        }
        None => Cow::Borrowed(json),
    }
}

/// Length of the escape of one surrogate, `\ud83d`.
const LONE: usize = 6;

/// Returns the length of the escape that `text` begins with; `None` when it is
/// a lone surrogate.
fn whole_escape(text: &str) -> Option<usize> {
    let Some(unit) = unit(text) else {
        // A short escape, or a broken one that the parser will refuse.
        let n_bytes = 1 + text.chars().nth(1).map_or(0, char::len_utf8);
        return Some(n_bytes);
    };
    match unit {
        0xD800..0xDC00 => {
            let next = text.get(LONE..).and_then(self::unit)?;
            (0xDC00..0xE000).contains(&next).then_some(2 * LONE)
        }
        0xDC00..0xE000 => None,
        _ => Some(LONE),
    }
}

/// Returns the UTF-16 unit of the escape that `text` begins with.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    if digits.starts_with('+') {
        return None;
    }
    u16::from_str_radix(digits, 16).ok()
}

/// What [`controls`] made of a line.
pub(super) struct Mended {
    pub(super) json: String,
    /// Whether a NUL byte stood where no string is.
    pub(super) has_nul_outside: bool,
}

/// Escapes control characters inside strings and blanks those outside.
///
/// Returns `None` when the line holds none.
pub(super) fn controls(json: &str) -> Option<Mended> {
    if !json.bytes().any(|byte| byte < 0x20) {
        return None;
    }
    let mut mended = Mended {
        json: String::with_capacity(json.len() + 16),
        has_nul_outside: false,
    };
    let mut is_inside = false;
    let mut is_escaped = false;
    for c in json.chars() {
        match c {
            '\0'..' ' if is_inside => {
                // A backslash in front belongs to the character as it was.
                if is_escaped {
                    mended.json.push('\\');
                }
                let digits = format!("{:04x}", u32::from(c));
                mended.json.push_str("\\u");
                mended.json.push_str(&digits);
                is_escaped = false;
                continue;
            }
            '\0'..' ' => {
                mended.has_nul_outside |= c == '\0';
                mended.json.push(' ');
                continue;
            }
            '"' if !is_escaped => is_inside = !is_inside,
            _ => {}
        }
        is_escaped = is_inside && c == '\\' && !is_escaped;
        mended.json.push(c);
    }
    Some(mended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lone_surrogates_are_replaced() {
        for (json, expected) in [
            (r#""a\ud83d b""#, r#""a\ufffd b""#),
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\uDE00\uD83D""#, r#""\ufffd\ufffd""#),
            (r#""\ud83d\ud83d\ude00x""#, r#""\ufffd\ud83d\ude00x""#),
            (r#""\\ud83d \u00e9\n""#, r#""\\ud83d \u00e9\n""#),
            (r#""\ud83d"#, r#""\ufffd"#),
            (r#""\ud8"#, r#""\ud8"#),
            (r#""\\\ud83dé\"#, r#""\\\ufffdé\"#),
        ] {
            assert_eq!(surrogates(json), expected, "{json}");
        }
    }

    #[test]
    fn control_characters_become_text_or_space() {
        let mended = controls("\0{\"a\tb\":\"x\0\\\"\n\"}\0").unwrap();
        assert_eq!(mended.json, " {\"a\\u0009b\":\"x\\u0000\\\"\\u000a\"} ");
        assert!(mended.has_nul_outside);
        assert!(controls(r#"{"a":1}"#).is_none());
        let value: serde_json::Value =
            serde_json::from_str(&controls("[\"\\\t\"]").unwrap().json).unwrap();
        assert_eq!(value, serde_json::json!(["\\\t"]));
    }
}
