//! Search: exact words in, masked excerpts and three keys out.

use std::time::{Duration, Instant};

use sessions_core::event::Role;
use sessions_core::excerpt::{MAX_EXCERPT_CHARS, excerpt};
use sessions_core::query::Query;
use sessions_core::ranking::{TextMatch, match_text};
use sessions_core::scope::SessionScope;
use sessions_policy::authorized::{Authorized, VisibleSessions};
use sessions_store::{Candidate, CandidateQuery, Snapshot, StoreError};

use crate::bounds::{FLAG_BYTES, FRAME_BYTES, MAX_SEARCH_BYTES, json_len};
use crate::error::ApiError;
use crate::sessions::Sessions;
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

/// What is said of a query of signs alone (S3).
const NO_TERM: &str = "the query has no word to search for";

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
    /// Searches what a requester may see ([`Self::visible_to`]).
    ///
    /// # Errors
    ///
    /// Fails on a bad request, on a session key that the requester may not
    /// read, when the deadline strikes, or when a database cannot be read.
    pub fn search(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &SearchRequest,
    ) -> Result<SearchAnswer, ApiError> {
        let limit = hit_limit(request.limit)?;
        let query = if request.prefix {
            Query::parse_prefix(&request.query)?
        } else {
            Query::parse(&request.query)?
        };
        if let (Some(since), Some(until)) = (request.since, request.until)
            && until <= since
        {
            return Err(ApiError::TimeRange);
        }
        let mut answer = SearchAnswer {
            results: Vec::new(),
            scope: visible.name().as_str(),
            tier: Tier::Exact,
            prefix: request.prefix,
            indexing: false,
            warning: None,
            truncated: false,
            truncated_by: Vec::new(),
            ignored_terms: query.ignored_terms().to_vec(),
        };
        let expression = query.fts_expression();
        let holds_secret = !self.redactor().scan(&request.query).is_empty();
        let Some(expression) = expression.filter(|_| !holds_secret) else {
            // Nothing is searched; a session that may not be read is refused
            // all the same.
            if let Some(text) = &request.session_key {
                self.in_session(visible.requester(), text, |_, _| Ok(()))?;
            }
            answer.warning = Some(NO_TERM);
            if holds_secret {
                answer.ignored_terms.clear();
                answer.warning = Some(SECRET_QUERY);
            }
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
        let (candidates, has_more) = self.candidates(visible, request, &asked, &mut answer)?;
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

    /// Returns the newest candidates of all databases and whether there are
    /// more, and notes what still awaits indexing.
    fn candidates(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &SearchRequest,
        asked: &CandidateQuery<'_>,
        answer: &mut SearchAnswer,
    ) -> Result<(Vec<Candidate>, bool), ApiError> {
        let agents = &request.agents;
        let found = if let Some(text) = &request.session_key {
            self.in_session(visible.requester(), text, |session, snapshot| {
                let key = &session.target().key;
                if agents.is_empty() || agents.contains(key.agent()) {
                    Found::of(snapshot, &SessionScope::one(key.clone()), asked)
                } else {
                    Ok(Found::default())
                }
            })?
        } else {
            let each = self.each_readable(visible, agents, |snapshot, scope| {
                Found::of(snapshot, scope, asked)
            })?;
            each.into_iter().fold(Found::default(), Found::and)
        };
        answer.indexing = found.awaits_index;
        answer.warning = found.awaits_index.then_some(INDEXING);
        Ok(found.newest(asked.max_candidates))
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

/// What the databases found.
#[derive(Default)]
struct Found {
    rows: Vec<Candidate>,
    has_more: bool,
    awaits_index: bool,
}

impl Found {
    fn of(
        snapshot: &Snapshot<'_>,
        scope: &SessionScope,
        asked: &CandidateQuery<'_>,
    ) -> Result<Self, StoreError> {
        let found = snapshot.search(scope, asked)?;
        Ok(Self {
            rows: found.rows,
            has_more: found.has_more,
            awaits_index: snapshot.awaits_index(scope)?,
        })
    }

    fn and(mut self, other: Self) -> Self {
        self.rows.extend(other.rows);
        self.has_more |= other.has_more;
        self.awaits_index |= other.awaits_index;
        self
    }

    /// Returns the newest rows of all, at most `max`, and whether there are
    /// more.
    fn newest(mut self, max: usize) -> (Vec<Candidate>, bool) {
        self.rows.sort_by(Candidate::newest_first);
        let has_more = self.has_more || max < self.rows.len();
        self.rows.truncate(max);
        tracing::debug!(n_candidates = self.rows.len(), has_more, "searched");
        (self.rows, has_more)
    }
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
