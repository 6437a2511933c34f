//! What a read of a session shows: pages of the current view and windows
//! around an anchor (H1 to H8, H13).

use crate::event::RowClass;
use crate::id::MessageId;
use crate::position::PathPosition;
use crate::rows::{PathRow, PathRows, RowFilter};
use crate::view::{Sequence, View};
use crate::window::{Sides, sides};

/// The most rows that a read may ask for (H1).
pub const MAX_LIMIT: usize = 1000;

/// How many rows a read shows unless told (H1).
pub const DEFAULT_LIMIT: usize = 200;

/// How many rows a read shows at most: 1 to [`MAX_LIMIT`] (H1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowLimit(usize);

/// The limit is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("limit is {limit}, and may be 1 to {MAX_LIMIT}")]
pub struct LimitError {
    limit: u64,
}

impl RowLimit {
    /// Returns the limit as a number.
    pub fn get(self) -> usize {
        self.0
    }
}

impl Default for RowLimit {
    fn default() -> Self {
        Self(DEFAULT_LIMIT)
    }
}

impl TryFrom<u64> for RowLimit {
    type Error = LimitError;

    fn try_from(limit: u64) -> Result<Self, LimitError> {
        match usize::try_from(limit) {
            Ok(n @ 1..=MAX_LIMIT) => Ok(Self(n)),
            _ => Err(LimitError { limit }),
        }
    }
}

/// Which rows of a session a read shows. An anchor with an offset cannot be
/// written (H1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryWindow {
    /// The newest rows of the current view.
    Newest {
        /// How many of the newest rows are skipped; `None` asks for no paging.
        offset: Option<u64>,
    },
    /// The rows around one message.
    Around(MessageId),
}

/// Why an anchored read shows nothing (H6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmptyReason {
    /// No event of this id is in this generation.
    UnknownMessage,
    /// The event is not on the active path.
    OffPath,
    /// The event is never shown.
    NotDisplayable,
}

impl EmptyReason {
    /// Returns the word used on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnknownMessage => "unknown-message",
            Self::OffPath => "off-path",
            Self::NotDisplayable => "not-displayable",
        }
    }
}

/// What a read shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRows<N> {
    /// The sequence that the rows come from; the current view when empty.
    pub view: View,
    /// The rows, in reading order.
    pub rows: Vec<PathRow<N>>,
    /// Where the anchor is, if one was asked for and found.
    pub anchor: Option<PathPosition>,
    /// Whether older rows exist in the sequence.
    pub has_older: bool,
    /// Whether newer rows exist in the sequence.
    pub has_newer: bool,
    /// The number of rows in the view, where an offset was given (H2).
    pub total: Option<u64>,
    /// Why there is nothing, where an anchor was asked for and is not shown.
    pub empty_reason: Option<EmptyReason>,
}

/// Reads rows of `path`.
///
/// An anchor that is missing, off the path or never shown yields no rows and
/// says why; it never yields the newest rows (H6). Tool rows are left out
/// before the window is taken unless `include_tools`; an anchor on a tool row
/// asks for them by itself (H8). The cost is that of the rows shown, whatever
/// the length of the path (H12).
///
/// # Errors
///
/// Fails when `path` fails.
pub fn read<P: PathRows>(
    path: &mut P,
    window: &HistoryWindow,
    limit: RowLimit,
    include_tools: bool,
) -> Result<HistoryRows<P::Node>, P::Error> {
    match window {
        HistoryWindow::Newest { offset } => newest(path, *offset, limit, include_tools),
        HistoryWindow::Around(id) => around(path, id, limit, include_tools),
    }
}

fn filter(include_tools: bool) -> RowFilter {
    if include_tools {
        RowFilter::Shown
    } else {
        RowFilter::Plain
    }
}

fn newest<P: PathRows>(
    path: &mut P,
    offset: Option<u64>,
    limit: RowLimit,
    include_tools: bool,
) -> Result<HistoryRows<P::Node>, P::Error> {
    let view = Sequence::current(path, filter(include_tools))?;
    let mut shown = view;
    let mut total = None;
    if let Some(n) = offset {
        total = Some(view.total(path)?);
        shown = view.without_newest(path, n)?;
    }
    let mut rows = shown.older(path, shown.end(), limit.get() + 1)?;
    let has_older = limit.get() < rows.len();
    if has_older {
        rows.remove(0);
    }
    Ok(HistoryRows {
        view: View::Current,
        rows,
        anchor: None,
        has_older,
        has_newer: offset.is_some_and(|n| 0 < n) && total != Some(0),
        total,
        empty_reason: None,
    })
}

fn around<P: PathRows>(
    path: &mut P,
    id: &MessageId,
    limit: RowLimit,
    include_tools: bool,
) -> Result<HistoryRows<P::Node>, P::Error> {
    let Some(found) = path.locate(id)? else {
        return Ok(nothing(EmptyReason::UnknownMessage));
    };
    if !found.class.is_displayable() {
        return Ok(nothing(EmptyReason::NotDisplayable));
    }
    let Some(position) = found.position else {
        return Ok(nothing(EmptyReason::OffPath));
    };
    let filter = filter(include_tools || found.class == RowClass::Tool);
    let view = Sequence::current(path, filter)?;
    let sequence = if view.contains(position, found.class) {
        view
    } else {
        match Sequence::closed(path, position, filter)? {
            Some(interval) => interval,
            // What lies outside the view lies before its reset, which closes it.
            None => return Ok(nothing(EmptyReason::OffPath)),
        }
    };
    // One row more than can be shown tells whether there are any left over.
    let mut older = sequence.older(path, position, limit.get())?;
    let mut newer = sequence.newer(path, position, limit.get())?;
    let available = Sides {
        older: older.len(),
        newer: newer.len(),
    };
    let shown = sides(limit.get(), available);
    let mut rows = older.split_off(available.older - shown.older);
    rows.push(PathRow {
        position,
        class: found.class,
        role: found.role,
        node: found.node,
    });
    newer.truncate(shown.newer);
    rows.append(&mut newer);
    Ok(HistoryRows {
        view: sequence.view(),
        rows,
        anchor: Some(position),
        has_older: shown.older < available.older,
        has_newer: shown.newer < available.newer,
        total: None,
        empty_reason: None,
    })
}

fn nothing<N>(reason: EmptyReason) -> HistoryRows<N> {
    HistoryRows {
        view: View::Current,
        rows: Vec::new(),
        anchor: None,
        has_older: false,
        has_newer: false,
        total: None,
        empty_reason: Some(reason),
    }
}
