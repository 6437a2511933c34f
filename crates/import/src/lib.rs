//! Reads transcripts of other programs into events.
