//! Sessions that get other owners: their docs name the old ones.
//!
//! Each doc holds a word of every owner of its session (`index::scope_words`),
//! so other links mean other docs: at once where they are few, as after a small
//! rewind (X4), else by reconciliation. Meanwhile the new owner finds less and
//! is told so (S14); the old one finds nothing more from the first moment,
//! since searches hold the links themselves against what the words found.

use rusqlite::params;
use sessions_core::event::RowClass;
use sessions_core::key::SessionKey;

use crate::doc_version;
use crate::error::{Result, StoreError};
use crate::index::{self, Leaving};
use crate::path::n_up_to;
use crate::session::{self, Saved, SessionRow, SessionSettings};
use crate::write::{MAX_INLINE, Writing, mark};

impl Writing<'_> {
    /// Makes the row of `key` or brings it up to date, and the docs of its
    /// generations with it. Returns the row.
    pub(crate) fn save_key(&mut self, key: &SessionKey, settings: &SessionSettings) -> Result<i64> {
        let Saved { id, has_new_owners } = session::save_key(self.tx, key, settings)?;
        if has_new_owners {
            let mut left = MAX_INLINE;
            for mut session in session::generations(self.tx, id)? {
                self.renew_docs(&mut session, &mut left)?;
                session::save(self.tx, &session)?;
            }
        }
        Ok(id)
    }

    fn renew_docs(&mut self, session: &mut SessionRow, left: &mut u64) -> Result<()> {
        if !session.is_searchable || session.path_len == 0 {
            return Ok(());
        }
        let marks = &session.index;
        let has_all = !marks.is_awaited && !marks.has_stale;
        let is_of_today = marks.mask_version == self.masker.stored_version() && self.has_own_rules;
        let n = n_up_to(self.tx, session.id, RowClass::Turn, session.path_len)?;
        if !has_all || !is_of_today || *left < n {
            session.index.mask_version = doc_version::OUTDATED;
            mark(session, 0);
            return Ok(());
        }
        *left -= n;
        index::take_out(self.tx, session.id, 0, None, Leaving::Deleted)?;
        for event in self.turns(session.id)? {
            self.index_stored(session, event)?;
        }
        Ok(())
    }

    fn turns(&self, session: i64) -> Result<Vec<i64>> {
        let sql = "SELECT id FROM event
                   WHERE session = ?1 AND class = ?2 AND position > 0 ORDER BY position";
        let values = params![session, RowClass::Turn.as_u8()];
        self.tx
            .prepare_cached(sql)
            .and_then(|mut stmt| stmt.query_map(values, |row| row.get(0))?.collect())
            .map_err(StoreError::during("read the path"))
    }
}
