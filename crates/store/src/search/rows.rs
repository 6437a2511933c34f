//! From matches to candidates: named, in order, without copies, with texts.

use std::cmp::Reverse;

use rusqlite::Connection;
use sessions_core::event::{Role, TimestampMs};
use sessions_core::id::MessageId;
use sessions_core::key::SessionKey;

use super::stream::Match;
use super::{Candidate, Recency};
use crate::error::{Result, StoreError};
use crate::event::role_number;
use crate::session::parsed;

/// A match with its keys and without its text.
#[derive(Clone, Debug)]
pub(super) struct Named {
    event: i64,
    role: Role,
    /// Whether it is in the current generation, and which generation that is:
    /// of two copies the greater one stays.
    generation: (bool, i64),
    pub(super) place: Recency,
}

impl Named {
    /// Returns what two copies of a row have in common, their text aside (X11).
    fn name(&self) -> (Reverse<TimestampMs>, &SessionKey, &MessageId, u8) {
        let it = &self.place;
        let time = Reverse(it.timestamp);
        (
            time,
            &it.session_key,
            &it.message_id,
            role_number(self.role),
        )
    }
}

/// Returns the newest `max` of `matches`, without copies, in order.
///
/// All of one time are named before the newest are chosen, since ties go by
/// keys; copies have one time, so they are told apart before as well.
pub(super) fn newest(conn: &Connection, matches: Vec<Match>, max: usize) -> Result<Vec<Named>> {
    let mut matches = matches;
    let Some(last) = max.checked_sub(1) else {
        return Ok(Vec::new());
    };
    if last < matches.len() {
        let time = |it: &Match| Reverse(it.timestamp);
        let (_, &mut Match { timestamp, .. }, _) = matches.select_nth_unstable_by_key(last, time);
        matches.retain(|it| timestamp <= it.timestamp);
    }
    let mut rows = named(conn, &matches)?;
    rows.truncate(max);
    Ok(rows)
}

/// Returns the place of a match.
pub(super) fn place(conn: &Connection, found: &Match) -> Result<Recency> {
    name(conn, found).map(|it| it.place)
}

/// Returns candidates with their texts.
pub(super) fn with_texts(conn: &Connection, rows: Vec<Named>) -> Result<Vec<Candidate>> {
    let with_text = |row: Named| {
        Ok(Candidate {
            text: text(conn, row.event)?,
            role: row.role,
            place: row.place,
        })
    };
    rows.into_iter().map(with_text).collect()
}

/// Returns matches with their keys, without copies, in order.
pub(super) fn named(conn: &Connection, matches: &[Match]) -> Result<Vec<Named>> {
    let rows = matches.iter().map(|it| name(conn, it));
    without_copies(conn, rows.collect::<Result<_>>()?)
}

fn name(conn: &Connection, found: &Match) -> Result<Named> {
    let sql = "SELECT k.session_key, s.session_id, s.id, s.is_current, e.message_id
               FROM event e JOIN session s ON s.id = e.session
               JOIN session_key k ON k.id = s.session_key
               WHERE e.id = ?1";
    conn.prepare_cached(sql)
        .and_then(|mut stmt| {
            stmt.query_row([found.event], |row| {
                Ok(Named {
                    event: found.event,
                    role: found.role,
                    generation: (row.get("is_current")?, row.get("id")?),
                    place: Recency {
                        timestamp: found.timestamp,
                        session_key: parsed(row, "session_key")?,
                        session_id: parsed(row, "session_id")?,
                        message_id: parsed(row, "message_id")?,
                    },
                })
            })
        })
        .map_err(StoreError::during("read a match"))
}

/// Returns the text of a message, as it is stored.
pub(super) fn text(conn: &Connection, event: i64) -> Result<String> {
    conn.prepare_cached("SELECT text FROM body WHERE event = ?1")
        .and_then(|mut stmt| stmt.query_row([event], |row| row.get(0)))
        .map_err(StoreError::during("read a match"))
}

/// Sorts rows and leaves out those that a rewind or fork copied under one key:
/// the one in the current generation stays, else the one in the newest (X11).
fn without_copies(conn: &Connection, mut rows: Vec<Named>) -> Result<Vec<Named>> {
    // What has the same name, its text aside, stands together.
    rows.sort_by(|a, b| a.name().cmp(&b.name()));
    let mut kept: Vec<Named> = Vec::with_capacity(rows.len());
    for row in rows {
        let alike = kept
            .iter_mut()
            .rev()
            .take_while(|it| it.name() == row.name());
        let mut copy = None;
        for other in alike {
            if text(conn, other.event)? == text(conn, row.event)? {
                copy = Some(other);
                break;
            }
        }
        match copy {
            None => kept.push(row),
            Some(other) if other.generation < row.generation => *other = row,
            Some(_) => {}
        }
    }
    kept.sort_by(|a, b| a.place.cmp(&b.place));
    Ok(kept)
}
