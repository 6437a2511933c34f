//! The rows of one session in the line in which they were said.
//!
//! Every record hangs on the one before it, whatever parent it names, but for a
//! rewind. Two prompts of the person under one row are a rewind: they went back
//! and said something else. Their client forks the tree for many other reasons
//! (parallel tool calls, hooks, progress), and in those forks nothing was taken
//! back.

use std::collections::HashMap;

use sessions_core::event::{Append, EventBody, Parent, TimestampMs, TranscriptEvent};

use super::record::{Body, Record};
use crate::id::{Ids, Place};

/// One session, or one side chain of it, while it is read.
#[derive(Debug, Default)]
pub(super) struct Chain {
    /// The events so far.
    pub(super) events: Vec<TranscriptEvent>,
    /// One node for each event.
    nodes: Vec<Node>,
    /// The event in which the path ends.
    leaf: Option<usize>,
    by_uuid: HashMap<Box<str>, Written>,
    /// The latest prompt under a row, by row.
    prompts: HashMap<usize, usize>,
    ids: Ids,
    last_time: Option<TimestampMs>,
}

#[derive(Debug)]
struct Node {
    /// What the event hangs on.
    parent: Option<usize>,
    /// The nearest row that was said or done, itself included, by the links of
    /// the file.
    said: Option<usize>,
}

/// Where a record was written.
#[derive(Clone, Copy, Debug)]
struct Written {
    /// The event made of it.
    event: usize,
    /// Where its children hang: a record written again after a compaction
    /// stands for the end of the path at that time.
    end: usize,
}

impl Chain {
    /// Returns whether a record of this name was taken.
    pub(super) fn holds(&self, uuid: &str) -> bool {
        self.by_uuid.contains_key(uuid)
    }

    /// Takes the next record.
    pub(super) fn take(&mut self, record: Record, place: Place) {
        let is_prompt = record.is_prompt;
        let is_said = matches!(
            record.body,
            Body::Message {
                is_hidden: false,
                ..
            } | Body::Compaction { .. }
        );
        self.last_time = record.time.or(self.last_time);
        let body = body(record.body);
        if self.is_written_again(record.uuid.as_deref(), &body) {
            return;
        }
        let named = record
            .parent
            .as_deref()
            .and_then(|parent| self.by_uuid.get(parent))
            .map(|written| written.end);
        let above = named.or(self.leaf);
        let anchor = above.and_then(|at| self.nodes.get(at)?.said);
        let rewound = anchor
            .filter(|_| is_prompt && named.is_some())
            .and_then(|anchor| self.prompts.get(&anchor).copied())
            .filter(|&prompt| self.is_on_path(prompt));
        let (parent, hangs_on) = match rewound.and_then(|prompt| self.nodes.get(prompt)) {
            Some(prompt) => (self.parent_field(prompt.parent), prompt.parent),
            None if self.leaf.is_some() && named == self.leaf => {
                (self.parent_field(self.leaf), self.leaf)
            }
            None => (Parent::Unsaid, self.leaf),
        };
        let id = self.ids.give(record.uuid.as_deref(), place);
        let at = self.events.len();
        self.events.push(TranscriptEvent {
            id,
            parent,
            append: Append::Normal,
            timestamp: self.last_time.unwrap_or_default(),
            body,
        });
        self.nodes.push(Node {
            parent: hangs_on,
            said: if is_said { Some(at) } else { anchor },
        });
        if let (Some(anchor), true) = (anchor, is_prompt) {
            self.prompts.insert(anchor, at);
        }
        if let Some(uuid) = record.uuid {
            let written = Written { event: at, end: at };
            self.by_uuid.insert(uuid.into(), written);
        }
        self.leaf = Some(at);
    }

    /// Returns whether the record was taken before with the same content; it
    /// is shown once, and what follows it follows the path.
    fn is_written_again(&mut self, uuid: Option<&str>, body: &EventBody) -> bool {
        let leaf = self.leaf;
        let Some(written) = uuid.and_then(|uuid| self.by_uuid.get_mut(uuid)) else {
            return false;
        };
        let earlier = self.events.get(written.event);
        if earlier.is_none_or(|earlier| earlier.body != *body) {
            return false;
        }
        written.end = leaf.unwrap_or(written.end);
        true
    }

    fn parent_field(&self, at: Option<usize>) -> Parent {
        match at.and_then(|at| self.events.get(at)) {
            Some(event) => Parent::Event(event.id.clone()),
            None => Parent::Root,
        }
    }

    fn is_on_path(&self, wanted: usize) -> bool {
        let mut at = self.leaf;
        while let Some(here) = at.filter(|&here| wanted <= here) {
            if here == wanted {
                return true;
            }
            // INVARIANT: a parent stands before its child, so this ends.
            at = self.nodes.get(here).and_then(|node| node.parent);
        }
        false
    }
}

fn body(body: Body) -> EventBody {
    match body {
        Body::Message {
            role,
            text,
            is_hidden,
        } => EventBody::Message {
            role,
            text,
            is_hidden,
        },
        Body::Compaction { summary } => EventBody::Compaction {
            first_kept: None,
            summary,
        },
        _ => EventBody::Note,
    }
}

#[cfg(test)]
mod tests {
    use sessions_core::event::Role;
    use sessions_core::path::ActivePath;

    use super::*;

    /// Builds a chain of (uuid, parent, what): `u` a prompt, `a` an answer, `t`
    /// a tool row, `p` progress, `b` a boundary.
    fn path(rows: &[(&str, Option<&str>, char)]) -> String {
        let mut chain = Chain::default();
        for (number, &(uuid, parent, what)) in (1..).zip(rows) {
            let said = |role| Body::Message {
                role,
                text: uuid.to_owned(),
                is_hidden: false,
            };
            let record = Record {
                has_type: true,
                uuid: Some(uuid.to_owned()),
                parent: parent.map(str::to_owned),
                session: None,
                agent: None,
                is_side: None,
                is_prompt: what == 'u',
                time: None,
                body: match what {
                    'u' => said(Role::User),
                    'a' => said(Role::Assistant),
                    't' => said(Role::Tool),
                    'b' => Body::Compaction {
                        summary: String::new(),
                    },
                    _ => Body::Unknown,
                },
            };
            let place = Place {
                line: number,
                n_before: 0,
            };
            chain.take(record, place);
        }
        let path = ActivePath::of(&chain.events);
        let ids: Vec<_> = path.events().map(|event| event.id.as_str()).collect();
        ids.join(" ")
    }

    #[test]
    fn forks_without_a_second_prompt_lose_nothing() {
        let tools = [
            ("u1", None, 'u'),
            ("a1", Some("u1"), 'a'),
            ("a2", Some("a1"), 'a'),
            ("t1", Some("a1"), 't'),
            ("t2", Some("a2"), 't'),
            ("a3", Some("t1"), 'a'),
            ("u2", Some("t2"), 'u'),
        ];
        assert_eq!(path(&tools), "u1 a1 a2 t1 t2 a3 u2");
        let late_progress = [
            ("u1", None, 'u'),
            ("a1", Some("u1"), 'a'),
            ("u2", Some("a1"), 'u'),
            ("p1", Some("u1"), 'p'),
            ("a2", Some("p1"), 'a'),
        ];
        assert_eq!(path(&late_progress), "u1 a1 u2 p1 a2");
    }

    #[test]
    fn a_second_prompt_under_one_row_is_a_rewind() {
        let rows = [
            ("u1", None, 'u'),
            ("a1", Some("u1"), 'a'),
            ("t1", Some("a1"), 't'),
            ("t2", Some("a1"), 't'),
            ("u2", Some("t1"), 'u'),
            ("a2", Some("u2"), 'a'),
            // A progress row in between does not hide it.
            ("p1", Some("t1"), 'p'),
            ("u3", Some("p1"), 'u'),
        ];
        assert_eq!(path(&rows), "u1 a1 t1 t2 u3");
    }

    #[test]
    fn a_prompt_under_a_row_that_was_taken_back_continues_the_path() {
        let rows = [
            ("u1", None, 'u'),
            ("a1", Some("u1"), 'a'),
            ("u2", Some("a1"), 'u'),
            ("a2", Some("u2"), 'a'),
            ("u3", Some("a2"), 'u'),
            ("u4", Some("a1"), 'u'),
            ("u5", Some("a2"), 'u'),
        ];
        assert_eq!(path(&rows), "u1 a1 u4 u5");
    }

    #[test]
    fn a_prompt_after_a_compaction_is_no_rewind() {
        let rows = [
            ("u1", None, 'u'),
            ("a1", Some("u1"), 'a'),
            ("u2", Some("a1"), 'u'),
            ("cb", Some("a1"), 'b'),
            ("u3", Some("cb"), 'u'),
        ];
        assert_eq!(path(&rows), "u1 a1 u2 cb u3");
    }

    #[test]
    fn lost_parents_and_roots_continue_the_path() {
        let rows = [
            ("u1", Some("never-written"), 'u'),
            ("a1", Some("u1"), 'a'),
            ("u2", None, 'u'),
            ("u3", Some("gone"), 'u'),
            ("a3", Some("a3"), 'a'),
        ];
        assert_eq!(path(&rows), "u1 a1 u2 u3 a3");
    }

    #[test]
    fn records_kept_by_a_compaction_are_shown_once() {
        let rows = [
            ("u1", None, 'u'),
            ("a1", Some("u1"), 'a'),
            ("u2", Some("a1"), 'u'),
            ("a2", Some("u2"), 'a'),
            ("cb", Some("a2"), 'b'),
            ("a1", Some("cb"), 'a'),
            ("u3", Some("a1"), 'u'),
        ];
        assert_eq!(path(&rows), "u1 a1 u2 a2 cb u3");
    }
}
