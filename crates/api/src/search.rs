//! Search: exact words in, masked excerpts and three keys out.

mod cursor;
mod gather;
mod page;
mod rank;
mod relaxed;
mod rounds;
mod spelling;

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use sessions_core::event::Role;
use sessions_core::key::SessionKey;
use sessions_core::query::{Query, Term};
use sessions_core::scope::SessionScope;
use sessions_policy::authorized::{Authorized, VisibleSessions};
use sessions_policy::requester::Requester;
use sessions_store::{ByText, CandidateQuery};

use self::cursor::Window;
use self::page::Extent;
use self::rank::Ranked;
use self::relaxed::Relaxed;
use crate::bounds::{FRAME_BYTES, MAX_SEARCH_BYTES, json_len};
use crate::databases::Databases;
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

/// Of how many characters the beginning of a word is looked for in texts first:
/// so many words begin with it that the index takes long.
const MAX_READ_CHARS: usize = 2;

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
        let is_open = |term: &Term| term.is_open(MAX_READ_CHARS);
        let others = query.fts_expression_of(|term| !is_open(term));
        let open: Vec<_> = query.terms().iter().filter(|it| is_open(it)).collect();
        let seems = |text: &str| open.iter().all(|term| term.seems_in(text));
        let holds = |text: &str| self.matches(&query, text);
        let by_text = (!open.is_empty()).then_some(ByText {
            others: others.as_deref(),
            seems: &seems,
            holds: &holds,
        });
        let asked = CandidateQuery {
            by_text,
            role: request.role.map(role),
            kinds: &request.kind,
            since: request.since,
            until: request.until,
            except_view_of,
            deadline: Some(Instant::now() + DEADLINE),
            ..CandidateQuery::new(&expression, RANKING_BOUND)
        };
        self.with_asked(visible, request, |databases| {
            let search = Searched {
                sessions: self,
                databases,
                request,
            };
            let awaiting = databases.each(|_, it| it.snapshot.awaits_index(&it.scope))?;
            let mut asked = asked;
            if awaiting.contains(&true) {
                answer.indexing = true;
                answer.warning = Some(INDEXING);
                // Texts tell what an index made under other rules does not, and
                // which of them is asked depends on hidden rows too (S9).
                asked.by_text = None;
            }
            search.fill(&mut answer, &query, &asked, window, limit)
        })?;
        answer.truncated_by.sort_unstable();
        answer.truncated_by.dedup();
        answer.truncated = !answer.truncated_by.is_empty();
        Ok(answer)
    }

    /// Reads the databases that a search reads: that of the session it names, or
    /// those of all agents it asks for.
    fn with_asked<T>(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &SearchRequest,
        read: impl FnOnce(&Databases<'_>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let agents = &request.agents;
        let Some(text) = &request.session_key else {
            return self.with_readable(visible, agents, read);
        };
        self.in_session(visible.requester(), text, |session, snapshot| {
            let key = &session.target().key;
            let agent = key.agent();
            let databases = if agents.is_empty() || agents.contains(agent) {
                Databases::one(agent.clone(), SessionScope::one(key.clone()), snapshot)
            } else {
                Databases::none()
            };
            Ok(read(&databases))
        })?
    }
}

/// A search under way: what it reads, and what was asked for.
struct Searched<'a, 's> {
    sessions: &'a Sessions,
    databases: &'a Databases<'s>,
    request: &'a SearchRequest,
}

impl Searched<'_, '_> {
    /// Puts hits into the answer.
    fn fill(
        &self,
        answer: &mut SearchAnswer,
        query: &Query,
        asked: &CandidateQuery<'_>,
        window: Window,
        limit: usize,
    ) -> Result<(), ApiError> {
        let request = self.request;
        let page = self.page(query, asked, window)?;
        if page.extent.has_more {
            answer.truncated_by.push(TruncatedBy::RankingBound);
        }
        page.fill(answer, request, limit);
        if request.relaxed && answer.results.is_empty() && request.cursor.is_none() {
            let relaxed = Relaxed {
                search: self,
                asked: CandidateQuery {
                    by_text: None,
                    ..self.of_today(asked)
                },
            };
            let near = relaxed.find(query)?;
            if !near.ranked.is_empty() {
                answer.tier = Tier::Relaxed;
                answer.spelled_as = near.spelled;
                page::fill(answer, &near.ranked, limit);
            }
        } else if request.per_session {
            self.count_others(asked, answer)?;
        }
        Ok(())
    }

    /// Returns what is left of a window, or of the first one behind it that has
    /// a hit.
    fn page(
        &self,
        query: &Query,
        asked: &CandidateQuery<'_>,
        window: Window,
    ) -> Result<Page, ApiError> {
        let (sessions, order) = (self.sessions, self.request.order);
        let mut window = window;
        loop {
            let found = self.gather(asked, &window)?;
            let extent = Extent::of(&found, self.request.per_session);
            let ranked = window.rest(sessions.ranked(query, found.groups, order), order);
            match window.next(&extent) {
                Some(next) if ranked.is_empty() => window = next,
                _ => {
                    return Ok(Page {
                        window,
                        extent,
                        ranked,
                    });
                }
            }
        }
    }

    /// Returns a query of docs that were made under the rules of today: where the
    /// index answers by itself, an older one could tell what is masked by now.
    fn of_today<'q>(&self, asked: &CandidateQuery<'q>) -> CandidateQuery<'q> {
        CandidateQuery {
            under_rules: Some(self.sessions.redactor().version()),
            ..*asked
        }
    }

    /// Says of each hit how many further messages of its session match (S16).
    fn count_others(
        &self,
        asked: &CandidateQuery<'_>,
        answer: &mut SearchAnswer,
    ) -> Result<(), ApiError> {
        let asked = self.of_today(asked);
        let keys: Vec<_> = answer.results.iter().map(|it| &it.session_key).collect();
        let counts = self.databases.each(|_, database| {
            let is_here = |key: &&&SessionKey| *key.agent() == database.agent;
            let count = |key: &&SessionKey| {
                let (snapshot, scope) = (&database.snapshot, &database.scope);
                let n = snapshot.count_matches(scope, key, &asked, MAX_COUNTED + 1)?;
                Ok(((*key).clone(), n))
            };
            let counts = keys.iter().filter(is_here).map(count);
            counts.collect::<Result<Vec<_>, _>>()
        })?;
        let counts: HashMap<_, _> = counts.into_iter().flatten().collect();
        for hit in &mut answer.results {
            let n = counts.get(&hit.session_key).copied().unwrap_or_default();
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
