//! Masks lines of JSON: reads `{"id","text"}` and writes `{"id","redacted","spans"}`.
//!
//! Spans are ranges of Unicode scalar values. With `--bench` it reads plain text
//! and reports the speed of scanning it instead.

#![expect(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "an example program talks"
)]

use std::io::{self, BufRead as _, Read as _, Write as _};
use std::time::Instant;

use serde_json::{Value, json};
use sessions_redact::Redactor;

fn main() -> io::Result<()> {
    let started = Instant::now();
    let redactor = Redactor::new();
    if std::env::args().any(|argument| argument == "--bench") {
        return bench(&redactor, started);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let input: Value = serde_json::from_str(&line?)?;
        let text = input
            .get("text")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let redacted = redactor.redact(text);
        let count = |end: usize| text.get(..end).unwrap_or(text).chars().count();
        let spans: Vec<Value> = redacted
            .masks()
            .iter()
            .map(|mask| {
                json!({
                    "start": count(mask.original.start),
                    "end": count(mask.original.end),
                    "rule": mask.rule.as_str(),
                })
            })
            .collect();
        let answer =
            json!({ "id": input.get("id"), "redacted": redacted.as_str(), "spans": spans });
        writeln!(out, "{answer}")?;
    }
    out.flush()
}

fn bench(redactor: &Redactor, started: Instant) -> io::Result<()> {
    eprintln!("start {:?}", started.elapsed());
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text)?;
    for _ in 0..5 {
        let begun = Instant::now();
        let found = redactor.scan(&text).len();
        let took = begun.elapsed();
        let speed =
            f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX)) / took.as_secs_f64() / 1e6;
        println!("{found} spans, {took:?}, {speed:.0} MB/s");
    }
    Ok(())
}
