//! Docs and their words: what makes a row searchable (X1, X2).

use rusqlite::{Connection, OptionalExtension as _, params};
use sessions_core::analysis;
use sessions_core::event::{Role, RowClass, TimestampMs};

use crate::digest;
use crate::doc_id::DocIds;
use crate::error::{Result, StoreError};
use crate::event::role_number;
use crate::masker::Masker;
use crate::session::SessionRow;

/// A searchable row, with its words.
pub(crate) struct Doc {
    pub(crate) event: i64,
    pub(crate) timestamp: TimestampMs,
    pub(crate) role: Role,
    pub(crate) words: String,
}

/// Returns the words of a text as the index holds them: the folded tokens of
/// the masked text (R6).
pub(crate) fn words(masker: &Masker, text: &str) -> String {
    let masked = masker.mask(text);
    analysis::index_text(&masked.text, &masked.masks)
}

/// Returns the word that stands for a generation in the column `scope`.
pub(crate) fn session_word(session: i64) -> String {
    format!("s{session}")
}

/// Returns the word that stands for an owner in the column `scope`, in the docs
/// of all that it owns. Whoever shares the word by chance is told apart by the
/// links themselves.
pub(crate) fn owner_word(key: &str) -> String {
    format!("o{:016x}", digest::of_text(key))
}

/// Returns the words of the column `scope` for the docs of a generation: its
/// own and those of its owners, each once.
pub(crate) fn scope_words(session: i64, owners: &[&str]) -> String {
    let mut words = vec![session_word(session)];
    for owner in owners {
        let word = owner_word(owner);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Gives a row its doc, unless it has one.
///
/// The text of an event never changes, so a doc that was only hidden is shown
/// again as it is. Where the docs of a session are of another version,
/// [`take_out`] comes first.
pub(crate) fn put(
    conn: &Connection,
    ids: &mut DocIds,
    session: &SessionRow,
    doc: &Doc,
) -> Result<()> {
    let doing = "index a message";
    let has_doc = || {
        let n = conn
            .prepare_cached("UPDATE doc SET is_stale = 0 WHERE event = ?1")?
            .execute([doc.event])?;
        Ok(0 < n)
    };
    if has_doc().map_err(StoreError::during(doing))? {
        return Ok(());
    }
    let id = ids.next(conn, doc.timestamp)?;
    let insert = || {
        // The doc first: its key is what guards the row id of the words.
        conn.prepare_cached(
            "INSERT INTO doc (id, session, event, ts, role) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            id,
            session.id,
            doc.event,
            doc.timestamp.0,
            role_number(doc.role)
        ])?;
        conn.prepare_cached("INSERT INTO doc_fts (rowid, body, scope) VALUES (?1, ?2, ?3)")?
            .execute(params![id, doc.words, session.scope_words])
            .map(drop)
    };
    insert().map_err(StoreError::during(doing))
}

/// What becomes of the docs of rows that leave the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// They are deleted, with their words.
    Deleted,
    /// They are hidden now and deleted by reconciliation.
    Hidden,
}

/// Takes the docs of the rows behind `after`, up to `up_to` or the end of the
/// path, out of every search (X4).
///
/// One statement for all of them: FTS5 writes a segment whenever a deleting
/// statement begins, so one for each row would make as many segments.
pub(crate) fn take_out(
    conn: &Connection,
    session: i64,
    after: u64,
    up_to: Option<u64>,
    leaving: Leaving,
) -> Result<()> {
    let what = match leaving {
        Leaving::Deleted => "DELETE FROM doc",
        Leaving::Hidden => "UPDATE doc SET is_stale = 1",
    };
    let sql = format!(
        "{what} WHERE event IN (
             SELECT id FROM event
             WHERE session = ?1 AND class = ?2 AND position > ?3 AND position <= ?4)"
    );
    let up_to = up_to
        .and_then(|it| i64::try_from(it).ok())
        .unwrap_or(i64::MAX);
    let n_docs = conn
        .prepare_cached(&sql)
        .and_then(|mut stmt| stmt.execute(params![session, RowClass::Turn.as_u8(), after, up_to]))
        .map_err(StoreError::during("take messages out of the index"))?;
    // An import of what is new takes out nothing and leaves no trace.
    if n_docs == 0 {
        return Ok(());
    }
    note_traces(conn)
}

/// Notes that words of deleted docs are still in segments of the index.
pub(crate) fn note_traces(conn: &Connection) -> Result<()> {
    conn.prepare_cached("INSERT OR REPLACE INTO meta (name, value) VALUES ('has_traces', 1)")
        .and_then(|mut stmt| stmt.execute([]))
        .map(drop)
        .map_err(StoreError::during("note what is left to clean up"))
}

/// Deletes at most `limit` hidden docs of a session and returns whether more
/// are left.
pub(crate) fn remove_stale(conn: &Connection, session: i64, limit: usize) -> Result<bool> {
    let doing = "remove rewound messages from the index";
    let sql = "DELETE FROM doc WHERE id IN (
                   SELECT id FROM doc WHERE session = ?1 AND is_stale = 1 LIMIT +?2)";
    conn.prepare_cached(sql)
        .and_then(|mut stmt| stmt.execute(params![session, limit]))
        .map_err(StoreError::during(doing))?;
    note_traces(conn)?;
    conn.prepare_cached("SELECT 1 FROM doc WHERE session = ?1 AND is_stale = 1 LIMIT 1")
        .and_then(|mut stmt| stmt.query_row([session], |_| Ok(())).optional())
        .map(|row| row.is_some())
        .map_err(StoreError::during(doing))
}
