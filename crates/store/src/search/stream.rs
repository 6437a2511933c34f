//! Streaming matches backwards by id.

use std::ops::ControlFlow;

use rusqlite::{Connection, Row, params};
use sessions_core::event::{Role, TimestampMs};

use super::CandidateQuery;
use super::filter::{Filter, Session, Wants};
use super::plan::Within;
use crate::doc_id::{first_id, latest_time};
use crate::error::{Result, StoreError};
use crate::event::{role_in, role_number};

/// Streams the docs that hold some words, newest first. The index is read
/// backwards, as far as the time may be; nothing is sorted.
pub(super) const NEWEST_MATCHES: &str = "SELECT f.rowid AS id, d.session, d.event, d.ts, d.role
    FROM doc_fts f JOIN doc d ON d.id = f.rowid
    WHERE doc_fts MATCH ?1 AND d.is_stale = 0
      AND (?2 IS NULL OR d.role = ?2)
      AND d.ts >= ?3 AND f.rowid >= ?4 AND (?5 IS NULL OR d.ts < ?5)
    ORDER BY f.rowid DESC";

/// The columns of [`NEWEST_MATCHES`].
const ID: usize = 0;
const SESSION: usize = 1;
const EVENT: usize = 2;
const TS: usize = 3;

/// A doc that matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) event: i64,
    pub(super) timestamp: TimestampMs,
    pub(super) role: Role,
}

/// Streams the matches of a scope, newest first to the minute, until `take` has
/// enough.
///
/// `take` is called for matches of other sessions too, without them. It is told
/// a time that this match and all behind it are older than: an id may stand
/// later than its time, never earlier. So what it has taken of that time or a
/// later one is settled.
pub(super) fn matches(
    conn: &Connection,
    within: &Within<'_>,
    query: &CandidateQuery<'_>,
    wants: Wants,
    mut take: impl FnMut(TimestampMs, Option<(Session, Match)>) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let expression = within.expression(query.expression);
    let (since, until) = match wants {
        Wants::Matches => query.times(),
        // The stretch is of sessions, whose other matches may lie anywhere.
        Wants::Keys => query.times_of_all(),
    };
    let mut filter = Filter::new(conn, within, query, wants)?;
    let failed = |source| StoreError::during("search")(source);
    let mut stmt = conn.prepare_cached(NEWEST_MATCHES).map_err(failed)?;
    let mut rows = stmt
        .query(params![
            expression,
            query.role.map(role_number),
            since.map_or(i64::MIN, |it| it.0),
            since.map_or(i64::MIN, first_id),
            until.map(|it| it.0),
        ])
        .map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let id = row.get(ID).map_err(failed)?;
        let found = found(&mut filter, row).map_err(failed)?;
        if take(latest_time(id), found)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Returns a match with its session, if that is searched. Columns are read by
/// number: a look-up by name costs as much as the value.
fn found(filter: &mut Filter<'_>, row: &Row<'_>) -> rusqlite::Result<Option<(Session, Match)>> {
    let event = row.get(EVENT)?;
    let Some(session) = filter.admits(row.get(SESSION)?, event)? else {
        return Ok(None);
    };
    let found = Match {
        event,
        timestamp: TimestampMs(row.get(TS)?),
        role: role_in(row)?.unwrap_or(Role::Tool),
    };
    Ok(Some((session, found)))
}
