//! Searches under scopes of every size (S8, S11): the whole search of the api,
//! from the request to the masked answer.
//!
//! `cargo bench -p sessions-bench --bench scope [MESSAGES] [FOLDER]`
//!
//! A folder that is named is kept, and used again where it is filled.

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use sessions_api::{SearchRequest, Sessions};
use sessions_bench::{Clock, Corpus, Mix, SetUpError, Told, conversations, reconcile, redacting};
use sessions_core::event::{EventBody, TranscriptEvent};
use sessions_core::key::SessionKey;
use sessions_core::scope::OwnerLinks;
use sessions_policy::requester::Requester;
use sessions_policy::rules::{Visibility, VisibilityRules};
use sessions_redact::Redactor;
use sessions_store::{Import, SessionSettings, StepBudget, Store, StoreOptions};

/// Messages of a session.
const EACH: usize = 50;
/// How many sessions belong to each of three owners.
const OWNED: [usize; 3] = [20, 200, 2_000];
/// Searches of each kind; the 99th of 100 is told.
const ROUNDS: usize = 200;

/// What is searched for; the planted words are added to the texts below.
const QUERIES: [(&str, &str); 6] = [
    ("30 % of messages", "qcommon"),
    ("1 % of messages", "qmiddling"),
    ("1 of 20,000 messages", "qrare"),
    ("two words", "qcommon qmiddling"),
    ("a phrase", "\"qcommon qbehind\""),
    ("16 %, in no owned session", "qapart"),
];

/// Adds the planted words to the text of the message `nth`.
fn plant(event: &mut TranscriptEvent, nth: usize, is_owned: bool) {
    let EventBody::Message { text, .. } = &mut event.body else {
        return;
    };
    for (is_in, word) in [
        (nth % 10 < 3, " qcommon qbehind"),
        (nth % 100 == 2, " qmiddling"),
        (nth % 20_000 == 7, " qrare"),
        (nth % 25 < 4 && !is_owned, " qapart"),
    ] {
        if is_in {
            text.push_str(word);
        }
    }
}

fn owner(n: usize) -> Result<SessionKey, SetUpError> {
    format!("agent:main:owner-{n}")
        .parse()
        .map_err(|_| SetUpError::Id)
}

/// Whom the session `n` belongs to: to the owner of all, and the first ones to
/// one of the others.
fn settings(n: usize) -> Result<SessionSettings, SetUpError> {
    let mut from = 0;
    let mut parent = None;
    for size in OWNED {
        if (from..from + size).contains(&n) {
            parent = Some(owner(size)?);
        }
        from += size;
    }
    Ok(SessionSettings {
        links: OwnerLinks {
            spawned_by: Some(owner(0)?),
            parent,
            owner: None,
        },
        ..SessionSettings::default()
    })
}

/// Fills the database of the agent `main` below `folder`.
fn fill(folder: &Path, n_sessions: usize) -> Result<(), SetUpError> {
    let path = folder.join("agents/main/sessions.sqlite");
    let store = Store::open(&path, StoreOptions::new(redacting()))?;
    let mut corpus = Corpus::new(1, Mix::World);
    let n_owned: usize = OWNED.iter().sum();
    // Owners' sessions lie scattered among the others in time.
    let mut n = 0;
    while n < n_sessions {
        let some: Vec<Told> = conversations(&mut corpus, EACH * 1_000.min(n_sessions - n), EACH)?;
        for mut told in some {
            let place = n.wrapping_mul(7_919) % n_sessions;
            for (nth, event) in told.events.iter_mut().enumerate() {
                plant(event, n * EACH + nth, place < n_owned);
            }
            let key = format!("agent:main:talk-{n}").parse();
            store.import(&Import {
                key: &key.map_err(|_| SetUpError::Id)?,
                session_id: &format!("s{n}").parse().map_err(|_| SetUpError::Id)?,
                is_current: true,
                settings: &settings(place)?,
                events: &told.events,
            })?;
            n += 1;
        }
        reconcile(&store, StepBudget::default())?;
    }
    Ok(())
}

/// Returns the median and the 99th of 100 of the CPU times of a search.
fn search(
    sessions: &Sessions,
    requester: &Requester,
    query: &str,
) -> Result<(Duration, Duration, usize), SetUpError> {
    let visible = sessions.visible_to(requester);
    let request = SearchRequest::new(query);
    let mut times = Vec::with_capacity(ROUNDS);
    let mut n_hits = 0;
    for _ in 0..ROUNDS {
        let (answer, taken) = Clock::Process.time(|| sessions.search(&visible, &request));
        n_hits = answer?.results.len();
        times.push(taken);
    }
    times.sort_unstable();
    let at = |share: usize| times.get(ROUNDS * share / 100).copied().unwrap_or_default();
    Ok((at(50), at(99), n_hits))
}

fn main() -> Result<(), SetUpError> {
    let n_messages = std::env::args()
        .find_map(|it| it.parse().ok())
        .unwrap_or(1_000_000);
    let kept = std::env::args()
        .skip(1)
        .find(|it| !it.starts_with('-') && it.parse::<usize>().is_err());
    let scratch = tempfile::tempdir()?;
    let folder = kept.map_or_else(|| scratch.path().to_owned(), PathBuf::from);
    let n_sessions = n_messages / EACH;
    if !folder.join("agents").exists() {
        fill(&folder, n_sessions)?;
    }
    let open = |visibility| {
        let rules = VisibilityRules {
            visibility,
            ..VisibilityRules::default()
        };
        Sessions::open(&folder, rules, Redactor::new())
    };
    let tree = open(Visibility::Tree);
    let alone = open(Visibility::SelfOnly);
    let one = format!("agent:main:talk-{}", n_sessions / 2).parse();
    let one = Requester::session(one.map_err(|_| SetUpError::Id)?);
    println!("{n_messages} messages in {n_sessions} sessions; CPU time of {ROUNDS} searches each");
    println!("{:<28} {:>9} {:>9} {:>6}", "", "median", "p99", "hits");
    for (name, query) in QUERIES {
        println!("{name}");
        let [small, middling, large] = OWNED;
        for (visible, sessions, requester) in [
            ("1 session", &alone, one.clone()),
            ("20 owned", &tree, Requester::session(owner(small)?)),
            ("200 owned", &tree, Requester::session(owner(middling)?)),
            ("2,000 owned", &tree, Requester::session(owner(large)?)),
            ("all, owned", &tree, Requester::session(owner(0)?)),
            ("all", &tree, Requester::Operator),
        ] {
            let (median, p99, n_hits) = search(sessions, &requester, query)?;
            println!("  {visible:<26} {median:>9.1?} {p99:>9.1?} {n_hits:>6}");
        }
    }
    Ok(())
}
