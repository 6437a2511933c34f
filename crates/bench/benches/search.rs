//! Searches of every kind over 50 agents' databases: the whole search of the
//! api, from the request to the masked answer; and what filling, appending and
//! reading around a hit take beside them.
//!
//! `cargo bench -p sessions-bench --bench search [MESSAGES] [FOLDER]`
//!
//! A folder that is named is kept, and used again where it is filled. What
//! other programs take for the same texts: `peers/search`.

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::path::Path;
use std::time::Duration;

use sessions_api::{HistoryRequest, SearchRequest};
use sessions_bench::{
    Arguments, Asker, Clock, Corpus, Filling, Mix, Plan, ROUNDS, SetUpError, Times, peak_memory,
    redacting, size_of,
};
use sessions_store::{AppendRequest, SessionSettings, Store, StoreOptions};

/// Databases.
const AGENTS: usize = 50;
/// Messages that are appended, each in a transaction of its own.
const APPENDS: usize = 2_000;

/// One kind of search.
struct Asked {
    name: &'static str,
    request: SearchRequest,
    /// Whether the second page is asked for.
    is_second: bool,
}

impl Asked {
    fn new(name: &'static str, text: impl Into<String>) -> Self {
        Self {
            name,
            request: SearchRequest::new(text),
            is_second: false,
        }
    }

    fn per_session(mut self) -> Self {
        self.request.per_session = true;
        self
    }

    fn prefix(mut self) -> Self {
        self.request.prefix = true;
        self
    }

    fn relaxed(mut self) -> Self {
        self.request.relaxed = true;
        self
    }

    fn second_page(mut self) -> Self {
        self.is_second = true;
        self
    }
}

/// Returns words of one message of Latin script, each of at least six letters.
fn words_of_a_message() -> Vec<String> {
    let mut corpus = Corpus::new(1, Mix::World);
    let messages = std::iter::repeat_with(|| corpus.conversation(Plan::EACH));
    let mut texts = messages.take(100).flatten().map(|it| {
        let text = it.body.display_text();
        let long = |it: &&str| 6 <= it.len() && it.bytes().all(|it| it.is_ascii_lowercase());
        let mut words: Vec<_> = text.split(' ').filter(long).map(str::to_owned).collect();
        words.sort();
        words.dedup();
        words
    });
    let mut words = texts.find(|it| 4 <= it.len()).unwrap_or_default();
    words.truncate(4);
    words
}

/// Puts another letter into the middle of a word.
fn misspelled(word: &str) -> String {
    let change = |(nth, letter)| if nth == 3 { 'q' } else { letter };
    word.chars().enumerate().map(change).collect()
}

fn searches() -> Vec<Asked> {
    let corpus = Corpus::new(1, Mix::World);
    let word = |rank| corpus.word(rank).to_owned();
    let prefix = |n: usize| {
        let is_plain = |it: &&str| 6 <= it.len() && it.is_ascii();
        let long = (200..10_000).map(|it| corpus.word(it)).find(is_plain);
        long.unwrap_or_default().chars().take(n).collect::<String>()
    };
    let words = words_of_a_message();
    let one_misspelled = words.iter().enumerate().map(|(nth, it)| match nth {
        0 => misspelled(it),
        _ => it.clone(),
    });
    let one_misspelled: Vec<_> = one_misspelled.collect();
    let first = words.first().map(|it| misspelled(it)).unwrap_or_default();
    let han: String = corpus.han_word(0).chars().take(1).collect();
    vec![
        Asked::new("30 % of messages", "qcommon"),
        Asked::new("1 % of messages", "qmiddling"),
        Asked::new("1 of 20,000 messages", "qrare"),
        Asked::new("20 messages in all", "qfew"),
        Asked::new("the most common word", word(0)),
        Asked::new("the 1,000th word", word(1_000)),
        Asked::new("two words, 1 % hold both", "qcommon qmiddling"),
        Asked::new("two words that never meet", "qcommon qelsewhere"),
        Asked::new("two common words", format!("{} {}", word(10), word(11))),
        Asked::new("a phrase, 30 %", "\"qcommon qbehind\""),
        Asked::new(
            "a phrase of common words",
            format!("\"{} {}\"", word(10), word(11)),
        ),
        Asked::new("accented, typed without, 1 %", "qcafe"),
        Asked::new("CJK, 1 %", "数据库检索"),
        Asked::new("the 50th Han word", corpus.han_word(50)),
        Asked::new("one Han character", han),
        Asked::new("a word that is missing", "qmissing"),
        Asked::new("16 %, in no owned session", "qapart"),
        Asked::new("per session, 30 %", "qcommon").per_session(),
        Asked::new("per session, 1 %", "qmiddling").per_session(),
        Asked::new("per session, 20 in all", "qfew").per_session(),
        Asked::new("second page, 30 %", "qcommon").second_page(),
        Asked::new("second page per session, 30 %", "qcommon")
            .per_session()
            .second_page(),
        Asked::new("prefix of 1 letter", prefix(1)).prefix(),
        Asked::new("prefix of 2 letters", prefix(2)).prefix(),
        Asked::new("prefix of 4 letters", prefix(4)).prefix(),
        Asked::new(
            "relaxed, 4 words and a foreign one",
            format!("{} qmissing", words.join(" ")),
        )
        .relaxed(),
        Asked::new("relaxed, 4 words, 1 misspelled", one_misspelled.join(" ")).relaxed(),
        Asked::new("relaxed, 1 misspelled word", first).relaxed(),
    ]
}

/// Tells what each search takes for each who asks.
fn tell_searches(askers: &[Asker]) -> Result<(), SetUpError> {
    println!("CPU time of up to {ROUNDS} searches each, and the median of the wall");
    println!(
        "{:<36} {:>9} {:>9} {:>9} {:>5}",
        "", "p50", "p99", "wall", "hits"
    );
    for asked in searches() {
        println!("{}: {}", asked.name, asked.request.query);
        for asker in askers {
            let mut request = asked.request.clone();
            if asked.is_second {
                request.cursor = asker.answer(&request)?.next_cursor;
                if request.cursor.is_none() {
                    println!("  {:<34} {:>9}", asker.name, "-");
                    continue;
                }
            }
            let (times, n_hits) = asker.search(&request)?;
            println!(
                "  {:<34} {:>9.1?} {:>9.1?} {:>9.1?} {n_hits:>5}",
                asker.name, times.median, times.p99, times.wall
            );
        }
    }
    Ok(())
}

fn tell_filling(filling: &Filling) {
    let Filling {
        n_messages,
        text_bytes,
        importing,
        indexing,
        merging,
    } = filling;
    let rate = |time: Duration| {
        let n = u32::try_from(*n_messages).unwrap_or(u32::MAX);
        f64::from(n) / time.as_secs_f64()
    };
    println!("filled: {} KiB of text", text_bytes / 1024);
    println!(
        "messages a second of CPU time: {:.0} stored, {:.0} indexed, {:.0} both; merged in {merging:.1?}",
        rate(*importing),
        rate(*indexing),
        rate(*importing + *indexing),
    );
}

/// Tells what an append to one of the databases takes: to a copy of it.
fn tell_appends(plan: &Plan, folder: &Path) -> Result<(), SetUpError> {
    let scratch = tempfile::tempdir()?;
    let path = scratch.path().join("sessions.sqlite");
    std::fs::copy(plan.database(folder, 0)?, &path)?;
    let store = Store::open(&path, StoreOptions::new(redacting()))?;
    let mut corpus = Corpus::new(2, Mix::World);
    let session_id = "appended".parse().map_err(|_| SetUpError::Id)?;
    let key = plan.key(plan.n_agents * plan.n_sessions)?;
    let settings = SessionSettings::default();
    let (mut cpu, mut wall) = (Vec::new(), Vec::new());
    for _ in 0..APPENDS {
        let events = [corpus.message()];
        let request = AppendRequest {
            settings: &settings,
            ..AppendRequest::to(&key, &session_id, &events)
        };
        let ((outcome, of_cpu), of_wall) =
            Clock::Wall.time(|| Clock::Process.time(|| store.append(&request)));
        outcome?;
        cpu.push(of_cpu);
        wall.push(of_wall);
    }
    let sum: Duration = cpu.iter().sum();
    let mean = sessions_bench::each(sum, APPENDS);
    let times = Times::among(cpu, wall);
    println!(
        "append to 1 of {} databases: mean {mean:.1?}, p50 {:.1?}, p99 {:.1?}, wall {:.1?}",
        plan.n_agents, times.median, times.p99, times.wall
    );
    Ok(())
}

/// Tells what a read around a hit takes.
fn tell_history(operator: &Asker) -> Result<(), SetUpError> {
    let answer = operator.answer(&SearchRequest::new("qmiddling"))?;
    let (sessions, requester) = operator.sessions();
    let around = answer.results.iter().map(|hit| HistoryRequest {
        message_id: Some(hit.message_id.to_string()),
        session_id: Some(hit.session_id.to_string()),
        limit: Some(20),
        ..HistoryRequest::new(hit.session_key.to_string())
    });
    let requests: Vec<_> = around.collect();
    let mut turn = requests.iter().cycle();
    let times = Times::of(|| {
        let request = turn.next().ok_or(SetUpError::Id)?;
        let read = sessions.authorize(requester, request)?;
        sessions.history(&read)?;
        Ok::<_, SetUpError>(())
    })?;
    println!(
        "20 rows of history around a hit: p50 {:.1?}, p99 {:.1?}, wall {:.1?}",
        times.median, times.p99, times.wall
    );
    Ok(())
}

fn tell_memory(when: &str) {
    if let Some(kib) = peak_memory() {
        println!("peak memory {when}: {kib} KiB");
    }
}

fn main() -> Result<(), SetUpError> {
    let arguments = Arguments::read(100_000)?;
    let folder = &arguments.folder;
    let plan = Plan::of(AGENTS, arguments.n_messages);
    let n_sessions = plan.n_sessions;
    println!(
        "{} messages in {n_sessions} sessions of {AGENTS} agents",
        n_sessions * Plan::EACH
    );
    if let Some(filling) = plan.fill(folder)? {
        tell_filling(&filling);
        tell_memory("after filling");
    }
    println!("databases: {} KiB", size_of(&folder.join("agents"))? / 1024);
    tell_appends(&plan, folder)?;

    let mut askers = vec![Asker::alone(folder, plan.key(n_sessions / 2)?)];
    for (name, n) in ["1 % of sessions", "10 % of sessions"]
        .into_iter()
        .zip(&plan.owned)
    {
        askers.push(Asker::owner(folder, name, plan.owner_of(*n)?));
    }
    askers.push(Asker::owner(folder, "all, owned", plan.owner_of_all()?));
    askers.push(Asker::operator(folder));
    if let Some(operator) = askers.last() {
        tell_history(operator)?;
    }
    tell_searches(&askers)?;
    tell_memory("in all");
    Ok(())
}
