//! Reads the recorded answers of the reference implementation.
//!
//! Rows are read as the files write them; what they mean is said in the tests
//! that hold core and store to them.

mod trees;

use serde::Deserialize;
pub use trees::{
    GoldenTree, GoldenTrees, TreeAnswers, TreeHit, TreeHits, TreeInput, TreeReads, TreeRecord,
    TreeRow, TreeRows,
};

use crate::event::{Role, TranscriptEvent};
use crate::testing::build;

/// One event of a recorded transcript.
#[derive(Debug, Deserialize)]
pub struct GoldenEvent {
    t: String,
    id: String,
    p: Option<String>,
    r: Option<String>,
    fk: Option<String>,
    tg: Option<String>,
    d: Option<bool>,
}

impl GoldenEvent {
    /// Returns the event as the core writes it.
    ///
    /// # Panics
    ///
    /// Panics when the row is of a kind that the files do not hold.
    #[expect(clippy::panic, reason = "an unknown row makes the test wrong")]
    pub fn event(&self) -> TranscriptEvent {
        use crate::event::EventBody;
        let first_kept = self.fk.as_deref();
        let event = match self.t.as_str() {
            "message" => {
                let role = match self.r.as_deref() {
                    Some("user") => Role::User,
                    Some("assistant") => Role::Assistant,
                    _ => Role::Tool,
                };
                build::message(&self.id, role, &format!("words of {}", self.id))
            }
            "reset" => build::reset(&self.id, first_kept),
            "compaction" => build::compaction(&self.id, first_kept),
            "leaf" => build::leaf(&self.id, self.tg.as_deref()),
            "custom" => build::event(&self.id, EventBody::Note),
            "custom_message" => build::event(
                &self.id,
                EventBody::CustomMessage {
                    is_displayed: self.d == Some(true),
                    text: format!("shown {}", self.id),
                },
            ),
            other => panic!("unknown kind {other}"),
        };
        build::under(self.p.as_deref(), event)
    }
}

/// One recorded anchored read: message id, limit, found, overread, offset,
/// total, ids.
#[derive(Debug, Deserialize)]
pub struct GoldenRead(
    pub String,
    pub u64,
    pub u8,
    pub u8,
    pub u64,
    pub u64,
    pub Vec<String>,
);

/// One recorded page: offset, limit, total, ids.
#[derive(Debug, Deserialize)]
pub struct GoldenPage(pub u64, pub u64, pub u64, pub Vec<String>);

/// A line of `anchors.jsonl`: a transcript and what reads of it show.
#[derive(Debug, Deserialize)]
pub struct GoldenTranscript {
    /// Its name.
    pub n: String,
    /// Its events, in order of arrival.
    pub ev: Vec<GoldenEvent>,
    /// The ids of the current view.
    pub view: Vec<String>,
    /// Anchored reads, tool rows included.
    pub q: Vec<GoldenRead>,
    /// Pages of the current view.
    pub pages: Vec<GoldenPage>,
}

/// A row of `reset_tail.json`: what a preserve-tail reset keeps.
#[derive(Debug, Deserialize)]
pub struct GoldenTail {
    /// Its name.
    pub n: String,
    /// The events before the reset.
    pub ev: Vec<GoldenEvent>,
    /// The parent of the reset.
    pub parent: Option<String>,
    /// The first kept id.
    pub fk: Option<String>,
    /// The ids of the view after it; the reset is `RESET`.
    pub view: Vec<String>,
}
