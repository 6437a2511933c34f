//! What the reference model of a database promises to the tests that a store
//! is held to: runs that make sense, and an index that keeps to X2 and X11.

use std::collections::BTreeSet;

use proptest::prelude::{ProptestConfig, Strategy as _, proptest};
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use sessions_core::event::{Role, TimestampMs};
use sessions_core::history::EmptyReason;
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::reset::ResetPolicy;
use sessions_core::scope::{OwnerLinks, SessionScope};
use sessions_core::testing::build::{at, id, leaf, message};
use sessions_core::testing::model::{Answer, ModelStore, Rejection};
use sessions_core::testing::steps::{Mix, Step, steps, transition};
use sessions_core::view::View;

fn key(rest: &str) -> SessionKey {
    format!("agent:a:{rest}").parse().unwrap()
}

fn session(text: &str) -> SessionId {
    text.parse().unwrap()
}

/// A store with the session `main`, generation `s1`, of the given messages.
fn store_of(ids: &[&str]) -> ModelStore {
    let mut store = ModelStore::new();
    for text in ids {
        let event = message(text, Role::User, text);
        let answer = store.append(&key("main"), &session("s1"), &event);
        assert_eq!(answer, Ok(Answer::Changed));
    }
    store
}

fn indexed(store: &ModelStore) -> Vec<(String, String)> {
    let rows = store.searchable().into_iter();
    rows.map(|row| (row.session_id.to_string(), row.message_id.to_string()))
        .collect()
}

fn pairs(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |it: &(&str, &str)| (it.0.to_owned(), it.1.to_owned());
    rows.iter().map(owned).collect()
}

#[test]
fn a_rolled_over_generation_stays_searchable_and_opens_by_its_id() {
    let mut store = store_of(&["m1", "m2"]);
    let (main, first) = (key("main"), session("s1"));
    store.roll_over(&main, &session("s2")).unwrap();
    let event = message("m3", Role::User, "m3");
    store.append(&main, &first, &event).unwrap();
    assert_eq!(
        indexed(&store),
        pairs(&[("s1", "m1"), ("s1", "m2"), ("s2", "m3")])
    );
    // H7: no session id is the current generation.
    let read = store.around(&main, None, &id("m1"), 5, false).unwrap();
    assert_eq!(read.empty_reason, Some(EmptyReason::UnknownMessage));
    let read = store
        .around(&main, Some(&first), &id("m1"), 5, false)
        .unwrap();
    assert_eq!(read.ids, [id("m1"), id("m2")]);
    assert_eq!(read.view, View::Current);
    // One answer for an id that is elsewhere and one that is nowhere.
    store.append(&key("acp:z"), &session("s9"), &event).unwrap();
    for foreign in ["s9", "nowhere"] {
        let read = store.around(&main, Some(&session(foreign)), &id("m3"), 5, false);
        assert_eq!(read, Err(Rejection::ForeignSession));
    }
}

#[test]
fn a_fork_leaves_one_hit_for_each_row_that_lives_on() {
    let mut store = store_of(&["m1", "m2", "m3"]);
    let main = key("main");
    store.fork(&main, &session("s2"), &id("m2")).unwrap();
    assert_eq!(indexed(&store), pairs(&[("s2", "m1"), ("s2", "m2")]));
    assert_eq!(
        store.fork(&main, &session("s3"), &id("m3")),
        Err(Rejection::OffPath)
    );
}

#[test]
fn copies_of_a_row_are_one_hit_in_the_current_generation() {
    let mut store = store_of(&["m1", "m2"]);
    let main = key("main");
    let copy = message("m1", Role::User, "m1");
    // An archive that arrives late does not take the rows of the current one.
    store
        .import(&main, &session("s0"), false, std::slice::from_ref(&copy))
        .unwrap();
    assert_eq!(indexed(&store), pairs(&[("s1", "m1"), ("s1", "m2")]));
    // Another time makes it another row; of the copies outside the current
    // generation, the one that arrived last counts.
    let other = at(5, copy.clone());
    store.import(&main, &session("s5"), true, &[other]).unwrap();
    assert_eq!(
        indexed(&store),
        pairs(&[("s0", "m1"), ("s1", "m2"), ("s5", "m1")])
    );
    // Under another key it is another conversation.
    store
        .import(&key("acp:z"), &session("s6"), true, &[copy])
        .unwrap();
    assert_eq!(indexed(&store).len(), 4);
}

#[test]
fn an_import_adds_replaces_or_changes_nothing() {
    let mut store = ModelStore::new();
    let (main, s1) = (key("main"), session("s1"));
    let all: Vec<_> = ["m1", "m2", "m3"]
        .map(|text| message(text, Role::User, text))
        .to_vec();
    for (n, expected, n_rows) in [
        (2, Answer::Changed, 2),
        (2, Answer::Unchanged, 2),
        (1, Answer::Unchanged, 2),
        (3, Answer::Changed, 3),
    ] {
        assert_eq!(store.import(&main, &s1, true, &all[..n]), Ok(expected));
        assert_eq!(indexed(&store).len(), n_rows);
    }
    let m9 = message("m9", Role::User, "m9");
    let other = [all[0].clone(), m9.clone()];
    assert_eq!(
        store.import(&main, &s1, true, &other),
        Ok(Answer::Unchanged)
    );
    assert_eq!(indexed(&store).len(), 3);
    let mut with_more = all.clone();
    with_more.insert(1, m9);
    store.import(&main, &s1, true, &with_more).unwrap();
    let rows = pairs(&[("s1", "m1"), ("s1", "m2"), ("s1", "m3"), ("s1", "m9")]);
    assert_eq!(indexed(&store), rows);
    assert_eq!(
        store.import(&key("acp:z"), &s1, true, &all),
        Err(Rejection::ForeignSession)
    );
}

#[test]
fn rewinds_resets_and_deletes_leave_what_the_path_holds() {
    let mut store = store_of(&["m1", "m2", "m3"]);
    let (main, s1) = (key("main"), session("s1"));
    store.append(&main, &s1, &leaf("l1", Some("m2"))).unwrap();
    assert_eq!(indexed(&store), pairs(&[("s1", "m1"), ("s1", "m2")]));
    store
        .reset(&main, ResetPolicy::PreserveTail, id("r1"), TimestampMs(0))
        .unwrap();
    // Both are of one role, so the last stands for the run (T7).
    assert_eq!(
        store.current_view(&main, true).unwrap(),
        [id("m2"), id("r1")]
    );
    assert_eq!(indexed(&store), pairs(&[("s1", "m1"), ("s1", "m2")]));
    store.delete(&main).unwrap();
    assert_eq!(indexed(&store), []);
    assert_eq!(store.delete(&main), Err(Rejection::UnknownKey));
}

#[test]
fn the_same_event_again_changes_nothing_and_another_is_refused() {
    let mut store = store_of(&["m1"]);
    let (main, s1) = (key("main"), session("s1"));
    let same = message("m1", Role::User, "m1");
    assert_eq!(store.append(&main, &s1, &same), Ok(Answer::Unchanged));
    let other = message("m1", Role::User, "other");
    assert_eq!(
        store.append(&main, &s1, &other),
        Err(Rejection::MessageExists)
    );
}

#[test]
fn incognito_is_decided_when_a_session_is_made() {
    let mut store = store_of(&["m1"]);
    let (main, s1) = (key("main"), session("s1"));
    let open = |store: &mut ModelStore, key: &SessionKey, id: &str| {
        store.open(key, &session(id), OwnerLinks::default(), true)
    };
    assert_eq!(open(&mut store, &main, "s2"), Err(Rejection::NotIncognito));
    let hidden = key("acp:z");
    assert_eq!(open(&mut store, &hidden, "s2"), Ok(Answer::Changed));
    store
        .append(&hidden, &s1, &message("m1", Role::User, "secret"))
        .unwrap();
    assert_eq!(indexed(&store), pairs(&[("s1", "m1")]));
    assert!(store.session(&hidden).unwrap().facts().is_incognito());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_searchable_row_reopens(run in steps(20, Mix { has_forks: true })) {
        let mut store = ModelStore::new();
        let mut copies = BTreeSet::new();
        for step in &run {
            let before = store.searchable();
            if store.apply(step).is_err() {
                assert_eq!(store.searchable(), before, "{step:?}");
            }
        }
        for row in store.searchable() {
            let facts = store.session(&row.key).unwrap().facts();
            assert!(SessionScope::Everything.contains(facts));
            let read = store
                .around(&row.key, Some(&row.session_id), &row.message_id, 1, false)
                .unwrap();
            assert_eq!(read.ids, std::slice::from_ref(&row.message_id));
            let copy = (row.key, row.message_id, row.role, row.timestamp, row.text);
            assert!(copies.insert(copy), "a row is found twice");
        }
    }

    #[test]
    fn a_session_id_belongs_to_one_key(run in steps(20, Mix::default())) {
        let mut store = ModelStore::new();
        for step in &run {
            let _ = store.apply(step);
        }
        let mut ids = BTreeSet::new();
        for (key, session) in store.sessions() {
            assert!(session.session_ids().any(|id| id == session.current_id()));
            for id in session.session_ids() {
                assert!(ids.insert(id.clone()), "{id} is in two generations");
                assert_eq!(store.owner_of(id), Some(key));
                let events = session.events(Some(id)).unwrap();
                let n = events.iter().map(|it| &it.id).collect::<BTreeSet<&MessageId>>();
                assert_eq!(n.len(), events.len());
            }
        }
    }
}

#[test]
fn drawn_runs_reach_what_matters() {
    let mut runner = TestRunner::deterministic();
    let (mut n_steps, mut n_refused, mut n_rows) = (0, 0, 0);
    let (mut n_generations, mut n_off_path, mut n_intervals) = (0, 0, 0);
    for _ in 0..12 {
        let mut store = ModelStore::new();
        for _ in 0..60 {
            let drawn = transition(&store, Mix::default()).boxed();
            let step = drawn.new_tree(&mut runner).unwrap().current();
            assert!(!matches!(step, Step::Fork { .. }));
            n_steps += 1;
            n_refused += usize::from(store.apply(&step).is_err());
        }
        n_rows += store.searchable().len();
        for (key, session) in store.sessions() {
            for id in session.session_ids() {
                n_generations += 1;
                for event in session.events(Some(id)).unwrap() {
                    let read = store.around(key, Some(id), &event.id, 3, true).unwrap();
                    n_off_path += usize::from(read.empty_reason == Some(EmptyReason::OffPath));
                    n_intervals += usize::from(read.view == View::Interval);
                }
            }
        }
    }
    assert!(n_steps / 50 < n_refused, "{n_refused} of {n_steps} refused");
    assert!(n_refused < n_steps / 5, "{n_refused} of {n_steps} refused");
    for (what, n, least) in [
        ("searchable rows", n_rows, 100),
        ("generations", n_generations, 60),
        ("rows off the path", n_off_path, 20),
        ("rows in intervals", n_intervals, 20),
    ] {
        assert!(least < n, "only {n} {what}");
    }
}
