//! A hash that is the same in every process and build, for rule set versions.

/// FNV-1a over length-prefixed fields, 64 bits.
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds one field; its length counts, so fields cannot run together.
    pub(crate) fn add(&mut self, field: &[u8]) {
        let len = u64::try_from(field.len()).unwrap_or(u64::MAX).to_le_bytes();
        for byte in len.iter().chain(field) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(crate) const fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fields: &[&str]) -> u64 {
        let mut print = Fingerprint::new();
        for field in fields {
            print.add(field.as_bytes());
        }
        print.finish()
    }

    #[test]
    fn fields_do_not_run_together() {
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
    }
}
