//! A short text that stands for a longer one, in names made up on import.
//!
//! Such names must be the same next year (I3), which the hashers of the
//! standard library do not promise.

/// Returns 16 hexadecimal digits that depend on `bytes` alone (FNV-1a).
pub(crate) fn of(bytes: &[u8]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in bytes {
        hash ^= u64::from(*byte);
        hash = hash.wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_never_change() {
        assert_eq!(of(b""), "cbf29ce484222325");
        assert_eq!(of(b"foobar"), "85944171f73967e8");
    }
}
