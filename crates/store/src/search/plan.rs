//! Which way a scope is searched: inside the index, or beside the stream of the
//! newest matches.
//!
//! All ways give the same matches; they differ in cost. Measured figures are in
//! `docs/performance.md`.

use rusqlite::Connection;
use sessions_core::scope::SessionScope;

use super::CandidateQuery;
use super::stream::{self, Match, Within};
use crate::error::Result;
use crate::scope::{Generations, SqlScope};

/// Where one way is left for another.
pub(super) struct Bounds {
    /// The most generations that are matched inside the index at once: the
    /// tokens of 200 cost 2 to 4 milliseconds, whatever the words.
    pub(super) tokens: usize,
    /// The most generations that are matched inside the index after the stream
    /// has been tried: from some hundreds on their tokens cost more than the
    /// stream mostly does.
    pub(super) tokens_after_all: usize,
    /// Matches that the stream looks at for each generation of the scope before
    /// it is given up.
    pub(super) hits_each: usize,
}

impl Bounds {
    pub(super) const MEASURED: Self = Self {
        tokens: 256,
        tokens_after_all: 500,
        hits_each: 75,
    };
}

/// Returns matches of `scope`, among them the newest; see
/// [`stream::newest`].
pub(super) fn matches(
    conn: &Connection,
    scope: &SessionScope,
    query: &CandidateQuery<'_>,
    bounds: &Bounds,
) -> Result<Vec<Match>> {
    let sql = SqlScope::of(scope);
    let most = bounds.tokens_after_all.max(bounds.tokens);
    let all_of = |within| stream::newest(conn, within, usize::MAX, query);
    let (way, found) = match sql.generations(conn, most)? {
        Generations::All => ("all", all_of(Within::All)?),
        Generations::These(ids) if ids.is_empty() => ("nothing", None),
        Generations::These(ids) if ids.len() <= bounds.tokens => {
            ("tokens", all_of(Within::Tokens(&ids))?)
        }
        Generations::These(ids) => {
            let budget = ids.len().saturating_mul(bounds.hits_each);
            match stream::newest(conn, Within::Ids(&ids), budget, query)? {
                None => ("tokens after all", all_of(Within::Tokens(&ids))?),
                found => ("beside", found),
            }
        }
        Generations::Many => ("condition", all_of(Within::Condition(&sql))?),
    };
    tracing::debug!(way, "searched a scope");
    Ok(found.unwrap_or_default())
}
