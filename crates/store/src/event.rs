//! Events as rows, and the look-ups that placing needs.

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use sessions_core::event::{
    Append, EventBody, Parent, Role, RowClass, TimestampMs, TranscriptEvent,
};
use sessions_core::id::MessageId;
use sessions_core::leaf::{Control, Link, Links, Placement};

use crate::digest;
use crate::error::{Result, StoreError};

/// The stored number of an event's kind. The numbers never change.
pub(crate) fn kind_number(body: &EventBody) -> u8 {
    match body {
        EventBody::Message { .. } => 0,
        EventBody::Reset { .. } => 1,
        EventBody::Compaction { .. } => 2,
        EventBody::CustomMessage { .. } => 3,
        EventBody::LeafControl { .. } => 4,
        // What a newer core may add is kept as what shows nothing.
        _ => 5,
    }
}

/// The stored number of a role.
pub(crate) fn role_number(role: Role) -> u8 {
    match role {
        Role::User => 0,
        Role::Assistant => 1,
        Role::Tool => 2,
    }
}

/// Returns the role of a stored number.
pub(crate) fn role_of(number: u8) -> Option<Role> {
    [Role::User, Role::Assistant, Role::Tool]
        .into_iter()
        .find(|&role| role_number(role) == number)
}

fn control_number(control: Control) -> u8 {
    match control {
        Control::No => 0,
        Control::Selected => 1,
        Control::Ignored => 2,
    }
}

pub(crate) fn control_of(number: u8) -> Control {
    match number {
        0 => Control::No,
        1 => Control::Selected,
        _ => Control::Ignored,
    }
}

/// Reads a role column.
pub(crate) fn role_in(row: &Row<'_>) -> rusqlite::Result<Option<Role>> {
    let number: Option<u8> = row.get("role")?;
    Ok(number.and_then(role_of))
}

/// Reads a class column; a number from elsewhere shows nothing.
pub(crate) fn class_in(row: &Row<'_>) -> rusqlite::Result<RowClass> {
    Ok(RowClass::from_u8(row.get("class")?).unwrap_or(RowClass::Hidden))
}

/// Returns the text that is stored of an event: what a reader is shown of it.
/// The texts of markers that say the same each time are not stored.
fn stored_text(body: &EventBody) -> Option<&str> {
    match body {
        EventBody::Message { text, .. } | EventBody::CustomMessage { text, .. } => Some(text),
        EventBody::Compaction { summary, .. } => Some(summary),
        _ => None,
    }
}

/// Where an event comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It was written here.
    Written,
    /// It was imported, and had this digest in its file.
    Imported { digest: i64 },
}

/// Where a new event stands on the active path.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) position: u64,
    pub(crate) nth: u64,
}

/// Stores an event and returns its row.
pub(crate) fn insert(
    conn: &Connection,
    session: i64,
    event: &TranscriptEvent,
    origin: Origin,
    placed: &Placement<i64>,
    place: Option<Place>,
) -> Result<i64> {
    let insert = || {
        let sql = "INSERT INTO event (session, message_id, parent, control, fence, kind, role,
                                      class, ts, first_kept, digest, is_imported, position, nth)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
        let id = conn.prepare_cached(sql)?.insert(params![
            session,
            event.id.as_str(),
            placed.parent,
            control_number(placed.control),
            placed.fence,
            kind_number(&event.body),
            event.body.role().map(role_number),
            event.body.class().as_u8(),
            event.timestamp.0,
            event.body.first_kept().map(MessageId::as_str),
            match origin {
                Origin::Written => digest::of(event),
                Origin::Imported { digest } => digest,
            },
            origin != Origin::Written,
            place.map(|it| it.position),
            place.map(|it| it.nth),
        ])?;
        if let Some(text) = stored_text(&event.body) {
            conn.prepare_cached("INSERT INTO body (event, text) VALUES (?1, ?2)")?
                .execute(params![id, text])?;
        }
        if matches!(event.body, EventBody::Reset { .. }) {
            // A reset is its own fence (T5.5).
            conn.prepare_cached("UPDATE event SET fence = id WHERE id = ?1")?
                .execute([id])?;
        }
        Ok(id)
    };
    insert().map_err(StoreError::during("store an event"))
}

/// What is stored under a message id, compared with what a writer sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// Nothing.
    Nothing,
    /// The same event.
    Same,
    /// An event that says something else.
    Other,
}

/// Compares `event` with what the session holds under its id: its kind, role
/// and text, which is what a retry repeats.
pub(crate) fn compare(conn: &Connection, session: i64, event: &TranscriptEvent) -> Result<Stored> {
    let sql = "SELECT e.kind, e.role, b.text FROM event e LEFT JOIN body b ON b.event = e.id
               WHERE e.session = ?1 AND e.message_id = ?2";
    let same = conn
        .prepare_cached(sql)
        .and_then(|mut stmt| {
            stmt.query_row(params![session, event.id.as_str()], |row| {
                let kind: u8 = row.get(0)?;
                let text: Option<String> = row.get(2)?;
                Ok(kind == kind_number(&event.body)
                    && role_in(row)? == event.body.role()
                    && text.as_deref() == stored_text(&event.body))
            })
            .optional()
        })
        .map_err(StoreError::during("look up an event"))?;
    Ok(match same {
        None => Stored::Nothing,
        Some(true) => Stored::Same,
        Some(false) => Stored::Other,
    })
}

/// Reads the first kept id of a stored reset.
pub(crate) fn first_kept(
    conn: &Connection,
    session: i64,
    id: &MessageId,
) -> Result<Option<MessageId>> {
    let text: Option<String> = conn
        .prepare_cached("SELECT first_kept FROM event WHERE session = ?1 AND message_id = ?2")
        .and_then(|mut stmt| stmt.query_row(params![session, id.as_str()], |row| row.get(0)))
        .map_err(StoreError::during("read a reset"))?;
    Ok(text.and_then(|it| it.parse().ok()))
}

/// What a reader is shown of an event.
pub(crate) struct Shown {
    pub(crate) message_id: MessageId,
    pub(crate) timestamp: TimestampMs,
    pub(crate) text: String,
}

/// Reads what a reader is shown of the event of a row.
pub(crate) fn shown(conn: &Connection, id: i64) -> Result<Shown> {
    let sql = "SELECT e.message_id, e.ts, b.text
               FROM event e LEFT JOIN body b ON b.event = e.id WHERE e.id = ?1";
    conn.prepare_cached(sql)
        .and_then(|mut stmt| {
            stmt.query_row([id], |row| {
                Ok(Shown {
                    message_id: crate::session::parsed(row, "message_id")?,
                    timestamp: TimestampMs(row.get("ts")?),
                    text: row.get::<_, Option<String>>("text")?.unwrap_or_default(),
                })
            })
        })
        .map_err(StoreError::during("read a message"))
}

/// A stored row that search may find.
pub(crate) struct Searchable {
    pub(crate) timestamp: TimestampMs,
    pub(crate) role: Role,
    pub(crate) text: String,
}

/// Reads a row of class [`RowClass::Turn`], unless its text is blank (T2).
pub(crate) fn searchable(conn: &Connection, id: i64) -> Result<Option<Searchable>> {
    let sql = "SELECT e.ts, e.role, b.text FROM event e JOIN body b ON b.event = e.id
               WHERE e.id = ?1";
    let row = conn
        .prepare_cached(sql)
        .and_then(|mut stmt| stmt.query_row([id], searchable_in).optional())
        .map_err(StoreError::during("read a message"))?;
    Ok(row.flatten())
}

/// Reads the columns `ts`, `role` and `text` of a row of class
/// [`RowClass::Turn`].
pub(crate) fn searchable_in(row: &Row<'_>) -> rusqlite::Result<Option<Searchable>> {
    let text: String = row.get("text")?;
    let timestamp = TimestampMs(row.get("ts")?);
    let role = role_in(row)?.filter(|_| RowClass::Turn.is_searchable(&text));
    Ok(role.map(|role| Searchable {
        timestamp,
        role,
        text,
    }))
}

/// Reads an event as one that continues the leaf.
pub(crate) fn on_path(conn: &Connection, id: i64) -> Result<TranscriptEvent> {
    let sql = "SELECT e.message_id, e.kind, e.role, e.class, e.ts, e.first_kept, b.text
               FROM event e LEFT JOIN body b ON b.event = e.id WHERE e.id = ?1";
    read_event(conn, sql, id)
}

/// Reads an event whose text is lost.
pub(crate) fn without_text(conn: &Connection, id: i64) -> Result<TranscriptEvent> {
    let sql = "SELECT message_id, kind, role, class, ts, first_kept, NULL AS text
               FROM event WHERE id = ?1";
    read_event(conn, sql, id)
}

fn read_event(conn: &Connection, sql: &str, id: i64) -> Result<TranscriptEvent> {
    conn.prepare_cached(sql)
        .and_then(|mut stmt| {
            stmt.query_row([id], |row| {
                let text = row.get::<_, Option<String>>("text")?.unwrap_or_default();
                let first_kept: Option<String> = row.get("first_kept")?;
                let first_kept = first_kept.and_then(|it| it.parse().ok());
                let class = class_in(row)?;
                let body = match row.get::<_, u8>("kind")? {
                    0 => message(role_in(row)?.unwrap_or(Role::Tool), text, class),
                    1 => EventBody::Reset { first_kept },
                    2 => EventBody::Compaction {
                        first_kept,
                        summary: text,
                    },
                    3 => EventBody::CustomMessage {
                        is_displayed: class.is_displayable(),
                        text,
                    },
                    _ => EventBody::Note,
                };
                Ok(TranscriptEvent {
                    id: crate::session::parsed(row, "message_id")?,
                    parent: Parent::Unsaid,
                    append: Append::Normal,
                    timestamp: TimestampMs(row.get("ts")?),
                    body,
                })
            })
        })
        .map_err(StoreError::during("read an event"))
}

/// Returns a message that has the class that is stored: where its text does not
/// hide it, its writer did.
fn message(role: Role, text: String, class: RowClass) -> EventBody {
    let mut said = EventBody::Message {
        role,
        text,
        is_hidden: false,
    };
    if said.class() != class
        && let EventBody::Message { is_hidden, .. } = &mut said
    {
        *is_hidden = true;
    }
    said
}

/// The events of one session, looked up one by one.
pub(crate) struct SqlLinks<'c> {
    pub(crate) conn: &'c Connection,
    pub(crate) session: i64,
}

fn link_in(row: &Row<'_>) -> rusqlite::Result<Link<i64>> {
    Ok(Link {
        node: row.get("id")?,
        parent: row.get("parent")?,
        control: control_of(row.get("control")?),
        fence: row.get("fence")?,
    })
}

impl Links for SqlLinks<'_> {
    type Node = i64;
    type Error = StoreError;

    fn find(&mut self, id: &MessageId) -> Result<Option<Link<i64>>> {
        let sql = "SELECT id, parent, control, fence FROM event
                   WHERE session = ?1 AND message_id = ?2";
        self.conn
            .prepare_cached(sql)
            .and_then(|mut stmt| {
                stmt.query_row(params![self.session, id.as_str()], link_in)
                    .optional()
            })
            .map_err(StoreError::during("look up an event"))
    }

    fn link(&mut self, node: i64) -> Result<Option<Link<i64>>> {
        self.conn
            .prepare_cached("SELECT id, parent, control, fence FROM event WHERE id = ?1")
            .and_then(|mut stmt| stmt.query_row([node], link_in).optional())
            .map_err(StoreError::during("look up an event"))
    }
}
