//! The objects of a JSON document, one by one.
//!
//! Exports are one document: an array of conversations, or one object. Reading
//! it as a whole would take as much memory as it is long, and one wrong byte
//! would cost all of it. So its outermost objects are cut out by their braces,
//! and each is read as if it were a line.

use std::io::{self, BufRead};

use crate::line::{Line, Pieces};

/// An object that is longer is handed over unfinished: it is damaged, and what
/// follows it is searched for in its rest.
const MAX_BYTES: usize = 256 << 20;

/// Cuts a document into its outermost objects.
pub(crate) struct Elements<R> {
    reader: R,
    buffer: Vec<u8>,
    max_bytes: usize,
    /// The line that is read, from 1.
    line: u64,
    n_bytes: u64,
}

/// Where in an object the reader is.
#[derive(Default)]
struct Within {
    depth: usize,
    is_string: bool,
    is_escaped: bool,
}

impl Within {
    /// Takes the next byte; returns whether the object ends with it.
    fn take(&mut self, byte: u8) -> bool {
        if self.is_escaped {
            self.is_escaped = false;
        } else if self.is_string {
            self.is_escaped = byte == b'\\';
            self.is_string = byte != b'"';
        } else {
            match byte {
                b'"' => self.is_string = true,
                b'{' => self.depth += 1,
                b'}' => self.depth -= 1,
                _ => {}
            }
        }
        self.depth == 0
    }
}

impl<R: BufRead> Elements<R> {
    /// Begins before the first object of `reader`.
    pub(crate) fn new(reader: R) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            max_bytes: MAX_BYTES,
            line: 1,
            n_bytes: 0,
        }
    }

    /// Takes bytes as long as `take` does not end with one, which it takes too.
    /// Returns whether it ended.
    fn take_until(&mut self, mut take: impl FnMut(&mut Vec<u8>, u8) -> bool) -> io::Result<bool> {
        loop {
            let bytes = self.reader.fill_buf()?;
            if bytes.is_empty() {
                return Ok(false);
            }
            let buffer = &mut self.buffer;
            let end = bytes.iter().position(|&byte| take(buffer, byte));
            let n_taken = end.map_or(bytes.len(), |at| at + 1);
            let taken = bytes.get(..n_taken).unwrap_or_default();
            self.line += memchr::memchr_iter(b'\n', taken).count() as u64;
            self.n_bytes += n_taken as u64;
            self.reader.consume(n_taken);
            if end.is_some() {
                return Ok(true);
            }
        }
    }
}

impl<R: BufRead> Pieces for Elements<R> {
    fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer = Vec::new();
        // What stands between objects is a piece too, if it says anything.
        let has_object = self.take_until(|junk, byte| {
            let is_open = byte == b'{';
            let is_sign = matches!(byte, b'[' | b']' | b',' | 0xef | 0xbb | 0xbf);
            if !(is_open || is_sign || byte.is_ascii_whitespace()) {
                junk.push(byte);
            }
            is_open
        })?;
        let number = self.line;
        let mut is_complete = true;
        if has_object {
            let mut within = Within::default();
            within.take(b'{');
            let max_bytes = self.max_bytes;
            self.buffer.push(b'{');
            is_complete = false;
            self.take_until(|object, byte| {
                object.push(byte);
                is_complete = within.take(byte);
                is_complete || max_bytes <= object.len()
            })?;
        }
        Ok((!self.buffer.is_empty()).then_some(Line {
            number,
            bytes: &self.buffer,
            is_complete,
        }))
    }

    fn n_lines(&self) -> u64 {
        self.line
    }

    fn n_bytes(&self) -> u64 {
        self.n_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, max_bytes: usize) -> Vec<(u64, String, bool)> {
        let mut elements = Elements {
            max_bytes,
            ..Elements::new(io::BufReader::with_capacity(3, text.as_bytes()))
        };
        let mut pieces = Vec::new();
        while let Some(it) = elements.next().unwrap() {
            let text = String::from_utf8(it.bytes.to_vec()).unwrap();
            pieces.push((it.number, text, it.is_complete));
        }
        assert_eq!(elements.n_bytes(), text.len() as u64);
        pieces
    }

    #[test]
    fn a_document_is_cut_into_its_outermost_objects() {
        let object = |line, text: &str| (line, text.to_owned(), true);
        for (text, expected) in [
            ("", vec![]),
            (" [ ] ", vec![]),
            (
                "[{},\n{\"a\":{}}]",
                vec![object(1, "{}"), object(2, "{\"a\":{}}")],
            ),
            ("{\"}\\\"{\":[1]}", vec![object(1, "{\"}\\\"{\":[1]}")]),
            ("\u{feff}\n\n{\n}", vec![object(3, "{\n}")]),
            ("[{}, x y {}]", vec![object(1, "{}"), object(1, "xy{}")]),
            ("[{\"a\": \"", vec![(1, "{\"a\": \"".to_owned(), false)]),
            ("undefined", vec![object(1, "undefined")]),
        ] {
            assert_eq!(pieces(text, 100), expected, "{text}");
        }
        let cut = pieces("{\"a\": \"bcdefg\"} {}", 6);
        assert_eq!(cut.first().unwrap(), &(1, "{\"a\": ".to_owned(), false));
    }
}
