//! Domain types and rules of session transcripts, anchored reads and text analysis; does no I/O.
