//! Checks, repairs, checkpoints and backups over the databases of agents.

use std::fs;

use sessions_api::Repair;
use sessions_core::event::Role;
use sessions_policy::requester::Requester;

use crate::support::{World, operator};

fn world() -> World {
    let world = World::new();
    for n in 0..60 {
        let id = format!("m{n}");
        world.say(
            "agent:main:main",
            &id,
            Role::User,
            n,
            &format!("alpha w{n}"),
        );
    }
    world.say("agent:ops:main", "o1", Role::User, 1, "alpha ops");
    world
}

#[test]
fn a_sound_world_has_nothing_to_repair() {
    let world = world();
    for health in world.sessions.check().unwrap() {
        assert!(!health.is_damaged(), "{health:?}");
        assert_eq!(world.sessions.repair(&health).unwrap(), Repair::None);
    }
    world.sessions.checkpoint().unwrap();
}

#[test]
fn who_waits_for_the_index_waits_for_one_step_of_merging_at_most() {
    // 60 appends have left twelve segments that nothing has merged yet.
    let one_step = |world: &World, waiting: Option<&Requester>| {
        let waiting = waiting.map(|it| world.sessions.visible_to(it));
        let outcome = world
            .sessions
            .reconcile(waiting.as_ref(), Some(2), &mut |_| {});
        outcome.unwrap()
    };
    // The other database is small and has nothing to merge.
    assert!(one_step(&world(), Some(&operator())));
    let world = world();
    assert!(!one_step(&world, None), "there is more to merge");
    assert!(world.sessions.reconcile(None, None, &mut |_| {}).unwrap());
    assert!(one_step(&world, None));
}

#[test]
fn a_damaged_file_is_saved_and_kept_beside_the_new_one() {
    let world = world();
    world.sessions.checkpoint().unwrap();
    let path = world.folder().join("agents/main/sessions.sqlite");
    let mut bytes = fs::read(&path).unwrap();
    // The pages behind the first third, one after the other until one hurts.
    let page = 4_096;
    let mut at = bytes.len() / page / 3;
    let health = loop {
        bytes[at * page..(at + 1) * page].fill(0x5a);
        fs::write(&path, &bytes).unwrap();
        let mut all = world.sessions.check().unwrap();
        let health = all.swap_remove(0);
        if health.is_damaged() {
            break health;
        }
        at += 1;
    };
    assert_eq!(health.agent.as_str(), "main");
    let repair = world.sessions.repair(&health).unwrap();
    if let Repair::Salvaged { kept_as, .. } = &repair {
        assert!(
            fs::read(kept_as).unwrap() == bytes,
            "the damaged file is kept"
        );
    }
    assert_ne!(repair, Repair::None);
    assert!(world.sessions.reconcile(None, None, &mut |_| {}).unwrap());
    assert!(
        world
            .sessions
            .check()
            .unwrap()
            .iter()
            .all(|it| !it.is_damaged())
    );
    assert_eq!(world.found(&operator(), "ops"), ["agent:ops:main o1"]);
}

#[test]
fn a_backup_of_an_unknown_agent_says_so_and_one_of_a_known_is_made() {
    let world = world();
    let file = world.folder().join("copy.sqlite");
    let unknown = "nobody".parse().unwrap();
    let err = world.sessions.backup(&unknown, &file).unwrap_err();
    assert_eq!(err.to_string(), "agent `nobody` has no database");
    let main = "main".parse().unwrap();
    world.sessions.backup(&main, &file).unwrap();
    let before = fs::read(&file).unwrap();
    let err = world.sessions.backup(&main, &file).unwrap_err();
    assert_eq!(err.kind(), sessions_api::ErrorKind::BadInput);
    assert_eq!(fs::read(&file).unwrap(), before, "overwrites nothing");
}
