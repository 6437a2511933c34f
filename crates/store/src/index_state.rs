//! How far the index has come (S14).

use sessions_core::event::RowClass;
use sessions_core::scope::SessionScope;

use crate::error::{Result, StoreError};
use crate::path::n_up_to;
use crate::read::Snapshot;
use crate::scope::KeyRows;
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
        let keys = KeyRows::of(self.conn(), scope)?;
        // Rules that changed since the last write concern every session.
        let is_marked = stored_mask_version(self.conn())? == Some(self.masker().stored_version());
        let condition = if is_marked {
            "s.awaits_index = 1"
        } else {
            "s.path_len > 0"
        };
        let of_key = match &keys {
            KeyRows::All => {
                let sql = format!(
                    "SELECT 1 FROM session s JOIN session_key k ON k.id = s.session_key
                     WHERE {condition} AND k.is_incognito = 0 LIMIT 1"
                );
                return self
                    .conn()
                    .prepare_cached(&sql)
                    .and_then(|mut stmt| stmt.exists([]))
                    .map_err(StoreError::during(doing));
            }
            KeyRows::Some(keys) => keys,
        };
        let sql = format!("SELECT 1 FROM session s WHERE s.session_key = ?1 AND {condition}");
        let mut stmt = self
            .conn()
            .prepare_cached(&sql)
            .map_err(StoreError::during(doing))?;
        for key in of_key {
            if stmt.exists([key]).map_err(StoreError::during(doing))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

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
