//! Looks at the file itself: is the database sound, and does the index hold
//! the words of the docs and no others (X6)?

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::disagreement::Disagreement;

/// Checks the database at `path`.
///
/// # Errors
///
/// Fails when SQLite or FTS5 finds a fault, when a reference points nowhere,
/// or when words stand in the index that no doc has.
pub fn check(path: &Path) -> Result<(), Disagreement> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    let verdict: String = conn.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(Disagreement(format!("integrity check: {verdict}")));
    }
    if conn.prepare("PRAGMA foreign_key_check")?.exists([])? {
        return Err(Disagreement("a reference points nowhere".to_owned()));
    }
    conn.execute_batch("INSERT INTO doc_fts (doc_fts) VALUES ('integrity-check')")?;
    let sql = "SELECT (SELECT count(*) FROM doc_fts_docsize) = (SELECT count(*) FROM doc)
                  AND NOT EXISTS (SELECT 1 FROM doc_fts_docsize WHERE id NOT IN
                                      (SELECT id FROM doc))";
    if conn.query_row(sql, [], |row| row.get(0))? {
        return Ok(());
    }
    Err(Disagreement(
        "the index holds other words than those of the docs".to_owned(),
    ))
}
