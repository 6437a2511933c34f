//! History: the newest rows of a session, or the place where a hit was said.

use std::ops::Range;

use sessions_core::event::{Role, RowClass};
use sessions_core::history::EmptyReason;
use sessions_core::id::SessionId;
use sessions_core::key::SessionKey;
use sessions_policy::authorized::Authorized;
use sessions_store::{HistoryPage, HistoryRow};
use unicode_segmentation::{GraphemeCursor, GraphemeIncomplete};

use crate::access::SessionRead;
use crate::bounds::{FLAG_BYTES, FRAME_BYTES, MAX_HISTORY_BYTES, json_len};
use crate::error::ApiError;
use crate::sessions::Sessions;
use crate::wire::{HistoryAnswer, HistoryMessage, RowKind, RowRole};

/// The most characters of one text in an answer (H11).
pub const MAX_TEXT_CHARS: usize = 4_000;

/// What is said of a row whose text is too large for any answer.
const OMITTED: &str = "[omitted: too large]";

/// A row as it is answered, before the bound of the answer's size.
struct Shown {
    message: HistoryMessage,
    is_redacted: bool,
}

impl Sessions {
    /// Reads a session: the newest rows of the current view, a page of it, or
    /// the rows around a message.
    ///
    /// ```
    /// use sessions_api::{HistoryRequest, Sessions};
    /// use sessions_policy::requester::Requester;
    /// # use sessions_policy::rules::VisibilityRules;
    /// # use sessions_redact::Redactor;
    /// # let folder = tempfile::tempdir()?;
    /// # let sessions = Sessions::open(folder.path(), VisibilityRules::default(), Redactor::new());
    ///
    /// let me = Requester::session("agent:main:main".parse()?);
    /// let err = sessions.authorize(&me, &HistoryRequest::new("agent:ops:main")).unwrap_err();
    /// assert_eq!(err.to_string(), "no session that may be read has this key");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A request alone reads nothing:
    ///
    /// ```compile_fail,E0308
    /// # use sessions_api::{HistoryRequest, Sessions};
    /// fn unchecked(sessions: &Sessions) {
    ///     sessions.history(&HistoryRequest::new("agent:ops:main"));
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// [`ApiError::Replaced`] where the session is no longer the one that was
    /// authorised (V9); fails when the database cannot be read.
    pub fn history(&self, read: &Authorized<SessionRead>) -> Result<HistoryAnswer, ApiError> {
        let read = read.target();
        let key = read.session_key();
        let failed = |source| ApiError::of(key.agent())(source);
        let store = self.store(key.agent())?.ok_or(ApiError::Replaced)?;
        let snapshot = store.snapshot().map_err(failed)?;
        let generation = read.generation(&snapshot)?;
        let page = snapshot
            .history(
                &generation,
                read.window(),
                read.limit(),
                read.include_tools(),
            )
            .map_err(failed)?;
        Ok(self.answer(key.clone(), generation.session_id(), read.offset(), page))
    }

    fn answer(
        &self,
        key: SessionKey,
        session_id: &SessionId,
        offset: Option<u64>,
        page: HistoryPage,
    ) -> HistoryAnswer {
        let mut answer = HistoryAnswer {
            session_key: key,
            session_id: Some(session_id.clone()),
            view: page.view,
            messages: Vec::new(),
            has_older: page.has_older,
            has_newer: page.has_newer,
            truncated: false,
            dropped_messages: 0,
            content_truncated: false,
            content_redacted: false,
            bytes: 0,
            empty_reason: page.empty_reason.map(EmptyReason::as_str),
            offset,
            next_offset: None,
            has_more: None,
            total_messages: page.total,
        };
        self.fill(&mut answer, page);
        answer
    }

    /// Puts the rows of `page` into the answer, within the bound of its size
    /// (H11).
    fn fill(&self, answer: &mut HistoryAnswer, page: HistoryPage) {
        let anchor = page.anchor;
        let shown: Vec<_> = page
            .rows
            .into_iter()
            .map(|row| {
                let is_anchor = anchor == Some(row.position);
                self.shown(row, is_anchor)
            })
            .collect();
        let sizes: Vec<_> = shown.iter().map(|it| json_len(&it.message) + 1).collect();
        let room = (MAX_HISTORY_BYTES - FRAME_BYTES - FLAG_BYTES).saturating_sub(json_len(answer));
        let at = shown.iter().position(|it| it.message.anchor);
        let kept = match at {
            Some(at) => around(&sizes, at, room),
            None => newest(&sizes, room),
        };
        answer.dropped_messages = shown.len() - kept.len();
        answer.truncated = 0 < answer.dropped_messages;
        answer.has_older |= 0 < kept.start;
        answer.has_newer |= kept.end < shown.len();
        for it in shown.into_iter().skip(kept.start).take(kept.len()) {
            answer.content_redacted |= it.is_redacted;
            answer.content_truncated |= it.message.truncated || it.message.omitted;
            answer.messages.push(it.message);
        }
        if let (Some(offset), Some(total)) = (answer.offset, answer.total_messages) {
            let next = offset.saturating_add(answer.messages.len() as u64);
            let has_more = next < total;
            answer.has_more = Some(has_more);
            answer.next_offset = has_more.then_some(next);
        }
        // The size counts its own digits.
        loop {
            let bytes = json_len(answer);
            if bytes == answer.bytes {
                break;
            }
            answer.bytes = bytes;
        }
    }

    fn shown(&self, row: HistoryRow, is_anchor: bool) -> Shown {
        let redacted = self.redactor().redact(&row.text);
        let is_redacted = !redacted.masks().is_empty();
        let masks: Vec<_> = redacted.masks().iter().map(|it| it.range.clone()).collect();
        let cut = cut_at(redacted.as_str(), &masks);
        let mut text = redacted.into_string();
        let truncated = cut < text.len();
        text.truncate(cut);
        let mut message = HistoryMessage {
            message_id: row.message_id,
            seq: row.position.0,
            kind: kind(row.class),
            role: row_role(row.class, row.role),
            timestamp: row.timestamp,
            text,
            anchor: is_anchor,
            truncated,
            omitted: false,
        };
        if MAX_HISTORY_BYTES / 2 < json_len(&message) {
            OMITTED.clone_into(&mut message.text);
            message.omitted = true;
        }
        Shown {
            message,
            is_redacted,
        }
    }
}

/// Returns the error of a session that has no such generation (H7).
fn kind(class: RowClass) -> RowKind {
    match class {
        RowClass::Reset => RowKind::Reset,
        RowClass::Compaction => RowKind::Compaction,
        RowClass::Marker => RowKind::Custom,
        RowClass::Turn | RowClass::Tool | RowClass::Hidden => RowKind::Message,
    }
}

fn row_role(class: RowClass, role: Option<Role>) -> RowRole {
    match (class, role) {
        (RowClass::Marker, _) => RowRole::Custom,
        (_, Some(Role::User)) => RowRole::User,
        (_, Some(Role::Assistant)) => RowRole::Assistant,
        (_, Some(Role::Tool)) => RowRole::Tool,
        (_, None) => RowRole::System,
    }
}

/// Returns where a masked text is cut: at its end, or on the last grapheme
/// boundary within [`MAX_TEXT_CHARS`], before a mask that would be cut in two.
fn cut_at(text: &str, masks: &[Range<usize>]) -> usize {
    let Some((limit, _)) = text.char_indices().nth(MAX_TEXT_CHARS) else {
        return text.len();
    };
    let mut cursor = GraphemeCursor::new(limit, text.len(), true);
    let is_boundary: Result<bool, GraphemeIncomplete> = cursor.is_boundary(text, 0);
    let mut cut = limit;
    if !is_boundary.unwrap_or(true) {
        cut = cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0);
    }
    let split = masks.iter().find(|mask| mask.start < cut && cut < mask.end);
    split.map_or(cut, |mask| mask.start)
}

/// Returns the rows that fit around the anchor, taken from both sides in turn.
fn around(sizes: &[usize], at: usize, room: usize) -> Range<usize> {
    let size = |index: usize| sizes.get(index).copied();
    let mut kept = at..at + 1;
    let mut used = size(at).unwrap_or(0);
    let (mut can_older, mut can_newer) = (true, true);
    while can_older || can_newer {
        if can_newer {
            match size(kept.end) {
                Some(more) if used + more <= room => {
                    used += more;
                    kept.end += 1;
                }
                _ => can_newer = false,
            }
        }
        if can_older {
            match kept.start.checked_sub(1).and_then(size) {
                Some(more) if used + more <= room => {
                    used += more;
                    kept.start -= 1;
                }
                _ => can_older = false,
            }
        }
    }
    kept
}

/// Returns the newest rows that fit; at least one, so that paging goes on.
fn newest(sizes: &[usize], room: usize) -> Range<usize> {
    let mut start = sizes.len();
    let mut used = 0;
    for (index, size) in sizes.iter().enumerate().rev() {
        if room < used + size && start < sizes.len() {
            break;
        }
        used += size;
        start = index;
    }
    start..sizes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchored_answer_grows_in_turn_and_keeps_its_anchor() {
        assert_eq!(around(&[10, 10, 10, 10, 10], 2, 25), 2..4);
        assert_eq!(around(&[10, 10, 10, 10, 10], 2, 35), 1..4);
        assert_eq!(around(&[10, 10, 10, 10, 10], 2, 99), 0..5);
        assert_eq!(around(&[10, 90, 10, 10], 2, 40), 2..4);
        assert_eq!(around(&[90], 0, 40), 0..1);
    }

    #[test]
    fn an_unanchored_answer_drops_the_oldest_and_never_all() {
        assert_eq!(newest(&[10, 10, 10], 25), 1..3);
        assert_eq!(newest(&[10, 10, 90], 25), 2..3);
        assert_eq!(newest(&[], 25), 0..0);
    }

    #[test]
    fn a_long_text_is_cut_between_graphemes_and_before_a_mask() {
        let plain = "x".repeat(MAX_TEXT_CHARS);
        assert_eq!(cut_at(&plain, &[]), MAX_TEXT_CHARS);
        let accented = format!("{}e\u{301}y", "x".repeat(MAX_TEXT_CHARS - 1));
        assert_eq!(cut_at(&accented, &[]), MAX_TEXT_CHARS - 1);
        let long = "x".repeat(MAX_TEXT_CHARS + 50);
        let mask = MAX_TEXT_CHARS - 3..MAX_TEXT_CHARS + 9;
        assert_eq!(cut_at(&long, &[mask]), MAX_TEXT_CHARS - 3);
    }
}
