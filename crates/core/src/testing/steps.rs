//! Steps of a random run over an agent database, applied to the reference
//! model and, by the tests of the crates above, to a store.

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::{Index, select};

use crate::event::{EventBody, TimestampMs, TranscriptEvent};
use crate::id::{MessageId, SessionId};
use crate::key::SessionKey;
use crate::reset::ResetPolicy;
use crate::scope::OwnerLinks;
use crate::testing::build;
use crate::testing::model::{Answer, ModelStore, Rejection};
use crate::testing::strategy::{EventPlan, event_plan, timestamp};

/// One step of a run. It names what it touches, so that it means the same to
/// the model and to a store; it may well be nonsense to both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Says whom a session belongs to, and makes it where it is missing.
    Open {
        /// The key.
        key: SessionKey,
        /// The id of the first generation of a new key.
        new_session_id: SessionId,
        /// Whom the session belongs to.
        links: OwnerLinks,
        /// Whether it is flagged as incognito.
        is_incognito: bool,
    },
    /// Appends an event of any kind but a reset: messages, side appends,
    /// compactions, custom rows, leaf controls.
    Append {
        /// The key; the event goes to its current generation.
        key: SessionKey,
        /// The id of the first generation of a new key.
        new_session_id: SessionId,
        /// The event.
        event: TranscriptEvent,
    },
    /// Appends a reset whose first kept row the policy chooses.
    Reset {
        /// The key.
        key: SessionKey,
        /// What it keeps.
        policy: ResetPolicy,
        /// The id of the reset.
        id: MessageId,
        /// Its time.
        timestamp: TimestampMs,
    },
    /// Begins a new, empty generation.
    RollOver {
        /// The key.
        key: SessionKey,
        /// The id of the new generation.
        session_id: SessionId,
    },
    /// Rewinds by copying into a new generation (X11).
    Fork {
        /// The key.
        key: SessionKey,
        /// The id of the new generation.
        session_id: SessionId,
        /// The last row that is copied.
        through: MessageId,
    },
    /// Deletes a key.
    Delete {
        /// The key.
        key: SessionKey,
    },
    /// Imports a transcript under a key.
    Import {
        /// The key.
        key: SessionKey,
        /// The id of the generation.
        session_id: SessionId,
        /// Whether a new generation becomes the current one of an old key.
        becomes_current: bool,
        /// Its events, in order of arrival; their ids do not repeat.
        events: Vec<TranscriptEvent>,
    },
    /// Reconciles the index; changes nothing that can be read.
    Reconcile,
    /// Closes and opens the database; changes nothing that can be read.
    Reopen,
}

impl ModelStore {
    /// Applies a step.
    ///
    /// # Errors
    ///
    /// Fails when the step is nonsense; nothing changes then.
    pub fn apply(&mut self, step: &Step) -> Result<Answer, Rejection> {
        match step.clone() {
            Step::Open {
                key,
                new_session_id,
                links,
                is_incognito,
            } => self.open(&key, &new_session_id, links, is_incognito),
            Step::Append {
                key,
                new_session_id,
                event,
            } => self.append(&key, &new_session_id, &event),
            Step::Reset {
                key,
                policy,
                id,
                timestamp,
            } => self.reset(&key, policy, id, timestamp),
            Step::RollOver { key, session_id } => self.roll_over(&key, &session_id),
            Step::Fork {
                key,
                session_id,
                through,
            } => self.fork(&key, &session_id, &through),
            Step::Delete { key } => self.delete(&key),
            Step::Import {
                key,
                session_id,
                becomes_current,
                events,
            } => self.import(&key, &session_id, becomes_current, &events),
            Step::Reconcile | Step::Reopen => Ok(Answer::Unchanged),
        }
    }
}

/// The keys of a run, of one agent: of several kinds, one incognito.
const KEYS: [&str; 6] = [
    "agent:a:main",
    "agent:a:telegram:direct:u1",
    "agent:a:subagent:x",
    "agent:a:acp:z",
    "agent:a:cron:j1:run:r1",
    "agent:a:dashboard:incognito-1",
];

/// The keys that steps may name.
#[expect(clippy::unwrap_used, reason = "keys in tests are valid")]
pub fn keys() -> Vec<SessionKey> {
    KEYS.iter().map(|key| key.parse().unwrap()).collect()
}

#[expect(clippy::unwrap_used, reason = "ids in tests are valid")]
fn session_id(text: &str) -> SessionId {
    text.parse().unwrap()
}

/// Which steps a run may have beside those that every store knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mix {
    /// Whether there are forks. A store that cannot be told that a generation
    /// takes the place of another has none.
    pub has_forks: bool,
}

/// Steps that make sense in `store` more often than not.
pub fn transition(store: &ModelStore, mix: Mix) -> BoxedStrategy<Step> {
    let known: Vec<SessionKey> = store.sessions().map(|(key, _)| key.clone()).collect();
    let n_known = u32::try_from(known.len()).unwrap_or(u32::MAX);
    let mut choices = vec![
        (8_u32.saturating_sub(n_known), open(store)),
        (3, import(store)),
        (1, Just(Step::Reopen).boxed()),
        (2, Just(Step::Reconcile).boxed()),
        (3, nonsense(store, mix)),
    ];
    if !known.is_empty() {
        let world = store.clone();
        choices.push((
            40,
            (select(known.clone()), event_plan())
                .prop_map(move |(key, plan)| append(&world, key, &plan))
                .boxed(),
        ));
        let world = store.clone();
        choices.push((
            6,
            select(known)
                .prop_flat_map(move |key| rarer(&world, &key, mix))
                .boxed(),
        ));
    }
    let possible = choices.into_iter().filter(|(weight, _)| 0 < *weight);
    proptest::strategy::Union::new_weighted(possible.collect()).boxed()
}

/// Whole runs of at most `max_steps` steps, each drawn from where the steps
/// before it lead; for tests without a state machine.
pub fn steps(max_steps: usize, mix: Mix) -> BoxedStrategy<Vec<Step>> {
    fn longer(
        store: ModelStore,
        done: Vec<Step>,
        left: usize,
        mix: Mix,
    ) -> BoxedStrategy<Vec<Step>> {
        if left == 0 {
            return Just(done).boxed();
        }
        transition(&store, mix)
            .prop_flat_map(move |step| {
                let mut store = store.clone();
                let mut done = done.clone();
                // A refused step is a step of the run too.
                let _ = store.apply(&step);
                done.push(step);
                longer(store, done, left - 1, mix)
            })
            .boxed()
    }
    (0..=max_steps)
        .prop_flat_map(move |n| longer(ModelStore::new(), Vec::new(), n, mix))
        .boxed()
}

fn ids_of(store: &ModelStore, key: &SessionKey) -> Vec<MessageId> {
    let events = store.session(key).and_then(|session| session.events(None));
    let ids = events.unwrap_or_default().iter().map(|it| it.id.clone());
    ids.collect()
}

/// The first id of the form `m0`, `m1`, … that is free in the current
/// generation: so the same ids stand in many generations (T1).
fn fresh_message(taken: &[MessageId]) -> MessageId {
    let mut ids = (taken.len()..).map(|n| build::id(&format!("m{n}")));
    ids.find(|id| !taken.contains(id))
        .unwrap_or_else(|| build::id("m"))
}

fn fresh_session(store: &ModelStore) -> SessionId {
    let mut ids = (0_u32..).map(|n| session_id(&format!("s{n}")));
    ids.find(|id| store.owner_of(id).is_none())
        .unwrap_or_else(|| session_id("s"))
}

fn open(store: &ModelStore) -> BoxedStrategy<Step> {
    let id = fresh_session(store);
    let link = || proptest::option::weighted(0.2, select(keys()));
    let is_incognito = proptest::bool::weighted(0.1);
    (select(keys()), link(), link(), link(), is_incognito)
        .prop_map(
            move |(key, spawned_by, parent, owner, is_incognito)| Step::Open {
                key,
                new_session_id: id.clone(),
                links: OwnerLinks {
                    spawned_by,
                    parent,
                    owner,
                },
                is_incognito,
            },
        )
        .boxed()
}

fn append(store: &ModelStore, key: SessionKey, plan: &EventPlan) -> Step {
    let ids = ids_of(store, &key);
    let event = plan.event(fresh_message(&ids), &ids);
    added(key, fresh_session(store), event)
}

/// Appends an event; what a reset keeps is left to its policy.
fn added(key: SessionKey, new_session_id: SessionId, event: TranscriptEvent) -> Step {
    match event.body {
        EventBody::Reset { .. } => Step::Reset {
            key,
            policy: ResetPolicy::PreserveTail,
            id: event.id,
            timestamp: event.timestamp,
        },
        _ => Step::Append {
            key,
            new_session_id,
            event,
        },
    }
}

/// What happens to a session now and then.
fn rarer(store: &ModelStore, key: &SessionKey, mix: Mix) -> BoxedStrategy<Step> {
    let ids = ids_of(store, key);
    let fresh_id = fresh_message(&ids);
    let new_session = fresh_session(store);
    let key = key.clone();
    let rare = prop_oneof![
        3 => Just(Rare::Reset),
        1 => Just(Rare::RollOver),
        1 => Just(Rare::Fork),
        1 => Just(Rare::Delete),
    ];
    let policy = select(vec![ResetPolicy::Clear, ResetPolicy::PreserveTail]);
    let index = any::<Index>();
    (rare, policy, timestamp(), index)
        .prop_map(move |(rare, policy, timestamp, index)| {
            let key = key.clone();
            let session_id = new_session.clone();
            match rare {
                Rare::Reset => Step::Reset {
                    key,
                    policy,
                    id: fresh_id.clone(),
                    timestamp,
                },
                Rare::Fork if mix.has_forks && !ids.is_empty() => Step::Fork {
                    key,
                    session_id,
                    through: index.get(&ids).clone(),
                },
                Rare::RollOver | Rare::Fork => Step::RollOver { key, session_id },
                Rare::Delete => Step::Delete { key },
            }
        })
        .boxed()
}

#[derive(Clone, Copy, Debug)]
enum Rare {
    Reset,
    RollOver,
    Fork,
    Delete,
}

/// Events whose ids do not repeat.
fn imported_events() -> impl Strategy<Value = Vec<TranscriptEvent>> {
    vec(event_plan(), 0..8).prop_map(|plans| {
        let mut ids = Vec::new();
        let mut events = Vec::new();
        for plan in plans {
            let id = fresh_message(&ids);
            events.push(plan.event(id.clone(), &ids));
            ids.push(id);
        }
        events
    })
}

/// Imports into new and old keys and generations; the ids of the events are
/// often those of rows that are there already.
fn import(store: &ModelStore) -> BoxedStrategy<Step> {
    let mut sessions: Vec<(SessionKey, SessionId)> = Vec::new();
    let mut copies = vec![Vec::new()];
    for (key, session) in store.sessions() {
        for id in session.session_ids() {
            sessions.push((key.clone(), id.clone()));
            copies.extend(session.events(Some(id)).map(<[TranscriptEvent]>::to_vec));
        }
        sessions.push((key.clone(), fresh_session(store)));
    }
    sessions.extend(keys().into_iter().map(|key| (key, fresh_session(store))));
    let events = prop_oneof![
        2 => imported_events(),
        1 => select(copies),
    ];
    (select(sessions), any::<bool>(), events)
        .prop_map(
            |((key, session_id), becomes_current, events)| Step::Import {
                key,
                session_id,
                becomes_current,
                events,
            },
        )
        .boxed()
}

/// Steps with keys and ids that do not belong together.
fn nonsense(store: &ModelStore, mix: Mix) -> BoxedStrategy<Step> {
    let mut ids: Vec<SessionId> = vec![session_id("unknown")];
    for (_, session) in store.sessions() {
        ids.extend(session.session_ids().cloned());
    }
    let id = || select(ids.clone());
    let key = || select(keys());
    let message = |n: usize| build::id(&format!("m{n}"));
    prop_oneof![
        (key(), id()).prop_map(|(key, session_id)| Step::RollOver { key, session_id }),
        (key(), id(), any::<bool>()).prop_map(|(key, new_session_id, is_incognito)| Step::Open {
            key,
            new_session_id,
            links: OwnerLinks::default(),
            is_incognito,
        }),
        (key(), id(), 0_usize..9).prop_map(move |(key, session_id, n)| {
            if mix.has_forks {
                let through = message(n);
                Step::Fork {
                    key,
                    session_id,
                    through,
                }
            } else {
                Step::RollOver { key, session_id }
            }
        }),
        (key(), id(), imported_events()).prop_map(|(key, session_id, events)| {
            Step::Import {
                key,
                session_id,
                becomes_current: false,
                events,
            }
        }),
        key().prop_map(|key| Step::Delete { key }),
        // An id that is taken, or a key that does not exist.
        (key(), id(), event_plan(), 0_usize..9).prop_map(move |(key, session_id, plan, n)| {
            added(
                key,
                session_id,
                plan.event(message(n), &[message(3), message(7)]),
            )
        }),
    ]
    .boxed()
}
