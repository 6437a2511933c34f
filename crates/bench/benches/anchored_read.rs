//! An anchored read among 1,000,000 events against one among 1,000 (H12).
//!
//! `cargo bench -p sessions-bench --bench anchored_read [EVENTS]`

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::hint::black_box;

use sessions_bench::{OneTranscript, SetUpError, id_at, in_turn};
use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::id::MessageId;

const FEW: usize = 1_000;

fn main() -> Result<(), SetUpError> {
    // Cargo's own flags are passed on; a number among the arguments is ours.
    let many = std::env::args()
        .find_map(|it| it.parse().ok())
        .unwrap_or(1_000_000);
    let (short, long) = (OneTranscript::of(FEW)?, OneTranscript::of(many)?);
    println!("anchored reads of 20 rows; medians of 400, in turn");
    println!("{:<28} {:>12} {:>12} {:>7}", "", FEW, many, "ratio");
    for (what, in_short, in_long) in [
        ("in the current view", 800, many / 10 * 8),
        ("in a closed interval", 200, many / 10 * 2),
    ] {
        for (tools, include_tools) in [("", false), (", with tools", true)] {
            let (a, b) = in_turn(
                400,
                || read(&short, &id_at(in_short), include_tools),
                || read(&long, &id_at(in_long), include_tools),
            );
            let ratio = b.as_secs_f64() / a.as_secs_f64();
            println!(
                "{:<28} {a:>12.1?} {b:>12.1?} {ratio:>7.2}",
                format!("{what}{tools}")
            );
        }
    }
    Ok(())
}

fn read(subject: &OneTranscript, id: &MessageId, include_tools: bool) {
    let window = HistoryWindow::Around(id.clone());
    let limit = RowLimit::try_from(20).unwrap_or_default();
    let page = subject.store.snapshot().and_then(|snapshot| {
        let generation = snapshot.generation(&subject.key, None)?;
        generation
            .map(|it| snapshot.history(&it, &window, limit, include_tools))
            .transpose()
    });
    let n_rows = page.ok().flatten().map_or(0, |page| page.rows.len());
    assert_eq!(black_box(n_rows), 20);
}
