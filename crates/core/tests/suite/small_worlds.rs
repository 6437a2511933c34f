//! Every small transcript: what holds for all of these holds.
//!
//! The worlds, and what each event of them can be, are in [`choices`]. There
//! are too many transcripts of four events to take one by one, so the walk
//! takes two steps, and each has a test that shows it to be sound.
//!
//! 1. **Placing** ([`walk`]). Event by event, the prefixes after which core and
//!    model both know the same become one, since what they know is all by which
//!    they place a later event. Each prefix that is left is continued by every
//!    choice, and paths are compared each time.
//!    [`merging_prefixes_loses_no_outcome`] walks three events one by one as
//!    well and comes to the same outcomes, each as often.
//! 2. **Reading** ([`shape`]). What a transcript comes to, its path and which of
//!    its events are controls and resets, is given every body. Transcripts of
//!    one shape answer every read alike, so one of each shape is read: around
//!    every event and an unknown one, with every limit, tool rows in and out,
//!    and page by page. [`transcripts_of_one_shape_answer_alike`] reads all of
//!    up to three events, with every kind of body, and none differs from
//!    another of its shape.
//!
//! Larger transcripts of the same choices are drawn by a fixed seed
//! ([`drawn_transcripts_of_every_choice`]). Five events of every kind, and six
//! messages, resets and controls, take a minute each and are walked by
//! `cargo nextest run -p sessions-core --all-features --run-ignored only`.
//!
//! The numbers in the assertions say how many transcripts, outcomes and shapes
//! a walk visits, so that a choice that gets lost is seen.

#![expect(clippy::indexing_slicing, reason = "tests fail by panicking")]

mod choices;
mod shape;
mod walk;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use sessions_core::event::{EventBody, TranscriptEvent};
use sessions_core::testing::build::sketch;

use self::choices::{
    Choices, all_placings, every_body, messages_and_resets, one_body_a_class, plain_placings,
};
use self::shape::Shape;
use self::walk::{Kind, Outcome, merged, one_by_one};
use crate::model::{answers, assert_agrees, assert_pages_make_the_view};

/// How many transcripts the choices make.
fn n_transcripts(choices: &[Choices]) -> u64 {
    choices.iter().map(|it| it.len() as u64).product()
}

#[test]
fn merging_prefixes_loses_no_outcome() {
    let choices: Vec<_> = (0..3).map(all_placings).collect();
    for n in 0..=3 {
        let merged = merged(&choices[..n]);
        let counts: HashMap<_, _> = merged.into_iter().map(|it| (it.outcome, it.n)).collect();
        assert!(counts == one_by_one(&choices[..n]), "{n} events");
        assert_eq!(counts.values().sum::<u64>(), n_transcripts(&choices[..n]));
    }
}

/// Gives the events of an outcome every body of their kind, in every
/// combination.
fn with_bodies(
    example: &[&TranscriptEvent],
    kinds: &[Kind],
    bodies: &impl Fn(usize) -> Vec<EventBody>,
    visit: &mut impl FnMut(&[TranscriptEvent]),
) {
    let choices: Vec<Choices> = (0..kinds.len())
        .map(|i| match kinds[i] {
            Kind::Control => vec![example[i].clone()],
            kind => bodies(i)
                .into_iter()
                .filter(|body| Kind::of(body) == kind)
                .map(|body| TranscriptEvent {
                    body,
                    ..example[i].clone()
                })
                .collect(),
        })
        .collect();
    walk::product(&choices, visit);
}

/// One limit for each number of rows that `n` events can be, and one more.
fn limits(n: usize) -> Vec<usize> {
    (1..=n + 1).collect()
}

#[test]
fn transcripts_of_one_shape_answer_alike() {
    let choices: Vec<_> = (0..3).map(all_placings).collect();
    let mut seen: HashMap<Shape, _> = HashMap::new();
    let mut n_read = 0;
    for n in 0..=3 {
        for it in merged(&choices[..n]) {
            with_bodies(&it.example, &it.outcome.kinds, &every_body, &mut |events| {
                assert_agrees(events, &limits(n));
                n_read += 1;
                let answers = answers(events, &limits(n));
                match seen.entry(Shape::of(events)) {
                    Entry::Vacant(first) => drop(first.insert(answers)),
                    Entry::Occupied(first) => {
                        assert!(*first.get() == answers, "{}", sketch(events));
                    }
                }
            });
        }
    }
    assert_eq!((n_read, seen.len()), (51_316, 2_119));
}

/// Walks `choices` by outcomes and shapes, reads one transcript of each shape
/// in every way, and says how many transcripts, outcomes and shapes there are.
fn read_one_of_each_shape(
    choices: &[Choices],
    bodies: impl Fn(usize) -> Vec<EventBody>,
) -> (u64, usize, usize) {
    let limits = limits(choices.len());
    let outcomes = merged(choices);
    let n = outcomes.iter().map(|it| it.n).sum();
    assert_eq!(n, n_transcripts(choices));
    let mut shapes = HashSet::new();
    for it in &outcomes {
        with_bodies(&it.example, &it.outcome.kinds, &bodies, &mut |events| {
            if shapes.insert(Shape::of(events)) {
                assert!(Outcome::of(events) == it.outcome);
                assert_agrees(events, &limits);
                assert_pages_make_the_view(events, &limits);
            }
        });
    }
    (n, outcomes.len(), shapes.len())
}

#[test]
fn four_events_of_every_kind() {
    let choices: Vec<_> = (0..4).map(all_placings).collect();
    assert_eq!(
        read_one_of_each_shape(&choices, one_body_a_class),
        (504_483_840, 625, 26_640)
    );
}

#[test]
fn five_messages_resets_and_controls() {
    let choices: Vec<_> = (0..5).map(plain_placings).collect();
    assert_eq!(
        read_one_of_each_shape(&choices, messages_and_resets),
        (169_024_880_640, 768, 29_637)
    );
}

#[test]
#[ignore = "takes a minute"]
fn five_events_of_every_kind() {
    let choices: Vec<_> = (0..5).map(all_placings).collect();
    assert_eq!(
        read_one_of_each_shape(&choices, one_body_a_class),
        (242_152_243_200, 3_125, 379_296)
    );
}

#[test]
#[ignore = "takes a minute"]
fn six_messages_resets_and_controls() {
    let choices: Vec<_> = (0..6).map(plain_placings).collect();
    assert_eq!(
        read_one_of_each_shape(&choices, messages_and_resets),
        (112_570_570_506_240, 3_072, 315_735)
    );
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
    let choices: Vec<(Choices, Vec<EventBody>)> = (0..MAX_EVENTS)
        .map(|i| (all_placings(i), every_body(i)))
        .collect();
    let mut draw = Draw(0x5e55_1045);
    for _ in 0..20_000 {
        let n = 4 + draw.below(MAX_EVENTS - 3);
        let mut events = Vec::new();
        for (placings, bodies) in &choices[..n] {
            let mut event = placings[draw.below(placings.len())].clone();
            let body = &bodies[draw.below(bodies.len())];
            // One of three stays as it is: most of them are controls.
            if draw.below(3) != 0 {
                event.body = body.clone();
            }
            events.push(event);
        }
        assert_agrees(&events, &[3]);
    }
}
