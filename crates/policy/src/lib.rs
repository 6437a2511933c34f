//! Decides which sessions a requester may see; given facts, fetches none.
