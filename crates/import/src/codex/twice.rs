//! Utterances that are written twice: as an item and as an event.

use std::collections::VecDeque;

use sessions_core::event::Role;

/// How an utterance is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// As an item of the model's context.
    Item,
    /// As an event for the person.
    Event,
}

/// How many utterances the second writing may lag behind the first. Both are
/// written at once; between the two stand a few others at most.
const MAX_LAG: usize = 16;

/// The utterances of late that were written once so far.
#[derive(Debug, Default)]
pub(super) struct Twice {
    open: VecDeque<(Origin, Role, String)>,
}

impl Twice {
    /// Returns whether an utterance is not the second writing of one that was
    /// met before.
    pub(super) fn is_first(&mut self, origin: Origin, role: Role, text: &str) -> bool {
        let text = text.trim();
        let other = self
            .open
            .iter()
            .position(|(o, r, t)| *o != origin && *r == role && t == text);
        if let Some(at) = other {
            self.open.remove(at);
            return false;
        }
        if self.open.len() == MAX_LAG {
            self.open.pop_front();
        }
        self.open.push_back((origin, role, text.to_owned()));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_second_writing_belongs_to_one_first() {
        use Origin::{Event, Item};
        let mut twice = Twice::default();
        for (origin, role, text, is_first) in [
            (Item, Role::User, "yes", true),
            (Event, Role::User, "yes\n", false),
            (Event, Role::User, "yes", true),
            (Item, Role::Assistant, "yes", true),
            (Item, Role::User, "yes", false),
            (Event, Role::Assistant, "yes", false),
            (Event, Role::Assistant, "only here", true),
            (Event, Role::Assistant, "only here", true),
        ] {
            assert_eq!(twice.is_first(origin, role, text), is_first, "{text}");
        }
    }

    #[test]
    fn what_is_long_ago_is_said_again() {
        let mut twice = Twice::default();
        assert!(twice.is_first(Origin::Item, Role::User, "yes"));
        for n in 0..MAX_LAG {
            assert!(twice.is_first(Origin::Item, Role::User, &n.to_string()));
        }
        assert!(twice.is_first(Origin::Event, Role::User, "yes"));
    }
}
