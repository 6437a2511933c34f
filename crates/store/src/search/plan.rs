//! Which way a scope is searched: by words of the index, or beside the stream of
//! the newest matches.
//!
//! Each doc holds a word of its generation and one of each owner, so most scopes
//! are one or two words of the query, however many sessions they have. Both ways
//! give the same matches. Measured figures are in `docs/performance.md`.

use rusqlite::Connection;

use crate::error::Result;
use crate::scope::SqlScope;

/// The most words that a scope adds to a query; 200 cost 2 to 4 milliseconds,
/// whatever they are.
pub(super) const MAX_WORDS: usize = 256;

/// Which generations are searched.
#[derive(Debug)]
pub(super) enum Within<'a> {
    /// All that are indexed.
    All,
    /// Those of a scope, whose docs hold one of these words; none where there
    /// is no word.
    Words(Vec<String>, &'a SqlScope),
    /// Those of a scope, each asked of the database once.
    Condition(&'a SqlScope),
}

impl<'a> Within<'a> {
    /// Chooses the way for a scope.
    pub(super) fn of(conn: &Connection, scope: &'a SqlScope, max_words: usize) -> Result<Self> {
        let words = if scope.is_all() {
            None
        } else {
            scope.words(conn, max_words)?
        };
        let (way, within) = match words {
            _ if scope.is_all() => ("all", Self::All),
            Some(words) => ("words", Self::Words(words, scope)),
            None => ("condition", Self::Condition(scope)),
        };
        tracing::debug!(way, "searches a scope");
        Ok(within)
    }

    /// Returns whether nothing is searched.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Words(words, _) if words.is_empty())
    }

    /// Returns an expression with the words of the scope; `None` stands for all.
    pub(super) fn expression(&self, expression: Option<&str>) -> Option<String> {
        let scope = match self {
            Self::Words(words, _) => Some(format!("scope : ({})", words.join(" OR "))),
            Self::All | Self::Condition(_) => None,
        };
        match (expression, scope) {
            (Some(expression), Some(scope)) => Some(format!("({expression}) AND {scope}")),
            (Some(expression), None) => Some(expression.to_owned()),
            (None, scope) => scope,
        }
    }
}
