//! Files that stay as they are need not be read again, and nothing is missed
//! for that (I3).

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, params};
use sessions_api::ImportSummary;
use sessions_core::event::TimestampMs;
use sessions_import::ImportOptions;
use tempfile::TempDir;

use crate::support::{World, key, operator};

/// When the import runs, in seconds since 1970.
const NOW: u64 = 1_780_000_000;

struct Files {
    world: World,
    folder: TempDir,
}

impl Files {
    fn new() -> Self {
        Self {
            world: World::new(),
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// Writes a file as if that had been `ago` seconds ago.
    fn write(&self, name: &str, text: &str, ago: u64) -> PathBuf {
        let path = self.folder.path().join("agents/main/sessions").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        touch(&path, ago);
        path
    }

    fn import(&self) -> ImportSummary {
        let options = ImportOptions {
            now: Some(TimestampMs(i64::try_from(NOW).unwrap() * 1_000)),
            ..ImportOptions::default()
        };
        let paths = [self.folder.path().to_owned()];
        let summary = self.world.sessions.import(&paths, &options, &mut |_| {});
        let summary = summary.unwrap();
        assert!(
            self.world
                .sessions
                .reconcile(None, None, &mut |_| {})
                .unwrap()
        );
        summary
    }

    fn n_found(&self, query: &str) -> usize {
        self.world.found(&operator(), query).len()
    }
}

fn touch(path: &Path, ago: u64) {
    let time: SystemTime = UNIX_EPOCH + Duration::from_secs(NOW - ago);
    File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_modified(time)
        .unwrap();
}

fn transcript(words: &str) -> String {
    let header =
        r#"{"type":"session","version":3,"id":"s1","timestamp":"2026-03-01T10:00:00Z","cwd":"/w"}"#;
    let message = format!(
        r#"{{"type":"message","id":"m1","parentId":null,"timestamp":"2026-03-01T10:01:00Z","message":{{"role":"user","content":"{words}"}}}}"#
    );
    format!("{header}\n{message}\n")
}

fn grown() -> String {
    let more = r#"{"type":"message","id":"m2","parentId":"m1","timestamp":"2026-03-01T10:02:00Z","message":{"role":"assistant","content":"delta"}}"#;
    transcript("alpha") + more + "\n"
}

#[test]
fn a_file_that_stays_as_it_is_is_not_read_and_is_counted_all_the_same() {
    let files = Files::new();
    let path = files.write("s1.jsonl", &transcript("alpha"), 100);
    let first = files.import();
    assert_eq!((first.new_events, first.unchanged_sessions), (1, 0));
    // What cannot be seen from outside shows that nobody looked inside.
    fs::write(&path, transcript("omega")).unwrap();
    touch(&path, 100);
    let second = files.import();
    assert_eq!(second.unchanged_sessions, 1);
    let counts = |it: &ImportSummary| (it.files, it.sessions, it.messages, it.events);
    assert_eq!(counts(&second), counts(&first));
    assert_eq!((second.new_events, second.skipped.len()), (0, 0));
    assert_eq!((files.n_found("alpha"), files.n_found("omega")), (1, 0));
}

#[test]
fn a_file_that_grew_or_was_touched_is_read() {
    let files = Files::new();
    files.write("s1.jsonl", &transcript("alpha"), 100);
    files.import();
    files.write("s1.jsonl", &grown(), 100);
    assert_eq!(files.import().new_events, 1);
    assert_eq!(files.n_found("delta"), 1);

    let files = Files::new();
    files.write("s1.jsonl", &transcript("alpha"), 100);
    files.import();
    files.write("s1.jsonl", &transcript("omega"), 50);
    files.import();
    assert_eq!(files.n_found("omega") + files.import().skipped.len(), 1);
}

#[test]
fn a_file_that_changed_just_now_is_read_again() {
    let files = Files::new();
    let path = files.write("s1.jsonl", &transcript("alpha"), 1);
    files.import();
    fs::write(&path, grown()).unwrap();
    touch(&path, 1);
    assert_eq!(files.import().new_events, 1);
}

#[test]
fn what_was_deleted_comes_back_with_the_next_import() {
    let files = Files::new();
    files.write("s1.jsonl", &transcript("alpha"), 100);
    files.import();
    let session = files.world.found(&operator(), "alpha");
    let (name, _) = session[0].split_once(' ').unwrap();
    files.world.sessions.delete(&key(name)).unwrap();
    assert_eq!(files.n_found("alpha"), 0);
    assert_eq!(files.import().new_events, 1);
    assert_eq!(files.n_found("alpha"), 1);
}

#[test]
fn another_index_beside_a_file_has_it_read_again() {
    let files = Files::new();
    files.write("s1.jsonl", &transcript("alpha"), 100);
    files.import();
    let index = r#"{"agent:main:main":{"sessionId":"s1"}}"#;
    files.write("sessions.json", index, 100);
    assert_eq!(files.import().unchanged_sessions, 1);
    files.write(
        "sessions.json",
        r#"{"agent:main:main":{"sessionId":"s1","displayName":"garden"}}"#,
        100,
    );
    files.import();
    let list = files
        .world
        .try_list(&operator(), &sessions_api::ListRequest::default())
        .unwrap();
    assert_eq!(list.sessions.len(), 1);
}

#[test]
fn what_was_skipped_is_named_each_time() {
    let files = Files::new();
    files.write("s1.jsonl", &(transcript("alpha") + "no record\n"), 100);
    let first = files.import();
    assert_eq!(first.skipped.len(), 1);
    assert_eq!(files.import().skipped, first.skipped);
}

/// Makes a database of OpenClaw's in which two sessions say `words`.
#[expect(clippy::disallowed_methods, reason = "it is no store of ours")]
fn database(folder: &Path, words: &str) -> Connection {
    let path = folder.join("agents/main/agent/openclaw-agent.sqlite");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let connection = Connection::open(path).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE session_nodes (session_key TEXT, current_session_id TEXT, entry_json TEXT);
             CREATE TABLE session_windows (session_id TEXT, session_key TEXT);
             CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT);",
        )
        .unwrap();
    for id in ["s1", "s2"] {
        let key = format!("agent:main:{id}");
        let node = "INSERT INTO session_nodes VALUES (?1, ?2, '{}')";
        connection.execute(node, [&key, id]).unwrap();
        let window = "INSERT INTO session_windows VALUES (?1, ?2)";
        connection.execute(window, [id, &key]).unwrap();
        let lines = transcript(words).replace("\"s1\"", &format!("\"{id}\""));
        for (seq, line) in (0..).zip(lines.lines()) {
            add_event(&connection, id, seq, line);
        }
    }
    connection
}

fn add_event(connection: &Connection, id: &str, seq: i64, line: &str) {
    let event = "INSERT INTO transcript_events VALUES (?1, ?2, ?3)";
    connection.execute(event, params![id, seq, line]).unwrap();
}

#[test]
fn of_a_database_only_the_session_that_changed_is_read_again() {
    let files = Files::new();
    let connection = database(files.folder.path(), "ferns");
    let counts = |it: &ImportSummary| {
        assert_eq!(it.skipped, []);
        let ImportSummary {
            sessions,
            messages,
            new_events,
            unchanged_sessions,
            ..
        } = *it;
        (sessions, messages, new_events, unchanged_sessions)
    };
    assert_eq!(counts(&files.import()), (2, 2, 2, 0));
    assert_eq!(counts(&files.import()), (2, 2, 0, 2));
    let more = r#"{"type":"message","id":"m2","parentId":"m1","timestamp":"2026-03-01T10:02:00Z","message":{"role":"assistant","content":"mosses"}}"#;
    add_event(&connection, "s2", 2, more);
    assert_eq!(counts(&files.import()), (2, 3, 1, 1));
    assert_eq!(files.n_found("mosses"), 1);
    // What was deleted here comes back, though the other has its stamp.
    let deleted = files.world.sessions.delete(&key("agent:main:s1"));
    deleted.unwrap();
    assert_eq!(files.n_found("ferns"), 1);
    assert_eq!(counts(&files.import()), (2, 3, 1, 1));
    assert_eq!(files.n_found("ferns"), 2);
}
