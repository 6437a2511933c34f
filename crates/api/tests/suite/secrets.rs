//! Secrets are masked before anything goes back, and cannot be searched (S7,
//! S12, R6, R10, H11).

use sessions_api::{HistoryRequest, ListRequest, SessionSettings};
use sessions_core::event::Role;

use crate::support::{World, operator};

/// A text shaped like a token, put together so that no scanner stops on it.
fn token(fill: &str) -> String {
    format!(
        "{}_{}",
        "ghp",
        fill.repeat(36).chars().take(36).collect::<String>()
    )
}

fn world(secret: &str) -> World {
    let world = World::new();
    let text = format!("deploy with {secret} on friday");
    world.say("agent:main:main", "m1", Role::User, 1, &text);
    world
}

#[test]
fn a_secret_is_masked_in_excerpts_and_history() {
    let secret = token("aB3xY9");
    let world = world(&secret);
    let answer = world.search(&operator(), "deploy friday");
    let snippet = &answer.results[0].snippet;
    assert!(
        snippet.contains("[redacted:") && !snippet.contains(&secret),
        "{snippet}"
    );
    let read = world.read(&operator(), &HistoryRequest::new("main"));
    assert!(read.content_redacted);
    let text = &read.messages[0].text;
    assert!(
        text.contains("[redacted:") && !text.contains("aB3x"),
        "{text}"
    );
}

#[test]
fn neither_a_secret_nor_a_part_of_it_finds_its_message() {
    let secret = token("aB3xY9");
    let world = world(&secret);
    for query in [
        secret.as_str(),
        secret.split_at(12).0,
        secret.split_at(4).1,
        "redacted",
        "\"with on\"",
        "github",
    ] {
        assert_eq!(
            world.search(&operator(), query).results,
            [],
            "a query must not confirm"
        );
    }
    let asked = world.search(&operator(), &secret);
    assert!(asked.warning.is_some(), "and it is said why");
    assert!(!serde_json::to_string(&asked).unwrap().contains(&secret));
}

#[test]
fn two_stores_that_differ_inside_a_mask_answer_alike() {
    let (one, two) = (token("aB3xY9"), token("Zz81Qp"));
    let (a, b) = (world(&one), world(&two));
    for query in [
        "deploy",
        "friday deploy",
        &one,
        &two,
        "\"deploy with\"",
        "\"with on\"",
    ] {
        assert_eq!(a.search(&operator(), query), b.search(&operator(), query));
    }
    let read = HistoryRequest::new("main");
    assert_eq!(a.read(&operator(), &read), b.read(&operator(), &read));
}

#[test]
fn titles_are_masked_and_debug_shows_no_text() {
    let secret = token("aB3xY9");
    let world = World::new();
    let settings = SessionSettings {
        title: Some(format!("about {secret}")),
        ..SessionSettings::default()
    };
    world.say_in(
        "agent:main:main",
        "m1",
        Role::User,
        1,
        "swordfish",
        settings,
    );
    let list = world
        .try_list(&operator(), &ListRequest::default())
        .unwrap();
    let title = list.sessions[0].title.as_deref().unwrap();
    assert!(title.starts_with("about [redacted:"), "{title}");
    let answer = world.search(&operator(), "swordfish");
    let read = world.read(&operator(), &HistoryRequest::new("main"));
    let debug = format!("{answer:?} {read:?} {list:?} {:?}", world.sessions);
    assert!(
        !debug.contains("swordfish") && !debug.contains("about"),
        "{debug}"
    );
}
