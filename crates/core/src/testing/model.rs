//! The reference model: the rules of transcripts, resets and reads written
//! down once more, plainly and slowly.
//!
//! It is written from the contract and shares no code with the modules that
//! it checks: every answer is computed anew from the whole list of events, by
//! walks over maps of ids and over whole vectors. What disagrees with it is
//! wrong in one of two independent places.
//!
//! - [`ModelTranscript`] is one generation: bookkeeping and path (T5, T6),
//!   views and intervals (T9 to T11), what a reset keeps (T7), reads (H2 to
//!   H8, H13).
//! - [`ModelStore`] is a whole agent database: keys with their generations,
//!   and what an index of it holds (X2, X11).
//!
//! Where the contract leaves a choice, the model takes these readings:
//!
//! - An append parent that has not arrived, or that is an ignored leaf
//!   control, counts as none (T5.2).
//! - Behind a reset, a leaf target that is unknown counts as one that does not
//!   descend from it (T5.5 before T5.2); a target that is no id at all is
//!   ignored there too.
//! - An ignored leaf control that is named as a parent resolves to what it
//!   hangs on itself, repaired when it arrived (T5.4).
//! - A reset that was appended aside fences nothing, even where a later event
//!   brings it onto the path (T5.3 before T5.5).
//! - A row that is both hidden and off the path is not displayable (H6).
//! - Where ids repeat, the later event takes the place of the earlier (T6).

mod rows;
mod scan;
mod store;

pub use rows::{ModelRead, ModelTranscript};
pub(crate) use scan::Scan;
pub use store::{Answer, ModelSession, ModelStore, Rejection, SearchableRow};
