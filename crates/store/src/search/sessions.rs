//! The sessions that hold some words, each with its newest matches (S16).

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use rusqlite::Connection;
use sessions_core::event::TimestampMs;

use super::filter::{Session, Wants};
use super::newest::Settled;
use super::plan::Within;
use super::stream::{self, Match};
use super::{CandidateQuery, SessionMatches, SessionsFound, Stretch, rows};
use crate::error::Result;

/// Returns the sessions whose newest match is the newest, at most
/// `max_candidates` of them, and of each as many matches as make that number in
/// all.
pub(super) fn found(
    conn: &Connection,
    within: &Within<'_>,
    query: &CandidateQuery<'_>,
) -> Result<SessionsFound> {
    if query.max_candidates == 0 || within.is_nothing() {
        return Ok(SessionsFound::default());
    }
    let sessions = sessions(conn, within, query)?;
    let (sessions, has_more) = newest(conn, sessions, query)?;
    let n_each = (query.max_candidates / sessions.len().max(1)).max(1);
    let with_texts = |matches: Found| {
        let (rows, _) = rows::newest(conn, matches, &as_of(query), n_each)?;
        Ok(SessionMatches {
            rows: rows::with_texts(conn, rows)?,
        })
    };
    Ok(SessionsFound {
        sessions: sessions
            .into_iter()
            .map(with_texts)
            .collect::<Result<_>>()?,
        has_more,
    })
}

/// The matches of one session.
type Found = Vec<Match>;

/// The matches that count at all: those that are not newer than the search.
fn as_of<'a>(query: &CandidateQuery<'a>) -> Stretch<'a> {
    Stretch {
        newest: query.as_of,
        ..Stretch::ALL
    }
}

/// Returns the matches of each session, by the row of its key, until as many
/// sessions as are asked for have their newest for sure.
fn sessions(
    conn: &Connection,
    within: &Within<'_>,
    query: &CandidateQuery<'_>,
) -> Result<Vec<Found>> {
    let mut by_key: HashMap<i64, (TimestampMs, Found)> = HashMap::new();
    let mut settled = Settled::default();
    let (edge, as_of) = (query.stretch.newest_time(), as_of(query));
    let mut take = |latest, found: Option<(Session, Match)>| -> Result<ControlFlow<()>> {
        if query.max_candidates < settled.count(latest) {
            return Ok(ControlFlow::Break(()));
        }
        let Some((Session { key: Some(key), .. }, found)) = found else {
            return Ok(ControlFlow::Continue(()));
        };
        let time = found.timestamp;
        if as_of.newest_time() == Some(time) && !as_of.contains(&rows::place(conn, &found)?) {
            return Ok(ControlFlow::Continue(()));
        }
        if let Some((newest, matches)) = by_key.get_mut(&key) {
            *newest = time.max(*newest);
            matches.push(found);
            return Ok(ControlFlow::Continue(()));
        }
        // A session counts once. Were a newer match of it to follow, the time of
        // this one would not be settled yet.
        if edge.is_none_or(|edge| time < edge) {
            settled.add(time);
        }
        by_key.insert(key, (time, vec![found]));
        Ok(ControlFlow::Continue(()))
    };
    stream::matches(conn, within, query, Wants::Keys, &mut take)?;
    let mut sessions: Vec<_> = by_key.into_values().collect();
    sessions.sort_by_key(|(newest, _)| std::cmp::Reverse(*newest));
    Ok(sessions.into_iter().map(|(_, matches)| matches).collect())
}

/// Returns the sessions of the stretch by their newest match, and whether there
/// are more.
fn newest(
    conn: &Connection,
    sessions: Vec<Found>,
    query: &CandidateQuery<'_>,
) -> Result<(Vec<Found>, bool)> {
    let mut by_place = BTreeMap::new();
    let mut last = None;
    let mut is_cut = false;
    for matches in sessions {
        let time = matches.iter().map(|it| it.timestamp).max();
        // All sessions of one time are named, since ties go by keys.
        let is_enough = query.max_candidates <= by_place.len() && time < last;
        let newest = matches.iter().filter(|it| Some(it.timestamp) == time);
        let (first, _) = rows::newest(conn, newest.copied().collect(), &as_of(query), 1)?;
        let Some(first) = first.into_iter().next() else {
            continue;
        };
        if query.stretch.contains(&first.place) {
            if is_enough {
                is_cut = true;
                break;
            }
            last = time;
            by_place.insert(first.place, matches);
        }
    }
    let has_more = is_cut || query.max_candidates < by_place.len();
    let sessions = by_place.into_values().take(query.max_candidates);
    Ok((sessions.collect(), has_more))
}
