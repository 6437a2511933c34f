//! Exports of Claude.ai: `conversations.json`, or one conversation of it.
//!
//! Older exports have the messages one behind another; newer ones say which one
//! each answers.

use std::borrow::Cow;

use serde_json::value::RawValue;
use sessions_core::content::Content;
use sessions_core::event::{EventBody, Role};

use crate::error::ImportError;
use crate::export::{self, Conversation, Turn};
use crate::format::Format;
use crate::imported::ImportedFile;
use crate::json::Object;
use crate::line::Decoder;
use crate::source::Source;
use crate::{ImportOptions, Take, time};

/// The field that only a conversation of this format has.
pub(crate) const MARK: &str = "chat_messages";

/// How conversations are read and told.
const DECODER: Decoder<Option<Conversation>> = Decoder {
    decode: conversation,
    is_record: Option::is_some,
    starts: &["{\"uuid\""],
    between: &[',', ']'],
};

/// Reads an export, conversation by conversation.
pub(crate) fn read(
    source: &Source,
    options: &ImportOptions,
    take: &mut dyn Take,
) -> Result<ImportedFile, ImportError> {
    export::read(source, options, Format::ClaudeAi, &DECODER, take)
}

fn conversation(json: &str) -> serde_json::Result<Option<Conversation>> {
    const FIELDS: &[&str; 5] = &[
        MARK,
        "uuid",
        "name",
        "created_at",
        "current_leaf_message_uuid",
    ];
    let object = Object::read(json, FIELDS)?;
    let Some(messages) = object.raw(MARK) else {
        return Ok(None);
    };
    let mut conversation = Conversation {
        id: object.name("uuid").map(Cow::into_owned),
        title: object.text("name").map(Cow::into_owned),
        time: object.raw("created_at").and_then(time::of_json),
        current: object
            .name("current_leaf_message_uuid")
            .map(Cow::into_owned),
        ..Conversation::default()
    };
    let messages: Vec<&RawValue> = serde_json::from_str(messages).unwrap_or_default();
    for message in messages {
        let before = conversation.turns.last().map(|it| it.id.clone());
        let turn = turn(message.get(), before);
        conversation.is_torn |= turn.is_none();
        conversation.turns.extend(turn);
    }
    if conversation.current.is_none() {
        let last = conversation.turns.last();
        conversation.current = last.map(|it| it.id.clone());
    }
    Ok(Some(conversation))
}

/// Reads a message, which follows the one before unless it says otherwise;
/// `None` when it cannot be read.
fn turn(json: &str, before: Option<String>) -> Option<Turn> {
    const FIELDS: &[&str; 6] = &[
        "uuid",
        "parent_message_uuid",
        "sender",
        "text",
        "content",
        "created_at",
    ];
    let message = Object::read(json, FIELDS).ok()?;
    let blocks = message
        .raw("content")
        .and_then(|it| serde_json::from_str::<Content>(it).ok())
        .map(Content::into_text);
    let text = blocks
        .filter(|it| !it.trim().is_empty())
        .or_else(|| message.text("text").map(Cow::into_owned));
    let body = match message.text("sender").as_deref() {
        Some("human") => said(Role::User, text),
        Some("assistant") => said(Role::Assistant, text),
        _ => EventBody::Note,
    };
    let parent = message.name("parent_message_uuid").map(Cow::into_owned);
    Some(Turn {
        id: message.name("uuid")?.into_owned(),
        parent: parent.or(before),
        time: message.raw("created_at").and_then(time::of_json),
        body,
    })
}

fn said(role: Role, text: Option<String>) -> EventBody {
    EventBody::Message {
        role,
        text: text.unwrap_or_default(),
        is_hidden: false,
    }
}
