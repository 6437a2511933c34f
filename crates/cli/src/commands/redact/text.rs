//! `sessions redact`: a text of any length within bounded memory.
//!
//! A secret must not be cut in two (R1), and what a text is can hang on what
//! stands before and after it. So each scan sees a window: some text that was
//! written already, what is to be written next, and some text after it. Written
//! is only up to a place between two words that no secret crosses; the rest
//! waits for the next scan. A secret that does not end within the bound ends
//! the run rather than being written in part.

use std::io::{self, Read, Write};

use sessions_redact::Redactor;

use crate::error::CliError;

/// The sizes of a window, in bytes.
#[derive(Clone, Copy)]
struct Sizes {
    /// What was written already and is seen again.
    before: usize,
    /// What is written at once, about.
    chunk: usize,
    /// What is seen and not yet written.
    after: usize,
    /// The most that may wait to be written.
    max: usize,
}

const SIZES: Sizes = Sizes {
    before: 64 * 1024,
    chunk: 1024 * 1024,
    after: 64 * 1024,
    max: 16 * 1024 * 1024,
};

/// What a stream held.
pub(super) struct Stream {
    /// Whether some of its bytes are no text.
    pub(super) has_bad_bytes: bool,
}

/// Masks a stream of text.
///
/// Bytes that are no UTF-8 are written as U+FFFD.
///
/// # Errors
///
/// Fails when the stream cannot be read or written, or when a secret does not
/// end within the bound.
pub(super) fn run(
    redactor: &Redactor,
    from: impl Read,
    to: &mut impl Write,
) -> Result<Stream, CliError> {
    mask(redactor, from, to, SIZES)
}

fn mask(
    redactor: &Redactor,
    mut from: impl Read,
    to: &mut impl Write,
    sizes: Sizes,
) -> Result<Stream, CliError> {
    let mut stream = Stream {
        has_bad_bytes: false,
    };
    let mut window = Window {
        redactor,
        sizes,
        text: String::new(),
        written: 0,
        next_scan: sizes.chunk + sizes.after,
    };
    let mut bytes = Vec::new();
    let mut buffer = vec![0; sizes.chunk.min(64 * 1024)];
    loop {
        let n = match from.read(&mut buffer) {
            Err(err) if err.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(CliError::input)?,
        };
        bytes.extend_from_slice(buffer.get(..n).unwrap_or_default());
        let whole = take_whole(&mut bytes, n == 0);
        // Looked at once: to check text costs a fifth of masking it.
        if let Ok(text) = std::str::from_utf8(&whole) {
            window.text.push_str(text);
        } else {
            stream.has_bad_bytes = true;
            window.text.push_str(&String::from_utf8_lossy(&whole));
        }
        window.advance(n == 0, to)?;
        if n == 0 {
            to.flush().map_err(CliError::output)?;
            return Ok(stream);
        }
    }
}

/// Takes all whole characters out of `bytes`, and what can be none; at the end
/// of the stream everything.
fn take_whole(bytes: &mut Vec<u8>, is_end: bool) -> Vec<u8> {
    // A character whose rest is still to come can only stand at the end.
    let tail = bytes.iter().rev().take(4);
    let n_begun = tail
        .zip(1..)
        .find(|&(&it, _)| it & 0b1100_0000 != 0b1000_0000)
        .filter(|&(&lead, n)| !is_end && n < n_bytes_of(lead))
        .map_or(0, |(_, n)| n);
    let n_whole = bytes.len() - n_begun;
    bytes.drain(..n_whole).collect()
}

/// Returns how many bytes the character has that begins with `lead`.
fn n_bytes_of(lead: u8) -> usize {
    match lead {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    }
}

struct Window<'r> {
    redactor: &'r Redactor,
    sizes: Sizes,
    /// What was written already and is still seen, then what waits.
    text: String,
    /// Where what waits begins.
    written: usize,
    /// How much has to wait before it is looked at again.
    next_scan: usize,
}

impl Window<'_> {
    /// Writes what can be written.
    fn advance(&mut self, is_end: bool, to: &mut impl Write) -> Result<(), CliError> {
        let n_waiting = self.text.len() - self.written;
        if !is_end && n_waiting < self.next_scan {
            return Ok(());
        }
        let redacted = self.redactor.redact(&self.text);
        let mut cut = if is_end {
            self.text.len()
        } else {
            self.last_gap()
        };
        // No mask is cut: what it hides may go on.
        if let Some(mask) = redacted
            .masks()
            .iter()
            .find(|mask| mask.original.start < cut && cut < mask.original.end)
        {
            cut = mask.original.start;
        }
        if cut <= self.written && !is_end {
            if self.sizes.max <= n_waiting {
                let max = self.sizes.max;
                return Err(CliError::EndlessSecret { max });
            }
            self.next_scan = (2 * n_waiting).min(self.sizes.max);
            return Ok(());
        }
        let masked = redacted.to_masked(self.written)..redacted.to_masked(cut);
        let masked = if is_end {
            masked.start..redacted.as_str().len()
        } else {
            masked
        };
        let piece = redacted.as_str().get(masked).unwrap_or_default();
        to.write_all(piece.as_bytes()).map_err(CliError::output)?;
        let seen = self
            .text
            .floor_char_boundary(cut.saturating_sub(self.sizes.before));
        self.text.drain(..seen);
        self.written = cut - seen;
        self.next_scan = self.sizes.chunk + self.sizes.after;
        Ok(())
    }

    /// Returns the last place to write up to: after a line, else after a word,
    /// with enough text behind it; else, when too much waits, anywhere.
    fn last_gap(&self) -> usize {
        let limit = self.text.len().saturating_sub(self.sizes.after);
        let limit = self.text.floor_char_boundary(limit);
        let waiting = self.text.get(self.written..limit).unwrap_or_default();
        let gap = waiting
            .rfind('\n')
            .or_else(|| waiting.rfind(|it: char| it.is_ascii_whitespace()));
        match gap {
            Some(at) => self.written + at + 1,
            None if self.sizes.max <= self.text.len() - self.written => limit,
            None => self.written,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    const SMALL: Sizes = Sizes {
        before: 256,
        chunk: 64,
        after: 256,
        max: 4096,
    };

    /// Gives the text in pieces of `n` bytes.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(self.0.len()).min(buffer.len());
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    fn streamed(text: &[u8], n: usize, sizes: Sizes) -> Result<String, String> {
        static REDACTOR: LazyLock<Redactor> = LazyLock::new(Redactor::new);
        let mut out = Vec::new();
        mask(&REDACTOR, Pieces(text, n), &mut out, sizes)
            .map(|_| String::from_utf8(out).unwrap())
            .map_err(|err| err.to_string())
    }

    #[test]
    fn a_stream_is_masked_as_the_whole_text_is() {
        let token = format!("ghp_{}", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8");
        // Longer than what a window sees again.
        let line = "MIIEpAIBAAKCAQEAx3c9Vb0yqkX1f7Qz2d5Jm8Rw4Tn6Yp0Sg1Hh2Ll3Kk4Mm5Nn\n";
        let key = format!(
            "-----BEGIN {0}-----\n{1}-----END {0}-----",
            "RSA PRIVATE KEY",
            line.repeat(12)
        );
        let redactor = Redactor::new();
        for n_before in 0..70 {
            let before = "é word\n".repeat(n_before);
            let text = format!("{before}a {token} b\n{key}\nplain text {token}\n{before}");
            let whole = redactor.redact(&text).into_string();
            assert!(!whole.contains("ghp_") && !whole.contains("MIIE"));
            for n in [7, 64] {
                assert_eq!(
                    streamed(text.as_bytes(), n, SMALL).unwrap(),
                    whole,
                    "{n_before} lines before, pieces of {n}"
                );
            }
        }
    }

    #[test]
    fn a_long_line_without_gaps_passes() {
        let text = "x".repeat(100_000);
        assert_eq!(streamed(text.as_bytes(), 64, SMALL).unwrap(), text);
    }

    #[test]
    fn a_secret_without_end_is_not_written() {
        let text = format!(
            "-----BEGIN {}-----\n{}",
            "RSA PRIVATE KEY",
            "QUJD\n".repeat(4_000)
        );
        let whole = Redactor::new().redact(&text).into_string();
        match streamed(text.as_bytes(), 64, SMALL) {
            Ok(masked) => assert_eq!(masked, whole),
            Err(err) => assert!(err.contains("4096 bytes"), "{err}"),
        }
    }

    #[test]
    fn bytes_that_are_no_text_cost_themselves() {
        let text = b"\xffa\xe2\x82\xac\xe2\x82z\xf0\x9f\x8e\x89\xf0\x9f";
        for n in 1..=text.len() {
            let masked = streamed(text, n, SMALL).unwrap();
            assert_eq!(masked, "\u{fffd}a€\u{fffd}z🎉\u{fffd}", "pieces of {n}");
        }
    }
}
