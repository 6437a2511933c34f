//! What the databases show is what the decision allows, whatever is stored (V8).

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sessions_api::{HistoryRequest, ListRequest, SearchRequest};
use sessions_core::event::Role;
use sessions_core::key::SessionKey;
use sessions_core::scope::SessionFacts;
use sessions_policy::decision::decide;
use sessions_policy::requester::Requester;
use sessions_policy::rules::VisibilityRules;
use sessions_policy::testing::golden::GoldenDecision;
use sessions_policy::testing::strategy::{facts, keys, requesters, rules};

use crate::support::{World, settings_of};

/// Stores one message, "alpha" and a word of its own, under each key.
fn store(world: &World, stored: &[SessionFacts]) {
    for (minute, facts) in (0..).zip(stored) {
        let text = format!("alpha w{minute}");
        world.say_in(
            facts.key.as_str(),
            "m1",
            Role::User,
            minute,
            &text,
            settings_of(facts),
        );
    }
}

/// Facts of different sessions, one of them that of `asking`.
fn different(asking: &SessionKey) -> impl Strategy<Value = Vec<SessionFacts>> + use<> {
    let own = SessionFacts {
        key: asking.clone(),
        links: sessions_core::scope::OwnerLinks::default(),
        is_flagged_incognito: false,
    };
    prop::collection::vec(facts(asking), 1..14).prop_map(move |drawn| {
        let mut by_key = BTreeMap::from([(own.key.clone(), own.clone())]);
        by_key.extend(drawn.into_iter().map(|it| (it.key.clone(), it)));
        by_key.into_values().collect()
    })
}

/// The sessions that the decision allows.
fn allowed<'s>(
    world: &World,
    requester: &Requester,
    stored: &'s [SessionFacts],
) -> BTreeSet<&'s SessionKey> {
    let rules = world.sessions.rules();
    let is_allowed = |it: &&SessionFacts| decide(requester, *it, rules).is_ok();
    stored.iter().filter(is_allowed).map(|it| &it.key).collect()
}

/// Fails unless a list and a search of everything show exactly these sessions.
fn assert_all_shown(world: &World, requester: &Requester, allowed: &BTreeSet<&SessionKey>) {
    let at = || format!("{requester:?} under {:?}", world.sessions.rules());
    let list = world.try_list(requester, &ListRequest::default()).unwrap();
    let listed = list.sessions.iter().map(|it| &it.session_key).collect();
    assert_eq!(*allowed, listed, "listed, {}", at());
    let search = SearchRequest {
        limit: Some(25),
        ..SearchRequest::new("alpha")
    };
    let answer = world.try_search(requester, &search).unwrap();
    let found = answer.results.iter().map(|it| &it.session_key).collect();
    assert_eq!(*allowed, found, "found, {}", at());
}

/// Fails unless a read and a search of one session show it where it is allowed
/// and are refused where it is not.
fn assert_one_shown(world: &World, requester: &Requester, text: &str, is_allowed: bool) {
    let at = || format!("{text}, {requester:?} under {:?}", world.sessions.rules());
    let read = world.try_read(requester, &HistoryRequest::new(text));
    assert_eq!(read.is_ok(), is_allowed, "read: {}", at());
    let search = SearchRequest {
        session_key: Some(text.to_owned()),
        ..SearchRequest::new("alpha")
    };
    let n_found = world
        .try_search(requester, &search)
        .map(|it| it.results.len());
    assert_eq!(n_found.ok(), is_allowed.then_some(1), "searched: {}", at());
}

/// Who asks, among which sessions, and under which rules in turn.
fn worlds() -> impl Strategy<Value = (Vec<SessionFacts>, Vec<(Requester, VisibilityRules)>)> {
    (requesters(), keys()).prop_flat_map(|(requester, other)| {
        let stored = different(requester.key().unwrap_or(&other));
        let asked = prop::collection::vec((prop_oneof![Just(requester), requesters()], rules()), 6);
        (stored, asked)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_interface_shows_exactly_what_the_decision_allows((stored, asked) in worlds()) {
        let mut world = World::new();
        store(&world, &stored);
        for (requester, rules) in asked {
            world = world.under(rules);
            let allowed = allowed(&world, &requester, &stored);
            assert_all_shown(&world, &requester, &allowed);
            for facts in &stored {
                let is_allowed = allowed.contains(&facts.key);
                assert_one_shown(&world, &requester, facts.key.as_str(), is_allowed);
            }
        }
    }
}

#[test]
fn every_golden_row_is_answered_from_a_database_as_it_is_decided() {
    let rows = GoldenDecision::read(include_str!("../../../policy/tests/data/visibility.json"));
    // Rows of one requester and link share their databases, and those under the
    // same rules what is open.
    let mut worlds: BTreeMap<String, BTreeMap<String, Vec<&GoldenDecision>>> = BTreeMap::new();
    for row in &rows {
        let links = row.stored.as_ref().map(|it| it.links.clone());
        let world = format!("{:?} {:?}", row.requester, links.unwrap_or_default());
        let of_world = worlds.entry(world).or_default();
        let of_rules = of_world.entry(format!("{:?}", row.rules)).or_default();
        of_rules.push(row);
    }
    let mut n_allowed = 0;
    for of_world in worlds.into_values() {
        let stored = of_world
            .values()
            .flatten()
            .filter_map(|it| it.stored.clone());
        let stored: BTreeMap<_, _> = stored.map(|it| (it.key.clone(), it)).collect();
        let stored: Vec<_> = stored.into_values().collect();
        let mut world = World::new();
        store(&world, &stored);
        for of_rules in of_world.into_values() {
            let GoldenDecision {
                requester, rules, ..
            } = of_rules[0];
            world = world.under(rules.clone());
            let allowed = allowed(&world, requester, &stored);
            assert_all_shown(&world, requester, &allowed);
            for row in of_rules {
                let is_allowed = row.stored.iter().any(|it| allowed.contains(&it.key));
                assert_one_shown(&world, requester, &row.target, is_allowed);
                n_allowed += usize::from(is_allowed);
            }
        }
    }
    assert_eq!((rows.len(), n_allowed), (6144, 2814));
}
