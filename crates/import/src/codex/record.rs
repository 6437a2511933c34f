//! One record of a rollout, read from one JSON object.

use std::borrow::Cow;

use sessions_core::event::{Role, TimestampMs};

use super::twice::Origin;
use crate::json::{self, Object};
use crate::line::Decoder;
use crate::{naming, time};

/// How records are read and told.
pub(super) const DECODER: Decoder<Record> = Decoder {
    decode: Record::read,
    // Items within an item bear no time.
    is_record: |record| !matches!(record.body, Body::Unknown) && record.time.is_some(),
    starts: &["{\"timestamp\"", "{\"type\"", "{\"id\"", "{\"record_type\""],
    between: &[],
};

/// A record.
pub(super) struct Record {
    pub(super) has_type: bool,
    pub(super) time: Option<TimestampMs>,
    pub(super) body: Body,
}

/// What a record holds.
pub(super) enum Body {
    Meta(Meta),
    Said {
        origin: Origin,
        role: Role,
        text: String,
    },
    ToolOutput(String),
    Compaction(String),
    /// How many turns are taken off.
    RolledBack(usize),
    /// An utterance whose content cannot be read.
    BadContent,
    /// What nobody said, and types that are not known.
    Unknown,
}

/// What a rollout says of itself.
#[derive(Default)]
pub(super) struct Meta {
    pub(super) id: Option<String>,
    pub(super) time: Option<TimestampMs>,
    /// The last folder of the working directory.
    pub(super) project: String,
    /// The thread that started this one as a sub-agent.
    pub(super) spawned_by: Option<String>,
    /// The thread that this one began as a copy of.
    pub(super) forked_from: Option<String>,
}

/// The fields of a line: of the envelope, and of files without one.
const FIELDS: &[&str; 10] = &[
    "timestamp",
    "type",
    "payload",
    "record_type",
    "id",
    "instructions",
    "role",
    "content",
    "output",
    "ordinal",
];

const PAYLOAD: &[&str; 14] = &[
    "type",
    "id",
    "timestamp",
    "cwd",
    "source",
    "forked_from_id",
    "message",
    "role",
    "content",
    "output",
    "num_turns",
    "item",
    "replacement_history",
    "originator",
];

/// Returns whether the object is a record of this format.
pub(crate) fn is_record(json: &str) -> serde_json::Result<bool> {
    let object = Object::read(json, FIELDS)?;
    let kind = object.text("type");
    let is_enveloped = kind.is_some_and(|it| !it.is_empty())
        && object.has("timestamp")
        && object.raw("payload").is_some_and(|it| it.starts_with('{'));
    // The first line of a file without envelopes, and a line of its state.
    let is_flat = object.has("record_type")
        || (object.has("id") && object.has("timestamp") && object.has("instructions"));
    Ok(is_enveloped || is_flat)
}

impl Record {
    fn read(json: &str) -> serde_json::Result<Self> {
        let object = Object::read(json, FIELDS)?;
        let kind = object.text("type");
        let time = object.raw("timestamp").and_then(time::of_json);
        let payload = object
            .raw("payload")
            .and_then(|payload| Object::read(payload, PAYLOAD).ok());
        let body = match (kind.as_deref(), payload) {
            (Some("session_meta"), Some(meta)) => Body::Meta(Meta::of(&meta, time)),
            (Some("response_item"), Some(item)) => of_item(&item),
            (Some("event_msg"), Some(event)) => of_event(&event),
            (Some("compacted"), Some(compacted)) => {
                Body::Compaction(owned(compacted.text("message")).unwrap_or_default())
            }
            // A file without envelopes.
            (Some(_), None) => match Object::read(json, PAYLOAD) {
                Ok(item) => of_item(&item),
                Err(_) => Body::Unknown,
            },
            (None, _) if object.has("id") && object.has("instructions") => Body::Meta(Meta {
                id: owned(object.name("id")),
                time,
                project: naming::project_of(""),
                ..Meta::default()
            }),
            _ => Body::Unknown,
        };
        Ok(Self {
            has_type: kind.is_some() || object.has("record_type") || object.has("instructions"),
            time,
            body,
        })
    }
}

impl Meta {
    fn of(meta: &Object<'_, 14>, time: Option<TimestampMs>) -> Self {
        Self {
            id: owned(meta.name("id")),
            time: meta.raw("timestamp").and_then(time::of_json).or(time),
            project: naming::project_of(&meta.text("cwd").unwrap_or_default()),
            spawned_by: meta.raw("source").and_then(parent_thread),
            forked_from: owned(meta.name("forked_from_id")),
        }
    }
}

/// Returns the thread that started a sub-agent:
/// `{"subagent":{"thread_spawn":{"parent_thread_id":…}}}`.
fn parent_thread(source: &str) -> Option<String> {
    let source = Object::read(source, &["subagent"]).ok()?;
    let subagent = Object::read(source.raw("subagent")?, &["thread_spawn"]).ok()?;
    let spawn = Object::read(subagent.raw("thread_spawn")?, &["parent_thread_id"]).ok()?;
    owned(spawn.name("parent_thread_id"))
}

fn of_item(item: &Object<'_, 14>) -> Body {
    match item.text("type").as_deref() {
        Some("message") => {
            let role = match item.text("role").as_deref() {
                Some("user") => Role::User,
                Some("assistant") => Role::Assistant,
                // Instructions.
                _ => return Body::Unknown,
            };
            of_content(Origin::Item, role, item.raw("content"))
        }
        Some("function_call_output" | "custom_tool_call_output" | "local_shell_call_output") => {
            match output(item.raw("output")) {
                Some(text) => Body::ToolOutput(text),
                None => Body::BadContent,
            }
        }
        _ => Body::Unknown,
    }
}

fn of_event(event: &Object<'_, 14>) -> Body {
    let said = |role, text: Option<Cow<'_, str>>| match text {
        Some(text) => Body::Said {
            origin: Origin::Event,
            role,
            text: text.into_owned(),
        },
        None => Body::BadContent,
    };
    match event.text("type").as_deref() {
        Some("user_message") => said(Role::User, event.text("message")),
        Some("agent_message") => said(Role::Assistant, event.text("message")),
        Some("thread_rolled_back") => event
            .raw("num_turns")
            .and_then(|it| it.trim_matches('"').parse().ok())
            .map_or(Body::BadContent, Body::RolledBack),
        Some("item_completed") => {
            let item = event.raw("item").unwrap_or_default();
            let Ok(item) = Object::read(item, &["type", "content"]) else {
                return Body::BadContent;
            };
            let role = match item.text("type").as_deref() {
                Some("UserMessage") => Role::User,
                Some("AgentMessage") => Role::Assistant,
                _ => return Body::Unknown,
            };
            of_content(Origin::Event, role, item.raw("content"))
        }
        _ => Body::Unknown,
    }
}

fn of_content(origin: Origin, role: Role, content: Option<&str>) -> Body {
    match content.map_or_else(|| Some(String::new()), texts) {
        Some(text) => Body::Said { origin, role, text },
        None => Body::BadContent,
    }
}

/// Returns the texts of a list of parts, or a text by itself.
fn texts(content: &str) -> Option<String> {
    if let Some(text) = json::text(content) {
        return Some(text.into_owned());
    }
    let parts: Vec<&serde_json::value::RawValue> = serde_json::from_str(content).ok()?;
    let mut texts = Vec::new();
    for part in parts {
        // Pictures and the like have none.
        let part = Object::read(part.get(), &["type", "text"]).ok();
        texts.extend(part.and_then(|it| owned(it.text("text"))));
    }
    Some(texts.join("\n"))
}

/// Returns what a tool answered: a text, parts, or an object with its text.
fn output(output: Option<&str>) -> Option<String> {
    let output = output?;
    texts(output).or_else(|| {
        let object = Object::read(output, &["content", "output"]).ok()?;
        let inner = object.raw("content").or_else(|| object.raw("output"));
        inner.and_then(texts)
    })
}

fn owned(text: Option<Cow<'_, str>>) -> Option<String> {
    text.map(Cow::into_owned)
}
