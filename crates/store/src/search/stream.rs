//! Streaming matches backwards by id until the newest are known for sure.

use std::collections::{BTreeSet, BinaryHeap, HashMap};

use rusqlite::{Connection, params};
use sessions_core::event::{Role, TimestampMs};
use sessions_core::key::SessionKind;

use super::CandidateQuery;
use crate::doc_id::{first_id, latest_time};
use crate::error::{Result, StoreError};
use crate::event::{role_in, role_number};
use crate::index::scope_token;

/// The most sessions that are matched inside the index. Measured: the tokens
/// of 64 sessions cost a quarter of the time of a stream that finds none of
/// them, and more than the stream from some hundreds on.
const MAX_SCOPE_TOKENS: usize = 64;

/// Streams the docs that hold some words, newest first. The index is read
/// backwards, as far as the time may be; nothing is sorted.
pub(super) const NEWEST_MATCHES: &str = "SELECT f.rowid AS id, d.session, d.event, d.ts, d.role
    FROM doc_fts f JOIN doc d ON d.id = f.rowid
    WHERE doc_fts MATCH ?1 AND d.is_stale = 0
      AND (?2 IS NULL OR d.role = ?2)
      AND d.ts >= ?3 AND f.rowid >= ?4 AND (?5 IS NULL OR d.ts < ?5)
    ORDER BY f.rowid DESC";

/// A doc that matched.
pub(super) struct Match {
    pub(super) event: i64,
    pub(super) timestamp: TimestampMs,
    pub(super) role: Role,
}

/// Returns matches, among them for sure the newest by stored time, one more
/// than `max_candidates` of them if there are as many.
///
/// An id may stand later than its time, never earlier. So when the stream has
/// come down to an id, all that follows is older than the latest time of that
/// id, and matches that are newer are settled.
pub(super) fn newest(
    conn: &Connection,
    sessions: Option<&BTreeSet<i64>>,
    query: &CandidateQuery<'_>,
) -> Result<Vec<Match>> {
    let inside = sessions.filter(|it| it.len() <= MAX_SCOPE_TOKENS);
    let expression = match inside {
        None => query.expression.to_owned(),
        Some(sessions) => {
            let tokens: Vec<_> = sessions.iter().map(|&id| scope_token(id)).collect();
            let tokens = tokens.join(" OR ");
            format!("({}) AND scope : ({tokens})", query.expression)
        }
    };
    let mut kinds = KindFilter::new(conn, query.kinds);
    let mut stream = || -> rusqlite::Result<Vec<Match>> {
        let mut stmt = conn.prepare_cached(NEWEST_MATCHES)?;
        let mut rows = stmt.query(params![
            expression,
            query.role.map(role_number),
            query.since.map_or(i64::MIN, |it| it.0),
            query.since.map_or(i64::MIN, first_id),
            query.until.map(|it| it.0),
        ])?;
        let mut matches = Vec::new();
        let mut unsettled = BinaryHeap::new();
        let mut n_settled = 0;
        while let Some(row) = rows.next()? {
            let latest = latest_time(row.get("id")?);
            while unsettled.peek().is_some_and(|&time| latest <= time) {
                unsettled.pop();
                n_settled += 1;
            }
            if query.max_candidates < n_settled {
                break;
            }
            let session: i64 = row.get("session")?;
            let is_in = sessions.is_none_or(|it| it.contains(&session));
            if is_in && kinds.admits(session)? {
                let timestamp = TimestampMs(row.get("ts")?);
                unsettled.push(timestamp);
                matches.push(Match {
                    event: row.get("event")?,
                    timestamp,
                    role: role_in(row)?.unwrap_or(Role::Tool),
                });
            }
        }
        Ok(matches)
    };
    stream().map_err(StoreError::during("search"))
}

/// Says whether a session is of a wanted kind, remembering what it looked up.
struct KindFilter<'c> {
    conn: &'c Connection,
    kinds: Vec<&'static str>,
    known: HashMap<i64, bool>,
}

impl<'c> KindFilter<'c> {
    fn new(conn: &'c Connection, kinds: &[SessionKind]) -> Self {
        Self {
            conn,
            kinds: kinds.iter().map(|it| it.as_str()).collect(),
            known: HashMap::new(),
        }
    }

    fn admits(&mut self, session: i64) -> rusqlite::Result<bool> {
        if self.kinds.is_empty() {
            return Ok(true);
        }
        if let Some(&is_admitted) = self.known.get(&session) {
            return Ok(is_admitted);
        }
        let sql = "SELECT k.kind FROM session s JOIN session_key k ON k.id = s.session_key
                   WHERE s.id = ?1";
        let kind: String = self
            .conn
            .prepare_cached(sql)?
            .query_row([session], |row| row.get(0))?;
        let is_admitted = self.kinds.contains(&kind.as_str());
        self.known.insert(session, is_admitted);
        Ok(is_admitted)
    }
}
