//! Every small transcript: what holds for all of these holds.
//!
//! Four walks, each over a full product of choices. `n` is the number of
//! events, and event `i` can refer to each of the `i` events before it.
//!
//! - **Placing** ([`placing_of_up_to_three_events`]): the path alone. Kinds:
//!   a normal event, a reset, a side append of both, a leaf control with each
//!   target (empty, no id, unknown, own, each earlier) and each append parent
//!   (none, unknown, own, each earlier). Each event with every parent (unsaid,
//!   root, unknown, own, each earlier). `n` up to 3; the last of three names no
//!   append parent and, if it is a control, no parent, since both speak of
//!   events after it.
//! - **Placing of four events** ([`placing_of_four_events`]): the same with
//!   these left out. The first event says nothing of its parent and names no
//!   append parent, and a target that it names is no id: nothing is earlier, so
//!   all parents are the root and all ids are unknown, and the walk above has
//!   them. A leaf control that takes effect says nothing of its parent: T5.2
//!   places it by its target, and the walk above varies it. No unknown or own
//!   append parent, which count as none.
//! - **Reading** ([`reading_of_up_to_two_events`], [`reading_of_three_events`],
//!   [`reading_of_four_events_in_line`]): every read with every anchor, limits
//!   1 to 4 (to 3 of three events, which a limit of 3 shows whole), tool rows
//!   in and out. Up to two events have every parent and every kind: messages of
//!   user, assistant, tool, hidden and silent ones; resets and compactions with
//!   each first kept row (none, unknown, own, each earlier, one later); custom
//!   messages shown and not; notes; controls; side appends. Of three events,
//!   no own or unknown parent, which mean the leaf (T5.4) and which the placing
//!   walks have; a user's message stands for both roles, a note for all that is hidden, and no compaction keeps a row,
//!   since a read tells rows apart by class. Four are in line, without controls,
//!   side appends or parents: a read sees the path and what is off it, and every
//!   path of four rows is one in line.
//! - **Five events** ([`five_messages_resets_and_controls`]): messages and
//!   resets with every sensible parent, resets with every first kept row,
//!   controls with every sensible target; reads where all five are on
//!   the path, all anchors, limits 2 and 4.
//!
//! Larger transcripts of the same choices are drawn by a fixed seed
//! ([`drawn_transcripts_of_every_choice`]).
//!
//! What a kind is to its place in the tree is decided by three facts: whether
//! it is a leaf control, whether it is a reset, and how it joins. So the walks
//! over placing need no more kinds than these. The numbers in the assertions
//! say how many transcripts each walk visits, so that a choice that gets lost
//! is seen.

#![expect(clippy::indexing_slicing, reason = "tests fail by panicking")]

use sessions_core::event::{EventBody, LeafTarget, Parent, Role, TranscriptEvent};
use sessions_core::id::MessageId;
use sessions_core::path::ActivePath;
use sessions_core::testing::build::{self, aside, sketch};
use sessions_core::testing::model::ModelTranscript;

use crate::model::{assert_agrees, assert_agrees_with, assert_pages_make_the_view};

/// The choices that one event of a walk has.
type Choices = Vec<TranscriptEvent>;

fn name(i: usize) -> String {
    format!("e{i}")
}

fn id(i: usize) -> MessageId {
    build::id(&name(i))
}

fn unknown() -> MessageId {
    build::id("unknown")
}

/// The ids that event `i` can name and that mean something.
fn earlier(i: usize) -> Vec<MessageId> {
    (0..i).map(id).collect()
}

fn every_parent(i: usize) -> Vec<Parent> {
    let mut parents = vec![Parent::Unsaid, Parent::Root];
    parents.extend(earlier(i).into_iter().map(Parent::Event));
    parents.push(Parent::Event(id(i)));
    parents.push(Parent::Event(unknown()));
    parents
}

/// Without those that mean the leaf whatever it is: its own id and unknown ones.
fn sensible_parents(i: usize) -> Vec<Parent> {
    let mut parents = every_parent(i);
    parents.truncate(2 + i);
    parents
}

fn every_target(i: usize) -> Vec<LeafTarget> {
    let mut targets = vec![LeafTarget::Empty, LeafTarget::Invalid];
    targets.extend(earlier(i).into_iter().map(LeafTarget::Event));
    targets.push(LeafTarget::Event(id(i)));
    targets.push(LeafTarget::Event(unknown()));
    targets
}

/// No id, each earlier one, and those that mean nothing.
fn every_reference(i: usize) -> Vec<Option<MessageId>> {
    let mut ids = vec![None];
    ids.extend(earlier(i).into_iter().map(Some));
    ids.push(Some(id(i)));
    ids.push(Some(unknown()));
    ids
}

/// Each body as event `i`, under each parent.
fn under_each(i: usize, bodies: &[EventBody], parents: &[Parent]) -> Choices {
    let mut choices = Vec::new();
    for body in bodies {
        for parent in parents {
            choices.push(TranscriptEvent {
                parent: parent.clone(),
                ..build::event(&name(i), body.clone())
            });
        }
    }
    choices
}

fn said(role: Role, text: &str) -> EventBody {
    EventBody::Message {
        role,
        text: text.to_owned(),
        is_hidden: false,
    }
}

fn reset(first_kept: Option<MessageId>) -> EventBody {
    EventBody::Reset { first_kept }
}

fn control(target: LeafTarget, append_parent: Option<MessageId>) -> EventBody {
    EventBody::LeafControl {
        target,
        append_parent,
    }
}

/// Walks the product of the choices of each event.
fn walk(choices: &[Choices], visit: &mut impl FnMut(&[TranscriptEvent])) -> usize {
    fn go(
        choices: &[Choices],
        events: &mut Vec<TranscriptEvent>,
        visit: &mut impl FnMut(&[TranscriptEvent]),
    ) -> usize {
        let Some(next) = choices.get(events.len()) else {
            visit(events);
            return 1;
        };
        let mut n_visited = 0;
        for event in next {
            events.push(event.clone());
            n_visited += go(choices, events, visit);
            events.pop();
        }
        n_visited
    }
    go(choices, &mut Vec::new(), visit)
}

fn assert_same_path(events: &[TranscriptEvent]) {
    let path = ActivePath::of(events);
    let model = ModelTranscript::of(events);
    assert!(
        path.events().eq(model.path().iter().copied()),
        "{path:?}: {}",
        sketch(events)
    );
}

/// The kinds that differ in how they are placed, but for controls.
fn placed_kinds(i: usize, parents: &[Parent]) -> Choices {
    let normal = under_each(i, &[said(Role::User, "x"), reset(None)], parents);
    let side = normal.iter().cloned().map(aside).collect::<Vec<_>>();
    [normal, side].concat()
}

fn all_placings(i: usize) -> Choices {
    let mut controls = Vec::new();
    for target in every_target(i) {
        for append_parent in every_reference(i) {
            controls.push(control(target.clone(), append_parent));
        }
    }
    let parents = every_parent(i);
    [
        placed_kinds(i, &parents),
        under_each(i, &controls, &parents),
    ]
    .concat()
}

/// The placings of event `i` of four, as the module says.
fn fewer_placings(i: usize, is_last: bool) -> Choices {
    let parents = every_parent(i);
    if i == 0 {
        let controls = [LeafTarget::Empty, LeafTarget::Invalid].map(|it| control(it, None));
        return [
            placed_kinds(0, &parents[..1]),
            under_each(0, &controls, &parents[..1]),
        ]
        .concat();
    }
    let mut choices = placed_kinds(i, &parents);
    for target in every_target(i) {
        let can_be_ignored = match &target {
            LeafTarget::Event(it) => *it == id(i) || *it == unknown(),
            _ => target == LeafTarget::Invalid,
        };
        let parents = if can_be_ignored && !is_last {
            &parents[..]
        } else {
            &parents[..1]
        };
        choices.extend(under_each(i, &[control(target.clone(), None)], parents));
        if !is_last {
            let append_parents = earlier(i).into_iter().map(Some);
            let bodies: Vec<_> = append_parents
                .map(|it| control(target.clone(), it))
                .collect();
            choices.extend(under_each(i, &bodies, &parents[..1]));
        }
    }
    choices
}

/// Every body but leaf controls.
fn every_body(i: usize) -> Vec<EventBody> {
    let mut bodies = vec![
        said(Role::User, "x"),
        said(Role::Assistant, "x"),
        said(Role::Tool, "x"),
        said(Role::Assistant, "NO_REPLY"),
        EventBody::Message {
            role: Role::User,
            text: "x".to_owned(),
            is_hidden: true,
        },
        EventBody::CustomMessage {
            is_displayed: true,
            text: "x".to_owned(),
        },
        EventBody::CustomMessage {
            is_displayed: false,
            text: "x".to_owned(),
        },
        EventBody::Note,
    ];
    for first_kept in every_reference(i).into_iter().chain([Some(id(i + 1))]) {
        bodies.push(reset(first_kept.clone()));
        bodies.push(EventBody::Compaction {
            first_kept,
            summary: String::new(),
        });
    }
    bodies
}

/// One body for each class of rows, and each reset.
fn few_bodies(i: usize) -> Vec<EventBody> {
    let mut bodies = vec![
        said(Role::User, "x"),
        said(Role::Tool, "x"),
        EventBody::Note,
        EventBody::CustomMessage {
            is_displayed: true,
            text: "x".to_owned(),
        },
        EventBody::Compaction {
            first_kept: None,
            summary: String::new(),
        },
    ];
    let later = (i < 3).then(|| Some(id(i + 1)));
    bodies.extend(every_reference(i).into_iter().chain(later).map(reset));
    bodies
}

/// One body for each class of rows under every parent, and what moves the
/// leaf or does not.
fn few_readings(i: usize, parents: &[Parent]) -> Choices {
    let controls: Vec<_> = every_target(i)
        .into_iter()
        .map(|it| control(it, None))
        .collect();
    [
        under_each(i, &few_bodies(i), parents),
        under_each(i, &controls, &parents[..1]),
        under_each(i, &[said(Role::User, "x")], parents)
            .into_iter()
            .map(aside)
            .collect(),
    ]
    .concat()
}

fn all_readings(i: usize, parents: &[Parent]) -> Choices {
    let controls: Vec<_> = every_target(i)
        .into_iter()
        .map(|it| control(it, None))
        .collect();
    let side = under_each(i, &[said(Role::User, "x"), said(Role::Tool, "x")], parents);
    [
        under_each(i, &every_body(i), parents),
        under_each(i, &controls, &parents[..1]),
        side.into_iter().map(aside).collect(),
    ]
    .concat()
}

#[test]
fn placing_of_up_to_three_events() {
    let [a, b] = [0, 1].map(all_placings);
    // The last of three: what speaks of later events is left out.
    let c = fewer_placings(2, true);
    let check = &mut assert_same_path;
    let n_one = walk(std::slice::from_ref(&a), check);
    let n_two = walk(&[a.clone(), b.clone()], check);
    let n_three = walk(&[a, b, c], check);
    assert_eq!((n_one, n_two, n_three), (64, 7_680, 230_400));
}

#[test]
fn placing_of_four_events() {
    let choices = [
        fewer_placings(0, false),
        fewer_placings(1, false),
        fewer_placings(2, false),
        fewer_placings(3, true),
    ];
    assert_eq!(walk(&choices, &mut assert_same_path), 502_740);
}

fn assert_reads(events: &[TranscriptEvent]) {
    assert_agrees(events, &[1, 2, 3, 4]);
}

#[test]
fn reading_of_up_to_two_events() {
    let [a, b] = [0, 1].map(|i| all_readings(i, &every_parent(i)));
    let n_none = walk(&[], &mut assert_reads);
    let n_one = walk(std::slice::from_ref(&a), &mut assert_reads);
    let n_two = walk(&[a, b], &mut assert_reads);
    assert_eq!((n_none, n_one, n_two), (1, 76, 7_980));
}

#[test]
fn reading_of_three_events() {
    let choices = [
        few_readings(0, &[Parent::Unsaid]),
        few_readings(1, &sensible_parents(1)),
        few_readings(2, &sensible_parents(2)),
    ];
    let n = walk(&choices, &mut |events| assert_agrees(events, &[1, 2, 3]));
    assert_eq!(n, 28_728);
}

#[test]
fn reading_of_four_events_in_line() {
    let choices = [0, 1, 2, 3].map(|i| under_each(i, &few_bodies(i), &[Parent::Unsaid]));
    assert_eq!(walk(&choices, &mut assert_reads), 10_890);
}

#[test]
fn pages_of_four_events_in_line() {
    let choices = [0, 1, 2, 3].map(|i| under_each(i, &few_bodies(i), &[Parent::Unsaid]));
    let n = walk(&choices, &mut |events| {
        assert_pages_make_the_view(events, &[1, 2, 3, 4]);
    });
    assert_eq!(n, 10_890);
}

#[test]
fn five_messages_resets_and_controls() {
    let choices = [0, 1, 2, 3, 4].map(|i| {
        let parents = &sensible_parents(i)[..];
        let kept: Vec<_> = earlier(i).into_iter().map(|it| reset(Some(it))).collect();
        let targets = earlier(i).into_iter().map(LeafTarget::Event);
        let targets = targets.chain([LeafTarget::Empty]);
        let controls: Vec<_> = targets.map(|it| control(it, None)).collect();
        let (plain, parents) = if i == 0 {
            (Vec::new(), &parents[..1])
        } else {
            (controls, parents)
        };
        [
            under_each(i, &[said(Role::User, "x"), reset(None)], parents),
            under_each(i, &kept, &[Parent::Unsaid]),
            under_each(i, &plain, &[Parent::Unsaid]),
        ]
        .concat()
    });
    let mut n_read = 0;
    let n = walk(&choices, &mut |events| {
        assert_same_path(events);
        if ActivePath::of(events).len() == 5 {
            // There are no tool rows to leave out.
            assert_agrees_with(events, &[2, 4], &[false]);
            n_read += 1;
        }
    });
    assert_eq!((n, n_read), (83_538, 18_868));
}

/// Draws numbers from a fixed seed (a xorshift generator).
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n as u64).unwrap()
    }
}

#[test]
fn drawn_transcripts_of_every_choice() {
    const MAX_EVENTS: usize = 9;
    let choices: Vec<[Choices; 2]> = (0..MAX_EVENTS)
        .map(|i| [all_placings(i), all_readings(i, &every_parent(i))])
        .collect();
    let mut draw = Draw(0x5e55_1045);
    for _ in 0..10_000 {
        let n = 4 + draw.below(MAX_EVENTS - 3);
        let events: Vec<TranscriptEvent> = (0..n)
            .map(|i| {
                let choices = &choices[i][usize::from(draw.below(3) != 0)];
                choices[draw.below(choices.len())].clone()
            })
            .collect();
        assert_agrees(&events, &[3]);
    }
}
