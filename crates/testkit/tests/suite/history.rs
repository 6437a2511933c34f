//! One database that lives through many kills of the workers on it.

use std::path::PathBuf;

use sessions_core::history::{EmptyReason, HistoryWindow, RowLimit};
use sessions_core::key::SessionKey;
use sessions_core::scope::SessionScope;
use sessions_core::testing::model::ModelStore;
use sessions_core::testing::steps::{Step, keys};
use sessions_store::{Masker, StepBudget, StepOutcome, Store, StoreOptions};
use sessions_testkit::{Act, Disagreement, Outcome, Report, Run, compare, health};
use tempfile::TempDir;

use crate::settings::Dice;
use crate::worker::{Work, Worker, acknowledged};

/// What the workers of a history do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Random acts on short sessions.
    Random,
    /// One session of so many messages, imported in several transactions,
    /// rewound and brought back.
    Long { n_messages: usize },
}

/// How many acts the kills of a history left in which state.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Acts that a worker acknowledged.
    pub(crate) acknowledged: u64,
    /// Acts under way that had been committed and not acknowledged.
    pub(crate) done: u64,
    /// Imports under way of which a part had been committed.
    pub(crate) half: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        self.acknowledged += other.acknowledged;
        self.done += other.done;
        self.half += other.half;
    }
}

/// One database through its kills.
pub(crate) struct History {
    kind: Kind,
    seed: u64,
    /// Kept for its drop, which removes the folder.
    _folder: TempDir,
    path: PathBuf,
    is_full: bool,
    dice: Dice,
    /// The run up to the last act that is known to be stored.
    run: Run,
    keys: Vec<SessionKey>,
    /// How many events of an import under way had been stored.
    n_begun: Option<usize>,
    pub(crate) tally: Tally,
}

impl History {
    pub(crate) fn new(kind: Kind, seed: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            kind,
            seed,
            path: folder.path().join("sessions.sqlite"),
            _folder: folder,
            // Waiting for the disk is slow; what it adds is not seen by a kill.
            is_full: seed.is_multiple_of(8),
            dice: Dice(seed),
            run: match kind {
                Kind::Random => Run::random(seed),
                Kind::Long { n_messages } => Run::long(n_messages),
            },
            keys: keys(),
            n_begun: None,
            tally: Tally::default(),
        }
    }

    /// Lets a worker go on, kills it and looks at what it left. Returns
    /// whether there is more to do.
    pub(crate) fn kill_once(&mut self) -> Result<bool, Disagreement> {
        let skip = self.run.n();
        let work = match self.kind {
            Kind::Random => Work::Random {
                seed: self.seed,
                skip,
            },
            Kind::Long { n_messages } => Work::Long { n_messages, skip },
        };
        let mut worker = Worker::start(&self.path, self.is_full, work, 1_000);
        let mut reports = self.wait(&mut worker);
        reports.extend(worker.kill());
        for line in acknowledged(reports).map_err(Disagreement)? {
            let n = self.run.n();
            let Some((act, expected)) = self.run.next_act() else {
                return Err(Disagreement(format!("act {n} is behind the end")));
            };
            let is_same = line.n == n && line.did == act.name() && line.ids == act.ids();
            if !is_same || !expected.admits(line.outcome) {
                return Err(Disagreement(format!(
                    "act {n} is {} {:?}, not {line:?}",
                    act.name(),
                    act.ids()
                )));
            }
            self.tally.acknowledged += 1;
            self.n_begun = None;
        }
        self.look()
    }

    /// Waits for the moment of the kill and returns what was said till then.
    fn wait(&mut self, worker: &mut Worker) -> Vec<Report> {
        let mut reports = Vec::new();
        let is_long_import = self.kind != Kind::Random && self.run.n() == 0;
        if is_long_import {
            // The log grows with each transaction of the import.
            let size = || {
                let log = self.path.with_extension("sqlite-wal");
                [&self.path, &log]
                    .into_iter()
                    .filter_map(|path| path.metadata().ok())
                    .map(|it| it.len())
                    .sum::<u64>()
            };
            let enough = size() + 1 + self.dice.below(1_000_000);
            while size() < enough && !worker.has_ended() {
                std::thread::yield_now();
            }
            self.dice.spin(500_000);
        } else if self.dice.below(6) == 0 {
            // Somewhere in its start, the opening or the first acts.
            self.dice.spin(2_000_000);
        } else {
            let most = if self.kind == Kind::Random { 24 } else { 20 };
            for _ in 0..=self.dice.below(most) {
                reports.extend(worker.next());
            }
            self.dice.spin(200_000);
        }
        reports
    }

    fn open(&self) -> Result<Store, Disagreement> {
        Ok(Store::open(&self.path, StoreOptions::new(Masker::none()))?)
    }

    fn compare(&self, store: &Store, model: &ModelStore) -> Result<(), Disagreement> {
        match self.kind {
            Kind::Random => compare::all(store, model, &self.keys),
            Kind::Long { .. } => {
                let snapshot = store.snapshot()?;
                compare::views(&snapshot, model, &self.keys)?;
                let everything = &SessionScope::Everything;
                compare::searches(&snapshot, model, everything, &["alpha"])
            }
        }
    }

    /// Compares the store with the acts up to the one that was under way, or
    /// else without that one.
    fn look(&mut self) -> Result<bool, Disagreement> {
        let store = self.open()?;
        health::check(&self.path)?;
        if let Some(finding) = store.check()?.iter().find(|it| it.is_damage()) {
            return Err(Disagreement(format!("the store's own check: {finding}")));
        }
        let mut ahead = self.run.clone();
        let Some((act, expected)) = ahead.next_act() else {
            self.compare(&store, self.run.model())?;
            return Ok(false);
        };
        // With it first: an event that shows nothing is seen only by asking
        // for it, and those before it do not say that there is one more.
        let is_there = match self.compare(&store, ahead.model()) {
            Ok(()) => {
                self.tally.done += u64::from(expected == Outcome::Changed);
                true
            }
            Err(with) => match self.compare(&store, self.run.model()) {
                Ok(()) => false,
                Err(without) => {
                    let (n, name, ids) = (self.run.n(), act.name(), act.ids());
                    let Some(n_begun) = n_begun(&store, &act)? else {
                        return Err(Disagreement(format!(
                            "act {n}, {name} {ids:?}, is neither there ({with}) nor not there \
                             ({without})"
                        )));
                    };
                    if self.n_begun.is_some_and(|before| n_begun < before) {
                        return Err(Disagreement(format!("act {n} lost events it had stored")));
                    }
                    self.n_begun = Some(n_begun);
                    self.tally.half += 1;
                    if self.dice.below(3) != 0 {
                        // The next worker goes on with it.
                        return Ok(true);
                    }
                    true
                }
            },
        };
        if is_there {
            // Every write bears being repeated; an import goes on.
            let _answer = act.take(&store)?;
            self.compare(&store, ahead.model())?;
            self.run = ahead;
            self.n_begun = None;
        }
        if self.dice.below(3) == 0 {
            self.reconcile(&store)?;
        }
        Ok(true)
    }

    /// Reconciles to the end and compares the whole index.
    fn reconcile(&self, store: &Store) -> Result<(), Disagreement> {
        while store.reconcile_step(StepBudget::default())? != StepOutcome::Idle {}
        self.compare(store, self.run.model())
    }

    /// Lets the act go on that a kill left half done, and compares all at the
    /// end.
    pub(crate) fn end(mut self) -> Result<Tally, Disagreement> {
        let store = self.open()?;
        if self.n_begun.is_some()
            && let Some((act, _)) = self.run.next_act()
        {
            act.take(&store)?;
        }
        self.reconcile(&store)?;
        Ok(self.tally)
    }
}

/// Returns how many events of an import are there, where it has begun and not
/// ended: the first ones, maybe none, and no others.
fn n_begun(store: &Store, act: &Act) -> Result<Option<usize>, Disagreement> {
    let Act::Step(Step::Import {
        key,
        session_id,
        events,
        ..
    }) = act
    else {
        return Ok(None);
    };
    let snapshot = store.snapshot()?;
    let Some(generation) = snapshot.generation(key, Some(session_id))? else {
        return Ok(None);
    };
    let mut is_there = Vec::new();
    for event in events {
        let window = HistoryWindow::Around(event.id.clone());
        let one = RowLimit::try_from(1).unwrap();
        let page = snapshot.history(&generation, &window, one, true)?;
        is_there.push(page.empty_reason != Some(EmptyReason::UnknownMessage));
    }
    let n_first = is_there.iter().take_while(|it| **it).count();
    let is_begun = n_first < events.len() && !is_there.iter().skip(n_first).any(|it| *it);
    Ok(is_begun.then_some(n_first))
}
