//! Walks all transcripts that choices make.

use std::collections::HashMap;

use sessions_core::event::{EventBody, TranscriptEvent};
use sessions_core::testing::build::sketch;
use sessions_core::testing::scans::Scans;

use super::choices::{Choices, index};

/// What an event is to its place: all that bookkeeping asks of a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Control,
    Reset,
    Other,
}

impl Kind {
    pub(super) fn of(body: &EventBody) -> Self {
        match body {
            EventBody::LeafControl { .. } => Self::Control,
            EventBody::Reset { .. } => Self::Reset,
            _ => Self::Other,
        }
    }
}

/// What a transcript comes to.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Outcome {
    /// The active path: which events, in reading order.
    path: Vec<usize>,
    /// What each event is.
    pub(super) kinds: Vec<Kind>,
}

impl Outcome {
    pub(super) fn of(events: &[TranscriptEvent]) -> Self {
        let mut scans = Scans::default();
        for event in events {
            scans.take(event);
        }
        Self::known(&scans, events.iter().map(|it| Kind::of(&it.body)).collect())
    }

    fn known(scans: &Scans<'_>, kinds: Vec<Kind>) -> Self {
        let path = scans.path().into_iter().map(index).collect();
        Self { path, kinds }
    }
}

/// Transcripts that come to the same.
pub(super) struct Merged<'e> {
    pub(super) outcome: Outcome,
    /// How many they are.
    pub(super) n: u64,
    /// The first of them.
    pub(super) example: Vec<&'e TranscriptEvent>,
}

/// Prefixes after which the same is known.
struct Prefix<'e> {
    scans: Scans<'e>,
    kinds: Vec<Kind>,
    n: u64,
    example: Vec<&'e TranscriptEvent>,
}

/// Walks the product of `choices`, merging prefixes, and compares the path of
/// core with that of the model after each event.
pub(super) fn merged(choices: &[Choices]) -> Vec<Merged<'_>> {
    let mut prefixes = vec![Prefix {
        scans: Scans::default(),
        kinds: Vec::new(),
        n: 1,
        example: Vec::new(),
    }];
    for events in choices {
        let mut places = HashMap::new();
        let mut longer = Vec::<Prefix<'_>>::new();
        for prefix in &prefixes {
            for event in events {
                let mut scans = prefix.scans.clone();
                scans.take(event);
                assert!(
                    scans.path() == scans.model_path(),
                    "{}",
                    sketch_of(prefix, event)
                );
                let mut kinds = prefix.kinds.clone();
                kinds.push(Kind::of(&event.body));
                let place = *places
                    .entry((scans.clone(), kinds.clone()))
                    .or_insert_with(|| {
                        longer.push(Prefix {
                            scans,
                            kinds,
                            n: 0,
                            example: prefix.example.iter().copied().chain([event]).collect(),
                        });
                        longer.len() - 1
                    });
                if let Some(same) = longer.get_mut(place) {
                    same.n += prefix.n;
                }
            }
        }
        prefixes = longer;
    }
    by_outcome(prefixes)
}

fn sketch_of(prefix: &Prefix<'_>, last: &TranscriptEvent) -> String {
    let events: Vec<_> = prefix
        .example
        .iter()
        .copied()
        .chain([last])
        .cloned()
        .collect();
    sketch(&events)
}

fn by_outcome(prefixes: Vec<Prefix<'_>>) -> Vec<Merged<'_>> {
    let mut places = HashMap::new();
    let mut all = Vec::<Merged<'_>>::new();
    for it in prefixes {
        let outcome = Outcome::known(&it.scans, it.kinds);
        let place = *places.entry(outcome.clone()).or_insert(all.len());
        match all.get_mut(place) {
            Some(same) => same.n += it.n,
            None => all.push(Merged {
                outcome,
                n: it.n,
                example: it.example,
            }),
        }
    }
    all
}

/// Walks the product of `choices` one by one, and counts what it comes to.
pub(super) fn one_by_one(choices: &[Choices]) -> HashMap<Outcome, u64> {
    let mut counts = HashMap::new();
    product(choices, &mut |events| {
        *counts.entry(Outcome::of(events)).or_insert(0) += 1;
    });
    counts
}

/// Visits each list with one choice for each place.
pub(super) fn product(choices: &[Choices], visit: &mut impl FnMut(&[TranscriptEvent])) {
    fn go(
        choices: &[Choices],
        events: &mut Vec<TranscriptEvent>,
        visit: &mut impl FnMut(&[TranscriptEvent]),
    ) {
        let Some(next) = choices.get(events.len()) else {
            return visit(events);
        };
        for event in next {
            events.push(event.clone());
            go(choices, events, visit);
            events.pop();
        }
    }
    go(choices, &mut Vec::new(), visit);
}
