//! What a file is, told from its first lines (I1).
//!
//! Names say little: copies lose their folder, and many programs write
//! `.jsonl`. So the lines themselves are asked, as many as it takes until one
//! answers, within bounds. A document that fills many lines, or whose one line
//! is too long, is told by the names in its outermost objects.

use std::fmt;
use std::io::{self, BufRead, Read as _};
use std::path::Path;

use crate::element::Elements;
use crate::format::Format;
use crate::line::{Lines, Pieces as _, records};
use crate::{chatgpt, claude, claude_ai, codex, copilot, gemini, json, open, openclaw};

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
    /// An SQLite database without transcripts of a known program.
    Database,
    /// Bytes that are no text.
    Binary,
    /// Nothing.
    Empty,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Transcript(Format::OpenClaw) => "an OpenClaw transcript (`openclaw`)",
            Self::Transcript(Format::OpenClawDatabase) => {
                "a database of OpenClaw (`openclaw-sqlite`)"
            }
            Self::Transcript(Format::ClaudeCode) => "a Claude Code transcript (`claude-code`)",
            Self::Transcript(Format::Codex) => "a Codex rollout (`codex`)",
            Self::Transcript(Format::Copilot) => "a Copilot event log (`copilot-cli`)",
            Self::Transcript(Format::Gemini) => "a Gemini transcript (`gemini-cli`)",
            Self::Transcript(Format::ChatGpt) => "an export of ChatGPT (`chatgpt`)",
            Self::Transcript(Format::ClaudeAi) => "an export of Claude.ai (`claude-ai`)",
            Self::Json => "JSON that is no known transcript",
            Self::Text => "text",
            Self::Database => "a database that holds no known transcripts",
            Self::Binary => "a binary file",
            Self::Empty => "an empty file",
        })
    }
}

/// The most bytes that are read of a file that does not say what it is.
const MAX_BYTES: u64 = 16 << 20;

/// The most lines that are read of it.
const MAX_LINES: u64 = 1_000;

/// Behind so many bytes in lines that are no text, no transcript follows.
const MAX_BINARY_BYTES: usize = 1 << 16;

/// The most objects of a document that are asked.
const MAX_ELEMENTS: usize = 20;

/// What a database of SQLite begins with.
const DATABASE_MAGIC: &[u8] = b"SQLite format 3\0";

/// Tells what a file is.
pub(crate) fn of_file(path: &Path) -> io::Result<Shape> {
    let mut beginning = Vec::new();
    let n_bytes = DATABASE_MAGIC.len() as u64;
    let read = open::open(path)?.take(n_bytes).read_to_end(&mut beginning);
    match read {
        Ok(_) if beginning == DATABASE_MAGIC => {
            let is_known = openclaw::is_database(path)?;
            let known = Shape::Transcript(Format::OpenClawDatabase);
            Ok(if is_known { known } else { Shape::Database })
        }
        _ => shape(|| open::open(path)),
    }
}

/// Tells what the file is that `open` opens: by its lines, or as a document.
pub(crate) fn shape<R: BufRead>(open: impl Fn() -> io::Result<R>) -> io::Result<Shape> {
    match of_lines(open()?)? {
        Shape::Json => Ok(of_document(open()?).map_or(Shape::Json, Shape::Transcript)),
        shape => Ok(shape),
    }
}

/// Tells what a document is by the names in its objects, of which the first may
/// be too long to be read whole.
fn of_document(reader: impl BufRead) -> Option<Format> {
    let mut elements = Elements::new(reader.take(MAX_BYTES));
    for _ in 0..MAX_ELEMENTS {
        let bytes = elements.next().ok()??.bytes;
        let (mut names, is_whole) = json::names(bytes);
        if !is_whole {
            // Cut off or damaged: what follows the damage may be whole.
            let written = [chatgpt::MARK, claude_ai::MARK]
                .into_iter()
                .filter(|name| holds(bytes, format!("\"{name}\":").as_bytes()));
            names.extend(written.map(str::to_owned));
        }
        let has = |name: &str| names.iter().any(|it| it == name);
        if has(chatgpt::MARK) {
            return Some(Format::ChatGpt);
        }
        if has(claude_ai::MARK) {
            return Some(Format::ClaudeAi);
        }
        if has("projectHash") && (has("messages") || has("sessionId")) {
            return Some(Format::Gemini);
        }
    }
    None
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|it| it == part)
}

fn of_lines(reader: impl BufRead) -> io::Result<Shape> {
    let mut lines = Lines::new(reader.take(MAX_BYTES));
    let mut guess = Shape::Empty;
    let mut n_binary = 0;
    while lines.n_lines() < MAX_LINES
        && let Some(line) = lines.next()?
    {
        if let Some(shape) = of_line(line) {
            return Ok(shape);
        }
        let shape = of_bytes(line.bytes);
        guess = guess.max_known(shape);
        // A line of a transcript can be damaged; much of a file is not.
        if shape == Shape::Binary {
            n_binary += line.bytes.len();
        }
        if MAX_BINARY_BYTES < n_binary {
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
        between: &[],
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
    if copilot::is_record(json)? {
        return Ok(Some(Shape::Transcript(Format::Copilot)));
    }
    let is_gemini = gemini::is_record(json)?;
    Ok(is_gemini.then_some(Shape::Transcript(Format::Gemini)))
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
        shape(|| Ok(text.as_bytes())).unwrap()
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
            (
                "\u{1}\u{2}\u{0}\u{3}\n{\"type\":\"session\",\"id\":\"s\",\"cwd\":\"/w\"}\n",
                openclaw,
            ),
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
                r#"{"sessionId":"s","projectHash":"p","startTime":"2026-03-01T10:00:00Z"}"#,
                Transcript(Format::Gemini),
            ),
            (
                "{\n \"messages\": [\n{\n\"type\": \"user\"}],\n \"projectHash\": \"p\"\n}",
                Transcript(Format::Gemini),
            ),
            (
                r#"[{"title":"t","mapping":{"a":{"id""#,
                Transcript(Format::ChatGpt),
            ),
            (
                "[\n{\"uuid\": \"c\",\n\"chat_messages\": []}]",
                Transcript(Format::ClaudeAi),
            ),
            ("{\n\"a\": {\"mapping\": 1}}", Json),
            (
                "undefined\n\0\0\0\n{\"type\":\"session\",\"id\":\"s\",\"cwd\":\"/w\"}\n",
                openclaw,
            ),
        ] {
            assert_eq!(of(text), expected, "{text:?}");
        }
    }
}
