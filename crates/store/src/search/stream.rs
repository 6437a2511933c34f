//! Streaming matches backwards by id until the newest are known for sure.

use std::collections::{BinaryHeap, HashMap};

use rusqlite::{CachedStatement, Connection, params};
use sessions_core::event::{Role, TimestampMs};
use sessions_core::key::SessionKind;
use sessions_core::scope::SessionScope;

use super::CandidateQuery;
use crate::doc_id::{first_id, latest_time};
use crate::error::{Result, StoreError};
use crate::event::{role_in, role_number};
use crate::scope::{SqlScope, bind, condition};

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
pub(super) struct Match {
    pub(super) event: i64,
    pub(super) timestamp: TimestampMs,
    pub(super) role: Role,
}

/// Which generations are searched.
pub(super) enum Within<'a> {
    /// All that are indexed.
    All,
    /// Those of a scope, whose docs hold one of these words.
    Words(&'a [String], &'a SqlScope),
    /// Those of a scope, each asked of the database once.
    Condition(&'a SqlScope),
}

/// Returns matches, among them for sure the newest by stored time, one more
/// than `max_candidates` of them if there are as many.
///
/// An id may stand later than its time, never earlier. So when the stream has
/// come down to an id, all that follows is older than the latest time of that
/// id, and matches that are newer are settled.
pub(super) fn newest(
    conn: &Connection,
    within: &Within<'_>,
    query: &CandidateQuery<'_>,
) -> Result<Vec<Match>> {
    let expression = match within {
        Within::Words(words, _) => {
            format!(
                "({}) AND scope : ({})",
                query.expression,
                words.join(" OR ")
            )
        }
        Within::All | Within::Condition(_) => query.expression.to_owned(),
    };
    let mut filter = Filter::new(conn, within, query.kinds);
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
            // By number: a look-up by name costs as much as the value.
            let latest = latest_time(row.get(ID)?);
            while unsettled.peek().is_some_and(|&time| latest <= time) {
                unsettled.pop();
                n_settled += 1;
            }
            if query.max_candidates < n_settled {
                break;
            }
            if filter.admits(row.get(SESSION)?)? {
                let timestamp = TimestampMs(row.get(TS)?);
                unsettled.push(timestamp);
                matches.push(Match {
                    event: row.get(EVENT)?,
                    timestamp,
                    role: role_in(row)?.unwrap_or(Role::Tool),
                });
            }
        }
        Ok(matches)
    };
    stream().map_err(StoreError::during("search"))
}

/// The kind of a generation's session, where a scope has it.
pub(super) const KIND_IN_SCOPE: &str = concat!(
    "SELECT k.kind FROM session s JOIN session_key k ON k.id = s.session_key
     WHERE s.id = :session AND ",
    condition!()
);

/// Says whether a generation is searched, remembering what it looked up: the
/// matches of a stream are of few sessions again and again.
struct Filter<'a> {
    conn: &'a Connection,
    /// What each generation is asked for, where anything is.
    scope: Option<SqlScope>,
    kinds: Vec<&'static str>,
    known: HashMap<i64, bool>,
    ask: Option<Ask<'a>>,
}

impl<'a> Filter<'a> {
    fn new(conn: &'a Connection, within: &Within<'_>, kinds: &[SessionKind]) -> Self {
        let scope = match within {
            Within::Condition(scope) => Some((*scope).clone()),
            // Owners' words are of all that they own, children or not.
            Within::Words(_, scope) if scope.owner().is_some() => Some((*scope).clone()),
            _ if kinds.is_empty() => None,
            _ => Some(SqlScope::of(&SessionScope::Everything)),
        };
        Self {
            conn,
            scope,
            kinds: kinds.iter().map(|it| it.as_str()).collect(),
            known: HashMap::new(),
            ask: None,
        }
    }

    fn admits(&mut self, session: i64) -> rusqlite::Result<bool> {
        let Some(scope) = &self.scope else {
            return Ok(true);
        };
        if let Some(&is_admitted) = self.known.get(&session) {
            return Ok(is_admitted);
        }
        let ask = match &mut self.ask {
            Some(ask) => ask,
            none => none.insert(Ask::of(self.conn, scope)?),
        };
        let is_admitted = ask.is_in_scope(session, &self.kinds)?;
        self.known.insert(session, is_admitted);
        Ok(is_admitted)
    }
}

/// The condition of a scope, asked of one generation after the other. The
/// values of the scope are bound once: binding them costs as much as looking.
struct Ask<'a> {
    stmt: CachedStatement<'a>,
}

impl<'a> Ask<'a> {
    fn of(conn: &'a Connection, scope: &SqlScope) -> rusqlite::Result<Self> {
        let mut stmt = conn.prepare_cached(KIND_IN_SCOPE)?;
        for &(name, value) in bind!(scope) {
            stmt.raw_bind_parameter(name, value)?;
        }
        Ok(Self { stmt })
    }

    /// Returns whether a generation is in the scope, and of one of `kinds` if
    /// there are any.
    fn is_in_scope(&mut self, session: i64, kinds: &[&str]) -> rusqlite::Result<bool> {
        self.stmt.raw_bind_parameter(":session", session)?;
        let mut rows = self.stmt.raw_query();
        let Some(row) = rows.next()? else {
            return Ok(false);
        };
        Ok(kinds.is_empty() || kinds.contains(&row.get_ref(0)?.as_str()?))
    }
}
