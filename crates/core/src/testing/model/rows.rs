//! Views, intervals, tails and reads of the model (T7, T9 to T11, H2 to H8,
//! H13).

use std::collections::HashMap;

use super::scan::Scan;
use crate::event::{EventBody, Role, TranscriptEvent};
use crate::history::EmptyReason;
use crate::id::MessageId;
use crate::reset::ResetPolicy;
use crate::view::View;

/// The answer of a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelRead {
    /// Which sequence is shown; the current view when nothing is.
    pub view: View,
    /// The ids of the rows, in reading order.
    pub ids: Vec<MessageId>,
    /// How many rows the sequence has.
    pub total: u64,
    /// Whether older rows exist in the sequence.
    pub has_older: bool,
    /// Whether newer rows exist in the sequence.
    pub has_newer: bool,
    /// Why an anchored read shows nothing.
    pub empty_reason: Option<EmptyReason>,
}

/// One generation of transcript.
#[derive(Clone, Debug)]
pub struct ModelTranscript<'e> {
    path: Vec<&'e TranscriptEvent>,
    arrived: HashMap<&'e MessageId, &'e TranscriptEvent>,
}

impl<'e> ModelTranscript<'e> {
    /// Scans `events` in order of arrival.
    pub fn of(events: &'e [TranscriptEvent]) -> Self {
        let mut scan = Scan::default();
        for event in events {
            scan.take(event);
        }
        let arrived: HashMap<_, _> = events.iter().map(|event| (&event.id, event)).collect();
        let path = scan.path();
        Self {
            path: path
                .iter()
                .filter_map(|id| arrived.get(id).copied())
                .collect(),
            arrived,
        }
    }

    /// Returns the events of the active path, in reading order (T6).
    pub fn path(&self) -> &[&'e TranscriptEvent] {
        &self.path
    }

    /// Returns the rows of the path that search may find (T2).
    pub fn searchable(&self) -> Vec<&'e TranscriptEvent> {
        let is_searchable = |event: &&TranscriptEvent| {
            is_turn(event)
                && matches!(&event.body, EventBody::Message { text, .. } if !is_blank(text))
        };
        self.path.iter().copied().filter(is_searchable).collect()
    }

    /// Returns the current view (T9, T10).
    pub fn view(&self, include_tools: bool) -> Vec<&'e TranscriptEvent> {
        let Some(reset) = self.path.iter().rposition(|event| is_reset(event)) else {
            return shown(&self.path, include_tools);
        };
        let mut rows = self.kept_rows(reset);
        let (_, rest) = self.path.split_at(reset);
        rows.extend(shown(rest, include_tools));
        rows
    }

    /// Returns the closed interval of a row of the path (T11); `None` when no
    /// reset closes it, or when the row is not on the path.
    pub fn interval(
        &self,
        id: &MessageId,
        include_tools: bool,
    ) -> Option<Vec<&'e TranscriptEvent>> {
        let at = self.path.iter().position(|event| event.id == *id)?;
        let (before, from) = self.path.split_at(at);
        let closing = from.iter().position(|event| is_reset(event))?;
        // The last reset before the closing one lies before the row, since the
        // closing one is the first at or after it.
        let opening = before.iter().rposition(|event| is_reset(event));
        let first = opening.map_or(0, |opening| opening + 1);
        let rows: Vec<_> = self
            .path
            .iter()
            .copied()
            .take(at + closing + 1)
            .skip(first)
            .collect();
        Some(shown(&rows, include_tools))
    }

    /// Returns a page of the current view: the newest `limit` rows but for the
    /// `offset` newest of all (H2).
    pub fn page(&self, offset: u64, limit: usize, include_tools: bool) -> ModelRead {
        let view = self.view(include_tools);
        let skipped = usize::try_from(offset).unwrap_or(usize::MAX);
        let end = view.len().saturating_sub(skipped);
        let start = end.saturating_sub(limit);
        part(View::Current, &view, start, end)
    }

    /// Returns a window around a message (H3 to H6, H8).
    pub fn around(&self, id: &MessageId, limit: usize, include_tools: bool) -> ModelRead {
        let Some(anchor) = self.arrived.get(id) else {
            return self.nothing(EmptyReason::UnknownMessage, include_tools);
        };
        if !is_displayable(anchor) {
            return self.nothing(EmptyReason::NotDisplayable, include_tools);
        }
        if !self.path.iter().any(|event| event.id == *id) {
            return self.nothing(EmptyReason::OffPath, include_tools);
        }
        let include_tools = include_tools || is_tool(anchor);
        let current = self.view(include_tools);
        let (view, rows) = match self.interval(id, include_tools) {
            Some(interval) if !current.iter().any(|event| event.id == *id) => {
                (View::Interval, interval)
            }
            _ => (View::Current, current),
        };
        let Some(k) = rows.iter().position(|event| event.id == *id) else {
            return self.nothing(EmptyReason::OffPath, include_tools);
        };
        let (start, end) = window(rows.len(), k, limit);
        part(view, &rows, start, end)
    }

    /// Returns the first row that a reset at the end of the path keeps (T7).
    pub fn first_kept(&self, policy: ResetPolicy) -> Option<&'e MessageId> {
        if policy == ResetPolicy::Clear {
            return None;
        }
        let is_boundary = |event: &&TranscriptEvent| is_reset(event) || is_compaction(event);
        let turns: Vec<_> = match self.path.iter().rposition(is_boundary) {
            None => self.path.iter().copied().filter(|it| is_turn(it)).collect(),
            Some(boundary) => {
                let later = self.path.iter().copied().skip(boundary + 1);
                let mut turns = self.kept_rows(boundary);
                turns.extend(later.filter(|it| is_turn(it)));
                turns
            }
        };
        let newest_six = turns.len().saturating_sub(6);
        let mut tail: Vec<_> = turns.into_iter().skip(newest_six).collect();
        while tail
            .first()
            .is_some_and(|it| role(it) == Some(Role::Assistant))
        {
            tail.remove(0);
        }
        let mut merged: Vec<&TranscriptEvent> = Vec::new();
        for event in tail {
            if merged.last().is_some_and(|it| role(it) == role(event)) {
                merged.pop();
            }
            merged.push(event);
        }
        merged.first().map(|event| &event.id)
    }

    /// Returns what the reset or compaction at an index of the path kept (T9).
    fn kept_rows(&self, marker: usize) -> Vec<&'e TranscriptEvent> {
        let first_kept = match self.path.get(marker).map(|event| &event.body) {
            Some(EventBody::Reset { first_kept } | EventBody::Compaction { first_kept, .. }) => {
                first_kept.as_ref()
            }
            _ => None,
        };
        let before = self.path.iter().copied().take(marker);
        before
            .skip_while(|event| Some(&event.id) != first_kept)
            .filter(|event| is_turn(event))
            .collect()
    }

    fn nothing(&self, reason: EmptyReason, include_tools: bool) -> ModelRead {
        ModelRead {
            view: View::Current,
            ids: Vec::new(),
            total: self.view(include_tools).len() as u64,
            has_older: false,
            has_newer: false,
            empty_reason: Some(reason),
        }
    }
}

/// H5 as the contract writes it; the limit is at least 1.
fn window(total: usize, k: usize, limit: usize) -> (usize, usize) {
    let older = limit - limit / 2 - 1;
    let start = k.saturating_sub(older).min(total.saturating_sub(limit));
    (start, total.min(start + limit))
}

fn part(view: View, rows: &[&TranscriptEvent], start: usize, end: usize) -> ModelRead {
    ModelRead {
        view,
        ids: rows
            .iter()
            .take(end)
            .skip(start)
            .map(|event| event.id.clone())
            .collect(),
        total: rows.len() as u64,
        has_older: 0 < start,
        has_newer: end < rows.len(),
        empty_reason: None,
    }
}

/// Returns the displayable rows, without tool rows unless asked for (H8).
fn shown<'e>(rows: &[&'e TranscriptEvent], include_tools: bool) -> Vec<&'e TranscriptEvent> {
    let is_shown =
        |event: &&TranscriptEvent| is_displayable(event) && (include_tools || !is_tool(event));
    rows.iter().copied().filter(is_shown).collect()
}

/// The table of T2, third column, with T4.
fn is_displayable(event: &TranscriptEvent) -> bool {
    match &event.body {
        EventBody::Message { is_hidden, .. } => !is_hidden && !says_nothing(event),
        EventBody::Reset { .. } | EventBody::Compaction { .. } => true,
        EventBody::CustomMessage { is_displayed, .. } => *is_displayed,
        EventBody::LeafControl { .. } | EventBody::Note => false,
    }
}

/// A message that programs say to each other (T4).
fn says_nothing(event: &TranscriptEvent) -> bool {
    match &event.body {
        EventBody::Message {
            role: Role::Assistant,
            text,
            ..
        } => matches!(text.trim(), "NO_REPLY" | "HEARTBEAT_OK"),
        EventBody::Message {
            role: Role::User,
            text,
            ..
        } => {
            let mut blocks = text.split("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>");
            let before = blocks.next().unwrap_or_default();
            let mut behind = blocks.map(|block| {
                let end = block.split_once("<<<END_OPENCLAW_INTERNAL_CONTEXT>>>");
                end.map_or("", |(_, behind)| behind)
            });
            text.contains("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>")
                && is_blank(before)
                && behind.all(is_blank)
        }
        _ => false,
    }
}

fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

fn role(event: &TranscriptEvent) -> Option<Role> {
    match &event.body {
        EventBody::Message { role, .. } => Some(*role),
        _ => None,
    }
}

fn is_turn(event: &TranscriptEvent) -> bool {
    is_displayable(event) && matches!(role(event), Some(Role::User | Role::Assistant))
}

fn is_tool(event: &TranscriptEvent) -> bool {
    role(event) == Some(Role::Tool)
}

fn is_reset(event: &TranscriptEvent) -> bool {
    matches!(event.body, EventBody::Reset { .. })
}

fn is_compaction(event: &TranscriptEvent) -> bool {
    matches!(event.body, EventBody::Compaction { .. })
}
