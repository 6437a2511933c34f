//! How far the index has come (S14).

use sessions_core::event::RowClass;
use sessions_core::scope::SessionScope;

use crate::error::{Result, StoreError};
use crate::path::n_up_to;
use crate::read::Snapshot;
use crate::scope::{SqlScope, bind, condition};
use crate::session::{self, stored_mask_version};
use crate::store::Store;

impl Snapshot<'_> {
    /// Returns whether a session of `scope` still awaits indexing (S14).
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read.
    pub fn awaits_index(&self, scope: &SessionScope) -> Result<bool> {
        let doing = "look at the state of the index";
        let scope = SqlScope::of(scope);
        // Rules that changed since the last write concern every session.
        let is_marked = stored_mask_version(self.conn())? == Some(self.masker().stored_version());
        let sql = if is_marked { AWAITING } else { WITH_ROWS };
        self.conn()
            .prepare_cached(sql)
            .and_then(|mut stmt| stmt.exists(bind!(scope)))
            .map_err(StoreError::during(doing))
    }
}

/// Whether a session of a scope is marked. Those marked are few, so they are
/// looked at first.
pub(crate) const AWAITING: &str = concat!(
    "SELECT 1 FROM session s JOIN session_key k ON k.id = s.session_key
     WHERE s.awaits_index = 1 AND ",
    condition!(),
    " LIMIT 1"
);

/// Whether a session of a scope has a row.
const WITH_ROWS: &str = concat!(
    "SELECT 1 FROM session s JOIN session_key k ON k.id = s.session_key
     WHERE s.path_len > 0 AND ",
    condition!(),
    " LIMIT 1"
);

impl Store {
    /// Returns how many rows await indexing.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read.
    pub fn n_awaiting(&self) -> Result<u64> {
        let snapshot = self.snapshot()?;
        let conn = snapshot.conn();
        let doing = "look at the state of the index";
        let ids = conn
            .prepare_cached("SELECT id FROM session WHERE awaits_index = 1")
            .and_then(|mut stmt| {
                stmt.query_map([], |row| row.get(0))?
                    .collect::<rusqlite::Result<Vec<i64>>>()
            })
            .map_err(StoreError::during(doing))?;
        let mut total = 0;
        for id in ids {
            if let Some(session) = session::by_row(conn, id)? {
                let turns = |up_to| n_up_to(conn, id, RowClass::Turn, up_to);
                total += turns(session.path_len)?.saturating_sub(turns(session.index.indexed_to)?);
            }
        }
        Ok(total)
    }
}
