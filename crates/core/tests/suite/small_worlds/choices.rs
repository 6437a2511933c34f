//! What each event of a small transcript can be.
//!
//! Event `i` has the id `ei`, so it can name each of the `i` events before it,
//! itself, and an id that never arrives.

use sessions_core::event::{EventBody, LeafTarget, Parent, Role, TranscriptEvent};
use sessions_core::id::MessageId;
use sessions_core::testing::build::{self, aside};

/// The choices that one event of a walk has.
pub(super) type Choices = Vec<TranscriptEvent>;

fn name(i: usize) -> String {
    format!("e{i}")
}

fn id(i: usize) -> MessageId {
    build::id(&name(i))
}

/// Returns which event has this id.
pub(super) fn index(id: &MessageId) -> usize {
    id.as_str().strip_prefix('e').unwrap().parse().unwrap()
}

/// Every id that event `i` can name.
fn every_id(i: usize) -> Vec<MessageId> {
    let unknown = build::id("unknown");
    (0..=i).map(id).chain([unknown]).collect()
}

fn every_parent(i: usize) -> Vec<Parent> {
    let named = every_id(i).into_iter().map(Parent::Event);
    [Parent::Unsaid, Parent::Root]
        .into_iter()
        .chain(named)
        .collect()
}

fn every_target(i: usize) -> Vec<LeafTarget> {
    let named = every_id(i).into_iter().map(LeafTarget::Event);
    [LeafTarget::Empty, LeafTarget::Invalid]
        .into_iter()
        .chain(named)
        .collect()
}

/// None, and every id.
fn every_reference(i: usize) -> Vec<Option<MessageId>> {
    let named = every_id(i).into_iter().map(Some);
    [None].into_iter().chain(named).collect()
}

/// None, every id, and the event after.
fn every_first_kept(i: usize) -> Vec<Option<MessageId>> {
    let mut ids = every_reference(i);
    ids.push(Some(id(i + 1)));
    ids
}

/// Each body as event `i`, under every parent.
fn under_every_parent(i: usize, bodies: &[EventBody]) -> Choices {
    let parents = every_parent(i);
    let under = |body: &EventBody| {
        let event = build::event(&name(i), body.clone());
        let parents = parents.iter().cloned();
        let placed = parents.map(|parent| TranscriptEvent {
            parent,
            ..event.clone()
        });
        placed.collect::<Vec<_>>()
    };
    bodies.iter().flat_map(under).collect()
}

fn said(role: Role, text: &str) -> EventBody {
    EventBody::Message {
        role,
        text: text.to_owned(),
        is_hidden: false,
    }
}

fn hidden() -> EventBody {
    EventBody::Message {
        role: Role::User,
        text: "x".to_owned(),
        is_hidden: true,
    }
}

fn reset(first_kept: Option<MessageId>) -> EventBody {
    EventBody::Reset { first_kept }
}

fn compaction(first_kept: Option<MessageId>) -> EventBody {
    EventBody::Compaction {
        first_kept,
        summary: String::new(),
    }
}

fn custom(is_displayed: bool) -> EventBody {
    EventBody::CustomMessage {
        is_displayed,
        text: "x".to_owned(),
    }
}

/// Every leaf control: each target with each append parent.
fn every_control(i: usize) -> Vec<EventBody> {
    let controls = every_target(i).into_iter().flat_map(|target| {
        let append_parents = every_reference(i).into_iter();
        append_parents.map(move |append_parent| EventBody::LeafControl {
            target: target.clone(),
            append_parent,
        })
    });
    controls.collect()
}

/// Every way in which a message, a reset or a leaf control can be placed.
pub(super) fn plain_placings(i: usize) -> Choices {
    let mut bodies = vec![said(Role::User, "x"), reset(None)];
    bodies.extend(every_control(i));
    under_every_parent(i, &bodies)
}

/// Every way in which an event can be placed: the same and side appends.
pub(super) fn all_placings(i: usize) -> Choices {
    let side = under_every_parent(i, &[said(Role::User, "x"), reset(None)]);
    let mut choices = plain_placings(i);
    choices.extend(side.into_iter().map(aside));
    choices
}

/// Every body but leaf controls.
pub(super) fn every_body(i: usize) -> Vec<EventBody> {
    let mut bodies = vec![
        said(Role::User, "x"),
        said(Role::Assistant, "x"),
        said(Role::Tool, "x"),
        said(Role::Assistant, "NO_REPLY"),
        hidden(),
        custom(true),
        custom(false),
        EventBody::Note,
    ];
    bodies.extend(every_first_kept(i).into_iter().map(reset));
    bodies.extend(every_first_kept(i).into_iter().map(compaction));
    bodies
}

/// One body for each class of rows, and every reset.
pub(super) fn one_body_a_class(i: usize) -> Vec<EventBody> {
    let mut bodies = vec![
        said(Role::User, "x"),
        said(Role::Tool, "x"),
        hidden(),
        custom(true),
        compaction(None),
    ];
    bodies.extend(every_first_kept(i).into_iter().map(reset));
    bodies
}

/// The messages and resets of these.
pub(super) fn messages_and_resets(i: usize) -> Vec<EventBody> {
    let mut bodies = one_body_a_class(i);
    bodies.retain(|it| matches!(it, EventBody::Message { .. } | EventBody::Reset { .. }));
    bodies
}
