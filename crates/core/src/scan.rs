//! Leaf bookkeeping over events that are held in memory (T5, T6).

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{Hash, Hasher};

use crate::event::{EventBody, TranscriptEvent};
use crate::id::MessageId;
use crate::leaf::{Control, Effect, LeafState, Link, Links, place};

/// What is known after some events: one node an id, and where the path ends.
///
/// It holds nothing of an event but its id and its place, so two transcripts
/// after which it is equal place every later event alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scan<'e> {
    nodes: Vec<Node<'e>>,
    by_id: HashMap<&'e MessageId, usize>,
    state: LeafState<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node<'e> {
    id: &'e MessageId,
    parent: Option<usize>,
    control: Control,
    fence: Option<usize>,
}

impl Hash for Scan<'_> {
    /// Leaves out the map, which follows from the nodes.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.nodes.hash(hasher);
        self.state.hash(hasher);
    }
}

impl<'e> Scan<'e> {
    /// Takes the next event in order of arrival.
    ///
    /// Where ids repeat, the later event takes the place of the earlier.
    pub(crate) fn take(&mut self, event: &'e TranscriptEvent) {
        let mut state = self.state;
        let Ok(placed) = place(event, &mut state, self);
        let mut node = Node {
            id: &event.id,
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

    /// Returns the ids of the active path, in reading order.
    ///
    /// A missing ancestor yields the reachable suffix, a cycle the empty path.
    pub(crate) fn path(&self) -> Vec<&'e MessageId> {
        let mut ids = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut at = self.state.leaf;
        while let Some(node) = at.and_then(|index| self.nodes.get(index)) {
            match at.and_then(|index| seen.get_mut(index)) {
                Some(seen) if !*seen => *seen = true,
                _ => return Vec::new(),
            }
            if node.control == Control::No {
                ids.push(node.id);
            }
            at = node.parent;
        }
        ids.reverse();
        ids
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
