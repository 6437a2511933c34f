//! The rows of one session that a step indexes: read, then made into docs.

use rusqlite::{Connection, params};
use sessions_core::event::RowClass;

use crate::error::{Result, StoreError};
use crate::event::{Searchable, searchable_in};
use crate::index::{self, Doc};
use crate::masker::Masker;
use crate::session::SessionRow;

/// Text that a step reads at most, its last message aside.
const MAX_BYTES: usize = 1 << 20;

/// As how many rows one counts whose old doc has to go first: deleting words
/// costs a merge.
const REPLACED: usize = 4;

/// How much a step may still read.
pub(super) struct Left {
    rows: usize,
    bytes: usize,
}

impl Left {
    pub(super) fn new(max_rows: usize) -> Self {
        Self {
            rows: max_rows.max(1),
            bytes: MAX_BYTES,
        }
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.rows == 0 || self.bytes == 0
    }
}

/// The rows of a session as they are stored: no doc is built of them yet.
pub(super) struct Unbuilt {
    /// The session as it was when they were read.
    session: SessionRow,
    /// Where they end; `None` when that is the end of the path.
    last: Option<u64>,
    n_rows: usize,
    searchable: Vec<(i64, Searchable)>,
}

/// The same rows with their words.
pub(super) struct Chunk {
    pub(super) session: SessionRow,
    pub(super) last: Option<u64>,
    pub(super) n_rows: usize,
    pub(super) docs: Vec<Doc>,
}

/// Reads the next rows of a session that await indexing, as many as are left
/// to the step. `mask_version` is that of the rules of today.
pub(super) fn read(
    conn: &Connection,
    session: SessionRow,
    mask_version: i64,
    left: &mut Left,
) -> Result<Unbuilt> {
    let cost = if session.index.mask_version == mask_version {
        1
    } else {
        REPLACED
    };
    let mut chunk = Unbuilt {
        session,
        last: None,
        n_rows: 0,
        searchable: Vec::new(),
    };
    if !chunk.session.is_searchable {
        return Ok(chunk);
    }
    let sql = "SELECT e.id, e.position, e.ts, e.role, b.text
               FROM event e JOIN body b ON b.event = e.id
               WHERE e.session = ?1 AND e.class = ?2 AND e.position > ?3
               ORDER BY e.position";
    let values = params![
        chunk.session.id,
        RowClass::Turn.as_u8(),
        chunk.session.index.indexed_to
    ];
    let mut fill = || -> rusqlite::Result<()> {
        let mut stmt = conn.prepare_cached(sql)?;
        let mut rows = stmt.query(values)?;
        let mut position = chunk.session.index.indexed_to;
        while let Some(row) = rows.next()? {
            if left.is_nothing() {
                chunk.last = Some(position);
                break;
            }
            position = row.get("position")?;
            chunk.n_rows += 1;
            left.rows = left.rows.saturating_sub(cost);
            if let Some(searchable) = searchable_in(row)? {
                left.bytes = left.bytes.saturating_sub(searchable.text.len());
                chunk.searchable.push((row.get("id")?, searchable));
            }
        }
        Ok(())
    };
    fill().map_err(StoreError::during("read messages to index"))?;
    Ok(chunk)
}

/// Masks and analyses the texts of some rows.
pub(super) fn build(masker: &Masker, rows: Unbuilt) -> Chunk {
    let docs = rows.searchable.into_iter().map(|(event, row)| Doc {
        event,
        timestamp: row.timestamp,
        role: row.role,
        words: index::words(masker, &row.text),
    });
    Chunk {
        session: rows.session,
        last: rows.last,
        n_rows: rows.n_rows,
        docs: docs.collect(),
    }
}
