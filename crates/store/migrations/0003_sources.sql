-- Files that were taken in whole, with nothing skipped: one whose stamp is the
-- same gives the same again and needs no reading.
CREATE TABLE source (
    path       TEXT PRIMARY KEY,
    stamp      TEXT NOT NULL,
    n_sessions INTEGER NOT NULL,
    n_messages INTEGER NOT NULL,
    n_events   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What is deleted comes back with the next import of its file.
CREATE TRIGGER session_forgets_sources AFTER DELETE ON session BEGIN
    DELETE FROM source;
END;
