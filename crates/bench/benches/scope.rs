//! Searches under scopes of every size (S8, S11): the whole search of the api,
//! from the request to the masked answer, and the part of the store in it.
//!
//! `cargo bench -p sessions-bench --bench scope [MESSAGES] [FOLDER]`
//!
//! A folder that is named is kept, and used again where it is filled.

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::time::{Duration, Instant};

use sessions_api::{RANKING_BOUND, SearchRequest};
use sessions_bench::{Arguments, Asker, Plan, ROUNDS, SetUpError, Times};
use sessions_core::query::Query;
use sessions_core::scope::SessionScope;
use sessions_store::{CandidateQuery, Store};

/// How many sessions belong to each of some owners.
const OWNED: [usize; 4] = [20, 200, 400, 2_000];

/// What is searched for; [`Plan`] planted the words.
const QUERIES: [(&str, &str); 6] = [
    ("30 % of messages", "qcommon"),
    ("1 % of messages", "qmiddling"),
    ("1 of 20,000 messages", "qrare"),
    ("two words", "qcommon qmiddling"),
    ("a phrase", "\"qcommon qbehind\""),
    ("16 %, in no owned session", "qapart"),
];

/// Times what the store does of a search: candidates, and whether the index is
/// complete, in a snapshot.
fn candidates(store: &Store, scope: &SessionScope, text: &str) -> Result<Times, SetUpError> {
    let query = Query::parse(text).map_err(|_| SetUpError::Id)?;
    let expression = query.fts_expression().ok_or(SetUpError::Id)?;
    Times::of(|| {
        let snapshot = store.snapshot()?;
        let asked = CandidateQuery {
            deadline: Some(Instant::now() + Duration::from_secs(10)),
            ..CandidateQuery::new(&expression, RANKING_BOUND)
        };
        snapshot.search(scope, &asked)?;
        snapshot.awaits_index(scope)?;
        Ok(())
    })
}

fn main() -> Result<(), SetUpError> {
    let Arguments {
        n_messages, folder, ..
    } = &Arguments::read(1_000_000)?;
    let plan = Plan {
        n_agents: 1,
        n_sessions: n_messages / Plan::EACH,
        owned: OWNED.to_vec(),
    };
    plan.fill(folder)?;
    let agent = plan.agent(0)?;
    let stores = plan.stores(folder)?;

    let mut askers = vec![Asker::alone(folder, plan.key(plan.n_sessions / 2)?)];
    for n in OWNED {
        let name = format!("{n} owned");
        askers.push(Asker::owner(folder, &name, plan.owner_of(n)?));
    }
    askers.push(Asker::owner(folder, "all, owned", plan.owner_of_all()?));
    askers.push(Asker::operator(folder));

    println!(
        "{n_messages} messages in {} sessions; CPU time of up to {ROUNDS} searches each",
        plan.n_sessions
    );
    println!(
        "{:<28} {:>9} {:>9} {:>6}   {:>9} {:>9}",
        "", "median", "p99", "hits", "store", "p99"
    );
    for (name, text) in QUERIES {
        println!("{name}");
        for asker in &askers {
            let (all, n_hits) = asker.search(&SearchRequest::new(text))?;
            for store in &stores {
                let part = candidates(store, &asker.scope(&agent), text)?;
                println!(
                    "  {:<26} {:>9.1?} {:>9.1?} {n_hits:>6}   {:>9.1?} {:>9.1?}",
                    asker.name, all.median, all.p99, part.median, part.p99
                );
            }
        }
    }
    Ok(())
}
