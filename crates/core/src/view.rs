//! Current views and closed intervals (T9 to T11).
//!
//! Both are a [`Sequence`]: one or two runs of positions, each with the rows of
//! it that count. What a sequence shows is read from either end or around an
//! anchor by the module [`crate::history`].

use serde::{Deserialize, Serialize};

use crate::event::RowClass;
use crate::position::{PathPosition, PositionRange};
use crate::rows::{End, PathRow, PathRows, RowFilter, count, nearest, take};

/// Which sequence an answer shows (H13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// What an unanchored read shows (T10).
    Current,
    /// The rows that one later reset closed (T11).
    Interval,
}

impl View {
    /// Returns the word used on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Interval => "interval",
        }
    }
}

/// A run of positions and the rows of it that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    range: PositionRange,
    filter: RowFilter,
}

/// Rows in reading order that a read can show, tool rows in or out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    view: View,
    /// The kept rows, where a reset kept any.
    kept: Option<Segment>,
    rest: Segment,
}

impl Sequence {
    /// Returns the current view of `path` (T10).
    ///
    /// `filter` says whether tool rows count.
    ///
    /// # Errors
    ///
    /// Fails when `path` fails.
    pub fn current<P: PathRows>(path: &mut P, filter: RowFilter) -> Result<Self, P::Error> {
        let all = whole(path)?;
        let reset = nearest(path, RowClass::Reset, all, End::Last)?;
        let Some(reset) = reset.map(|row| row.position) else {
            return Ok(Self {
                view: View::Current,
                kept: None,
                rest: Segment { range: all, filter },
            });
        };
        let rest = PositionRange {
            first: reset,
            last: all.last,
        };
        Ok(Self {
            view: View::Current,
            kept: kept_by(path, reset)?.map(|range| Segment {
                range,
                filter: RowFilter::Turns,
            }),
            rest: Segment {
                range: rest,
                filter,
            },
        })
    }

    /// Returns the closed interval of the row at `position` (T11), or `None`
    /// when no reset closes it.
    ///
    /// # Errors
    ///
    /// Fails when `path` fails.
    pub fn closed<P: PathRows>(
        path: &mut P,
        position: PathPosition,
        filter: RowFilter,
    ) -> Result<Option<Self>, P::Error> {
        let all = whole(path)?;
        let from = all.after(position.before());
        let Some(closing) = nearest(path, RowClass::Reset, from, End::First)? else {
            return Ok(None);
        };
        let last = closing.position;
        let opening = nearest(path, RowClass::Reset, all.before(last), End::Last)?;
        let first = opening.map_or(PathPosition::FIRST, |row| row.position.after());
        Ok(Some(Self {
            view: View::Interval,
            kept: None,
            rest: Segment {
                range: PositionRange { first, last },
                filter,
            },
        }))
    }

    /// Returns which sequence this is.
    pub fn view(&self) -> View {
        self.view
    }

    /// Returns whether a row of this class at this position is shown by it.
    pub fn contains(&self, position: PathPosition, class: RowClass) -> bool {
        self.segments()
            .any(|it| it.range.contains(position) && it.filter.admits(class))
    }

    /// Returns how many rows the sequence has.
    ///
    /// # Errors
    ///
    /// Fails when `path` fails.
    pub fn total<P: PathRows>(&self, path: &mut P) -> Result<u64, P::Error> {
        let mut total = 0;
        for segment in self.segments() {
            total += count(path, segment.filter, segment.range)?;
        }
        Ok(total)
    }

    /// Returns the sequence without its newest `n` rows.
    ///
    /// The place is found by halving, so a deep page costs the logarithm of
    /// the path.
    ///
    /// # Errors
    ///
    /// Fails when `path` fails.
    pub fn without_newest<P: PathRows>(self, path: &mut P, n: u64) -> Result<Self, P::Error> {
        let n_rest = count(path, self.rest.filter, self.rest.range)?;
        let rest = shortened(path, self.rest, n.min(n_rest))?;
        let kept = match self.kept {
            Some(kept) => Some(shortened(path, kept, n.saturating_sub(n_rest))?),
            None => None,
        };
        Ok(Self { kept, rest, ..self })
    }

    /// Returns at most `limit` rows before `position`, the nearest ones, in
    /// reading order.
    pub(crate) fn older<P: PathRows>(
        &self,
        path: &mut P,
        position: PathPosition,
        limit: usize,
    ) -> Result<Vec<PathRow<P::Node>>, P::Error> {
        let mut rows = Vec::new();
        for segment in [Some(&self.rest), self.kept.as_ref()].into_iter().flatten() {
            let range = segment.range.before(position);
            let mut older = take(path, segment.filter, range, End::Last, limit - rows.len())?;
            older.append(&mut rows);
            rows = older;
        }
        Ok(rows)
    }

    /// Returns at most `limit` rows after `position`, the nearest ones, in
    /// reading order.
    pub(crate) fn newer<P: PathRows>(
        &self,
        path: &mut P,
        position: PathPosition,
        limit: usize,
    ) -> Result<Vec<PathRow<P::Node>>, P::Error> {
        let mut rows = Vec::new();
        for segment in self.segments() {
            let range = segment.range.after(position);
            rows.extend(take(
                path,
                segment.filter,
                range,
                End::First,
                limit - rows.len(),
            )?);
        }
        Ok(rows)
    }

    /// Returns a position behind the last row.
    pub(crate) fn end(&self) -> PathPosition {
        let kept = self.kept.map_or(self.rest.range.last, |it| it.range.last);
        kept.max(self.rest.range.last).after()
    }

    fn segments(&self) -> impl Iterator<Item = &Segment> {
        self.kept.iter().chain([&self.rest])
    }
}

/// Returns the range of rows that the reset or compaction at `marker` keeps
/// (T7, T9), if its first kept row is on the path before it.
pub(crate) fn kept_by<P: PathRows>(
    path: &mut P,
    marker: PathPosition,
) -> Result<Option<PositionRange>, P::Error> {
    let Some(id) = path.first_kept(marker)? else {
        return Ok(None);
    };
    let first = path.locate(&id)?.and_then(|it| it.position);
    Ok(first
        .filter(|&first| first < marker)
        .map(|first| PositionRange {
            first,
            last: marker.before(),
        }))
}

/// Returns the range of all rows.
pub(crate) fn whole<P: PathRows>(path: &mut P) -> Result<PositionRange, P::Error> {
    Ok(PositionRange {
        first: PathPosition::FIRST,
        last: PathPosition(path.path_len()?),
    })
}

/// Returns `segment` without its newest `n` rows.
fn shortened<P: PathRows>(path: &mut P, segment: Segment, n: u64) -> Result<Segment, P::Error> {
    if n == 0 {
        return Ok(segment);
    }
    // INVARIANT: behind `low` lie at least `n` rows or it is before the first
    // position; behind `high` lie fewer.
    let mut low = segment.range.first.before().0;
    let mut high = segment.range.last.after().0;
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        let behind = segment.range.after(PathPosition(middle));
        if n <= count(path, segment.filter, behind)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    let range = PositionRange {
        last: PathPosition(low),
        ..segment.range
    };
    Ok(Segment { range, ..segment })
}
