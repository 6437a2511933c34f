//! Going through the records of one file, whatever its format.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::error::ImportError;
use crate::id::Place;
use crate::imported::{SkipReason, Skipped};
use crate::line::{Decoder, Lines, Pieces, records};
use crate::{fingerprint, open};

/// What a walk learns besides the records.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// What could not be read, in order of lines.
    pub(crate) skipped: Vec<Skipped>,
    /// Lines in the file, blank ones too.
    pub(crate) n_lines: u64,
    /// Bytes read.
    pub(crate) n_bytes: u64,
}

/// Takes the records of a file, one by one.
pub(crate) trait TakeRecord<T> {
    /// Takes the fingerprint of the first line that is not blank, which comes
    /// before every record; it names what has no name of its own.
    fn fingerprint(&mut self, fingerprint: String);

    /// Takes the next record; returns what of it cannot be read.
    fn record(&mut self, record: T, place: Place) -> Option<SkipReason>;

    /// Returns whether nobody wants what comes.
    fn is_done(&self) -> bool {
        false
    }
}

/// Gives every record of the lines of a file to `taker`.
pub(crate) fn walk<T>(
    path: &Path,
    decoder: &Decoder<T>,
    taker: &mut impl TakeRecord<T>,
) -> Result<Walked, ImportError> {
    let file = open::open(path).map_err(failed(path))?;
    walk_pieces(path, Lines::new(file), decoder, taker)
}

/// Gives every record of the pieces of a file to `taker`.
pub(crate) fn walk_pieces<T>(
    path: &Path,
    mut pieces: impl Pieces,
    decoder: &Decoder<T>,
    taker: &mut impl TakeRecord<T>,
) -> Result<Walked, ImportError> {
    let shared: Arc<Path> = path.into();
    let mut walked = Walked::default();
    let mut is_named = false;
    while !taker.is_done() {
        let piece = match pieces.next() {
            Ok(None) => break,
            Ok(Some(piece)) => piece,
            // What was read before the damage is good.
            Err(error) if open::is_damage(&error) => {
                walked.skipped.push(Skipped {
                    path: Arc::clone(&shared),
                    line: pieces.n_lines() + 1,
                    reason: SkipReason::BadArchive,
                });
                break;
            }
            Err(error) => return Err(failed(path)(error)),
        };
        if !is_named && !piece.bytes.trim_ascii().is_empty() {
            taker.fingerprint(fingerprint::of(piece.bytes));
            is_named = true;
        }
        let number = piece.number;
        let found = records(piece, decoder);
        let mut skipped = found.skipped;
        for (n_before, record) in found.records.into_iter().enumerate() {
            let place = Place {
                line: number,
                n_before,
            };
            skipped = skipped.or(taker.record(record, place));
        }
        if let Some(reason) = skipped {
            walked.skipped.push(Skipped {
                path: Arc::clone(&shared),
                line: number,
                reason,
            });
        }
    }
    walked.n_lines = pieces.n_lines();
    walked.n_bytes = pieces.n_bytes();
    Ok(walked)
}

/// Returns what a failure to read the file at `path` is.
pub(crate) fn failed(path: &Path) -> impl Fn(io::Error) -> ImportError {
    |source| ImportError::Read {
        path: path.to_owned(),
        source,
    }
}
