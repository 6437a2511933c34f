//! One record of an event log, read from one JSON object.

use std::borrow::Cow;

use sessions_core::event::{Role, TimestampMs};

use crate::json::Object;
use crate::line::Decoder;
use crate::{naming, time};

/// How records are read and told.
pub(super) const DECODER: Decoder<Record> = Decoder {
    decode: Record::read,
    is_record: |record| !matches!(record.body, Body::Unknown) && record.id.is_some(),
    starts: &["{\"type\""],
    between: &[],
};

/// A record.
pub(super) struct Record {
    pub(super) has_type: bool,
    pub(super) id: Option<String>,
    pub(super) time: Option<TimestampMs>,
    pub(super) body: Body,
}

/// What a record holds.
pub(super) enum Body {
    Start(Start),
    Said {
        role: Role,
        text: String,
    },
    /// An utterance whose text cannot be read.
    BadContent,
    /// What nobody said, and types that are not known.
    Unknown,
}

/// What a session says of itself.
#[derive(Default)]
pub(super) struct Start {
    pub(super) id: Option<String>,
    pub(super) time: Option<TimestampMs>,
    /// The last folder of the working directory.
    pub(super) project: String,
}

const FIELDS: &[&str; 5] = &["type", "data", "id", "parentId", "timestamp"];

/// Returns whether the object is a record of this format.
pub(crate) fn is_record(json: &str) -> serde_json::Result<bool> {
    let object = Object::read(json, FIELDS)?;
    let kind = object.text("type").unwrap_or_default();
    let is_known = kind == "abort" || kind.contains('.');
    let has_data = object.raw("data").is_some_and(|it| it.starts_with('{'));
    Ok(is_known && has_data && object.has("timestamp"))
}

impl Record {
    fn read(json: &str) -> serde_json::Result<Self> {
        let object = Object::read(json, FIELDS)?;
        let kind = object.text("type");
        let time = object.raw("timestamp").and_then(time::of_json);
        let data = object.raw("data").unwrap_or_default();
        let body = match kind.as_deref() {
            Some("session.start") => Body::Start(Start::of(data)),
            Some("user.message") => said(Role::User, data),
            Some("assistant.message") => said(Role::Assistant, data),
            Some("tool.execution_complete") => tool(data),
            _ => Body::Unknown,
        };
        Ok(Self {
            has_type: kind.is_some(),
            id: object.name("id").map(Cow::into_owned),
            time,
            body,
        })
    }
}

impl Start {
    fn of(data: &str) -> Self {
        let Ok(data) = Object::read(data, &["sessionId", "startTime", "context"]) else {
            return Self::default();
        };
        let context = data
            .raw("context")
            .and_then(|it| Object::read(it, &["cwd"]).ok());
        let cwd = context.as_ref().and_then(|it| it.text("cwd"));
        Self {
            id: data.name("sessionId").map(Cow::into_owned),
            time: data.raw("startTime").and_then(time::of_json),
            project: naming::project_of(&cwd.unwrap_or_default()),
        }
    }
}

fn said(role: Role, data: &str) -> Body {
    let data = Object::read(data, &["content"]).ok();
    match data.and_then(|it| it.text("content").map(Cow::into_owned)) {
        Some(text) => Body::Said { role, text },
        None => Body::BadContent,
    }
}

/// Returns what a tool answered; one that failed answers with an error.
fn tool(data: &str) -> Body {
    let text = || {
        let data = Object::read(data, &["result", "error"]).ok()?;
        let inner = data.raw("result").or_else(|| data.raw("error"))?;
        let inner = Object::read(inner, &["content", "message"]).ok()?;
        let text = inner.text("content").or_else(|| inner.text("message"))?;
        Some(text.into_owned())
    };
    match text() {
        Some(text) => Body::Said {
            role: Role::Tool,
            text,
        },
        None => Body::Unknown,
    }
}
