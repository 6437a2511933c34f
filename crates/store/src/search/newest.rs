//! The newest matches of a search.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use rusqlite::Connection;
use sessions_core::event::TimestampMs;

use super::filter::Wants;
use super::plan::Within;
use super::stream::{self, Match};
use super::{CandidateQuery, Candidates, rows};
use crate::error::Result;

/// Returns the newest candidates.
pub(super) fn candidates(
    conn: &Connection,
    within: &Within<'_>,
    query: &CandidateQuery<'_>,
) -> Result<Candidates> {
    if query.max_candidates == 0 || within.is_nothing() {
        return Ok(Candidates::default());
    }
    let matches = matches(conn, within, query)?;
    let (rows, has_more) = rows::newest(conn, matches, &query.stretch, query.max_candidates)?;
    Ok(Candidates {
        rows: rows::with_texts(conn, rows)?,
        has_more,
    })
}

/// Returns matches, among them for sure the newest of the stretch, one more
/// than `max_candidates` of them if there are as many.
fn matches(
    conn: &Connection,
    within: &Within<'_>,
    query: &CandidateQuery<'_>,
) -> Result<Vec<Match>> {
    let mut matches = Vec::new();
    let mut settled = Settled::default();
    // Of the time of the newest end, some may be outside.
    let edge = query.stretch.newest_time();
    stream::matches(conn, within, query, Wants::Matches, |latest, found| {
        if query.max_candidates < settled.count(latest) {
            return Ok(ControlFlow::Break(()));
        }
        if let Some((_, found)) = found {
            if edge.is_none_or(|edge| found.timestamp < edge) {
                settled.add(found.timestamp);
            }
            matches.push(found);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(matches)
}

/// Counts times that nothing newer can follow.
#[derive(Default)]
pub(super) struct Settled {
    open: BinaryHeap<TimestampMs>,
    n: usize,
}

impl Settled {
    pub(super) fn add(&mut self, time: TimestampMs) {
        self.open.push(time);
    }

    /// Returns how many there are when all that follows is older than `latest`.
    pub(super) fn count(&mut self, latest: TimestampMs) -> usize {
        while self.open.peek().is_some_and(|&time| latest <= time) {
            self.open.pop();
            self.n += 1;
        }
        self.n
    }
}
