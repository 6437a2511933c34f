//! From matches to candidates: named, in order, without copies, with texts.

use std::cmp::Reverse;
use std::collections::HashMap;

use rusqlite::Connection;
use sessions_core::event::{Role, TimestampMs};
use sessions_core::id::MessageId;
use sessions_core::key::SessionKey;

use super::stream::Match;
use super::{Candidate, Recency, Stretch};
use crate::error::{Result, StoreError};
use crate::session::parsed;

/// A match with its keys and without its text.
#[derive(Clone)]
pub(super) struct Named {
    event: i64,
    role: Role,
    /// Whether it is in the current generation, and which generation that is:
    /// of two copies the greater one stays.
    generation: (bool, i64),
    pub(super) place: Recency,
}

/// What two copies of a row have in common, their text aside (X11).
type CopyName = (SessionKey, MessageId, Role, TimestampMs);

/// Returns the newest `max` of `matches` within a stretch, without copies, and
/// whether there are more.
///
/// All of one time are named before the newest are chosen, since ties go by
/// keys; copies have one time, so they are told apart before as well.
pub(super) fn newest(
    conn: &Connection,
    matches: Vec<Match>,
    stretch: &Stretch<'_>,
    max: usize,
) -> Result<(Vec<Named>, bool)> {
    let mut matches = matches;
    matches.sort_by_key(|it| Reverse(it.timestamp));
    let edge = stretch.newest_time();
    let n_before = matches.partition_point(|it| edge.is_some_and(|edge| edge <= it.timestamp));
    let mut rest = matches.split_off(n_before);
    let mut rows = without_copies(conn, named(conn, &matches)?)?;
    rows.retain(|row| stretch.contains(&row.place));
    let left = max.saturating_sub(rows.len());
    let cut = match rest.get(left).map(|it| it.timestamp) {
        Some(last) => rest.split_off(rest.partition_point(|it| last <= it.timestamp)),
        None => Vec::new(),
    };
    let mut others = without_copies(conn, named(conn, &rest)?)?;
    others.retain(|row| stretch.contains(&row.place));
    rows.extend(others);
    let has_more = max < rows.len() || has_any(conn, &cut, stretch)?;
    rows.truncate(max);
    Ok((rows, has_more))
}

/// Returns whether one of `matches` is in a stretch that none is too new for.
fn has_any(conn: &Connection, matches: &[Match], stretch: &Stretch<'_>) -> Result<bool> {
    let oldest = stretch.oldest_time();
    for found in matches {
        if oldest.is_none_or(|oldest| oldest < found.timestamp)
            || stretch.contains(&place(conn, found)?)
        {
            return Ok(true);
        }
    }
    Ok(false)
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

fn named(conn: &Connection, matches: &[Match]) -> Result<Vec<Named>> {
    matches.iter().map(|it| name(conn, it)).collect()
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

fn text(conn: &Connection, event: i64) -> Result<String> {
    conn.prepare_cached("SELECT text FROM body WHERE event = ?1")
        .and_then(|mut stmt| stmt.query_row([event], |row| row.get(0)))
        .map_err(StoreError::during("read a match"))
}

/// Sorts rows and leaves out those that a rewind or fork copied under one key:
/// the one in the current generation stays, else the one in the newest (X11).
fn without_copies(conn: &Connection, rows: Vec<Named>) -> Result<Vec<Named>> {
    let mut kept: Vec<Named> = Vec::with_capacity(rows.len());
    let mut by_name: HashMap<CopyName, Vec<usize>> = HashMap::new();
    for row in rows {
        let it = &row.place;
        let name = (
            it.session_key.clone(),
            it.message_id.clone(),
            row.role,
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
    kept.sort_by(|a, b| a.place.cmp(&b.place));
    Ok(kept)
}
