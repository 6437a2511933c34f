//! What a reset keeps (T7).

use crate::event::{Role, RowClass};
use crate::rows::{End, PathRow, PathRows, RowFilter, nearest, take};
use crate::view::{kept_by, whole};

/// How many messages a tail has at most before leading answers are dropped.
const TAIL_MESSAGES: usize = 6;

/// What a reset does with what was said last (T7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResetPolicy {
    /// An explicit reset: keep nothing.
    #[default]
    Clear,
    /// An idle or daily reset: keep the tail of the conversation.
    PreserveTail,
}

/// Returns the first row that a reset at the end of `path` keeps under
/// `policy`; `None` keeps nothing.
///
/// The tail is what was said after the latest reset or compaction, preceded by
/// the rows that this one kept: the last six user and assistant messages, less
/// leading answers. Runs of one role count as their last message.
///
/// # Errors
///
/// Fails when `path` fails.
pub fn first_kept<P: PathRows>(
    path: &mut P,
    policy: ResetPolicy,
) -> Result<Option<PathRow<P::Node>>, P::Error> {
    if policy == ResetPolicy::Clear {
        return Ok(None);
    }
    let all = whole(path)?;
    let reset = nearest(path, RowClass::Reset, all, End::Last)?;
    let compaction = nearest(path, RowClass::Compaction, all, End::Last)?;
    let boundary = [reset, compaction]
        .into_iter()
        .flatten()
        .map(|row| row.position)
        .max();
    let since = boundary.map_or(all, |position| all.after(position));
    let mut turns = take(path, RowFilter::Turns, since, End::Last, TAIL_MESSAGES)?;
    if let Some(position) = boundary
        && let Some(kept) = kept_by(path, position)?
    {
        let n_missing = TAIL_MESSAGES - turns.len();
        let mut earlier = take(path, RowFilter::Turns, kept, End::Last, n_missing)?;
        earlier.append(&mut turns);
        turns = earlier;
    }
    let mut tail = turns
        .into_iter()
        .skip_while(|row| row.role == Some(Role::Assistant));
    let Some(mut first) = tail.next() else {
        return Ok(None);
    };
    for row in tail {
        if row.role != first.role {
            break;
        }
        first = row;
    }
    Ok(Some(first))
}
