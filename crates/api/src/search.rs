//! Search: exact words in, masked excerpts and three keys out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sessions_core::event::Role;
use sessions_core::excerpt::{MAX_EXCERPT_CHARS, excerpt};
use sessions_core::query::Query;
use sessions_core::ranking::{TextMatch, match_text};
use sessions_core::scope::SessionScope;
use sessions_policy::requester::Requester;
use sessions_store::{Candidate, CandidateQuery, Store};

use crate::bounds::{FLAG_BYTES, FRAME_BYTES, MAX_SEARCH_BYTES, json_len};
use crate::error::ApiError;
use crate::sessions::{Sessions, facts_in};
use crate::wire::{Hit, Order, SearchAnswer, SearchRequest, Speaker, Tier, TruncatedBy};

/// The most hits that a search may ask for (S1).
pub const MAX_HITS: usize = 25;

/// How many hits a search answers with unless told (S1).
pub const DEFAULT_HITS: usize = 10;

/// How many of the newest matches are ranked, all agents together (S11).
///
/// Masking, analysing and scoring one message costs tens of microseconds, so
/// this bounds the work behind the index to some milliseconds.
pub const RANKING_BOUND: usize = 200;

/// How long a search may take before it is interrupted (S15).
const DEADLINE: Duration = Duration::from_secs(10);

/// What is said while sessions in scope await indexing (S14).
const INDEXING: &str = "some sessions are still being indexed; the answer may be incomplete";

/// What is said of a query that holds a secret (R10).
const SECRET_QUERY: &str = "the query holds a secret; secrets are masked and cannot be searched";

/// A candidate that matches, with what is needed to show it.
struct Ranked {
    candidate: Candidate,
    masked: String,
    masks: Vec<std::ops::Range<usize>>,
    found: TextMatch,
}

impl Sessions {
    /// Searches what `requester` may see.
    ///
    /// # Errors
    ///
    /// Fails on a bad request, on a session key that the requester may not
    /// read, when the deadline strikes, or when a database cannot be read.
    pub fn search(
        &self,
        requester: &Requester,
        request: &SearchRequest,
    ) -> Result<SearchAnswer, ApiError> {
        let limit = hit_limit(request.limit)?;
        let query = Query::parse(&request.query)?;
        if let (Some(since), Some(until)) = (request.since, request.until)
            && until <= since
        {
            return Err(ApiError::TimeRange);
        }
        let scopes = self.searched(requester, request)?;
        let mut answer = SearchAnswer {
            results: Vec::new(),
            scope: self.scope_name(requester),
            tier: Tier::Exact,
            indexing: false,
            warning: None,
            truncated: false,
            truncated_by: Vec::new(),
            ignored_terms: query.ignored_terms().to_vec(),
        };
        if !self.redactor().scan(&request.query).is_empty() {
            answer.ignored_terms.clear();
            answer.warning = Some(SECRET_QUERY);
            return Ok(answer);
        }
        let Some(expression) = query.fts_expression() else {
            return Ok(answer);
        };
        let asked = CandidateQuery {
            expression: &expression,
            role: request.role.map(role),
            kinds: &request.kind,
            since: request.since,
            until: request.until,
            max_candidates: RANKING_BOUND,
            deadline: Some(Instant::now() + DEADLINE),
        };
        let (candidates, has_more) = candidates(&scopes, &asked, &mut answer)?;
        if has_more {
            answer.truncated_by.push(TruncatedBy::RankingBound);
        }
        let mut ranked = self.ranked(&query, candidates);
        sort(&mut ranked, request.order);
        if limit < ranked.len() {
            answer.truncated_by.push(TruncatedBy::Limit);
            ranked.truncate(limit);
        }
        fill(&mut answer, &ranked);
        answer.truncated_by.sort_unstable();
        answer.truncated = !answer.truncated_by.is_empty();
        Ok(answer)
    }

    /// Returns the scope of each database that the search reads.
    fn searched(
        &self,
        requester: &Requester,
        request: &SearchRequest,
    ) -> Result<Vec<(Arc<Store>, SessionScope)>, ApiError> {
        let Some(text) = &request.session_key else {
            return self.scopes(requester, &request.agents);
        };
        let key = self.key(requester, text)?;
        let store = self.store(key.agent())?;
        let snapshot = store.as_ref().map(|it| it.snapshot()).transpose()?;
        let facts = facts_in(snapshot.as_ref(), &key)?;
        self.authorize(requester, &key, facts.as_ref())?;
        drop(snapshot);
        let is_wanted = request.agents.is_empty() || request.agents.contains(key.agent());
        let store = store.filter(|_| is_wanted);
        Ok(store
            .map(|it| (it, SessionScope::one(key)))
            .into_iter()
            .collect())
    }

    /// Masks the candidates and keeps those that match outside the masks
    /// (S12).
    fn ranked(&self, query: &Query, candidates: Vec<Candidate>) -> Vec<Ranked> {
        let rank = |candidate: Candidate| {
            let redacted = self.redactor().redact(&candidate.text);
            let masks: Vec<_> = redacted.masks().iter().map(|it| it.range.clone()).collect();
            let masked = redacted.into_string();
            let found = match_text(query, &masked, &masks)?;
            Some(Ranked {
                candidate,
                masked,
                masks,
                found,
            })
        };
        candidates.into_iter().filter_map(rank).collect()
    }
}

/// Returns the newest candidates of all databases and whether there are
/// more, and notes what still awaits indexing.
fn candidates(
    scopes: &[(Arc<Store>, SessionScope)],
    asked: &CandidateQuery<'_>,
    answer: &mut SearchAnswer,
) -> Result<(Vec<Candidate>, bool), ApiError> {
    let mut candidates = Vec::new();
    let mut has_more = false;
    for (store, scope) in scopes {
        let snapshot = store.snapshot()?;
        let found = snapshot.search(scope, asked)?;
        if snapshot.awaits_index(scope)? {
            answer.indexing = true;
            answer.warning = Some(INDEXING);
        }
        has_more |= found.has_more;
        candidates.extend(found.rows);
    }
    candidates.sort_by(Candidate::newest_first);
    has_more |= asked.max_candidates < candidates.len();
    candidates.truncate(asked.max_candidates);
    tracing::debug!(
        n_databases = scopes.len(),
        n_candidates = candidates.len(),
        has_more,
        "searched"
    );
    Ok((candidates, has_more))
}

fn hit_limit(limit: Option<u64>) -> Result<usize, ApiError> {
    let Some(limit) = limit else {
        return Ok(DEFAULT_HITS);
    };
    match usize::try_from(limit) {
        Ok(n @ 1..=MAX_HITS) => Ok(n),
        _ => Err(ApiError::SearchLimit {
            limit,
            max: MAX_HITS,
        }),
    }
}

fn role(speaker: Speaker) -> Role {
    match speaker {
        Speaker::User => Role::User,
        Speaker::Assistant => Role::Assistant,
    }
}

/// Sorts by the total order of S10.
fn sort(ranked: &mut [Ranked], order: Order) {
    ranked.sort_by(|a, b| {
        let newest = Candidate::newest_first(&a.candidate, &b.candidate);
        match order {
            Order::Recent => newest,
            Order::Relevance => b.found.score.total_cmp(&a.found.score).then(newest),
        }
    });
}

/// Puts hits into the answer as long as it stays within its bound. A hit that
/// does not fit is left out, and later ones that fit are not lost (S13).
fn fill(answer: &mut SearchAnswer, ranked: &[Ranked]) {
    let bound = MAX_SEARCH_BYTES - FRAME_BYTES - FLAG_BYTES;
    let mut size = json_len(answer);
    for it in ranked {
        let Some(hit) = hit(it) else { continue };
        let more = json_len(&hit) + 1;
        if bound < size + more {
            if !answer.truncated_by.contains(&TruncatedBy::Bytes) {
                answer.truncated_by.push(TruncatedBy::Bytes);
            }
            continue;
        }
        size += more;
        answer.results.push(hit);
    }
}

fn hit(ranked: &Ranked) -> Option<Hit> {
    let Ranked {
        candidate,
        masked,
        masks,
        found,
    } = ranked;
    let shown = excerpt(masked, found, masks, MAX_EXCERPT_CHARS);
    Some(Hit {
        session_key: candidate.session_key.clone(),
        session_id: candidate.session_id.clone(),
        message_id: candidate.message_id.clone(),
        agent_id: candidate.session_key.agent().clone(),
        kind: candidate.session_key.kind(),
        timestamp: candidate.timestamp,
        role: match candidate.role {
            Role::User => Speaker::User,
            Role::Assistant => Speaker::Assistant,
            // Tool rows are never indexed.
            Role::Tool => return None,
        },
        snippet: shown.text,
        matches: shown.matches,
        score: found.score,
    })
}
