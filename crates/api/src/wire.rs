//! The shapes that cross every interface: requests in, answers out (H14).
//!
//! Command line, gateway and tools all speak these, so that their answers are
//! equal byte for byte. Fields are in the order of the wire; what applies only
//! sometimes is left out when it does not.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use sessions_core::event::TimestampMs;
use sessions_core::id::{AgentId, MessageId, SessionId};
use sessions_core::key::{SessionKey, SessionKind};
use sessions_core::view::View;

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]
fn is_false(value: &bool) -> bool {
    !*value
}

/// In which order hits come (S10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Best first.
    #[default]
    Relevance,
    /// Newest first.
    Recent,
}

/// Who said what is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The person.
    User,
    /// The agent.
    Assistant,
}

/// A search (S1).
#[expect(
    clippy::struct_excessive_bools,
    reason = "the fields of the wire, each by itself"
)]
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchRequest {
    /// The words, 1 to 4,096 characters.
    pub query: String,
    /// The most hits, 1 to 25; 10 unless given.
    #[serde(default)]
    pub limit: Option<u64>,
    /// Only this session.
    #[serde(default)]
    pub session_key: Option<String>,
    /// Only these agents; all where empty.
    #[serde(default)]
    pub agents: Vec<AgentId>,
    /// Only what this one said.
    #[serde(default)]
    pub role: Option<Speaker>,
    /// Only sessions of these kinds; all where empty.
    #[serde(default)]
    pub kind: Vec<SessionKind>,
    /// Only messages at or after this time.
    #[serde(default)]
    pub since: Option<TimestampMs>,
    /// Only messages before this time.
    #[serde(default)]
    pub until: Option<TimestampMs>,
    /// In which order.
    #[serde(default)]
    pub order: Order,
    /// Whether the last word matches as a prefix, as while one types (S20).
    #[serde(default)]
    pub prefix: bool,
    /// Whether only the best hit of each session comes (S16).
    #[serde(default)]
    pub per_session: bool,
    /// Whether near matches come where nothing matches exactly (S18).
    #[serde(default)]
    pub relaxed: bool,
    /// Whether the current view of the session that asks is left out (S19).
    #[serde(default)]
    pub exclude_current: bool,
    /// The `nextCursor` of an answer to the same search: what comes behind it.
    #[serde(default)]
    pub cursor: Option<String>,
}

impl SearchRequest {
    /// Returns a search for `query` with everything else as it is by default.
    pub fn new(query: impl Into<String>) -> Self {
        Self {
            query: query.into(),
            limit: None,
            session_key: None,
            agents: Vec::new(),
            role: None,
            kind: Vec::new(),
            since: None,
            until: None,
            order: Order::default(),
            prefix: false,
            per_session: false,
            relaxed: false,
            exclude_current: false,
            cursor: None,
        }
    }
}

impl fmt::Debug for SearchRequest {
    /// Omits the query, which may hold a secret (R10).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchRequest")
            .field("limit", &self.limit)
            .field("session_key", &self.session_key)
            .finish_non_exhaustive()
    }
}

/// One match (S6). Its three keys reopen it (H10).
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Hit {
    /// The session.
    pub session_key: SessionKey,
    /// The generation.
    pub session_id: SessionId,
    /// The message.
    pub message_id: MessageId,
    /// The agent that owns the session.
    pub agent_id: AgentId,
    /// What kind of session it is (S21).
    pub kind: SessionKind,
    /// When it was said.
    pub timestamp: TimestampMs,
    /// Who said it.
    pub role: Speaker,
    /// A piece of the masked text around the best match (S7).
    pub snippet: String,
    /// The matches in the snippet: half-open ranges of characters.
    pub matches: Vec<(usize, usize)>,
    /// How well it matches, above 0 and at most 1.
    pub score: f64,
    /// How many further messages of the session match, where one hit of each
    /// was asked for: exact up to 1,000, which stands for that many or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_in_session: Option<usize>,
    /// The words of the query that it lacks, as they were typed; only of near
    /// matches (S18).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

impl fmt::Debug for Hit {
    /// Omits the snippet (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hit")
            .field("session_key", &self.session_key)
            .field("session_id", &self.session_id)
            .field("message_id", &self.message_id)
            .finish_non_exhaustive()
    }
}

/// Why an answer does not hold everything (S13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TruncatedBy {
    /// There are more hits than the limit.
    Limit,
    /// The bound of the answer's size.
    Bytes,
    /// Only the newest matches were ranked (S11).
    RankingBound,
}

/// In which way hits match (S18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Tier {
    /// Every term, in one message.
    Exact,
    /// Nothing matched exactly; these come near.
    Relaxed,
}

/// The answer to a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SearchAnswer {
    /// The hits.
    pub results: Vec<Hit>,
    /// The scope that it was computed under (S17).
    pub scope: &'static str,
    /// In which way the hits match.
    pub tier: Tier,
    /// Whether the last word matched as a prefix (S20).
    #[serde(skip_serializing_if = "is_false")]
    pub prefix: bool,
    /// Whether a session in scope still awaits indexing (S14).
    #[serde(skip_serializing_if = "is_false")]
    pub indexing: bool,
    /// What the reader should know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<&'static str>,
    /// Whether there is more than the answer holds.
    #[serde(skip_serializing_if = "is_false")]
    pub truncated: bool,
    /// Why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub truncated_by: Vec<TruncatedBy>,
    /// Terms without a word, which were left out (S3).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored_terms: Vec<String>,
    /// Which words were read as which, where near matches are of close
    /// spellings (S18).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub spelled_as: BTreeMap<String, String>,
    /// What to send as `cursor` for the hits behind these, where there may be
    /// any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A read of a session (H1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HistoryRequest {
    /// The session: a key, or an alias.
    pub session_key: String,
    /// The message to read around.
    #[serde(default)]
    pub message_id: Option<String>,
    /// The generation that the message is in; the current one where not given.
    #[serde(default)]
    pub session_id: Option<String>,
    /// The most rows, 1 to 1,000; 200 unless given.
    #[serde(default)]
    pub limit: Option<u64>,
    /// How many of the newest rows to skip; not with a message id.
    #[serde(default)]
    pub offset: Option<u64>,
    /// Whether tool rows are shown.
    #[serde(default)]
    pub include_tools: bool,
}

impl HistoryRequest {
    /// Returns a read of the newest rows of a session.
    pub fn new(session_key: impl Into<String>) -> Self {
        Self {
            session_key: session_key.into(),
            message_id: None,
            session_id: None,
            limit: None,
            offset: None,
            include_tools: false,
        }
    }
}

/// What a row of an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum RowKind {
    /// Something said.
    Message,
    /// A message of an extension.
    Custom,
    /// A compaction.
    Compaction,
    /// A reset.
    Reset,
}

/// Who a row of an answer is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum RowRole {
    /// The person.
    User,
    /// The agent.
    Assistant,
    /// A tool.
    Tool,
    /// An extension.
    Custom,
    /// The gateway: markers.
    System,
}

/// One row of a read.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct HistoryMessage {
    /// The event.
    pub message_id: MessageId,
    /// Its position on the active path, from 1.
    pub seq: u64,
    /// What it is.
    pub kind: RowKind,
    /// Who it is from.
    pub role: RowRole,
    /// When.
    pub timestamp: TimestampMs,
    /// Its masked text, at most 4,000 characters (H11).
    pub text: String,
    /// Whether this is the message that was asked for.
    #[serde(skip_serializing_if = "is_false")]
    pub anchor: bool,
    /// Whether the text was cut.
    #[serde(skip_serializing_if = "is_false")]
    pub truncated: bool,
    /// Whether the text was left out, being too large for any answer.
    #[serde(skip_serializing_if = "is_false")]
    pub omitted: bool,
}

impl fmt::Debug for HistoryMessage {
    /// Omits the text (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HistoryMessage")
            .field("message_id", &self.message_id)
            .field("seq", &self.seq)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// The answer to a read.
#[expect(clippy::struct_excessive_bools, reason = "the wire has these flags")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct HistoryAnswer {
    /// The session.
    pub session_key: SessionKey,
    /// The generation; none where the session has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// Which sequence the rows come from (H13).
    pub view: View,
    /// The rows, in reading order.
    pub messages: Vec<HistoryMessage>,
    /// Whether older rows exist in the sequence.
    pub has_older: bool,
    /// Whether newer rows exist in the sequence.
    pub has_newer: bool,
    /// Whether rows were dropped to keep the answer small.
    pub truncated: bool,
    /// How many.
    pub dropped_messages: usize,
    /// Whether a text was cut.
    pub content_truncated: bool,
    /// Whether a text holds a mask.
    pub content_redacted: bool,
    /// The size of this answer as compact JSON.
    pub bytes: usize,
    /// Why an anchored read shows nothing (H6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty_reason: Option<&'static str>,
    /// The offset that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The offset of the next older page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_offset: Option<u64>,
    /// Whether there is an older page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_more: Option<bool>,
    /// The number of rows in the view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_messages: Option<u64>,
}

/// A list of sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListRequest {
    /// The most sessions, 1 to 1,000; 50 unless given.
    #[serde(default)]
    pub limit: Option<u64>,
    /// Only these agents; all where empty.
    #[serde(default)]
    pub agents: Vec<AgentId>,
    /// Only sessions of these kinds; all where empty.
    #[serde(default)]
    pub kind: Vec<SessionKind>,
    /// Whether archived sessions are listed too (T1b).
    #[serde(default)]
    pub archived: bool,
}

/// One session of a list.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ListedSession {
    /// The session.
    pub session_key: SessionKey,
    /// The agent that owns it.
    pub agent_id: AgentId,
    /// What kind of session it is.
    pub kind: SessionKind,
    /// Its current generation.
    pub session_id: SessionId,
    /// What people call it, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// When the first user or assistant message was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_message: Option<TimestampMs>,
    /// When the last one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_message: Option<TimestampMs>,
    /// How many user and assistant messages are on the path.
    pub messages: u64,
    /// Whether it is archived.
    #[serde(skip_serializing_if = "is_false")]
    pub archived: bool,
}

impl fmt::Debug for ListedSession {
    /// Omits the title (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListedSession")
            .field("session_key", &self.session_key)
            .field("messages", &self.messages)
            .finish_non_exhaustive()
    }
}

/// The answer to a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ListAnswer {
    /// The sessions, newest first.
    pub sessions: Vec<ListedSession>,
    /// The scope that it was computed under.
    pub scope: &'static str,
    /// Whether there are more than the limit.
    #[serde(skip_serializing_if = "is_false")]
    pub truncated: bool,
}

/// The three keys of what was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WrittenKeys {
    /// The session.
    pub session_key: SessionKey,
    /// The generation.
    pub session_id: SessionId,
    /// The event; none for a rollover.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_id: Option<MessageId>,
}
