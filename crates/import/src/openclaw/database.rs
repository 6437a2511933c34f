//! The database in which OpenClaw keeps the transcripts of an agent: the same
//! records as in its lines, and beside them whose they are.
//!
//! Its owner may write while it is read, so it is opened for reading alone and
//! each session is read as one snapshot. Columns are looked for, not versions.

mod archive;
mod events;
mod file;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use file::is_database;
use rusqlite::{Connection, OptionalExtension as _, params};
use sessions_core::id::AgentId;

use self::events::Events;
use self::file::failure;
use super::entry::{self, Content};
use super::owner::Known;
use super::reading::Reading;
use super::{agent_for, name, record};
use crate::error::ImportError;
use crate::format::Format;
use crate::imported::{EntryFault, ImportedFile, ImportedSession, SkipReason, Skipped};
use crate::source::{Source, stamp};
use crate::walk::{Walked, failed, walk_pieces};
use crate::{ImportOptions, Take, naming};

/// Reads a database, session by session; those that `take` has are not read.
pub(crate) fn read(
    source: &Source,
    options: &ImportOptions,
    take: &mut dyn Take,
) -> Result<ImportedFile, ImportError> {
    let failed = failed(source.path());
    let mut database = Database::open(source.path(), options).map_err(&failed)?;
    let mut file = ImportedFile {
        path: source.path().to_owned(),
        format: Format::OpenClawDatabase,
        sessions: Vec::new(),
        skipped: database.faults.clone(),
        n_lines: 0,
        n_bytes: 0,
    };
    let mut windows = database.windows().map_err(&failed)?;
    if options.deleted {
        windows.extend(database.deleted().map_err(&failed)?);
    }
    for window in windows {
        let Some(read) = database.session(&window, take)? else {
            continue;
        };
        file.n_lines += read.walked.n_lines;
        file.n_bytes += read.walked.n_bytes;
        file.skipped.extend(read.walked.skipped);
        if let Some(session) = read.session
            && take.take(session).is_break()
        {
            break;
        }
    }
    Ok(file)
}

/// A database that is read.
struct Database<'a> {
    path: &'a Path,
    options: &'a ImportOptions,
    connection: Connection,
    layout: file::Layout,
    /// What the node of each key says of it, as it stands there.
    nodes: HashMap<String, Node>,
    /// The nodes that cannot be read.
    faults: Vec<Skipped>,
    agent: Option<AgentId>,
}

/// What stands for a key.
struct Node {
    /// Its number, and what it says unless that cannot be read.
    number: u64,
    content: Option<Content>,
    current_id: Option<String>,
}

/// One generation of a key.
struct Window {
    id: String,
    key: String,
    place: Place,
}

/// Where the events of a generation stand.
enum Place {
    /// In their table, or where the archive of that row says.
    Live,
    /// In the archive of this row, since it was deleted.
    Deleted(i64),
}

/// What one generation gave.
struct Read {
    walked: Walked,
    session: Option<ImportedSession>,
}

impl<'a> Database<'a> {
    fn open(path: &'a Path, options: &'a ImportOptions) -> io::Result<Self> {
        let connection = file::open(path)?;
        let layout = file::Layout::of(&connection).map_err(failure)?;
        let agent = options.agent.clone().or_else(|| name::agent_of(path));
        let agent = match agent {
            Some(agent) => Some(agent),
            None => layout.agent(&connection).map_err(failure)?,
        };
        let mut database = Self {
            path,
            options,
            connection,
            layout,
            nodes: HashMap::new(),
            faults: Vec::new(),
            agent: agent.or_else(|| agent_for(path, options)),
        };
        database.read_nodes().map_err(failure)?;
        Ok(database)
    }

    /// Reads what is known of each key.
    fn read_nodes(&mut self) -> rusqlite::Result<()> {
        let sql = self.layout.nodes();
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query([])?;
        let mut number = 0;
        while let Some(row) = rows.next()? {
            number += 1;
            let key: Option<String> = file::text(row, 0)?;
            let entry: Option<String> = file::text(row, 1)?;
            let (names, content) = match &entry {
                Some(entry) => entry::read(key.as_deref(), entry, self.agent.as_ref()),
                None => (entry::Names::default(), Err(EntryFault::NotAnObject)),
            };
            if let Err(fault) = &content {
                self.faults.push(Skipped {
                    path: self.path.into(),
                    line: number,
                    reason: SkipReason::BadEntry {
                        number,
                        fault: *fault,
                    },
                });
            }
            let node = Node {
                number,
                content: content.ok(),
                current_id: file::text(row, 2)?.or(names.session_id),
            };
            if let Some(key) = key {
                self.nodes.insert(key, node);
            }
        }
        Ok(())
    }

    /// Returns every generation, in the order in which they began.
    fn windows(&self) -> io::Result<Vec<Window>> {
        let sql = self.layout.windows();
        self.listed(&sql, |_| Ok(Place::Live)).map_err(failure)
    }

    /// Returns the generations that were deleted and are kept in archives.
    fn deleted(&self) -> io::Result<Vec<Window>> {
        let Some(sql) = self.layout.deleted() else {
            return Ok(Vec::new());
        };
        let place = |row: &rusqlite::Row<'_>| Ok(Place::Deleted(row.get(2)?));
        self.listed(sql, place).map_err(failure)
    }

    fn listed(
        &self,
        sql: &str,
        place: impl Fn(&rusqlite::Row<'_>) -> rusqlite::Result<Place>,
    ) -> rusqlite::Result<Vec<Window>> {
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        let mut windows = Vec::new();
        while let Some(row) = rows.next()? {
            if let (Some(id), Some(key)) = (file::text(row, 0)?, file::text(row, 1)?) {
                let place = place(row)?;
                windows.push(Window { id, key, place });
            }
        }
        Ok(windows)
    }

    /// Reads one generation, as one snapshot, unless `take` has it.
    fn session(
        &mut self,
        window: &Window,
        take: &mut dyn Take,
    ) -> Result<Option<Read>, ImportError> {
        let Some(id) = naming::id(&window.id) else {
            return Ok(None);
        };
        let place: PathBuf = format!("{}#{id}", self.path.display()).into();
        let known = match self.known(window) {
            Ok(known) => known,
            Err(reason) => {
                let refused = Skipped {
                    path: Arc::from(place),
                    line: 1,
                    reason,
                };
                return Ok(Some(Read {
                    walked: Walked {
                        skipped: vec![refused],
                        ..Walked::default()
                    },
                    session: None,
                }));
            }
        };
        let failed = failed(self.path);
        let sql_failed = |error| failed(failure(error));
        let snapshot = self
            .connection
            .unchecked_transaction()
            .map_err(sql_failed)?;
        let stamp = self.stamp(window, &known).map_err(sql_failed)?;
        if take.has(&id, &stamp) {
            return Ok(None);
        }
        let mut reading = Reading::default();
        let mut walked = if let Some(archive) = self.archive(window).map_err(sql_failed)? {
            archive.walk(&place, &record::DECODER, &mut reading)?
        } else {
            let mut statement = snapshot.prepare(self.layout.events()).map_err(sql_failed)?;
            let rows = statement.query([&window.id]).map_err(sql_failed)?;
            walk_pieces(&place, Events::new(rows), &record::DECODER, &mut reading)?
        };
        if reading.events.is_empty() && reading.header.is_none() {
            return Ok(Some(Read {
                walked,
                session: None,
            }));
        }
        walked.skipped.sort_by_key(|it| it.line);
        let mut session = reading.owned(known, id, self.options);
        session.stamp = Some(stamp).filter(|_| walked.skipped.is_empty());
        Ok(Some(Read {
            walked,
            session: Some(session),
        }))
    }

    /// Returns whose a generation is; fails with the reason where that cannot be
    /// told, and so not who may see it.
    fn known(&self, window: &Window) -> Result<Known, SkipReason> {
        let node = self.nodes.get(&window.key);
        let content = match node {
            Some(Node {
                number,
                content: None,
                ..
            }) => return Err(SkipReason::OwnerUnknown { number: *number }),
            Some(node) => node.content.clone(),
            None => None,
        };
        match (&window.place, content) {
            (Place::Live, None) => Err(SkipReason::NoOwner),
            (Place::Live, Some(content)) => {
                let current = node.and_then(|it| it.current_id.as_ref());
                Ok(Known::by_entry(&content, current == Some(&window.id)))
            }
            (Place::Deleted(_), content) => {
                // The node went with it, unless the key has later sessions.
                let content = content.or_else(|| {
                    let (_, content) = entry::read(Some(&window.key), "{}", self.agent.as_ref());
                    content.ok()
                });
                let mut known = Known::by_entry(&content.ok_or(SkipReason::NoOwner)?, false);
                known.is_archived = true;
                Ok(known)
            }
        }
    }

    /// Returns the archive that a generation was moved to.
    fn archive(&self, window: &Window) -> rusqlite::Result<Option<archive::Archive>> {
        match window.place {
            Place::Deleted(row) => archive::deleted(&self.connection, row).map(Some),
            Place::Live => match self.layout.cold() {
                Some(sql) => archive::cold(&self.connection, sql, &window.id, self.path),
                None => Ok(None),
            },
        }
    }

    /// Returns a word that stays as long as the generation reads the same.
    fn stamp(&self, window: &Window, known: &Known) -> rusqlite::Result<String> {
        let last: (Option<i64>, Option<String>) = match window.place {
            Place::Deleted(row) => (Some(row), None),
            Place::Live => self
                .connection
                .query_row(&self.layout.last_event(), params![window.id], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })
                .optional()?
                .unwrap_or_default(),
        };
        let flags = (known.is_current, known.is_archived, known.is_incognito);
        let whose = (&known.key, &known.links, &known.title, flags);
        Ok(stamp::of(&(&self.options.agent, whose, last)))
    }
}
