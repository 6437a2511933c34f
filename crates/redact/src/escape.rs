//! Keeps masks from cutting an escape in two, so that a string of JSON with a
//! mask inside is still one.

/// `start..end` with the escapes at its edges whole: one that it begins within
/// is taken along, one that would begin at its end stays outside.
pub(crate) fn whole(text: &[u8], start: usize, end: usize) -> (usize, usize) {
    let start = unicode_around(text, start).map_or(start, |(from, _)| from);
    let slashes = slashes_before(text, start);
    let start = if slashes % 2 == 1 {
        start - slashes
    } else {
        start
    };
    if let Some((from, to)) = unicode_around(text, end)
        && start < from
    {
        return (start, to);
    }
    let is_cut = slashes_before(text, end) % 2 == 1;
    (start, end - usize::from(is_cut && start + 1 < end))
}

/// How many backslashes end at `at`.
fn slashes_before(text: &[u8], at: usize) -> usize {
    let head = text.get(..at).unwrap_or_default();
    head.iter().rev().take_while(|byte| **byte == b'\\').count()
}

/// Where the escape `\u0000` begins and ends that `at` is within, behind its `u`.
fn unicode_around(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let (sign, end) = (1..=4).find_map(|back| {
        let sign = at.checked_sub(back)?;
        (text.get(sign) == Some(&b'u')).then_some((sign, sign + 5))
    })?;
    let digits = text.get(sign + 1..end)?;
    let is_escape = digits.iter().all(u8::is_ascii_hexdigit) && slashes_before(text, sign) % 2 == 1;
    is_escape.then(|| (sign - 1, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_at_the_edges_stay_whole() {
        for (text, from, to) in [
            ("a<xy>b", "xy", "xy"),
            (r"a\<nx>b", "nx", r"\nx"),
            (r"a\\<nx>b", "nx", "nx"),
            (r"a\\\<nx>b", "nx", r"\\\nx"),
            (r"a<xy\>nb", r"xy\", "xy"),
            (r"a<xy\\>nb", r"xy\\", r"xy\\"),
            (r"a\u00<41x>b", "41x", r"\u0041x"),
            (r"a\u0041<x>b", "x", "x"),
            (r"a<xy\u00>41b", r"xy\u00", r"xy\u0041"),
            (r"a<xy\u0041>b", r"xy\u0041", r"xy\u0041"),
            (r"au00<41x>b", "41x", "41x"),
            (r"u0041<x>", "x", "x"),
            (r"<u00>41", "u00", "u00"),
        ] {
            let start = text.find('<').unwrap();
            let end = text.find('>').unwrap() - 1;
            let plain = text.replace(['<', '>'], "");
            assert_eq!(plain.get(start..end), Some(from), "{text}");
            let (start, end) = whole(plain.as_bytes(), start, end);
            assert_eq!(plain.get(start..end), Some(to), "{text}");
        }
    }
}
