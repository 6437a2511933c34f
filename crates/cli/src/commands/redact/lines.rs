//! `sessions redact --jsonl`: one text a line, each answered at once.

use std::io::{BufRead, Write};

use serde::Serialize;
use serde_json::Value;
use sessions_redact::Redactor;

use crate::error::CliError;
use crate::exit::Exit;
use crate::input::{Line, LineError, Lines, Object};

/// A secret in the text that was given.
#[derive(Debug, Serialize)]
struct Span {
    /// Its first character.
    start: usize,
    /// The character after its last.
    end: usize,
    rule: String,
}

/// The answer to a line.
#[derive(Serialize)]
struct Answer {
    id: Value,
    redacted: String,
    spans: Vec<Span>,
}

/// The answer to a line that is none.
#[derive(Serialize)]
struct Refusal {
    status: &'static str,
    error: String,
    line: u64,
}

/// Masks the texts of a stream.
///
/// # Errors
///
/// Fails when the stream cannot be read or answered.
pub(super) fn run(
    redactor: &Redactor,
    from: impl BufRead,
    to: &mut impl Write,
) -> Result<Exit, CliError> {
    let mut lines = Lines::new(from);
    let mut exit = Exit::Done;
    while let Some((number, line)) = lines.next_line().map_err(CliError::input)? {
        let written = match answer(redactor, line) {
            Ok(answer) => serde_json::to_vec(&answer),
            Err(err) => {
                exit = Exit::BadInput;
                serde_json::to_vec(&Refusal {
                    status: "error",
                    error: err.to_string(),
                    line: number,
                })
            }
        };
        let mut bytes = written.map_err(|source| CliError::Json { source })?;
        bytes.push(b'\n');
        to.write_all(&bytes)
            .and_then(|()| to.flush())
            .map_err(CliError::output)?;
    }
    Ok(exit)
}

fn answer(redactor: &Redactor, line: Line) -> Result<Answer, LineError> {
    let mut object = Object::of(line, &["id", "text"])?;
    let id = object.any("id").ok_or(LineError::Missing { field: "id" })?;
    let text = object.required("text")?;
    let redacted = redactor.redact(&text);
    let mut spans = Vec::with_capacity(redacted.masks().len());
    let (mut at_byte, mut at_char) = (0, 0);
    let mut char_at = |byte: usize| {
        // The spans are in order, so the text is counted once.
        at_char += text.get(at_byte..byte).map_or(0, |it| it.chars().count());
        at_byte = byte;
        at_char
    };
    for mask in redacted.masks() {
        spans.push(Span {
            start: char_at(mask.original.start),
            end: char_at(mask.original.end),
            rule: mask.rule.as_str().to_owned(),
        });
    }
    Ok(Answer {
        id,
        redacted: redacted.into_string(),
        spans,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_on(input: &str) -> (Exit, String) {
        let mut out = Vec::new();
        let exit = run(&Redactor::new(), input.as_bytes(), &mut out).unwrap();
        (exit, String::from_utf8(out).unwrap())
    }

    #[test]
    fn spans_count_characters_of_the_given_text() {
        let token = format!("ghp_{}", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8");
        let (exit, out) = run_on(&format!("{{\"id\": 7, \"text\": \"é 🎉 {token} end\"}}\n"));
        assert_eq!(exit, Exit::Done);
        let answer: Value = serde_json::from_str(&out).unwrap();
        let span = &answer["spans"][0];
        assert_eq!(answer["id"], 7);
        assert_eq!(span["start"], 4);
        assert_eq!(span["end"], 4 + token.len());
        assert_eq!(
            answer["redacted"],
            format!("é 🎉 [redacted:{}] end", span["rule"].as_str().unwrap())
        );
    }

    #[test]
    fn a_bad_line_is_answered_and_the_stream_goes_on() {
        let (exit, out) =
            run_on("{\"id\":1,\"text\":\"a\"}\nno\n{\"id\":2}\n{\"id\":3,\"text\":\"b\"}\n");
        assert_eq!(exit, Exit::BadInput);
        insta::assert_snapshot!(out, @r#"
        {"id":1,"redacted":"a","spans":[]}
        {"status":"error","error":"not JSON, at column 2","line":2}
        {"status":"error","error":"`text` is missing","line":3}
        {"id":3,"redacted":"b","spans":[]}
        "#);
    }
}
