//! Standard input line by line, within bounded memory.

use std::io::{self, BufRead};

/// The most bytes of one line.
pub(crate) const MAX_LINE_BYTES: usize = 64 * 1024 * 1024;

/// One line of a stream.
pub(crate) enum Line {
    /// A text, without its line end.
    Text(String),
    /// More bytes than a line may have.
    TooLong,
    /// Bytes that are no UTF-8 text.
    NotText,
}

/// The lines of a stream.
pub(crate) struct Lines<R> {
    from: R,
    max_bytes: usize,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of `from`.
    pub(crate) fn new(from: R) -> Self {
        Self {
            from,
            max_bytes: MAX_LINE_BYTES,
            number: 0,
        }
    }

    /// Returns the next line that is not blank, with its number from 1.
    ///
    /// # Errors
    ///
    /// Fails when the stream cannot be read.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<(u64, Line)>> {
        loop {
            let Some(line) = self.any_line()? else {
                return Ok(None);
            };
            self.number += 1;
            if !matches!(&line, Line::Text(text) if text.trim().is_empty()) {
                return Ok(Some((self.number, line)));
            }
        }
    }

    fn any_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut n_bytes = 0;
        let mut has_end = false;
        while !has_end {
            let read = match self.from.fill_buf() {
                Err(err) if err.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            if read.is_empty() {
                break;
            }
            let piece = match read.iter().position(|&it| it == b'\n') {
                Some(end) => {
                    has_end = true;
                    read.get(..=end).unwrap_or_default()
                }
                None => read,
            };
            if n_bytes + piece.len() <= self.max_bytes {
                bytes.extend_from_slice(piece);
            }
            let n = piece.len();
            n_bytes += n;
            self.from.consume(n);
        }
        if n_bytes == 0 {
            return Ok(None);
        }
        if self.max_bytes < n_bytes {
            return Ok(Some(Line::TooLong));
        }
        Ok(Some(match String::from_utf8(bytes) {
            Ok(mut text) => {
                text.truncate(text.trim_end_matches(['\n', '\r']).len());
                Line::Text(text)
            }
            Err(_) => Line::NotText,
        }))
    }
}

/// Why a line of a stream was not taken. Shows nothing of the line (R9).
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LineError {
    /// It is too long.
    #[error("the line is longer than {MAX_LINE_BYTES} bytes")]
    TooLong,
    /// It is no text.
    #[error("the line is not UTF-8 text")]
    NotText,
    /// It is no JSON.
    #[error("not JSON, at column {column}")]
    NotJson {
        /// Where its reader stopped.
        column: usize,
    },
    /// It is no object.
    #[error("not a JSON object")]
    NotAnObject,
    /// A field is not there.
    #[error("`{field}` is missing")]
    Missing {
        /// The field.
        field: &'static str,
    },
    /// A field holds something else.
    #[error("`{field}` is not {expected}")]
    Field {
        /// The field.
        field: &'static str,
        /// What it may be.
        expected: &'static str,
    },
    /// A field that does not exist.
    #[error("a field is unknown; allowed are {allowed}")]
    UnknownField {
        /// The fields that exist.
        allowed: String,
    },
}

/// The object of one line, whose fields are taken one by one.
pub(crate) struct Object(serde_json::Map<String, serde_json::Value>);

impl Object {
    /// Reads the object of a line that has no other fields than `allowed`.
    ///
    /// # Errors
    ///
    /// Fails on anything else.
    pub(crate) fn of(line: Line, allowed: &[&str]) -> Result<Self, LineError> {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => return Err(LineError::TooLong),
            Line::NotText => return Err(LineError::NotText),
        };
        let value = serde_json::from_str(&text).map_err(|err| LineError::NotJson {
            column: err.column(),
        })?;
        let serde_json::Value::Object(fields) = value else {
            return Err(LineError::NotAnObject);
        };
        if fields.keys().any(|it| !allowed.contains(&it.as_str())) {
            let names: Vec<_> = allowed.iter().map(|it| format!("`{it}`")).collect();
            return Err(LineError::UnknownField {
                allowed: names.join(", "),
            });
        }
        Ok(Self(fields))
    }

    /// Takes a field of any kind.
    pub(crate) fn any(&mut self, field: &'static str) -> Option<serde_json::Value> {
        self.0.remove(field)
    }

    /// Takes a text, if there is one; `null` is none.
    ///
    /// # Errors
    ///
    /// Fails when the field holds something else.
    pub(crate) fn text(&mut self, field: &'static str) -> Result<Option<String>, LineError> {
        match self.0.remove(field) {
            None | Some(serde_json::Value::Null) => Ok(None),
            Some(serde_json::Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(LineError::Field {
                field,
                expected: "a text",
            }),
        }
    }

    /// Takes a text that has to be there.
    ///
    /// # Errors
    ///
    /// Fails when it is not.
    pub(crate) fn required(&mut self, field: &'static str) -> Result<String, LineError> {
        self.text(field)?.ok_or(LineError::Missing { field })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], max_bytes: usize) -> Vec<(u64, String)> {
        let mut lines = Lines {
            // A small buffer, so that lines come in pieces.
            from: io::BufReader::with_capacity(3, bytes),
            max_bytes,
            number: 0,
        };
        let mut found = Vec::new();
        while let Some((number, line)) = lines.next_line().unwrap() {
            let text = match line {
                Line::Text(text) => text,
                Line::TooLong => "(too long)".to_owned(),
                Line::NotText => "(not text)".to_owned(),
            };
            found.push((number, text));
        }
        found
    }

    #[test]
    fn a_bad_line_costs_that_line() {
        let found = lines(b"first\r\n\n  \n123456789\n\xff\xfe\nlast", 8);
        let shown: Vec<_> = found
            .iter()
            .map(|(n, text)| format!("{n} {text}"))
            .collect();
        assert_eq!(shown, ["1 first", "4 (too long)", "5 (not text)", "6 last"]);
    }

    #[test]
    fn an_error_shows_nothing_of_the_line() {
        let rows = sessions_core::rows_of_errors!(LineError:
            of text { NotJson, NotAnObject, Missing, Field, UnknownField }
            not of text {
                TooLong: "tells a limit",
                NotText: "tells nothing",
            }
        );
        let planted = sessions_core::testing::told::planted();
        let of = |text: &str| Object::of(Line::Text(text.to_owned()), &["id", "text"]);
        let mut made = Vec::new();
        for text in [
            planted.clone(),
            format!("\"{planted}\""),
            format!("[\"{planted}\"]"),
            format!("{{\"{planted}\": 1}}"),
            format!("{{\"text\": \"{planted}"),
        ] {
            made.extend(of(&text).err());
        }
        let text = format!("{{\"text\": [\"{planted}\"]}}");
        let mut object = of(&text).ok().unwrap();
        made.extend(object.text("text").err());
        made.extend(object.required("id").err());
        assert_eq!(rows.faults(&made), Vec::<String>::new());
        let said: Vec<_> = made.iter().skip(5).map(ToString::to_string).collect();
        assert_eq!(said, ["`text` is not a text", "`id` is missing"]);
    }
}
