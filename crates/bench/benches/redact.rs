//! How fast secrets are found and masked, beside a plain search for a byte that
//! reads the same text.
//!
//! `cargo bench -p sessions-bench --bench redact`

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::hint::black_box;
use std::time::Duration;

use sessions_bench::{Clock, median, ratio, texts_to_mask};
use sessions_redact::Redactor;

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
    for (name, texts) in texts_to_mask() {
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
            "{name:<28} {n_masks:>8} {:>8.0} {:>10.0} {:>12.0}",
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
