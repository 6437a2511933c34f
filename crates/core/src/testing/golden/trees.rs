//! Hand-made transcripts as the reference implementation imported them, with
//! what its search and its reads answered.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use crate::content::Content;
use crate::event::{Append, EventBody, LeafTarget, Parent, Role, TimestampMs, TranscriptEvent};
use crate::testing::build;

/// The whole file, by the name of the transcript.
pub type GoldenTrees = BTreeMap<String, GoldenTree>;

/// One transcript with its answers.
#[derive(Debug, Deserialize)]
pub struct GoldenTree {
    /// What was imported.
    pub input: TreeInput,
    /// What was answered.
    pub expected: TreeAnswers,
}

/// What was imported: records, or the text of a whole file.
#[derive(Debug, Deserialize)]
pub struct TreeInput {
    /// The records behind the header, in order of arrival.
    #[serde(default)]
    pub events: Vec<TreeRecord>,
    /// The file, where lines matter.
    pub file: Option<String>,
}

/// One record of a transcript, as files write it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TreeRecord {
    #[serde(rename = "type")]
    kind: String,
    id: Option<String>,
    #[serde(default)]
    parent_id: Reference,
    #[serde(default)]
    target_id: Reference,
    append_parent_id: Option<String>,
    append_mode: Option<String>,
    first_kept_entry_id: Option<String>,
    summary: Option<String>,
    display: Option<bool>,
    #[serde(default)]
    content: Content,
    message: Option<TreeMessage>,
}

#[derive(Debug, Deserialize)]
struct TreeMessage {
    role: String,
    content: Option<Content>,
    /// Stands in for a content in some files (T3).
    text: Option<Content>,
}

/// What a field says that can hold an id.
#[derive(Debug, Default)]
enum Reference {
    /// The field is missing.
    #[default]
    Missing,
    /// It is null.
    Null,
    /// It is an id.
    Id(String),
}

impl<'de> Deserialize<'de> for Reference {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = Option::deserialize(deserializer)?;
        Ok(id.map_or(Self::Null, Self::Id))
    }
}

impl TreeRecord {
    /// Returns the id that the record itself names.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the event of the record, under `minted` where it names no id;
    /// `None` for a header. Times are left out: reading them is the importer's.
    pub fn event(&self, minted: &str) -> Option<TranscriptEvent> {
        let id = |text: &Option<String>| text.as_deref().map(build::id);
        let body = match (self.kind.as_str(), &self.message) {
            ("session", _) => return None,
            ("message", Some(message)) => EventBody::Message {
                role: match message.role.as_str() {
                    "user" => Role::User,
                    "assistant" => Role::Assistant,
                    _ => Role::Tool,
                },
                text: [&message.content, &message.text]
                    .into_iter()
                    .flatten()
                    .next()
                    .cloned()
                    .map(Content::into_text)
                    .unwrap_or_default(),
                is_hidden: false,
            },
            ("reset", _) => EventBody::Reset {
                first_kept: id(&self.first_kept_entry_id),
            },
            ("compaction", _) => EventBody::Compaction {
                first_kept: id(&self.first_kept_entry_id),
                summary: self.summary.clone().unwrap_or_default(),
            },
            ("custom_message", _) => EventBody::CustomMessage {
                is_displayed: self.display == Some(true),
                text: self.content.clone().into_text(),
            },
            ("leaf", _) => EventBody::LeafControl {
                target: match &self.target_id {
                    Reference::Missing => LeafTarget::Invalid,
                    Reference::Null => LeafTarget::Empty,
                    Reference::Id(target) => LeafTarget::Event(build::id(target)),
                },
                append_parent: id(&self.append_parent_id),
            },
            _ => EventBody::Note,
        };
        Some(TranscriptEvent {
            id: build::id(self.id().unwrap_or(minted)),
            parent: match &self.parent_id {
                Reference::Missing => Parent::Unsaid,
                Reference::Null => Parent::Root,
                Reference::Id(parent) => Parent::Event(build::id(parent)),
            },
            append: if self.append_mode.as_deref() == Some("side") {
                Append::Side
            } else {
                Append::Normal
            },
            timestamp: TimestampMs::default(),
            body,
        })
    }
}

/// What search and reads answered.
#[derive(Debug, Deserialize)]
pub struct TreeAnswers {
    /// The hits of the word that stands in every text of the transcript.
    pub search: TreeHits,
    /// An unanchored read.
    pub tail: TreeRows,
    /// Reads around each message that names its id.
    pub anchors: BTreeMap<String, TreeReads>,
}

/// Search results.
#[derive(Debug, Deserialize)]
pub struct TreeHits {
    /// The hits, best first.
    pub results: Vec<TreeHit>,
}

/// One hit.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TreeHit {
    /// The id of the message, minted where the file names none.
    pub message_id: String,
    /// Who speaks.
    pub role: String,
    /// The excerpt; these texts are short, so it is the text.
    pub snippet: String,
}

/// The reads around one message.
#[derive(Debug, Deserialize)]
pub struct TreeReads {
    /// With a limit of 3.
    pub limit3: TreeRows,
    /// With a limit of 100.
    pub limit100: TreeRows,
}

/// The rows of a read.
#[derive(Debug, Deserialize)]
pub struct TreeRows {
    /// In reading order.
    pub messages: Vec<TreeRow>,
}

/// One row of a read.
#[derive(Debug, Deserialize)]
pub struct TreeRow {
    /// Its id, if the file names one.
    pub id: Option<String>,
    /// Who speaks, in the words of the file.
    pub role: String,
    /// Its text; calls of tools stand in it as `|<toolCall>`.
    pub text: String,
}
