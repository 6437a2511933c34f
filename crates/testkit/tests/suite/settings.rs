//! Settings of a test run, and the dice that choose where a worker is killed.

/// Returns the number that a variable of the environment holds.
pub(crate) fn number(name: &str, usual: u64) -> u64 {
    #[expect(
        clippy::disallowed_methods,
        reason = "the number of kills is a setting of the test run"
    )]
    let setting = std::env::var(name);
    setting.map_or(usual, |text| text.parse().unwrap())
}

/// Where the seeds begin.
pub(crate) fn first_seed() -> u64 {
    number("SESSIONS_SEED", 1)
}

/// Numbers by a seed (splitmix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end.max(1)
    }

    /// Does nothing for a random while of at most `most` rounds.
    pub(crate) fn spin(&mut self, most: u64) {
        for _ in 0..self.below(most) {
            std::hint::spin_loop();
        }
    }
}
