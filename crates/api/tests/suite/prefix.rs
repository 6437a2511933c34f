//! Prefix mode, as while one types (S20).

use sessions_api::SearchRequest;
use sessions_core::event::Role;
use sessions_policy::rules::{Visibility, VisibilityRules};
use sessions_redact::Redactor;

use crate::support::{World, asking_as, operator};

const KEY: &str = "agent:main:main";

#[test]
fn the_beginning_of_the_last_word_is_enough_where_that_is_asked_for() {
    let world = World::new();
    world.say(KEY, "m1", Role::User, 1, "the rollout is on Friday");
    world.say(KEY, "m2", Role::User, 2, "Fri is a shorter word");
    world.say(KEY, "m3", Role::User, 3, "rollouts on Monday");
    let search = |query: &str, prefix| {
        let request = SearchRequest {
            prefix,
            ..SearchRequest::new(query)
        };
        let answer = world.try_search(&operator(), &request).unwrap();
        assert_eq!(answer.prefix, prefix);
        let ids = answer.results.iter().map(|it| it.message_id.to_string());
        let mut ids: Vec<_> = ids.collect();
        ids.sort();
        ids
    };
    assert_eq!(search("fri", false), ["m2"]);
    assert_eq!(search("fri", true), ["m1", "m2"]);
    assert_eq!(search("rollout fri", true), ["m1"]);
    // The words before the last are whole.
    assert_eq!(search("roll friday", true), [""; 0]);
    assert_eq!(search("\"on mon", true), ["m3"]);
}

#[test]
fn hidden_words_do_not_choose_between_texts_and_an_index_of_older_rules() {
    let shown = |hidden: &str| {
        let rules = VisibilityRules {
            visibility: Visibility::SelfOnly,
            ..VisibilityRules::default()
        };
        let world = World::ruled(rules).masking_swordfish();
        world.say(KEY, "m1", Role::User, 1, "a swordfish");
        for n in 0..20 {
            let id = format!("h{n}");
            world.say("agent:main:explicit:h", &id, Role::User, 2 + n, hidden);
        }
        let world = world.masking(Redactor::new());
        let request = SearchRequest {
            prefix: true,
            ..SearchRequest::new("sw")
        };
        let answer = world.try_search(&asking_as(KEY), &request).unwrap();
        assert!(answer.indexing);
        serde_json::to_string(&answer).unwrap()
    };
    assert_eq!(shown("swan swallow"), shown("nothing of the kind"));
}
