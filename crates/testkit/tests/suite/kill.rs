//! Workers that are killed at random, again and again, on one database: what
//! they acknowledged is there, what they were doing is there as a whole or not
//! at all, and the index agrees with the rows (X2, X5, X10).

use crate::history::{History, Kind, Tally};
use crate::settings::{first_seed, number};

/// Kills in the life of one database; more would make the runs long, and
/// fewer the databases too young.
const KILLS_EACH: u64 = 10;

/// Kills in the life of a database with one long session.
const LONG_KILLS_EACH: u64 = 12;

/// Kills workers on one database and returns what was seen.
fn killed(kind: Kind, seed: u64, n_kills: u64) -> Tally {
    let mut history = History::new(kind, seed);
    for n in 1..=n_kills {
        match history.kill_once() {
            Ok(true) => {}
            Ok(false) => break,
            Err(difference) => panic!("{kind:?}, seed {seed}, kill {n}: {difference}"),
        }
    }
    let ended = history.end();
    ended.unwrap_or_else(|difference| panic!("{kind:?}, seed {seed}, end: {difference}"))
}

/// Does one of two parts of the kills, so that two cores share them.
fn random_kills(part: u64) {
    let n_databases = number("SESSIONS_KILLS", 200).div_ceil(KILLS_EACH).max(2);
    let mut total = Tally::default();
    for n in (part..n_databases).step_by(2) {
        total.add(killed(Kind::Random, first_seed() + n, KILLS_EACH));
    }
    // Where the kills fell is chance; that work was done between them is not.
    assert!(0 < total.acknowledged, "{total:?}");
}

#[test]
fn what_a_killed_worker_acknowledged_is_there_and_found() {
    random_kills(0);
}

#[test]
fn what_a_killed_worker_acknowledged_is_there_and_found_in_other_runs() {
    random_kills(1);
}

#[test]
fn a_long_import_that_was_killed_is_completed_by_the_next_and_can_be_rewound() {
    let n_databases = number("SESSIONS_KILLS", 200).div_ceil(200);
    let kind = Kind::Long { n_messages: 9_000 };
    let mut total = Tally::default();
    let mut n = 0;
    // A kill that met no import half done proves little: then there are more.
    while n < n_databases || (total.half == 0 && n < 20) {
        total.add(killed(kind, first_seed() + n, LONG_KILLS_EACH));
        n += 1;
    }
    assert!(0 < total.half);
}
