//! Keeps transcripts and their full-text index in SQLite.
