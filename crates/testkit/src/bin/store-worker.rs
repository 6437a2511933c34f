//! Works on a store until it is done or killed, and says on standard output
//! what it has done.
//!
//! ```text
//! store-worker PATH DURABILITY random SEED SKIP COUNT
//! store-worker PATH DURABILITY long N_MESSAGES SKIP COUNT
//! store-worker PATH DURABILITY shared NAME SEED COUNT
//! ```
//!
//! DURABILITY is `normal` or `full`. The first two take the acts SKIP to
//! SKIP + COUNT of a run on a store that holds the acts before them. The third
//! takes COUNT acts under a name of its own, and after each appends a batch to
//! the session that all workers share.

use std::error::Error;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;

use sessions_store::{AppendRequest, Durability, Masker, Store, StoreError, StoreOptions};
use sessions_testkit::{Act, Line, Outcome, Report, Run, batch, because, shared};

type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match work(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err((n, error)) => {
            let why = because(error.as_ref());
            // Nobody may be left to read it; the exit code says it too.
            let _told = Report::Failed { n, why }.write(io::stdout());
            ExitCode::FAILURE
        }
    }
}

fn parsed<T: FromStr<Err: Error + 'static>>(text: &str) -> Result<T, (u64, Failure)> {
    text.parse().map_err(|error: T::Err| (0, error.into()))
}

fn work(arguments: &[String]) -> Result<(), (u64, Failure)> {
    let [path, durability, mode, first, second, count] = arguments else {
        return Err((0, "six arguments are wanted".into()));
    };
    let path = Path::new(path);
    let durability = match durability.as_str() {
        "full" => Durability::Full,
        _ => Durability::Normal,
    };
    let at = |n| move |error: Failure| (n, error);
    let count: u64 = parsed(count)?;
    let (mut run, skip, name) = match mode.as_str() {
        "random" => (Run::random(parsed(first)?), parsed(second)?, None),
        "long" => (Run::long(parsed(first)?), parsed(second)?, None),
        "shared" => (Run::random(parsed(second)?), 0_u64, Some(first.as_str())),
        other => return Err((0, format!("no mode `{other}`").into())),
    };
    while run.n() < skip && run.next_act().is_some() {}
    let open = || {
        Store::open(
            path,
            StoreOptions::new(Masker::none()).durability(durability),
        )
    };
    let mut store = open().map_err(|error| (0, error.into()))?;
    Report::Ready
        .write(io::stdout())
        .map_err(|error| (0, error.into()))?;
    for _ in 0..count {
        let n = run.n();
        let Some((act, expected)) = run.next_act() else {
            break;
        };
        let act = match name {
            Some(name) => act.renamed(name),
            None => act,
        };
        if act.is_reopen() {
            drop(store);
            store = open().map_err(|error| (n, error.into()))?;
        }
        let outcome = patiently(n, act.name(), || act.take(&store)).map_err(at(n))?;
        if !expected.admits(outcome) {
            let why = format!(
                "{} {:?}: the store says {outcome:?}, the model {expected:?}",
                act.name(),
                act.ids()
            );
            return Err((n, why.into()));
        }
        done(n, &act, outcome).map_err(at(n))?;
        if let Some(name) = name {
            let outcome = patiently(n, "share", || share(&store, name, n)).map_err(at(n))?;
            let act = Act::Batch {
                key: shared().key,
                new_session_id: shared().session_id,
                events: batch(name, n),
            };
            done(n, &act, outcome).map_err(at(n))?;
        }
    }
    Ok(())
}

/// Tries again as long as the store is busy, and reports each time that it is.
fn patiently(
    n: u64,
    name: &str,
    mut take: impl FnMut() -> Result<Outcome, StoreError>,
) -> Result<Outcome, Failure> {
    loop {
        match take() {
            Err(error) if error.is_busy() => {
                let did = name.to_owned();
                Report::Busy { n, did }.write(io::stdout())?;
            }
            outcome => return Ok(outcome?),
        }
    }
}

fn done(n: u64, act: &Act, outcome: Outcome) -> Result<(), Failure> {
    let line = Line {
        n,
        did: act.name().to_owned(),
        ids: act.ids(),
        outcome,
    };
    Ok(Report::Done(line).write(io::stdout())?)
}

fn share(store: &Store, name: &str, n: u64) -> Result<Outcome, StoreError> {
    let shared = shared();
    let events = batch(name, n);
    let request = AppendRequest::to(&shared.key, &shared.session_id, &events);
    let appended = store.append(&request)?;
    Ok(if appended.n_new == events.len() {
        Outcome::Changed
    } else {
        Outcome::Unchanged
    })
}
