//! Databases that OpenClaw itself wrote, and what it answers about them.
//!
//! The program is no part of the checkout: these run where the folder that
//! holds its databases and answers is named in `SESSIONS_OPENCLAW_REAL`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;
use sessions_api::{HistoryRequest, RowRole, SearchRequest};
use sessions_core::id::SessionId;
use sessions_import::ImportOptions;

use crate::support::{World, operator};

/// What the program answered.
#[derive(Deserialize)]
struct Expected {
    /// Once its index was whole.
    after: Vec<Search>,
    history: Vec<Read>,
}

#[derive(Deserialize)]
struct Search {
    query: String,
    results: Vec<Hit>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Hit {
    session_key: String,
    session_id: String,
    message_id: String,
}

#[derive(Deserialize)]
struct Read {
    request: Value,
    response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    session_id: String,
    messages: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    id: String,
    role: String,
}

#[expect(
    clippy::disallowed_methods,
    reason = "where the program's databases lie is said by the one who runs the tests"
)]
fn folder() -> Option<PathBuf> {
    std::env::var("SESSIONS_OPENCLAW_REAL").ok().map(Into::into)
}

#[test]
#[expect(clippy::print_stdout, reason = "a test that did not run says so")]
fn its_databases_answer_as_the_program_does() {
    let Some(folder) = folder() else {
        println!("not run: `SESSIONS_OPENCLAW_REAL` names no folder of databases");
        return;
    };
    let answers = fs::read_to_string(folder.join("real-expected.json")).unwrap();
    let expected: Expected = serde_json::from_str(&answers).unwrap();
    let world = World::new();
    let databases = ["real-agent.sqlite", "real-agent-ops.sqlite"].map(|it| folder.join(it));
    let options = ImportOptions::default();
    let summary = world.sessions.import(&databases, &options, &mut |_| {});
    assert_eq!(summary.unwrap().skipped, []);
    assert!(world.sessions.reconcile(None, None, &mut |_| {}).unwrap());

    let mut differing = Vec::new();
    for search in &expected.after {
        let request = SearchRequest {
            limit: Some(25),
            ..SearchRequest::new(&search.query)
        };
        let answer = world.try_search(&operator(), &request).unwrap();
        let ours: BTreeSet<_> = answer
            .results
            .iter()
            .map(|it| {
                [
                    it.session_key.to_string(),
                    it.session_id.to_string(),
                    it.message_id.to_string(),
                ]
            })
            .collect();
        let theirs: BTreeSet<_> = search
            .results
            .iter()
            .map(|it| [&it.session_key, &it.session_id, &it.message_id].map(Clone::clone))
            .collect();
        // A row that a fork copied under its key is one hit here (X11).
        let messages = |hits: &BTreeSet<[String; 3]>| -> BTreeSet<_> {
            hits.iter()
                .map(|[key, _, id]| (key.clone(), id.clone()))
                .collect()
        };
        if !ours.is_subset(&theirs) || messages(&ours) != messages(&theirs) {
            differing.push(format!("{}: {ours:#?} for {theirs:#?}", search.query));
        }
    }
    for read in &expected.history {
        let request: HistoryRequest = serde_json::from_value(read.request.clone()).unwrap();
        let answer = world.read(&operator(), &request);
        let is_said = |role| matches!(role, RowRole::User | RowRole::Assistant);
        let ours: Vec<_> = answer
            .messages
            .iter()
            .filter(|it| is_said(it.role))
            .map(|it| it.message_id.as_str())
            .collect();
        // One message of several parts is several rows there.
        let mut theirs: Vec<_> = read
            .response
            .messages
            .iter()
            .filter(|it| matches!(it.role.as_str(), "user" | "assistant"))
            .map(|it| it.id.as_str())
            .collect();
        theirs.dedup();
        let session = answer.session_id.as_ref().map(SessionId::as_str);
        if ours != theirs || session != Some(&read.response.session_id) {
            differing.push(format!("{}: {ours:#?} for {theirs:#?}", read.request));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
