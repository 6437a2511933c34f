//! Exports of `ChatGPT`: `conversations.json`, or one conversation of it.
//!
//! A conversation is a tree of nodes, and the current node says which way
//! through it is seen.

use std::borrow::Cow;

use serde_json::value::RawValue;
use sessions_core::event::{EventBody, Role};

use crate::error::ImportError;
use crate::export::{self, Conversation, Turn};
use crate::format::Format;
use crate::imported::ImportedFile;
use crate::json::{self, Object};
use crate::line::Decoder;
use crate::source::Source;
use crate::{ImportOptions, Take, time};

/// The field that only a conversation of this format has.
pub(crate) const MARK: &str = "mapping";

/// How conversations are read and told.
const DECODER: Decoder<Option<Conversation>> = Decoder {
    decode: conversation,
    is_record: Option::is_some,
    starts: &[
        "{\"title\"",
        "{\"id\"",
        "{\"conversation_id\"",
        "{\"create_time\"",
    ],
    between: &[',', ']'],
};

/// Reads an export, conversation by conversation.
pub(crate) fn read(
    source: &Source,
    options: &ImportOptions,
    take: &mut dyn Take,
) -> Result<ImportedFile, ImportError> {
    export::read(source, options, Format::ChatGpt, &DECODER, take)
}

fn conversation(json: &str) -> serde_json::Result<Option<Conversation>> {
    const FIELDS: &[&str; 6] = &[
        MARK,
        "conversation_id",
        "id",
        "title",
        "create_time",
        "current_node",
    ];
    let object = Object::read(json, FIELDS)?;
    let Some(mapping) = object.raw(MARK) else {
        return Ok(None);
    };
    let id = object.name("conversation_id").or_else(|| object.name("id"));
    let mut conversation = Conversation {
        id: id.map(Cow::into_owned),
        title: object.text("title").map(Cow::into_owned),
        time: object.raw("create_time").and_then(time::of_json),
        current: object.name("current_node").map(Cow::into_owned),
        ..Conversation::default()
    };
    for (id, node) in json::pairs(mapping).unwrap_or_default() {
        let turn = json::text(id.get()).and_then(|id| turn(id.into_owned(), node.get()));
        conversation.is_torn |= turn.as_ref().is_none_or(|(_, is_torn)| *is_torn);
        conversation.turns.extend(turn.map(|(turn, _)| turn));
    }
    Ok(Some(conversation))
}

/// Reads a node, and whether its message cannot be read; `None` when it is none.
fn turn(id: String, node: &str) -> Option<(Turn, bool)> {
    const FIELDS: &[&str; 5] = &["author", "content", "create_time", "metadata", "recipient"];
    let node = Object::read(node, &["parent", "message"]).ok()?;
    let mut turn = Turn {
        id,
        parent: node.name("parent").map(Cow::into_owned),
        time: None,
        body: EventBody::Note,
    };
    let Some(message) = node.raw("message").filter(|it| *it != "null") else {
        return Some((turn, false));
    };
    // A node without its message keeps its place in the tree.
    let message = Object::read(message, FIELDS).ok();
    let time = message.as_ref().and_then(|it| it.raw("create_time"));
    turn.time = time.and_then(time::of_json);
    let body = message.as_ref().and_then(body);
    let is_torn = body.is_none();
    turn.body = body.unwrap_or(EventBody::Note);
    Some((turn, is_torn))
}

fn body(message: &Object<'_, 5>) -> Option<EventBody> {
    let author = Object::read(message.raw("author")?, &["role"]).ok()?;
    let metadata = message
        .raw("metadata")
        .and_then(|it| Object::read(it, &["is_visually_hidden_from_conversation"]).ok());
    let is_hidden = metadata
        .and_then(|it| it.flag("is_visually_hidden_from_conversation"))
        .unwrap_or(false);
    let is_to_all = message.text("recipient").is_none_or(|it| it == "all");
    let role = match author.text("role").as_deref() {
        Some("user") => Role::User,
        // What is said to a tool is a call of it.
        Some("assistant") if is_to_all => Role::Assistant,
        Some("assistant" | "tool") => Role::Tool,
        _ => return Some(EventBody::Note),
    };
    let content = message.raw("content").filter(|it| *it != "null");
    let Some(content) = content else {
        return Some(EventBody::Note);
    };
    let content = Object::read(content, &["content_type", "parts", "text"]).ok()?;
    // Thoughts, and what a person once told about themselves.
    if let Some(
        "thoughts" | "reasoning_recap" | "user_editable_context" | "model_editable_context",
    ) = content.text("content_type").as_deref()
    {
        return Some(EventBody::Note);
    }
    let text = match content.raw("parts") {
        Some(parts) => parts_text(parts)?,
        None => content.text("text").unwrap_or_default().into_owned(),
    };
    Some(EventBody::Message {
        role,
        text,
        is_hidden,
    })
}

/// Returns what is text among the parts of a content.
fn parts_text(raw: &str) -> Option<String> {
    let parts: Vec<&RawValue> = serde_json::from_str(raw).ok()?;
    let texts = parts.iter().filter_map(|part| part_text(part.get()));
    Some(texts.collect::<Vec<_>>().join("\n"))
}

fn part_text(part: &str) -> Option<Cow<'_, str>> {
    json::text(part).or_else(|| {
        // Spoken words come with their text; pictures and files with none.
        let part = Object::read(part, &["text"]).ok()?;
        part.text("text")
    })
}
