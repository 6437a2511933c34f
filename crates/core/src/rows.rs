//! Reading an active path by class and range, wherever it is kept.
//!
//! A path in memory and a path on disk answer the same few questions
//! ([`PathRows`]): how many rows of a class lie in a range, and which are the
//! first or last of them. Views, intervals, windows and pages are made of
//! these, so the rules are written once and cost what they return (H12).

use crate::event::{Role, RowClass};
use crate::id::MessageId;
use crate::position::{PathPosition, PositionRange};

/// Which rows of a range a reader is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFilter {
    /// User and assistant messages: what a reset keeps (T9).
    Turns,
    /// Everything displayable but tool rows (H8).
    Plain,
    /// Everything displayable.
    Shown,
}

impl RowFilter {
    /// Returns the classes that pass.
    pub fn classes(self) -> &'static [RowClass] {
        use RowClass::{Compaction, Marker, Reset, Tool, Turn};
        match self {
            Self::Turns => &[Turn],
            Self::Plain => &[Turn, Marker, Compaction, Reset],
            Self::Shown => &[Turn, Marker, Compaction, Reset, Tool],
        }
    }

    /// Returns whether a class passes.
    pub fn admits(self, class: RowClass) -> bool {
        self.classes().contains(&class)
    }
}

/// From which end of a range rows are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The first rows of the range.
    First,
    /// The last rows of the range.
    Last,
}

/// One row of an active path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathRow<N> {
    /// Where it stands.
    pub position: PathPosition,
    /// What it is to a reader.
    pub class: RowClass,
    /// Who speaks, if it is a message.
    pub role: Option<Role>,
    /// The event, as its holder names it.
    pub node: N,
}

/// Where an event is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located<N> {
    /// Its position, if it is on the path.
    pub position: Option<PathPosition>,
    /// What it is to a reader.
    pub class: RowClass,
    /// Who speaks, if it is a message.
    pub role: Option<Role>,
    /// The event, as its holder names it.
    pub node: N,
}

/// One active path, readable by class and range.
pub trait PathRows {
    /// Names one event.
    type Node: Copy;
    /// Why reading failed.
    type Error;

    /// Returns the number of rows on the path.
    ///
    /// # Errors
    ///
    /// Fails when the holder of the path cannot read; so do all below.
    fn path_len(&mut self) -> Result<u64, Self::Error>;

    /// Returns where the event of this id is, if it ever arrived.
    ///
    /// # Errors
    ///
    /// See [`Self::path_len`].
    fn locate(&mut self, id: &MessageId) -> Result<Option<Located<Self::Node>>, Self::Error>;

    /// Returns the first kept id of the reset or compaction at a position.
    ///
    /// # Errors
    ///
    /// See [`Self::path_len`].
    fn first_kept(&mut self, position: PathPosition) -> Result<Option<MessageId>, Self::Error>;

    /// Returns how many rows of `class` lie in `range`, at a cost that does
    /// not depend on how many.
    ///
    /// # Errors
    ///
    /// See [`Self::path_len`].
    fn count(&mut self, class: RowClass, range: PositionRange) -> Result<u64, Self::Error>;

    /// Returns at most `limit` rows of `class` in `range`, from one end, in
    /// reading order.
    ///
    /// # Errors
    ///
    /// See [`Self::path_len`].
    fn rows(
        &mut self,
        class: RowClass,
        range: PositionRange,
        end: End,
        limit: usize,
    ) -> Result<Vec<PathRow<Self::Node>>, Self::Error>;
}

/// Returns how many rows of `range` pass `filter`.
pub(crate) fn count<P: PathRows>(
    path: &mut P,
    filter: RowFilter,
    range: PositionRange,
) -> Result<u64, P::Error> {
    let mut total = 0;
    for &class in filter.classes() {
        if !range.is_empty() {
            total += path.count(class, range)?;
        }
    }
    Ok(total)
}

/// Returns at most `limit` rows of `range` that pass `filter`, from one end, in
/// reading order.
pub(crate) fn take<P: PathRows>(
    path: &mut P,
    filter: RowFilter,
    range: PositionRange,
    end: End,
    limit: usize,
) -> Result<Vec<PathRow<P::Node>>, P::Error> {
    let mut rows = Vec::new();
    if range.is_empty() || limit == 0 {
        return Ok(rows);
    }
    for &class in filter.classes() {
        rows.extend(path.rows(class, range, end, limit)?);
    }
    rows.sort_by_key(|row| row.position);
    match end {
        End::First => rows.truncate(limit),
        End::Last => drop(rows.drain(..rows.len().saturating_sub(limit))),
    }
    Ok(rows)
}

/// Returns the row of `class` in `range` that is nearest to one end.
pub(crate) fn nearest<P: PathRows>(
    path: &mut P,
    class: RowClass,
    range: PositionRange,
    end: End,
) -> Result<Option<PathRow<P::Node>>, P::Error> {
    if range.is_empty() {
        return Ok(None);
    }
    Ok(path.rows(class, range, end, 1)?.pop())
}
