//! Archives of transcripts that left the table of events: those that rested
//! long, in the database or in a file beside it, and those that were deleted.

use std::io::{self, BufRead, Cursor};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension as _};

use super::file::text;
use crate::error::ImportError;
use crate::imported::{SkipReason, Skipped};
use crate::json::Object;
use crate::line::{Decoder, Line, Lines, Pieces};
use crate::open;
use crate::walk::{TakeRecord, Walked, walk_pieces};

/// An archive of the events of a session.
pub(super) struct Archive {
    place: Place,
    /// Whether its lines say of each record what it is.
    has_envelopes: bool,
}

enum Place {
    Bytes(Vec<u8>),
    File(PathBuf),
}

/// Returns the archive that `sql` finds of a session, which lies beside the
/// sessions of the agent unless it is in the database at `path`.
pub(super) fn cold(
    connection: &Connection,
    sql: &str,
    session: &str,
    path: &Path,
) -> rusqlite::Result<Option<Archive>> {
    let row = connection.query_row(sql, [session], |row| {
        let blob: Option<Vec<u8>> = row.get(0)?;
        Ok((blob, text(row, 1)?.unwrap_or_default()))
    });
    Ok(row.optional()?.map(|(blob, name)| Archive {
        place: match blob {
            Some(bytes) => Place::Bytes(bytes),
            None => Place::File(folder(path).join("cold").join(base(&name))),
        },
        has_envelopes: true,
    }))
}

/// Returns the archive in a row of deleted transcripts.
pub(super) fn deleted(connection: &Connection, row: i64) -> rusqlite::Result<Archive> {
    let sql = "SELECT archive_blob FROM session_transcript_archives WHERE rowid = ?1";
    Ok(Archive {
        place: Place::Bytes(connection.query_row(sql, [row], |row| row.get(0))?),
        has_envelopes: false,
    })
}

/// Returns the folder of an agent's files whose database is at `path`.
fn folder(path: &Path) -> PathBuf {
    let here = path.parent().unwrap_or(Path::new(""));
    match (here.file_name(), here.parent()) {
        (Some(name), Some(above)) if name == "agent" => above.join("sessions"),
        _ => here.to_owned(),
    }
}

/// Returns the last part of a name, so that it leads nowhere else.
fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

impl Archive {
    /// Gives every record to `taker`; `at` names the session. An archive that
    /// cannot be opened costs its session.
    pub(super) fn walk<T>(
        self,
        at: &Path,
        decoder: &Decoder<T>,
        taker: &mut impl TakeRecord<T>,
    ) -> Result<Walked, ImportError> {
        let reader = match self.place {
            Place::Bytes(bytes) => open::reader(Cursor::new(bytes)),
            Place::File(path) => open::open(&path),
        };
        match reader {
            Ok(reader) if self.has_envelopes => {
                let envelopes = Envelopes {
                    lines: Lines::new(reader),
                    event: Vec::new(),
                };
                walk_pieces(at, envelopes, decoder, taker)
            }
            Ok(reader) => walk_pieces(at, Lines::new(reader), decoder, taker),
            Err(_) => Ok(Walked {
                skipped: vec![Skipped {
                    path: at.into(),
                    line: 1,
                    reason: SkipReason::ArchiveMissing,
                }],
                ..Walked::default()
            }),
        }
    }
}

/// Lines of which those of events hold one each.
struct Envelopes<R> {
    lines: Lines<R>,
    event: Vec<u8>,
}

impl<R: BufRead> Pieces for Envelopes<R> {
    fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            let Some(line) = self.lines.next()? else {
                return Ok(None);
            };
            let Some(event) = event(line.bytes) else {
                continue;
            };
            let (number, is_complete) = (line.number, line.is_complete);
            self.event = event;
            return Ok(Some(Line {
                number,
                bytes: &self.event,
                is_complete,
            }));
        }
    }

    fn n_lines(&self) -> u64 {
        self.lines.n_lines()
    }

    fn n_bytes(&self) -> u64 {
        self.lines.n_bytes()
    }
}

/// Returns the event in a line: of a damaged one the line, of one about
/// something else nothing.
fn event(line: &[u8]) -> Option<Vec<u8>> {
    let read = std::str::from_utf8(line).ok();
    let read = read.and_then(|it| Object::read(it, &["kind", "row"]).ok());
    let Some(envelope) = read else {
        return Some(line.to_vec());
    };
    if envelope.text("kind").as_deref() != Some("event") {
        return None;
    }
    let row = envelope.raw("row");
    let row = row.and_then(|it| Object::read(it, &["event_json"]).ok());
    let event = row.and_then(|it| it.text("event_json"));
    Some(event.map_or_else(|| line.to_vec(), |it| it.into_owned().into_bytes()))
}
