//! Ids of docs: they carry the time, so that reading them backwards reads
//! newest first.
//!
//! An id is the minute since 1970, ten bits to the left, plus a free number.
//! Where a minute is full, the next free id above it is taken, so an id may
//! stand later than its time and never earlier: [`latest_time`] of an id
//! bounds the time of every doc below it, which is what a search relies on.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _};
use sessions_core::event::TimestampMs;

use crate::error::{Result, StoreError};

const MINUTE_MS: i64 = 60_000;
const BITS: u32 = 10;

/// How many runs of taken ids are remembered at most.
const MAX_RUNS: usize = 4_096;

/// Returns the first id of the minute of a time; times before 1970 count as 0.
/// No doc of this time or a later one stands before it.
pub(crate) fn first_id(time: TimestampMs) -> i64 {
    (time.0.max(0) / MINUTE_MS) << BITS
}

/// Returns a time that no doc with an id up to `id` has reached.
pub(crate) fn latest_time(id: i64) -> TimestampMs {
    TimestampMs(((id >> BITS) + 1).saturating_mul(MINUTE_MS))
}

/// Hands out ids, remembering runs of ids that are taken, so that full minutes
/// are not searched again for each doc.
#[derive(Debug, Default)]
pub(crate) struct DocIds {
    /// From the first taken id of a run to the id behind its last.
    runs: BTreeMap<i64, i64>,
    n_given: u64,
}

impl DocIds {
    /// Returns a free id for a doc of this time.
    pub(crate) fn next(&mut self, conn: &Connection, time: TimestampMs) -> Result<i64> {
        let first = first_id(time);
        let mut start = first;
        let mut from = first;
        if let Some((&run, &end)) = self.runs.range(..=first).next_back()
            && first <= end
        {
            (start, from) = (run, end);
        }
        let free = next_free(conn, from).map_err(StoreError::during("index a message"))?;
        if MAX_RUNS <= self.runs.len() {
            self.runs.clear();
        }
        self.runs.insert(start, free + 1);
        self.n_given += 1;
        Ok(free)
    }

    /// Returns how many ids were handed out.
    pub(crate) fn n_given(&self) -> u64 {
        self.n_given
    }

    /// Forgets what was remembered; ids that a rollback gave back are free.
    pub(crate) fn forget(&mut self) {
        self.runs.clear();
    }
}

fn next_free(conn: &Connection, from: i64) -> rusqlite::Result<i64> {
    let mut taken = conn.prepare_cached("SELECT 1 FROM doc WHERE id = ?1")?;
    if !taken.exists([from])? {
        return Ok(from);
    }
    let sql = "SELECT d.id + 1 FROM doc d WHERE d.id >= ?1
                   AND NOT EXISTS (SELECT 1 FROM doc n WHERE n.id = d.id + 1)
               ORDER BY d.id LIMIT 1";
    let free = conn
        .prepare_cached(sql)?
        .query_row([from], |row| row.get(0))
        .optional()?;
    Ok(free.unwrap_or(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stand_at_or_after_their_time_and_are_free() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch("CREATE TABLE doc (id INTEGER PRIMARY KEY)")
            .unwrap();
        let mut ids = DocIds::default();
        let minute = TimestampMs(1_780_000_000_000);
        let mut seen = std::collections::HashSet::new();
        for n in 0..4_000 {
            if n % 1_500 == 0 {
                ids.forget();
            }
            let time = TimestampMs(minute.0 + i64::from(n % 3) * MINUTE_MS);
            let id = ids.next(&conn, time).unwrap();
            conn.execute("INSERT INTO doc (id) VALUES (?1)", [id])
                .unwrap();
            assert!(seen.insert(id), "id {id} twice");
            assert!(time < latest_time(id), "id {id} stands before its time");
        }
        let before_1970 = ids.next(&conn, TimestampMs(-5)).unwrap();
        assert_eq!(before_1970, 0);
    }
}
