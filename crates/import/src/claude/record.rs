//! One record of a Claude Code transcript, read from one JSON object.

use std::borrow::Cow;

use sessions_core::event::{Role, TimestampMs};

use super::wrapper;
use crate::json::{self, Object};
use crate::line::Decoder;
use crate::time;

mod content;

use content::Content;

/// How records are read and told.
pub(super) const DECODER: Decoder<Record> = Decoder {
    decode: Record::read,
    is_record: |record| {
        record.uuid.is_some() && record.time.is_some() && !matches!(record.body, Body::Unknown)
    },
    starts: &[
        "{\"parentUuid\"",
        "{\"logicalParentUuid\"",
        "{\"isSidechain\"",
        "{\"uuid\"",
        "{\"sessionId\"",
        "{\"type\"",
    ],
    between: &[],
};

/// A record, with everything that it refers to by the file's own names.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) has_type: bool,
    pub(super) uuid: Option<String>,
    /// The parent; over a compaction, the one that it had before.
    pub(super) parent: Option<String>,
    pub(super) session: Option<String>,
    pub(super) agent: Option<String>,
    pub(super) is_side: Option<bool>,
    /// Whether it is what the person asked.
    pub(super) is_prompt: bool,
    pub(super) time: Option<TimestampMs>,
    pub(super) body: Body,
}

/// What a record holds.
pub(super) enum Body {
    Message {
        role: Role,
        text: String,
        is_hidden: bool,
    },
    Compaction {
        summary: String,
    },
    CustomTitle(Option<String>),
    GeneratedTitle(Option<String>),
    /// What a session is about, and the record that it ends in.
    Summary {
        title: String,
        leaf: String,
    },
    /// A message whose content cannot be read.
    BadContent,
    /// A known type that has no place in the tree.
    Metadata,
    /// Rows that others hang on, and types that are not known.
    Unknown,
}

impl std::fmt::Debug for Body {
    /// Omits the texts (R9).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Body")
    }
}

const FIELDS: &[&str; 23] = &[
    "type",
    "subtype",
    "uuid",
    "parentUuid",
    "logicalParentUuid",
    "sessionId",
    "agentId",
    "isSidechain",
    "isMeta",
    "isCompactSummary",
    "isVisibleInTranscriptOnly",
    "isApiErrorMessage",
    "timestamp",
    "message",
    "attachment",
    "content",
    "customTitle",
    "aiTitle",
    "title",
    "summary",
    "leafUuid",
    "snapshot",
    "messageId",
];

/// Types that have no place in the tree; they carry no id of their own.
const METADATA: [&str; 10] = [
    "file-history-snapshot",
    "queue-operation",
    "last-prompt",
    "custom-title",
    "ai-title",
    "mode",
    "permission-mode",
    "pr-link",
    "frame-link",
    "summary",
];

/// Returns whether the object is a record of this format.
pub(crate) fn is_record(json: &str) -> serde_json::Result<bool> {
    let object = Object::read(json, FIELDS)?;
    let has_link = ["uuid", "parentUuid", "sessionId"]
        .iter()
        .any(|name| object.has(name));
    let kind = object.text("type");
    Ok(match kind.as_deref() {
        Some("user" | "assistant") => {
            has_link && object.raw("message").is_some_and(|it| it.starts_with('{'))
        }
        Some("system" | "progress" | "attachment") => object.has("uuid") && object.has("sessionId"),
        Some("file-history-snapshot") => object.has("snapshot") || object.has("messageId"),
        Some("summary") => object.has("summary") && object.has("leafUuid"),
        Some(kind) if METADATA.contains(&kind) => object.has("sessionId"),
        _ => false,
    })
}

impl Record {
    fn read(json: &str) -> serde_json::Result<Self> {
        let object = Object::read(json, FIELDS)?;
        let kind = object.text("type");
        let name = |field| object.name(field).map(Cow::into_owned);
        let mut is_prompt = false;
        let body = read_body(&object, kind.as_deref(), &mut is_prompt);
        Ok(Self {
            has_type: kind.is_some(),
            uuid: name("uuid").filter(|uuid| !uuid.is_empty()),
            parent: name("parentUuid").or_else(|| name("logicalParentUuid")),
            session: name("sessionId").filter(|session| !session.is_empty()),
            agent: name("agentId").filter(|agent| !agent.is_empty()),
            is_side: object.flag("isSidechain"),
            is_prompt,
            time: object.raw("timestamp").and_then(time::of_json),
            body,
        })
    }
}

fn read_body(object: &Object<'_, 23>, kind: Option<&str>, is_prompt: &mut bool) -> Body {
    let title = |field| {
        object
            .text(field)
            .or_else(|| object.text("title"))
            .map(Cow::into_owned)
            .filter(|title| !title.trim().is_empty())
    };
    match kind {
        Some("custom-title") => Body::CustomTitle(title("customTitle")),
        Some("ai-title") => Body::GeneratedTitle(title("aiTitle")),
        Some("summary") => match (title("summary"), object.name("leafUuid")) {
            (Some(title), Some(leaf)) => Body::Summary {
                title,
                leaf: leaf.into_owned(),
            },
            _ => Body::Metadata,
        },
        Some(kind) if METADATA.contains(&kind) => Body::Metadata,
        Some("system") => match object.text("subtype").as_deref() {
            Some("compact_boundary" | "chat_compression") => Body::Compaction {
                summary: String::new(),
            },
            _ => Body::Unknown,
        },
        Some("attachment") => read_attachment(object),
        Some("user" | "assistant" | "tool" | "tool_result") | None if object.has("message") => {
            read_message(object, kind, is_prompt)
        }
        _ => Body::Unknown,
    }
}

/// Reads what the person typed while the agent was busy; other attachments are
/// the client's.
fn read_attachment(object: &Object<'_, 23>) -> Body {
    const FIELDS: &[&str; 3] = &["type", "prompt", "commandMode"];
    let Some(attachment) = object
        .raw("attachment")
        .and_then(|json| Object::read(json, FIELDS).ok())
    else {
        return Body::Unknown;
    };
    let is_queued = attachment.text("type").as_deref() == Some("queued_command");
    let mode = attachment.text("commandMode");
    let is_typed = mode.is_none_or(|mode| mode == "prompt");
    match attachment.raw("prompt").and_then(Content::read) {
        Some(content) if is_queued && is_typed && !content.text.trim().is_empty() => {
            Body::Message {
                role: Role::User,
                is_hidden: wrapper::is_machine_text(&content.text)
                    || object.flag("isMeta") == Some(true),
                text: content.text,
            }
        }
        _ => Body::Unknown,
    }
}

fn read_message(object: &Object<'_, 23>, kind: Option<&str>, is_prompt: &mut bool) -> Body {
    const FIELDS: &[&str; 5] = &["role", "content", "parts", "tool_output", "text"];
    let Some(json) = object.raw("message") else {
        return Body::Unknown;
    };
    let message = Object::read(json, FIELDS).ok();
    let own_role = message.as_ref().and_then(|it| it.text("role"));
    let role = match kind.or(own_role.as_deref()) {
        Some("user") => Role::User,
        Some("assistant" | "model") => Role::Assistant,
        _ => Role::Tool,
    };
    let content = match &message {
        // A plain text in place of the message.
        None => json::text(json).map(|text| Content::of_text(text.into_owned())),
        Some(message) => ["content", "parts", "tool_output", "text"]
            .iter()
            .find_map(|field| message.raw(field))
            .map_or_else(|| Some(Content::default()), Content::read),
    };
    let Some(content) = content else {
        return Body::BadContent;
    };
    // A notice beside the answer of a tool says nothing of its own.
    let is_notice = content.has_tool && wrapper::is_machine_text(&content.text);
    let has_text = !is_notice && !content.text.trim().is_empty();
    let has_flag = |name| object.flag(name) == Some(true);
    if role == Role::Tool || !has_text && content.has_tool {
        return Body::Message {
            role: Role::Tool,
            text: if has_text {
                content.text
            } else {
                content.tool_text
            },
            is_hidden: has_flag("isMeta"),
        };
    }
    let is_machine_made = match role {
        Role::User => {
            has_flag("isMeta")
                || has_flag("isCompactSummary")
                || has_flag("isVisibleInTranscriptOnly")
                || object.text("subtype").as_deref() == Some("notification")
                || wrapper::is_machine_text(&content.text)
        }
        // An error of the service is no answer, and reasoning is not shown.
        _ => {
            has_flag("isApiErrorMessage")
                || has_flag("isMeta")
                || !has_text && content.has_reasoning
        }
    };
    *is_prompt = role == Role::User && !is_machine_made && !content.has_tool;
    Body::Message {
        role,
        text: content.text,
        is_hidden: is_machine_made,
    }
}
