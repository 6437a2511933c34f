//! Holds a store to the reference model: what it reads, and what its index
//! finds (X2).

use std::collections::BTreeSet;

use sessions_core::event::{EventBody, Role, RowClass, TimestampMs};
use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::query::Query;
use sessions_core::ranking::match_text;
use sessions_core::scope::SessionScope;
use sessions_core::testing::model::{ModelRead, ModelStore};
use sessions_store::{CandidateQuery, Generation, HistoryPage, Snapshot, Store};

use crate::disagreement::{Disagreement, same};

/// Words of the vocabulary that the steps of random runs draw their texts from.
pub const WORDS: [&str; 7] = ["alpha", "cafe", "naive", "议", "елка", "beta", "strasse 42"];

/// More rows than a session of a random run has; the most that one read gives.
const ALL_ROWS: usize = 1_000;

/// More matches than a run has.
const ALL_MATCHES: usize = 100_000;

/// Compares all that a random run can have changed: reads and searches, over
/// the sessions of `keys`, which hold those of the model.
///
/// # Errors
///
/// Fails at the first difference.
pub fn all(store: &Store, model: &ModelStore, keys: &[SessionKey]) -> Result<(), Disagreement> {
    let snapshot = store.snapshot()?;
    reads(&snapshot, model, keys)?;
    searches(&snapshot, model, &SessionScope::Everything, &WORDS)
}

/// Compares which of `keys` exist, the views of the sessions, and whether and
/// where each event of each generation is.
///
/// # Errors
///
/// Fails at the first difference.
pub fn reads(
    snapshot: &Snapshot<'_>,
    model: &ModelStore,
    keys: &[SessionKey],
) -> Result<(), Disagreement> {
    views(snapshot, model, keys)?;
    for (key, session) in model.sessions() {
        for id in session.session_ids() {
            let Some(generation) = snapshot.generation(key, Some(id))? else {
                return Err(Disagreement(format!("{key} lacks generation {id}")));
            };
            for event in session.events(Some(id)).unwrap_or_default() {
                for limit in [1, 3] {
                    let window = HistoryWindow::Around(event.id.clone());
                    let page = snapshot.history(&generation, &window, rows(limit)?, false)?;
                    let expected = model.around(key, Some(id), &event.id, limit, false);
                    let at = || format!("{key} {id} around {}, {limit} rows", event.id);
                    page_is(&page, &expected.map_err(|it| rejected(&at(), it))?, at)?;
                }
            }
        }
    }
    Ok(())
}

/// Compares which of `keys` exist, the facts of each session, pages of its
/// view, and the texts of its newest rows.
///
/// # Errors
///
/// Fails at the first difference.
pub fn views(
    snapshot: &Snapshot<'_>,
    model: &ModelStore,
    keys: &[SessionKey],
) -> Result<(), Disagreement> {
    for key in keys {
        if model.session(key).is_none() && snapshot.facts(key)?.is_some() {
            return Err(Disagreement(format!("{key} should not be there")));
        }
    }
    for (key, session) in model.sessions() {
        let facts = snapshot.facts(key)?;
        same(&facts.as_ref(), &Some(session.facts()), || {
            format!("facts of {key}")
        })?;
        let current = snapshot.generation(key, None)?;
        let id = current.as_ref().map(Generation::session_id);
        same(&id, &Some(session.current_id()), || {
            format!("current generation of {key}")
        })?;
        if let Some(current) = &current {
            pages(snapshot, model, key, current)?;
            texts(snapshot, model, key, current)?;
        }
    }
    Ok(())
}

fn rejected(at: &str, by: impl std::fmt::Debug) -> Disagreement {
    Disagreement(format!("{at}: the model says {by:?}"))
}

fn rows(n: usize) -> Result<RowLimit, Disagreement> {
    u64::try_from(n)
        .ok()
        .and_then(|n| RowLimit::try_from(n).ok())
        .ok_or_else(|| Disagreement(format!("{n} is no limit of rows")))
}

/// Compares pages of the view, tool rows out and in.
fn pages(
    snapshot: &Snapshot<'_>,
    model: &ModelStore,
    key: &SessionKey,
    current: &Generation,
) -> Result<(), Disagreement> {
    for include_tools in [false, true] {
        for (offset, limit) in [(0, ALL_ROWS), (1, 2), (3, 3)] {
            let at = || format!("{limit} rows of {key} from {offset}, tools {include_tools}");
            let window = HistoryWindow::Newest {
                offset: Some(offset),
            };
            let page = snapshot.history(current, &window, rows(limit)?, include_tools)?;
            let expected = model
                .page(key, offset, limit, include_tools)
                .map_err(|it| rejected(&at(), it))?;
            same(&page.total, &Some(expected.total), at)?;
            page_is(&page, &expected, at)?;
        }
    }
    Ok(())
}

/// Compares what the newest rows say, and when.
fn texts(
    snapshot: &Snapshot<'_>,
    model: &ModelStore,
    key: &SessionKey,
    current: &Generation,
) -> Result<(), Disagreement> {
    let window = HistoryWindow::Newest { offset: None };
    let page = snapshot.history(current, &window, rows(ALL_ROWS)?, true)?;
    let events = model.session(key).and_then(|it| it.events(None));
    for row in &page.rows {
        let mut events = events.unwrap_or_default().iter();
        let event = events.find(|event| event.id == row.message_id);
        let is_same = event.is_some_and(|event| {
            let text_of = |text: &String| row.class == RowClass::Compaction || *text == row.text;
            row.timestamp == event.timestamp
                && row.class == event.body.class()
                && match &event.body {
                    EventBody::Message { role, text, .. } => {
                        row.role == Some(*role) && text_of(text)
                    }
                    EventBody::CustomMessage { text, .. } => text_of(text),
                    _ => true,
                }
        });
        if !is_same {
            return Err(Disagreement(format!(
                "{} in {key} has another text, role or time",
                row.message_id
            )));
        }
    }
    Ok(())
}

fn page_is(
    page: &HistoryPage,
    expected: &ModelRead,
    at: impl Fn() -> String,
) -> Result<(), Disagreement> {
    let ids: Vec<_> = page.rows.iter().map(|row| row.message_id.clone()).collect();
    same(&ids, &expected.ids, &at)?;
    same(&page.empty_reason, &expected.empty_reason, &at)?;
    same(
        &(page.view, page.has_older, page.has_newer),
        &(expected.view, expected.has_older, expected.has_newer),
        &at,
    )
}

/// A hit, without its text.
type Hit = (SessionKey, SessionId, MessageId, Role, TimestampMs);

/// Compares what `words` find in `scope`; the model has the sessions of the
/// scope and no others.
///
/// Where sessions await indexing, what is found is a part of what the model
/// finds, and nothing else. Every hit reopens (H10).
///
/// # Errors
///
/// Fails at the first difference.
pub fn searches(
    snapshot: &Snapshot<'_>,
    model: &ModelStore,
    scope: &SessionScope,
    words: &[&str],
) -> Result<(), Disagreement> {
    let is_complete = !snapshot.awaits_index(scope)?;
    let searchable = model.searchable();
    for words in words {
        let no_query = |_| Disagreement(format!("`{words}` is no query"));
        let query = Query::parse(words).map_err(no_query)?;
        let found = hits(snapshot, scope, &query)?;
        let matching = searchable
            .iter()
            .filter(|row| match_text(&query, &row.text, &[]).is_some());
        let expected: BTreeSet<Hit> = matching
            .map(|row| {
                let (key, session) = (row.key.clone(), row.session_id.clone());
                (
                    key,
                    session,
                    row.message_id.clone(),
                    row.role,
                    row.timestamp,
                )
            })
            .collect();
        for (key, session_id, message_id, ..) in &found {
            reopens(snapshot, key, session_id, message_id)?;
        }
        if is_complete && found != expected {
            return Err(Disagreement(format!(
                "`{words}`: only the store finds {:?}, only the model {:?}",
                found.difference(&expected).collect::<Vec<_>>(),
                expected.difference(&found).collect::<Vec<_>>()
            )));
        }
        // A copy can be found in an older generation as long as the newer one
        // awaits indexing.
        let is_row = |hit: &&Hit| expected.iter().any(|row| row.0 == hit.0 && row.2 == hit.2);
        if let Some(hit) = found.iter().find(|hit| !is_row(hit)) {
            return Err(Disagreement(format!(
                "`{words}`: the store finds {hit:?}, which is not searchable"
            )));
        }
    }
    Ok(())
}

/// Fails unless the three keys reopen a window that holds the message.
fn reopens(
    snapshot: &Snapshot<'_>,
    key: &SessionKey,
    session_id: &SessionId,
    message_id: &MessageId,
) -> Result<(), Disagreement> {
    let window = HistoryWindow::Around(message_id.clone());
    if let Some(generation) = snapshot.generation(key, Some(session_id))? {
        let page = snapshot.history(&generation, &window, rows(3)?, false)?;
        if page.rows.iter().any(|row| row.message_id == *message_id) {
            return Ok(());
        }
    }
    Err(Disagreement(format!(
        "{key} {session_id} {message_id} is a hit and does not reopen"
    )))
}

fn hits(
    snapshot: &Snapshot<'_>,
    scope: &SessionScope,
    query: &Query,
) -> Result<BTreeSet<Hit>, Disagreement> {
    let Some(expression) = query.fts_expression() else {
        return Ok(BTreeSet::new());
    };
    let asked = CandidateQuery::new(&expression, ALL_MATCHES);
    let found = snapshot.search(scope, &asked)?;
    let hits = found.rows.into_iter().map(|row| {
        let place = row.place;
        (
            place.session_key,
            place.session_id,
            place.message_id,
            row.role,
            place.timestamp,
        )
    });
    Ok(hits.collect())
}
