//! Compressed transcripts.

use std::fs;

use sessions_import::{Format, ImportOptions, SkipReason, discover, read};

use crate::support::{import, on_path, synthetic};

#[test]
fn compressed_files_give_what_they_gave_before() {
    let folder = tempfile::tempdir().unwrap();
    for (from, name) in [
        ("codex/rollback.jsonl", "rollback.jsonl.zst"),
        (
            "openclaw/clean.jsonl",
            "clean.jsonl.reset.2026-03-01T10-00-00Z.zst",
        ),
    ] {
        let plain = synthetic().join(from);
        let path = folder.path().join(name);
        let bytes = zstd::encode_all(fs::read(&plain).unwrap().as_slice(), 3).unwrap();
        fs::write(&path, bytes).unwrap();
        let (before, after) = (import(&plain), import(&path));
        assert!(!before.sessions.is_empty());
        let events = |it: &sessions_import::ImportedFile| it.sessions[0].events.clone();
        assert_eq!(events(&before), events(&after), "{name}");
        assert_eq!(before.n_bytes, after.n_bytes, "{name}");
    }
}

#[test]
fn a_compressed_file_that_is_cut_off_gives_what_is_left_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rollout.jsonl.zst");
    let head = r#"{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"x","cwd":"/w"}}"#;
    let said = |n: u32| {
        // Text that cannot be made shorter, so that a part of it can be cut off.
        let noise: String = (0..4_000_u32)
            .map(|it| char::from(b'a' + u8::try_from((it * it * 31 + n * it) % 26).unwrap()))
            .collect();
        format!(
            r#"{{"timestamp":"2026-03-01T10:00:01Z","type":"event_msg","payload":{{"type":"user_message","message":"m{n} {noise}"}}}}"#
        )
    };
    let lines: Vec<_> = (0..200).map(said).collect();
    let text = format!("{head}\n{}\n", lines.join("\n"));
    let bytes = zstd::encode_all(text.as_bytes(), 1).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let options = ImportOptions::default();
    let sources = discover(std::slice::from_ref(&path), &options).unwrap();
    let file = read(&sources[0], &options).unwrap();
    assert_eq!(file.format, Format::Codex);
    assert_eq!(file.skipped.last().unwrap().reason, SkipReason::BadArchive);
    let found = on_path(&file.sessions[0]);
    assert!(found[0].starts_with("m0 ") && found.len() < 200);
}
