//! Recorded answers of the reference implementation on hand-made transcripts:
//! what it finds, shows newest, and shows around every message.
//!
//! Intended differences, each counted: rows without ids are named here and
//! found (T1a); a user's row with blank text stays displayable (T4). The
//! recorded program leaves that row out only after it took its windows, so a
//! window of ours without the row is its window.

use sessions_core::event::{EventBody, TranscriptEvent};
use sessions_core::history::{HistoryRows, HistoryWindow};
use sessions_core::path::ActivePath;
use sessions_core::testing::build;
use sessions_core::testing::golden::{GoldenTree, GoldenTrees, TreeRecord, TreeRow};

use crate::model::read_path;

fn trees() -> GoldenTrees {
    serde_json::from_str(include_str!("../data/trees.json")).unwrap()
}

fn events(tree: &GoldenTree) -> Vec<TranscriptEvent> {
    let lines = tree.input.file.as_deref().unwrap_or_default().lines();
    let of_file = lines
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str::<TreeRecord>(line).unwrap());
    let minted = |at: usize, record: &TreeRecord| record.event(&format!("minted-{at}"));
    let records: Vec<TreeRecord> = of_file.collect();
    let records = tree.input.events.iter().chain(&records).enumerate();
    records
        .filter_map(|(at, record)| minted(at, record))
        .collect()
}

fn role_word(body: &EventBody) -> &'static str {
    match body {
        EventBody::Message { role, .. } => role.as_str(),
        EventBody::CustomMessage { .. } => "custom",
        _ => "system",
    }
}

/// A row as both programs say it: id, role, text.
type Row = (String, String, String);

fn ours(rows: &HistoryRows<&TranscriptEvent>) -> Vec<Row> {
    let rows = rows.rows.iter().map(|row| row.node);
    rows.map(|event| {
        let text = event.body.display_text().to_owned();
        (
            event.id.to_string(),
            role_word(&event.body).to_owned(),
            text,
        )
    })
    .collect()
}

fn theirs(rows: &[TreeRow], is_minted: bool) -> Vec<Row> {
    let row = |(at, row): (usize, &TreeRow)| {
        let id = match &row.id {
            Some(id) if !is_minted => id.clone(),
            _ => format!("minted-{at}"),
        };
        let text = row.text.replace("|<toolCall>", "");
        let is_marker = text == "Reset" || text == "Compaction";
        // Every role but the two is a tool row here (T2).
        let role = match row.role.as_str() {
            "toolResult" => "tool",
            "system" if !is_marker => "tool",
            role => role,
        };
        (id, role.to_owned(), text)
    };
    rows.iter().enumerate().map(row).collect()
}

fn without_ids(rows: Vec<Row>) -> Vec<Row> {
    let bare = |(_, role, text)| (String::new(), role, text);
    rows.into_iter().map(bare).collect()
}

/// A message whose `text` stands beside its content, which these reads leave
/// out although the search finds it.
const TEXT_FIELD: (&str, &str) = ("stringassistant", "m3");

#[test]
fn search_finds_what_the_recorded_search_finds() {
    let (mut n_trees, mut n_hits, mut n_minted) = (0, 0, 0);
    for (name, tree) in trees() {
        let events = events(&tree);
        let path = ActivePath::of(&events);
        let found: Vec<Row> = path
            .events()
            .filter_map(|event| {
                let text = event.body.searchable_text()?.to_owned();
                Some((
                    event.id.to_string(),
                    role_word(&event.body).to_owned(),
                    text,
                ))
            })
            .collect();
        let hits = &tree.expected.search.results;
        let mut expected: Vec<Row> = hits
            .iter()
            .map(|hit| {
                (
                    hit.message_id.clone(),
                    hit.role.clone(),
                    hit.snippet.clone(),
                )
            })
            .collect();
        match name.as_str() {
            // Rows without ids are found here, as their tail shows them.
            "noids" => {
                assert!(expected.is_empty());
                expected = theirs(&tree.expected.tail.messages, true);
                n_minted += expected.len();
            }
            // The recorded program mints ids for a file without a header.
            "noheader" => {
                expected.reverse();
                assert_eq!(without_ids(found), without_ids(expected.clone()));
                n_minted += expected.len();
                n_trees += 1;
                continue;
            }
            _ => n_hits += expected.len(),
        }
        // The order of hits is by time, which the core does not read.
        let sorted = |mut rows: Vec<Row>| {
            rows.sort();
            rows
        };
        assert_eq!(sorted(found), sorted(expected), "{name}");
        n_trees += 1;
    }
    assert_eq!((n_trees, n_hits, n_minted), (32, 150, 7));
}

#[test]
fn reads_show_what_the_recorded_reads_show() {
    let (mut n_same, mut n_blank_rows, mut n_blank_anchors, mut n_minted) = (0, 0, 0, 0);
    for (name, tree) in trees() {
        let events = events(&tree);
        let mut path = ActivePath::of(&events);
        let mut compare = |window: &HistoryWindow, limit, expected: &[TreeRow]| {
            let answer = read_path(&mut path, window, limit, true);
            let mut rows = ours(&answer);
            let mut expected = theirs(expected, name == "noids");
            if name == "noheader" {
                rows = without_ids(rows);
                expected = without_ids(expected);
                n_minted += 1;
            }
            if name == TEXT_FIELD.0 {
                let shown = rows.iter_mut().filter(|row| row.0 == TEXT_FIELD.1);
                shown.for_each(|row| row.2.clear());
            }
            if name == "emptytexts" {
                n_blank_rows += rows.iter().filter(|row| row.0 == "m3").count();
                rows.retain(|row| row.0 != "m3");
                if *window == HistoryWindow::Around(build::id("m3")) {
                    // Blank, and so nothing there; a row like any other here.
                    assert!(expected.is_empty() && answer.empty_reason.is_none());
                    n_blank_anchors += 1;
                    return;
                }
            }
            assert_eq!(rows, expected, "{name}: {window:?} limit {limit}");
            n_same += 1;
        };
        let newest = HistoryWindow::Newest { offset: None };
        compare(&newest, 1000, &tree.expected.tail.messages);
        if name == "noheader" {
            // Its anchors are the ids of the file, which the recorded program
            // does not know.
            continue;
        }
        for (anchor, reads) in &tree.expected.anchors {
            let window = HistoryWindow::Around(build::id(anchor));
            compare(&window, 3, &reads.limit3.messages);
            compare(&window, 100, &reads.limit100.messages);
        }
    }
    assert_eq!(
        (n_same, n_blank_rows, n_blank_anchors, n_minted),
        (422, 11, 2, 1)
    );
}
