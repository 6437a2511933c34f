//! Leaf bookkeeping: where an arriving event hangs and which leaf it leaves
//! behind (T5).
//!
//! [`place`] is the only place that knows the rules. It reads no transcript:
//! it is given the [`LeafState`] and asks [`Links`] for the few events that
//! matter, so an append costs the same in a transcript of ten events and of
//! ten million. The scan of a whole transcript ([`crate::path`]) and a store on
//! disk both call it, event by event in order of arrival.

use crate::event::{Append, EventBody, LeafTarget, Parent, TranscriptEvent};
use crate::id::MessageId;

/// What an earlier event is to the placing of a later one.
///
/// `N` names an event for the holder of the links: an index, a row id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link<N> {
    /// The event.
    pub node: N,
    /// What it hangs on; for a leaf control, what it selected.
    pub parent: Option<N>,
    /// Whether it is a leaf control, and if so whether it took effect.
    pub control: Control,
    /// The latest reset that it descends from, itself included.
    pub fence: Option<N>,
}

/// Whether an event is a leaf control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// It is not.
    No,
    /// It is, and moved the leaf.
    Selected,
    /// It is, and was ignored: its target was unknown or invalid.
    Ignored,
}

/// Finds earlier events of one transcript.
pub trait Links {
    /// Names one event.
    type Node: Copy + Eq;
    /// Why a look-up failed.
    type Error;

    /// Returns the event with this id, if it has arrived.
    ///
    /// # Errors
    ///
    /// Fails when the holder of the links cannot read.
    fn find(&mut self, id: &MessageId) -> Result<Option<Link<Self::Node>>, Self::Error>;

    /// Returns the event of a node that an earlier answer named.
    ///
    /// # Errors
    ///
    /// Fails when the holder of the links cannot read.
    fn link(&mut self, node: Self::Node) -> Result<Option<Link<Self::Node>>, Self::Error>;
}

/// Where a transcript stands after some events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeafState<N> {
    /// The event in which the active path ends; `None` is the empty path.
    pub leaf: Option<N>,
    /// The parent that a writer names for its next event.
    pub append_point: Option<N>,
    /// The latest reset.
    pub last_reset: Option<N>,
}

impl<N> Default for LeafState<N> {
    fn default() -> Self {
        Self {
            leaf: None,
            append_point: None,
            last_reset: None,
        }
    }
}

/// What [`place`] decided about one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement<N> {
    /// What the event hangs on; for a leaf control, what it selected.
    pub parent: Option<N>,
    /// Whether it is a leaf control, and if so whether it took effect.
    pub control: Control,
    /// The latest reset that it descends from. A reset's own fence is itself,
    /// which only the caller can name.
    pub fence: Option<N>,
    /// What becomes of the active path.
    pub effect: Effect,
}

/// What an event does to the active path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Stays,
    /// The path ends in the event, which hangs on [`Placement::parent`].
    EndsInEvent,
    /// The path ends in [`Placement::parent`]; the event is not on it.
    EndsInParent,
}

/// Decides where `event` hangs, and moves `state` on, but for the event's own
/// node: after [`Effect::EndsInEvent`] the caller calls
/// [`LeafState::arrived`] with it.
///
/// # Errors
///
/// Fails when `links` fails.
pub fn place<L: Links>(
    event: &TranscriptEvent,
    state: &mut LeafState<L::Node>,
    links: &mut L,
) -> Result<Placement<L::Node>, L::Error> {
    if let EventBody::LeafControl {
        target,
        append_parent,
    } = &event.body
    {
        return place_control(event, target, append_parent.as_ref(), state, links);
    }
    let parent = repaired_parent(event, state, links)?;
    let fence = fence_of(parent, links)?;
    Ok(Placement {
        parent,
        control: Control::No,
        fence: fence.filter(|_| fence == state.last_reset),
        effect: match event.append {
            Append::Normal => Effect::EndsInEvent,
            Append::Side => Effect::Stays,
        },
    })
}

impl<N: Copy> LeafState<N> {
    /// Notes that the event just placed is stored as `node` and is the leaf.
    pub fn arrived(&mut self, node: N, body: &EventBody) {
        self.leaf = Some(node);
        self.append_point = Some(node);
        if matches!(body, EventBody::Reset { .. }) {
            self.last_reset = Some(node);
        }
    }
}

/// A node is inside the fence when it descends from the latest reset (T5.5).
fn is_fenced<N: Copy + Eq>(link: &Link<N>, state: &LeafState<N>) -> bool {
    state.last_reset.is_none() || link.fence == state.last_reset
}

/// Returns the latest reset that `node` descends from.
fn fence_of<L: Links>(node: Option<L::Node>, links: &mut L) -> Result<Option<L::Node>, L::Error> {
    Ok(match node {
        Some(node) => links.link(node)?.and_then(|link| link.fence),
        None => None,
    })
}

/// Follows leaf controls to the event that they stand for.
fn through_controls<L: Links>(
    mut link: Option<Link<L::Node>>,
    links: &mut L,
) -> Result<Option<L::Node>, L::Error> {
    // Ids that repeat can close a ring of controls; each node is passed once.
    let mut passed = Vec::new();
    while let Some(at) = link {
        if at.control == Control::No || passed.contains(&at.node) {
            return Ok(Some(at.node));
        }
        passed.push(at.node);
        link = match at.parent {
            Some(parent) => links.link(parent)?,
            None => None,
        };
    }
    Ok(None)
}

/// Returns what an event that is no leaf control hangs on (T5.4, T5.5).
fn repaired_parent<L: Links>(
    event: &TranscriptEvent,
    state: &LeafState<L::Node>,
    links: &mut L,
) -> Result<Option<L::Node>, L::Error> {
    let named = match &event.parent {
        Parent::Unsaid => return Ok(state.leaf),
        // A second root after a reset would leave the fence.
        Parent::Root => return Ok(state.leaf.filter(|_| state.last_reset.is_some())),
        // Its own id has not been seen when it arrives.
        Parent::Event(id) if *id == event.id => None,
        Parent::Event(id) => links.find(id)?,
    };
    match named {
        None => Ok(state.leaf),
        Some(link) if !is_fenced(&link, state) => Ok(state.leaf),
        Some(link) if Some(link.node) == state.append_point => Ok(state.leaf),
        Some(link) => through_controls(Some(link), links),
    }
}

/// Selects a leaf, or ignores the control (T5.2, T5.5).
fn place_control<L: Links>(
    event: &TranscriptEvent,
    target: &LeafTarget,
    append_parent: Option<&MessageId>,
    state: &mut LeafState<L::Node>,
    links: &mut L,
) -> Result<Placement<L::Node>, L::Error> {
    let found = match target {
        LeafTarget::Event(id) if *id != event.id => links.find(id)?,
        _ => None,
    };
    let has_reset = state.last_reset.is_some() && state.leaf.is_some();
    let selected = match (found, target) {
        (Some(link), _) if link.control != Control::Ignored && is_fenced(&link, state) => {
            Some((through_controls(Some(link), links)?, Some(link.node)))
        }
        (_, LeafTarget::Invalid) => None,
        // A rewind never crosses a reset: whatever lies beyond means the leaf.
        _ if has_reset => Some((state.leaf, state.leaf)),
        (_, LeafTarget::Empty) => Some((None, None)),
        (_, LeafTarget::Event(_)) => None,
    };
    let Some((leaf, named)) = selected else {
        // An event that names the ignored control hangs on what this hangs on.
        let parent = repaired_parent(event, state, links)?;
        return Ok(Placement {
            parent,
            control: Control::Ignored,
            fence: fence_of(parent, links)?,
            effect: Effect::Stays,
        });
    };
    let append_point = match append_parent {
        Some(id) if *id != event.id => links
            .find(id)?
            .filter(|link| link.control != Control::Ignored && is_fenced(link, state))
            .map(|link| link.node),
        _ => None,
    };
    state.leaf = leaf;
    state.append_point = append_point.or(named);
    Ok(Placement {
        parent: leaf,
        control: Control::Selected,
        fence: state.last_reset,
        effect: Effect::EndsInParent,
    })
}
