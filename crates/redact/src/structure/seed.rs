//! Seed phrases behind a label: 12 to 24 lower-case words.

use super::Recogniser;
use crate::charset::{LOWER, Set};
use crate::scan::Scan;
use crate::seed_words::RULE;
use crate::span::Rank;

const GAP: Set = Set::of(" \t\r\n,\"'`");

pub(super) const RECOGNISER: Recogniser = Recogniser {
    literals: &[
        "seed phrase",
        "mnemonic",
        "recovery phrase",
        "seed words",
        "backup phrase",
        "secret phrase",
        "seed:",
    ],
    rules: &[RULE],
    run,
};

fn run(scan: &mut Scan<'_>, _: usize, _: usize, end: usize) {
    let text = scan.text;
    let mut at = text.run(end, Set::of(" :=\"'`\t\r\n-"), 12);
    if text.starts(at, b"is") {
        at = text.run(at + 2, Set::of(" :=\"'`\t\r\n"), 6);
    }
    let start = at;
    let mut last = at;
    let mut words = 0;
    // The words of the list have 3 to 8 letters.
    while words < 24 {
        let word = text.run(at, LOWER, 9);
        if !(3..=8).contains(&(word - at)) {
            break;
        }
        words += 1;
        last = word;
        at = text.run(word, GAP, 3);
        if at == word {
            break;
        }
    }
    if matches!(words, 12 | 15 | 18 | 21 | 24) {
        scan.add(start, last, Rank::Structure, RULE);
    }
}
