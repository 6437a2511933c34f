//! How databases are made, opened and refused.

use std::{fs, thread};

use sessions_core::event::Role;
use sessions_core::scope::SessionScope;
use sessions_store::{AppendRequest, Masker, Store, StoreError, StoreOptions};

use crate::support::{TestStore, key, said, session};

fn options() -> StoreOptions {
    StoreOptions::new(Masker::none())
}

#[test]
fn many_that_open_a_new_database_at_once_all_get_it() {
    for _ in 0..12 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agents/main/sessions.sqlite");
        thread::scope(|scope| {
            for n in 0..6 {
                let path = &path;
                scope.spawn(move || {
                    let store = Store::open(path, options()).unwrap();
                    let event = said(&format!("m{n}"), Role::User, "alpha", n);
                    let id = session("s1");
                    let key = key("agent:main:main");
                    store
                        .append(&AppendRequest::to(&key, &id, &[event]))
                        .unwrap();
                });
            }
        });
        let store = Store::open(&path, options()).unwrap();
        let snapshot = store.snapshot().unwrap();
        let list = sessions_store::ListQuery {
            kinds: &[],
            include_archived: true,
            limit: 10,
        };
        let listed = snapshot.list(&SessionScope::Everything, &list).unwrap();
        assert_eq!(listed[0].n_messages, 6);
        let names: Vec<_> = fs::read_dir(path.parent().unwrap())
            .unwrap()
            .map(|it| it.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| !name.starts_with("sessions.sqlite"))
            .collect();
        assert_eq!(names, [""; 0], "nothing else is left in the folder");
    }
}

#[test]
fn a_missing_database_is_no_database_and_stays_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("agents/main/sessions.sqlite");
    assert!(Store::open_existing(&path, options()).unwrap().is_none());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Says whether an error is the expected one.
type Expected<'a> = &'a dyn Fn(&StoreError) -> bool;

#[test]
fn what_is_cut_off_foreign_or_newer_is_refused_and_left_as_it_was() {
    let store = TestStore::new();
    store
        .put(
            &key("agent:main:main"),
            &[said("m1", Role::User, "alpha", 1)],
        )
        .unwrap();
    store.checkpoint().unwrap();
    let whole = fs::read(store.path()).unwrap();
    let mut newer = whole;
    // The version of the schema stands in the header at byte 60.
    newer[63] = 99;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.sqlite");
    let is_empty = |err: &StoreError| matches!(err, StoreError::Empty { .. }) && err.is_corrupt();
    let is_newer = |err: &StoreError| matches!(err, StoreError::Newer { found: 99, .. });
    let cases: [(&[u8], Expected<'_>); 3] = [
        (b"", &is_empty),
        (
            b"this is no database at all, but a text of some length",
            &StoreError::is_corrupt,
        ),
        (&newer, &is_newer),
    ];
    for (bytes, is_expected) in cases {
        fs::write(&path, bytes).unwrap();
        for outcome in [
            Store::open(&path, options()).map(drop),
            Store::open_existing(&path, options()).map(drop),
        ] {
            let err = outcome.unwrap_err();
            assert!(is_expected(&err), "{err:?}");
        }
        assert!(fs::read(&path).unwrap() == bytes, "the file is as it was");
    }
}

#[cfg(unix)]
#[test]
fn a_database_is_readable_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let store = TestStore::new();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(store.path()), 0o600);
    assert_eq!(mode(store.path().parent().unwrap()), 0o700);
}
