//! What tests of several crates share: random work on a store, and ways to say
//! whether a store still holds what the reference model says it holds.
//!
//! Never published. Start with [`Run`], which draws [`Act`]s by a seed and
//! keeps the model of them; [`compare`] holds a store to that model, and
//! [`health`] looks at the file. The binary `store-worker` takes the acts of a
//! run on a store and reports each on its standard output as a [`Report`], so
//! that a parent can kill it and knows what was acknowledged.

pub mod compare;
pub mod health;

mod act;
mod disagreement;
mod report;
mod run;
mod share;

pub use crate::act::{Act, Outcome};
pub use crate::disagreement::{Disagreement, because};
pub use crate::report::{Line, Report};
pub use crate::run::{Run, long_transcript};
pub use crate::share::{BATCH, Shared, batch, batch_of, batch_word, shared};
