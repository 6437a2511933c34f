//! The recorded answers of the reference implementation, on paths in memory.

use sessions_core::event::TranscriptEvent;
use sessions_core::history::{HistoryRows, HistoryWindow, RowLimit, read};
use sessions_core::id::MessageId;
use sessions_core::path::ActivePath;
use sessions_core::reset::{ResetPolicy, first_kept};
use sessions_core::testing::build;
use sessions_core::testing::golden::{GoldenEvent, GoldenTail, GoldenTranscript};
use sessions_core::testing::model::ModelTranscript;

fn shown(path: &mut ActivePath<'_>, window: &HistoryWindow, limit: u64) -> Shown {
    let Ok(rows) = read(path, window, RowLimit::try_from(limit).unwrap(), true);
    Shown {
        ids: ids(&rows),
        rows: rows.rows.len(),
        has_older: rows.has_older,
        has_newer: rows.has_newer,
        total: rows.total,
        is_empty: rows.empty_reason.is_some(),
    }
}

struct Shown {
    ids: Vec<String>,
    rows: usize,
    has_older: bool,
    has_newer: bool,
    total: Option<u64>,
    is_empty: bool,
}

fn ids(rows: &HistoryRows<&TranscriptEvent>) -> Vec<String> {
    rows.rows
        .iter()
        .map(|row| row.node.id.to_string())
        .collect()
}

#[test]
fn anchored_reads_views_and_pages_equal_the_recorded_ones() {
    let (mut n_reads, mut n_views, mut n_pages) = (0, 0, 0);
    for line in include_str!("../data/anchors.jsonl").lines() {
        let golden: GoldenTranscript = serde_json::from_str(line).unwrap();
        let events: Vec<_> = golden.ev.iter().map(GoldenEvent::event).collect();
        let mut path = ActivePath::of(&events);

        let view = shown(&mut path, &HistoryWindow::Newest { offset: None }, 1000);
        assert_eq!(view.ids, golden.view, "{}: view", golden.n);
        n_views += 1;

        for read in &golden.q {
            let at = format!("{}: anchor {} limit {}", golden.n, read.0, read.1);
            let window = HistoryWindow::Around(build::id(&read.0));
            let answer = shown(&mut path, &window, read.1);
            let expected = read.6.get(usize::from(read.3)..).unwrap_or_default();
            assert_eq!(answer.ids, expected, "{at}");
            assert_eq!(answer.is_empty, read.2 == 0, "{at}");
            if read.2 == 1 {
                assert_eq!(answer.has_newer, 0 < read.4, "{at}: newer");
                let n_older = read.5 - read.4 - answer.rows as u64;
                assert_eq!(answer.has_older, 0 < n_older, "{at}: older");
            }
            n_reads += 1;
        }
        // A limit of 0 is an error here (H1).
        for page in golden.pages.iter().filter(|page| 0 < page.1) {
            let at = format!("{}: page at {} limit {}", golden.n, page.0, page.1);
            let window = HistoryWindow::Newest {
                offset: Some(page.0),
            };
            let answer = shown(&mut path, &window, page.1);
            assert_eq!(answer.ids, page.3, "{at}");
            assert_eq!(answer.total, Some(page.2), "{at}");
            n_pages += 1;
        }
    }
    assert_eq!((n_views, n_reads), (160, 12_648));
    assert_eq!(n_pages, 640);
}

#[test]
fn preserved_tails_equal_the_recorded_ones() {
    let rows: Vec<GoldenTail> =
        serde_json::from_str(include_str!("../data/reset_tail.json")).unwrap();
    assert_eq!(rows.len(), 54);
    for golden in rows {
        let mut events: Vec<_> = golden.ev.iter().map(GoldenEvent::event).collect();
        let mut path = ActivePath::of(&events);
        let Ok(first) = first_kept(&mut path, ResetPolicy::PreserveTail);
        let first = first.map(|row| row.node.id.to_string());
        assert_eq!(first, golden.fk, "{}", golden.n);

        let leaf = path.events().next_back().map(|it| it.id.to_string());
        assert_eq!(leaf, golden.parent, "{}: parent", golden.n);
        events.push(build::reset("RESET", first.as_deref()));
        let mut path = ActivePath::of(&events);
        let view = shown(&mut path, &HistoryWindow::Newest { offset: None }, 1000);
        assert_eq!(view.ids, golden.view, "{}: view", golden.n);
    }
}

#[test]
fn the_reference_model_equals_the_recorded_answers() {
    let (mut n_reads, mut n_pages) = (0, 0);
    for line in include_str!("../data/anchors.jsonl").lines() {
        let golden: GoldenTranscript = serde_json::from_str(line).unwrap();
        let events: Vec<_> = golden.ev.iter().map(GoldenEvent::event).collect();
        let model = ModelTranscript::of(&events);
        let names = |ids: &[MessageId]| ids.iter().map(MessageId::to_string).collect::<Vec<_>>();
        for read in &golden.q {
            let at = format!("{}: anchor {} limit {}", golden.n, read.0, read.1);
            let limit = usize::try_from(read.1).unwrap();
            let answer = model.around(&build::id(&read.0), limit, true);
            let expected = read.6.get(usize::from(read.3)..).unwrap_or_default();
            assert_eq!(names(&answer.ids), expected, "{at}");
            assert_eq!(answer.total, read.5, "{at}: total");
            assert_eq!(answer.has_newer, 0 < read.4, "{at}: newer");
            n_reads += 1;
        }
        for page in golden.pages.iter().filter(|page| 0 < page.1) {
            let answer = model.page(page.0, usize::try_from(page.1).unwrap(), true);
            assert_eq!(names(&answer.ids), page.3, "{}: page", golden.n);
            assert_eq!(answer.total, page.2, "{}: total", golden.n);
            n_pages += 1;
        }
    }
    assert_eq!((n_reads, n_pages), (12_648, 640));
    let tails: Vec<GoldenTail> =
        serde_json::from_str(include_str!("../data/reset_tail.json")).unwrap();
    for golden in tails {
        let events: Vec<_> = golden.ev.iter().map(GoldenEvent::event).collect();
        let model = ModelTranscript::of(&events);
        let first = model.first_kept(ResetPolicy::PreserveTail);
        assert_eq!(first.map(MessageId::to_string), golden.fk, "{}", golden.n);
    }
}
