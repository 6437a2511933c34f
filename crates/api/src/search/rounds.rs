//! The newest matches of many databases, read in rounds.
//!
//! Of fifty databases each may hold the newest matches of all, but mostly each
//! holds a few of them. So each is asked for a few, and those that may have more
//! of the newest are asked again, from where they stopped: what is read stays
//! near what is ranked, however many databases there are.

use std::collections::BTreeMap;
use std::ops::Bound;

use sessions_core::id::AgentId;
use sessions_core::scope::SessionScope;
use sessions_policy::authorized::{Authorized, VisibleSessions};
use sessions_store::{Candidate, CandidateQuery, Recency, Snapshot, StoreError, Stretch};

use super::gather::Gathered;
use crate::error::ApiError;
use crate::sessions::Sessions;
use crate::wire::SearchRequest;

/// The fewest matches that a database is asked for.
const LEAST: usize = 8;

/// By how much more each further round asks.
const GROWTH: usize = 4;

/// What one database has given so far.
#[derive(Default)]
struct Part {
    rows: Vec<Candidate>,
    has_more: bool,
    awaits_index: bool,
}

impl Part {
    /// Returns the place that all it may still have is older than.
    fn last(&self) -> Option<&Recency> {
        self.rows.last().map(|it| &it.place)
    }
}

impl Sessions {
    /// Returns the newest matches of all databases that a search reads, at least
    /// `asked.max_candidates` of them if there are as many, each by itself.
    pub(super) fn newest_matches(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &SearchRequest,
        asked: &CandidateQuery<'_>,
    ) -> Result<Gathered, ApiError> {
        let max = asked.max_candidates;
        let n_databases = match &request.session_key {
            Some(_) => 1,
            None if request.agents.is_empty() => self.agents()?.len(),
            None => request.agents.len(),
        };
        let mut size = match n_databases {
            0 | 1 => max,
            n => (2 * max).div_ceil(n).clamp(LEAST.min(max), max),
        };
        let mut parts: BTreeMap<AgentId, Part> = BTreeMap::new();
        loop {
            let edge = edge(&parts, max);
            let is_first = parts.is_empty();
            let open = |part: &Part| part.has_more && part.last() < edge.as_ref();
            let is_open = |agent: &AgentId| match parts.get(agent) {
                Some(part) => edge.is_none() && part.has_more || open(part),
                None => is_first,
            };
            let read = |agent: &AgentId, snapshot: &Snapshot<'_>, scope: &SessionScope| {
                if !is_open(agent) {
                    return Ok(None);
                }
                let last = parts.get(agent).and_then(Part::last);
                next(snapshot, scope, asked, last, size).map(|it| Some((agent.clone(), it)))
            };
            let more: Vec<_> = self.each_of_agents(visible, request, read)?;
            let more: Vec<_> = more.into_iter().flatten().collect();
            if more.is_empty() {
                break;
            }
            for (agent, new) in more {
                let part = parts.entry(agent).or_default();
                part.rows.extend(new.rows);
                part.has_more = new.has_more;
                part.awaits_index |= new.awaits_index;
            }
            size = (size * GROWTH).min(max);
        }
        let mut all = Gathered::default();
        for part in parts.into_values() {
            all.groups
                .extend(part.rows.into_iter().map(|row| vec![row]));
            all.has_more |= part.has_more;
            all.awaits_index |= part.awaits_index;
        }
        Ok(all)
    }
}

/// Returns the place of the last of the newest `max` that were read, if there
/// are as many.
fn edge(parts: &BTreeMap<AgentId, Part>, max: usize) -> Option<Recency> {
    let all = parts.values().flat_map(|it| &it.rows);
    let mut places: Vec<&Recency> = all.map(|it| &it.place).collect();
    places.sort_unstable();
    places.get(max.checked_sub(1)?).map(|it| (*it).clone())
}

/// Reads the next matches of a database, behind `last`.
fn next(
    snapshot: &Snapshot<'_>,
    scope: &SessionScope,
    asked: &CandidateQuery<'_>,
    last: Option<&Recency>,
    size: usize,
) -> Result<Part, StoreError> {
    let query = CandidateQuery {
        stretch: Stretch {
            newest: last.map_or(asked.stretch.newest, Bound::Excluded),
            ..asked.stretch
        },
        max_candidates: size,
        ..*asked
    };
    let found = snapshot.search(scope, &query)?;
    Ok(Part {
        rows: found.rows,
        has_more: found.has_more,
        awaits_index: last.is_none() && snapshot.awaits_index(scope)?,
    })
}
