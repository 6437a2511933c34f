//! How long deletes, rewinds and reindexing hold the writer.
//!
//! `cargo bench -p sessions-bench --bench delete [MESSAGES]`

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::time::Duration;

use sessions_bench::{
    Bare, Clock, Corpus, Filled, Layout, Mix, SetUpError, Told, conversations, each, median, ratio,
    redacting,
};
use sessions_core::event::TimestampMs;
use sessions_core::id::MessageId;
use sessions_core::testing::build;
use sessions_store::{Mark, MaskedText, Masker, StepBudget, StepOutcome};

const ROUNDS: usize = 3;

fn main() -> Result<(), SetUpError> {
    let n = std::env::args()
        .find_map(|it| it.parse().ok())
        .unwrap_or(10_000);
    let mut corpus = Corpus::new(1, Mix::World);
    // The long conversation stands among others in its file.
    let others = conversations(&mut corpus, 2 * n, 100)?;
    let long = Told {
        key: "agent:main:long".parse().map_err(|_| SetUpError::Id)?,
        session_id: "long".parse().map_err(|_| SetUpError::Id)?,
        events: corpus.conversation(n),
    };
    deletes(&others, &long)?;
    reindexing(&others)?;
    for (name, masker) in [
        ("secrets masked", redacting()),
        ("no masking", Masker::none()),
    ] {
        rewinds(name, masker, &others, &long)?;
    }
    Ok(())
}

fn deletes(others: &[Told], long: &Told) -> Result<(), SetUpError> {
    let mut times: [Vec<Duration>; 4] = Default::default();
    for _ in 0..ROUNDS {
        let filled = Filled::empty(Masker::none())?;
        filled.take(others)?;
        filled.take(std::slice::from_ref(long))?;
        let ((outcome, cpu), wall) =
            Clock::Wall.time(|| Clock::Process.time(|| filled.store.delete(&long.key)));
        assert!(outcome?);
        let mut bare = Bare::empty(Layout::Rows)?;
        bare.take(others)?;
        bare.take(std::slice::from_ref(long))?;
        let session = i64::try_from(others.len() + 1).unwrap_or_default();
        let ((outcome, bare_cpu), bare_wall) =
            Clock::Wall.time(|| Clock::Process.time(|| bare.delete(session)));
        assert_eq!(outcome?, long.events.len());
        for (all, one) in times.iter_mut().zip([wall, cpu, bare_wall, bare_cpu]) {
            all.push(one);
        }
    }
    let [wall, cpu, bare_wall, bare_cpu] = times.map(median);
    println!(
        "a session of {} messages deleted; medians of {ROUNDS}, in turn",
        long.events.len()
    );
    println!("{:<36} {:>12} {:>12}", "", "writer held", "CPU");
    println!("{:<36} {wall:>12.1?} {cpu:>12.1?}", "with index");
    println!(
        "{:<36} {bare_wall:>12.1?} {bare_cpu:>12.1?}",
        "bare rows with their indexes"
    );
    println!(
        "{:<36} {:>12.2} {:>12.2}\n",
        "ratio",
        ratio(wall, bare_wall),
        ratio(cpu, bare_cpu)
    );
    Ok(())
}

fn reindexing(others: &[Told]) -> Result<(), SetUpError> {
    let n_rows: usize = others.iter().map(|it| it.events.len()).sum();
    println!("{n_rows} rows of one session reindexed, no masking");
    println!(
        "{:<36} {:>12} {:>14} {:>14}",
        "rows a step", "rows/CPU s", "median step", "longest step"
    );
    // One session, so that a step is as long as its budget lets it be.
    let one = Told {
        events: others.iter().flat_map(|it| it.events.clone()).collect(),
        ..others.first().cloned().ok_or(SetUpError::Id)?
    };
    let mut filled = Filled::empty(Masker::none())?;
    filled.take(&[one])?;
    for (version, max_rows) in (1..).zip([64, 256, 1_024, 4_096]) {
        filled.store.rebuild_index()?;
        steps("index thrown away", &filled, max_rows, n_rows)?;
        // The same masks under another number: every doc is replaced.
        let changed = Masker::new(version, |text| MaskedText {
            text: text.to_owned(),
            masks: Vec::new(),
        });
        filled = filled.reopened(changed)?;
        steps("rules changed", &filled, max_rows, n_rows)?;
    }
    println!();
    Ok(())
}

/// Reconciles to the end and prints how long the steps took.
fn steps(why: &str, filled: &Filled, max_rows: usize, n_rows: usize) -> Result<(), SetUpError> {
    let mut steps = Vec::new();
    let (outcome, cpu) = Clock::Process.time(|| {
        loop {
            let step = || filled.store.reconcile_step(StepBudget { max_rows });
            let (outcome, wall) = Clock::Wall.time(step);
            if outcome? == StepOutcome::Idle {
                return Ok::<_, SetUpError>(());
            }
            steps.push(wall);
        }
    });
    outcome?;
    assert!(
        n_rows / max_rows <= steps.len(),
        "not every row was reindexed"
    );
    let rate = f64::from(u32::try_from(n_rows).unwrap_or(u32::MAX)) / cpu.as_secs_f64();
    let longest = steps.iter().max().copied().unwrap_or_default();
    println!(
        "{:<36} {rate:>12.0} {:>14.1?} {longest:>14.1?}",
        format!("{max_rows}, {why}"),
        median(steps),
    );
    Ok(())
}

fn rewinds(name: &str, masker: Masker, others: &[Told], long: &Told) -> Result<(), SetUpError> {
    let filled = Filled::empty(masker)?;
    filled.take(others)?;
    filled.take(std::slice::from_ref(long))?;
    println!(
        "rewinds of a session of {} messages, {name}; medians of {ROUNDS}",
        long.events.len()
    );
    println!(
        "{:<8} {:>12} {:>9} {:>12} {:>9} {:>12} {:>12}",
        "rows", "back", "a row", "forth", "a row", "after, back", "after, forth"
    );
    let last = &long.events.last().ok_or(SetUpError::Id)?.id;
    let mut n_marks = 0;
    let mut rewind = |target: &MessageId| {
        n_marks += 1;
        let mark = Mark {
            key: &long.key,
            session_id: None,
            message_id: &build::id(&format!("mark-{n_marks}")),
            timestamp: TimestampMs(0),
        };
        let (outcome, wall) = Clock::Wall.time(|| filled.store.rewind(&mark, target));
        outcome?;
        // What is left to reconciliation.
        let (outcome, after) =
            Clock::Wall.time(|| sessions_bench::reconcile(&filled.store, StepBudget::default()));
        outcome?;
        Ok::<_, SetUpError>([wall, after])
    };
    for n in [10, 100, 300, 1_000, 5_000] {
        let Some(target) = long.events.len().checked_sub(n + 1) else {
            continue;
        };
        let target = &long.events.get(target).ok_or(SetUpError::Id)?.id;
        let mut times: [Vec<Duration>; 4] = Default::default();
        for _ in 0..ROUNDS {
            let [back, after_back] = rewind(target)?;
            let [forth, after_forth] = rewind(last)?;
            for (all, one) in times.iter_mut().zip([back, forth, after_back, after_forth]) {
                all.push(one);
            }
        }
        let [back, forth, after_back, after_forth] = times.map(median);
        println!(
            "{n:<8} {back:>12.1?} {:>9.1?} {forth:>12.1?} {:>9.1?} {after_back:>12.1?} {after_forth:>12.1?}",
            each(back, n),
            each(forth, n),
        );
    }
    println!();
    Ok(())
}
