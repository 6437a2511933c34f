-- One agent's transcripts and their full-text index.
-- Comments stand outside the statements: SQLite keeps what is inside them.

-- `sess` in the header of the file says whose database it is.
PRAGMA application_id = 0x73657373;

-- A session key: the durable address of a conversation (T1).
-- The links name the session that it belongs to (V5).
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

CREATE INDEX session_key_spawned_by ON session_key (spawned_by) WHERE spawned_by IS NOT NULL;
CREATE INDEX session_key_parent ON session_key (parent_session) WHERE parent_session IS NOT NULL;
CREATE INDEX session_key_owner ON session_key (owner_session) WHERE owner_session IS NOT NULL;

-- A session id: one generation of transcript under a key. One that a rewind
-- replaced by a copy is opened like any other and has no docs (X11).
-- leaf, append_point and last_reset are events (T5); path_len is the length of
-- the active path. Every searchable row of the path up to indexed_to has its
-- doc; awaits_index says that rows behind it may lack theirs, has_stale that
-- docs of rows that left the path are still to be removed. n_changes counts what
-- a reconciler must not overlook: every change of the path other than growth
-- with its docs. mask_version names the rules that the docs were masked by and
-- their form, and is 0 where they name former owners.
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

CREATE INDEX session_by_key ON session (session_key);
CREATE UNIQUE INDEX session_current ON session (session_key) WHERE is_current = 1;
CREATE INDEX session_awaiting ON session (id) WHERE awaits_index = 1;
CREATE INDEX session_stale ON session (id) WHERE has_stale = 1;

-- A transcript event, in order of arrival by id; its text is in body.
-- parent, control and fence are what the placing of later events asks for;
-- position and nth say where on the active path the row stands, and as which
-- of its class, and are null off the path. digest is of the event as it arrived;
-- what was imported is told from what was written here.
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

CREATE UNIQUE INDEX event_message ON event (session, message_id);
CREATE UNIQUE INDEX event_path ON event (session, class, position, nth) WHERE position IS NOT NULL;

CREATE TABLE body (
    event INTEGER PRIMARY KEY REFERENCES event (id) ON DELETE CASCADE,
    text  TEXT NOT NULL
) STRICT;

-- A searchable row of an active path. The id carries the time, so that reading
-- ids backwards reads newest first; it is the row id in doc_fts. A doc goes
-- with its event, and so with its session: an index of its own for that would be
-- a third of all that docs take.
CREATE TABLE doc (
    id       INTEGER PRIMARY KEY,
    session  INTEGER NOT NULL,
    event    INTEGER NOT NULL UNIQUE REFERENCES event (id) ON DELETE CASCADE,
    ts       INTEGER NOT NULL,
    role     INTEGER NOT NULL,
    is_stale INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX doc_stale ON doc (session, id) WHERE is_stale = 1;

-- body: the folded tokens of the masked text; scope: a token of the session and
-- one of each that it belongs to.
CREATE VIRTUAL TABLE doc_fts USING fts5 (
    body, scope, content = '', contentless_delete = 1, detail = full, tokenize = 'ascii'
);

-- Writers merge eight segments of a level, and steps of merging two: so that
-- appends do not pay for merging what an import left.
INSERT INTO doc_fts (doc_fts, rank) VALUES ('automerge', 8);
INSERT INTO doc_fts (doc_fts, rank) VALUES ('usermerge', 2);

-- Whichever way a doc goes, its words go with it (X6).
CREATE TRIGGER doc_forgets AFTER DELETE ON doc BEGIN
    DELETE FROM doc_fts WHERE rowid = old.id;
END;

-- Settings of the database itself.
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Words of deleted docs stay in the segments of the index until these are
-- merged; the next checkpoint does so where it is noted.
CREATE TRIGGER session_leaves_traces AFTER DELETE ON session BEGIN
    INSERT OR REPLACE INTO meta (name, value) VALUES ('has_traces', 1);
END;
