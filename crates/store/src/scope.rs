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
use crate::index;

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

/// The generations of the keys that a scope names.
///
/// SQLite takes a bare parameter behind LIMIT for a constant that it may plan
/// by, and prepares the statement anew whenever one is bound: three quarters of
/// a search of one session. The sign keeps it from that.
pub(crate) const NAMED: &str = "SELECT s.id FROM (
         SELECT k.id FROM session_key k WHERE k.session_key = :key AND k.is_incognito = 0
         UNION ALL
         SELECT k.id FROM session_key k
             WHERE k.session_key IN (SELECT value FROM json_each(:keys)) AND k.is_incognito = 0
     ) named JOIN session s ON s.session_key = named.id LIMIT +:most";

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

    /// Returns the words of the index that docs of the scope hold at least one
    /// of, or `None` when they are more than `most`. All docs of the scope hold
    /// one; where it has an owner, others can.
    pub(crate) fn words(&self, conn: &Connection, most: usize) -> Result<Option<Vec<String>>> {
        let more = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
        let values = rusqlite::named_params! {
            ":key": self.key(), ":keys": self.keys(), ":most": more,
        };
        let named = conn
            .prepare_cached(NAMED)
            .and_then(|mut stmt| {
                stmt.query_map(values, |row| row.get(0))?
                    .collect::<rusqlite::Result<Vec<i64>>>()
            })
            .map_err(StoreError::during("look up a scope"))?;
        if most < named.len() {
            return Ok(None);
        }
        let owner = self.owner().map(index::owner_word);
        let named = named.into_iter().map(index::session_word);
        Ok(Some(owner.into_iter().chain(named).collect()))
    }
}
