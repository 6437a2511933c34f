//! The recorded answers of the reference implementation, through a store on
//! disk.

use sessions_core::history::HistoryWindow;
use sessions_core::reset::ResetPolicy;
use sessions_core::testing::golden::{GoldenEvent, GoldenTail, GoldenTranscript};

use crate::support::{TestStore, ids, key, mark, message};

/// The rows lie with the crate that they test first.
const ANCHORS: &str = include_str!("../../../core/tests/data/anchors.jsonl");
const TAILS: &str = include_str!("../../../core/tests/data/reset_tail.json");

#[test]
fn stored_reads_views_and_pages_equal_the_recorded_ones() {
    let store = TestStore::new();
    let mut n_reads = 0;
    for line in ANCHORS.lines() {
        let golden: GoldenTranscript = serde_json::from_str(line).unwrap();
        let events: Vec<_> = golden.ev.iter().map(GoldenEvent::event).collect();
        let key = key(&format!("agent:main:explicit:{}", golden.n));
        store.put(&key, &events).unwrap();

        let view = store.read(&key, &HistoryWindow::Newest { offset: None }, 1000);
        assert_eq!(ids(&view), golden.view, "{}: view", golden.n);
        for read in &golden.q {
            let at = format!("{}: anchor {} limit {}", golden.n, read.0, read.1);
            let page = store.read(&key, &HistoryWindow::Around(message(&read.0)), read.1);
            let expected = read.6.get(usize::from(read.3)..).unwrap_or_default();
            assert_eq!(ids(&page), expected, "{at}");
            assert_eq!(page.empty_reason.is_some(), read.2 == 0, "{at}");
            n_reads += 1;
        }
        for page in golden.pages.iter().filter(|page| 0 < page.1) {
            let at = format!("{}: page at {} limit {}", golden.n, page.0, page.1);
            let window = HistoryWindow::Newest {
                offset: Some(page.0),
            };
            let answer = store.read(&key, &window, page.1);
            assert_eq!(ids(&answer), page.3, "{at}");
            assert_eq!(answer.total, Some(page.2), "{at}");
        }
    }
    assert_eq!(n_reads, 12_648);
}

#[test]
fn stored_tails_equal_the_recorded_ones() {
    let store = TestStore::new();
    let rows: Vec<GoldenTail> = serde_json::from_str(TAILS).unwrap();
    for golden in rows {
        let events: Vec<_> = golden.ev.iter().map(GoldenEvent::event).collect();
        let key = key(&format!("agent:main:explicit:{}", golden.n));
        store.put(&key, &events).unwrap();
        let id = message("RESET");
        let (_, kept) = store
            .reset(&mark(&key, &id), ResetPolicy::PreserveTail)
            .unwrap();
        assert_eq!(kept.map(|it| it.to_string()), golden.fk, "{}", golden.n);
        let view = store.read(&key, &HistoryWindow::Newest { offset: None }, 1000);
        assert_eq!(ids(&view), golden.view, "{}: view", golden.n);
    }
}
