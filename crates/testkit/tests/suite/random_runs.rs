//! Random runs that hold the store to the reference model, step by step.

use std::path::PathBuf;

use proptest::prelude::*;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
use sessions_core::event::EventBody;
use sessions_core::query::Query;
use sessions_core::ranking::match_text;
use sessions_core::testing::model::ModelStore;
use sessions_core::testing::steps::{Mix, Step, keys, transition};
use sessions_store::{Masker, Store, StoreOptions};
use sessions_testkit::compare::{self, WORDS};
use sessions_testkit::{Act, health};
use tempfile::TempDir;

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
    store: Store,
    model: ModelStore,
    folder: TempDir,
}

impl Subject {
    fn path(&self) -> PathBuf {
        self.folder.path().join("sessions.sqlite")
    }
}

fn open(folder: &TempDir) -> Store {
    let path = folder.path().join("sessions.sqlite");
    Store::open(&path, StoreOptions::new(Masker::none())).unwrap()
}

struct StoreAnswersAsModel;

impl StateMachineTest for StoreAnswersAsModel {
    type SystemUnderTest = Subject;
    type Reference = Runs;

    fn init_test(_: &ModelStore) -> Subject {
        let folder = tempfile::tempdir().unwrap();
        Subject {
            store: open(&folder),
            model: ModelStore::new(),
            folder,
        }
    }

    fn apply(mut subject: Subject, _: &ModelStore, step: Step) -> Subject {
        let act = Act::Step(step);
        let expected = act.apply(&mut subject.model);
        if act.is_reopen() {
            let Subject {
                store,
                folder,
                model,
            } = subject;
            drop(store);
            let store = open(&folder);
            return Subject {
                store,
                model,
                folder,
            };
        }
        let done = act.take(&subject.store).unwrap();
        assert!(expected.admits(done), "{act:?}: {done:?}, not {expected:?}");
        subject
    }

    fn check_invariants(subject: &Subject, model: &ModelStore) {
        let keys: Vec<_> = keys().into_iter().collect();
        let compared = compare::all(&subject.store, model, &keys);
        compared.unwrap_or_else(|it| panic!("{it}"));
        health::check(&subject.path()).unwrap_or_else(|it| panic!("{it}"));
    }
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
