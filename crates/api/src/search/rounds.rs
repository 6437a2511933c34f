//! The newest matches of many databases, read in rounds.
//!
//! Of fifty databases each may hold the newest matches of all, but mostly each
//! holds a few of them. So each is asked for a few, and those that may have more
//! of the newest are asked again, from where they stopped. Only times are read
//! at first; keys and texts are read of what is chosen. So what is read stays
//! near what is ranked, however many databases there are.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sessions_core::event::TimestampMs;
use sessions_store::{CandidateQuery, Depth, Found, Reading};

use crate::databases::Databases;
use crate::error::ApiError;

/// The fewest matches that a database is asked for.
const LEAST: usize = 8;

/// By how much more each further round asks.
const GROWTH: usize = 4;

/// What was found, newest first.
pub(super) struct Newest {
    /// Each with the number of its database.
    pub(super) found: Vec<(usize, Found)>,
    pub(super) has_more: bool,
}

/// Returns the newest `asked.max_candidates` messages that match, or the
/// sessions with the newest ones.
///
/// Sessions that have nothing of `floor` or newer are not looked for, nor are
/// matches older than that.
pub(super) fn newest(
    databases: &Databases<'_>,
    asked: &CandidateQuery<'_>,
    is_by_session: bool,
    floor: Option<TimestampMs>,
) -> Result<Newest, ApiError> {
    let begin = if is_by_session {
        Reading::of_sessions
    } else {
        Reading::of_messages
    };
    let readings = databases.each(|nth, it| Ok((nth, begin(&it.snapshot, &it.scope))))?;
    let readings: BTreeMap<_, _> = readings
        .into_iter()
        .map(|(nth, it)| (nth, Mutex::new(it)))
        .collect();
    let mut depth = Depth::of(asked.max_candidates);
    let mut size = (2 * depth.n())
        .div_ceil(readings.len().max(1))
        .clamp(LEAST.min(depth.n()), depth.n());
    loop {
        let times = readings
            .values()
            .flat_map(|it| -> Vec<_> { locked(it).times(asked).collect() });
        let last = depth.since(times);
        let since = last.max(floor);
        let is_known = databases.each(|nth, database| {
            let Some(mut reading) = readings.get(&nth).map(locked) else {
                return Ok(true);
            };
            if !reading.may_hold(since) {
                return Ok(true);
            }
            let snapshot = &database.snapshot;
            snapshot.read_on(asked, &mut reading, size, since)?;
            Ok(false)
        })?;
        if is_known.contains(&false) {
            size *= GROWTH;
            continue;
        }
        let found = databases.each(|nth, database| {
            let Some(reading) = readings.get(&nth).map(locked) else {
                return Ok(Vec::new());
            };
            let found = database.snapshot.found(asked, &reading, since)?;
            Ok(found.into_iter().map(|it| (nth, it)).collect())
        })?;
        let mut found = found.concat();
        let Some(has_more) = depth.has_more(found.len(), last <= floor) else {
            continue;
        };
        found.sort_by(|(_, a), (_, b)| a.place().cmp(b.place()));
        found.truncate(asked.max_candidates);
        return Ok(Newest { found, has_more });
    }
}

/// Returns a reading, which one thread has at a time.
fn locked(reading: &Mutex<Reading>) -> MutexGuard<'_, Reading> {
    reading.lock().unwrap_or_else(PoisonError::into_inner)
}
