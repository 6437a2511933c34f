//! Lines of a file and what stands for them, and the records in them.

mod recover;
mod repair;

use std::io::{self, BufRead};

pub(crate) use recover::{Decoder, records};

/// The pieces of a file that hold its records: lines, or the objects of a
/// document.
pub(crate) trait Pieces {
    /// Reads the next piece; `None` at the end.
    fn next(&mut self) -> io::Result<Option<Line<'_>>>;

    /// Returns how many lines have been read so far.
    fn n_lines(&self) -> u64;

    /// Returns how many bytes have been read so far.
    fn n_bytes(&self) -> u64;
}

/// Above this, room for a long line is given back.
const MAX_SPARE_BYTES: usize = 1 << 20;

/// Reads lines one at a time; of a file of any size, one line is in memory.
///
/// Only 0x0A ends a line: a text may hold every other separator. A byte order
/// mark in front of a line and a carriage return at its end are left out.
pub(crate) struct Lines<R> {
    reader: R,
    buffer: Vec<u8>,
    n_taken: u64,
    n_bytes: u64,
}

/// One line without its end, or what stands for one.
#[derive(Clone, Copy)]
pub(crate) struct Line<'b> {
    /// From 1.
    pub(crate) number: u64,
    /// What it holds.
    pub(crate) bytes: &'b [u8],
    /// Whether it has its end.
    pub(crate) is_complete: bool,
}

impl<R: BufRead> Lines<R> {
    /// Begins before the first line of `reader`.
    pub(crate) fn new(reader: R) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            n_taken: 0,
            n_bytes: 0,
        }
    }
}

impl<R: BufRead> Pieces for Lines<R> {
    fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer.clear();
        self.buffer.shrink_to(MAX_SPARE_BYTES);
        let n_taken = self.reader.read_until(b'\n', &mut self.buffer)?;
        if n_taken == 0 {
            return Ok(None);
        }
        self.n_taken += 1;
        self.n_bytes = self
            .n_bytes
            .saturating_add(u64::try_from(n_taken).unwrap_or(u64::MAX));
        let bytes = self.buffer.as_slice();
        let (bytes, is_complete) = match bytes.strip_suffix(b"\n") {
            Some(bytes) => (bytes, true),
            None => (bytes, false),
        };
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        Ok(Some(Line {
            number: self.n_taken,
            bytes,
            is_complete,
        }))
    }

    fn n_lines(&self) -> u64 {
        self.n_taken
    }

    fn n_bytes(&self) -> u64 {
        self.n_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_line_feed_ends_a_line() {
        let text = "\u{feff}a\r\nb\u{2028}c\u{b}\n\nd\r".as_bytes();
        let mut lines = Lines::new(text);
        let mut seen = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            let text = String::from_utf8(line.bytes.to_vec()).unwrap();
            seen.push((line.number, text, line.is_complete));
        }
        let line = |number, text: &str, is_complete| (number, text.to_owned(), is_complete);
        assert_eq!(
            seen,
            [
                line(1, "a", true),
                line(2, "b\u{2028}c\u{b}", true),
                line(3, "", true),
                line(4, "d", false),
            ]
        );
        assert_eq!((lines.n_lines(), lines.n_bytes()), (4, 16));
    }
}
