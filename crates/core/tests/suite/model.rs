//! The rules of paths, views, intervals, pages and windows, on drawn
//! transcripts, held to the reference model and to what the contract says in
//! so many words.

#![expect(clippy::indexing_slicing, reason = "tests fail by panicking")]

use proptest::prelude::{ProptestConfig, Strategy as _, proptest};
use sessions_core::event::{EventBody, RowClass, TranscriptEvent};
use sessions_core::history::{EmptyReason, HistoryRows, HistoryWindow, RowLimit, read};
use sessions_core::id::MessageId;
use sessions_core::path::ActivePath;
use sessions_core::reset::{ResetPolicy, first_kept};
use sessions_core::testing::build::{self, sketch};
use sessions_core::testing::model::{ModelRead, ModelTranscript};
use sessions_core::testing::strategy::{transcript, transcript_with_repeats};
use sessions_core::view::View;

const LIMITS: [usize; 5] = [1, 2, 3, 5, 100];

/// Reads a path in memory, which cannot fail.
pub(crate) fn read_path<'e>(
    path: &mut ActivePath<'e>,
    window: &HistoryWindow,
    limit: usize,
    include_tools: bool,
) -> HistoryRows<&'e TranscriptEvent> {
    let limit = RowLimit::try_from(limit as u64).unwrap();
    let Ok(rows) = read(path, window, limit, include_tools);
    rows
}

fn newest(offset: Option<u64>) -> HistoryWindow {
    HistoryWindow::Newest { offset }
}

fn ids(rows: &HistoryRows<&TranscriptEvent>) -> Vec<MessageId> {
    rows.rows.iter().map(|row| row.node.id.clone()).collect()
}

fn whole_view(path: &mut ActivePath<'_>, include_tools: bool) -> Vec<MessageId> {
    ids(&read_path(path, &newest(None), 1000, include_tools))
}

/// Fails unless a read and the model show the same.
pub(crate) fn assert_same_read(
    answer: &HistoryRows<&TranscriptEvent>,
    model: &ModelRead,
    at: impl Fn() -> String,
) {
    let rows = answer.rows.iter().map(|row| &row.node.id);
    assert!(
        rows.eq(&model.ids),
        "{}: {answer:?}, model {:?}",
        at(),
        model.ids
    );
    assert_eq!(answer.view, model.view, "{}", at());
    assert_eq!(answer.has_older, model.has_older, "{}: older", at());
    assert_eq!(answer.has_newer, model.has_newer, "{}: newer", at());
    assert_eq!(answer.empty_reason, model.empty_reason, "{}", at());
}

/// The ids of `events` and one that never arrived.
fn anchors(events: &[TranscriptEvent]) -> Vec<MessageId> {
    let ids = events.iter().map(|event| event.id.clone());
    ids.chain([build::id("unknown")]).collect()
}

/// What a read answers, its rows as ids.
pub(crate) type Answer = (Vec<MessageId>, View, bool, bool, Option<EmptyReason>);

/// Returns what every read of `events` answers: around each anchor and of the
/// newest rows, for each limit, tool rows in and out.
pub(crate) fn answers(events: &[TranscriptEvent], limits: &[usize]) -> Vec<Answer> {
    let mut path = ActivePath::of(events);
    let around = anchors(events).into_iter().map(HistoryWindow::Around);
    let windows: Vec<_> = around.chain([newest(None)]).collect();
    let mut answers = Vec::new();
    for include_tools in [false, true] {
        for &limit in limits {
            for window in &windows {
                let it = read_path(&mut path, window, limit, include_tools);
                answers.push((
                    ids(&it),
                    it.view,
                    it.has_older,
                    it.has_newer,
                    it.empty_reason,
                ));
            }
        }
    }
    answers
}

/// Fails unless path, view and every read of `events` equal the model's; every
/// id of `events` is an anchor, and one that never arrived.
pub(crate) fn assert_agrees(events: &[TranscriptEvent], limits: &[usize]) {
    let model = ModelTranscript::of(events);
    let mut path = ActivePath::of(events);
    let is_same = path.events().eq(model.path().iter().copied());
    assert!(is_same, "{path:?}: {}", sketch(events));
    let anchors = anchors(events);
    for include_tools in [false, true] {
        for &limit in limits {
            for anchor in &anchors {
                let window = HistoryWindow::Around(anchor.clone());
                let answer = read_path(&mut path, &window, limit, include_tools);
                let expected = model.around(anchor, limit, include_tools);
                assert_same_read(&answer, &expected, || {
                    format!(
                        "anchor {anchor} limit {limit} tools {include_tools}: {}",
                        sketch(events)
                    )
                });
                let at = answer.anchor.and_then(|position| path.get(position));
                assert_eq!(
                    at.map(|event| &event.id),
                    answer.empty_reason.is_none().then_some(anchor)
                );
            }
            let answer = read_path(&mut path, &newest(None), limit, include_tools);
            assert_same_read(&answer, &model.page(0, limit, include_tools), || {
                format!("newest {limit} tools {include_tools}: {}", sketch(events))
            });
            assert_eq!(answer.total, None);
        }
    }
}

/// Fails unless every page of every width equals the model's, and the pages
/// concatenate to the view (H2).
pub(crate) fn assert_pages_make_the_view(events: &[TranscriptEvent], limits: &[usize]) {
    let model = ModelTranscript::of(events);
    let mut path = ActivePath::of(events);
    for include_tools in [false, true] {
        let view = whole_view(&mut path, include_tools);
        for &limit in limits {
            let mut all = Vec::new();
            let mut offset = 0;
            loop {
                let page = read_path(&mut path, &newest(Some(offset)), limit, include_tools);
                let expected = model.page(offset, limit, include_tools);
                assert_same_read(&page, &expected, || {
                    format!(
                        "page at {offset} limit {limit} tools {include_tools}: {}",
                        sketch(events)
                    )
                });
                assert_eq!(page.total, Some(view.len() as u64));
                let mut joined = ids(&page);
                offset += joined.len() as u64;
                joined.append(&mut all);
                all = joined;
                if !page.has_older {
                    break;
                }
                assert!(
                    !page.rows.is_empty(),
                    "paging stops at {offset}: {}",
                    sketch(events)
                );
            }
            assert_eq!(all, view, "limit {limit}: {}", sketch(events));
            // Behind the oldest row is nothing, however far.
            for offset in [offset, offset + 1, u64::MAX] {
                let page = read_path(&mut path, &newest(Some(offset)), limit, include_tools);
                let expected = model.page(offset, limit, include_tools);
                assert_same_read(&page, &expected, || {
                    format!("page at {offset}: {}", sketch(events))
                });
                assert!(page.rows.is_empty());
            }
        }
    }
}

fn is_turn(event: &TranscriptEvent) -> bool {
    event.body.class() == RowClass::Turn
}

/// Fails unless the current view is what T9 and T10 say in so many words.
fn assert_view_is_kept_rows_marker_and_rest(events: &[TranscriptEvent]) {
    let mut path = ActivePath::of(events);
    let view = read_path(&mut path, &newest(None), 1000, true);
    let rows: Vec<&TranscriptEvent> = path.events().collect();
    let Some(reset) = rows
        .iter()
        .rposition(|event| event.body.class() == RowClass::Reset)
    else {
        assert!(view.rows.iter().all(|row| row.class != RowClass::Reset));
        let n_displayable = rows.iter().filter(|it| it.body.class().is_displayable());
        assert_eq!(view.rows.len(), n_displayable.count());
        return;
    };
    let marker = view
        .rows
        .iter()
        .position(|row| row.node.id == rows[reset].id)
        .unwrap();
    let (kept, rest) = view.rows.split_at(marker);
    assert!(
        kept.iter().all(|row| is_turn(row.node)),
        "{}",
        sketch(events)
    );
    let n_markers = rest.iter().filter(|row| row.class == RowClass::Reset);
    assert_eq!(n_markers.count(), 1, "{}", sketch(events));
    // Kept rows are the turns of one run that ends before the marker.
    let turns: Vec<_> = rows[..reset].iter().filter(|it| is_turn(it)).collect();
    let tail = &turns[turns.len() - kept.len()..];
    assert!(kept.iter().map(|row| &row.node).eq(tail.iter().copied()));
    let first = rows[reset].body.first_kept();
    let at = rows[..reset].iter().position(|it| Some(&it.id) == first);
    assert_eq!(
        kept.len(),
        at.map_or(0, |at| rows[at..reset]
            .iter()
            .filter(|it| is_turn(it))
            .count()),
        "{}",
        sketch(events)
    );
}

/// Fails unless each interval ends in the reset that closes it, holds no other
/// reset, and nothing from behind it (H4, T11).
fn assert_intervals_are_closed(events: &[TranscriptEvent]) {
    let mut path = ActivePath::of(events);
    let anchors: Vec<MessageId> = path.events().map(|event| event.id.clone()).collect();
    for anchor in anchors {
        let at = path.position(&anchor).unwrap();
        let rows = read_path(&mut path, &HistoryWindow::Around(anchor), 1000, true);
        if rows.view == View::Current {
            continue;
        }
        let last = rows.rows.last().unwrap();
        assert_eq!(last.class, RowClass::Reset, "{}", sketch(events));
        assert!(at <= last.position);
        let n_resets = rows.rows.iter().filter(|row| row.class == RowClass::Reset);
        assert_eq!(n_resets.count(), 1, "{}", sketch(events));
        assert!(!rows.has_older && !rows.has_newer);
    }
}

/// The rows of each anchor's read, for one limit.
fn windows(events: &[TranscriptEvent], limit: usize) -> Vec<(MessageId, View, Vec<MessageId>)> {
    let mut path = ActivePath::of(events);
    let anchors: Vec<MessageId> = path.events().map(|event| event.id.clone()).collect();
    anchors
        .into_iter()
        .map(|anchor| {
            let window = HistoryWindow::Around(anchor.clone());
            let rows = read_path(&mut path, &window, limit, true);
            (anchor, rows.view, ids(&rows))
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn path_view_and_reads_equal_the_model(events in transcript(24)) {
        assert_agrees(&events, &LIMITS);
    }

    #[test]
    fn pages_concatenate_to_the_view(events in transcript(24)) {
        assert_pages_make_the_view(&events, &[1, 2, 3, 5, 100]);
    }

    #[test]
    fn views_and_intervals_keep_to_their_resets(events in transcript(30)) {
        assert_view_is_kept_rows_marker_and_rest(&events);
        assert_intervals_are_closed(&events);
    }

    #[test]
    fn what_a_reset_keeps_equals_the_model(events in transcript(30)) {
        let mut path = ActivePath::of(&events);
        for policy in [ResetPolicy::Clear, ResetPolicy::PreserveTail] {
            let Ok(first) = first_kept(&mut path, policy);
            let expected = ModelTranscript::of(&events).first_kept(policy);
            assert_eq!(first.map(|row| &row.node.id), expected, "{policy:?}: {}", sketch(&events));
        }
    }

    #[test]
    fn searchable_rows_equal_the_model_and_reopen(events in transcript(24)) {
        let mut path = ActivePath::of(&events);
        let found: Vec<_> = path
            .events()
            .filter(|event| event.body.searchable_text().is_some())
            .collect();
        assert_eq!(found, ModelTranscript::of(&events).searchable());
        for event in found {
            // H10: what search can find, history shows.
            let window = HistoryWindow::Around(event.id.clone());
            assert!(ids(&read_path(&mut path, &window, 1, false)).contains(&event.id));
        }
    }

    #[test]
    fn windows_of_growing_limit_nest(events in transcript(24)) {
        let mut narrower = windows(&events, 1);
        for limit in 2..=events.len() + 1 {
            let wider = windows(&events, limit);
            for (small, large) in narrower.iter().zip(&wider) {
                assert_eq!(small.1, large.1);
                let is_part = small.2.is_empty()
                    || large.2.windows(small.2.len()).any(|part| part == small.2);
                assert!(is_part, "limit {limit}, anchor {}: {}", small.0, sketch(&events));
                assert!(large.2.len() <= limit);
            }
            narrower = wider;
        }
    }

    #[test]
    fn what_lies_behind_a_reset_stays(events in transcript(24), n in 0..24_usize) {
        let (earlier, _) = events.split_at(n.min(events.len()));
        let before = ActivePath::of(earlier);
        let after = ActivePath::of(&events);
        let rows: Vec<_> = before.events().collect();
        let fence = rows.iter().rposition(|it| it.body.class() == RowClass::Reset);
        // T5.5: a rewind never crosses a reset, so its rows keep their places.
        let fenced = fence.map_or(0, |at| at + 1);
        assert!(after.events().take(fenced).eq(rows.iter().take(fenced).copied()));

        let later = windows(&events, 1000);
        for (anchor, view, ids) in windows(earlier, 1000) {
            if view == View::Current {
                continue;
            }
            // T11: append-only. Only a later reset that keeps so old a row can
            // show the same anchor in its view instead.
            let model = ModelTranscript::of(&events);
            let interval = model.interval(&anchor, true).unwrap();
            assert!(interval.iter().map(|event| &event.id).eq(&ids), "{anchor}: {}", sketch(&events));
            let (_, view, now) = later.iter().find(|it| it.0 == anchor).unwrap();
            match view {
                View::Interval => assert_eq!(*now, ids, "{anchor}: {}", sketch(&events)),
                View::Current => assert!(model.view(true).iter().any(|it| it.id == anchor)),
            }
        }
    }

    #[test]
    fn a_compaction_never_changes_what_else_is_shown(events in transcript(24)) {
        let plain: Vec<TranscriptEvent> = events
            .iter()
            .map(|event| match event.body {
                EventBody::Compaction { .. } => TranscriptEvent {
                    body: EventBody::Note,
                    ..event.clone()
                },
                _ => event.clone(),
            })
            .collect();
        let mut path = ActivePath::of(&events);
        let view = read_path(&mut path, &newest(None), 1000, true);
        let others = view.rows.iter().filter(|row| row.class != RowClass::Compaction);
        let mut plain_path = ActivePath::of(&plain);
        let others = others.map(|row| row.node.id.clone()).collect::<Vec<_>>();
        assert_eq!(others, whole_view(&mut plain_path, true));
    }

    #[test]
    fn an_anchor_on_a_tool_row_asks_for_tool_rows(events in transcript(24)) {
        let mut path = ActivePath::of(&events);
        for event in &events {
            if event.body.class() == RowClass::Tool {
                for limit in LIMITS {
                    let window = HistoryWindow::Around(event.id.clone());
                    let without = read_path(&mut path, &window, limit, false);
                    assert_eq!(without, read_path(&mut path, &window, limit, true));
                }
            }
        }
    }

    #[test]
    fn repeated_ids_never_hang_and_agree_with_the_model(
        events in transcript_with_repeats(16),
    ) {
        assert_agrees(&events, &[1, 3, 100]);
    }
}

#[test]
fn drawn_transcripts_reach_what_matters() {
    // Guards the strategies: were they to draw plain chains only, the tests
    // above would prove little.
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut n_intervals, mut n_kept, mut n_off_path, mut n_cycles) = (0, 0, 0, 0);
    for _ in 0..300 {
        let mut draw =
            |strategy: &dyn Fn() -> proptest::strategy::BoxedStrategy<Vec<TranscriptEvent>>| {
                use proptest::strategy::ValueTree as _;
                strategy().new_tree(&mut runner).unwrap().current()
            };
        let events = draw(&|| transcript(24).boxed());
        let mut path = ActivePath::of(&events);
        let view = read_path(&mut path, &newest(None), 1000, true);
        n_kept += usize::from(
            view.rows
                .iter()
                .skip(1)
                .any(|row| row.class == RowClass::Reset),
        );
        let is_interval = |it: &(MessageId, View, Vec<MessageId>)| it.1 == View::Interval;
        n_intervals += usize::from(windows(&events, 3).iter().any(is_interval));
        n_off_path += usize::from(path.len() + 3 < events.len());
        let repeats = draw(&|| transcript_with_repeats(16).boxed());
        n_cycles += usize::from(ActivePath::of(&repeats).is_empty() && 3 < repeats.len());
    }
    for (what, n) in [
        ("intervals", n_intervals),
        ("kept rows", n_kept),
        ("rows off the path", n_off_path),
        ("cycles", n_cycles),
    ] {
        assert!(30 < n, "only {n} of 300 have {what}");
    }
}
