//! Searches under scopes of every size (S8, S11): the whole search of the api,
//! from the request to the masked answer, and the part of the store in it.
//!
//! `cargo bench -p sessions-bench --bench scope [MESSAGES] [FOLDER]`
//!
//! A folder that is named is kept, and used again where it is filled.

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sessions_api::{SearchRequest, Sessions};
use sessions_bench::{Clock, Corpus, Mix, SetUpError, Told, conversations, reconcile, redacting};
use sessions_core::event::{EventBody, TranscriptEvent};
use sessions_core::id::AgentId;
use sessions_core::key::SessionKey;
use sessions_core::query::Query;
use sessions_core::scope::OwnerLinks;
use sessions_policy::requester::Requester;
use sessions_policy::rules::{Visibility, VisibilityRules};
use sessions_redact::Redactor;
use sessions_store::{CandidateQuery, Import, SessionSettings, StepBudget, Store, StoreOptions};

/// Messages of a session.
const EACH: usize = 50;
/// How many sessions belong to each of some owners.
const OWNED: [usize; 4] = [20, 200, 400, 2_000];
/// Searches of each kind; the 99th of 100 is told.
const ROUNDS: usize = 200;
/// Candidates that the api asks the store for.
const CANDIDATES: usize = 200;

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

/// Who searches.
struct Asker {
    name: String,
    sessions: Sessions,
    requester: Requester,
}

impl Asker {
    fn new(folder: &Path, name: String, visibility: Visibility, requester: Requester) -> Self {
        let rules = VisibilityRules {
            visibility,
            ..VisibilityRules::default()
        };
        Self {
            name,
            sessions: Sessions::open(folder, rules, Redactor::new()),
            requester,
        }
    }

    /// Times the whole search.
    fn search(&self, text: &str) -> Result<(Times, usize), SetUpError> {
        let visible = self.sessions.visible_to(&self.requester);
        let request = SearchRequest::new(text);
        let mut n_hits = 0;
        let times = Times::of(|| {
            n_hits = self.sessions.search(&visible, &request)?.results.len();
            Ok(())
        })?;
        Ok((times, n_hits))
    }

    /// Times what the store does of it: candidates, and whether the index is
    /// complete, in a snapshot.
    fn candidates(&self, store: &Store, text: &str) -> Result<Times, SetUpError> {
        let agent: AgentId = "main".parse().map_err(|_| SetUpError::Id)?;
        let scope = self.sessions.visible_to(&self.requester).scope(&agent);
        let query = Query::parse(text).map_err(|_| SetUpError::Id)?;
        let expression = query.fts_expression().ok_or(SetUpError::Id)?;
        Times::of(|| {
            let snapshot = store.snapshot()?;
            let asked = CandidateQuery {
                deadline: Some(Instant::now() + Duration::from_secs(10)),
                ..CandidateQuery::new(&expression, CANDIDATES)
            };
            snapshot.search(&scope, &asked)?;
            snapshot.awaits_index(&scope)?;
            Ok(())
        })
    }
}

/// The median and the 99th of 100 of some CPU times.
struct Times {
    median: Duration,
    p99: Duration,
}

impl Times {
    fn of(mut search: impl FnMut() -> Result<(), SetUpError>) -> Result<Self, SetUpError> {
        let mut times = Vec::with_capacity(ROUNDS);
        for _ in 0..ROUNDS {
            let (outcome, taken) = Clock::Process.time(&mut search);
            outcome?;
            times.push(taken);
        }
        times.sort_unstable();
        let at = |share: usize| times.get(ROUNDS * share / 100).copied().unwrap_or_default();
        Ok(Self {
            median: at(50),
            p99: at(99),
        })
    }
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
    let path = folder.join("agents/main/sessions.sqlite");
    let store = Store::open(&path, StoreOptions::new(redacting()))?;

    let one = format!("agent:main:talk-{}", n_sessions / 2).parse();
    let one = Requester::session(one.map_err(|_| SetUpError::Id)?);
    let asker = |name, visibility, requester| Asker::new(&folder, name, visibility, requester);
    let mut askers = vec![asker("1 session".into(), Visibility::SelfOnly, one)];
    for (n, name) in OWNED
        .iter()
        .map(|&n| (n, format!("{n} owned")))
        .chain([(0, "all, owned".into())])
    {
        let requester = Requester::session(owner(n)?);
        askers.push(asker(name, Visibility::Tree, requester));
    }
    askers.push(asker("all".into(), Visibility::Tree, Requester::Operator));

    println!("{n_messages} messages in {n_sessions} sessions; CPU time of {ROUNDS} searches each");
    println!(
        "{:<28} {:>9} {:>9} {:>6}   {:>9} {:>9}",
        "", "median", "p99", "hits", "store", "p99"
    );
    for (name, text) in QUERIES {
        println!("{name}");
        for asker in &askers {
            let (all, n_hits) = asker.search(text)?;
            let part = asker.candidates(&store, text)?;
            println!(
                "  {:<26} {:>9.1?} {:>9.1?} {n_hits:>6}   {:>9.1?} {:>9.1?}",
                asker.name, all.median, all.p99, part.median, part.p99
            );
        }
    }
    Ok(())
}
