//! Runs: acts drawn one after another, each from where those before it lead.

#![expect(
    clippy::unwrap_used,
    reason = "strategies without filters never fail to draw"
)]

use std::collections::VecDeque;

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy as _, any, prop_oneof};
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use sessions_core::event::{EventBody, LeafTarget, Role, TimestampMs, TranscriptEvent};
use sessions_core::id::MessageId;
use sessions_core::key::SessionKey;
use sessions_core::testing::build;
use sessions_core::testing::model::ModelStore;
use sessions_core::testing::steps::{Mix, Step, transition};
use sessions_core::testing::strategy::{EventPlan, WORDS, event_plan, timestamp};

use crate::act::{Act, Outcome, rewind_targets};

/// Acts in a row and the model of those that were given out.
///
/// A run is a function of its seed: two processes that make one draw the same
/// acts, whatever became of them in a store.
#[derive(Clone, Debug)]
pub struct Run {
    draw: Draw,
    model: ModelStore,
    n: u64,
}

#[derive(Clone, Debug)]
enum Draw {
    Random(Box<TestRunner>),
    Listed(VecDeque<Act>),
}

impl Run {
    /// Returns an endless run of short sessions.
    pub fn random(seed: u64) -> Self {
        Self::from(Draw::Random(Box::new(runner(seed))))
    }

    /// Returns a run of one long session of `n_messages`: it is imported,
    /// indexed, rewound nearly to its beginning, brought back and deleted, with
    /// reconcile steps in between.
    pub fn long(n_messages: usize) -> Self {
        Self::from(Draw::Listed(long_acts(n_messages)))
    }

    fn from(draw: Draw) -> Self {
        Self {
            draw,
            model: ModelStore::new(),
            n: 0,
        }
    }

    /// Returns the model of all acts so far.
    pub fn model(&self) -> &ModelStore {
        &self.model
    }

    /// Returns how many acts there were.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Draws the next act, with what a store should answer.
    pub fn next_act(&mut self) -> Option<(Act, Outcome)> {
        let act = match &mut self.draw {
            Draw::Random(runner) => draw(&act(&self.model), runner),
            Draw::Listed(acts) => acts.pop_front()?,
        };
        let outcome = act.apply(&mut self.model);
        self.n += 1;
        Some((act, outcome))
    }
}

fn runner(seed: u64) -> TestRunner {
    let mut bytes = [0; 32];
    for (to, from) in bytes.iter_mut().zip(seed.to_le_bytes()) {
        *to = from;
    }
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    TestRunner::new_with_rng(Config::default(), rng)
}

fn draw<T: std::fmt::Debug>(strategy: &BoxedStrategy<T>, runner: &mut TestRunner) -> T {
    strategy.new_tree(runner).unwrap().current()
}

/// Acts that make sense in the model more often than not.
fn act(model: &ModelStore) -> BoxedStrategy<Act> {
    let step = transition(model, Mix { has_forks: true }).prop_map(Act::Step);
    let keys: Vec<SessionKey> = model.sessions().map(|(key, _)| key.clone()).collect();
    if keys.is_empty() {
        return step.boxed();
    }
    let a_key = || select(keys.clone());
    let world = model.clone();
    let batch =
        (a_key(), vec(event_plan(), 2..6)).prop_map(move |(key, plans)| batch(&world, key, &plans));
    let world = model.clone();
    let rewind = (a_key(), any::<Index>(), timestamp())
        .prop_map(move |(key, index, timestamp)| rewind(&world, key, index, timestamp));
    let world = model.clone();
    let grown = (a_key(), any::<Index>(), vec(event_plan(), 1..6))
        .prop_map(move |(key, index, plans)| grown(&world, key, index, &plans));
    prop_oneof![
        11 => step,
        4 => batch,
        2 => rewind,
        1 => grown,
        2 => Just(Act::Reconcile { max_rows: 3 }),
        1 => Just(Act::Merge),
        1 => Just(Act::Checkpoint),
    ]
    .boxed()
}

/// Returns an id that is not among `ids`.
fn free_id(ids: &[MessageId]) -> MessageId {
    let mut free = (ids.len()..).map(|n| build::id(&format!("m{n}")));
    free.find(|id| !ids.contains(id)).unwrap()
}

/// Returns the plans as events behind `events`, with ids that are free.
fn behind(events: &[TranscriptEvent], plans: &[EventPlan]) -> Vec<TranscriptEvent> {
    let mut ids: Vec<MessageId> = events.iter().map(|event| event.id.clone()).collect();
    let mut new = Vec::new();
    for plan in plans {
        let id = free_id(&ids);
        new.push(plan.event(id.clone(), &ids));
        ids.push(id);
    }
    new
}

fn batch(model: &ModelStore, key: SessionKey, plans: &[EventPlan]) -> Act {
    let session = model.session(&key).unwrap();
    let new_session_id = session.current_id().clone();
    let events = behind(session.events(None).unwrap_or_default(), plans);
    Act::Batch {
        key,
        new_session_id,
        events,
    }
}

fn rewind(model: &ModelStore, key: SessionKey, index: Index, timestamp: TimestampMs) -> Act {
    let mut targets = rewind_targets(model, &key);
    targets.push(build::id("unknown"));
    let events = model.session(&key).and_then(|it| it.events(None));
    let ids: Vec<MessageId> = events
        .unwrap_or_default()
        .iter()
        .map(|event| event.id.clone())
        .collect();
    let id = free_id(&ids);
    Act::Rewind {
        target: index.get(&targets).clone(),
        key,
        id,
        timestamp,
    }
}

/// Imports a stored generation with more behind it.
fn grown(model: &ModelStore, key: SessionKey, index: Index, plans: &[EventPlan]) -> Act {
    let session = model.session(&key).unwrap();
    let ids: Vec<_> = session.session_ids().cloned().collect();
    let session_id = index.get(&ids).clone();
    let mut events = session
        .events(Some(&session_id))
        .unwrap_or_default()
        .to_vec();
    events.extend(behind(&events, plans));
    Act::Step(Step::Import {
        key,
        session_id,
        becomes_current: true,
        events,
    })
}

/// Returns a transcript of messages that continue one another.
pub fn long_transcript(n_messages: usize) -> Vec<TranscriptEvent> {
    let message = |n: usize| {
        let role = if n.is_multiple_of(2) {
            Role::User
        } else {
            Role::Assistant
        };
        let word = |n: usize| WORDS.iter().cycle().nth(n % WORDS.len()).unwrap();
        let text = format!("n{n} {} {} {}", word(n), word(n / 3), word(n / 7));
        let minute = i64::try_from(n).unwrap();
        TranscriptEvent {
            timestamp: TimestampMs(1_780_000_000_000 + minute * 60_000),
            ..build::message(&format!("m{n}"), role, &text)
        }
    };
    (0..n_messages).map(message).collect()
}

fn long_acts(n_messages: usize) -> VecDeque<Act> {
    let key: SessionKey = "agent:a:main".parse().unwrap();
    let append = |event: TranscriptEvent| {
        Act::Step(Step::Append {
            key: key.clone(),
            new_session_id: "s0".parse().unwrap(),
            event,
        })
    };
    let max_rows = 256;
    let reconcile = |n_steps: usize| (0..n_steps).map(move |_| Act::Reconcile { max_rows });
    let n_steps = n_messages / max_rows + 1;
    let back = EventBody::LeafControl {
        target: LeafTarget::Event(build::id(&format!("m{}", n_messages - 1))),
        append_parent: None,
    };
    let mut acts = VecDeque::from([Act::Step(Step::Import {
        key: key.clone(),
        session_id: "s0".parse().unwrap(),
        becomes_current: true,
        events: long_transcript(n_messages),
    })]);
    acts.extend(reconcile(n_steps));
    acts.push_back(Act::Rewind {
        key: key.clone(),
        id: build::id("l1"),
        timestamp: TimestampMs(1_780_000_000_000),
        target: build::id("m9"),
    });
    acts.push_back(append(build::message("b1", Role::User, "alpha branch")));
    // Some of what was hidden is removed, the rest comes back.
    acts.extend(reconcile(n_steps / 2));
    acts.push_back(append(build::event("l2", back)));
    acts.push_back(append(build::message("b2", Role::User, "alpha back")));
    acts.extend(reconcile(2 * n_steps));
    acts.push_back(Act::Step(Step::Delete { key: key.clone() }));
    acts.push_back(Act::Checkpoint);
    acts.push_back(append(build::message("b3", Role::User, "alpha anew")));
    acts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_run_again_and_another_seed_another() {
        let acts = |seed| {
            let mut run = Run::random(seed);
            (0..30).map_while(|_| run.next_act()).collect::<Vec<_>>()
        };
        assert_eq!(acts(1).len(), 30);
        assert_eq!(acts(1), acts(1));
        assert_ne!(acts(1), acts(2));
    }

    #[test]
    fn random_runs_have_acts_of_every_kind() {
        let mut names = std::collections::BTreeSet::new();
        for seed in 0..20 {
            let mut run = Run::random(seed);
            for _ in 0..60 {
                let (act, outcome) = run.next_act().unwrap();
                if outcome != Outcome::Refused {
                    names.insert(act.name());
                }
            }
        }
        let all = [
            "append",
            "append a batch",
            "checkpoint",
            "delete",
            "fork",
            "import",
            "merge",
            "open",
            "reconcile",
            "reopen",
            "reset",
            "rewind",
            "roll over",
        ];
        assert_eq!(names.into_iter().collect::<Vec<_>>(), all);
    }
}
