//! Hidden sessions leave no trace in any answer, whatever becomes of them (S9).

use std::collections::BTreeSet;

use proptest::prelude::*;
use sessions_api::{ApiError, HistoryRequest, ListRequest, NewMessage, Order, SearchRequest};
use sessions_core::event::{Role, TimestampMs};
use sessions_core::key::SessionKey;
use sessions_core::reset::ResetPolicy;
use sessions_core::scope::SessionFacts;
use sessions_core::testing::build;
use sessions_policy::decision::decide;
use sessions_policy::requester::Requester;
use sessions_policy::rules::VisibilityRules;
use sessions_policy::testing::strategy::{facts, keys, requesters, rules};
use sessions_redact::Redactor;
use sessions_store::{Import, MaskedText, Masker, Store, StoreOptions};

use crate::support::{START_MS, World, settings_of};

/// Something that becomes of a session.
#[derive(Clone, Debug)]
enum Change {
    /// It is made, or a message is added.
    Say(SessionFacts),
    /// A transcript is imported and awaits indexing.
    Import(SessionFacts),
    Reset(SessionKey),
    RollOver(SessionKey),
    Rewind(SessionKey),
    Delete(SessionKey),
}

impl Change {
    fn key(&self) -> &SessionKey {
        match self {
            Self::Say(facts) | Self::Import(facts) => &facts.key,
            Self::Reset(key) | Self::RollOver(key) | Self::Rewind(key) | Self::Delete(key) => key,
        }
    }

    /// Lets it happen; what makes no sense does not.
    fn apply(&self, world: &World, n: i64) {
        let sessions = &world.sessions;
        let at = TimestampMs(START_MS + n * 60_000);
        match self {
            Self::Say(facts) => {
                // Ids of hidden sessions sort before and behind those shown.
                let id = format!("{}{n}", if n % 2 == 0 { "a" } else { "z" });
                drop(sessions.append(&NewMessage {
                    key: facts.key.clone(),
                    session_id: None,
                    message_id: Some(build::id(&id)),
                    parent: None,
                    role: Role::User,
                    text: format!("alpha beta alpha w{n}"),
                    timestamp: at,
                    settings: settings_of(facts),
                }));
            }
            Self::Import(facts) => import(world, facts, n),
            Self::Reset(key) => drop(sessions.reset(key, ResetPolicy::PreserveTail, at)),
            Self::RollOver(key) => drop(sessions.rollover(key, None)),
            Self::Rewind(key) => drop(sessions.rewind(key, &build::id("m1"), at)),
            Self::Delete(key) => drop(sessions.delete(key)),
        }
    }
}

/// Stores a transcript as an import leaves it: its words are not indexed yet.
fn import(world: &World, facts: &SessionFacts, n: i64) {
    let folder = world
        .folder()
        .join("agents")
        .join(facts.key.agent().as_str());
    let masker = Masker::new(Redactor::new().version(), |text| MaskedText {
        text: text.to_owned(),
        masks: Vec::new(),
    });
    let store = Store::open(&folder.join("sessions.sqlite"), StoreOptions::new(masker)).unwrap();
    let events = [build::message("m1", Role::User, "alpha gamma")];
    let imported = store.import(&Import {
        key: &facts.key,
        session_id: &format!("imported-{n}").parse().unwrap(),
        is_current: true,
        settings: &settings_of(facts),
        events: &events,
    });
    drop(imported);
}

/// Everything that a requester can ask, as text.
fn answers(world: &World, requester: &Requester, keys: &BTreeSet<SessionKey>) -> Vec<String> {
    let failed = |err: ApiError| format!("{:?} {err} {:?}", err.kind(), err.hint());
    let json =
        |it: Result<serde_json::Value, ApiError>| it.map_or_else(failed, |it| it.to_string());
    let search = |request: SearchRequest| {
        let answer = world.try_search(requester, &request);
        json(answer.map(|it| serde_json::to_value(it).unwrap()))
    };
    let mut answers = Vec::new();
    for query in ["alpha", "\"alpha beta\"", "gamma", "w3", "nothing"] {
        for order in [Order::Relevance, Order::Recent] {
            for limit in [2, 25] {
                for per_session in [false, true] {
                    let request = SearchRequest {
                        order,
                        limit: Some(limit),
                        per_session,
                        ..SearchRequest::new(query)
                    };
                    answers.push(search(request.clone()));
                    let first = world.try_search(requester, &request);
                    let cursor = first.ok().and_then(|it| it.next_cursor);
                    answers.push(search(SearchRequest { cursor, ..request }));
                }
            }
        }
    }
    for query in ["alpha nothing gamma", "gamma beta w3", "alpah", "gammma"] {
        answers.push(search(SearchRequest {
            relaxed: true,
            ..SearchRequest::new(query)
        }));
    }
    for limit in [2, 1000] {
        let list = ListRequest {
            limit: Some(limit),
            archived: true,
            ..ListRequest::default()
        };
        let answer = world.try_list(requester, &list);
        answers.push(json(answer.map(|it| serde_json::to_value(it).unwrap())));
    }
    for key in keys {
        answers.push(search(SearchRequest {
            session_key: Some(key.to_string()),
            ..SearchRequest::new("alpha")
        }));
        for message_id in [None, Some("m1".to_owned()), Some("a2".to_owned())] {
            let request = HistoryRequest {
                message_id,
                ..HistoryRequest::new(key.as_str())
            };
            let answer = world.try_read(requester, &request);
            answers.push(json(answer.map(|it| serde_json::to_value(it).unwrap())));
        }
    }
    answers
}

fn changes(asking: &SessionKey, len: std::ops::Range<usize>) -> BoxedStrategy<Vec<Change>> {
    let change = prop_oneof![
        6 => facts(asking).prop_map(Change::Say),
        2 => facts(asking).prop_map(Change::Import),
        1 => keys().prop_map(Change::Reset),
        1 => keys().prop_map(Change::RollOver),
        1 => keys().prop_map(Change::Rewind),
        2 => keys().prop_map(Change::Delete),
    ];
    prop::collection::vec(change, len).boxed()
}

type Case = (Requester, VisibilityRules, Vec<Change>, Vec<Change>);

fn cases() -> impl Strategy<Value = Case> {
    (requesters(), keys(), rules()).prop_flat_map(|(requester, other, rules)| {
        let asking = requester.key().unwrap_or(&other).clone();
        let before = changes(&asking, 4..16);
        let meanwhile = changes(&asking, 1..24);
        (Just(requester), Just(rules), before, meanwhile)
    })
}

/// Returns whether a change touches nothing that the requester may see, before
/// or after it.
fn is_hidden(world: &World, requester: &Requester, change: &Change) -> bool {
    let is_stored_shown = world
        .sessions
        .authorize(requester, &HistoryRequest::new(change.key().as_str()))
        .is_ok();
    let is_new_shown = match change {
        Change::Say(facts) | Change::Import(facts) => {
            decide(requester, facts, world.sessions.rules()).is_ok()
        }
        _ => false,
    };
    !is_stored_shown && !is_new_shown
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_becomes_of_hidden_sessions_changes_no_byte(
        (requester, rules, before, meanwhile) in cases(),
    ) {
        let world = World::ruled(rules);
        for (n, change) in (0..).zip(&before) {
            change.apply(&world, n);
        }
        let keys: BTreeSet<_> = before.iter().chain(&meanwhile).map(|it| it.key().clone()).collect();
        let was = answers(&world, &requester, &keys);
        for (n, change) in (100..).zip(&meanwhile) {
            if is_hidden(&world, &requester, change) {
                change.apply(&world, n);
                let is = answers(&world, &requester, &keys);
                prop_assert_eq!(&was, &is, "after {:?}", change);
            }
        }
    }
}
