//! Stamps: what a file looked like from outside when it was read.

use std::fmt::Debug;
use std::fs;
use std::path::Path;

use sessions_core::event::TimestampMs;

use super::{Source, SourceKind};
use crate::format::Format;
use crate::openclaw::FileName;
use crate::{ImportOptions, fingerprint};

/// What is read of the same file: it changes with every change of a reader.
const READING: u32 = 1;

/// How long ago a file must have changed last, in milliseconds: a change that
/// comes within one tick of the clock of files leaves no trace in their times.
const SETTLED_MS: i64 = 2_000;

impl Source {
    /// Returns a word that stays the same as long as reading the file again
    /// would give the same: of its size and time of change, those of the index
    /// beside it, and `options`. `None` for what is no transcript, and for a
    /// file that changed within two seconds of `now`.
    pub fn stamp(&self, options: &ImportOptions, now: TimestampMs) -> Option<String> {
        let SourceKind::Transcript(format) = self.kind else {
            return None;
        };
        let own = of_file(&self.path, now)?;
        let beside = if self.folder.index_path.exists() {
            of_file(&self.folder.index_path, now)?
        } else {
            (0, 0)
        };
        let shares_name = self.folder.has_namesake(&FileName::of(&self.path).base);
        let asked = (&options.agent, options.deleted);
        let log = if format == Format::OpenClawDatabase {
            of_log(&self.path, now)?
        } else {
            (0, 0)
        };
        Some(of(&(format, asked, own, beside, shares_name, log)))
    }
}

/// Returns a word for what was seen, which another version of the readers would
/// see as something else.
pub(crate) fn of(seen: &impl Debug) -> String {
    let version = env!("CARGO_PKG_VERSION");
    fingerprint::of(format!("{version} {READING} {seen:?}").as_bytes())
}

/// Returns the same as [`of_file`] of the log of a database; one that is empty
/// is as good as none.
fn of_log(path: &Path, now: TimestampMs) -> Option<(u64, u128)> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    match fs::metadata(&log) {
        Ok(facts) if 0 < facts.len() => of_file(Path::new(&log), now),
        _ => Some((0, 0)),
    }
}

/// Returns size and time of change of a file, if that is long enough ago.
fn of_file(path: &Path, now: TimestampMs) -> Option<(u64, u128)> {
    let facts = fs::metadata(path).ok()?;
    let modified = facts.modified().ok()?;
    let since = modified.duration_since(std::time::UNIX_EPOCH).ok()?;
    let settled = i64::try_from(since.as_millis()).ok()? + SETTLED_MS;
    (settled <= now.0).then_some((facts.len(), since.as_nanos()))
}
