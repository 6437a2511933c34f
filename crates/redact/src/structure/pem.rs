//! Private keys between `-----BEGIN` and `-----END`, also with one of the two
//! missing, quoted, indented, or with escaped line ends.
//!
//! The markers stay, and so do certificates and public keys.

use super::Recogniser;
use crate::charset::{ALNUM, BASE64, Set};
use crate::scan::Scan;
use crate::span::Rank;
use crate::text::Text;

const RULE: &str = "private-key";
/// No key is longer: an RSA key of 16,384 bits has about 13,000 bytes.
const MAX_BLOCK: usize = 32 * 1024;
const LABEL: Set = ALNUM.and(Set::of(" "));

pub(super) const BEGIN: Recogniser = Recogniser {
    literals: &["-----BEGIN ", "---- BEGIN "],
    rules: &[RULE],
    run: begin,
};
pub(super) const END: Recogniser = Recogniser {
    literals: &["-----END ", "---- END "],
    rules: &[RULE],
    run: end,
};

fn is_private(label: &[u8]) -> bool {
    label
        .windows(11)
        .any(|words| words.eq_ignore_ascii_case(b"PRIVATE KEY"))
}

/// Where the label that begins at `at` ends, dashes included, if it is private.
fn label(text: Text<'_>, at: usize) -> Option<usize> {
    let end = text.run(at, LABEL, 60);
    is_private(text.slice(at, end)).then(|| text.run(end, Set::of("-"), 5))
}

fn begin(scan: &mut Scan<'_>, _: usize, start: usize, at: usize) {
    if start < scan.block_end {
        return;
    }
    let text = scan.text;
    let Some(body) = label(text, at) else { return };
    let limit = (body + MAX_BLOCK).min(text.len());
    let mut end = body;
    let mut tail = body;
    let mut at = body;
    // Line by line: up to the end marker, or as long as lines look like a key.
    while at < limit {
        if text.starts(at, b"-----END ") || text.starts(at, b"---- END ") {
            let label = text.run(at + 9, LABEL, 60);
            tail = text.run(label, Set::of("-"), 5);
            break;
        }
        let step = if text.at(at) == b'-' {
            at + 1
        } else {
            text.run(at, BODY_NO_DASH, limit - at)
        };
        if step == at {
            break;
        }
        let piece_end = trimmed(text, at, step);
        if !is_key_like(text, at, piece_end) {
            end = end.max(key_prefix(text, at, piece_end));
            break;
        }
        end = end.max(piece_end);
        at = step;
    }
    scan.block_end = end.max(tail);
    let body = skip_gap(text, body, end);
    let end = cut_gap(text, body, end);
    if holds_key(text, body, end) {
        scan.add(body, end, Rank::Structure, RULE);
    }
}

/// Behind the line ends, escaped or not, and margins at `at`.
fn skip_gap(text: Text<'_>, at: usize, limit: usize) -> usize {
    let mut at = at;
    loop {
        let gap = text.run(at, BODY_GAP, limit.saturating_sub(at));
        let is_escape = text.before(gap) == b'\\' && matches!(text.at(gap), b'n' | b'r' | b't');
        if !is_escape || gap == at || gap + 1 >= limit {
            return gap;
        }
        at = gap + 1;
    }
}

/// The end of `start..end` without line ends, escaped or not, and margins.
fn cut_gap(text: Text<'_>, start: usize, end: usize) -> usize {
    let mut end = end;
    loop {
        let cut = text.run_back(end, BODY_GAP, end - start);
        let is_escape = matches!(text.before(cut), b'n' | b'r' | b't')
            && cut > start + 1
            && text.before(cut - 1) == b'\\';
        if !is_escape {
            return cut;
        }
        end = cut - 1;
    }
}

const BODY_NO_DASH: Set = BASE64.and(Set::of(" \t\r\n\\\"'>|#*,.:_()"));

/// `start..end` without the white space, quotes and margins at its end.
fn trimmed(text: Text<'_>, start: usize, end: usize) -> usize {
    let back = text.run_back(end, Set::of(" \t\r\n\"'>|#*,.:()"), end - start);
    back.max(start)
}

/// A word of prose has no place in a key: every word must be base64 of some
/// length, a header such as `Proc-Type: 4,ENCRYPTED`, or a line's rest.
fn is_key_like(text: Text<'_>, start: usize, end: usize) -> bool {
    key_prefix(text, start, end) == end
}

/// How far `start..end` looks like a key.
fn key_prefix(text: Text<'_>, start: usize, end: usize) -> usize {
    let mut at = start;
    let mut good = start;
    let mut short = 0;
    while at < end {
        let gap = text.run(at, BASE64.not(), end - at);
        let word = text.run(gap, BASE64, end - gap).min(end);
        if word == gap {
            return end;
        }
        if word - gap < 20 && !text.slice(gap, word).ends_with(b"=") && !is_header(text, gap) {
            short += 1;
            if short > 3 {
                return good;
            }
        } else {
            short = 0;
            good = word;
        }
        at = word;
    }
    if short > 1 { good } else { end }
}

fn is_header(text: Text<'_>, at: usize) -> bool {
    [
        b"Proc".as_slice(),
        b"Type",
        b"4",
        b"ENCRYPTED",
        b"DEK",
        b"Info",
        b"AES",
        b"DES",
        b"CBC",
        b"Version",
        b"Comment",
    ]
    .iter()
    .any(|word| text.starts(at, word))
}

/// Whether `start..end` holds enough base64 to be a key and not an example.
fn holds_key(text: Text<'_>, start: usize, end: usize) -> bool {
    let body = text.slice(start, end);
    let n = body.iter().filter(|byte| BASE64.has(**byte)).count();
    n >= 24 && !crate::placeholder::is_example(body)
}

/// A block whose beginning was cut off: the lines of base64 before the marker.
fn end(scan: &mut Scan<'_>, _: usize, start: usize, at: usize) {
    let text = scan.text;
    if start < scan.block_end {
        return;
    }
    let Some(tail) = label(text, at) else { return };
    let low = scan.block_end;
    let mut head = start;
    loop {
        let gap = text.run_back(head, BODY_GAP, (head - low).min(16));
        let line = text.run_back(gap, BASE64, (gap - low).min(MAX_BLOCK));
        let first = head == start;
        if line == gap || (gap - line < 32 && !(first && gap - line >= 1)) {
            break;
        }
        head = line;
        if start - head > MAX_BLOCK {
            break;
        }
    }
    scan.block_end = tail;
    let end = cut_gap(text, head, start);
    if holds_key(text, head, end) {
        scan.add(head, end, Rank::Structure, RULE);
    }
}

const BODY_GAP: Set = Set::of(" \t\r\n\\\"'>|#*");
