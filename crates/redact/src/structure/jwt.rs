//! JSON web tokens: base64url parts whose first decodes to a header.

use super::Recogniser;
use crate::boundary;
use crate::charset::{ALNUM, URLSAFE};
use crate::scan::{LONG, Scan};
use crate::span::{Finding, Rank, RuleName};

const RULE: &str = "jwt";
const MAX_PART: usize = 16 * 1024;
/// How much of the same alphabet may stand in front of a header.
const NEAR: usize = 256;

pub(super) const RECOGNISER: Recogniser = Recogniser {
    literals: &["eyJ", "ewog", "eyAi"],
    rules: &[RULE],
    run,
};

fn run(scan: &mut Scan<'_>, _: usize, start: usize, _: usize) {
    let text = scan.text;
    let cover = scan.cover(start);
    // A header that decodes needs no boundary in front of it; only so that a
    // run of headers is not read from each, it must begin near the run's start.
    let is_first = || {
        let near = text.run_back(start, URLSAFE, NEAR);
        start - near < NEAR || scan.is_glued(start)
    };
    if text.at(start) != b'e' || !(boundary::is_open(text, start, ALNUM) || is_first()) {
        return;
    }
    let head = text.run(start, URLSAFE, 2048);
    if cover.is_some_and(|end| end > head) {
        return;
    }
    let is_header = || text.at(head) == b'.' && is_header(text.slice(start, head));
    if head - start < 16 || !is_header() {
        if head - start >= LONG {
            scan.in_vain(start, RULE);
        }
        return;
    }
    let mut end = head;
    // Three parts when signed, five when encrypted; the parts may be empty.
    for _ in 0..4 {
        if text.at(end) != b'.' {
            break;
        }
        let next = text.run(end + 1, URLSAFE, MAX_PART);
        if next == end + 1 && text.at(next) != b'.' {
            break;
        }
        end = next;
    }
    if end > head {
        scan.accept(Finding {
            start,
            end,
            rank: Rank::Structure,
            rule: RuleName::built_in(RULE),
        });
    }
}

/// Whether the first bytes decode to JSON that names an algorithm or a type.
fn is_header(part: &[u8]) -> bool {
    let mut decoded = [0_u8; 384];
    let mut len = 0;
    for quad in part.chunks(4) {
        let mut bits = 0_u32;
        for at in 0..4 {
            bits = bits << 6 | quad.get(at).map_or(0, |byte| sextet(*byte));
        }
        for byte in bits.to_be_bytes().into_iter().skip(1) {
            if let Some(slot) = decoded.get_mut(len) {
                *slot = byte;
                len += 1;
            }
        }
    }
    let decoded = decoded.get(..len).unwrap_or_default();
    [b"\"alg\"".as_slice(), b"\"typ\"", b"\"enc\"", b"\"kid\""]
        .iter()
        .any(|name| decoded.windows(name.len()).any(|window| window == *name))
}

fn sextet(byte: u8) -> u32 {
    u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'-' => 62,
        _ => 63,
    })
}
