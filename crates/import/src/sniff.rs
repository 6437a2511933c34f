//! What a file is, told from its first lines (I1).
//!
//! Names say little: copies lose their folder, and many programs write
//! `.jsonl`. So the lines themselves are asked, as many as it takes until one
//! answers, within bounds.

use std::fmt;
use std::io::{self, BufRead};

use crate::format::Format;
use crate::line::{Lines, records};
use crate::{claude, codex, copilot, openclaw};

/// What a file looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// A transcript of a format that this crate reads.
    Transcript(Format),
    /// JSON that is no known transcript.
    Json,
    /// Text that is not JSON.
    Text,
    /// Bytes that are no text.
    Binary,
    /// Nothing.
    Empty,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Transcript(Format::OpenClaw) => "an OpenClaw transcript (`openclaw`)",
            Self::Transcript(Format::ClaudeCode) => "a Claude Code transcript (`claude-code`)",
            Self::Transcript(Format::Codex) => "a Codex rollout (`codex`)",
            Self::Transcript(Format::Copilot) => "a Copilot event log (`copilot-cli`)",
            Self::Json => "JSON that is no known transcript",
            Self::Text => "text",
            Self::Binary => "a binary file",
            Self::Empty => "an empty file",
        })
    }
}

/// The most bytes that are read of a file that does not say what it is.
const MAX_BYTES: u64 = 16 << 20;

/// The most lines that are read of it.
const MAX_LINES: u64 = 1_000;

/// Tells what `reader` holds.
pub(crate) fn shape(reader: impl BufRead) -> io::Result<Shape> {
    let mut lines = Lines::new(reader.take(MAX_BYTES));
    let mut guess = Shape::Empty;
    while lines.n_read < MAX_LINES
        && let Some(line) = lines.next()?
    {
        if let Some(shape) = of_line(line) {
            return Ok(shape);
        }
        guess = guess.max_known(of_bytes(line.bytes));
        if guess == Shape::Binary {
            break;
        }
    }
    Ok(guess)
}

fn of_line(line: crate::line::Line<'_>) -> Option<Shape> {
    let decoder = crate::line::Decoder {
        decode: |json| of_record(json),
        is_record: Option::is_some,
        starts: &["{\"type\"", "{\"parentUuid\"", "{\"timestamp\""],
    };
    records(line, &decoder).records.into_iter().flatten().next()
}

/// Tells what a record belongs to; `None` when it does not say.
fn of_record(json: &str) -> serde_json::Result<Option<Shape>> {
    if claude::is_record(json)? {
        return Ok(Some(Shape::Transcript(Format::ClaudeCode)));
    }
    if openclaw::is_record(json)? {
        return Ok(Some(Shape::Transcript(Format::OpenClaw)));
    }
    if codex::is_record(json)? {
        return Ok(Some(Shape::Transcript(Format::Codex)));
    }
    let is_copilot = copilot::is_record(json)?;
    Ok(is_copilot.then_some(Shape::Transcript(Format::Copilot)))
}

fn of_bytes(line: &[u8]) -> Shape {
    let line = line.trim_ascii();
    // A crash leaves runs of NUL bytes in a text file; they tell nothing.
    if line.iter().all(|&byte| byte == 0) {
        return Shape::Empty;
    }
    if line.starts_with(b"{") || line.starts_with(b"[") {
        return Shape::Json;
    }
    let n_odd = line
        .iter()
        .filter(|byte| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\r' | 0x1b))
        .count();
    if line.len() < 8 * n_odd || std::str::from_utf8(line).is_err() && 0 < n_odd {
        Shape::Binary
    } else {
        Shape::Text
    }
}

impl Shape {
    /// Returns what is known of a file once another line of it is known.
    fn max_known(self, line: Self) -> Self {
        match (self, line) {
            (Self::Empty, other) | (other, Self::Empty) => other,
            (Self::Json, _) => Self::Json,
            (_, other) => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Shape {
        shape(text.as_bytes()).unwrap()
    }

    #[test]
    fn files_are_told_by_what_they_hold() {
        use Shape::{Binary, Empty, Json, Text, Transcript};
        let openclaw = Transcript(Format::OpenClaw);
        let claude = Transcript(Format::ClaudeCode);
        let codex = Transcript(Format::Codex);
        let copilot = Transcript(Format::Copilot);
        for (text, expected) in [
            ("", Empty),
            ("\n\n", Empty),
            ("# Notes\n\nSome text.\n", Text),
            ("\u{1}\u{2}\u{0}\u{3}abc\u{4}\n", Binary),
            ("{\"a\":1}\n{\"b\":2}\n", Json),
            ("[{\"id\":1}]", Json),
            (
                r#"{"type":"session","version":3,"id":"s","cwd":"/w"}"#,
                openclaw,
            ),
            (
                r#"{"type":"message","message":{"role":"user","content":"x"}}"#,
                openclaw,
            ),
            (
                r#"{"type":"user","uuid":"u","parentUuid":null,"message":{"role":"user","content":"x"}}"#,
                claude,
            ),
            (
                r#"{"type":"file-history-snapshot","messageId":"m","snapshot":{}}"#,
                claude,
            ),
            (
                r#"{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"x"}}"#,
                codex,
            ),
            (
                r#"{"id":"x","timestamp":"2026-03-01T10:00:00.000Z","instructions":null}"#,
                codex,
            ),
            (
                r#"{"type":"session.start","data":{},"id":"a","parentId":null,"timestamp":"x"}"#,
                copilot,
            ),
            (
                "undefined\n\0\0\0\n{\"type\":\"session\",\"id\":\"s\",\"cwd\":\"/w\"}\n",
                openclaw,
            ),
        ] {
            assert_eq!(of(text), expected, "{text:?}");
        }
    }
}
