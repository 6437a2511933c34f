//! The active path of a transcript held in memory (T6).

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;

use crate::event::{EventBody, RowClass, TranscriptEvent};
use crate::id::MessageId;
use crate::leaf::{Control, Effect, LeafState, Link, Links, place};
use crate::position::{PathPosition, PositionRange};
use crate::rows::{End, Located, PathRow, PathRows};

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
        for event in events {
            scan.take(event);
        }
        let rows = scan.walk();
        let by_id = (1..)
            .map(PathPosition)
            .zip(&rows)
            .map(|(position, event)| (&event.id, position))
            .collect();
        let arrived = scan
            .nodes
            .iter()
            .map(|it| (&it.event.id, it.event))
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

/// The events seen so far, one node an id.
#[derive(Default)]
struct Scan<'e> {
    nodes: Vec<Node<'e>>,
    by_id: HashMap<&'e MessageId, usize>,
    state: LeafState<usize>,
}

struct Node<'e> {
    event: &'e TranscriptEvent,
    parent: Option<usize>,
    control: Control,
    fence: Option<usize>,
}

impl<'e> Scan<'e> {
    fn take(&mut self, event: &'e TranscriptEvent) {
        let mut state = self.state;
        let Ok(placed) = place(event, &mut state, self);
        let mut node = Node {
            event,
            parent: placed.parent,
            control: placed.control,
            fence: placed.fence,
        };
        let at = self.by_id.get(&event.id).copied();
        let index = at.unwrap_or(self.nodes.len());
        if matches!(event.body, EventBody::Reset { .. }) && placed.effect == Effect::EndsInEvent {
            node.fence = Some(index);
        }
        match self.nodes.get_mut(index) {
            Some(earlier) => *earlier = node,
            None => self.nodes.push(node),
        }
        self.by_id.insert(&event.id, index);
        if placed.effect == Effect::EndsInEvent {
            state.arrived(index, &event.body);
        }
        self.state = state;
    }

    fn walk(&self) -> Vec<&'e TranscriptEvent> {
        let mut rows = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut at = self.state.leaf;
        while let Some(node) = at.and_then(|index| self.nodes.get(index)) {
            match at.and_then(|index| seen.get_mut(index)) {
                Some(seen) if !*seen => *seen = true,
                _ => return Vec::new(),
            }
            if node.control == Control::No {
                rows.push(node.event);
            }
            at = node.parent;
        }
        rows.reverse();
        rows
    }

    fn linked(&self, index: usize) -> Option<Link<usize>> {
        self.nodes.get(index).map(|node| Link {
            node: index,
            parent: node.parent,
            control: node.control,
            fence: node.fence,
        })
    }
}

impl Links for Scan<'_> {
    type Node = usize;
    type Error = Infallible;

    fn find(&mut self, id: &MessageId) -> Result<Option<Link<usize>>, Infallible> {
        Ok(self.by_id.get(id).and_then(|&index| self.linked(index)))
    }

    fn link(&mut self, node: usize) -> Result<Option<Link<usize>>, Infallible> {
        Ok(self.linked(node))
    }
}
