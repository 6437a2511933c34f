//! One-fault files give what their manifest says (T2 to T6, I2).

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;
use sessions_import::SkipReason;

use crate::support::{import, import_bytes, on_path, synthetic, synthetic_files, texts};

#[derive(Deserialize)]
struct Expected {
    active: Vec<String>,
    off: Vec<String>,
    skipped: usize,
}

#[test]
fn every_one_fault_file_gives_what_its_manifest_says() {
    let manifest = fs::read_to_string(synthetic().join("manifest.json")).unwrap();
    let manifest: BTreeMap<String, Expected> = serde_json::from_str(&manifest).unwrap();
    let files = synthetic_files();
    assert_eq!(files.len(), 44);
    for (name, path) in files {
        let expected = &manifest[&name];
        let file = import(&path);
        let main = file.sessions.first().unwrap();
        assert_eq!(on_path(main), expected.active, "{name}: on the path");
        let mut off: Vec<String> = file.sessions.iter().flat_map(texts).collect();
        for text in &expected.active {
            let at = off.iter().position(|it| it == text).unwrap();
            off.remove(at);
        }
        assert_eq!(off, expected.off, "{name}: off the path");
        assert_eq!(
            file.skipped.len(),
            expected.skipped,
            "{name}: {:?}",
            file.skipped
        );
        let again = import(&path);
        assert_eq!(file.sessions, again.sessions, "{name}: read again");
    }
}

/// The manifest's `huge_line.jsonl`, which is too large to keep.
#[test]
fn a_text_behind_a_huge_image_is_found() {
    let image = "QUJD".repeat(400_000);
    let lines = format!(
        r#"{{"type":"session","version":3,"id":"s-0001","timestamp":"2026-03-01T10:00:00.000Z","cwd":"/w"}}
{{"type":"message","id":"00000001","parentId":null,"message":{{"role":"user","content":[{{"type":"image","data":"{image}"}},{{"type":"text","text":"alpha one"}}]}}}}
"#
    );
    let folder = tempfile::tempdir().unwrap();
    let file = import_bytes(folder.path(), "huge.jsonl", lines.as_bytes()).unwrap();
    assert_eq!(on_path(file.sessions.first().unwrap()), ["alpha one"]);
    assert_eq!(file.skipped, []);
}

#[test]
fn what_was_skipped_is_named_with_its_line_and_reason() {
    for (name, line, reason) in [
        ("truncated_last_line", 5, SkipReason::Truncated),
        ("nul_run_in_middle", 4, SkipReason::NulBytes),
        ("undefined_line", 3, SkipReason::NotJson),
        ("partial_line_glued_to_next", 3, SkipReason::Torn),
    ] {
        let path = synthetic().join(format!("openclaw/{name}.jsonl"));
        let file = import(&path);
        let [skipped] = file.skipped.as_slice() else {
            panic!("{name}: {:?}", file.skipped);
        };
        assert_eq!((skipped.line, skipped.reason), (line, reason), "{name}");
        assert_eq!(*skipped.path, *path);
        let shown = skipped.to_string();
        assert!(shown.contains(&format!(".jsonl:{line}: ")), "{shown}");
    }
}

#[test]
fn counts_of_lines_and_bytes_are_those_of_the_file() {
    for (name, path) in synthetic_files() {
        let bytes = fs::read(&path).unwrap();
        let file = import(&path);
        let n_ends = bytes.split(|&byte| byte == b'\n').count() - 1;
        let n_lines = n_ends + usize::from(!bytes.ends_with(b"\n"));
        assert_eq!(file.n_bytes, bytes.len() as u64, "{name}");
        assert_eq!(file.n_lines, n_lines as u64, "{name}");
    }
}
