//! A session scope as a condition of SQL (S8).
//!
//! [`SessionScope::contains`] says what a scope means; [`condition`] says the
//! same over a row of `session_key`, and a property test holds the two
//! together. Nothing here walks the sessions of a scope: what a look-up costs
//! does not depend on how many there are.

use rusqlite::Connection;
use serde_json::Value;
use sessions_core::key::SessionKey;
use sessions_core::scope::{SessionScope, SessionSet};

use crate::error::{Result, StoreError};

/// A scope with its values for SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SqlScope {
    is_all: bool,
    /// One of the keys; most sets have no more.
    key: Option<String>,
    /// The others, as a list in JSON, if there are any: it costs a search of
    /// its own.
    keys: Option<String>,
    owner: Option<String>,
    is_children_only: bool,
}

/// The generations of a scope, if they are few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Generations {
    /// All there are, but incognito ones.
    All,
    /// These, by their rows; maybe none.
    These(Vec<i64>),
    /// More than were asked for.
    Many,
}

/// Returns the condition that a row `k` of `session_key` is in the scope whose
/// values are bound by [`bind`].
macro_rules! condition {
    () => {
        "k.is_incognito = 0 AND (:is_all
             OR k.session_key = :key
             OR (:keys IS NOT NULL AND k.session_key IN (SELECT value FROM json_each(:keys)))
             OR ((k.spawned_by = :owner OR k.parent_session = :owner OR k.owner_session = :owner)
                 AND (k.is_child = 1 OR NOT :is_children_only)))"
    };
}
pub(crate) use condition;

/// Returns the values of a scope for a statement, with others.
macro_rules! bind {
    ($scope:expr $(, $name:literal: $value:expr)* $(,)?) => {
        rusqlite::named_params! {
            ":is_all": $scope.is_all(),
            ":key": $scope.key(),
            ":keys": $scope.keys(),
            ":owner": $scope.owner(),
            ":is_children_only": $scope.is_children_only(),
            $($name: $value,)*
        }
    };
}
pub(crate) use bind;

/// The generations of a scope, found by the indexes on keys and links. Each
/// part is bounded by itself, so that all are read only where they are few.
///
/// SQLite takes a bare parameter behind LIMIT for a constant that it may plan
/// by, and prepares the statement anew whenever one is bound: three quarters of
/// a search of one session. The signs keep it from that.
pub(crate) const GENERATIONS: &str = concat!(
    "WITH found (id) AS (
         SELECT id FROM (SELECT k.id FROM session_key k WHERE k.session_key = :key AND ",
    condition!(),
    " LIMIT +:most)
         UNION
         SELECT id FROM (SELECT k.id FROM session_key k
             WHERE k.session_key IN (SELECT value FROM json_each(:keys)) AND ",
    condition!(),
    " LIMIT +:most)
         UNION
         SELECT id FROM (SELECT k.id FROM session_key k WHERE k.spawned_by = :owner AND ",
    condition!(),
    " LIMIT +:most)
         UNION
         SELECT id FROM (SELECT k.id FROM session_key k WHERE k.parent_session = :owner AND ",
    condition!(),
    " LIMIT +:most)
         UNION
         SELECT id FROM (SELECT k.id FROM session_key k WHERE k.owner_session = :owner AND ",
    condition!(),
    " LIMIT +:most)
     )
     SELECT s.id FROM found JOIN session s ON s.session_key = found.id LIMIT +:most"
);

impl SqlScope {
    /// Returns the values of a scope.
    pub(crate) fn of(scope: &SessionScope) -> Self {
        let nobody = SessionSet::default();
        let (is_all, set) = match scope {
            SessionScope::Nothing => (false, &nobody),
            SessionScope::Everything => (true, &nobody),
            SessionScope::Of(set) => (false, set),
        };
        let owned = set.owned.as_ref();
        let others = set.keys.get(1..).filter(|it| !it.is_empty());
        Self {
            is_all,
            key: set.keys.first().map(|it| it.as_str().to_owned()),
            keys: others.map(|it| {
                it.iter()
                    .map(SessionKey::as_str)
                    .collect::<Value>()
                    .to_string()
            }),
            owner: owned.map(|it| it.owner.as_str().to_owned()),
            is_children_only: owned.is_some_and(|it| it.is_children_only),
        }
    }

    pub(crate) fn is_all(&self) -> bool {
        self.is_all
    }

    pub(crate) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    pub(crate) fn keys(&self) -> Option<&str> {
        self.keys.as_deref()
    }

    pub(crate) fn owner(&self) -> Option<&str> {
        self.owner.as_deref()
    }

    pub(crate) fn is_children_only(&self) -> bool {
        self.is_children_only
    }

    /// Returns the generations of the scope, in order, if there are at most
    /// `most`.
    pub(crate) fn generations(&self, conn: &Connection, most: usize) -> Result<Generations> {
        if self.is_all {
            return Ok(Generations::All);
        }
        let more = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
        let mut found = conn
            .prepare_cached(GENERATIONS)
            .and_then(|mut stmt| {
                stmt.query_map(bind!(self, ":most": more), |row| row.get(0))?
                    .collect::<rusqlite::Result<Vec<i64>>>()
            })
            .map_err(StoreError::during("look up a scope"))?;
        if most < found.len() {
            return Ok(Generations::Many);
        }
        found.sort_unstable();
        Ok(Generations::These(found))
    }
}
