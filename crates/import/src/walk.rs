//! Going through the records of one file, whatever its format.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use crate::error::ImportError;
use crate::fingerprint;
use crate::id::Place;
use crate::imported::{SkipReason, Skipped};
use crate::line::{Decoder, Lines, records};

/// Bytes that are read from a file at once.
const BUFFER_BYTES: usize = 1 << 16;

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
}

/// Gives every record of the file at `path` to `taker`.
pub(crate) fn walk<T>(
    path: &Path,
    decoder: &Decoder<T>,
    taker: &mut impl TakeRecord<T>,
) -> Result<Walked, ImportError> {
    let failed = |source| ImportError::Read {
        path: path.to_owned(),
        source,
    };
    let file = File::open(path).map_err(failed)?;
    let mut lines = Lines::new(BufReader::with_capacity(BUFFER_BYTES, file));
    let shared: Arc<Path> = path.into();
    let mut walked = Walked::default();
    let mut is_named = false;
    while let Some(line) = lines.next().map_err(failed)? {
        if !is_named && !line.bytes.trim_ascii().is_empty() {
            taker.fingerprint(fingerprint::of(line.bytes));
            is_named = true;
        }
        let number = line.number;
        let found = records(line, decoder);
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
    walked.n_lines = lines.n_read;
    walked.n_bytes = lines.n_bytes;
    Ok(walked)
}
