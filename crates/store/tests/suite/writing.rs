//! What is stored is searchable, and what leaves the path is not.

use std::time::Instant;

use sessions_core::event::{Role, TranscriptEvent};
use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::reset::ResetPolicy;
use sessions_core::scope::SessionScope;
use sessions_core::testing::build::{aside, under};
use sessions_store::{
    AppendRequest, CandidateQuery, Import, Imported, ListQuery, SessionSettings, StoreError,
};

use crate::support::{TestStore, ids, key, mark, message, said, session};

const ALL: &SessionScope = &SessionScope::Everything;

#[test]
fn an_acknowledged_message_is_found_at_once() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    let events = [
        said("m1", Role::User, "The rollout moved to Friday", 1),
        said("m2", Role::Assistant, "Friday it is", 2),
        said("m3", Role::Tool, "friday tool output", 3),
        aside(said("m4", Role::User, "friday aside", 4)),
    ];
    let appended = store.put(&key, &events).unwrap();
    assert_eq!(appended.n_new, 4);
    assert_eq!(store.found(ALL, "friday"), ["m2", "m1"]);
    assert_eq!(store.found(ALL, "rollout friday"), ["m1"]);
    assert_eq!(store.found(&SessionScope::Nothing, "friday"), [""; 0]);
}

#[test]
fn the_same_event_again_is_acknowledged_and_another_is_refused() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    let first = [said("m1", Role::User, "alpha", 1)];
    assert_eq!(store.put(&key, &first).unwrap().n_new, 1);
    assert_eq!(store.put(&key, &first).unwrap().n_new, 0);
    let other = [
        said("m2", Role::User, "beta", 2),
        said("m1", Role::User, "gamma", 3),
    ];
    assert!(matches!(
        store.put(&key, &other),
        Err(StoreError::Taken { .. })
    ));
    assert_eq!(
        store.found(ALL, "beta"),
        [""; 0],
        "nothing of a failed append stays"
    );
    assert_eq!(store.found(ALL, "alpha"), ["m1"]);
}

#[test]
fn rewound_messages_are_not_found_and_come_back_with_their_branch() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    let events: Vec<_> = (1..=4)
        .map(|n| said(&format!("m{n}"), Role::User, "alpha", n))
        .collect();
    store.put(&key, &events).unwrap();
    let id = message("l1");
    store.rewind(&mark(&key, &id), &message("m2")).unwrap();
    assert_eq!(store.found(ALL, "alpha"), ["m2", "m1"]);
    let branch = [said("m5", Role::User, "alpha beta", 5)];
    store.put(&key, &branch).unwrap();
    assert_eq!(store.found(ALL, "alpha"), ["m5", "m2", "m1"]);

    let id = message("l2");
    store.rewind(&mark(&key, &id), &message("m4")).unwrap();
    assert_eq!(store.found(ALL, "alpha"), ["m4", "m3", "m2", "m1"]);
    let view = store.read(&key, &HistoryWindow::Newest { offset: None }, 10);
    assert_eq!(ids(&view), ["m1", "m2", "m3", "m4"]);
}

#[test]
fn a_rewind_across_a_reset_or_to_nothing_known_is_refused() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    store
        .put(&key, &[said("m1", Role::User, "alpha", 1)])
        .unwrap();
    let reset = message("r1");
    store
        .reset(&mark(&key, &reset), ResetPolicy::Clear)
        .unwrap();
    for target in ["m1", "unknown"] {
        let id = message("l1");
        assert!(matches!(
            store.rewind(&mark(&key, &id), &message(target)),
            Err(StoreError::RewindTarget { .. })
        ));
    }
}

#[test]
fn a_large_rewind_hides_at_once_and_is_cleaned_up_in_steps() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    let events: Vec<_> = (1..=1_500)
        .map(|n| said(&format!("m{n}"), Role::User, "alpha", n))
        .collect();
    store.put(&key, &events).unwrap();
    let id = message("l1");
    store.rewind(&mark(&key, &id), &message("m2")).unwrap();
    assert_eq!(store.found(ALL, "alpha"), ["m2", "m1"]);
    let back = [under(
        Some("m1500"),
        said("m1501", Role::User, "beta", 1_501),
    )];
    store.put(&key, &back).unwrap();
    assert!(store.snapshot().unwrap().awaits_index(ALL).unwrap());
    assert_eq!(store.found(ALL, "beta"), ["m1501"]);
    assert!(10 < store.reconcile(100));
    assert_eq!(store.found(ALL, "alpha").len(), 100);
    assert!(!store.snapshot().unwrap().awaits_index(ALL).unwrap());
}

#[test]
fn hidden_docs_go_with_a_session_that_is_deleted_or_made_incognito() {
    let store = TestStore::new();
    let events: Vec<_> = (1..=400)
        .map(|n| said(&format!("m{n}"), Role::User, "alpha", n))
        .collect();
    for name in ["agent:main:deleted", "agent:main:incognito"] {
        let key = key(name);
        store.put(&key, &events).unwrap();
        // More than a write deletes itself: their docs stay, hidden.
        store
            .rewind(&mark(&key, &message("l1")), &message("m2"))
            .unwrap();
    }
    assert_eq!(store.n_docs(), 800);
    assert!(store.delete(&key("agent:main:deleted")).unwrap());
    assert_eq!(store.n_docs(), 400);
    let hidden = Import {
        key: &key("agent:main:incognito"),
        session_id: &session("agent:main:incognito-1"),
        is_current: true,
        settings: &SessionSettings {
            is_incognito: true,
            ..SessionSettings::default()
        },
        events: &events,
    };
    store.import(&hidden).unwrap();
    assert_eq!(store.n_docs(), 0);
    assert!(store.has_words_of_docs_alone());
}

#[test]
fn a_deleted_session_is_neither_found_nor_opened() {
    let store = TestStore::new();
    let (gone, stays) = (key("agent:main:main"), key("agent:main:x"));
    store
        .put(&gone, &[said("m1", Role::User, "alpha", 1)])
        .unwrap();
    store
        .put(&stays, &[said("m1", Role::User, "alpha", 1)])
        .unwrap();
    assert!(store.delete(&gone).unwrap());
    assert!(!store.delete(&gone).unwrap());
    assert_eq!(store.found(ALL, "alpha"), ["m1"]);
    assert!(store.snapshot().unwrap().facts(&gone).unwrap().is_none());
    assert!(store.has_words_of_docs_alone());
}

#[test]
fn a_rollover_ends_the_generation_and_keeps_it_searchable() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    store
        .put(&key, &[said("m1", Role::User, "alpha", 1)])
        .unwrap();
    store.rollover(&key, &session("s2")).unwrap();
    store
        .put(&key, &[said("m2", Role::User, "alpha", 2)])
        .unwrap();
    assert_eq!(store.found(ALL, "alpha"), ["m2", "m1"]);
    let old = session("agent:main:main-1");
    let late = [said("m3", Role::User, "alpha", 3)];
    let append = AppendRequest {
        session_id: Some(&old),
        ..AppendRequest::to(&key, &old, &late)
    };
    assert!(matches!(
        store.append(&append),
        Err(StoreError::Ended { .. })
    ));
    let foreign = session("s9");
    let append = AppendRequest {
        session_id: Some(&foreign),
        ..AppendRequest::to(&key, &old, &late)
    };
    assert!(matches!(
        store.append(&append),
        Err(StoreError::SessionMismatch { .. })
    ));
}

#[test]
fn a_row_copied_to_a_new_generation_is_one_hit() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    let row = [said("m1", Role::User, "alpha", 1)];
    store.put(&key, &row).unwrap();
    store.rollover(&key, &session("s2")).unwrap();
    store.put(&key, &row).unwrap();
    assert_eq!(store.found(ALL, "alpha"), ["m1"]);
}

#[test]
fn incognito_sessions_are_stored_and_never_found() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    let settings = SessionSettings {
        is_incognito: true,
        ..SessionSettings::default()
    };
    let events = [said("m1", Role::User, "alpha", 1)];
    let id = session("s1");
    let append = AppendRequest {
        settings: &settings,
        ..AppendRequest::to(&key, &id, &events)
    };
    store.append(&append).unwrap();
    assert_eq!(store.found(ALL, "alpha"), [""; 0]);
    assert_eq!(
        ids(&store.read(&key, &HistoryWindow::Newest { offset: None }, 9)),
        ["m1"]
    );
    store
        .put(&key, &[said("m2", Role::User, "alpha", 2)])
        .unwrap();
    assert_eq!(store.found(ALL, "alpha"), [""; 0]);
}

/// Imports events as the transcript `s1` of the main session.
fn import(store: &TestStore, events: &[TranscriptEvent]) -> Imported {
    let import = Import {
        key: &key("agent:main:main"),
        session_id: &session("s1"),
        is_current: true,
        settings: &SessionSettings::default(),
        events,
    };
    store.import(&import).unwrap()
}

fn numbered(n: i64) -> TranscriptEvent {
    let id = format!("m{n}");
    let event = said(&id, Role::User, &format!("alpha n{n}"), n);
    let parent = format!("m{}", n - 1);
    under(Some(&parent).filter(|_| 1 < n).map(String::as_str), event)
}

#[test]
fn an_import_repeats_grows_and_replaces() {
    let store = TestStore::new();
    let events: Vec<_> = (1..=5).map(numbered).collect();
    assert_eq!(
        import(&store, &events[..3]),
        Imported::Added { n_events: 3 }
    );
    assert!(store.snapshot().unwrap().awaits_index(ALL).unwrap());
    assert_eq!(store.n_awaiting().unwrap(), 3);
    store.reconcile(2);
    assert_eq!(store.found(ALL, "alpha"), ["m3", "m2", "m1"]);
    assert_eq!(import(&store, &events[..3]), Imported::Unchanged);
    assert_eq!(import(&store, &events), Imported::Added { n_events: 2 });
    assert_eq!(
        import(&store, &events[..2]),
        Imported::Unchanged,
        "an older file"
    );
    store.reconcile(100);
    let mut changed = events.clone();
    changed[1] = said("m2", Role::User, "beta", 2);
    assert_eq!(import(&store, &changed), Imported::Differs);
    assert_eq!(store.found(ALL, "alpha").len(), 5, "what is there stays");

    // A line that could not be read before: nothing is lost by its order.
    let mut with_more = events;
    with_more.insert(2, said("m2b", Role::User, "beta", 2));
    assert_eq!(
        import(&store, &with_more),
        Imported::Replaced { n_events: 6 }
    );
    store.reconcile(100);
    assert_eq!(store.found(ALL, "alpha").len(), 5);
    assert_eq!(store.found(ALL, "beta"), [""; 0], "m3 hangs on m2");
}

#[test]
fn a_grown_file_leaves_what_was_written_here_and_goes_on_behind_it() {
    let store = TestStore::new();
    let events: Vec<_> = (1..=5).map(numbered).collect();
    import(&store, &events[..3]);
    let k = key("agent:main:main");
    store
        .put(&k, &[said("here", Role::User, "pelican", 9)])
        .unwrap();
    let reset = message("r1");
    store.reset(&mark(&k, &reset), ResetPolicy::Clear).unwrap();
    assert_eq!(import(&store, &events), Imported::Added { n_events: 2 });
    store.reconcile(100);
    assert_eq!(store.found(ALL, "pelican"), ["here"]);
    assert_eq!(store.found(ALL, "alpha").len(), 5);
    let view = store.read(&k, &HistoryWindow::Newest { offset: None }, 10);
    assert_eq!(ids(&view), ["r1", "m4", "m5"]);
    assert_eq!(import(&store, &events), Imported::Unchanged);
}

#[test]
fn a_damaged_or_older_copy_takes_nothing_away() {
    let store = TestStore::new();
    let events: Vec<_> = (1..=6).map(numbered).collect();
    import(&store, &events[..4]);
    // Grown, and a line of what was read before is damaged.
    let mut damaged = events;
    damaged.remove(1);
    assert_eq!(import(&store, &damaged), Imported::Added { n_events: 2 });
    // A copy that went another way, and is longer.
    let other: Vec<_> = (1..=9)
        .map(|n| {
            if n == 1 {
                numbered(1)
            } else {
                said(&format!("o{n}"), Role::User, "beta", n)
            }
        })
        .collect();
    assert_eq!(import(&store, &other), Imported::Differs);
    store.reconcile(100);
    assert_eq!(store.found(ALL, "alpha").len(), 6);
    assert_eq!(store.found(ALL, "beta"), [""; 0]);
}

#[test]
fn a_session_that_is_imported_as_incognito_later_is_found_no_more() {
    let store = TestStore::new();
    let events: Vec<_> = (1..=3).map(numbered).collect();
    import(&store, &events);
    store.reconcile(100);
    assert_eq!(store.found(ALL, "alpha").len(), 3);
    let settings = SessionSettings {
        is_incognito: true,
        ..SessionSettings::default()
    };
    let hidden = Import {
        key: &key("agent:main:main"),
        session_id: &session("s1"),
        is_current: true,
        settings: &settings,
        events: &events,
    };
    store.import(&hidden).unwrap();
    assert_eq!(store.found(ALL, "alpha"), [""; 0]);
    import(&store, &events);
    store.rebuild_index().unwrap();
    store.reconcile(100);
    assert_eq!(store.found(ALL, "alpha"), [""; 0], "and stays so");
}

#[test]
fn the_newest_are_taken_by_stored_time_also_when_a_minute_overflows() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    // More in one minute than there are ids, so that theirs reach into the next.
    let mut events: Vec<_> = (0..1_300)
        .map(|n| said(&format!("m{n:04}"), Role::User, "alpha", 1))
        .collect();
    events.push(said("later", Role::User, "alpha", 2));
    // Then an archive that is older than all of it arrives.
    events.push(said("old", Role::User, "alpha", -5_000));
    store.put(&key, &events).unwrap();
    assert_eq!(store.newest(ALL, "alpha", 1), ["later"]);
    assert_eq!(store.newest(ALL, "alpha", 2), ["later", "m0000"]);
    let all = store.newest(ALL, "alpha", 10_000);
    assert_eq!(all.len(), 1_302);
    assert_eq!(all.last().map(String::as_str), Some("old"));
}

#[test]
fn lists_leave_archived_sessions_out_and_searches_do_not() {
    let store = TestStore::new();
    let (plain, archived) = (key("agent:main:main"), key("agent:main:x"));
    store
        .put(&plain, &[said("m1", Role::User, "alpha", 1)])
        .unwrap();
    let settings = SessionSettings {
        is_archived: Some(true),
        ..SessionSettings::default()
    };
    let events = [said("m2", Role::User, "alpha", 2)];
    let id = session("s2");
    let append = AppendRequest {
        settings: &settings,
        ..AppendRequest::to(&archived, &id, &events)
    };
    store.append(&append).unwrap();
    assert_eq!(store.found(ALL, "alpha"), ["m2", "m1"]);
    let listed = |include_archived| {
        let query = ListQuery {
            kinds: &[],
            include_archived,
            limit: 10,
        };
        let listed = store.snapshot().unwrap().list(ALL, &query).unwrap();
        let keys = listed.into_iter().map(|it| it.session_key);
        keys.collect::<Vec<_>>()
    };
    assert_eq!(listed(false), std::slice::from_ref(&plain));
    assert_eq!(listed(true), [archived, plain]);
}

#[test]
fn a_snapshot_does_not_see_what_is_written_meanwhile() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    store
        .put(&key, &[said("m1", Role::User, "alpha", 1)])
        .unwrap();
    let snapshot = store.snapshot().unwrap();
    let generation = snapshot.generation(&key, None).unwrap().unwrap();
    store
        .put(&key, &[said("m2", Role::User, "alpha", 2)])
        .unwrap();
    store.delete(&key).unwrap();
    let newest = HistoryWindow::Newest { offset: None };
    let limit = RowLimit::default();
    let page = snapshot.history(&generation, &newest, limit, true).unwrap();
    assert_eq!(ids(&page), ["m1"]);
    drop(snapshot);
    assert!(store.snapshot().unwrap().facts(&key).unwrap().is_none());
}

#[test]
fn pending_work_is_told_to_those_alone_whose_scope_it_is_in() {
    let store = TestStore::new();
    let (seen, unseen) = (key("agent:main:main"), key("agent:main:x"));
    store
        .put(&seen, &[said("m1", Role::User, "alpha", 1)])
        .unwrap();
    let import = Import {
        key: &unseen,
        session_id: &session("s2"),
        is_current: true,
        settings: &SessionSettings::default(),
        events: &[said("m2", Role::User, "alpha", 2)],
    };
    store.import(&import).unwrap();
    let snapshot = store.snapshot().unwrap();
    assert!(!snapshot.awaits_index(&SessionScope::one(seen)).unwrap());
    assert!(snapshot.awaits_index(&SessionScope::one(unseen)).unwrap());
    assert!(snapshot.awaits_index(ALL).unwrap());
    assert!(!snapshot.awaits_index(&SessionScope::Nothing).unwrap());
}

#[test]
fn hits_of_one_time_come_by_key_session_id_and_message_id() {
    let store = TestStore::new();
    let (a, b) = (key("agent:main:a"), key("agent:main:b"));
    store
        .put(&b, &[said("b1", Role::User, "alpha", 1)])
        .unwrap();
    let first = [
        said("a2", Role::User, "alpha", 1),
        said("a1", Role::User, "alpha", 1),
    ];
    store
        .append(&AppendRequest::to(&a, &session("z"), &first))
        .unwrap();
    store.rollover(&a, &session("y")).unwrap();
    store
        .put(&a, &[said("a3", Role::User, "alpha", 1)])
        .unwrap();
    assert_eq!(store.found(ALL, "alpha"), ["a3", "a1", "a2", "b1"]);
}

#[test]
fn a_deadline_that_has_struck_ends_the_search_and_leaves_the_store_usable() {
    let store = TestStore::new();
    let key = key("agent:main:main");
    let events: Vec<_> = (0..2_000)
        .map(|n| said(&format!("m{n}"), Role::User, "alpha beta", n))
        .collect();
    store.put(&key, &events).unwrap();
    let asked = CandidateQuery {
        deadline: Some(Instant::now()),
        ..CandidateQuery::new("body : (\"alpha\")", 10_000)
    };
    let outcome = store.snapshot().unwrap().search(ALL, &asked);
    assert!(matches!(outcome, Err(StoreError::Deadline)), "{outcome:?}");
    for _ in 0..8 {
        assert_eq!(store.found(ALL, "alpha").len(), 100);
    }
}
