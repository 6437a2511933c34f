//! One message a transaction, with its index, against the same without.
//!
//! `cargo bench -p sessions-bench --bench append [ROWS]`

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::time::Duration;

use sessions_bench::{
    Bare, Clock, Corpus, Filled, Layout, Mix, SetUpError, Told, conversations, each, ratio,
    redacting,
};
use sessions_core::event::TranscriptEvent;
use sessions_store::{Maintenance, Masker};

const FEW: usize = 1_000;
/// Appends of one subject between two turns.
const BLOCK: usize = 100;
const BLOCKS: usize = 20;

/// What is appended to.
enum Subject {
    Store(Box<Filled>),
    Bare(Box<Bare>),
}

impl Subject {
    fn bare(layout: Layout, all: &[Told]) -> Result<Self, SetUpError> {
        let mut bare = Bare::empty(layout)?;
        bare.take(all)?;
        Ok(Self::Bare(Box::new(bare)))
    }

    fn store(filled: Filled, all: &[Told]) -> Result<Self, SetUpError> {
        filled.take(all)?;
        Ok(Self::Store(Box::new(filled)))
    }

    /// A store whose maintenance has had its time.
    fn merged(filled: Filled, all: &[Told]) -> Result<Self, SetUpError> {
        filled.take(all)?;
        while filled.store.merge_step()? == Maintenance::Worked {}
        Ok(Self::Store(Box::new(filled)))
    }

    fn append(
        &mut self,
        session: i64,
        told: &Told,
        event: &TranscriptEvent,
    ) -> Result<(), SetUpError> {
        match self {
            Self::Store(filled) => filled.append(told, event),
            Self::Bare(bare) => bare.append(session, event),
        }
    }
}

const NAMES: [&str; 7] = [
    "with index, secrets masked",
    "with index",
    "with index, merged before",
    "without index, the same otherwise",
    "bare rows with their indexes",
    "bare rows, one plain table",
    "plain FTS5 unicode61",
];

/// Returns the mean CPU time of an append to a file of `n_rows`, by subject.
fn measured(n_rows: usize) -> Result<[Duration; 7], SetUpError> {
    let mut corpus = Corpus::new(1, Mix::World);
    let all = conversations(&mut corpus, n_rows, 100)?;
    let mut subjects = [
        Subject::store(Filled::empty(redacting())?, &all)?,
        Subject::store(Filled::empty(Masker::none())?, &all)?,
        Subject::merged(Filled::empty(Masker::none())?, &all)?,
        Subject::store(Filled::empty(Masker::none())?.without_index(), &all)?,
        Subject::bare(Layout::Rows, &all)?,
        Subject::bare(Layout::Table, &all)?,
        Subject::bare(Layout::PlainFts, &all)?,
    ];
    let mut totals = [Duration::ZERO; 7];
    for _ in 0..BLOCKS {
        let events: Vec<_> = (0..BLOCK).map(|_| corpus.message()).collect();
        for (subject, total) in subjects.iter_mut().zip(&mut totals) {
            let (outcome, taken) = Clock::Process.time(|| {
                // Ten conversations go on at once.
                let sessions = (1..).zip(&all).take(10).cycle();
                for ((session, told), event) in sessions.zip(&events) {
                    subject.append(session, told, event)?;
                }
                Ok::<_, SetUpError>(())
            });
            outcome?;
            *total += taken;
        }
    }
    Ok(totals.map(|total| each(total, BLOCK * BLOCKS)))
}

fn main() -> Result<(), SetUpError> {
    let many = std::env::args()
        .find_map(|it| it.parse().ok())
        .unwrap_or(100_000);
    let (of_few, of_many) = (measured(FEW)?, measured(many)?);
    println!(
        "CPU time of an append in a transaction of its own; means of {}, in turn",
        BLOCK * BLOCKS
    );
    println!("rows in the file before; the ratios to others are those of {many}");
    println!(
        "{:<36} {FEW:>10} {many:>10} {:>7} {:>10} {:>12} {:>10}",
        "", "ratio", "/ no index", "/ bare rows", "/ 1 table"
    );
    let [_, _, _, no_index, rows, table, _] = of_many;
    for ((name, few), many) in NAMES.into_iter().zip(of_few).zip(of_many) {
        println!(
            "{name:<36} {few:>10.1?} {many:>10.1?} {:>7.2} {:>10.2} {:>12.2} {:>10.2}",
            ratio(many, few),
            ratio(many, no_index),
            ratio(many, rows),
            ratio(many, table),
        );
    }
    Ok(())
}
