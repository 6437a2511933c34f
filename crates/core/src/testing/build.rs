//! Makes events with fixed ids and times, in few words.

#![expect(clippy::unwrap_used, reason = "ids in tests are valid")]

use crate::event::{Append, EventBody, LeafTarget, Parent, Role, TimestampMs, TranscriptEvent};
use crate::id::MessageId;

/// Returns an id that a test wrote.
///
/// # Panics
///
/// Panics when the text is no id.
pub fn id(text: &str) -> MessageId {
    text.parse().unwrap()
}

/// Returns an event that continues the leaf, at a fixed time.
pub fn event(id_text: &str, body: EventBody) -> TranscriptEvent {
    TranscriptEvent {
        id: id(id_text),
        parent: Parent::Unsaid,
        append: Append::Normal,
        timestamp: TimestampMs(1_780_000_000_000),
        body,
    }
}

/// Returns a message that continues the leaf.
pub fn message(id_text: &str, role: Role, text: &str) -> TranscriptEvent {
    let body = EventBody::Message {
        role,
        text: text.to_owned(),
        is_hidden: false,
    };
    event(id_text, body)
}

/// Returns a reset that continues the leaf.
pub fn reset(id_text: &str, first_kept: Option<&str>) -> TranscriptEvent {
    let body = EventBody::Reset {
        first_kept: first_kept.map(id),
    };
    event(id_text, body)
}

/// Returns a compaction that continues the leaf.
pub fn compaction(id_text: &str, first_kept: Option<&str>) -> TranscriptEvent {
    let body = EventBody::Compaction {
        first_kept: first_kept.map(id),
        summary: String::new(),
    };
    event(id_text, body)
}

/// Returns a leaf control; no target selects the empty path.
pub fn leaf(id_text: &str, target: Option<&str>) -> TranscriptEvent {
    let body = EventBody::LeafControl {
        target: target.map_or(LeafTarget::Empty, |it| LeafTarget::Event(id(it))),
        append_parent: None,
    };
    event(id_text, body)
}

/// Returns a leaf control with all that it can say.
pub fn control(id_text: &str, target: LeafTarget, append_parent: Option<&str>) -> TranscriptEvent {
    let body = EventBody::LeafControl {
        target,
        append_parent: append_parent.map(id),
    };
    event(id_text, body)
}

/// Returns a message that the program which wrote it hides.
pub fn hidden(id_text: &str, text: &str) -> TranscriptEvent {
    let body = EventBody::Message {
        role: Role::User,
        text: text.to_owned(),
        is_hidden: true,
    };
    event(id_text, body)
}

/// Returns a message of an extension.
pub fn custom(id_text: &str, is_displayed: bool) -> TranscriptEvent {
    let body = EventBody::CustomMessage {
        is_displayed,
        text: "custom".to_owned(),
    };
    event(id_text, body)
}

/// Returns an event that has a place on the path and shows nothing.
pub fn note(id_text: &str) -> TranscriptEvent {
    event(id_text, EventBody::Note)
}

/// Returns `event` at another time.
#[must_use]
pub fn at(timestamp_ms: i64, event: TranscriptEvent) -> TranscriptEvent {
    TranscriptEvent {
        timestamp: TimestampMs(timestamp_ms),
        ..event
    }
}

/// Returns `event` hanging on `parent`; no parent makes it a root.
#[must_use]
pub fn under(parent: Option<&str>, event: TranscriptEvent) -> TranscriptEvent {
    TranscriptEvent {
        parent: parent.map_or(Parent::Root, |it| Parent::Event(id(it))),
        ..event
    }
}

/// Returns `event` as a side append (T5.3).
#[must_use]
pub fn aside(event: TranscriptEvent) -> TranscriptEvent {
    TranscriptEvent {
        append: Append::Side,
        ..event
    }
}

/// Writes events in one short line, without their texts, for the message of a
/// failed test: `e1<e0 Reset { first_kept: … }`.
pub fn sketch(events: &[TranscriptEvent]) -> String {
    let one = |event: &TranscriptEvent| {
        let parent = match &event.parent {
            Parent::Unsaid => "?",
            Parent::Root => "-",
            Parent::Event(id) => id.as_str(),
        };
        let side = match event.append {
            Append::Normal => "",
            Append::Side => " aside",
        };
        format!("{}<{parent}{side} {:?}", event.id, event.body)
    };
    let all: Vec<String> = events.iter().map(one).collect();
    all.join("; ")
}
