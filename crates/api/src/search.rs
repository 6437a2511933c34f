//! Search: exact words in, masked excerpts and three keys out.

mod cursor;
mod gather;
mod page;
mod rank;
mod relaxed;
mod rounds;
mod spelling;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sessions_core::event::Role;
use sessions_core::key::SessionKey;
use sessions_core::query::Query;
use sessions_policy::authorized::{Authorized, VisibleSessions};
use sessions_policy::requester::Requester;
use sessions_store::CandidateQuery;

use self::cursor::Window;
use self::gather::Gathered;
use self::page::Extent;
use self::rank::Ranked;
use self::relaxed::Relaxed;
use crate::bounds::{FRAME_BYTES, MAX_SEARCH_BYTES, json_len};
use crate::error::ApiError;
use crate::sessions::Sessions;
use crate::wire::{SearchAnswer, SearchRequest, Speaker, Tier, TruncatedBy};

/// The most hits that a search may ask for (S1).
pub const MAX_HITS: usize = 25;

/// How many hits a search answers with unless told (S1).
pub const DEFAULT_HITS: usize = 10;

/// How many of the newest matches are ranked, all agents together (S11); of how
/// many sessions, where one hit of each is asked for (S16).
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

/// Up to how many further matches of a session are counted exactly (S16).
pub const MAX_COUNTED: usize = 1_000;

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
        let except_view_of = excluded(visible.requester(), request)?;
        let window = Window::of(request)?;
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
            spelled_as: BTreeMap::new(),
            next_cursor: None,
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
            role: request.role.map(role),
            kinds: &request.kind,
            since: request.since,
            until: request.until,
            except_view_of,
            deadline: Some(Instant::now() + DEADLINE),
            ..CandidateQuery::new(&expression, RANKING_BOUND)
        };
        let page = self.page(visible, request, &query, &asked, window)?;
        if page.awaits_index {
            answer.indexing = true;
            answer.warning = Some(INDEXING);
        }
        if page.extent.has_more {
            answer.truncated_by.push(TruncatedBy::RankingBound);
        }
        page.fill(&mut answer, request, limit);
        if request.relaxed && answer.results.is_empty() && request.cursor.is_none() {
            self.relax(visible, request, &query, asked, &mut answer)?;
        } else if request.per_session {
            self.count_others(visible, request, &asked, &mut answer)?;
        }
        answer.truncated_by.sort_unstable();
        answer.truncated_by.dedup();
        answer.truncated = !answer.truncated_by.is_empty();
        Ok(answer)
    }

    /// Answers with near matches, if there are any.
    fn relax(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &SearchRequest,
        query: &Query,
        asked: CandidateQuery<'_>,
        answer: &mut SearchAnswer,
    ) -> Result<(), ApiError> {
        let relaxed = Relaxed {
            sessions: self,
            visible,
            request,
            asked: self.of_today(asked),
        };
        let near = relaxed.find(query)?;
        if near.ranked.is_empty() {
            return Ok(());
        }
        answer.tier = Tier::Relaxed;
        answer.spelled_as = near.spelled;
        page::fill(answer, &near.ranked, hit_limit(request.limit)?);
        Ok(())
    }

    /// Returns what is left of a window, or of the first one behind it that has
    /// a hit.
    fn page(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &SearchRequest,
        query: &Query,
        asked: &CandidateQuery<'_>,
        window: Window,
    ) -> Result<Page, ApiError> {
        let mut window = window;
        loop {
            let found = self.gather(visible, request, asked, &window)?;
            let extent = Extent::of(&found, request.per_session);
            let Gathered {
                groups,
                awaits_index,
                ..
            } = found;
            let ranked = self.ranked(query, groups, request.order);
            let ranked = window.rest(ranked, request.order);
            match window.next(&extent) {
                Some(next) if ranked.is_empty() => window = next,
                _ => {
                    return Ok(Page {
                        window,
                        extent,
                        ranked,
                        awaits_index,
                    });
                }
            }
        }
    }

    /// Returns a query of docs that were made under the rules of today: where the
    /// index answers by itself, an older one could tell what is masked by now.
    fn of_today<'q>(&self, asked: CandidateQuery<'q>) -> CandidateQuery<'q> {
        CandidateQuery {
            under_rules: Some(self.redactor().version()),
            ..asked
        }
    }

    /// Says of each hit how many further messages of its session match (S16).
    fn count_others(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &SearchRequest,
        asked: &CandidateQuery<'_>,
        answer: &mut SearchAnswer,
    ) -> Result<(), ApiError> {
        let asked = self.of_today(*asked);
        let keys: Vec<_> = answer.results.iter().map(|it| &it.session_key).collect();
        let counts = self.each_asked(visible, request, |snapshot, scope| {
            let count =
                |key: &&SessionKey| snapshot.count_matches(scope, key, &asked, MAX_COUNTED + 1);
            keys.iter().map(count).collect::<Result<Vec<_>, _>>()
        })?;
        for (nth, hit) in answer.results.iter_mut().enumerate() {
            let n: usize = counts.iter().filter_map(|it| it.get(nth)).sum();
            hit.more_in_session = Some(n.saturating_sub(1)).filter(|n| 0 < *n);
        }
        Ok(())
    }
}

/// A page of hits before it is written down.
struct Page {
    window: Window,
    extent: Extent,
    ranked: Vec<Ranked>,
    awaits_index: bool,
}

impl Page {
    /// Puts hits into the answer, and the cursor of what comes behind them.
    fn fill(&self, answer: &mut SearchAnswer, request: &SearchRequest, limit: usize) {
        let mut n = page::fill(answer, &self.ranked, limit);
        loop {
            let last = n.checked_sub(1).and_then(|it| self.ranked.get(it));
            let next = match last {
                Some(last) if n < self.ranked.len() => Some(self.window.after(last, &self.extent)),
                _ => self.window.next(&self.extent),
            };
            answer.next_cursor = next.map(|it| it.cursor(request));
            // A cursor with very long ids may take the place of a hit.
            let fits = json_len(answer) + FRAME_BYTES <= MAX_SEARCH_BYTES;
            if fits || answer.results.len() < 2 {
                return;
            }
            answer.results.pop();
            answer.truncated_by.push(TruncatedBy::Bytes);
            n -= 1;
        }
    }
}

/// Returns the session whose current view is left out, if one is to be (S19).
fn excluded<'a>(
    requester: &'a Requester,
    request: &SearchRequest,
) -> Result<Option<&'a SessionKey>, ApiError> {
    match (request.exclude_current, requester.key()) {
        (false, _) => Ok(None),
        (true, Some(key)) => Ok(Some(key)),
        (true, None) => Err(ApiError::NoCurrentSession),
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
