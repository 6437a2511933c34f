//! Transcript events: what an append-only transcript is made of (T2).
//!
//! An event has an id, a parent and a body. What its kind means for the active
//! path, for reading and for searching is said once, by
//! [`EventBody::class`], [`EventBody::searchable_text`] and the module
//! [`crate::leaf`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::control;
use crate::id::MessageId;

/// A stored time in milliseconds since 1970, UTC; negative before.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TimestampMs(pub i64);

/// Who speaks in a message (T2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The agent.
    Assistant,
    /// Any other role: the result of a tool, a shell command, a system text.
    Tool,
}

impl Role {
    /// Returns the word used on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}

/// What an event says of its parent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Parent {
    /// Nothing: the event continues the leaf, as in linear transcripts.
    Unsaid,
    /// That it has none: it is a root.
    Root,
    /// That it hangs on this event.
    Event(MessageId),
}

/// How an event joins the transcript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Append {
    /// It becomes the leaf.
    #[default]
    Normal,
    /// It is stored and never moves the leaf (T5.3).
    Side,
}

/// What a leaf control selects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LeafTarget {
    /// The empty path.
    Empty,
    /// The path that ends in this event.
    Event(MessageId),
    /// Nothing that can be selected: the control is ignored.
    Invalid,
}

/// What an event is and holds; the text is the original, not masked.
#[derive(Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EventBody {
    /// Something said.
    Message {
        /// Who says it.
        role: Role,
        /// Its text (T3), maybe empty.
        text: String,
        /// Set by the program that wrote it: not for people to see.
        is_hidden: bool,
    },
    /// A marker that begins a new view (T7).
    Reset {
        /// The first of the earlier rows that stay in view.
        first_kept: Option<MessageId>,
    },
    /// A marker that says that what came before was summed up.
    Compaction {
        /// The first row that was not summed up.
        first_kept: Option<MessageId>,
        /// The summary; kept, neither shown nor searched.
        summary: String,
    },
    /// A message of an extension.
    CustomMessage {
        /// Whether people see it.
        is_displayed: bool,
        /// Its text.
        text: String,
    },
    /// A rewind: moves the leaf (T5.2).
    LeafControl {
        /// Where the leaf goes.
        target: LeafTarget,
        /// Where the next event hangs, if elsewhere.
        append_parent: Option<MessageId>,
    },
    /// Anything else that has its place on the path and shows nothing: custom
    /// data, labels, branch summaries, changes of model, unknown types.
    Note,
}

/// What a row on the active path is to a reader (T4, H8).
///
/// The one decision about displaying: search, history and the index ask for
/// the class and nothing else. The numbers are stored; they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum RowClass {
    /// Never shown.
    Hidden = 0,
    /// The row of a tool; left out of a read unless asked for.
    Tool = 1,
    /// A user or assistant message that people see.
    Turn = 2,
    /// A message of an extension.
    Marker = 3,
    /// A compaction.
    Compaction = 4,
    /// A reset.
    Reset = 5,
}

impl RowClass {
    /// Every class, by number.
    pub const ALL: [Self; 6] = [
        Self::Hidden,
        Self::Tool,
        Self::Turn,
        Self::Marker,
        Self::Compaction,
        Self::Reset,
    ];

    /// Returns the stored number.
    pub fn as_u8(self) -> u8 {
        self as u8
    }

    /// Returns the class of a stored number.
    pub fn from_u8(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.as_u8() == number)
    }

    /// Returns whether search may find a row of this class with this text
    /// (T2): a turn that is not blank.
    pub fn is_searchable(self, text: &str) -> bool {
        self == Self::Turn && !text.trim().is_empty()
    }

    /// Returns what a marker says to a reader in place of a text of its own.
    pub fn marker_text(self) -> Option<&'static str> {
        match self {
            Self::Reset => Some("Reset"),
            Self::Compaction => Some("Compaction"),
            _ => None,
        }
    }

    /// Returns whether a reader can be shown the row at all.
    pub fn is_displayable(self) -> bool {
        self != Self::Hidden
    }
}

impl EventBody {
    /// Returns what the event is to a reader, were it on the active path (T4).
    pub fn class(&self) -> RowClass {
        match self {
            Self::Message {
                is_hidden: true, ..
            } => RowClass::Hidden,
            Self::Message {
                role: Role::Tool, ..
            } => RowClass::Tool,
            Self::Message { role, text, .. } if control::is_control_text(*role, text) => {
                RowClass::Hidden
            }
            Self::Message { .. } => RowClass::Turn,
            Self::Reset { .. } => RowClass::Reset,
            Self::Compaction { .. } => RowClass::Compaction,
            Self::CustomMessage {
                is_displayed: true, ..
            } => RowClass::Marker,
            Self::CustomMessage { .. } | Self::LeafControl { .. } | Self::Note => RowClass::Hidden,
        }
    }

    /// Returns the text that search may find, if there is any (T2, T3): that
    /// of a displayable user or assistant message that is not blank.
    pub fn searchable_text(&self) -> Option<&str> {
        match self {
            Self::Message { text, .. } if self.class().is_searchable(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the text that a reader is shown, not masked.
    pub fn display_text(&self) -> &str {
        match self {
            Self::Message { text, .. } | Self::CustomMessage { text, .. } => text,
            _ => self.class().marker_text().unwrap_or_default(),
        }
    }

    /// Returns who speaks, if it is a message.
    pub fn role(&self) -> Option<Role> {
        match self {
            Self::Message { role, .. } => Some(*role),
            _ => None,
        }
    }

    /// Returns whether the event moves the leaf instead of becoming it.
    pub fn is_leaf_control(&self) -> bool {
        matches!(self, Self::LeafControl { .. })
    }

    /// Returns the first kept id of a reset or compaction.
    pub fn first_kept(&self) -> Option<&MessageId> {
        match self {
            Self::Reset { first_kept } | Self::Compaction { first_kept, .. } => first_kept.as_ref(),
            _ => None,
        }
    }
}

impl fmt::Debug for EventBody {
    /// Omits the texts (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message {
                role, is_hidden, ..
            } => f
                .debug_struct("Message")
                .field("role", role)
                .field("is_hidden", is_hidden)
                .finish_non_exhaustive(),
            Self::Reset { first_kept } => f
                .debug_struct("Reset")
                .field("first_kept", first_kept)
                .finish(),
            Self::Compaction { first_kept, .. } => f
                .debug_struct("Compaction")
                .field("first_kept", first_kept)
                .finish_non_exhaustive(),
            Self::CustomMessage { is_displayed, .. } => f
                .debug_struct("CustomMessage")
                .field("is_displayed", is_displayed)
                .finish_non_exhaustive(),
            Self::LeafControl {
                target,
                append_parent,
            } => f
                .debug_struct("LeafControl")
                .field("target", target)
                .field("append_parent", append_parent)
                .finish(),
            Self::Note => f.write_str("Note"),
        }
    }
}

/// One stored row of any kind (T2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TranscriptEvent {
    /// Unique inside its session id.
    pub id: MessageId,
    /// What it says of its parent.
    pub parent: Parent,
    /// How it joins the transcript.
    pub append: Append,
    /// When it was said; for display and newest-first order, never for the
    /// order inside a session.
    pub timestamp: TimestampMs,
    /// What it is.
    pub body: EventBody,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(role: Role, text: &str) -> EventBody {
        EventBody::Message {
            role,
            text: text.to_owned(),
            is_hidden: false,
        }
    }

    #[test]
    fn the_table_of_kinds_holds() {
        let custom = |is_displayed| EventBody::CustomMessage {
            is_displayed,
            text: "x".to_owned(),
        };
        let control = EventBody::LeafControl {
            target: LeafTarget::Empty,
            append_parent: None,
        };
        let compaction = EventBody::Compaction {
            first_kept: None,
            summary: "s".to_owned(),
        };
        for (body, class, is_searchable) in [
            (said(Role::User, "a"), RowClass::Turn, true),
            (said(Role::Assistant, "a"), RowClass::Turn, true),
            (said(Role::User, " \n"), RowClass::Turn, false),
            (said(Role::Tool, "a"), RowClass::Tool, false),
            (said(Role::Assistant, "NO_REPLY"), RowClass::Hidden, false),
            (
                EventBody::Reset { first_kept: None },
                RowClass::Reset,
                false,
            ),
            (compaction, RowClass::Compaction, false),
            (custom(true), RowClass::Marker, false),
            (custom(false), RowClass::Hidden, false),
            (control, RowClass::Hidden, false),
            (EventBody::Note, RowClass::Hidden, false),
        ] {
            assert_eq!(body.class(), class, "{body:?}");
            assert_eq!(body.searchable_text().is_some(), is_searchable, "{body:?}");
        }
        let hidden = EventBody::Message {
            role: Role::User,
            text: "a".to_owned(),
            is_hidden: true,
        };
        assert_eq!(hidden.class(), RowClass::Hidden);
        assert_eq!(hidden.searchable_text(), None);
    }

    #[test]
    fn stored_numbers_of_classes_round_trip() {
        for class in RowClass::ALL {
            assert_eq!(RowClass::from_u8(class.as_u8()), Some(class));
        }
        assert_eq!(RowClass::from_u8(6), None);
    }

    #[test]
    fn debug_shows_no_text() {
        let event = TranscriptEvent {
            id: "m1".parse().unwrap(),
            parent: Parent::Root,
            append: Append::Normal,
            timestamp: TimestampMs(0),
            body: said(Role::User, "swordfish"),
        };
        assert!(!format!("{event:?}").contains("swordfish"));
    }
}
