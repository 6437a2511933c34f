//! What a file's name says: archives, copies and other files beside
//! transcripts.

use std::path::Path;

use super::LeftOut;
use crate::ImportOptions;

/// Returns why a file of this name is not read, whatever it holds.
pub(super) fn reason(path: &Path, options: &ImportOptions) -> Option<LeftOut> {
    let has_ending = |ending| {
        path.extension()
            .is_some_and(|it| it.eq_ignore_ascii_case(ending))
    };
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let is_lines = name.contains(".jsonl");
    if name == "sessions.json" {
        Some(LeftOut::SessionIndex)
    } else if name.starts_with("sessions.json.") || is_lines && name.contains(".bak") {
        Some(LeftOut::Copy)
    } else if is_lines && name.contains(".deleted.") && !options.deleted {
        Some(LeftOut::Deleted)
    } else if name.contains(".corrupt-") {
        Some(LeftOut::Copy)
    } else if name.ends_with(".trajectory.jsonl") || name.ends_with(".trajectory-path.json") {
        Some(LeftOut::Trajectory)
    } else if is_lines && name.contains(".checkpoint.") {
        Some(LeftOut::Checkpoint)
    } else if name.starts_with("agent-acompact-") {
        Some(LeftOut::CompactionAgent)
    } else if is_part_of_database(&name) {
        Some(LeftOut::DatabasePart)
    } else if has_ending("gz") {
        Some(LeftOut::Compressed)
    } else {
        None
    }
}

/// Returns whether a file of this name is the log, the index of the log or a
/// lock of a database beside it.
fn is_part_of_database(name: &str) -> bool {
    let is_beside = ["-wal", "-shm", "-journal"]
        .iter()
        .any(|ending| name.ends_with(ending));
    is_beside || name.ends_with(".sqlite") && name.trim_end_matches(".sqlite").contains(".sqlite.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_copies_and_sidecars() {
        for (name, expected) in [
            ("5f0e.jsonl", None),
            ("5f0e-topic-7.jsonl", None),
            ("5f0e.jsonl.reset.2026-03-01T10-00-00.000Z", None),
            ("full.bak.md", None),
            (
                "5f0e.jsonl.deleted.2026-03-01T10-00-00Z",
                Some(LeftOut::Deleted),
            ),
            (
                "5f0e.jsonl.deleted.2026-03-01T10-00-00Z.0a.zst",
                Some(LeftOut::Deleted),
            ),
            ("5f0e.jsonl.bak.2026-03-01T10-00-00Z", Some(LeftOut::Copy)),
            (
                "5f0e.jsonl.corrupt-1772359200-0a1b2c3d.jsonl",
                Some(LeftOut::Copy),
            ),
            ("sessions.json", Some(LeftOut::SessionIndex)),
            ("sessions.json.bak.2", Some(LeftOut::Copy)),
            ("5f0e.checkpoint.9a.jsonl", Some(LeftOut::Checkpoint)),
            ("5f0e.trajectory.jsonl", Some(LeftOut::Trajectory)),
            ("5f0e.trajectory-path.json", Some(LeftOut::Trajectory)),
            ("agent-acompact-1.jsonl", Some(LeftOut::CompactionAgent)),
            ("openclaw-agent.sqlite", None),
            ("openclaw-agent.sqlite-wal", Some(LeftOut::DatabasePart)),
            (
                "openclaw-agent.sqlite.reindex-lock.sqlite",
                Some(LeftOut::DatabasePart),
            ),
            ("rollout.jsonl.zst", None),
            ("rollout.jsonl.gz", Some(LeftOut::Compressed)),
        ] {
            let options = ImportOptions::default();
            assert_eq!(reason(Path::new(name), &options), expected, "{name}");
        }
    }

    #[test]
    fn what_was_deleted_is_read_where_it_is_asked_for() {
        let options = ImportOptions {
            deleted: true,
            ..ImportOptions::default()
        };
        for (name, expected) in [
            ("5f0e.jsonl.deleted.2026-03-01T10-00-00Z", None),
            ("5f0e.jsonl.deleted.2026-03-01T10-00-00Z.0a.zst", None),
            ("5f0e.jsonl.bak.2026-03-01T10-00-00Z", Some(LeftOut::Copy)),
        ] {
            assert_eq!(reason(Path::new(name), &options), expected, "{name}");
        }
    }
}
