//! Which way a scope is searched: by words of the index, or beside the stream of
//! the newest matches.
//!
//! Each doc holds a word of its generation and one of each owner, so most scopes
//! are one or two words of the query, however many sessions they have. Both ways
//! give the same matches. Measured figures are in `docs/performance.md`.

use rusqlite::Connection;
use sessions_core::scope::SessionScope;

use super::CandidateQuery;
use super::stream::{self, Match, Within};
use crate::error::Result;
use crate::scope::SqlScope;

/// The most words that a scope adds to a query; 200 cost 2 to 4 milliseconds,
/// whatever they are.
pub(super) const MAX_WORDS: usize = 256;

/// Returns matches of `scope`, among them the newest; see
/// [`stream::newest`].
pub(super) fn matches(
    conn: &Connection,
    scope: &SessionScope,
    query: &CandidateQuery<'_>,
    max_words: usize,
) -> Result<Vec<Match>> {
    let sql = SqlScope::of(scope);
    let words = if sql.is_all() {
        None
    } else {
        sql.words(conn, max_words)?
    };
    let (way, within) = match &words {
        _ if sql.is_all() => ("all", Within::All),
        Some(words) if words.is_empty() => return Ok(Vec::new()),
        Some(words) => ("words", Within::Words(words, &sql)),
        None => ("condition", Within::Condition(&sql)),
    };
    tracing::debug!(way, "searches a scope");
    stream::newest(conn, &within, query)
}
