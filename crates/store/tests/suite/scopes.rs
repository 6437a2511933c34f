//! The look-ups of a scope find the sessions that the scope contains (V8).

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
