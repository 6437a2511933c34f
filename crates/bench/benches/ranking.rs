//! What ranking more candidates costs, and what it finds (S11): the parts of a
//! search for a common word, by how many of the newest matches are ranked.
//!
//! `cargo bench -p sessions-bench --bench ranking [MESSAGES] [FOLDER]`
//!
//! A folder that `search` filled with as many messages is used again.

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::time::Duration;

use sessions_bench::{Arguments, Clock, Corpus, Mix, Plan, SetUpError, median};
use sessions_core::query::Query;
use sessions_core::ranking::match_text;
use sessions_core::scope::SessionScope;
use sessions_redact::Redactor;
use sessions_store::{Candidate, CandidateQuery, Store};

/// Databases, as `search` fills them.
const AGENTS: usize = 50;
/// How often each search is timed.
const ROUNDS: usize = 20;
/// How many of the newest matches may be ranked.
const BOUNDS: [usize; 5] = [50, 100, 200, 400, 800];
/// Among how many of the newest matches the best one is looked for.
const MANY: usize = 2_000;
/// In how many databases: each is asked for as many.
const FEW: usize = 5;
/// Of which common words the best match is looked for, by their rank.
const RANKS: std::ops::Range<usize> = 0..60;

/// Returns the newest matches of all databases, newest first.
fn newest(stores: &[Store], query: &Query, max: usize) -> Result<Vec<Candidate>, SetUpError> {
    let expression = query.fts_expression().ok_or(SetUpError::Id)?;
    let asked = CandidateQuery::new(&expression, max);
    let mut all = Vec::new();
    for store in stores {
        let snapshot = store.snapshot()?;
        all.extend(snapshot.search(&SessionScope::Everything, &asked)?.rows);
    }
    all.sort_by(|a, b| a.place.cmp(&b.place));
    all.truncate(max);
    Ok(all)
}

/// The parts of a search, as medians.
struct Parts {
    store: Duration,
    masking: Duration,
    ranking: Duration,
}

impl Parts {
    fn of(stores: &[Store], redactor: &Redactor, text: &str, n: usize) -> Result<Self, SetUpError> {
        let query = Query::parse(text).map_err(|_| SetUpError::Id)?;
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            let (candidates, store) = Clock::Process.time(|| newest(stores, &query, n));
            let candidates = candidates?;
            let (masked, masking) = Clock::Process.time(|| {
                let redacted = candidates.iter().map(|it| redactor.redact(&it.text));
                redacted.collect::<Vec<_>>()
            });
            let ((), ranking) = Clock::Process.time(|| {
                for it in masked {
                    let masks: Vec<_> = it.masks().iter().map(|it| it.range.clone()).collect();
                    std::hint::black_box(match_text(&query, &it.into_string(), &masks));
                }
            });
            for (all, it) in times.iter_mut().zip([store, masking, ranking]) {
                all.push(it);
            }
        }
        let [store, masking, ranking] = times.map(median);
        Ok(Self {
            store,
            masking,
            ranking,
        })
    }
}

/// Returns the scores of the newest matches, newest first; `None` where there
/// are fewer than [`MANY`].
fn scores(
    stores: &[Store],
    redactor: &Redactor,
    text: &str,
) -> Result<Option<Vec<f64>>, SetUpError> {
    let query = Query::parse(text).map_err(|_| SetUpError::Id)?;
    let candidates = newest(stores, &query, MANY)?;
    let scored = candidates.iter().map(|it| {
        let redacted = redactor.redact(&it.text);
        let masks: Vec<_> = redacted.masks().iter().map(|it| it.range.clone()).collect();
        let found = match_text(&query, &redacted.into_string(), &masks);
        found.map_or(0.0, |it| it.score)
    });
    Ok((candidates.len() == MANY).then(|| scored.collect()))
}

fn best(scores: &[f64]) -> f64 {
    scores.iter().copied().fold(0.0, f64::max)
}

/// Tells how good the best match of fewer is, for one kind of search.
fn tell_quality(name: &str, all: &[Vec<f64>]) {
    let n = f64::from(u32::try_from(all.len()).unwrap_or(u32::MAX));
    print!("{name:<12} {:>8}", all.len());
    for bound in BOUNDS {
        let share = |it: &Vec<f64>| {
            let few = best(it.get(..bound).unwrap_or_default());
            few / best(it)
        };
        let shares: Vec<_> = all.iter().map(share).collect();
        let n_same = shares.iter().filter(|it| 1.0 <= **it).count();
        let same = 100.0 * f64::from(u32::try_from(n_same).unwrap_or(u32::MAX)) / n;
        let mean = shares.iter().sum::<f64>() / n;
        print!("   {same:>4.0} % {mean:>5.3}");
    }
    println!();
}

fn main() -> Result<(), SetUpError> {
    let arguments = Arguments::read(100_000)?;
    let plan = Plan::of(AGENTS, arguments.n_messages);
    plan.fill(&arguments.folder)?;
    let stores = plan.stores(&arguments.folder)?;
    let redactor = Redactor::new();
    let corpus = Corpus::new(1, Mix::World);

    println!("CPU time, medians of {ROUNDS}; one thread");
    println!(
        "{:<30} {:>6} {:>9} {:>9} {:>9} {:>9}",
        "", "ranked", "store", "masking", "ranking", "per 100"
    );
    let common = corpus.word(0).to_owned();
    let some = stores.get(..1).unwrap_or_default();
    for (name, text, of) in [
        ("the most common word", common.as_str(), stores.as_slice()),
        ("30 % of messages", "qcommon", &stores),
        ("two words", "qcommon qmiddling", &stores),
        ("30 %, of one database", "qcommon", some),
    ] {
        for n in BOUNDS {
            let parts = Parts::of(of, &redactor, text, n)?;
            let behind = parts.masking + parts.ranking;
            println!(
                "{name:<30} {n:>6} {:>9.1?} {:>9.1?} {:>9.1?} {:>9.1?}",
                parts.store,
                parts.masking,
                parts.ranking,
                sessions_bench::each(behind * 100, n),
            );
        }
    }

    let few = stores.get(..FEW).unwrap_or_default();
    println!("\nthe best match of the {MANY} newest of {FEW} databases: how often it scores no");
    println!(
        "more than that of the newest so many, and the score of theirs as a share of its, on average"
    );
    print!("{:<12} {:>8}", "", "searches");
    for bound in BOUNDS {
        print!("   {bound:>12}");
    }
    println!();
    let mut of_one = Vec::new();
    let mut of_two = Vec::new();
    for rank in RANKS {
        let (word, next) = (corpus.word(rank), corpus.word(rank + 1));
        of_one.extend(scores(few, &redactor, word)?);
        of_two.extend(scores(few, &redactor, &format!("{word} {next}"))?);
    }
    tell_quality("one word", &of_one);
    tell_quality("two words", &of_two);
    Ok(())
}
