//! What the index says of its segments, so that nobody takes the write lock
//! only to find that there is nothing to merge.
//!
//! FTS5 keeps its segments by level: what is written goes to level 0, and what
//! is merged goes one level up. One row of `doc_fts_data` lists them, in
//! variable-length numbers as SQLite's own.

use rusqlite::{Connection, OptionalExtension as _};

/// The row of `doc_fts_data` that lists the segments.
const LIST: i64 = 10;

/// Stands in the list where segments say what was deleted of them.
const WITH_DELETIONS: [u8; 4] = [0xff, 0, 0, 1];

/// Segments of one level that are merged however small they are: as many as
/// writers merge by themselves (`automerge`).
const MAX_SMALL: u64 = 8;

/// Pages of a level from which on its segments are merged, however few they
/// are: below them writers merge a level in a few milliseconds.
const SMALL_PAGES: u64 = 64;

/// The segments of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Level {
    segments: u64,
    /// How many of them are being merged.
    merging: u64,
    pages: u64,
}

/// The segments of the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Segments {
    levels: Vec<Level>,
}

impl Segments {
    /// Looks them up. A list that cannot be understood has none: then nothing
    /// is merged before its time, and the check of the index has its say.
    pub(crate) fn of(conn: &Connection) -> rusqlite::Result<Self> {
        let list: Option<Vec<u8>> = conn
            .prepare_cached("SELECT block FROM doc_fts_data WHERE id = ?1")?
            .query_row([LIST], |row| row.get(0))
            .optional()?;
        Ok(list.and_then(|it| Self::parse(&it)).unwrap_or_default())
    }

    fn parse(list: &[u8]) -> Option<Self> {
        let list = list.get(4..)?;
        let (list, has_deletions) = match list.strip_prefix(&WITH_DELETIONS) {
            Some(list) => (list, true),
            None => (list, false),
        };
        let mut numbers = Numbers(list);
        let n_levels = numbers.next()?;
        let (_n_segments, _n_written) = (numbers.next()?, numbers.next()?);
        let mut levels = Vec::new();
        for _ in 0..n_levels {
            let mut level = Level {
                merging: numbers.next()?,
                segments: numbers.next()?,
                pages: 0,
            };
            for _ in 0..level.segments {
                let (_id, first, last) = (numbers.next()?, numbers.next()?, numbers.next()?);
                level.pages += (last + 1).checked_sub(first)?;
                // Where it comes from, and how much of it was deleted.
                for _ in 0..if has_deletions { 5 } else { 0 } {
                    numbers.next()?;
                }
            }
            levels.push(level);
        }
        Some(Self { levels })
    }

    /// Returns whether a merge has begun and not ended.
    pub(crate) fn are_merging(&self) -> bool {
        self.levels.iter().any(|it| 0 < it.merging)
    }

    /// Returns whether merging makes appends and searches cheaper by more than
    /// it costs: what is being merged, many small segments, and large ones,
    /// which an append would otherwise merge.
    pub(crate) fn ask_for_merging(&self) -> bool {
        let are_many = |it: &Level| MAX_SMALL <= it.segments;
        let are_large = |it: &Level| 1 < it.segments && SMALL_PAGES < it.pages;
        self.are_merging() || self.levels.iter().any(|it| are_many(it) || are_large(it))
    }
}

/// Numbers of seven bits a byte, the first ones first; a ninth byte has eight.
struct Numbers<'b>(&'b [u8]);

impl Iterator for Numbers<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let mut number = 0;
        for n in 1.. {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            if n == 9 {
                return Some(number << 8 | u64::from(byte));
            }
            number = number << 7 | u64::from(byte & 0x7f);
            if byte < 0x80 {
                break;
            }
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use sessions_core::event::{Role, TranscriptEvent};
    use sessions_core::testing::build;

    use super::*;
    use crate::{AppendRequest, Masker, StepBudget, StepOutcome, Store, StoreOptions};

    fn level(segments: u64, merging: u64, pages: u64) -> Level {
        Level {
            segments,
            merging,
            pages,
        }
    }

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.sqlite");
        let store = Store::open(&path, StoreOptions::new(Masker::none())).unwrap();
        (folder, store)
    }

    fn append(store: &Store, events: &[TranscriptEvent]) {
        let key = "agent:main:main".parse().unwrap();
        let id = "s1".parse().unwrap();
        store.append(&AppendRequest::to(&key, &id, events)).unwrap();
    }

    fn listed(store: &Store) -> Segments {
        Segments::of(store.snapshot().unwrap().conn()).unwrap()
    }

    /// Counts the segments by their pages, and these.
    fn stored(store: &Store) -> (u64, u64) {
        let sql = "SELECT count(DISTINCT id >> 37), count(*) FROM doc_fts_data
                   WHERE id > ?1 AND id & (1 << 36) = 0 AND id >> 53 = 0";
        let snapshot = store.snapshot().unwrap();
        let mut stmt = snapshot.conn().prepare(sql).unwrap();
        stmt.query_row([LIST], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
    }

    #[test]
    fn the_list_is_that_of_the_segments_that_are_there() {
        let (_folder, store) = store();
        assert_eq!(listed(&store), Segments::default());
        for n in 0..40 {
            let text = format!("alpha{n} {}", "beta gamma ".repeat(300 * (n % 3)));
            append(
                &store,
                &[build::message(&format!("m{n}"), Role::User, &text)],
            );
            let levels = listed(&store).levels;
            let n_segments = levels.iter().map(|it| it.segments).sum::<u64>();
            let n_pages = levels.iter().map(|it| it.pages).sum::<u64>();
            assert_eq!((n_segments, n_pages), stored(&store), "{n}");
        }
    }

    #[test]
    fn what_is_no_list_has_no_segments() {
        for list in [&b""[..], b"\0\0\0\0", &[0xff; 40], &[0, 0, 0, 0, 9, 9, 9]] {
            assert_eq!(Segments::parse(list), None, "{list:?}");
        }
    }

    #[test]
    fn numbers_are_read_as_sqlite_writes_them() {
        let bytes = [
            &[0x00][..],
            &[0x7f],
            &[0x81, 0x00],
            &[0xff; 9],
            &[0x80, 0x80],
        ];
        let bytes = bytes.concat();
        let numbers: Vec<_> = Numbers(&bytes).collect();
        assert_eq!(numbers, [0, 0x7f, 0x80, u64::MAX]);
    }

    #[test]
    fn many_or_large_segments_are_merged_and_few_small_ones_are_not() {
        for (levels, ask) in [
            (vec![], false),
            (vec![level(7, 0, 60), level(1, 0, 9_000)], false),
            (vec![level(8, 0, 8)], true),
            (vec![level(1, 0, 1), level(2, 0, 65)], true),
            (vec![level(1, 0, 1), level(1, 1, 10), level(1, 0, 1)], true),
        ] {
            let segments = Segments { levels };
            assert_eq!(segments.ask_for_merging(), ask, "{segments:?}");
        }
    }

    #[test]
    fn segments_stay_few_under_live_appends() {
        let (_folder, store) = store();
        let mut most = 0;
        for n in 0..3_000 {
            let text = format!("alpha{n} beta{} gamma{} delta", n % 70, n % 900);
            append(
                &store,
                &[build::message(&format!("m{n}"), Role::User, &text)],
            );
            // The others are appends without a pause.
            if n % 10 == 0 {
                while store.reconcile_step(StepBudget::default()).unwrap() != StepOutcome::Idle {}
                most = most.max(stored(&store).0);
            }
        }
        assert!(most <= 16, "{most} segments");
    }
}
