//! Proof is of one session as it was when it was given (V9).

use sessions_api::{ApiError, HistoryRequest, SessionSettings};
use sessions_core::event::Role;
use sessions_core::scope::OwnerLinks;

use crate::support::{World, asking_as, ids, key};

const ME: &str = "agent:main:telegram:direct:u1";
const MINE: &str = "agent:main:subagent:s";

fn settings(owner: &str) -> SessionSettings {
    SessionSettings {
        links: OwnerLinks {
            spawned_by: Some(key(owner)),
            ..OwnerLinks::default()
        },
        ..SessionSettings::default()
    }
}

fn world() -> World {
    let world = World::new();
    world.say(ME, "me", Role::User, 1, "alpha");
    world.say_in(MINE, "m1", Role::User, 2, "alpha", settings(ME));
    world
}

/// Gives proof of a read of [`MINE`], lets something happen, and reads.
fn read_after(
    request: &HistoryRequest,
    meanwhile: impl FnOnce(&World),
) -> Result<Vec<String>, ApiError> {
    let world = world();
    let read = world.sessions.authorize(&asking_as(ME), request)?;
    meanwhile(&world);
    let answer = world.sessions.history(&read)?;
    Ok(ids(&answer).into_iter().map(str::to_owned).collect())
}

#[test]
fn what_is_said_meanwhile_is_read() {
    let rows = read_after(&HistoryRequest::new(MINE), |world| {
        world.say(MINE, "m2", Role::Assistant, 3, "beta");
        world.say(ME, "me2", Role::User, 4, "beta");
    });
    assert_eq!(rows.unwrap(), ["m1", "m2"]);
}

/// Something that happens to [`MINE`].
type Change = fn(&World);

#[test]
fn a_session_that_was_replaced_meanwhile_is_an_error() {
    let delete: Change = |world| drop(world.sessions.delete(&key(MINE)));
    // Under the same keys, and owned by the same session.
    let again: Change = |world| {
        world.sessions.delete(&key(MINE)).unwrap();
        world.say_in(MINE, "m1", Role::User, 2, "another", settings(ME));
    };
    let roll_over: Change = |world| drop(world.sessions.rollover(&key(MINE), None).unwrap());
    let give_away: Change = |world| {
        world.say_in(MINE, "m2", Role::User, 3, "x", settings("agent:main:main"));
    };
    for (n, change) in [delete, again, roll_over, give_away]
        .into_iter()
        .enumerate()
    {
        let err = read_after(&HistoryRequest::new(MINE), change).unwrap_err();
        assert!(matches!(err, ApiError::Replaced), "{n}: {err:?}");
        insta::allow_duplicates! {
            insta::assert_snapshot!(err, @"the session changed while it was asked for; ask again");
        }
    }
    // Whoever named the generation still means it after a rollover.
    let named = HistoryRequest {
        session_id: Some("subagent-s-1".to_owned()),
        message_id: Some("m1".to_owned()),
        ..HistoryRequest::new(MINE)
    };
    assert_eq!(read_after(&named, roll_over).unwrap(), ["m1"]);
    let err = read_after(&named, again).unwrap_err();
    assert!(matches!(err, ApiError::Replaced), "{err:?}");
}
