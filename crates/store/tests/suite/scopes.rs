//! The look-ups of a scope find the sessions that the scope contains (V8).

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sessions_core::event::Role;
use sessions_core::key::SessionKey;
use sessions_core::scope::{OwnedSessions, OwnerLinks, SessionFacts, SessionScope, SessionSet};
use sessions_store::{AppendRequest, ListQuery, SessionSettings};

use crate::support::{TestStore, key, said, session};

const RESTS: [&str; 8] = [
    "main",
    "telegram:direct:u1",
    "slack:channel:c1",
    "subagent:a",
    "subagent:b",
    "acp:c",
    "dashboard:incognito-1",
    "cron:j1",
];

fn any_key() -> impl Strategy<Value = SessionKey> {
    prop::sample::select(&RESTS[..]).prop_map(|rest| key(&format!("agent:main:{rest}")))
}

fn any_facts() -> impl Strategy<Value = SessionFacts> {
    let link = || prop::option::weighted(0.4, any_key());
    (any_key(), link(), link(), link(), prop::bool::weighted(0.2)).prop_map(
        |(key, spawned_by, parent, owner, is_flagged_incognito)| SessionFacts {
            key,
            links: OwnerLinks {
                spawned_by,
                parent,
                owner,
            },
            is_flagged_incognito,
        },
    )
}

fn any_scope() -> impl Strategy<Value = SessionScope> {
    let owned = (any_key(), any::<bool>()).prop_map(|(owner, is_children_only)| OwnedSessions {
        owner,
        is_children_only,
    });
    let set = (
        prop::collection::vec(any_key(), 0..3),
        prop::option::of(owned),
    )
        .prop_map(|(keys, owned)| SessionScope::of(SessionSet { keys, owned }));
    prop_oneof![
        1 => Just(SessionScope::Nothing),
        1 => Just(SessionScope::Everything),
        6 => set,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn search_and_list_show_exactly_what_a_scope_contains(
        sessions in prop::collection::btree_map(any_key(), any_facts(), 1..8),
        scopes in prop::collection::vec(any_scope(), 4),
    ) {
        let store = TestStore::new();
        for (n, (key, facts)) in sessions.iter().enumerate() {
            let settings = SessionSettings {
                links: facts.links.clone(),
                is_incognito: facts.is_flagged_incognito,
                ..SessionSettings::default()
            };
            let id = session(&format!("s{n}"));
            let events = [said(&format!("m{n}"), Role::User, "alpha", 1)];
            let append = AppendRequest { settings: &settings, ..AppendRequest::to(key, &id, &events) };
            store.append(&append).unwrap();
        }
        for scope in scopes {
            let expected: Vec<_> = sessions
                .iter()
                .enumerate()
                .filter(|(_, (key, facts))| {
                    scope.contains(&SessionFacts { key: (*key).clone(), ..(*facts).clone() })
                })
                .map(|(n, (key, _))| (format!("m{n}"), key.clone()))
                .collect();
            let ids: Vec<_> = expected.iter().map(|(id, _)| id.clone()).collect();
            // All were said at one time, so they come by key, as these do.
            prop_assert_eq!(store.found(&scope, "alpha"), ids, "{:?}", scope);

            let all = ListQuery { kinds: &[], include_archived: true, limit: 100 };
            let listed = store.snapshot().unwrap().list(&scope, &all).unwrap();
            let listed: Vec<_> = listed.into_iter().map(|it| it.session_key).collect();
            let keys: Vec<_> = expected.into_iter().map(|(_, key)| key).collect();
            prop_assert_eq!(listed, keys, "{:?}", scope);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn sessions_that_change_owners_are_found_by_those_who_may_or_are_awaited(
        sessions in prop::collection::btree_map(any_key(), any_facts(), 1..8),
        changes in prop::collection::vec((any_key(), any_facts()), 1..6),
        scopes in prop::collection::vec(any_scope(), 4),
    ) {
        let store = TestStore::new();
        let mut stored: BTreeMap<SessionKey, SessionFacts> = BTreeMap::new();
        let mut ids: BTreeMap<SessionKey, Vec<String>> = BTreeMap::new();
        for (n, (key, facts)) in sessions.into_iter().chain(changes).enumerate() {
            let known = stored.entry(key.clone()).or_insert_with(|| SessionFacts {
                key: key.clone(),
                links: OwnerLinks::default(),
                is_flagged_incognito: facts.is_flagged_incognito,
            });
            // A link that is not given stays as it is.
            let new = facts.links;
            known.links.spawned_by = new.spawned_by.clone().or(known.links.spawned_by.take());
            known.links.parent = new.parent.clone().or(known.links.parent.take());
            known.links.owner = new.owner.clone().or(known.links.owner.take());
            let settings = SessionSettings {
                links: new,
                is_incognito: known.is_flagged_incognito,
                ..SessionSettings::default()
            };
            let id = session(&format!("s{}", RESTS.iter().position(|it| *it == key.rest()).unwrap()));
            let message = format!("m{n}");
            let events = [said(&message, Role::User, "alpha", 1)];
            let append = AppendRequest { settings: &settings, ..AppendRequest::to(&key, &id, &events) };
            store.append(&append).unwrap();
            ids.entry(key).or_default().push(message);
        }
        let expected = |scope: &SessionScope| -> BTreeSet<String> {
            let visible = stored.values().filter(|facts| scope.contains(facts));
            visible.flat_map(|facts| ids[&facts.key].clone()).collect()
        };
        let found = |scope: &SessionScope| BTreeSet::from_iter(store.found(scope, "alpha"));
        for scope in &scopes {
            let (found, expected) = (found(scope), expected(scope));
            prop_assert!(found.is_subset(&expected), "{:?}", scope);
            let awaits = store.snapshot().unwrap().awaits_index(scope).unwrap();
            prop_assert!(awaits || found == expected, "{:?}: {:?}, not {:?}", scope, found, expected);
        }
        store.reconcile(2);
        for scope in &scopes {
            prop_assert_eq!(found(scope), expected(scope), "{:?}", scope);
        }
    }
}

#[test]
fn a_large_scope_is_searched_like_a_small_one() {
    let store = TestStore::new();
    let owner = key("agent:main:main");
    let settings = SessionSettings {
        links: OwnerLinks {
            spawned_by: Some(owner.clone()),
            ..OwnerLinks::default()
        },
        ..SessionSettings::default()
    };
    // More sessions than are matched inside the index, and some outside.
    for n in 0..90_u32 {
        let key = key(&format!("agent:main:subagent:x{n}"));
        let id = session(&format!("s{n}"));
        let events = [said(&format!("m{n}"), Role::User, "alpha", i64::from(n))];
        let settings = if n % 10 == 0 {
            &SessionSettings::default()
        } else {
            &settings
        };
        let append = AppendRequest {
            settings,
            ..AppendRequest::to(&key, &id, &events)
        };
        store.append(&append).unwrap();
    }
    let scope = SessionScope::of(SessionSet {
        keys: Vec::new(),
        owned: Some(OwnedSessions {
            owner,
            is_children_only: true,
        }),
    });
    let found = store.found(&scope, "alpha");
    let expected: Vec<_> = (0..90_u32)
        .rev()
        .filter(|n| n % 10 != 0)
        .map(|n| format!("m{n}"))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_long_session_is_awaited_by_its_new_owner_and_lost_to_no_other() {
    let store = TestStore::new();
    let (child, id) = (key("agent:main:subagent:a"), session("s1"));
    let settings_of = |owner: &SessionKey| SessionSettings {
        links: OwnerLinks {
            spawned_by: Some(owner.clone()),
            ..OwnerLinks::default()
        },
        ..SessionSettings::default()
    };
    let (old, new) = (key("agent:main:old"), key("agent:main:new"));
    let append = |settings: &SessionSettings, from: u32, n: u32| {
        let events: Vec<_> = (from..from + n)
            .map(|n| said(&format!("m{n}"), Role::User, "alpha", i64::from(n)))
            .collect();
        let append = AppendRequest {
            settings,
            ..AppendRequest::to(&child, &id, &events)
        };
        store.append(&append).unwrap();
    };
    let owned_by = |owner: &SessionKey| {
        SessionScope::of(SessionSet {
            keys: Vec::new(),
            owned: Some(OwnedSessions {
                owner: owner.clone(),
                is_children_only: false,
            }),
        })
    };
    let n_found = |scope: &SessionScope| store.newest(scope, "alpha", 1_000).len();
    append(&settings_of(&old), 0, 300);
    append(&settings_of(&new), 300, 1);
    let (old, new) = (owned_by(&old), owned_by(&new));
    assert!(store.snapshot().unwrap().awaits_index(&new).unwrap());
    assert_eq!((n_found(&old), n_found(&new)), (0, 1));
    assert_eq!(n_found(&SessionScope::Everything), 301);
    store.reconcile(100);
    assert_eq!((n_found(&old), n_found(&new)), (0, 301));
}
