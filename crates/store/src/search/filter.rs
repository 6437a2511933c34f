//! Which matches of a stream belong to a search.

use std::collections::HashMap;

use rusqlite::{CachedStatement, Connection, OptionalExtension as _};
use sessions_core::event::RowClass;
use sessions_core::key::SessionKey;
use sessions_core::position::PathPosition;
use sessions_core::rows::RowFilter;
use sessions_core::scope::SessionScope;
use sessions_core::view::Sequence;

use super::CandidateQuery;
use super::plan::Within;
use crate::error::Result;
use crate::path::SqlPath;
use crate::scope::{SqlScope, bind, condition};
use crate::{doc_version, session};

/// The session of a match: its generation and the row of its key, which is
/// looked up only where someone asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Session {
    pub(super) generation: i64,
    pub(super) key: Option<i64>,
}

/// What a stream is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wants {
    /// Matches alone.
    Matches,
    /// The key of each match besides.
    Keys,
}

/// The kind and key of a generation's session, and the version of its docs,
/// where a scope has it.
pub(super) const KIND_IN_SCOPE: &str = concat!(
    "SELECT k.kind, k.id, s.mask_version FROM session s JOIN session_key k ON k.id = s.session_key
     WHERE s.id = :session AND ",
    condition!()
);

/// Says whether a match is of a session that is searched, remembering what it
/// looked up: the matches of a stream are of few sessions again and again.
pub(super) struct Filter<'a> {
    conn: &'a Connection,
    /// What each generation is asked for, where anything is.
    scope: Option<SqlScope>,
    wanted: Wanted,
    known: HashMap<i64, Option<Session>>,
    ask: Option<Ask<'a>>,
    hidden: Option<HiddenView>,
}

/// Which sessions of a scope are wanted.
struct Wanted {
    /// Of these kinds; of any where there are none.
    kinds: Vec<&'static str>,
    /// With docs of this version.
    version: Option<i64>,
}

impl Wanted {
    fn is_anything(&self) -> bool {
        self.kinds.is_empty() && self.version.is_none()
    }

    fn admits(&self, kind: &str, version: i64) -> bool {
        (self.kinds.is_empty() || self.kinds.contains(&kind))
            && self.version.is_none_or(|it| it == version)
    }
}

/// The current view of a session whose rows are left out.
struct HiddenView {
    generation: i64,
    rows: Sequence,
}

impl<'a> Filter<'a> {
    pub(super) fn new(
        conn: &'a Connection,
        within: &Within<'_>,
        query: &CandidateQuery<'_>,
        wants: Wants,
    ) -> Result<Self> {
        let wanted = Wanted {
            kinds: query.kinds.iter().map(|it| it.as_str()).collect(),
            version: query.under_rules.map(doc_version::under),
        };
        let scope = match within {
            Within::Condition(scope) => Some((*scope).clone()),
            // Owners' words are of all that they own, children or not.
            Within::Words(_, scope) if scope.owner().is_some() => Some((*scope).clone()),
            _ if wanted.is_anything() && wants == Wants::Matches => None,
            _ => Some(SqlScope::of(&SessionScope::Everything)),
        };
        Ok(Self {
            conn,
            scope,
            wanted,
            known: HashMap::new(),
            ask: None,
            hidden: match query.except_view_of {
                Some(key) => HiddenView::of(conn, key)?,
                None => None,
            },
        })
    }

    /// Returns the session of a match, if it is searched.
    pub(super) fn admits(
        &mut self,
        generation: i64,
        event: i64,
    ) -> rusqlite::Result<Option<Session>> {
        if let Some(hidden) = &self.hidden
            && hidden.generation == generation
            && hidden.has(self.conn, event)?
        {
            return Ok(None);
        }
        let Some(scope) = &self.scope else {
            return Ok(Some(Session {
                generation,
                key: None,
            }));
        };
        if let Some(&known) = self.known.get(&generation) {
            return Ok(known);
        }
        let ask = match &mut self.ask {
            Some(ask) => ask,
            none => none.insert(Ask::of(self.conn, scope)?),
        };
        let found = ask.session(generation, &self.wanted)?;
        self.known.insert(generation, found);
        Ok(found)
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

    /// Returns a generation with its key if it is in the scope and wanted.
    fn session(&mut self, generation: i64, wanted: &Wanted) -> rusqlite::Result<Option<Session>> {
        self.stmt.raw_bind_parameter(":session", generation)?;
        let mut rows = self.stmt.raw_query();
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        let is_wanted = wanted.admits(row.get_ref(0)?.as_str()?, row.get(2)?);
        Ok(is_wanted.then_some(Session {
            generation,
            key: row.get(1)?,
        }))
    }
}

impl HiddenView {
    fn of(conn: &Connection, key: &SessionKey) -> Result<Option<Self>> {
        let Some(stored) = session::find_key(conn, key)? else {
            return Ok(None);
        };
        let Some(session) = session::generation(conn, stored.id, None)? else {
            return Ok(None);
        };
        let mut path = SqlPath {
            conn,
            session: &session,
        };
        let rows = Sequence::current(&mut path, RowFilter::Turns)?;
        Ok(Some(Self {
            generation: session.id,
            rows,
        }))
    }

    fn has(&self, conn: &Connection, event: i64) -> rusqlite::Result<bool> {
        let position: Option<Option<u64>> = conn
            .prepare_cached("SELECT position FROM event WHERE id = ?1")?
            .query_row([event], |row| row.get(0))
            .optional()?;
        Ok(position
            .flatten()
            .is_some_and(|it| self.rows.contains(PathPosition(it), RowClass::Turn)))
    }
}
