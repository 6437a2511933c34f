//! The active path, kept by position, so that a read of it is a range read
//! (H12) and an event that extends it costs the same at any length (X3).

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use sessions_core::event::RowClass;
use sessions_core::id::MessageId;
use sessions_core::position::{PathPosition, PositionRange};
use sessions_core::rows::{End, Located, PathRow, PathRows};

use crate::error::{Result, StoreError};
use crate::event::{Place, class_in, role_in};
use crate::session::SessionRow;

/// Returns how many rows of `class` stand at or before `position`.
pub(crate) fn n_up_to(
    conn: &Connection,
    session: i64,
    class: RowClass,
    position: u64,
) -> Result<u64> {
    let sql = "SELECT nth FROM event
               WHERE session = ?1 AND class = ?2 AND position <= ?3
               ORDER BY position DESC LIMIT 1";
    let found = conn
        .prepare_cached(sql)
        .and_then(|mut stmt| {
            stmt.query_row(params![session, class.as_u8(), position], |row| row.get(0))
                .optional()
        })
        .map_err(StoreError::during("read the path"))?;
    Ok(found.unwrap_or(0))
}

/// Returns the place of a row of `class` behind the last row of the path.
pub(crate) fn next_place(
    conn: &Connection,
    session: &SessionRow,
    class: RowClass,
) -> Result<Place> {
    Ok(Place {
        position: session.path_len + 1,
        nth: n_up_to(conn, session.id, class, session.path_len)? + 1,
    })
}

/// An event off the path, on the way from a leaf to the path.
pub(crate) struct OffPath {
    pub(crate) id: i64,
    pub(crate) class: RowClass,
}

/// Returns where the chain of `leaf` meets the active path, and the events of
/// the chain behind that, from the root on. Position 0 is before the path.
pub(crate) fn fork_of(conn: &Connection, leaf: Option<i64>) -> Result<(u64, Vec<OffPath>)> {
    let mut off_path = Vec::new();
    let mut at = leaf;
    let sql = "SELECT parent, class, position FROM event WHERE id = ?1";
    let mut stmt = conn
        .prepare_cached(sql)
        .map_err(StoreError::during("read the path"))?;
    while let Some(id) = at {
        let row = stmt
            .query_row([id], |row| {
                let position: Option<u64> = row.get("position")?;
                let parent: Option<i64> = row.get("parent")?;
                Ok((parent, class_in(row)?, position))
            })
            .optional()
            .map_err(StoreError::during("read the path"))?;
        match row {
            Some((_, _, Some(position))) => {
                off_path.reverse();
                return Ok((position, off_path));
            }
            Some((parent, class, None)) => {
                off_path.push(OffPath { id, class });
                // INVARIANT: a parent arrived before its child, so this ends.
                at = parent.filter(|&parent| parent < id);
            }
            None => break,
        }
    }
    off_path.reverse();
    Ok((0, off_path))
}

/// Returns the events of the path up to `position`, in reading order.
pub(crate) fn events_up_to(conn: &Connection, session: i64, position: u64) -> Result<Vec<i64>> {
    let sql = "SELECT id FROM event WHERE session = ?1 AND position <= ?2 ORDER BY position";
    conn.prepare_cached(sql)
        .and_then(|mut stmt| {
            stmt.query_map(params![session, position], |row| row.get(0))?
                .collect()
        })
        .map_err(StoreError::during("read the path"))
}

/// Takes the rows behind `position` off the path.
pub(crate) fn cut(conn: &Connection, session: i64, position: u64) -> Result<()> {
    let sql = "UPDATE event SET position = NULL, nth = NULL
               WHERE session = ?1 AND class = ?2 AND position > ?3";
    let mut stmt = conn
        .prepare_cached(sql)
        .map_err(StoreError::during("rewind the path"))?;
    for class in RowClass::ALL {
        stmt.execute(params![session, class.as_u8(), position])
            .map_err(StoreError::during("rewind the path"))?;
    }
    Ok(())
}

/// Puts a row on the path.
pub(crate) fn put(conn: &Connection, id: i64, place: Place) -> Result<()> {
    conn.prepare_cached("UPDATE event SET position = ?2, nth = ?3 WHERE id = ?1")
        .and_then(|mut stmt| stmt.execute(params![id, place.position, place.nth]))
        .map(drop)
        .map_err(StoreError::during("extend the path"))
}

/// The active path of one session in the database.
pub(crate) struct SqlPath<'c> {
    pub(crate) conn: &'c Connection,
    pub(crate) session: &'c SessionRow,
}

impl SqlPath<'_> {
    pub(crate) const FIRST_ROWS: &'static str = "SELECT id, class, role, position FROM event
        WHERE session = ?1 AND class = ?2 AND position BETWEEN ?3 AND ?4
        ORDER BY position LIMIT +?5";

    pub(crate) const LAST_ROWS: &'static str = "SELECT id, class, role, position FROM event
        WHERE session = ?1 AND class = ?2 AND position BETWEEN ?3 AND ?4
        ORDER BY position DESC LIMIT +?5";
}

fn path_row(row: &Row<'_>) -> rusqlite::Result<PathRow<i64>> {
    Ok(PathRow {
        position: PathPosition(row.get("position")?),
        class: class_in(row)?,
        role: role_in(row)?,
        node: row.get("id")?,
    })
}

impl PathRows for SqlPath<'_> {
    type Node = i64;
    type Error = StoreError;

    fn path_len(&mut self) -> Result<u64> {
        Ok(self.session.path_len)
    }

    fn locate(&mut self, id: &MessageId) -> Result<Option<Located<i64>>> {
        let sql = "SELECT id, class, role, position FROM event
                   WHERE session = ?1 AND message_id = ?2";
        self.conn
            .prepare_cached(sql)
            .and_then(|mut stmt| {
                stmt.query_row(params![self.session.id, id.as_str()], |row| {
                    Ok(Located {
                        position: row.get::<_, Option<u64>>("position")?.map(PathPosition),
                        class: class_in(row)?,
                        role: role_in(row)?,
                        node: row.get("id")?,
                    })
                })
                .optional()
            })
            .map_err(StoreError::during("look up a message"))
    }

    fn first_kept(&mut self, position: PathPosition) -> Result<Option<MessageId>> {
        let sql = "SELECT first_kept FROM event
                   WHERE session = ?1 AND class IN (?2, ?3) AND position = ?4";
        let values = params![
            self.session.id,
            RowClass::Reset.as_u8(),
            RowClass::Compaction.as_u8(),
            position.0
        ];
        let text: Option<Option<String>> = self
            .conn
            .prepare_cached(sql)
            .and_then(|mut stmt| stmt.query_row(values, |row| row.get(0)).optional())
            .map_err(StoreError::during("read a reset"))?;
        // What is no id names no row, so nothing is kept (T7).
        Ok(text.flatten().and_then(|it| it.parse().ok()))
    }

    fn count(&mut self, class: RowClass, range: PositionRange) -> Result<u64> {
        let up_to = |position: PathPosition| n_up_to(self.conn, self.session.id, class, position.0);
        Ok(up_to(range.last)?.saturating_sub(up_to(range.first.before())?))
    }

    fn rows(
        &mut self,
        class: RowClass,
        range: PositionRange,
        end: End,
        limit: usize,
    ) -> Result<Vec<PathRow<i64>>> {
        let sql = match end {
            End::First => Self::FIRST_ROWS,
            End::Last => Self::LAST_ROWS,
        };
        let values = params![
            self.session.id,
            class.as_u8(),
            range.first.0,
            range.last.0,
            limit
        ];
        let mut rows = self
            .conn
            .prepare_cached(sql)
            .and_then(|mut stmt| stmt.query_map(values, path_row)?.collect())
            .map_err(StoreError::during("read the path"))
            .map(|rows: Vec<_>| rows)?;
        if end == End::Last {
            rows.reverse();
        }
        Ok(rows)
    }
}
