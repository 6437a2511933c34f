//! From matches to candidates: named, in order, without copies, with texts.

use std::collections::HashMap;

use rusqlite::Connection;
use sessions_core::event::{Role, TimestampMs};
use sessions_core::id::MessageId;
use sessions_core::key::SessionKey;

use super::stream::Match;
use super::{Candidate, Candidates};
use crate::error::{Result, StoreError};
use crate::session::parsed;

/// A match with its keys and without its text.
struct Named {
    event: i64,
    /// Whether it is in the current generation, and which generation that is:
    /// of two copies the greater one stays.
    generation: (bool, i64),
    candidate: Candidate,
}

/// What two copies of a row have in common, their text aside (X11).
type CopyName = (SessionKey, MessageId, Role, TimestampMs);

/// Returns the newest `max` of `matches`, without copies.
///
/// The newest are chosen first, so that which rows are compared does not depend
/// on how far the stream went.
pub(super) fn newest(conn: &Connection, matches: Vec<Match>, max: usize) -> Result<Candidates> {
    let mut matches = matches;
    matches.sort_by_key(|it| std::cmp::Reverse(it.timestamp));
    // Ties at the edge go by keys, so all of them are looked at.
    if let Some(edge) = matches.get(max).map(|it| it.timestamp) {
        matches.retain(|it| edge <= it.timestamp);
    }
    let has_more = max < matches.len();
    let mut rows = matches
        .iter()
        .map(|it| named(conn, it))
        .collect::<Result<Vec<_>>>()?;
    rows.sort_by(|a, b| a.candidate.newest_first(&b.candidate));
    rows.truncate(max);
    let rows = without_copies(conn, rows)?;
    let rows = rows
        .into_iter()
        .map(|row| {
            let text = text(conn, row.event)?;
            Ok(Candidate {
                text,
                ..row.candidate
            })
        })
        .collect::<Result<_>>()?;
    Ok(Candidates { rows, has_more })
}

fn named(conn: &Connection, found: &Match) -> Result<Named> {
    let sql = "SELECT k.session_key, s.session_id, s.id, s.is_current, e.message_id
               FROM event e JOIN session s ON s.id = e.session
               JOIN session_key k ON k.id = s.session_key
               WHERE e.id = ?1";
    conn.prepare_cached(sql)
        .and_then(|mut stmt| {
            stmt.query_row([found.event], |row| {
                Ok(Named {
                    event: found.event,
                    generation: (row.get("is_current")?, row.get("id")?),
                    candidate: Candidate {
                        session_key: parsed(row, "session_key")?,
                        session_id: parsed(row, "session_id")?,
                        message_id: parsed(row, "message_id")?,
                        timestamp: found.timestamp,
                        role: found.role,
                        text: String::new(),
                    },
                })
            })
        })
        .map_err(StoreError::during("read a match"))
}

fn text(conn: &Connection, event: i64) -> Result<String> {
    conn.prepare_cached("SELECT text FROM body WHERE event = ?1")
        .and_then(|mut stmt| stmt.query_row([event], |row| row.get(0)))
        .map_err(StoreError::during("read a match"))
}

/// Leaves out rows that a rewind or fork copied under one key: the one in the
/// current generation stays, else the one in the newest (X11).
fn without_copies(conn: &Connection, rows: Vec<Named>) -> Result<Vec<Named>> {
    let mut kept: Vec<Named> = Vec::with_capacity(rows.len());
    let mut by_name: HashMap<CopyName, Vec<usize>> = HashMap::new();
    for row in rows {
        let it = &row.candidate;
        let name = (
            it.session_key.clone(),
            it.message_id.clone(),
            it.role,
            it.timestamp,
        );
        let alike = by_name.entry(name).or_default();
        let mut copy = None;
        for &index in alike.iter() {
            if let Some(other) = kept.get(index)
                && text(conn, other.event)? == text(conn, row.event)?
            {
                copy = Some(index);
            }
        }
        match copy.and_then(|index| kept.get_mut(index)) {
            None => {
                alike.push(kept.len());
                kept.push(row);
            }
            Some(other) if other.generation < row.generation => *other = row,
            Some(_) => {}
        }
    }
    kept.sort_by(|a, b| a.candidate.newest_first(&b.candidate));
    Ok(kept)
}
