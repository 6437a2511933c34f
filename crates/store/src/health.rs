//! Looking for damage, and making the index anew from the rows (X9).

use std::fmt;

use rusqlite::Connection;
use sessions_core::event::RowClass;

use crate::error::{Result, StoreError};
use crate::store::Store;
use crate::{connection, schema};

/// How many lines of SQLite's own check are told.
const MAX_LINES: usize = 20;

/// Something that a check found. No finding holds a text of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// Pages of the file are damaged: rows may be lost.
    Pages {
        /// What SQLite says.
        what: String,
    },
    /// Rows name others that are not there.
    Orphans {
        /// How many.
        n_rows: u64,
    },
    /// The index of words is damaged.
    Index,
    /// The index lacks messages of sessions that await no indexing.
    MissingDocs {
        /// How many.
        n_docs: u64,
    },
    /// The index holds words of messages that are not there.
    ExtraWords {
        /// Of how many.
        n_docs: u64,
    },
    /// Rows await indexing; the next searches do it.
    Awaiting {
        /// How many.
        n_rows: u64,
    },
}

impl Finding {
    /// Returns whether something is broken, and not only unfinished.
    pub fn is_damage(&self) -> bool {
        !matches!(self, Self::Awaiting { .. })
    }

    /// Returns whether making the index anew mends it.
    pub fn is_of_index(&self) -> bool {
        matches!(
            self,
            Self::Index | Self::MissingDocs { .. } | Self::ExtraWords { .. }
        )
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pages { what } => write!(f, "the file is damaged: {what}"),
            Self::Orphans { n_rows } => write!(f, "{n_rows} rows name others that are missing"),
            Self::Index => f.write_str("the index of words is damaged"),
            Self::MissingDocs { n_docs } => {
                write!(f, "{n_docs} messages are missing from the index")
            }
            Self::ExtraWords { n_docs } => {
                write!(
                    f,
                    "the index holds words of {n_docs} messages that are gone"
                )
            }
            Self::Awaiting { n_rows } => write!(f, "{n_rows} messages await indexing"),
        }
    }
}

impl Store {
    /// Looks for damage in the file, its rows and its index. The cost is that
    /// of reading all of it.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read at all.
    pub fn check(&self) -> Result<Vec<Finding>> {
        let conn = connection::open_unpooled(self.path(), self.options())?;
        let mut findings = pages(&conn)?;
        if !findings.is_empty() {
            // What counts rows would stumble over the same pages.
            return Ok(findings);
        }
        let count = |sql: &str| {
            conn.query_row(sql, [], |row| row.get::<_, u64>(0))
                .map_err(StoreError::during("check the database"))
        };
        let n_rows = count("SELECT count(*) FROM pragma_foreign_key_check")?;
        findings.extend((0 < n_rows).then_some(Finding::Orphans { n_rows }));
        let check = "INSERT INTO doc_fts (doc_fts) VALUES ('integrity-check')";
        if let Err(err) = conn.execute(check, []) {
            let err = StoreError::during("check the index")(err);
            if !err.is_corrupt() {
                return Err(err);
            }
            findings.push(Finding::Index);
            return Ok(findings);
        }
        let n_docs = n_missing_docs(&conn)?;
        findings.extend((0 < n_docs).then_some(Finding::MissingDocs { n_docs }));
        let n_docs =
            count("SELECT count(*) FROM doc_fts_docsize WHERE id NOT IN (SELECT id FROM doc)")?;
        findings.extend((0 < n_docs).then_some(Finding::ExtraWords { n_docs }));
        let n_rows = self.n_awaiting()?;
        findings.extend((0 < n_rows).then_some(Finding::Awaiting { n_rows }));
        Ok(findings)
    }

    /// Throws the index away and marks every session, so that reconciliation
    /// makes it anew from the rows. Until then searches say that they are
    /// incomplete.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be written; nothing is then thrown away.
    pub fn rebuild_index(&self) -> Result<()> {
        let doing = "make the index anew";
        self.write(doing, |writing| {
            let run = || {
                writing.tx.execute_batch(
                    "DROP TRIGGER IF EXISTS doc_forgets;
                     DROP TABLE IF EXISTS doc_fts;
                     DELETE FROM doc;",
                )?;
                writing.tx.execute_batch(schema::index())?;
                writing.tx.execute(
                    "UPDATE session SET awaits_index = 1, indexed_to = 0, has_stale = 0,
                         n_changes = n_changes + 1
                     WHERE path_len > 0",
                    [],
                )
            };
            run().map(drop).map_err(StoreError::during(doing))
        })
    }
}

/// Returns how many searchable rows of sessions that await nothing have no doc.
fn n_missing_docs(conn: &Connection) -> Result<u64> {
    let sql = "SELECT b.text FROM event e JOIN session s ON s.id = e.session
               JOIN session_key k ON k.id = s.session_key
               JOIN body b ON b.event = e.id
               WHERE e.class = ?1 AND e.position IS NOT NULL
                 AND s.awaits_index = 0 AND s.is_replaced = 0 AND k.is_incognito = 0
                 AND NOT EXISTS (SELECT 1 FROM doc d WHERE d.event = e.id AND d.is_stale = 0)";
    let count = || {
        let mut stmt = conn.prepare(sql)?;
        let mut rows = stmt.query([RowClass::Turn.as_u8()])?;
        let mut n_docs = 0;
        while let Some(row) = rows.next()? {
            let text: String = row.get(0)?;
            n_docs += u64::from(RowClass::Turn.is_searchable(&text));
        }
        Ok(n_docs)
    };
    count().map_err(StoreError::during("check the index"))
}

/// Runs SQLite's own check.
fn pages(conn: &Connection) -> Result<Vec<Finding>> {
    let doing = "check the database";
    let mut stmt = conn
        .prepare(&format!("PRAGMA integrity_check({MAX_LINES})"))
        .map_err(StoreError::during(doing))?;
    let mut rows = stmt.query([]).map_err(StoreError::during(doing))?;
    let mut findings = Vec::new();
    loop {
        match rows.next() {
            Ok(Some(row)) => {
                let line: String = row.get(0).map_err(StoreError::during(doing))?;
                // The check of the index speaks through the same pragma.
                if line.contains("fts5") {
                    findings.push(Finding::Index);
                } else if line != "ok" {
                    findings.push(Finding::Pages { what: line });
                }
            }
            Ok(None) => return Ok(findings),
            Err(err) => {
                let err = StoreError::during(doing)(err);
                if !err.is_corrupt() {
                    return Err(err);
                }
                let what = "it cannot be checked to its end".to_owned();
                findings.push(Finding::Pages { what });
                return Ok(findings);
            }
        }
    }
}
