//! Streaming matches backwards by id.

use std::ops::ControlFlow;

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use sessions_core::event::{Role, TimestampMs};

use super::filter::{Filter, Session, Wants};
use super::plan::Within;
use super::{ByText, CandidateQuery, rows};
use crate::doc_id::{first_id, latest_time};
use crate::error::{Result, StoreError};
use crate::event::{role_in, role_number};

/// Streams the docs that hold some words, newest first. The index is read
/// backwards, as far as the time may be; nothing is sorted.
///
/// `CROSS` keeps the order of the tables: with statistics of a small database the
/// planner would go through the docs and ask the index about each.
pub(super) const NEWEST_MATCHES: &str = "SELECT f.rowid AS id, d.session, d.event, d.ts, d.role
    FROM doc_fts f CROSS JOIN doc d ON d.id = f.rowid
    WHERE doc_fts MATCH ?1 AND d.is_stale = 0
      AND (?2 IS NULL OR d.role = ?2)
      AND d.ts >= ?3 AND f.rowid >= ?4 AND (?5 IS NULL OR d.ts < ?5) AND f.rowid <= ?6
    ORDER BY f.rowid DESC";

/// Streams all docs in the same way; `?1` is not used.
pub(super) const NEWEST_DOCS: &str = "SELECT d.id, d.session, d.event, d.ts, d.role
    FROM doc d
    WHERE ?1 IS NULL AND d.is_stale = 0
      AND (?2 IS NULL OR d.role = ?2)
      AND d.ts >= ?3 AND d.id >= ?4 AND (?5 IS NULL OR d.ts < ?5) AND d.id <= ?6
    ORDER BY d.id DESC";

/// How many texts are looked at to judge whether reading them is worth it.
const SAMPLE: i64 = 8;

/// How many texts may be read for each that holds the words: where fewer hold
/// them, the index is asked, and the fewer they are, the less that costs.
const MAX_READ_EACH: usize = 4;

/// So many may be read in vain: a conversation in another language.
const MAX_IN_VAIN: usize = 128;

/// The first doc from an id on.
pub(super) const DOC_FROM: &str =
    "SELECT event FROM doc WHERE ?1 <= id AND is_stale = 0 ORDER BY id LIMIT 1";

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

/// Where a stream is.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// The id of the doc.
    pub(super) id: i64,
    /// It and all behind it are older than this: an id may stand later than its
    /// time, never earlier. So what was taken of this time or a later one is
    /// settled.
    pub(super) before: TimestampMs,
}

/// Streams the matches of a scope from the doc `from` on, newest first to the
/// minute, until `take` has enough.
///
/// `take` is called for matches of other sessions too, without them.
pub(super) fn matches(
    conn: &Connection,
    within: &Within<'_>,
    query: &CandidateQuery<'_>,
    wants: Wants,
    from: i64,
    mut take: impl FnMut(At, Option<(Session, Match)>) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let mut docs = Docs::new(conn, within, query, wants)?;
    let mut from = from;
    if let Some(by_text) = &query.by_text
        && many_seem_to_hold(conn, by_text)?
    {
        let (mut n_read, mut n_held) = (0, 0);
        let mut slow = None;
        docs.each(
            within.expression(by_text.others).as_deref(),
            from,
            |at, found| {
                let mut found = found;
                if let Some((_, doc)) = &found {
                    n_read += 1;
                    if (by_text.holds)(&rows::text(conn, doc.event)?) {
                        n_held += 1;
                    } else {
                        found = None;
                    }
                }
                if take(at, found)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if MAX_IN_VAIN < n_read && n_held * MAX_READ_EACH < n_read {
                    slow = at.id.checked_sub(1);
                    return Ok(ControlFlow::Break(()));
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let Some(rest) = slow else {
            return Ok(());
        };
        from = rest;
    }
    let expression = within.expression(Some(query.expression));
    docs.each(expression.as_deref(), from, take)
}

/// Returns whether many texts seem to hold the words, judged by some from all
/// over the database.
fn many_seem_to_hold(conn: &Connection, by_text: &ByText<'_>) -> Result<bool> {
    let failed = |source| StoreError::during("search")(source);
    let ends = "SELECT (SELECT min(id) FROM doc), (SELECT max(id) FROM doc)";
    let ends = conn.prepare_cached(ends).and_then(|mut stmt| {
        stmt.query_row([], |row| {
            let ends: (Option<i64>, Option<i64>) = (row.get(0)?, row.get(1)?);
            Ok(ends)
        })
    });
    let (Some(first), Some(last)) = ends.map_err(failed)? else {
        return Ok(true);
    };
    let mut stmt = conn.prepare_cached(DOC_FROM).map_err(failed)?;
    let (mut n_read, mut n_seen) = (0, 0);
    for nth in 0..SAMPLE {
        let id = first + (last - first) / SAMPLE * nth;
        let event = stmt.query_row([id], |row| row.get(0)).optional();
        if let Some(event) = event.map_err(failed)? {
            n_read += 1;
            n_seen += usize::from((by_text.seems)(&rows::text(conn, event)?));
        }
    }
    Ok(n_read <= n_seen * MAX_READ_EACH)
}

/// Docs of a search, streamed.
struct Docs<'a> {
    conn: &'a Connection,
    filter: Filter<'a>,
    role: Option<u8>,
    since: Option<TimestampMs>,
    until: Option<TimestampMs>,
}

impl<'a> Docs<'a> {
    fn new(
        conn: &'a Connection,
        within: &Within<'_>,
        query: &CandidateQuery<'_>,
        wants: Wants,
    ) -> Result<Self> {
        let (since, until) = match wants {
            Wants::Matches => query.times(),
            // The stretch is of sessions, whose other matches may lie anywhere.
            Wants::Keys => query.times_of_all(),
        };
        Ok(Self {
            conn,
            filter: Filter::new(conn, within, query, wants)?,
            role: query.role.map(role_number),
            since,
            until,
        })
    }

    /// Streams the docs of an expression, or all where there is none.
    fn each(
        &mut self,
        expression: Option<&str>,
        from: i64,
        mut take: impl FnMut(At, Option<(Session, Match)>) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let failed = |source| StoreError::during("search")(source);
        let sql = match expression {
            Some(_) => NEWEST_MATCHES,
            None => NEWEST_DOCS,
        };
        let mut stmt = self.conn.prepare_cached(sql).map_err(failed)?;
        let mut rows = stmt
            .query(params![
                expression,
                self.role,
                self.since.map_or(i64::MIN, |it| it.0),
                self.since.map_or(i64::MIN, first_id),
                self.until.map(|it| it.0),
                from,
            ])
            .map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let id = row.get(ID).map_err(failed)?;
            let found = found(&mut self.filter, row).map_err(failed)?;
            let at = At {
                id,
                before: latest_time(id),
            };
            if take(at, found)?.is_break() {
                break;
            }
        }
        Ok(())
    }
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
