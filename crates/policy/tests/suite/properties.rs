//! What holds for every requester, configuration and session.

use proptest::prelude::*;
use sessions_core::key::SessionKey;
use sessions_core::scope::SessionFacts;
use sessions_policy::agent_link::AgentLinkRules;
use sessions_policy::authorized::ScopeName;
use sessions_policy::decision::{decide, decide_key, visible_to};
use sessions_policy::requester::Requester;
use sessions_policy::rules::{SpawnedVisibility, Visibility, VisibilityRules};
use sessions_policy::testing::strategy::{facts, keys, requesters, rules};

use crate::model;

fn cases() -> impl Strategy<Value = (Requester, SessionFacts, VisibilityRules)> {
    (requesters(), keys()).prop_flat_map(|(requester, other)| {
        let near = facts(requester.key().unwrap_or(&other));
        (Just(requester), near, rules())
    })
}

fn is_allowed(requester: &Requester, facts: &SessionFacts, rules: &VisibilityRules) -> bool {
    decide(requester, facts, rules).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn the_decision_is_that_of_the_contract((requester, facts, rules) in cases()) {
        let ours = decide(&requester, &facts, &rules)
            .map(|it| it.allowed().rule())
            .map_err(|denial| (denial.as_str(), denial.rule()));
        prop_assert_eq!(ours, model::answer(&requester, &facts, &rules));
    }

    #[test]
    fn the_scope_is_exactly_what_the_decision_allows((requester, facts, rules) in cases()) {
        let scope = visible_to(&requester, &rules).scope(facts.key.agent());
        prop_assert_eq!(scope.contains(&facts), is_allowed(&requester, &facts, &rules));
    }

    #[test]
    fn an_incognito_session_is_never_visible((requester, facts, rules) in cases()) {
        let flagged = SessionFacts { is_flagged_incognito: true, ..facts };
        let named = SessionFacts {
            key: SessionKey::new(flagged.key.agent(), "subagent:incognito-x").unwrap(),
            is_flagged_incognito: false,
            ..flagged.clone()
        };
        for hidden in [flagged, named] {
            let denial = decide(&requester, &hidden, &rules).unwrap_err();
            prop_assert_eq!(denial.as_str(), "incognito");
            prop_assert!(!visible_to(&requester, &rules).scope(hidden.key.agent()).contains(&hidden));
        }
    }

    #[test]
    fn a_sandbox_never_shows_more((requester, facts, rules) in cases()) {
        let Requester::Session(asking) = requester else {
            return Ok(());
        };
        let sandboxed = Requester::sandboxed(asking.key.clone());
        if is_allowed(&sandboxed, &facts, &rules) {
            prop_assert!(is_allowed(&Requester::session(asking.key), &facts, &rules));
            let unclamped = VisibilityRules {
                spawned_visibility: SpawnedVisibility::All,
                ..rules
            };
            prop_assert!(is_allowed(&sandboxed, &facts, &unclamped));
        }
    }

    #[test]
    fn no_session_sees_more_than_the_operator((requester, facts, rules) in cases()) {
        if is_allowed(&requester, &facts, &rules) {
            prop_assert!(is_allowed(&Requester::Operator, &facts, &rules));
        }
    }

    #[test]
    fn a_narrower_visibility_never_shows_more((requester, facts, rules) in cases()) {
        let with = |visibility| VisibilityRules { visibility, ..rules.clone() };
        let shown = |visibility| is_allowed(&requester, &facts, &with(visibility));
        if shown(Visibility::SelfOnly) {
            for &wider in Visibility::ALL {
                prop_assert!(shown(wider), "{}", wider);
            }
        }
        for &narrower in Visibility::ALL {
            prop_assert!(!shown(narrower) || shown(Visibility::All), "{}", narrower);
        }
    }

    #[test]
    fn fewer_agent_to_agent_rules_never_show_more((requester, facts, rules) in cases()) {
        if is_allowed(&requester, &facts, &rules) {
            return Ok(());
        }
        let links = &rules.agent_links;
        let mut fewer = vec![
            AgentLinkRules { is_enabled: false, ..links.clone() },
            AgentLinkRules { allow: Some(vec![]), pairs: Some(vec![]), ..links.clone() },
        ];
        for at in 0..links.allow.as_ref().map_or(0, Vec::len) {
            let mut narrowed = links.clone();
            narrowed.allow.as_mut().unwrap().remove(at);
            fewer.push(narrowed);
        }
        for at in 0..links.pairs.as_ref().map_or(0, Vec::len) {
            let mut narrowed = links.clone();
            narrowed.pairs.as_mut().unwrap().remove(at);
            fewer.push(narrowed);
        }
        for agent_links in fewer {
            let narrowed = VisibilityRules { agent_links, ..rules.clone() };
            prop_assert!(!is_allowed(&requester, &facts, &narrowed), "{:?}", narrowed);
        }
    }

    #[test]
    fn a_denial_tells_nothing_that_is_stored((requester, facts, rules) in cases()) {
        let told = decide_key(&requester, &facts.key, &rules);
        if let Err(denial) = decide(&requester, &facts, &rules) {
            if facts.is_flagged_incognito && !facts.key.is_incognito() {
                prop_assert_eq!(denial.as_str(), "incognito");
            } else {
                prop_assert_eq!(told, Err(denial));
            }
        }
    }

    #[test]
    fn the_name_of_the_scope_is_that_of_its_widest_grant((requester, rules) in (requesters(), rules())) {
        let name = visible_to(&requester, &rules).name();
        let Requester::Session(asking) = &requester else {
            prop_assert_eq!(name, ScopeName::Operator);
            return Ok(());
        };
        let is_kept = asking.is_sandboxed
            && rules.spawned_visibility == SpawnedVisibility::Spawned
            && rules.visibility != Visibility::SelfOnly;
        let expected = if is_kept { "spawned" } else { rules.visibility.as_str() };
        prop_assert_eq!(name.as_str(), expected);
    }
}
