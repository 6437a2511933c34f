//! Finds secrets in text and masks them.
