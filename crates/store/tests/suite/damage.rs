//! Damage is told, the index is made anew, and nothing is silently emptied
//! (X9).

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use rusqlite::{Connection, OpenFlags};
use sessions_core::event::Role;
use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::scope::SessionScope;
use sessions_store::{Finding, Masker, StepBudget, StepOutcome, Store, StoreError, StoreOptions};

use crate::support::{TestStore, everything, key, said};

const ALL: &SessionScope = &SessionScope::Everything;

fn options() -> StoreOptions {
    StoreOptions::new(Masker::none())
}

fn filled() -> TestStore {
    let store = TestStore::new();
    for k in 0..3 {
        let key = key(&format!("agent:main:explicit:{k}"));
        let events: Vec<_> = (0..40)
            .map(|n| said(&format!("m{n}"), Role::User, &format!("alpha w{n}"), n))
            .collect();
        store.put(&key, &events).unwrap();
    }
    store
}

/// Changes tables behind the store's back.
fn tamper(path: &Path, sql: &str) {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags).unwrap();
    conn.execute_batch(sql).unwrap();
}

#[test]
fn a_sound_store_has_no_findings_and_work_left_is_no_damage() {
    let store = filled();
    assert_eq!(store.check().unwrap(), []);
    store.rebuild_index().unwrap();
    let findings = store.check().unwrap();
    assert_eq!(findings, [Finding::Awaiting { n_rows: 120 }]);
    assert!(!findings[0].is_damage());
    store.reconcile(50);
    assert_eq!(store.check().unwrap(), []);
    assert_eq!(store.found(ALL, "w7").len(), 3);
    assert!(store.has_words_of_docs_alone());
}

#[test]
fn a_damaged_index_is_found_out_and_made_anew() {
    let blank = "zeroblob(length(block))";
    for (sql, is_expected) in [
        (
            format!("UPDATE doc_fts_data SET block = {blank} WHERE id > 10"),
            (|it| *it == Finding::Index) as fn(&Finding) -> bool,
        ),
        (
            "DROP TRIGGER doc_forgets; DELETE FROM doc WHERE id % 4 = 0".to_owned(),
            |it| matches!(it, Finding::MissingDocs { .. } | Finding::ExtraWords { .. }),
        ),
    ] {
        let store = filled();
        tamper(store.path(), &sql);
        let findings = store.check().unwrap();
        assert!(
            !findings.is_empty() && findings.iter().all(is_expected),
            "{findings:?}"
        );
        assert!(findings.iter().all(|it| it.is_damage() && it.is_of_index()));
        store.rebuild_index().unwrap();
        store.reconcile(100);
        assert_eq!(store.check().unwrap(), []);
        assert_eq!(store.found(ALL, "w7").len(), 3);
        assert!(store.delete(&key("agent:main:explicit:1")).unwrap());
        assert!(
            store.has_words_of_docs_alone(),
            "the trigger is there again"
        );
    }
}

#[test]
fn a_sound_store_is_saved_whole() {
    let store = filled();
    let k = key("agent:main:explicit:1");
    let id = sessions_core::testing::build::id("l1");
    store
        .rewind(
            &crate::support::mark(&k, &id),
            &crate::support::message("m20"),
        )
        .unwrap();
    store
        .put(&k, &[said("n1", Role::Assistant, "beta", 50)])
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new.sqlite");
    let (saved, what) = Store::salvage(store.path(), &new, options()).unwrap();
    assert_eq!((what.n_sessions, what.n_events, what.n_gaps), (3, 122, 0));
    assert_eq!(everything(&saved), everything(&store));
    while saved.reconcile_step(StepBudget::default()).unwrap() != StepOutcome::Idle {}
    assert_eq!(saved.check().unwrap(), []);
    assert!(
        Store::salvage(store.path(), &new, options()).is_err(),
        "overwrites nothing"
    );
}

#[test]
fn what_can_be_read_of_a_damaged_store_is_saved() {
    let store = filled();
    store.checkpoint().unwrap();
    let whole = everything(&store);
    let bytes = fs::read(store.path()).unwrap();
    let page = 4_096;
    let n_pages = bytes.len() / page;
    let folder = tempfile::tempdir().unwrap();
    let mut n_saved_some = 0;
    // Each page but the first in turn is overwritten.
    for at in (1..n_pages).step_by(3) {
        let mut damaged = bytes.clone();
        damaged[at * page..(at + 1) * page].fill(0x5a);
        let path = folder.path().join(format!("{at}.sqlite"));
        fs::write(&path, &damaged).unwrap();
        let new = folder.path().join(format!("{at}-new.sqlite"));
        // Where the schema itself is damaged, nothing can be saved.
        let Ok((saved, _)) = Store::salvage(&path, &new, options()) else {
            continue;
        };
        while saved.reconcile_step(StepBudget::default()).unwrap() != StepOutcome::Idle {}
        assert!(
            saved.check().unwrap().iter().all(|it| !it.is_damage()),
            "page {at}"
        );
        let shown = everything(&saved);
        n_saved_some += usize::from(2 * shown.len() > whole.len());
        assert!(
            fs::read(&path).unwrap() == damaged,
            "the old file is as it was"
        );
    }
    assert!(
        n_pages / 3 / 2 < n_saved_some,
        "{n_saved_some} of {n_pages} pages"
    );
}

/// Uses a damaged file in every way; returns whether anything told of it.
fn tells_of_damage(path: &Path) -> Result<bool, StoreError> {
    let Some(store) = Store::open_existing(path, options())? else {
        return Ok(false);
    };
    let findings = store.check()?;
    let snapshot = store.snapshot()?;
    for k in 0..3 {
        let key = key(&format!("agent:main:explicit:{k}"));
        if let Some(generation) = snapshot.generation(&key, None)? {
            let newest = HistoryWindow::Newest { offset: Some(0) };
            snapshot.history(&generation, &newest, RowLimit::default(), true)?;
        }
    }
    drop(snapshot);
    Ok(findings.iter().any(Finding::is_damage))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_damage_panics_and_no_damaged_file_is_emptied(
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        cut in prop::option::weighted(0.3, any::<prop::sample::Index>()),
    ) {
        let store = filled();
        store.checkpoint().unwrap();
        let mut bytes = fs::read(store.path()).unwrap();
        for (place, byte) in places {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.sqlite");
        fs::write(&path, &bytes).unwrap();
        match tells_of_damage(&path) {
            // Damage that nothing reads, such as in free space, harms nobody.
            Ok(_) => {}
            Err(err) => {
                let is_told = err.is_corrupt()
                    || matches!(
                        err,
                        StoreError::Foreign { .. } | StoreError::Newer { .. }
                            | StoreError::Open { .. } | StoreError::Sqlite { .. }
                            | StoreError::Pool { .. }
                    );
                prop_assert!(is_told, "{:?}", err);
            }
        }
        prop_assert!(fs::metadata(&path).unwrap().len() == bytes.len() as u64);
    }
}

/// Returns the file of a database's log.
fn log_of(path: &Path) -> std::path::PathBuf {
    path.with_extension("sqlite-wal")
}

#[test]
fn a_log_that_is_lost_cut_off_or_foreign_harms_nothing_before_it() {
    let store = filled();
    store.checkpoint().unwrap();
    let before = everything(&store);
    let k = key("agent:main:explicit:1");
    for n in 40..60 {
        let event = said(&format!("m{n}"), Role::User, &format!("beta w{n}"), n);
        store.put(&k, &[event]).unwrap();
    }
    let after = everything(&store);
    let log = fs::read(log_of(store.path())).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let other = TestStore::new();
    other
        .put(
            &key("agent:main:other"),
            &[said("o1", Role::User, "gamma", 1)],
        )
        .unwrap();
    let foreign = fs::read(log_of(other.path())).unwrap();
    // A log holds whole commits up to where it is cut; the rest is as if it
    // had not been written yet.
    let mut cases = vec![(Vec::new(), Some(before.len()))];
    for n in 1..20 {
        cases.push((log[..log.len() * n / 20].to_vec(), None));
    }
    cases.push((log.clone(), Some(after.len())));
    cases.push((vec![0x5a; 9_000], Some(before.len())));
    let mut flipped = log;
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0xff;
    cases.push((flipped, None));
    let mut seen = std::collections::BTreeSet::new();
    for (n, (bytes, expected)) in cases.into_iter().enumerate() {
        let path = folder.path().join(format!("{n}.sqlite"));
        fs::copy(store.path(), &path).unwrap();
        fs::write(log_of(&path), bytes).unwrap();
        let opened = Store::open(&path, options()).unwrap();
        let rows = everything(&opened);
        assert!(rows.iter().all(|row| after.contains(row)), "case {n}");
        assert!(before.len() <= rows.len(), "case {n}");
        assert!(expected.is_none_or(|it| it == rows.len()), "case {n}");
        assert_eq!(opened.check().unwrap(), [], "case {n}");
        seen.insert(rows.len());
    }
    assert!(5 < seen.len(), "logs cut off at many places: {seen:?}");
    // SQLite takes a whole log for the database's own.
    let path = folder.path().join("foreign.sqlite");
    fs::copy(store.path(), &path).unwrap();
    fs::write(log_of(&path), foreign).unwrap();
    let err = Store::open(&path, options()).unwrap_err();
    assert!(err.is_corrupt(), "{err:?}");
    let err = Store::open_existing(&path, options()).unwrap_err();
    assert!(err.is_corrupt(), "{err:?}");
    // Whoever takes it away again has lost nothing.
    fs::remove_file(log_of(&path)).unwrap();
    let opened = Store::open(&path, options()).unwrap();
    assert_eq!(everything(&opened), before);
    assert_eq!(opened.check().unwrap(), []);
}
