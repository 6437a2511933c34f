-- The schema after 3 migrations. Made by `cargo xtask migrate snapshot`;
-- change it with a new migration, never here.

PRAGMA user_version = 3;

CREATE TABLE body (
    event INTEGER PRIMARY KEY REFERENCES event (id) ON DELETE CASCADE,
    text  TEXT NOT NULL
) STRICT;

CREATE TABLE doc (
    id       INTEGER PRIMARY KEY,
    session  INTEGER NOT NULL,
    event    INTEGER NOT NULL UNIQUE REFERENCES event (id) ON DELETE CASCADE,
    ts       INTEGER NOT NULL,
    role     INTEGER NOT NULL,
    is_stale INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE VIRTUAL TABLE doc_fts USING fts5 (
    body, scope, content = '', contentless_delete = 1, detail = full, tokenize = 'ascii'
);

CREATE VIRTUAL TABLE doc_word USING fts5vocab ('doc_fts', 'col');

CREATE TABLE event (
    id         INTEGER PRIMARY KEY,
    session    INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    parent     INTEGER,
    control    INTEGER NOT NULL,
    fence      INTEGER,
    kind       INTEGER NOT NULL,
    role       INTEGER,
    class      INTEGER NOT NULL,
    ts         INTEGER NOT NULL,
    first_kept TEXT,
    digest     INTEGER NOT NULL,
    is_imported INTEGER NOT NULL,
    position   INTEGER,
    nth        INTEGER
) STRICT;

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    session_key  INTEGER NOT NULL REFERENCES session_key (id) ON DELETE CASCADE,
    session_id   TEXT NOT NULL UNIQUE,
    is_current   INTEGER NOT NULL,
    is_replaced  INTEGER NOT NULL DEFAULT 0,
    leaf         INTEGER,
    append_point INTEGER,
    last_reset   INTEGER,
    path_len     INTEGER NOT NULL DEFAULT 0,
    n_changes    INTEGER NOT NULL DEFAULT 0,
    awaits_index INTEGER NOT NULL DEFAULT 0,
    indexed_to   INTEGER NOT NULL DEFAULT 0,
    has_stale    INTEGER NOT NULL DEFAULT 0,
    mask_version INTEGER NOT NULL
) STRICT;

CREATE TABLE session_key (
    id             INTEGER PRIMARY KEY,
    session_key    TEXT NOT NULL UNIQUE,
    kind           TEXT NOT NULL,
    is_child       INTEGER NOT NULL,
    spawned_by     TEXT,
    parent_session TEXT,
    owner_session  TEXT,
    is_incognito   INTEGER NOT NULL,
    is_archived    INTEGER NOT NULL,
    title          TEXT
) STRICT;

CREATE TABLE source (
    path       TEXT PRIMARY KEY,
    stamp      TEXT NOT NULL,
    n_sessions INTEGER NOT NULL,
    n_messages INTEGER NOT NULL,
    n_events   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX doc_stale ON doc (session, id) WHERE is_stale = 1;

CREATE UNIQUE INDEX event_message ON event (session, message_id);

CREATE UNIQUE INDEX event_path ON event (session, class, position, nth) WHERE position IS NOT NULL;

CREATE INDEX session_awaiting ON session (id) WHERE awaits_index = 1;

CREATE INDEX session_by_key ON session (session_key);

CREATE UNIQUE INDEX session_current ON session (session_key) WHERE is_current = 1;

CREATE INDEX session_key_owner ON session_key (owner_session) WHERE owner_session IS NOT NULL;

CREATE INDEX session_key_parent ON session_key (parent_session) WHERE parent_session IS NOT NULL;

CREATE INDEX session_key_spawned_by ON session_key (spawned_by) WHERE spawned_by IS NOT NULL;

CREATE INDEX session_stale ON session (id) WHERE has_stale = 1;

CREATE TRIGGER doc_forgets AFTER DELETE ON doc BEGIN
    DELETE FROM doc_fts WHERE rowid = old.id;
END;

CREATE TRIGGER session_forgets_sources AFTER DELETE ON session BEGIN
    DELETE FROM source;
END;

CREATE TRIGGER session_leaves_traces AFTER DELETE ON session BEGIN
    INSERT OR REPLACE INTO meta (name, value) VALUES ('has_traces', 1);
END;
