//! A writer's rate alone and beside readers that search and read history.
//!
//! `cargo bench -p sessions-bench --bench readers [MESSAGES]`

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sessions_bench::{
    Clock, Corpus, Filled, Mix, SetUpError, Told, conversations, median, ratio, redacting,
};
use sessions_core::event::TranscriptEvent;
use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::query::Query;
use sessions_core::scope::SessionScope;
use sessions_store::{CandidateQuery, StoreError};

const ROUNDS: usize = 5;
const APPENDS: usize = 2_000;
const READERS: usize = 4;

/// What stands beside the writer.
#[derive(Clone, Copy)]
struct Beside {
    name: &'static str,
    n_readers: usize,
    /// How long a reader rests between two reads.
    rest: Duration,
    /// Whether the threads only keep the machine busy and read nothing.
    is_idle_work: bool,
}

const BESIDE: [Beside; 4] = [
    Beside {
        name: "alone",
        n_readers: 0,
        rest: Duration::ZERO,
        is_idle_work: false,
    },
    Beside {
        name: "4 readers, 100 reads a second each",
        n_readers: READERS,
        rest: Duration::from_millis(10),
        is_idle_work: false,
    },
    Beside {
        name: "4 readers without rest",
        n_readers: READERS,
        rest: Duration::ZERO,
        is_idle_work: false,
    },
    Beside {
        name: "4 threads that count, no database",
        n_readers: READERS,
        rest: Duration::ZERO,
        is_idle_work: true,
    },
];

/// What one turn measured.
struct Turn {
    wall: Duration,
    cpu: Duration,
    n_reads: usize,
}

fn main() -> Result<(), SetUpError> {
    let n = std::env::args()
        .find_map(|it| it.parse().ok())
        .unwrap_or(50_000);
    let mut corpus = Corpus::new(1, Mix::World);
    let all = conversations(&mut corpus, n, 100)?;
    let filled = Filled::empty(redacting())?;
    filled.take(&all)?;
    // Rare, middling and common words, and two together.
    let queries: Vec<String> = [20_000, 2_000, 200, 20]
        .map(|rank| corpus.word(rank).to_owned())
        .into_iter()
        .chain([format!("{} {}", corpus.word(50), corpus.word(500))])
        .filter_map(|text| Query::parse(&text).ok()?.fts_expression())
        .collect();
    let mut turns: [Vec<Turn>; 4] = Default::default();
    for _ in 0..ROUNDS {
        for (beside, turns) in BESIDE.into_iter().zip(&mut turns) {
            let events: Vec<_> = (0..APPENDS).map(|_| corpus.message()).collect();
            turns.push(turn(&filled, &all, &queries, beside, &events)?);
        }
    }
    let n_cpus = std::thread::available_parallelism().map_or(0, usize::from);
    println!(
        "{APPENDS} appends to {n} messages and more; medians of {ROUNDS}, in turn; {n_cpus} cores"
    );
    println!(
        "{:<36} {:>11} {:>13} {:>10} {:>14} {:>9}",
        "", "appends/s", "rate / alone", "CPU each", "CPU / alone", "reads/s"
    );
    let summed = turns.map(|turns| {
        let n_reads: usize = turns.iter().map(|it| it.n_reads).sum();
        let wall_in_all: Duration = turns.iter().map(|it| it.wall).sum();
        let reads = f64::from(u32::try_from(n_reads).unwrap_or(u32::MAX));
        let (walls, cpus) = turns.into_iter().map(|it| (it.wall, it.cpu)).unzip();
        (
            median(walls),
            median(cpus),
            reads / wall_in_all.as_secs_f64(),
        )
    });
    let [(wall_alone, cpu_alone, _), ..] = summed;
    let n_appends = f64::from(u32::try_from(APPENDS).unwrap_or(u32::MAX));
    for (beside, (wall, cpu, reads)) in BESIDE.into_iter().zip(summed) {
        println!(
            "{:<36} {:>11.0} {:>13.2} {:>10.1?} {:>14.2} {reads:>9.0}",
            beside.name,
            n_appends / wall.as_secs_f64(),
            ratio(wall_alone, wall),
            sessions_bench::each(cpu, APPENDS),
            ratio(cpu, cpu_alone),
        );
    }
    Ok(())
}

fn turn(
    filled: &Filled,
    all: &[Told],
    queries: &[String],
    beside: Beside,
    events: &[TranscriptEvent],
) -> Result<Turn, SetUpError> {
    let is_over = AtomicBool::new(false);
    let n_reads = AtomicUsize::new(0);
    let ((outcome, cpu), wall) = std::thread::scope(|scope| {
        for first in 0..beside.n_readers {
            let (is_over, n_reads) = (&is_over, &n_reads);
            scope.spawn(move || {
                let mut nth = first;
                while !is_over.load(Ordering::Relaxed) {
                    if beside.is_idle_work {
                        count();
                        continue;
                    }
                    let outcome = read(filled, all, queries, nth);
                    assert!(outcome.is_ok(), "a read fails: {outcome:?}");
                    n_reads.fetch_add(1, Ordering::Relaxed);
                    nth += READERS;
                    if beside.rest != Duration::ZERO {
                        std::thread::sleep(beside.rest);
                    }
                }
            });
        }
        let measured = Clock::Wall.time(|| {
            Clock::Thread.time(|| {
                for (told, event) in all.iter().take(10).cycle().zip(events) {
                    filled.append(told, event)?;
                }
                Ok::<_, SetUpError>(())
            })
        });
        is_over.store(true, Ordering::Relaxed);
        measured
    });
    outcome?;
    Ok(Turn {
        wall,
        cpu,
        n_reads: n_reads.into_inner(),
    })
}

/// A search and the newest rows of a session, in one snapshot.
fn read(filled: &Filled, all: &[Told], queries: &[String], nth: usize) -> Result<(), StoreError> {
    let (Some(told), Some(expression)) =
        (all.get(nth % all.len()), queries.get(nth % queries.len()))
    else {
        return Ok(());
    };
    let query = CandidateQuery::new(expression, 50);
    let snapshot = filled.store.snapshot()?;
    black_box(snapshot.search(&SessionScope::Everything, &query)?);
    if let Some(generation) = snapshot.generation(&told.key, None)? {
        let window = HistoryWindow::Newest { offset: None };
        let limit = RowLimit::try_from(20).unwrap_or_default();
        black_box(snapshot.history(&generation, &window, limit, false)?);
    }
    Ok(())
}

/// Keeps a core busy for about a millisecond.
fn count() {
    let start = Instant::now();
    let mut sum = 0_u64;
    while start.elapsed() < Duration::from_millis(1) {
        for n in 0..1_000_u64 {
            sum = black_box(sum.wrapping_add(n));
        }
    }
}
