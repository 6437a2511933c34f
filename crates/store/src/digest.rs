//! Digests of events as they arrived, by which an import knows what it has
//! stored before.
//!
//! A row keeps what the placing made of an event, not what its writer said of
//! its parent; the digest keeps the difference. It guards against accidents,
//! not against someone who makes two files meet on purpose: those are one
//! owner's files.

use sessions_core::event::{Append, EventBody, LeafTarget, Parent, TranscriptEvent};
use sessions_core::id::MessageId;

/// FNV-1a, 64 bits: stable over versions and machines.
struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Takes a text; the byte behind it stands in no text.
    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0xff]);
    }

    fn maybe(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.bytes(&[0xfe]),
        }
    }

    /// Takes a number that stands for a variant; the numbers never change.
    fn tag(&mut self, tag: u8) {
        self.bytes(&[tag]);
    }
}

/// Returns the digest of a text.
pub(crate) fn of_text(text: &str) -> u64 {
    let mut digest = Digest::new();
    digest.text(text);
    digest.0
}

/// Returns the digest of an event.
pub(crate) fn of(event: &TranscriptEvent) -> i64 {
    let mut digest = Digest::new();
    digest.text(event.id.as_str());
    match &event.parent {
        Parent::Unsaid => digest.tag(0),
        Parent::Root => digest.tag(1),
        Parent::Event(id) => digest.text(id.as_str()),
    }
    digest.tag(match event.append {
        Append::Normal => 0,
        Append::Side => 1,
    });
    digest.bytes(&event.timestamp.0.to_le_bytes());
    body(&mut digest, &event.body);
    i64::from_ne_bytes(digest.0.to_ne_bytes())
}

fn body(digest: &mut Digest, body: &EventBody) {
    match body {
        EventBody::Message {
            role,
            text,
            is_hidden,
        } => {
            digest.tag(0);
            digest.text(role.as_str());
            digest.text(text);
            digest.tag(u8::from(*is_hidden));
        }
        EventBody::Reset { first_kept } => {
            digest.tag(1);
            digest.maybe(first_kept.as_ref().map(MessageId::as_str));
        }
        EventBody::Compaction {
            first_kept,
            summary,
        } => {
            digest.tag(2);
            digest.maybe(first_kept.as_ref().map(MessageId::as_str));
            digest.text(summary);
        }
        EventBody::CustomMessage { is_displayed, text } => {
            digest.tag(3);
            digest.tag(u8::from(*is_displayed));
            digest.text(text);
        }
        EventBody::LeafControl {
            target,
            append_parent,
        } => {
            digest.tag(4);
            match target {
                LeafTarget::Empty => digest.tag(0),
                LeafTarget::Invalid => digest.tag(1),
                LeafTarget::Event(id) => digest.text(id.as_str()),
            }
            digest.maybe(append_parent.as_ref().map(MessageId::as_str));
        }
        _ => digest.tag(5),
    }
}

#[cfg(test)]
mod tests {
    use sessions_core::event::{Role, TimestampMs};
    use sessions_core::testing::build::{aside, compaction, leaf, message, reset, under};

    use super::*;

    #[test]
    fn every_part_of_an_event_counts_and_the_digest_is_stable() {
        let event = message("m1", Role::User, "alpha");
        let mut hidden = event.clone();
        if let EventBody::Message { is_hidden, .. } = &mut hidden.body {
            *is_hidden = true;
        }
        let mut later = event.clone();
        later.timestamp = TimestampMs(1);
        let all = [
            event.clone(),
            hidden,
            later,
            message("m2", Role::User, "alpha"),
            message("m1", Role::Tool, "alpha"),
            message("m1", Role::User, "beta"),
            under(None, event.clone()),
            under(Some("m0"), event.clone()),
            aside(event.clone()),
            reset("m1", None),
            reset("m1", Some("m0")),
            compaction("m1", None),
            leaf("m1", None),
            leaf("m1", Some("m0")),
        ];
        let mut digests: Vec<_> = all.iter().map(of).collect();
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), all.len());
        insta::assert_snapshot!(of(&event), @"-7275153270110710556");
    }
}
