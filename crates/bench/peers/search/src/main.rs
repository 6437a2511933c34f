//! The search of the api beside `tantivy` and `ripgrep`: the same texts, the
//! same queries, the same run.
//!
//! `cargo run --release --manifest-path crates/bench/peers/search/Cargo.toml [MESSAGES] [FOLDER]`
//!
//! What they do differs. Ours answers with masked excerpts of the best of the
//! newest matches within what one may see; `tantivy` with the ids of the best
//! ten by bm25 of all texts; `ripgrep` reads every file anew.

mod index;
mod lines;

use std::path::Path;
use std::time::Duration;

use sessions_api::SearchRequest;
use sessions_bench::{Arguments, Asker, Clock, Corpus, Filling, Mix, Plan, Times, size_of};

use crate::index::Indexed;
use crate::lines::{Lines, Taken};

/// Why the program ended early.
type AnyError = Box<dyn std::error::Error>;

/// What is asked for, and what `ripgrep` is given for it.
struct Asked {
    name: &'static str,
    text: String,
    pattern: String,
}

impl Asked {
    fn new(name: &'static str, text: &str) -> Self {
        Self {
            name,
            text: text.to_owned(),
            pattern: text.trim_matches('"').to_owned(),
        }
    }

    /// Two words in either order on one line.
    fn two(name: &'static str, one: &str, other: &str) -> Self {
        Self {
            name,
            text: format!("{one} {other}"),
            pattern: format!(r"\b{one}\b.*\b{other}\b|\b{other}\b.*\b{one}\b"),
        }
    }
}

fn queries() -> Vec<Asked> {
    let corpus = Corpus::new(1, Mix::World);
    let word = |rank| corpus.word(rank);
    vec![
        Asked::new("30 % of messages", "qcommon"),
        Asked::new("1 % of messages", "qmiddling"),
        Asked::new("1 of 20,000 messages", "qrare"),
        Asked::new("the most common word", word(0)),
        Asked::new("the 1,000th word", word(1_000)),
        Asked::two("two words, 1 % hold both", "qcommon", "qmiddling"),
        Asked::two("two words that never meet", "qcommon", "qelsewhere"),
        Asked::two("two common words", word(10), word(11)),
        Asked::new("a phrase, 30 %", "\"qcommon qbehind\""),
        Asked::new(
            "a phrase of common words",
            &format!("\"{} {}\"", word(10), word(11)),
        ),
        Asked::new("CJK, 1 %", "数据库检索"),
        Asked::new("a word that is missing", "qmissing"),
    ]
}

/// Fills the databases of some agents, and tells what that took.
fn filled(plan: &Plan, folder: &Path) -> Result<Asker, AnyError> {
    if let Some(Filling {
        importing,
        indexing,
        merging,
        text_bytes,
        ..
    }) = plan.fill(folder).map_err(failed)?
    {
        println!("text: {} KiB", text_bytes / 1024);
        println!(
            "ours, {} databases: stored in {importing:.1?}, indexed in {indexing:.1?}, merged in {merging:.1?}, {} KiB",
            plan.n_agents,
            size_of(folder)? / 1024
        );
    }
    Ok(Asker::operator(folder))
}

fn failed(err: sessions_bench::SetUpError) -> AnyError {
    format!("{err:?}").into()
}

fn main() -> Result<(), AnyError> {
    let arguments = Arguments::read(100_000).map_err(failed)?;
    let folder = &arguments.folder;
    let plan = Plan::of(1, arguments.n_messages);
    println!("{} messages, CPU time", plan.n_sessions * Plan::EACH);
    let ours = filled(&plan, &folder.join("ours"))?;
    let many = Plan::of(50, arguments.n_messages);
    let of_many = filled(&many, &folder.join("ours-50"))?;

    let (indexed, indexing) = Clock::Process.time(|| Indexed::of(&plan, &folder.join("tantivy")));
    let indexed = indexed?;
    let (made, making) = Clock::Process.time(|| plan.each(|_| Ok(())));
    made.map_err(failed)?;
    println!(
        "tantivy: indexed in {:.1?}, {} KiB",
        indexing.saturating_sub(making),
        size_of(&folder.join("tantivy"))? / 1024
    );
    let lines = Lines::of(&plan, &folder.join("lines"))?;
    println!("JSONL: {} KiB", size_of(&folder.join("lines"))? / 1024);
    if lines.is_none() {
        println!("ripgrep is left out: no `rg` on the path");
    }

    println!(
        "{:<28} {:>19} {:>19} {:>19} {:>28} {:>28}",
        "p50, p99; for rg CPU, wall", "ours", "ours, 50 databases", "tantivy", "rg -c", "rg -l"
    );
    for asked in queries() {
        let request = SearchRequest::new(asked.text.as_str());
        let (of_one, n_hits) = ours.search(&request).map_err(failed)?;
        let (of_fifty, _) = of_many.search(&request).map_err(failed)?;
        let query = indexed.query(&asked.text)?;
        let mut n_found = 0;
        let theirs = Times::of(|| {
            n_found = indexed.search(&*query)?;
            Ok::<_, AnyError>(())
        })?;
        print!(
            "{:<28} {} {} {}",
            asked.name,
            both(of_one.median, of_one.p99),
            both(of_fifty.median, of_fifty.p99),
            both(theirs.median, theirs.p99),
        );
        for flag in ["-c", "-l"] {
            if let Some(lines) = &lines {
                let Taken { cpu, wall, n_files } = lines.search(flag, &asked.pattern)?;
                print!(" {} {n_files:>8}", both(cpu, wall));
            }
        }
        println!("   hits {n_hits}, {n_found}");
    }
    Ok(())
}

fn both(one: Duration, other: Duration) -> String {
    format!("{one:>9.1?} {other:>9.1?}")
}
