//! Random runs that hold the store to the reference model, step by step.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
use sessions_core::event::{EventBody, TranscriptEvent};
use sessions_core::history::{EmptyReason, HistoryWindow, RowLimit};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::query::Query;
use sessions_core::ranking::match_text;
use sessions_core::scope::SessionScope;
use sessions_core::testing::model::{Answer, ModelRead, ModelStore};
use sessions_core::testing::steps::{Mix, Step, transition};
use sessions_store::{
    AppendRequest, CandidateQuery, HistoryPage, Import, Imported, Mark, Masker, SessionSettings,
    Snapshot, StepBudget, StoreError,
};

use crate::support::TestStore;

/// Words of the vocabulary that the steps draw their texts from.
const WORDS: [&str; 7] = ["alpha", "cafe", "naive", "议", "елка", "beta", "strasse 42"];

/// Every step that a store knows.
const MIX: Mix = Mix { has_forks: true };

struct Runs;

impl ReferenceStateMachine for Runs {
    type State = ModelStore;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<ModelStore> {
        Just(ModelStore::new()).boxed()
    }

    fn transitions(state: &ModelStore) -> BoxedStrategy<Step> {
        transition(state, MIX)
    }

    fn apply(mut state: ModelStore, step: &Step) -> ModelStore {
        // A step that makes no sense is refused and changes nothing.
        let _refused_or_done = state.apply(step);
        state
    }
}

/// The store, and a model of its own that tells what each step answers.
struct Subject {
    store: TestStore,
    model: ModelStore,
}

struct StoreAnswersAsModel;

impl StateMachineTest for StoreAnswersAsModel {
    type SystemUnderTest = Subject;
    type Reference = Runs;

    fn init_test(_: &ModelStore) -> Subject {
        Subject {
            store: TestStore::new(),
            model: ModelStore::new(),
        }
    }

    fn apply(mut subject: Subject, _: &ModelStore, step: Step) -> Subject {
        let expected = subject.model.apply(&step);
        if step == Step::Reopen {
            subject.store = subject.store.reopened(Masker::none());
            return subject;
        }
        let done = take(&subject.store, &step);
        match (&expected, &done) {
            // An event that repeats only kind, role and text is a retry to the
            // store, and another event to the model; both leave what is there.
            (Err(_), Ok(Answer::Unchanged) | Err(_)) => {}
            _ => assert_eq!(
                expected.ok(),
                done.as_ref().ok().copied(),
                "{step:?}: {done:?}"
            ),
        }
        subject
    }

    fn check_invariants(subject: &Subject, model: &ModelStore) {
        reads_agree(&subject.store, model);
        assert!(subject.store.has_words_of_docs_alone());
        searches_agree(&subject.store, model);
    }
}

/// Takes a step on the store.
fn take(store: &TestStore, step: &Step) -> Result<Answer, StoreError> {
    match step {
        Step::Open {
            key,
            new_session_id,
            links,
            is_incognito,
        } => {
            let settings = SessionSettings {
                links: links.clone(),
                is_incognito: *is_incognito,
                ..SessionSettings::default()
            };
            let append = AppendRequest {
                settings: &settings,
                ..AppendRequest::to(key, new_session_id, &[])
            };
            store.append(&append).map(|_| Answer::Changed)
        }
        Step::Append {
            key,
            new_session_id,
            event,
        } => {
            let events = std::slice::from_ref(event);
            let done = store.append(&AppendRequest::to(key, new_session_id, events))?;
            Ok(if done.n_new == 0 {
                Answer::Unchanged
            } else {
                Answer::Changed
            })
        }
        Step::Reset {
            key,
            policy,
            id,
            timestamp,
        } => {
            let mark = Mark {
                key,
                session_id: None,
                message_id: id,
                timestamp: *timestamp,
            };
            let is_there = has(store, key, id)?;
            store.reset(&mark, *policy)?;
            // The same marker again is a retry.
            Ok(if is_there {
                Answer::Unchanged
            } else {
                Answer::Changed
            })
        }
        Step::RollOver { key, session_id } => {
            store.rollover(key, session_id).map(|()| Answer::Changed)
        }
        Step::Delete { key } => {
            if store.delete(key)? {
                Ok(Answer::Changed)
            } else {
                Err(StoreError::UnknownSession { key: key.clone() })
            }
        }
        Step::Import {
            key,
            session_id,
            becomes_current,
            events,
        } => import(store, key, session_id, *becomes_current, events),
        Step::Reconcile => {
            let budget = StepBudget { max_rows: 3 };
            store.reconcile_step(budget).map(|_| Answer::Unchanged)
        }
        Step::Fork {
            key,
            session_id,
            through,
        } => store
            .fork(key, session_id, through)
            .map(|()| Answer::Changed),
        Step::Reopen => Ok(Answer::Unchanged),
    }
}

/// Returns whether the current generation of a key holds an event.
fn has(store: &TestStore, key: &SessionKey, id: &MessageId) -> Result<bool, StoreError> {
    let snapshot = store.snapshot()?;
    let Some(generation) = snapshot.generation(key, None)? else {
        return Ok(false);
    };
    let window = HistoryWindow::Around(id.clone());
    let page = snapshot.history(&generation, &window, RowLimit::default(), true)?;
    Ok(page.empty_reason != Some(EmptyReason::UnknownMessage))
}

fn import(
    store: &TestStore,
    key: &SessionKey,
    session_id: &SessionId,
    is_current: bool,
    events: &[TranscriptEvent],
) -> Result<Answer, StoreError> {
    let is_new = {
        let snapshot = store.snapshot()?;
        snapshot.generation(key, Some(session_id))?.is_none()
    };
    let import = Import {
        key,
        session_id,
        is_current,
        settings: &SessionSettings::default(),
        events,
    };
    Ok(match store.import(&import)? {
        Imported::Unchanged | Imported::Differs if !is_new => Answer::Unchanged,
        _ => Answer::Changed,
    })
}

/// Compares a view, a page and every anchored read of every generation.
fn reads_agree(store: &TestStore, model: &ModelStore) {
    let snapshot = store.snapshot().unwrap();
    for (key, session) in model.sessions() {
        let facts = snapshot.facts(key).unwrap().unwrap();
        assert_eq!(&facts, session.facts());
        for include_tools in [false, true] {
            let current = snapshot.generation(key, None).unwrap().unwrap();
            assert_eq!(current.session_id(), session.current_id());
            for (offset, limit) in [(0, 1_000), (1, 2), (3, 3)] {
                let window = HistoryWindow::Newest {
                    offset: Some(offset),
                };
                let rows = RowLimit::try_from(limit as u64).unwrap();
                let page = snapshot
                    .history(&current, &window, rows, include_tools)
                    .unwrap();
                let expected = model.page(key, offset, limit, include_tools).unwrap();
                assert_eq!(page.total, Some(expected.total), "{key} at {offset}");
                same(&page, &expected, &format!("{key} page at {offset}"));
            }
        }
        for id in session.session_ids() {
            let generation = snapshot.generation(key, Some(id)).unwrap().unwrap();
            for event in session.events(Some(id)).unwrap() {
                for limit in [1, 3] {
                    let window = HistoryWindow::Around(event.id.clone());
                    let rows = RowLimit::try_from(limit as u64).unwrap();
                    let page = snapshot.history(&generation, &window, rows, false).unwrap();
                    let expected = model
                        .around(key, Some(id), &event.id, limit, false)
                        .unwrap();
                    same(&page, &expected, &format!("{key} {id} around {}", event.id));
                }
            }
        }
    }
}

fn same(page: &HistoryPage, expected: &ModelRead, at: &str) {
    let ids: Vec<_> = page.rows.iter().map(|row| row.message_id.clone()).collect();
    assert_eq!(ids, expected.ids, "{at}");
    assert_eq!(page.empty_reason, expected.empty_reason, "{at}");
    assert_eq!(
        (page.view, page.has_older, page.has_newer),
        (expected.view, expected.has_older, expected.has_newer),
        "{at}"
    );
}

/// Compares what words find; where sessions await indexing, what is found is a
/// part of what the model finds, and nothing else (X2).
fn searches_agree(store: &TestStore, model: &ModelStore) {
    let snapshot = store.snapshot().unwrap();
    let is_complete = !snapshot.awaits_index(&SessionScope::Everything).unwrap();
    let searchable = model.searchable();
    for words in WORDS {
        let query = Query::parse(words).unwrap();
        let expression = query.fts_expression().unwrap();
        let asked = CandidateQuery {
            expression: &expression,
            role: None,
            kinds: &[],
            since: None,
            until: None,
            max_candidates: 10_000,
            deadline: None,
        };
        let found = snapshot.search(&SessionScope::Everything, &asked).unwrap();
        let found: BTreeSet<_> = found
            .rows
            .into_iter()
            .map(|row| (row.session_key, row.session_id, row.message_id))
            .collect();
        let expected: BTreeSet<_> = searchable
            .iter()
            .filter(|row| match_text(&query, &row.text, &[]).is_some())
            .map(|row| {
                (
                    row.key.clone(),
                    row.session_id.clone(),
                    row.message_id.clone(),
                )
            })
            .collect();
        for (key, session_id, message_id) in &found {
            reopens(&snapshot, key, session_id, message_id);
        }
        if is_complete {
            assert_eq!(found, expected, "{words}");
        } else {
            // A copy can be found in an older generation as long as the newer
            // one awaits indexing.
            let is_row = |(key, _, id): &(SessionKey, _, _)| {
                searchable
                    .iter()
                    .any(|row| row.key == *key && row.message_id == *id)
            };
            assert!(found.iter().all(is_row), "{words}: {found:?}");
        }
    }
}

/// The three keys of a hit reopen a window that holds it (H10).
fn reopens(
    snapshot: &Snapshot<'_>,
    key: &SessionKey,
    session_id: &SessionId,
    message_id: &MessageId,
) {
    let generation = snapshot.generation(key, Some(session_id)).unwrap().unwrap();
    let window = HistoryWindow::Around(message_id.clone());
    let limit = RowLimit::try_from(3).unwrap();
    let page = snapshot
        .history(&generation, &window, limit, false)
        .unwrap();
    assert!(
        page.rows.iter().any(|row| row.message_id == *message_id),
        "{key} {session_id} {message_id} is a hit and does not reopen"
    );
}

prop_state_machine! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn the_store_answers_as_the_model_does(sequential 1..40 => StoreAnswersAsModel);
}

/// The vocabulary of the steps holds the words that the runs search for.
#[test]
fn the_words_of_the_runs_are_drawn() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let steps = sessions_core::testing::steps::steps(60, MIX);
    let mut texts = String::new();
    for _ in 0..20 {
        let tree = steps.new_tree(&mut runner).unwrap();
        for step in proptest::strategy::ValueTree::current(&tree) {
            if let Step::Append { event, .. } = step
                && let EventBody::Message { text, .. } = event.body
            {
                texts.push_str(&text);
                texts.push('\n');
            }
        }
    }
    for words in WORDS {
        let query = Query::parse(words).unwrap();
        assert!(match_text(&query, &texts, &[]).is_some(), "{words}");
    }
}
