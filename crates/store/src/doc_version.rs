//! The number that is stored with what was indexed: of the rules of masking and
//! of the form of docs.

/// The form of docs: it changes whenever the words of the same row would.
/// Sessions of another form are indexed anew, as under other rules of masking.
const FORM: u64 = 2;

/// The version of docs that no rules make: those of sessions whose owners have
/// changed since.
pub(crate) const OUTDATED: i64 = 0;

/// Returns the version of docs under some rules, bit by bit, as SQLite has no
/// unsigned numbers. It is never [`OUTDATED`].
pub(crate) fn under(rules: u64) -> i64 {
    let both = rules ^ FORM.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match i64::from_ne_bytes(both.to_ne_bytes()) {
        OUTDATED => 1,
        version => version,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_apart_and_from_outdated_docs() {
        assert_ne!(under(1), under(2));
        let meets_outdated = FORM.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        assert_eq!(under(meets_outdated), 1);
    }
}
