//! How fast secrets are found and masked, beside a plain search for a byte that
//! reads the same text.
//!
//! `cargo bench -p sessions-bench --bench redact`

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use sessions_bench::{Clock, Corpus, Mix, median, ratio};
use sessions_redact::Redactor;

/// Of each text, about.
const N_BYTES: usize = 4 * 1024 * 1024;
const N_TIMES: usize = 15;

fn main() {
    let start = median(times(|| drop(black_box(Redactor::new()))));
    println!("a redactor is ready after {start:.1?}");
    let redactor = Redactor::new();
    println!("each message masked by itself; medians of {N_TIMES}, in turn with the search");
    println!(
        "{:<28} {:>8} {:>8} {:>10} {:>12}",
        "", "masks", "MB/s", "search", "to search"
    );
    for (what, texts) in [
        ("chat", chat(Mix::Latin, false)),
        ("chat of all scripts", chat(Mix::World, false)),
        ("chat, 1 % of it secrets", chat(Mix::Latin, true)),
        ("logs", logs()),
    ] {
        let n_bytes: usize = texts.iter().map(String::len).sum();
        let mut n_masks = 0;
        let (mut masking, mut searching) = (Vec::new(), Vec::new());
        for _ in 0..N_TIMES {
            let (n, taken) = Clock::Thread.time(|| {
                let masked = texts.iter().map(|text| redactor.redact(text));
                masked.map(|it| black_box(it).masks().len()).sum()
            });
            n_masks = n;
            masking.push(taken);
            // A byte that stands in no text, so all of it is read.
            let read = || {
                let found = texts
                    .iter()
                    .filter_map(|it| memchr::memchr(1, it.as_bytes()));
                black_box(found.count())
            };
            searching.push(Clock::Thread.time(read).1);
        }
        let (masking, searching) = (median(masking), median(searching));
        println!(
            "{what:<28} {n_masks:>8} {:>8.0} {:>10.0} {:>12.0}",
            speed(n_bytes, masking),
            speed(n_bytes, searching),
            ratio(masking, searching)
        );
    }
}

fn times(mut f: impl FnMut()) -> Vec<Duration> {
    (0..N_TIMES).map(|_| Clock::Thread.time(&mut f).1).collect()
}

/// Megabytes a second.
fn speed(n_bytes: usize, time: Duration) -> f64 {
    let n_bytes = u32::try_from(n_bytes).unwrap_or(u32::MAX);
    f64::from(n_bytes) / time.as_secs_f64() / 1e6
}

/// Messages; with secrets, one of 40 bytes after each 4,000.
fn chat(mix: Mix, has_secrets: bool) -> Vec<String> {
    let mut corpus = Corpus::new(7, mix);
    let (mut texts, mut n_bytes, mut owed) = (Vec::new(), 0, 0);
    while n_bytes < N_BYTES {
        for event in corpus.conversation(50) {
            let mut text = event.body.display_text().to_owned();
            owed += text.len();
            while has_secrets && owed >= 4_000 {
                owed -= 4_000;
                push_secret(&mut text, n_bytes);
            }
            n_bytes += text.len();
            texts.push(text);
        }
    }
    texts
}

/// A token and its surroundings, put together so that no scanner stops here.
fn push_secret(text: &mut String, nth: usize) {
    let body: String = (0..36_usize)
        .map(|at| {
            let mixed = (nth + at * 31).wrapping_mul(2_654_435_761) >> 7;
            let letter = b"aB3xY9kQ7mZ2pW5t".get(mixed % 16).copied();
            char::from(letter.unwrap_or(b'a'))
        })
        .collect();
    let head = if nth.is_multiple_of(2) {
        "gh"
    } else {
        "API_KEY=gh"
    };
    let _ = write!(text, " {head}p_{body}");
}

/// Lines of a server.
fn logs() -> Vec<String> {
    let mut text = String::new();
    let mut nth = 0_usize;
    let mut texts = Vec::new();
    let mut n_bytes = 0;
    while n_bytes < N_BYTES {
        text.clear();
        for _ in 0..200 {
            nth += 1;
            let id = nth.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let _ = writeln!(
                text,
                "2026-11-30T12:{:02}:{:02}.{:03}Z INFO http{{id={id:016x}}}: GET \
                 /api/v1/sessions/{:08x}/messages?limit=20&cursor=eyIx{:x} 200 {}ms \
                 user_agent=\"client/1.{}\" peer=10.0.{}.{}:{}",
                nth / 60 % 60,
                nth % 60,
                nth % 1000,
                id >> 32,
                id % 4096,
                nth % 90,
                nth % 20,
                nth % 256,
                id % 256,
                id % 60_000,
            );
        }
        n_bytes += text.len();
        texts.push(text.clone());
    }
    texts
}
