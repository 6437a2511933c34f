//! The bookkeepings of core and of the reference model, side by side.

use super::model;
use crate::event::TranscriptEvent;
use crate::id::MessageId;
use crate::scan::Scan;

/// What core and the reference model know after some events (T5).
///
/// Both place an event by what they know and by the event alone. So of two
/// transcripts after which this is equal, all continuations are equal too: who
/// walks all transcripts may go on from one of them.
///
/// ```
/// use sessions_core::event::Role;
/// use sessions_core::testing::build::{message, under};
/// use sessions_core::testing::scans::Scans;
///
/// // The first event is a root, whether it says so or not.
/// let unsaid = message("a", Role::User, "x");
/// let root = under(None, unsaid.clone());
/// let [mut one, mut other] = [Scans::default(), Scans::default()];
/// one.take(&unsaid);
/// other.take(&root);
/// assert!(one == other);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scans<'e> {
    core: Scan<'e>,
    model: model::Scan<'e>,
}

impl<'e> Scans<'e> {
    /// Takes the next event in order of arrival.
    pub fn take(&mut self, event: &'e TranscriptEvent) {
        self.core.take(event);
        self.model.take(event);
    }

    /// Returns the ids of the active path, in reading order (T6).
    pub fn path(&self) -> Vec<&'e MessageId> {
        self.core.path()
    }

    /// Returns the same as the model has it.
    pub fn model_path(&self) -> Vec<&'e MessageId> {
        self.model.path()
    }
}
