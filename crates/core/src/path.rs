//! The active path of a transcript held in memory (T6).

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;

use crate::event::{RowClass, TranscriptEvent};
use crate::id::MessageId;
use crate::position::{PathPosition, PositionRange};
use crate::rows::{End, Located, PathRow, PathRows};
use crate::scan::Scan;

/// The chain from the leaf to the root, in reading order (T6).
///
/// ```
/// use sessions_core::event::{Append, EventBody, Parent, Role, TimestampMs, TranscriptEvent};
/// use sessions_core::path::ActivePath;
///
/// let said = |id: &str, parent| TranscriptEvent {
///     id: id.parse().unwrap(),
///     parent,
///     append: Append::Normal,
///     timestamp: TimestampMs(0),
///     body: EventBody::Message {
///         role: Role::User,
///         text: id.to_owned(),
///         is_hidden: false,
///     },
/// };
/// let events = [
///     said("a", Parent::Root),
///     said("b", Parent::Unsaid),
///     said("c", Parent::Event("a".parse()?)),
/// ];
/// let ids: Vec<_> = ActivePath::of(&events)
///     .events()
///     .map(|it| it.id.as_str())
///     .collect();
/// assert_eq!(ids, ["a", "c"]);
/// # Ok::<(), sessions_core::id::ParseIdError>(())
/// ```
#[derive(Clone)]
pub struct ActivePath<'e> {
    rows: Vec<&'e TranscriptEvent>,
    by_id: HashMap<&'e MessageId, PathPosition>,
    arrived: HashMap<&'e MessageId, &'e TranscriptEvent>,
}

impl<'e> ActivePath<'e> {
    /// Scans `events` in order of arrival.
    ///
    /// Where ids repeat, the later event takes the place of the earlier. A
    /// missing ancestor yields the reachable suffix, a cycle the empty path.
    pub fn of(events: impl IntoIterator<Item = &'e TranscriptEvent>) -> Self {
        let mut scan = Scan::default();
        let mut arrived = HashMap::new();
        for event in events {
            scan.take(event);
            arrived.insert(&event.id, event);
        }
        let path = scan.path();
        let rows: Vec<_> = path
            .iter()
            .filter_map(|id| arrived.get(id).copied())
            .collect();
        let by_id = (1..)
            .map(PathPosition)
            .zip(&rows)
            .map(|(position, event)| (&event.id, position))
            .collect();
        Self {
            rows,
            by_id,
            arrived,
        }
    }

    /// Returns the events of the path, in reading order.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &'e TranscriptEvent> + '_ {
        self.rows.iter().copied()
    }

    /// Returns the number of events on the path.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether nothing is on the path.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the event at a position.
    pub fn get(&self, position: PathPosition) -> Option<&'e TranscriptEvent> {
        let index = usize::try_from(position.0.checked_sub(1)?).ok()?;
        self.rows.get(index).copied()
    }

    /// Returns where on the path an event stands.
    pub fn position(&self, id: &MessageId) -> Option<PathPosition> {
        self.by_id.get(id).copied()
    }

    /// Returns the event of this id, on the path or off it.
    pub fn arrived(&self, id: &MessageId) -> Option<&'e TranscriptEvent> {
        self.arrived.get(id).copied()
    }
}

impl fmt::Debug for ActivePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.rows.iter().map(|event| &event.id))
            .finish()
    }
}

impl<'e> ActivePath<'e> {
    fn of_class(
        &self,
        class: RowClass,
        range: PositionRange,
    ) -> impl DoubleEndedIterator<Item = PathRow<&'e TranscriptEvent>> + '_ {
        let index = |position: PathPosition| usize::try_from(position.0).unwrap_or(usize::MAX);
        let first = index(range.first.before()).min(self.rows.len());
        let last = index(range.last).clamp(first, self.rows.len());
        let rows = self.rows.get(first..last).unwrap_or_default();
        let start = range.first.before().0;
        rows.iter()
            .enumerate()
            .filter(move |(_, event)| event.body.class() == class)
            .map(move |(at, &event)| PathRow {
                position: PathPosition(start.saturating_add(at as u64).saturating_add(1)),
                class,
                role: event.body.role(),
                node: event,
            })
    }
}

/// In memory a count costs the length of its range; that is fine for what is
/// held in memory.
impl<'e> PathRows for ActivePath<'e> {
    type Node = &'e TranscriptEvent;
    type Error = Infallible;

    fn path_len(&mut self) -> Result<u64, Infallible> {
        Ok(self.rows.len() as u64)
    }

    fn locate(&mut self, id: &MessageId) -> Result<Option<Located<Self::Node>>, Infallible> {
        Ok(self.arrived(id).map(|event| Located {
            position: self.position(id),
            class: event.body.class(),
            role: event.body.role(),
            node: event,
        }))
    }

    fn first_kept(&mut self, position: PathPosition) -> Result<Option<MessageId>, Infallible> {
        Ok(self
            .get(position)
            .and_then(|event| event.body.first_kept().cloned()))
    }

    fn count(&mut self, class: RowClass, range: PositionRange) -> Result<u64, Infallible> {
        Ok(self.of_class(class, range).count() as u64)
    }

    fn rows(
        &mut self,
        class: RowClass,
        range: PositionRange,
        end: End,
        limit: usize,
    ) -> Result<Vec<PathRow<Self::Node>>, Infallible> {
        Ok(match end {
            End::First => self.of_class(class, range).take(limit).collect(),
            End::Last => {
                let mut rows: Vec<_> = self.of_class(class, range).rev().take(limit).collect();
                rows.reverse();
                rows
            }
        })
    }
}
