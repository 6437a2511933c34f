//! Session keys and their generations, as rows (T1, T8).

use std::fmt;
use std::str::FromStr;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use sessions_core::id::SessionId;
use sessions_core::key::SessionKey;
use sessions_core::leaf::LeafState;
use sessions_core::scope::{OwnerLinks, SessionFacts};

use crate::error::{Result, StoreError};
use crate::{connection, index};

/// What a writer says of a session besides its messages.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SessionSettings {
    /// Whom it belongs to. A link that is given is stored, also over an older
    /// one; a link that is not given stays as it is.
    pub links: OwnerLinks,
    /// Whether the session is stored and never indexed, listed or opened. It
    /// is decided by the first write; a key can say so too.
    pub is_incognito: bool,
    /// Whether lists leave it out; `None` leaves it as it is.
    pub is_archived: Option<bool>,
    /// What people call it; `None` leaves it as it is.
    pub title: Option<String>,
}

impl fmt::Debug for SessionSettings {
    /// Omits the title (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionSettings")
            .field("links", &self.links)
            .field("is_incognito", &self.is_incognito)
            .field("is_archived", &self.is_archived)
            .finish_non_exhaustive()
    }
}

/// A row of `session_key`.
pub(crate) struct KeyRow {
    pub(crate) id: i64,
    pub(crate) facts: SessionFacts,
}

/// A row of `session`.
#[derive(Clone, Debug)]
pub(crate) struct SessionRow {
    pub(crate) id: i64,
    pub(crate) session_id: SessionId,
    pub(crate) is_current: bool,
    pub(crate) is_searchable: bool,
    pub(crate) state: LeafState<i64>,
    pub(crate) path_len: u64,
    pub(crate) n_changes: i64,
    pub(crate) index: IndexMarks,
    /// What the docs hold in the column `scope`.
    pub(crate) scope_words: String,
}

/// How far the index of a session has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexMarks {
    /// Whether rows behind `indexed_to` may lack their docs.
    pub(crate) is_awaited: bool,
    /// Where reconciliation has come to; says nothing where nothing is awaited.
    pub(crate) indexed_to: u64,
    /// Whether docs of rows that left the path are still there, hidden.
    pub(crate) has_stale: bool,
    /// The rules that the docs were masked by, and their form.
    pub(crate) mask_version: i64,
}

/// Reads a text column that this program wrote from a checked value.
pub(crate) fn parsed<T>(row: &Row<'_>, column: &str) -> rusqlite::Result<T>
where
    T: FromStr,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    let text: String = row.get(column)?;
    text.parse().map_err(|err: T::Err| {
        rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(err))
    })
}

/// Reads a link that this program wrote.
fn link(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<SessionKey>> {
    let text: Option<String> = row.get(column)?;
    // A link that does not parse names nobody, which is what a reader may see.
    Ok(text.and_then(|it| it.parse().ok()))
}

/// Reads a row of `session_key` as what a writer would say of the session.
pub(crate) fn stored_settings(
    row: &Row<'_>,
) -> rusqlite::Result<(i64, (SessionKey, SessionSettings))> {
    let settings = SessionSettings {
        links: OwnerLinks {
            spawned_by: link(row, "spawned_by")?,
            parent: link(row, "parent_session")?,
            owner: link(row, "owner_session")?,
        },
        is_incognito: row.get("is_incognito")?,
        is_archived: Some(row.get("is_archived")?),
        title: row.get("title")?,
    };
    Ok((row.get("id")?, (parsed(row, "session_key")?, settings)))
}

pub(crate) fn find_key(conn: &Connection, key: &SessionKey) -> Result<Option<KeyRow>> {
    let sql = "SELECT id, spawned_by, parent_session, owner_session, is_incognito
               FROM session_key WHERE session_key = ?1";
    let mut stmt = conn
        .prepare_cached(sql)
        .map_err(StoreError::during("look up a session"))?;
    stmt.query_row([key.as_str()], |row| {
        Ok(KeyRow {
            id: row.get("id")?,
            facts: SessionFacts {
                key: key.clone(),
                links: OwnerLinks {
                    spawned_by: link(row, "spawned_by")?,
                    parent: link(row, "parent_session")?,
                    owner: link(row, "owner_session")?,
                },
                is_flagged_incognito: row.get("is_incognito")?,
            },
        })
    })
    .optional()
    .map_err(StoreError::during("look up a session"))
}

/// What was saved of a key.
pub(crate) struct Saved {
    /// Its row.
    pub(crate) id: i64,
    /// Whether it was there before and belongs to others now.
    pub(crate) has_new_owners: bool,
}

/// Makes the row of `key` or brings it up to date; its docs are left to
/// [`Writing::save_key`](crate::write::Writing::save_key).
///
/// # Errors
///
/// Fails when the session is stored as incognito and not written to as such,
/// or the other way round.
pub(crate) fn save_key(
    conn: &Connection,
    key: &SessionKey,
    settings: &SessionSettings,
) -> Result<Saved> {
    let doing = "store a session";
    let is_incognito = settings.is_incognito || key.is_incognito();
    let text = |link: &Option<SessionKey>| link.as_ref().map(|it| it.as_str().to_owned());
    let links = &settings.links;
    if let Some(stored) = find_key(conn, key)? {
        let is_stored = stored.facts.is_flagged_incognito;
        if settings.is_incognito && !is_stored {
            return Err(StoreError::Incognito {
                key: key.clone(),
                is_stored,
            });
        }
        if *settings != SessionSettings::default() {
            let sql = "UPDATE session_key SET
                           spawned_by = coalesce(?2, spawned_by),
                           parent_session = coalesce(?3, parent_session),
                           owner_session = coalesce(?4, owner_session),
                           is_archived = coalesce(?5, is_archived),
                           title = coalesce(?6, title)
                       WHERE id = ?1";
            conn.prepare_cached(sql)
                .and_then(|mut stmt| {
                    stmt.execute(params![
                        stored.id,
                        text(&links.spawned_by),
                        text(&links.parent),
                        text(&links.owner),
                        settings.is_archived,
                        settings.title,
                    ])
                })
                .map_err(StoreError::during(doing))?;
        }
        return Ok(Saved {
            id: stored.id,
            has_new_owners: has_other_links(settings, &stored),
        });
    }
    let sql = "INSERT INTO session_key (session_key, kind, is_child, spawned_by, parent_session,
                                        owner_session, is_incognito, is_archived, title)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    conn.prepare_cached(sql)
        .and_then(|mut stmt| {
            stmt.insert(params![
                key.as_str(),
                key.kind().as_str(),
                key.kind().is_child(),
                text(&links.spawned_by),
                text(&links.parent),
                text(&links.owner),
                is_incognito,
                settings.is_archived.unwrap_or_default(),
                settings.title,
            ])
        })
        .map(|id| Saved {
            id,
            has_new_owners: false,
        })
        .map_err(StoreError::during(doing))
}

const SESSION_COLUMNS: &str =
    "s.id, s.session_id, s.is_current, k.is_incognito, s.is_replaced, s.leaf,
    s.append_point, s.last_reset, s.path_len, s.n_changes, s.awaits_index, s.indexed_to,
    s.has_stale, s.mask_version, k.spawned_by, k.parent_session, k.owner_session";

pub(crate) fn session_row(row: &Row<'_>) -> rusqlite::Result<SessionRow> {
    let id = row.get("id")?;
    let mut owners = Vec::new();
    for link in ["spawned_by", "parent_session", "owner_session"] {
        owners.extend(row.get_ref(link)?.as_str_or_null()?);
    }
    Ok(SessionRow {
        id,
        scope_words: index::scope_words(id, &owners),
        session_id: parsed(row, "session_id")?,
        is_current: row.get("is_current")?,
        // Incognito sessions and replaced generations have no docs (X1, X11).
        is_searchable: !row.get("is_incognito")? && !row.get("is_replaced")?,
        state: LeafState {
            leaf: row.get("leaf")?,
            append_point: row.get("append_point")?,
            last_reset: row.get("last_reset")?,
        },
        path_len: row.get("path_len")?,
        n_changes: row.get("n_changes")?,
        index: IndexMarks {
            is_awaited: row.get("awaits_index")?,
            indexed_to: row.get("indexed_to")?,
            has_stale: row.get("has_stale")?,
            mask_version: row.get("mask_version")?,
        },
    })
}

fn one_session(
    conn: &Connection,
    condition: &str,
    params: impl rusqlite::Params,
) -> Result<Option<SessionRow>> {
    let sql = format!(
        "SELECT {SESSION_COLUMNS} FROM session s JOIN session_key k ON k.id = s.session_key
         WHERE {condition}"
    );
    let doing = "look up a session";
    let mut stmt = conn
        .prepare_cached(&sql)
        .map_err(StoreError::during(doing))?;
    stmt.query_row(params, session_row)
        .optional()
        .map_err(StoreError::during(doing))
}

/// Returns a generation of a key: the named one, else the current one (H7).
pub(crate) fn generation(
    conn: &Connection,
    key: i64,
    session_id: Option<&SessionId>,
) -> Result<Option<SessionRow>> {
    match session_id {
        Some(id) => one_session(
            conn,
            "s.session_key = ?1 AND s.session_id = ?2",
            params![key, id.as_str()],
        ),
        None => one_session(conn, "s.session_key = ?1 AND s.is_current = 1", [key]),
    }
}

/// Returns the generations of a key.
pub(crate) fn generations(conn: &Connection, key: i64) -> Result<Vec<SessionRow>> {
    let sql = format!(
        "SELECT {SESSION_COLUMNS} FROM session s JOIN session_key k ON k.id = s.session_key
         WHERE s.session_key = ?1"
    );
    conn.prepare_cached(&sql)
        .and_then(|mut stmt| stmt.query_map([key], session_row)?.collect())
        .map_err(StoreError::during("look up a session"))
}

/// Returns the session of a row id.
pub(crate) fn by_row(conn: &Connection, id: i64) -> Result<Option<SessionRow>> {
    one_session(conn, "s.id = ?1", [id])
}

/// Returns the key that a session id belongs to.
pub(crate) fn owner_of(conn: &Connection, session_id: &SessionId) -> Result<Option<SessionKey>> {
    let sql = "SELECT k.session_key FROM session s JOIN session_key k ON k.id = s.session_key
               WHERE s.session_id = ?1";
    conn.prepare_cached(sql)
        .and_then(|mut stmt| {
            stmt.query_row([session_id.as_str()], |row| parsed(row, "session_key"))
                .optional()
        })
        .map_err(StoreError::during("look up a session"))
}

/// Makes a stored session incognito: from now on nobody lists, finds or opens
/// it, so its docs go (X1).
pub(crate) fn make_incognito(conn: &Connection, key: i64) -> Result<()> {
    let doing = "make a session incognito";
    let run = || {
        conn.execute(
            "UPDATE session_key SET is_incognito = 1 WHERE id = ?1",
            [key],
        )?;
        conn.execute(
            "UPDATE session SET n_changes = n_changes + 1 WHERE session_key = ?1",
            [key],
        )?;
        conn.execute(
            "DELETE FROM doc WHERE event IN (
                 SELECT e.id FROM session s JOIN event e ON e.session = s.id
                 WHERE s.session_key = ?1)",
            [key],
        )
    };
    run().map_err(StoreError::during(doing))?;
    index::note_traces(conn)
}

/// Returns whether saving `settings` would change whom a session belongs to.
fn has_other_links(settings: &SessionSettings, stored: &KeyRow) -> bool {
    let has_new = |new: &Option<SessionKey>, old: &Option<SessionKey>| new.is_some() && new != old;
    let (new, old) = (&settings.links, &stored.facts.links);
    has_new(&new.spawned_by, &old.spawned_by)
        || has_new(&new.parent, &old.parent)
        || has_new(&new.owner, &old.owner)
}

/// Returns whether saving `settings` would change what is stored of a key.
pub(crate) fn would_change(
    conn: &Connection,
    key: &SessionKey,
    settings: &SessionSettings,
) -> Result<bool> {
    let Some(stored) = find_key(conn, key)? else {
        return Ok(true);
    };
    let (title, is_archived): (Option<String>, bool) = conn
        .prepare_cached("SELECT title, is_archived FROM session_key WHERE id = ?1")
        .and_then(|mut stmt| stmt.query_row([stored.id], |row| Ok((row.get(0)?, row.get(1)?))))
        .map_err(StoreError::during("look up a session"))?;
    Ok(has_other_links(settings, &stored)
        || (settings.is_incognito && !stored.facts.is_flagged_incognito)
        || settings.is_archived.is_some_and(|it| it != is_archived)
        || (settings.title.is_some() && settings.title != title))
}

/// Makes a generation of `key`; a current one ends the one before.
pub(crate) fn create_generation(
    conn: &Connection,
    key: i64,
    session_id: &SessionId,
    is_current: bool,
    mask_version: i64,
) -> Result<SessionRow> {
    let create = || {
        if is_current {
            conn.prepare_cached("UPDATE session SET is_current = 0 WHERE session_key = ?1")?
                .execute([key])?;
        }
        let sql = "INSERT INTO session (session_key, session_id, is_current, mask_version)
                   VALUES (?1, ?2, ?3, ?4)";
        let values = params![key, session_id.as_str(), is_current, mask_version];
        conn.prepare_cached(sql)?.insert(values)
    };
    let id = create().map_err(StoreError::during("begin a session"))?;
    by_row(conn, id)?.ok_or(StoreError::Damaged {
        what: "session.session_key",
    })
}

/// Says that a copy took the place of a generation (X11).
pub(crate) fn set_replaced(conn: &Connection, session: i64) -> Result<()> {
    conn.prepare_cached("UPDATE session SET is_replaced = 1 WHERE id = ?1")
        .and_then(|mut stmt| stmt.execute([session]))
        .map(drop)
        .map_err(StoreError::during("replace a generation"))
}

/// Writes back what an operation changed of a session.
pub(crate) fn save(conn: &Connection, session: &SessionRow) -> Result<()> {
    let sql = "UPDATE session SET leaf = ?2, append_point = ?3, last_reset = ?4, path_len = ?5,
                   n_changes = ?6, awaits_index = ?7, indexed_to = ?8, has_stale = ?9,
                   mask_version = ?10
               WHERE id = ?1";
    conn.prepare_cached(sql)
        .and_then(|mut stmt| {
            stmt.execute(params![
                session.id,
                session.state.leaf,
                session.state.append_point,
                session.state.last_reset,
                session.path_len,
                session.n_changes,
                session.index.is_awaited,
                session.index.indexed_to,
                session.index.has_stale,
                session.index.mask_version,
            ])
        })
        .map(drop)
        .map_err(StoreError::during("store a session"))
}

/// Marks the sessions that were masked by other rules than `mask_version`
/// for reindexing (R6), once after the rules have changed.
pub(crate) fn mark_other_masks(conn: &mut Connection, mask_version: i64) -> Result<()> {
    let doing = "mark sessions for reindexing";
    if stored_mask_version(conn)? == Some(mask_version) {
        return Ok(());
    }
    connection::write(conn, doing, |tx| {
        let mark = || {
            tx.execute(
                "UPDATE session SET awaits_index = 1, indexed_to = 0, n_changes = n_changes + 1
                 WHERE mask_version <> ?1",
                [mask_version],
            )?;
            tx.execute(
                "INSERT OR REPLACE INTO meta (name, value) VALUES ('mask_version', ?1)",
                [mask_version],
            )
        };
        mark().map(drop).map_err(StoreError::during(doing))
    })
}

/// Returns the rules that every session was masked by or is marked for.
pub(crate) fn stored_mask_version(conn: &Connection) -> Result<Option<i64>> {
    conn.prepare_cached("SELECT value FROM meta WHERE name = 'mask_version'")
        .and_then(|mut stmt| stmt.query_row([], |row| row.get(0)).optional())
        .map_err(StoreError::during("read the settings of the database"))
}
