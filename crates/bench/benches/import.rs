//! An import with its index against filling a plain FTS5 table.
//!
//! `cargo bench -p sessions-bench --bench import [MESSAGES]`

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::time::Duration;

use sessions_bench::{
    Bare, Clock, Corpus, Filled, Layout, Mix, SetUpError, Told, conversations, median, ratio,
    reconcile, redacting,
};
use sessions_store::{Masker, StepBudget};

const ROUNDS: usize = 3;

/// Returns the CPU time of filling a bare database in one transaction.
fn bare(layout: Layout, all: &[Told]) -> Result<Duration, SetUpError> {
    let mut bare = Bare::empty(layout)?;
    let (outcome, taken) = Clock::Process.time(|| bare.take(all));
    outcome.map(|()| taken)
}

/// Returns the CPU times of storing and of indexing.
fn store(masker: Masker, all: &[Told]) -> Result<[Duration; 2], SetUpError> {
    let filled = Filled::empty(masker)?;
    let (outcome, storing) = Clock::Process.time(|| filled.import(all));
    outcome?;
    let (outcome, indexing) =
        Clock::Process.time(|| reconcile(&filled.store, StepBudget::default()));
    outcome?;
    Ok([storing, indexing])
}

fn main() -> Result<(), SetUpError> {
    let n = std::env::args()
        .find_map(|it| it.parse().ok())
        .unwrap_or(100_000);
    println!("CPU time of {n} messages; medians of {ROUNDS}, in turn");
    for (mix, name) in [(Mix::World, "several scripts"), (Mix::Latin, "Latin only")] {
        let all = conversations(&mut Corpus::new(1, mix), n, 100)?;
        let mut times: [Vec<Duration>; 9] = Default::default();
        for _ in 0..ROUNDS {
            let plain = bare(Layout::PlainFts, &all)?;
            let ours = bare(Layout::OurFts, &all)?;
            let rows = bare(Layout::Rows, &all)?;
            let [storing, indexing] = store(Masker::none(), &all)?;
            let [storing_masked, indexing_masked] = store(redacting(), &all)?;
            let round = [
                plain,
                ours,
                rows,
                storing,
                indexing,
                storing + indexing,
                storing_masked,
                indexing_masked,
                storing_masked + indexing_masked,
            ];
            for (all, one) in times.iter_mut().zip(round) {
                all.push(one);
            }
        }
        let medians = times.map(median);
        let plain = medians[0];
        println!("{name:<48} {:>10} {:>8}", "CPU", "/ plain");
        for (name, taken) in NAMES.into_iter().zip(medians) {
            println!("  {name:<46} {taken:>10.2?} {:>8.2}", ratio(taken, plain));
        }
    }
    Ok(())
}

const NAMES: [&str; 9] = [
    "plain FTS5 unicode61, one transaction",
    "our words in our FTS5 table, one transaction",
    "bare rows with their indexes, one transaction",
    "import, no masking: storing",
    "import, no masking: indexing",
    "import, no masking: both",
    "import, secrets masked: storing",
    "import, secrets masked: indexing",
    "import, secrets masked: both",
];
