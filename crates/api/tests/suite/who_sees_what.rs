//! Every answer stays within what the requester may see (S8, V7).

use sessions_api::{HistoryRequest, ListRequest, SearchRequest, SessionSettings};
use sessions_core::event::Role;
use sessions_core::scope::OwnerLinks;
use sessions_policy::requester::Requester;
use sessions_policy::rules::{Visibility, VisibilityRules};

use crate::support::{World, asking_as, key, operator};

const ME: &str = "agent:main:telegram:direct:u1";

fn spawned_by(text: &str) -> SessionSettings {
    SessionSettings {
        links: OwnerLinks {
            spawned_by: Some(key(text)),
            ..OwnerLinks::default()
        },
        ..SessionSettings::default()
    }
}

fn world(visibility: Visibility) -> World {
    let world = World::ruled(VisibilityRules {
        visibility,
        ..VisibilityRules::default()
    });
    world.say(ME, "mine", Role::User, 1, "alpha");
    world.say("agent:main:main", "other", Role::User, 2, "alpha");
    world.say("agent:ops:main", "ops", Role::User, 3, "alpha");
    world.say_in(
        "agent:ops:subagent:s",
        "child",
        Role::User,
        4,
        "alpha",
        spawned_by(ME),
    );
    let incognito = SessionSettings {
        is_incognito: true,
        ..spawned_by(ME)
    };
    world.say_in(
        "agent:main:subagent:i",
        "hidden",
        Role::User,
        5,
        "alpha",
        incognito,
    );
    world
}

fn ids(world: &World, requester: &Requester) -> Vec<String> {
    let mut found: Vec<_> = world
        .found(requester, "alpha")
        .iter()
        .filter_map(|it| it.split_once(' ').map(|(_, id)| id.to_owned()))
        .collect();
    found.sort();
    found
}

#[test]
fn search_stays_within_each_scope_and_never_finds_incognito() {
    for (visibility, expected) in [
        (Visibility::SelfOnly, vec!["mine"]),
        (Visibility::Tree, vec!["child", "mine"]),
        (Visibility::Agent, vec!["mine", "other"]),
        (Visibility::All, vec!["child", "mine", "ops", "other"]),
    ] {
        let world = world(visibility);
        assert_eq!(ids(&world, &asking_as(ME)), expected, "{visibility}");
        assert_eq!(
            ids(&world, &operator()),
            ["child", "mine", "ops", "other"],
            "the operator"
        );
        let sandboxed = Requester::sandboxed(key(ME));
        let of_sandboxed = ids(&world, &sandboxed);
        assert!(
            of_sandboxed
                .iter()
                .all(|it| expected.contains(&it.as_str())),
            "a sandbox never widens: {of_sandboxed:?}"
        );
    }
}

#[test]
fn a_hidden_session_answers_as_a_missing_one() {
    let world = world(Visibility::Tree);
    let me = asking_as(ME);
    let read = |key: &str| {
        let err = world.try_read(&me, &HistoryRequest::new(key)).unwrap_err();
        let search = SearchRequest {
            session_key: Some(key.to_owned()),
            ..SearchRequest::new("alpha")
        };
        let of_search = world.try_search(&me, &search).unwrap_err();
        assert_eq!(err.to_string(), of_search.to_string());
        (err.kind(), err.to_string(), err.hint())
    };
    for (hidden, missing) in [
        ("agent:main:main", "agent:main:nothing"),
        ("agent:ops:main", "agent:nobody:main"),
        // Owned, incognito by its flag.
        ("agent:main:subagent:i", "agent:main:subagent:j"),
    ] {
        assert_eq!(read(hidden), read(missing), "{hidden}");
    }
    let wide = self::world(Visibility::All);
    let read = |key: &str| {
        let err = wide.try_read(&me, &HistoryRequest::new(key)).unwrap_err();
        (err.kind(), err.to_string(), err.hint())
    };
    assert_eq!(read("agent:main:subagent:i"), read("agent:main:subagent:j"));
}

#[test]
fn a_list_shows_what_a_search_may_find() {
    for visibility in [
        Visibility::SelfOnly,
        Visibility::Tree,
        Visibility::Agent,
        Visibility::All,
    ] {
        let world = world(visibility);
        for requester in [operator(), asking_as(ME), Requester::sandboxed(key(ME))] {
            let answer = world.try_list(&requester, &ListRequest::default()).unwrap();
            let mut listed: Vec<_> = answer
                .sessions
                .iter()
                .map(|it| it.session_key.to_string())
                .collect();
            listed.sort();
            let mut found: Vec<_> = world
                .found(&requester, "alpha")
                .iter()
                .filter_map(|it| it.split_once(' ').map(|(key, _)| key.to_owned()))
                .collect();
            found.sort();
            assert_eq!(listed, found, "{visibility} {requester:?}");
        }
    }
}

#[test]
fn hidden_sessions_change_no_byte_of_an_answer() {
    let world = world(Visibility::Tree);
    let me = asking_as(ME);
    let answers = || {
        let search = world.search(&me, "alpha");
        let list = world.try_list(&me, &ListRequest::default()).unwrap();
        let read = world.read(&me, &HistoryRequest::new(ME));
        serde_json::to_string(&(search, list, read)).unwrap()
    };
    let before = answers();
    for n in 0..300 {
        let id = format!("h{n}");
        world.say("agent:main:main", &id, Role::User, n, "alpha alpha alpha");
    }
    assert_eq!(answers(), before);
    world.sessions.delete(&key("agent:main:main")).unwrap();
    assert_eq!(answers(), before);
}

#[test]
fn a_hidden_agents_broken_database_tells_nothing_and_breaks_nothing() {
    let world = world(Visibility::Tree);
    let broken = world.folder().join("agents/ghost/sessions.sqlite");
    std::fs::create_dir_all(broken.parent().unwrap()).unwrap();
    std::fs::write(&broken, "no database, but a text of some length").unwrap();
    let me = asking_as(ME);
    let read = |key: &str| {
        let err = world.try_read(&me, &HistoryRequest::new(key)).unwrap_err();
        (err.kind(), err.to_string())
    };
    assert_eq!(read("agent:ghost:main"), read("agent:nobody:main"));
    assert_eq!(ids(&world, &me), ["child", "mine"]);
    let err = world
        .try_search(&operator(), &SearchRequest::new("alpha"))
        .unwrap_err();
    assert_eq!(err.to_string(), "the database of agent `ghost` failed");
    let others = SearchRequest {
        agents: vec!["main".parse().unwrap()],
        ..SearchRequest::new("alpha")
    };
    assert!(world.try_search(&operator(), &others).is_ok());
}
