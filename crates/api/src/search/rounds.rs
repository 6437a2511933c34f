//! The newest matches of many databases, read in rounds.
//!
//! Of fifty databases each may hold the newest matches of all, but mostly each
//! holds a few of them. So each is asked for a few, and those that may have more
//! of the newest are asked again, from where they stopped. Only times are read
//! at first; keys and texts are read of what is chosen. So what is read stays
//! near what is ranked, however many databases there are.

use std::sync::{Mutex, PoisonError};

use sessions_core::event::TimestampMs;
use sessions_store::{CandidateQuery, Found, Reading, is_enough, nth_newest};

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
    let max = asked.max_candidates;
    let begin = if is_by_session {
        Reading::of_sessions
    } else {
        Reading::of_messages
    };
    let readings: Vec<_> = (0..databases.len()).map(|_| Mutex::new(begin())).collect();
    // One more tells whether there is more.
    let mut wanted = max + 1;
    let mut size = (2 * wanted)
        .div_ceil(databases.len().max(1))
        .clamp(LEAST, wanted);
    loop {
        let times = readings.iter().flat_map(|it| -> Vec<_> {
            let reading = it.lock().unwrap_or_else(PoisonError::into_inner);
            reading.times(asked).collect()
        });
        let last = nth_newest(times, wanted);
        let since = last.max(floor);
        let is_known = databases.each(|nth, database| {
            let Some(reading) = readings.get(nth) else {
                return Ok(true);
            };
            let mut reading = reading.lock().unwrap_or_else(PoisonError::into_inner);
            if !reading.may_hold(since) {
                return Ok(true);
            }
            let snapshot = &database.snapshot;
            snapshot.read_on(&database.scope, asked, &mut reading, size, since)?;
            Ok(false)
        })?;
        if is_known.contains(&false) {
            size *= GROWTH;
            continue;
        }
        let found = databases.each(|nth, database| {
            let Some(reading) = readings.get(nth) else {
                return Ok(Vec::new());
            };
            let reading = reading.lock().unwrap_or_else(PoisonError::into_inner);
            let found = database.snapshot.found(asked, &reading, since)?;
            Ok(found.into_iter().map(|it| (nth, it)).collect())
        })?;
        let mut found = found.concat();
        let is_all = last <= floor;
        if !is_all && !is_enough(found.len(), wanted, max) {
            wanted *= 2;
            continue;
        }
        found.sort_by(|(_, a), (_, b)| a.place().cmp(b.place()));
        let has_more = !is_all || max < found.len();
        found.truncate(max);
        return Ok(Newest { found, has_more });
    }
}
