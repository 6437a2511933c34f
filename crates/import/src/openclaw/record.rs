//! One record of an OpenClaw or pi transcript, read from one JSON object.

use std::borrow::Cow;

use sessions_core::content::Content;
use sessions_core::event::{Role, TimestampMs};

use crate::json::{self, Object};
use crate::line::Decoder;
use crate::time;

/// How records are read and told.
pub(super) const DECODER: Decoder<Record> = Decoder {
    decode: Record::read,
    is_record: |record| {
        !matches!(record.body, Body::Unknown) && (record.id.is_some() || record.time.is_some())
    },
    starts: &["{\"type\"", "{\"id\"", "{\"parentId\""],
    between: &[],
};

/// A record, with everything that it refers to by the file's own names.
pub(super) struct Record {
    pub(super) has_type: bool,
    pub(super) id: Option<String>,
    pub(super) parent: ParentField,
    pub(super) is_side: bool,
    pub(super) time: Option<TimestampMs>,
    pub(super) body: Body,
}

/// What a record says of its parent.
pub(super) enum ParentField {
    Absent,
    Null,
    Name(String),
}

/// What a record holds.
pub(super) enum Body {
    Header(Header),
    Message {
        role: Role,
        text: String,
        is_hidden: bool,
    },
    Reset {
        first_kept: FirstKept,
    },
    Compaction {
        first_kept: FirstKept,
        summary: String,
    },
    CustomMessage {
        is_displayed: bool,
        text: String,
    },
    Leaf {
        target: Target,
        append_parent: Option<String>,
    },
    Title(String),
    /// A message whose content cannot be read.
    BadContent,
    /// Metadata, and types that are not known.
    Unknown,
}

/// The session's own record.
pub(super) struct Header {
    pub(super) id: Option<String>,
    pub(super) time: Option<TimestampMs>,
}

/// The first record that a reset or compaction keeps.
pub(super) enum FirstKept {
    None,
    Name(String),
    /// Its number among the records of the file, from 0 (version 1).
    Number(usize),
}

/// What a leaf record selects.
pub(super) enum Target {
    Empty,
    Name(String),
    Invalid,
}

const FIELDS: &[&str; 16] = &[
    "type",
    "id",
    "parentId",
    "timestamp",
    "appendMode",
    "message",
    "summary",
    "firstKeptEntryId",
    "firstKeptEntryIndex",
    "targetId",
    "appendParentId",
    "display",
    "content",
    "name",
    "cwd",
    "version",
];

const MESSAGE_FIELDS: &[&str; 8] = &[
    "role",
    "content",
    "timestamp",
    "display",
    "text",
    "summary",
    "command",
    "output",
];

/// Returns whether the object is a record of this format.
pub(crate) fn is_record(json: &str) -> serde_json::Result<bool> {
    let object = Object::read(json, FIELDS)?;
    let is_linked = object.has("id") && object.has("parentId");
    Ok(match object.text("type").as_deref() {
        Some("session") => {
            object.has("id")
                && ["cwd", "version", "timestamp"]
                    .iter()
                    .any(|it| object.has(it))
        }
        Some("message") => object.raw("message").is_some_and(|it| it.starts_with('{')),
        Some(
            "compaction"
            | "reset"
            | "branch_summary"
            | "leaf"
            | "custom"
            | "custom_message"
            | "label"
            | "session_info"
            | "model_change"
            | "thinking_level_change",
        ) => is_linked,
        _ => false,
    })
}

impl Record {
    fn read(json: &str) -> serde_json::Result<Self> {
        let object = Object::read(json, FIELDS)?;
        let kind = object.text("type");
        let message = object
            .raw("message")
            .and_then(|message| Object::read(message, MESSAGE_FIELDS).ok());
        let time = object.raw("timestamp").and_then(time::of_json).or_else(|| {
            let message = message.as_ref()?;
            message.raw("timestamp").and_then(time::of_json)
        });
        let name = |field| object.name(field).map(Cow::into_owned);
        let text = |field| object.text(field).map(Cow::into_owned).unwrap_or_default();
        let body = match kind.as_deref() {
            Some("session") => Body::Header(Header {
                id: name("id"),
                time,
            }),
            Some("message") => match message {
                Some(message) => read_message(&message),
                None => Body::Message {
                    role: Role::Tool,
                    text: text("message"),
                    is_hidden: false,
                },
            },
            Some("reset") => Body::Reset {
                first_kept: read_first_kept(&object),
            },
            Some("compaction") => Body::Compaction {
                first_kept: read_first_kept(&object),
                summary: text("summary"),
            },
            Some("custom_message") => match read_content(object.raw("content")) {
                Some(text) => Body::CustomMessage {
                    is_displayed: object.flag("display") == Some(true),
                    text,
                },
                None => Body::BadContent,
            },
            Some("leaf") => Body::Leaf {
                target: match name("targetId") {
                    Some(name) => Target::Name(name),
                    None if object.is_null("targetId") => Target::Empty,
                    None => Target::Invalid,
                },
                append_parent: name("appendParentId"),
            },
            Some("session_info") if object.has("name") => Body::Title(text("name")),
            _ => Body::Unknown,
        };
        Ok(Self {
            has_type: kind.is_some(),
            id: name("id"),
            parent: match name("parentId") {
                Some(name) => ParentField::Name(name),
                None if object.is_null("parentId") => ParentField::Null,
                None => ParentField::Absent,
            },
            is_side: object.text("appendMode").as_deref() == Some("side"),
            time,
            body,
        })
    }
}

fn read_message(message: &Object<'_, 8>) -> Body {
    let role = match message.text("role").as_deref() {
        Some("user") => Role::User,
        Some("assistant") => Role::Assistant,
        _ => Role::Tool,
    };
    let content = message.raw("content").or_else(|| message.raw("text"));
    let text = match (content, role) {
        // A shell command of the person, and summaries kept as messages.
        (None, Role::Tool) => Some(lines_of(message, &["command", "output", "summary"])),
        (content, _) => read_content(content),
    };
    match text {
        Some(text) => Body::Message {
            role,
            text,
            is_hidden: message.flag("display") == Some(false),
        },
        None => Body::BadContent,
    }
}

fn lines_of(message: &Object<'_, 8>, names: &[&str]) -> String {
    let texts: Vec<_> = names.iter().filter_map(|name| message.text(name)).collect();
    texts.join("\n")
}

/// Returns the text of a content (T3); `None` when it cannot be read.
fn read_content(content: Option<&str>) -> Option<String> {
    let Some(content) = content else {
        return Some(String::new());
    };
    if let Some(text) = json::text(content) {
        return Some(text.into_owned());
    }
    serde_json::from_str::<Content>(content)
        .map(Content::into_text)
        .ok()
}

fn read_first_kept(object: &Object<'_, 16>) -> FirstKept {
    if let Some(name) = object.name("firstKeptEntryId") {
        return FirstKept::Name(name.into_owned());
    }
    object
        .raw("firstKeptEntryIndex")
        .and_then(|number| number.parse().ok())
        .map_or(FirstKept::None, FirstKept::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(json: &str) -> (Role, String, bool) {
        match Record::read(json).unwrap().body {
            Body::Message {
                role,
                text,
                is_hidden,
            } => (role, text, is_hidden),
            _ => panic!("no message: {json}"),
        }
    }

    #[test]
    fn roles_and_texts_are_read() {
        for (json, role, text, is_hidden) in [
            (r#"{"role":"user","content":"a"}"#, Role::User, "a", false),
            (
                r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"toolCall","name":"x"}]}"#,
                Role::Assistant,
                "a",
                false,
            ),
            (
                r#"{"role":"toolResult","content":[{"type":"text","text":"ok"}]}"#,
                Role::Tool,
                "ok",
                false,
            ),
            (
                r#"{"role":"bashExecution","command":"ls","output":"a\nb"}"#,
                Role::Tool,
                "ls\na\nb",
                false,
            ),
            (
                r#"{"role":"custom","content":"c","display":false}"#,
                Role::Tool,
                "c",
                true,
            ),
            (r#"{"role":"user","content":null}"#, Role::User, "", false),
            (r#""text""#, Role::Tool, "text", false),
        ] {
            let json = format!(r#"{{"type":"message","message":{json}}}"#);
            assert_eq!(message(&json), (role, text.to_owned(), is_hidden), "{json}");
        }
    }

    #[test]
    fn leaf_targets_are_told_apart() {
        let target = |field: &str| {
            let json = format!(r#"{{"type":"leaf","id":"x"{field}}}"#);
            match Record::read(&json).unwrap().body {
                Body::Leaf { target, .. } => target,
                _ => panic!("no leaf"),
            }
        };
        assert!(matches!(target(""), Target::Invalid));
        assert!(matches!(target(r#","targetId":{}"#), Target::Invalid));
        assert!(matches!(target(r#","targetId":null"#), Target::Empty));
        assert!(matches!(target(r#","targetId":"a""#), Target::Name(name) if name == "a"));
    }
}
