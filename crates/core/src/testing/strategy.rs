//! Strategies for ids, keys, texts and whole transcripts.
//!
//! An event is drawn as an [`EventPlan`], which says what it refers to by
//! order of arrival, and becomes a [`TranscriptEvent`] once the ids before it
//! are known. So a transcript shrinks to fewer and plainer events and its
//! references stay references.

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::{Index, select};

use crate::event::{Append, EventBody, LeafTarget, Parent, Role, TimestampMs, TranscriptEvent};
use crate::id::MessageId;
use crate::testing::build;

/// The words that drawn texts are made of: accents in both forms, scripts with
/// and without spaces, marks that are no words.
pub const WORDS: [&str; 14] = [
    "alpha",
    "Beta",
    "gamma_delta",
    "café",
    "cafe\u{301}",
    "naïve",
    "Straße",
    "ёлка",
    "Ελλάδα",
    "東京",
    "会议记录",
    "서울",
    "—",
    "42",
];

/// Texts that people never see, and blank ones (T2, T4).
pub const SILENT: [&str; 6] = [
    "",
    "  \n",
    "NO_REPLY",
    " HEARTBEAT_OK ",
    "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nalpha\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>",
    "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>alpha<<<END_OPENCLAW_INTERNAL_CONTEXT>>> Beta",
];

/// Texts of a few words; one in eight says nothing.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        7 => vec(select(&WORDS[..]), 1..6).prop_map(|words| words.join(" ")),
        1 => select(&SILENT[..]).prop_map(ToOwned::to_owned),
    ]
}

/// Times that often tie and do not follow the order of arrival.
pub fn timestamp() -> impl Strategy<Value = TimestampMs> {
    (0_i64..12).prop_map(|n| TimestampMs(1_780_000_000_000 + n * 60_000))
}

/// What people may type as an agent id.
pub fn agent_id_text() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9][a-zA-Z0-9_-]{0,12}"
}

/// What people may type as a session key: every form, in any case.
pub fn session_key_text() -> impl Strategy<Value = String> {
    let word = || "[a-zA-Z0-9ÄéΣẞİ東!=.@-]{1,8}";
    let channel = select(vec!["telegram", "Signal", "matrix", "Matrix", "slack"]);
    let room = select(vec!["group", "Group", "channel", "room"]);
    let thread = prop_oneof![
        Just(String::new()),
        word().prop_map(|it| format!(":Thread:{it}")),
    ];
    let rest = prop_oneof![
        Just("Main".to_owned()),
        word().prop_map(|it| format!("direct:{it}")),
        (channel.clone(), word()).prop_map(|(channel, it)| format!("{channel}:dm:{it}")),
        (channel.clone(), word(), word())
            .prop_map(|(c, account, it)| format!("{c}:{account}:Direct:{it}")),
        (channel, room, word(), thread)
            .prop_map(|(c, room, it, thread)| format!("{c}:{room}:{it}{thread}")),
        (word(), word()).prop_map(|(a, b)| format!("subagent:{a}:subagent:{b}")),
        word().prop_map(|it| format!("ACP:{it}")),
        (word(), word()).prop_map(|(job, run)| format!("cron:{job}:run:{run}")),
        word().prop_map(|it| format!("Dashboard:Incognito-{it}")),
        // White space at its end is left out, so blanks alone are no key.
        "[ -~]{0,10}[!-~][ -~]{0,9}",
    ];
    let prefix = select(vec!["agent", "Agent", "AGENT"]);
    (prefix, agent_id_text(), rest)
        .prop_map(|(prefix, agent, rest)| format!("{prefix}:{agent}:{rest}"))
}

/// An event that an event refers to.
#[derive(Clone, Copy, Debug)]
enum Pick {
    Nothing,
    Newest,
    Earlier(Index),
    Own,
    Unknown,
}

impl Pick {
    /// Returns the id that is meant; the newest where nothing is earlier.
    fn id(self, own: &MessageId, earlier: &[MessageId]) -> Option<MessageId> {
        match self {
            Self::Nothing => None,
            Self::Newest => earlier.last().cloned(),
            Self::Earlier(index) if !earlier.is_empty() => Some(index.get(earlier).clone()),
            Self::Own => Some(own.clone()),
            Self::Earlier(_) | Self::Unknown => Some(build::id("unknown")),
        }
    }
}

fn pick(nothing: u32, newest: u32, earlier: u32, nonsense: u32) -> BoxedStrategy<Pick> {
    let choices = [
        (nothing, Just(Pick::Nothing).boxed()),
        (newest, Just(Pick::Newest).boxed()),
        (earlier, any::<Index>().prop_map(Pick::Earlier).boxed()),
        (nonsense, Just(Pick::Own).boxed()),
        (nonsense, Just(Pick::Unknown).boxed()),
    ];
    let possible = choices.into_iter().filter(|(weight, _)| 0 < *weight);
    proptest::strategy::Union::new_weighted(possible.collect()).boxed()
}

#[derive(Clone, Debug)]
enum BodyPlan {
    Message(Role, String, bool),
    Reset(Pick),
    Compaction(Pick),
    Custom(bool, String),
    Note,
    Control(Option<Pick>, Pick),
}

/// What an event will be once the ids before it are known.
#[derive(Clone, Debug)]
pub struct EventPlan {
    /// `None` where the event does not speak of its parent.
    parent: Option<Pick>,
    append: Append,
    timestamp: TimestampMs,
    body: BodyPlan,
}

impl EventPlan {
    /// Returns the event, `earlier` being the ids that it can refer to.
    pub fn event(&self, id: MessageId, earlier: &[MessageId]) -> TranscriptEvent {
        let first_kept = |pick: Pick| pick.id(&id, earlier);
        let body = match &self.body {
            BodyPlan::Message(role, text, is_hidden) => EventBody::Message {
                role: *role,
                text: text.clone(),
                is_hidden: *is_hidden,
            },
            BodyPlan::Reset(pick) => EventBody::Reset {
                first_kept: first_kept(*pick),
            },
            BodyPlan::Compaction(pick) => EventBody::Compaction {
                first_kept: first_kept(*pick),
                summary: "alpha".to_owned(),
            },
            BodyPlan::Custom(is_displayed, text) => EventBody::CustomMessage {
                is_displayed: *is_displayed,
                text: text.clone(),
            },
            BodyPlan::Note => EventBody::Note,
            BodyPlan::Control(target, append_parent) => EventBody::LeafControl {
                target: match target {
                    None => LeafTarget::Invalid,
                    Some(pick) => pick
                        .id(&id, earlier)
                        .map_or(LeafTarget::Empty, LeafTarget::Event),
                },
                append_parent: append_parent.id(&id, earlier),
            },
        };
        let parent = match self.parent {
            None => Parent::Unsaid,
            Some(pick) => pick.id(&id, earlier).map_or(Parent::Root, Parent::Event),
        };
        TranscriptEvent {
            id,
            parent,
            append: self.append,
            timestamp: self.timestamp,
            body,
        }
    }
}

/// Plans of events of every kind, most of which make sense.
///
/// A reset is never a side append: see [`super::model`] for what such a reset
/// would mean.
pub fn event_plan() -> impl Strategy<Value = EventPlan> {
    let role = prop_oneof![
        3 => Just(Role::User),
        3 => Just(Role::Assistant),
        1 => Just(Role::Tool),
    ];
    let is_hidden = proptest::bool::weighted(0.1);
    let target = prop_oneof![
        1 => Just(None),
        9 => pick(1, 1, 7, 1).prop_map(Some),
    ];
    let body = prop_oneof![
        14 => (role, text(), is_hidden).prop_map(|(role, text, is_hidden)| BodyPlan::Message(role, text, is_hidden)),
        3 => pick(4, 1, 6, 1).prop_map(BodyPlan::Reset),
        2 => pick(2, 1, 2, 1).prop_map(BodyPlan::Compaction),
        2 => (any::<bool>(), text()).prop_map(|(is_displayed, text)| BodyPlan::Custom(is_displayed, text)),
        1 => Just(BodyPlan::Note),
        4 => (target, pick(6, 1, 3, 1)).prop_map(|(target, parent)| BodyPlan::Control(target, parent)),
    ];
    let parent = prop_oneof![
        6 => Just(None),
        10 => pick(1, 5, 4, 1).prop_map(Some),
    ];
    let is_side = proptest::bool::weighted(0.1);
    (parent, is_side, timestamp(), body).prop_map(|(parent, is_side, timestamp, body)| {
        let can_be_side = !matches!(body, BodyPlan::Reset(_));
        EventPlan {
            parent,
            append: if is_side && can_be_side {
                Append::Side
            } else {
                Append::Normal
            },
            timestamp,
            body,
        }
    })
}

/// Transcripts of at most `max_events` events of every kind, ids `e0`, `e1`, …
/// in order of arrival.
pub fn transcript(max_events: usize) -> impl Strategy<Value = Vec<TranscriptEvent>> {
    vec((event_plan(), Just(None)), 0..=max_events).prop_map(arrange)
}

/// Transcripts in which a third of the ids repeat an earlier one (T6).
pub fn transcript_with_repeats(max_events: usize) -> impl Strategy<Value = Vec<TranscriptEvent>> {
    let repeat = proptest::option::weighted(0.33, any::<Index>());
    vec((event_plan(), repeat), 0..=max_events).prop_map(arrange)
}

fn arrange(plans: Vec<(EventPlan, Option<Index>)>) -> Vec<TranscriptEvent> {
    let mut ids: Vec<MessageId> = Vec::new();
    let mut events = Vec::new();
    for (n, (plan, repeat)) in plans.into_iter().enumerate() {
        let id = match repeat {
            Some(index) if !ids.is_empty() => index.get(&ids).clone(),
            _ => build::id(&format!("e{n}")),
        };
        events.push(plan.event(id.clone(), &ids));
        ids.push(id);
    }
    events
}
