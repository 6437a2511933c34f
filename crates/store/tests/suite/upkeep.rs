//! Checkpoints leave no trace of what was deleted, and backups are whole.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fs, thread};

use sessions_core::event::Role;
use sessions_core::scope::SessionScope;
use sessions_store::{
    Import, Maintenance, Masker, SessionSettings, Store, StoreError, StoreOptions,
};

use crate::support::{TestStore, key, mark, message, said, session};

const ALL: &SessionScope = &SessionScope::Everything;

/// Returns whether a file or its log holds `text`, in either letter case, as
/// the index folds it.
fn holds(path: &Path, text: &str) -> bool {
    let log = path.with_extension("sqlite-wal");
    [path, &log].into_iter().any(|file| {
        let bytes = fs::read(file).unwrap_or_default().to_ascii_lowercase();
        let text = text.to_ascii_lowercase();
        bytes
            .windows(text.len())
            .any(|window| window == text.as_bytes())
    })
}

/// A word that stands nowhere else.
fn planted(n: i64) -> String {
    format!("qzx{n:04}vwk")
}

fn filled() -> TestStore {
    let store = TestStore::new();
    for k in 0..4 {
        let key = key(&format!("agent:main:explicit:{k}"));
        for n in 0..150 {
            let text = format!("some words and {} in between", planted(k * 1_000 + n));
            let event = said(&format!("m{n}"), Role::User, &text, n);
            store.put(&key, &[event]).unwrap();
        }
    }
    store
}

#[test]
fn no_byte_of_a_deleted_text_is_left_after_a_checkpoint() {
    let store = filled();
    assert!(holds(store.path(), &planted(1_000)));
    store.delete(&key("agent:main:explicit:1")).unwrap();
    store.checkpoint().unwrap();
    for n in 0..150 {
        assert!(!holds(store.path(), &planted(1_000 + n)), "{n}");
    }
    assert!(holds(store.path(), &planted(2_000)));
    assert_eq!(store.found(ALL, &planted(2_000)), ["m0"]);
    assert!(store.has_words_of_docs_alone());
}

#[test]
fn no_byte_is_left_by_a_merge_that_appends_came_before() {
    let store = TestStore::new();
    // Words that begin as no other: the index leaves out what two have in common.
    let last = |n: i64| {
        format!(
            "{}zxvwkjq",
            char::from(b"hijkmnop"[usize::try_from(n).unwrap()])
        )
    };
    // More than a step merges, and what is deleted comes last.
    for k in 0..3 {
        let key = key(&format!("agent:main:explicit:{k}"));
        let n_events = if k == 1 { 8 } else { 1_800 };
        let events: Vec<_> = (0..n_events)
            .map(|n| {
                let words = (0..40).map(|it| format!("a{it}x{n}y{k} "));
                let last = if k == 1 { last(n) } else { String::new() };
                let text = words.collect::<String>() + &last;
                said(&format!("m{n}"), Role::User, &text, n)
            })
            .collect();
        store.put(&key, &events).unwrap();
    }
    store.checkpoint().unwrap();
    store.delete(&key("agent:main:explicit:1")).unwrap();
    // Each step meets a segment that is newer than the merge.
    for n in 0.. {
        if store.merge_step().unwrap() == Maintenance::Done {
            break;
        }
        let event = said(&format!("n{n}"), Role::User, "new", 2_000 + n);
        store.put(&key("agent:main:main"), &[event]).unwrap();
    }
    store.checkpoint().unwrap();
    for n in 0..8 {
        assert!(!holds(store.path(), &last(n)), "{n}");
    }
}

#[test]
fn no_word_of_a_rewound_text_is_left_in_the_index() {
    let store = filled();
    let k = key("agent:main:explicit:3");
    let id = message("l1");
    store.rewind(&mark(&k, &id), &message("m9")).unwrap();
    store.checkpoint().unwrap();
    // The row stays, off the path: its text once, and no words of it.
    let bytes = fs::read(store.path()).unwrap();
    let word = planted(3_100);
    let n = bytes
        .windows(word.len())
        .filter(|window| *window == word.as_bytes())
        .count();
    assert_eq!(n, 1);
}

#[test]
fn a_store_without_other_work_merges_what_was_imported() {
    let store = TestStore::new();
    let import = || {
        let n_sessions = 60;
        for k in 0..n_sessions {
            let events: Vec<_> = (0..50)
                .map(|n| {
                    let words = (0..40).map(|it| format!("w{} ", (it * 7 + n * k) % 5_000));
                    said(&format!("m{n}"), Role::User, &words.collect::<String>(), n)
                })
                .collect();
            let import = Import {
                key: &key(&format!("agent:main:explicit:{k}")),
                session_id: &session(&format!("s{k}")),
                is_current: true,
                settings: &SessionSettings::default(),
                events: &events,
            };
            store.import(&import).unwrap();
        }
    };
    import();
    store.reconcile(50);
    assert!(store.n_segments() <= 2, "{}", store.n_segments());
    assert_eq!(store.found(ALL, "w7 w14").len(), 100);
    // An index that was made anew is merged by the same rules.
    store.rebuild_index().unwrap();
    store.reconcile(50);
    assert!(store.n_segments() <= 2, "{}", store.n_segments());
    assert!(store.has_words_of_docs_alone());
    assert_eq!(store.reconcile(50), 0, "and then there is nothing to do");
}

#[test]
fn a_checkpoint_twice_changes_nothing_and_a_reader_is_named() {
    let store = filled();
    store.checkpoint().unwrap();
    let bytes = fs::read(store.path()).unwrap();
    store.checkpoint().unwrap();
    assert!(bytes == fs::read(store.path()).unwrap());

    let store = TestStore::impatient();
    store
        .put(
            &key("agent:main:main"),
            &[said("m1", Role::User, "alpha", 1)],
        )
        .unwrap();
    let snapshot = store.snapshot().unwrap();
    store
        .put(
            &key("agent:main:main"),
            &[said("m2", Role::User, "alpha", 2)],
        )
        .unwrap();
    assert!(matches!(store.checkpoint(), Err(err) if err.is_busy()));
    drop(snapshot);
    store.checkpoint().unwrap();
}

#[test]
fn a_backup_is_a_whole_store_and_overwrites_nothing() {
    let store = filled();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.sqlite");
    store.backup(&file).unwrap();
    assert!(matches!(
        store.backup(&file),
        Err(StoreError::Backup { .. })
    ));
    let copy = Store::open_existing(&file, StoreOptions::new(Masker::none()))
        .unwrap()
        .unwrap();
    let list = sessions_store::ListQuery {
        kinds: &[],
        include_archived: true,
        limit: 100,
    };
    let of = |store: &Store| store.snapshot().unwrap().list(ALL, &list).unwrap();
    assert_eq!(of(&copy), of(&store));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn readers_that_overlap_do_not_let_the_log_grow_for_ever() {
    const BATCHES: usize = 100;
    let store = TestStore::new();
    let k = key("agent:main:main");
    let log = store.path().with_extension("sqlite-wal");
    let text = "some words ".repeat(2_000);
    let has_ended = AtomicBool::new(false);
    let mut longest = 0;
    thread::scope(|scope| {
        // Of three readers one always reads, so no moment is without.
        for _ in 0..3 {
            scope.spawn(|| {
                while !has_ended.load(Ordering::Acquire) {
                    let snapshot = store.snapshot().unwrap();
                    snapshot.facts(&k).unwrap();
                    thread::sleep(Duration::from_millis(5));
                }
            });
        }
        for batch in 0..BATCHES {
            let events: Vec<_> = (0..40)
                .map(|n| said(&format!("m{batch}-{n}"), Role::User, &text, 1))
                .collect();
            store.put(&k, &events).unwrap();
            longest = longest.max(fs::metadata(&log).unwrap().len());
        }
        has_ended.store(true, Ordering::Release);
    });
    let written = BATCHES * 40 * text.len();
    assert!(64 * 1024 * 1024 < written);
    assert!(longest < 48 * 1024 * 1024, "{longest} of {written} bytes");
}
