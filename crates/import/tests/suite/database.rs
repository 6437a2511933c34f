//! OpenClaw's own database, made with the columns that its program makes.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use sessions_core::id::SessionId;
use sessions_import::{
    Format, ImportOptions, ImportedFile, ImportedSession, LeftOut, Shape, SkipReason, Source,
    SourceKind, Take, discover, read, read_each,
};

use crate::support::{import, on_path, texts};

/// The tables that matter, with some of the columns that do not.
const TABLES: &str = "
    CREATE TABLE schema_meta (meta_key TEXT PRIMARY KEY, agent_id TEXT);
    CREATE TABLE session_nodes (
        session_key TEXT NOT NULL PRIMARY KEY, current_session_id TEXT NOT NULL,
        entry_json TEXT NOT NULL, updated_at INTEGER NOT NULL, spawned_by TEXT) STRICT;
    CREATE TABLE session_windows (
        session_id TEXT NOT NULL PRIMARY KEY, session_key TEXT NOT NULL,
        previous_session_id TEXT, reason TEXT, created_at INTEGER NOT NULL) STRICT;
    CREATE TABLE transcript_events (
        session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT,
        created_at INTEGER NOT NULL, event_zstd BLOB, PRIMARY KEY (session_id, seq)) STRICT;
    CREATE TABLE transcript_rewrite_watermarks (
        session_id TEXT NOT NULL PRIMARY KEY, generation TEXT NOT NULL) STRICT;
    CREATE TABLE session_transcript_archives (
        session_id TEXT NOT NULL, generation TEXT NOT NULL, session_key TEXT NOT NULL,
        archive_blob BLOB NOT NULL, PRIMARY KEY (session_id, generation)) STRICT;
    CREATE TABLE session_transcript_cold_archives (
        session_id TEXT NOT NULL PRIMARY KEY, archive_name TEXT NOT NULL,
        archive_blob BLOB) STRICT;";

/// A database in a folder like that of its program.
struct World {
    folder: tempfile::TempDir,
    connection: Connection,
}

/// Returns a database as its own program opens it.
#[expect(clippy::disallowed_methods, reason = "it is no store of ours")]
fn opened(path: &Path) -> Connection {
    Connection::open(path).unwrap()
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = database(folder.path());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let connection = opened(&path);
        connection
            .pragma_update(None, "journal_mode", "wal")
            .unwrap();
        connection.execute_batch(TABLES).unwrap();
        Self { folder, connection }
    }

    fn path(&self) -> PathBuf {
        database(self.folder.path())
    }

    fn node(&self, key: &str, current: &str, entry: &str) {
        let sql = "REPLACE INTO session_nodes VALUES (?1, ?2, ?3, 1, NULL)";
        self.connection
            .execute(sql, params![key, current, entry])
            .unwrap();
    }

    fn window(&self, id: &str, key: &str, created_at: i64) {
        let sql = "INSERT INTO session_windows VALUES (?1, ?2, NULL, 'initial', ?3)";
        self.connection
            .execute(sql, params![id, key, created_at])
            .unwrap();
    }

    fn event(&self, id: &str, seq: i64, json: &str) {
        let sql = "INSERT INTO transcript_events VALUES (?1, ?2, ?3, 1, NULL)";
        self.connection
            .execute(sql, params![id, seq, json])
            .unwrap();
    }

    fn compressed(&self, id: &str, seq: i64, bytes: &[u8]) {
        let sql = "INSERT INTO transcript_events VALUES (?1, ?2, NULL, 1, ?3)";
        self.connection
            .execute(sql, params![id, seq, bytes])
            .unwrap();
    }

    /// A session of one key that says `text`.
    fn session(&self, id: &str, key: &str, text: &str) {
        self.node(key, id, &format!(r#"{{"sessionId":"{id}"}}"#));
        self.window(id, key, 1);
        self.event(id, 0, &header(id));
        self.event(id, 1, &said("m1", "null", "user", text));
    }

    fn source(&self, options: &ImportOptions) -> Source {
        discover(&[self.path()], options).unwrap().remove(0)
    }

    fn read(&self, options: &ImportOptions) -> ImportedFile {
        read(&self.source(options), options).unwrap()
    }
}

fn database(folder: &Path) -> PathBuf {
    folder.join("agents/ops/agent/openclaw-agent.sqlite")
}

fn header(id: &str) -> String {
    format!(r#"{{"type":"session","version":4,"id":"{id}","timestamp":"2026-03-01T10:00:00Z"}}"#)
}

fn said(id: &str, parent: &str, role: &str, text: &str) -> String {
    format!(
        r#"{{"type":"message","id":"{id}","parentId":{parent},"timestamp":"2026-03-01T10:00:01Z","message":{{"role":"{role}","content":"{text}"}}}}"#
    )
}

fn ids(file: &ImportedFile) -> Vec<&str> {
    file.sessions.iter().map(|it| it.id.as_str()).collect()
}

fn reasons(file: &ImportedFile) -> Vec<(String, u64, SkipReason)> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    file.skipped
        .iter()
        .map(|it| (name(&it.path), it.line, it.reason))
        .collect()
}

#[test]
fn keys_generations_links_and_events_are_read() {
    let world = World::new();
    world.node(
        "agent:ops:main",
        "new",
        r#"{"sessionId":"new","label":"Ops","updatedAt":5}"#,
    );
    world.node(
        "agent:ops:subagent:x",
        "side",
        r#"{"spawnedBy":"agent:ops:main","parentSessionKey":"agent:ops:main","archivedAt":7}"#,
    );
    // Made later, begun earlier.
    world.window("new", "agent:ops:main", 20);
    world.window("old", "agent:ops:main", 10);
    world.window("side", "agent:ops:subagent:x", 30);
    world.window("empty", "agent:ops:main", 40);
    // Rows in another order than they happened.
    world.event("old", 1, &said("a", "null", "user", "before"));
    world.event("old", 0, &header("old"));
    world.event("new", 0, &header("new"));
    world.event("new", 1, &said("b", "null", "user", "first"));
    let long = said("c", "\"b\"", "assistant", &"swordfish ".repeat(300));
    world.compressed("new", 2, &zstd::encode_all(long.as_bytes(), 3).unwrap());
    world.event(
        "new",
        3,
        r#"{"type":"reset","id":"d","parentId":"c","firstKeptEntryId":null}"#,
    );
    world.event("new", 4, &said("e", "\"d\"", "user", "after"));
    world.event("side", 0, &header("side"));
    world.event("side", 1, &said("f", "null", "assistant", "found it"));

    let file = import(&world.path());
    assert_eq!(file.format, Format::OpenClawDatabase);
    assert_eq!(reasons(&file), []);
    assert_eq!(ids(&file), ["old", "new", "side"]);
    let [old, new, side] = file.sessions.as_slice() else {
        panic!("three sessions");
    };
    assert_eq!(
        (old.is_current, new.is_current, side.is_current),
        (false, true, true)
    );
    assert_eq!(new.title.as_deref(), Some("Ops"));
    assert_eq!(texts(new)[..1], ["first"]);
    assert_eq!(on_path(new).len(), texts(new).len());
    assert!(texts(new)[1].starts_with("swordfish swordfish"));
    assert_eq!(texts(new).last().unwrap(), "after");
    let main = Some("agent:ops:main".parse().unwrap());
    assert_eq!((&side.links.spawned_by, &side.links.parent), (&main, &main));
    assert!(side.is_archived && !side.is_incognito && !new.is_archived);
    assert!(file.sessions.iter().all(|it| it.stamp.is_some()));

    // What somebody else is to own.
    let options = ImportOptions {
        agent: Some("home".parse().unwrap()),
        ..ImportOptions::default()
    };
    let moved = world.read(&options);
    assert_eq!(moved.sessions[2].key.as_str(), "agent:home:subagent:x");
    let home = Some("agent:home:main".parse().unwrap());
    assert_eq!(moved.sessions[2].links.spawned_by, home);
}

#[test]
fn what_is_damaged_costs_itself() {
    let world = World::new();
    world.session("s", "agent:ops:main", "first");
    world.event("s", 2, "{\"type\":\"message\",");
    world.compressed("s", 3, b"\x28\xb5\x2f\xfd no frame");
    world.event("s", 4, &said("z", "\"m1\"", "user", "last"));
    world.session("hidden", "agent:ops:hidden", "never seen");
    world.node("agent:ops:hidden", "hidden", r#"{"incognito":"perhaps"}"#);
    world.window("lost", "agent:ops:nobody", 9);
    world.event("lost", 0, &header("lost"));

    let file = import(&world.path());
    assert_eq!(ids(&file), ["s"]);
    assert_eq!(texts(&file.sessions[0]), ["first", "last"]);
    assert_eq!(file.sessions[0].stamp, None, "it is named each time");
    let skipped = reasons(&file);
    let name = |part: &str| format!("openclaw-agent.sqlite{part}");
    assert!(
        matches!(&skipped[0], (path, 2, SkipReason::BadEntry { number: 2, .. }) if *path == name(""))
    );
    assert_eq!(
        skipped[1..],
        [
            (name("#s"), 3, SkipReason::NotJson),
            (name("#s"), 4, SkipReason::NotJson),
            (name("#hidden"), 1, SkipReason::OwnerUnknown { number: 2 }),
            (name("#lost"), 1, SkipReason::NoOwner),
        ]
    );
}

#[test]
fn archives_are_read_where_the_events_went() {
    let world = World::new();
    world.session("hot", "agent:ops:main", "hot");
    let lines = |id: &str| {
        let row = |seq: u32, event: &str| {
            let event = serde_json::to_string(event).unwrap();
            format!(
                r#"{{"kind":"event","row":{{"seq":{seq},"event_json":{event},"created_at":1}}}}"#
            )
        };
        let envelopes = [
            r#"{"kind":"header","version":1}"#.to_owned(),
            row(0, &header(id)),
            row(1, &said("m1", "null", "user", &format!("from {id}"))),
            r#"{"kind":"identity","row":{"event_id":"m1","seq":1}}"#.to_owned(),
        ];
        zstd::encode_all(envelopes.join("\n").as_bytes(), 3).unwrap()
    };
    let cold = |id: &str, name: &str, blob: Option<Vec<u8>>| {
        let key = format!("agent:ops:{id}");
        world.node(&key, id, "{}");
        world.window(id, &key, 5);
        let sql = "INSERT INTO session_transcript_cold_archives VALUES (?1, ?2, ?3)";
        world
            .connection
            .execute(sql, params![id, name, blob])
            .unwrap();
    };
    cold("inside", "i.jsonl.zst", Some(lines("inside")));
    cold("beside", "b.jsonl.zst", None);
    cold("gone", "../../elsewhere.jsonl.zst", None);
    let folder = world.folder.path().join("agents/ops/sessions/cold");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("b.jsonl.zst"), lines("beside")).unwrap();
    fs::write(
        world.folder.path().join("agents/elsewhere.jsonl.zst"),
        lines("gone"),
    )
    .unwrap();
    let deleted = format!(
        "{}\n{}\n",
        header("over"),
        said("m1", "null", "user", "deleted words")
    );
    let sql = "INSERT INTO session_transcript_archives VALUES ('over', 'g', 'agent:ops:over', ?1)";
    world.connection.execute(sql, [deleted.as_bytes()]).unwrap();

    let file = import(&world.path());
    assert_eq!(ids(&file), ["hot", "inside", "beside"]);
    assert_eq!(texts(&file.sessions[1]), ["from inside"]);
    assert_eq!(texts(&file.sessions[2]), ["from beside"]);
    let gone = (
        "openclaw-agent.sqlite#gone".to_owned(),
        1,
        SkipReason::ArchiveMissing,
    );
    assert_eq!(reasons(&file), [gone]);

    let options = ImportOptions {
        deleted: true,
        ..ImportOptions::default()
    };
    let file = world.read(&options);
    let over = file.sessions.last().unwrap();
    assert_eq!(texts(over), ["deleted words"]);
    assert_eq!(over.key.as_str(), "agent:ops:over");
    assert!(over.is_archived && !over.is_current);
}

/// Takes what it does not have.
#[derive(Default)]
struct Taker {
    stamps: HashSet<(String, String)>,
    taken: Vec<String>,
}

impl Take for Taker {
    fn take(&mut self, session: ImportedSession) -> ControlFlow<()> {
        let id = session.id.as_str().to_owned();
        self.taken.push(id.clone());
        self.stamps.extend(session.stamp.map(|it| (id, it)));
        ControlFlow::Continue(())
    }

    fn has(&mut self, id: &SessionId, stamp: &str) -> bool {
        let seen = (id.as_str().to_owned(), stamp.to_owned());
        self.stamps.contains(&seen)
    }
}

#[test]
fn only_sessions_that_changed_are_read_again() {
    let world = World::new();
    for id in ["a", "b", "c"] {
        world.session(id, &format!("agent:ops:{id}"), "words");
    }
    let options = ImportOptions::default();
    let mut taker = Taker::default();
    let mut again = |world: &World| {
        read_each(&world.source(&options), &options, &mut taker).unwrap();
        std::mem::take(&mut taker.taken)
    };
    assert_eq!(again(&world), ["a", "b", "c"]);
    assert!(again(&world).is_empty());
    // While its program has it open, and not in the file itself yet.
    world.event("b", 2, &said("m2", "\"m1\"", "assistant", "more"));
    assert_eq!(again(&world), ["b"]);
    world.node("agent:ops:c", "c", r#"{"label":"named"}"#);
    assert_eq!(again(&world), ["c"]);
    // Times alone change with everything that happens.
    world.node("agent:ops:c", "c", r#"{"label":"named","updatedAt":77}"#);
    assert!(again(&world).is_empty());
    let sql = "INSERT INTO transcript_rewrite_watermarks VALUES ('a', 'g2')";
    world.connection.execute(sql, []).unwrap();
    assert_eq!(again(&world), ["a"]);
}

#[test]
fn a_database_is_told_by_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.sqlite");
    opened(&other).execute_batch("CREATE TABLE t (a)").unwrap();
    let cut = folder.path().join("cut.sqlite");
    fs::write(&cut, b"SQLite format 3\0 and then nothing of the kind").unwrap();
    fs::write(folder.path().join("other.sqlite-wal"), b"log").unwrap();
    let options = ImportOptions::default();
    let found: Vec<_> = discover(&[folder.path().to_owned()], &options)
        .unwrap()
        .iter()
        .map(Source::kind)
        .collect();
    let not_known = SourceKind::LeftOut(LeftOut::NotATranscript(Shape::Database));
    let part = SourceKind::LeftOut(LeftOut::DatabasePart);
    assert_eq!(found, [not_known, not_known, part]);
}

#[test]
fn the_log_of_a_database_is_a_part_of_its_stamp() {
    let world = World::new();
    world.session("a", "agent:ops:a", "words");
    let options = ImportOptions::default();
    let later = sessions_core::event::TimestampMs(i64::MAX / 2);
    let stamp = |world: &World| world.source(&options).stamp(&options, later).unwrap();
    let before = stamp(&world);
    assert_eq!(stamp(&world), before);
    world.event("a", 2, &said("m2", "\"m1\"", "assistant", "more"));
    assert_ne!(stamp(&world), before);
}
