//! Hand-made transcripts, imported from files, stored on disk, searched and
//! read: as the reference implementation answered.
//!
//! The intended differences are those that the core's test of the same records
//! names: rows without ids and files without a header get minted ids and are
//! found; a user's row with blank text stays displayable.

use std::fs;

use serde_json::Value;
use sessions_api::{HistoryRequest, SearchRequest};
use sessions_import::ImportOptions;

use crate::support::{World, ids, operator};

const TREES: &str = include_str!("../../../core/tests/data/trees.json");

/// Writes a transcript as the file that was imported.
fn file_of(name: &str, input: &Value) -> String {
    if let Some(file) = input["file"].as_str() {
        return file.to_owned();
    }
    let header = serde_json::json!({
        "type": "session", "version": 3, "id": format!("tree-{name}"),
        "timestamp": "2026-11-30T00:00:00.000Z", "cwd": "/w",
    });
    let records = input["events"].as_array().unwrap().iter();
    let lines: Vec<_> = std::iter::once(&header)
        .chain(records)
        .map(Value::to_string)
        .collect();
    lines.join("\n")
}

fn recorded(rows: &Value, id: &str) -> Vec<String> {
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row[id].as_str().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn imported_trees_answer_as_recorded() {
    let trees: Value = serde_json::from_str(TREES).unwrap();
    let (mut n_trees, mut n_hits, mut n_reads) = (0, 0, 0);
    for (name, tree) in trees.as_object().unwrap() {
        let world = World::new();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("tree-{name}.jsonl"));
        fs::write(&path, file_of(name, &tree["input"])).unwrap();
        let options = ImportOptions::default();
        let paths = [folder.path().to_owned()];
        let summary = world
            .sessions
            .import(&paths, &options, &mut |_| {})
            .unwrap();
        assert_eq!(summary.sessions, 1, "{name}");
        world.sessions.reconcile(None, None, &mut |_| {}).unwrap();

        let expected = &tree["expected"];
        let search = SearchRequest {
            limit: Some(25),
            ..SearchRequest::new(format!("word{name}"))
        };
        let answer = world.try_search(&operator(), &search).unwrap();
        let mut found: Vec<_> = answer
            .results
            .iter()
            .map(|hit| hit.message_id.to_string())
            .collect();
        let mut hits = recorded(&expected["search"]["results"], "messageId");
        n_trees += 1;
        if name == "noids" || name == "noheader" {
            let tail = recorded(&expected["tail"]["messages"], "text");
            assert_eq!(found.len(), tail.len(), "{name}");
            continue;
        }
        found.sort();
        hits.sort();
        n_hits += hits.len();
        assert_eq!(found, hits, "{name}");

        let key = answer.results[0].session_key.to_string();
        let mut compare = |anchor: Option<&str>, limit, rows: &Value| {
            let request = HistoryRequest {
                message_id: anchor.map(str::to_owned),
                limit: Some(limit),
                include_tools: true,
                ..HistoryRequest::new(key.as_str())
            };
            let read = world.read(&operator(), &request);
            let is_blank = |id: &&str| name == "emptytexts" && *id == "m3";
            let shown: Vec<_> = ids(&read).into_iter().filter(|id| !is_blank(id)).collect();
            assert_eq!(shown, recorded(rows, "id"), "{name} {anchor:?} {limit}");
            n_reads += 1;
        };
        compare(None, 1000, &expected["tail"]["messages"]);
        for (anchor, reads) in expected["anchors"].as_object().unwrap() {
            if (name.as_str(), anchor.as_str()) == ("emptytexts", "m3") {
                continue;
            }
            compare(Some(anchor), 3, &reads["limit3"]["messages"]);
            compare(Some(anchor), 100, &reads["limit100"]["messages"]);
        }
    }
    assert_eq!((n_trees, n_hits, n_reads), (32, 150, 420));
}
