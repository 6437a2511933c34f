//! What a read can tell of a transcript.

use sessions_core::event::{RowClass, TranscriptEvent};
use sessions_core::id::MessageId;
use sessions_core::path::ActivePath;

/// What a read can tell of a transcript, event by event in order of arrival.
///
/// A read asks a path for the class of its rows, for where an id stands on it,
/// and for what a reset keeps ([`sessions_core::rows::PathRows`]).
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Shape(Vec<Seen>);

#[derive(PartialEq, Eq, Hash)]
struct Seen {
    class: RowClass,
    /// Where it stands on the path.
    position: Option<u64>,
    /// Where the rows begin that a reset keeps, if they stand before it.
    keeps_from: Option<u64>,
}

impl Shape {
    pub(super) fn of(events: &[TranscriptEvent]) -> Self {
        let path = ActivePath::of(events);
        let position = |id: &MessageId| path.position(id).map(|it| it.0);
        let seen = |event: &TranscriptEvent| {
            let class = event.body.class();
            let own = position(&event.id);
            let is_reset = class == RowClass::Reset && own.is_some();
            let kept = event.body.first_kept().filter(|_| is_reset);
            Seen {
                class,
                position: own,
                keeps_from: kept.and_then(position).filter(|&it| Some(it) < own),
            }
        };
        Self(events.iter().map(seen).collect())
    }
}
