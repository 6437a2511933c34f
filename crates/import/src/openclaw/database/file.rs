//! The file: how it is opened, and which of the tables and columns that are
//! known it has.

use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, Row};
use sessions_core::id::AgentId;

/// How long a lock of the owner is waited for.
const BUSY: Duration = Duration::from_secs(5);

/// What the tables of transcripts must have.
const NEEDED: [(&str, &str); 6] = [
    ("transcript_events", "session_id"),
    ("transcript_events", "seq"),
    ("transcript_events", "event_json"),
    ("session_windows", "session_id"),
    ("session_windows", "session_key"),
    ("session_nodes", "entry_json"),
];

/// Opens a database for reading alone, whoever writes it.
pub(super) fn open(path: &Path) -> io::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failure)?;
    connection.busy_timeout(BUSY).map_err(failure)?;
    Ok(connection)
}

/// Returns whether the file at `path` is a database of transcripts.
pub(crate) fn is_database(path: &Path) -> io::Result<bool> {
    let layout = open(path).and_then(|it| Layout::of(&it).map_err(failure));
    match layout {
        Ok(layout) => Ok(layout.is_known()),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns what a failure of the database is to one who reads a file: damage is
/// invalid data, everything else is not its fault.
#[expect(clippy::needless_pass_by_value, reason = "given to map_err")]
pub(super) fn failure(error: rusqlite::Error) -> io::Error {
    let kind = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) | None => {
            io::ErrorKind::InvalidData
        }
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
            io::ErrorKind::PermissionDenied
        }
        Some(_) => io::ErrorKind::ResourceBusy,
    };
    // Its own words, not the path or the statement that rusqlite adds.
    let text = error.sqlite_error().map_or_else(
        || "a value of a wrong type".to_owned(),
        |it| rusqlite::ffi::code_to_str(it.extended_code).to_owned(),
    );
    io::Error::new(kind, text)
}

/// Returns a text of a row, whatever is wrong with its bytes.
pub(super) fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<String>> {
    let value = row.get_ref(column)?;
    let bytes = value.as_bytes_or_null().unwrap_or_default();
    Ok(bytes.map(|it| String::from_utf8_lossy(it).into_owned()))
}

/// Which tables and columns there are.
pub(super) struct Layout {
    columns: Vec<(String, String)>,
}

impl Layout {
    pub(super) fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let mut statement = connection.prepare(
            "SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
             WHERE m.type = 'table'
               AND (m.name IN ('schema_meta', 'session_nodes', 'transcript_events')
                    OR m.name IN ('session_windows', 'transcript_rewrite_watermarks')
                    OR m.name LIKE 'session_transcript_%archives')",
        )?;
        let columns = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Self {
            columns: columns.collect::<Result<_, _>>()?,
        })
    }

    fn has(&self, table: &str, column: &str) -> bool {
        self.columns
            .iter()
            .any(|it| it.0 == table && it.1 == column)
    }

    /// Returns a column where it is there, and what stands for it else.
    fn or<'c>(&self, table: &str, column: &'c str, other: &'c str) -> &'c str {
        if self.has(table, column) {
            column
        } else {
            other
        }
    }

    fn is_known(&self) -> bool {
        NEEDED.iter().all(|(table, column)| self.has(table, column))
    }

    /// Returns the agent whose database it is, where it says so.
    pub(super) fn agent(&self, connection: &Connection) -> rusqlite::Result<Option<AgentId>> {
        if !self.has("schema_meta", "agent_id") {
            return Ok(None);
        }
        let sql = "SELECT agent_id FROM schema_meta WHERE agent_id IS NOT NULL";
        let agent = connection.query_row(sql, [], |row| text(row, 0));
        Ok(agent.optional()?.flatten().and_then(|it| it.parse().ok()))
    }

    /// Each key, what is known of it, and its current session.
    pub(super) fn nodes(&self) -> String {
        let current = self.or("session_nodes", "current_session_id", "NULL");
        format!("SELECT session_key, entry_json, {current} FROM session_nodes ORDER BY rowid")
    }

    /// Each session and its key.
    pub(super) fn windows(&self) -> String {
        let began = self.or("session_windows", "created_at", "rowid");
        format!("SELECT session_id, session_key FROM session_windows ORDER BY {began}, rowid")
    }

    /// The events of a session.
    pub(super) fn events(&self) -> &'static str {
        if self.has("transcript_events", "event_zstd") {
            "SELECT seq, event_json, event_zstd FROM transcript_events
             WHERE session_id = ?1 ORDER BY seq"
        } else {
            "SELECT seq, event_json, NULL FROM transcript_events
             WHERE session_id = ?1 ORDER BY seq"
        }
    }

    /// The number of the last event of a session, and what its last rewriting,
    /// its archive or its deletion changed.
    pub(super) fn last_event(&self) -> String {
        let mut marks = Vec::new();
        if self.has("transcript_rewrite_watermarks", "generation") {
            marks.push(
                "(SELECT generation FROM transcript_rewrite_watermarks WHERE session_id = ?1)",
            );
        }
        if self.cold().is_some() {
            marks.push(
                "(SELECT archive_name FROM session_transcript_cold_archives
                  WHERE session_id = ?1)",
            );
        }
        let mark = if marks.is_empty() {
            "NULL".to_owned()
        } else {
            format!("concat_ws(' ', {})", marks.join(", "))
        };
        format!("SELECT max(seq), {mark} FROM transcript_events WHERE session_id = ?1")
    }

    /// The archive of a session whose events were moved out of their table.
    pub(super) fn cold(&self) -> Option<&'static str> {
        let table = "session_transcript_cold_archives";
        (self.has(table, "archive_name") && self.has(table, "archive_blob")).then_some(
            "SELECT archive_blob, archive_name FROM session_transcript_cold_archives
             WHERE session_id = ?1
               AND NOT EXISTS (SELECT 1 FROM transcript_events WHERE session_id = ?1)",
        )
    }

    /// The sessions that were deleted and are kept in archives.
    pub(super) fn deleted(&self) -> Option<&'static str> {
        let table = "session_transcript_archives";
        (self.has(table, "archive_blob") && self.has(table, "session_key")).then_some(
            "SELECT session_id, session_key, rowid FROM session_transcript_archives
             ORDER BY rowid",
        )
    }
}
