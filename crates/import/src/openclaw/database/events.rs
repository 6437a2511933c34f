//! The events of a session as pieces of a file, so that they are read like
//! lines.

use std::io::{self, Read as _};

use rusqlite::Rows;

use super::file::failure;
use crate::line::{Line, Pieces};

/// The most bytes that an event may have once it is decompressed; its program
/// allows 4 MiB.
const MAX_BYTES: u64 = 64 << 20;

/// The events of a query that gives number, text and compressed text.
pub(super) struct Events<'s> {
    rows: Rows<'s>,
    text: Vec<u8>,
    number: u64,
    n_bytes: u64,
}

impl<'s> Events<'s> {
    pub(super) fn new(rows: Rows<'s>) -> Self {
        Self {
            rows,
            text: Vec::new(),
            number: 0,
            n_bytes: 0,
        }
    }
}

impl Pieces for Events<'_> {
    fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        let Some(row) = self.rows.next().map_err(failure)? else {
            return Ok(None);
        };
        // The line that it would be: the header of a session has number 0.
        let seq: i64 = row.get(0).map_err(failure)?;
        self.number = u64::try_from(seq).unwrap_or(0) + 1;
        let value = |column| {
            let value = row.get_ref(column).map_err(failure)?;
            Ok::<_, io::Error>(value.as_bytes_or_null().unwrap_or_default())
        };
        self.text.clear();
        if let Some(text) = value(1)? {
            self.text.extend_from_slice(text);
        } else if let Some(frame) = value(2)? {
            let decoder = zstd::stream::read::Decoder::new(frame);
            let read = decoder.and_then(|it| it.take(MAX_BYTES).read_to_end(&mut self.text));
            if read.is_err() {
                // What is left of it is no record, and is named as such.
                self.text.clear();
                self.text.extend_from_slice(frame);
            }
        }
        self.n_bytes += self.text.len() as u64;
        Ok(Some(Line {
            number: self.number,
            bytes: &self.text,
            is_complete: true,
        }))
    }

    fn n_lines(&self) -> u64 {
        self.number
    }

    fn n_bytes(&self) -> u64 {
        self.n_bytes
    }
}
