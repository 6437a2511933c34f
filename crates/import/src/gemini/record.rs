//! One record of a Gemini transcript, read from one JSON object.

use std::borrow::Cow;

use serde_json::value::RawValue;
use sessions_core::event::{Role, TimestampMs};

use crate::json::{self, Object};
use crate::line::Decoder;
use crate::time;

/// How records are read and told.
pub(super) const DECODER: Decoder<Record> = Decoder {
    decode: Record::read,
    is_record: |record| !matches!(record, Record::Unknown { .. }),
    starts: &["{\"id\"", "{\"type\"", "{\"timestamp\"", "{\"$"],
    between: &[],
};

/// The same of a document as a whole: of a damaged one the messages are read one
/// by one, not what looks like a record in it.
pub(super) const DOCUMENT: Decoder<Record> = Decoder {
    starts: &[],
    ..DECODER
};

/// A record.
pub(super) enum Record {
    /// What the session says of itself, and what it holds in a document.
    Session(Start, Vec<Self>),
    /// A message, which takes the place of an earlier one of its id.
    Message(Message),
    /// The message of this id and all behind it are taken back; all, where it is
    /// not known.
    Rewind(String),
    /// Anything else.
    Unknown {
        /// Whether it says what it is.
        has_type: bool,
    },
}

/// What a session says of itself.
#[derive(Default)]
pub(super) struct Start {
    pub(super) id: Option<String>,
    pub(super) project: Option<String>,
    pub(super) time: Option<TimestampMs>,
    pub(super) title: Option<String>,
}

/// A message.
pub(super) struct Message {
    pub(super) id: Option<String>,
    pub(super) time: Option<TimestampMs>,
    /// `None` for what the program says.
    pub(super) role: Option<Role>,
    /// `None` when it cannot be read.
    pub(super) text: Option<String>,
    /// What its tools answered, each with the name of the call.
    pub(super) tools: Vec<(Option<String>, String)>,
}

const FIELDS: &[&str; 13] = &[
    "sessionId",
    "projectHash",
    "startTime",
    "summary",
    "messages",
    "id",
    "timestamp",
    "type",
    "content",
    "displayContent",
    "toolCalls",
    "$set",
    "$rewindTo",
];

/// Returns whether the object is a record of this format that no other has.
pub(crate) fn is_record(json: &str) -> serde_json::Result<bool> {
    let object = Object::read(json, FIELDS)?;
    let is_session = object.has("sessionId") && object.has("projectHash");
    let is_said = object.text("type").as_deref() == Some("gemini") && object.has("content");
    Ok(is_session || is_said || object.has("$rewindTo"))
}

/// Returns whether the line is a record that stands on a line of its own.
pub(super) fn is_line(line: &[u8]) -> bool {
    let object = str::from_utf8(line).ok();
    let object = object.and_then(|it| Object::read(it, FIELDS).ok());
    object.is_some_and(|it| {
        let names = ["sessionId", "id", "type", "$set", "$rewindTo"];
        names.iter().any(|name| it.has(name)) && !it.has("messages")
    })
}

impl Record {
    fn read(json: &str) -> serde_json::Result<Self> {
        let object = Object::read(json, FIELDS)?;
        if let Some(set) = object.raw("$set") {
            return Self::read(set).or(Ok(Self::Unknown { has_type: true }));
        }
        if let Some(id) = object.name("$rewindTo") {
            return Ok(Self::Rewind(id.into_owned()));
        }
        let messages = object.raw("messages");
        if messages.is_some() || object.has("sessionId") || object.has("summary") {
            let messages: Vec<&RawValue> = messages
                .and_then(|it| serde_json::from_str(it).ok())
                .unwrap_or_default();
            let messages = messages.iter().map(|it| Self::read(it.get()));
            let start = Start {
                id: object.name("sessionId").map(Cow::into_owned),
                project: object.name("projectHash").map(Cow::into_owned),
                time: object.raw("startTime").and_then(time::of_json),
                title: object.text("summary").map(Cow::into_owned),
            };
            let messages = messages.map(|it| it.unwrap_or(Self::Unknown { has_type: false }));
            return Ok(Self::Session(start, messages.collect()));
        }
        let Some(kind) = object.text("type") else {
            return Ok(Self::Unknown { has_type: false });
        };
        let role = match kind.as_ref() {
            "user" => Some(Role::User),
            "gemini" | "model" => Some(Role::Assistant),
            "info" | "warning" | "error" => None,
            _ => return Ok(Self::Unknown { has_type: true }),
        };
        // What a person typed may stand beside what was made of it.
        let content = object.raw("displayContent").or(object.raw("content"));
        Ok(Self::Message(Message {
            id: object.name("id").map(Cow::into_owned),
            time: object.raw("timestamp").and_then(time::of_json),
            role,
            text: content.map_or(Some(String::new()), parts),
            tools: object.raw("toolCalls").map(tools).unwrap_or_default(),
        }))
    }
}

/// Returns the text of a list of parts: a text, a part, or several.
fn parts(raw: &str) -> Option<String> {
    if let Some(text) = json::text(raw) {
        return Some(text.into_owned());
    }
    if raw == "null" {
        return Some(String::new());
    }
    let parts: Vec<&RawValue> = if raw.starts_with('[') {
        serde_json::from_str(raw).ok()?
    } else {
        vec![serde_json::from_str(raw).ok()?]
    };
    let texts = parts.iter().filter_map(|part| part_text(part.get()));
    Some(texts.collect::<Vec<_>>().join("\n"))
}

fn part_text(part: &str) -> Option<Cow<'_, str>> {
    json::text(part).or_else(|| {
        let part = Object::read(part, &["text", "thought"]).ok()?;
        let is_thought = part.flag("thought") == Some(true);
        part.text("text").filter(|_| !is_thought)
    })
}

/// Returns what the tools of a message answered.
fn tools(raw: &str) -> Vec<(Option<String>, String)> {
    let calls: Vec<&RawValue> = serde_json::from_str(raw).unwrap_or_default();
    let tool = |call: &&RawValue| {
        let call = Object::read(call.get(), &["id", "resultDisplay", "result"]).ok()?;
        let answered = call.raw("result").and_then(answer);
        let text = answered.or_else(|| call.text("resultDisplay").map(Cow::into_owned))?;
        Some((call.name("id").map(Cow::into_owned), text))
    };
    calls.iter().filter_map(tool).collect()
}

/// Returns what was told to the model: the output in each response.
fn answer(raw: &str) -> Option<String> {
    let parts: Vec<&RawValue> = serde_json::from_str(raw).ok()?;
    let output = |part: &&RawValue| {
        let part = Object::read(part.get(), &["functionResponse"]).ok()?;
        let called = Object::read(part.raw("functionResponse")?, &["response"]).ok()?;
        let response = Object::read(called.raw("response")?, &["output", "error"]).ok()?;
        let text = response.text("output").or_else(|| response.text("error"))?;
        Some(text.into_owned())
    };
    let texts: Vec<_> = parts.iter().filter_map(output).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_in_every_shape() {
        for (raw, text) in [
            (r#""a""#, Some("a")),
            (
                r#"[{"text":"a"},"b",{"inlineData":{}},{"text":"c","thought":true}]"#,
                Some("a\nb"),
            ),
            (r#"{"text":"a"}"#, Some("a")),
            ("null", Some("")),
            ("7", Some("")),
            ("[", None),
        ] {
            assert_eq!(parts(raw).as_deref(), text, "{raw}");
        }
    }

    #[test]
    fn tools_answer_with_what_the_model_was_told() {
        let raw = r#"[{"id":"t1","resultDisplay":"shown","result":[{"functionResponse":
            {"response":{"output":"told"}}}]},{"id":"t2","resultDisplay":"shown"},
            {"id":"t3","resultDisplay":{"fileDiff":"d"}},7]"#;
        let tool = |id: &str, text: &str| (Some(id.to_owned()), text.to_owned());
        assert_eq!(tools(raw), [tool("t1", "told"), tool("t2", "shown")]);
    }
}
