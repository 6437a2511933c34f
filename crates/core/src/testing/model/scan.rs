//! Bookkeeping and path of the model (T5, T6).

use std::collections::{BTreeMap, BTreeSet};

use crate::event::{Append, EventBody, LeafTarget, Parent, TranscriptEvent};
use crate::id::MessageId;

/// What is known after some events; everything is named by id.
///
/// It holds nothing of an event but its id and its place, so two transcripts
/// after which it is equal place every later event alike.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Scan<'e> {
    /// What each event hangs on; what it selected, for a leaf control.
    parents: BTreeMap<&'e MessageId, Option<&'e MessageId>>,
    controls: BTreeSet<&'e MessageId>,
    /// The controls that did not take effect.
    ignored: BTreeSet<&'e MessageId>,
    last_reset: Option<&'e MessageId>,
    /// The latest reset and what descends from it.
    behind_reset: BTreeSet<&'e MessageId>,
    leaf: Option<&'e MessageId>,
    append_point: Option<&'e MessageId>,
}

impl<'e> Scan<'e> {
    /// Takes the next event in order of arrival.
    pub(crate) fn take(&mut self, event: &'e TranscriptEvent) {
        match &event.body {
            EventBody::LeafControl {
                target,
                append_parent,
            } => self.take_control(event, target, append_parent.as_ref()),
            body => {
                let parent = self.repaired_parent(event);
                self.note(&event.id, parent);
                self.controls.remove(&event.id);
                self.ignored.remove(&event.id);
                if event.append == Append::Side {
                    return;
                }
                self.leaf = Some(&event.id);
                self.append_point = Some(&event.id);
                if matches!(body, EventBody::Reset { .. }) {
                    self.last_reset = Some(&event.id);
                    self.behind_reset = BTreeSet::from([&event.id]);
                }
            }
        }
    }

    /// T5.2 and the half of T5.5 that speaks of targets.
    fn take_control(
        &mut self,
        event: &'e TranscriptEvent,
        target: &'e LeafTarget,
        append_parent: Option<&'e MessageId>,
    ) {
        let can_be_named = |id: &MessageId| {
            *id != event.id && self.parents.contains_key(id) && !self.ignored.contains(id)
        };
        let has_reset = self.last_reset.is_some();
        // `Some` of what is selected, which can be the empty path.
        let selected = match target {
            LeafTarget::Invalid => None,
            LeafTarget::Empty if has_reset => Some(self.leaf),
            LeafTarget::Empty => Some(None),
            LeafTarget::Event(id) if has_reset => {
                let is_behind = can_be_named(id) && self.behind_reset.contains(id);
                Some(if is_behind { Some(id) } else { self.leaf })
            }
            LeafTarget::Event(id) => can_be_named(id).then_some(Some(id)),
        };
        let append_parent = append_parent.filter(|id| can_be_named(id));
        let hangs_on = match selected {
            None => self.repaired_parent(event),
            Some(target) => {
                self.leaf = self.through_controls(target);
                self.append_point = append_parent.or(target);
                self.leaf
            }
        };
        self.note(&event.id, hangs_on);
        self.controls.insert(&event.id);
        if selected.is_none() {
            self.ignored.insert(&event.id);
        } else {
            self.ignored.remove(&event.id);
        }
    }

    /// T5.4 and the half of T5.5 that speaks of parents.
    fn repaired_parent(&self, event: &'e TranscriptEvent) -> Option<&'e MessageId> {
        let has_reset = self.last_reset.is_some();
        match &event.parent {
            Parent::Unsaid => self.leaf,
            Parent::Root if has_reset => self.leaf,
            Parent::Root => None,
            Parent::Event(id) if *id == event.id => self.leaf,
            Parent::Event(id) if !self.parents.contains_key(id) => self.leaf,
            Parent::Event(id) if has_reset && !self.behind_reset.contains(id) => self.leaf,
            Parent::Event(id) if self.append_point == Some(id) => self.leaf,
            Parent::Event(id) => self.through_controls(Some(id)),
        }
    }

    /// Follows leaf controls to what they stand for. A ring of controls, which
    /// repeated ids can close, stands for the control at which it was entered.
    fn through_controls(&self, from: Option<&'e MessageId>) -> Option<&'e MessageId> {
        let mut passed = BTreeSet::new();
        let mut at = from;
        while let Some(id) = at {
            if !self.controls.contains(id) || !passed.insert(id) {
                return Some(id);
            }
            at = self.parents.get(id).copied().flatten();
        }
        None
    }

    fn note(&mut self, id: &'e MessageId, parent: Option<&'e MessageId>) {
        if parent.is_some_and(|parent| self.behind_reset.contains(parent)) {
            self.behind_reset.insert(id);
        } else {
            self.behind_reset.remove(id);
        }
        self.parents.insert(id, parent);
    }

    /// Returns the ids from the root to the leaf (T6).
    pub(crate) fn path(&self) -> Vec<&'e MessageId> {
        let mut path = Vec::new();
        let mut seen = BTreeSet::new();
        let mut at = self.leaf;
        while let Some(id) = at {
            if !seen.insert(id) {
                return Vec::new();
            }
            let Some(parent) = self.parents.get(id) else {
                break;
            };
            if !self.controls.contains(id) {
                path.push(id);
            }
            at = *parent;
        }
        path.reverse();
        path
    }
}
