//! What a store does otherwise than it should.

use std::error::Error;

use sessions_store::StoreError;

/// A store is not as it should be; the text says where, without message texts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Disagreement(pub String);

impl From<StoreError> for Disagreement {
    fn from(error: StoreError) -> Self {
        Self(because(&error))
    }
}

impl From<rusqlite::Error> for Disagreement {
    fn from(error: rusqlite::Error) -> Self {
        Self(because(&error))
    }
}

/// Returns the text of an error and of what caused it, in one line.
pub fn because(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// Fails unless both are equal.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    found: &T,
    expected: &T,
    at: impl FnOnce() -> String,
) -> Result<(), Disagreement> {
    if found == expected {
        return Ok(());
    }
    let at = at();
    Err(Disagreement(format!(
        "{at}: the store has {found:?}, the model {expected:?}"
    )))
}
