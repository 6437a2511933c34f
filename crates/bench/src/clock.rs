//! Times that bear a noisy machine: CPU time where the system tells it, and
//! subjects that are measured in turn.

use std::time::{Duration, Instant};

/// What a time is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The CPU time of the whole process, its system calls included. Where the
    /// system does not tell it (not Unix), the time of the wall.
    Process,
    /// The CPU time of the calling thread, or the time of the wall.
    Thread,
    /// The time of the wall.
    Wall,
}

impl Clock {
    /// Returns the time that `f` takes, with what it returns.
    pub fn time<T>(self, f: impl FnOnce() -> T) -> (T, Duration) {
        let wall = Instant::now();
        let before = self.cpu();
        let value = f();
        let taken = match (before, self.cpu()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => wall.elapsed(),
        };
        (value, taken)
    }

    #[cfg(unix)]
    fn cpu(self) -> Option<Duration> {
        let id = match self {
            Self::Process => rustix::time::ClockId::ProcessCPUTime,
            Self::Thread => rustix::time::ClockId::ThreadCPUTime,
            Self::Wall => return None,
        };
        let now = rustix::time::clock_gettime(id);
        let nanos = u32::try_from(now.tv_nsec).ok()?;
        Some(Duration::new(u64::try_from(now.tv_sec).ok()?, nanos))
    }

    #[cfg(not(unix))]
    fn cpu(self) -> Option<Duration> {
        None
    }
}

/// Times `a` and `b` in turn, `n` times each, and returns the medians of the
/// wall: what slows the machine down slows both.
pub fn in_turn(n: usize, mut a: impl FnMut(), mut b: impl FnMut()) -> (Duration, Duration) {
    let mut of_a = Vec::with_capacity(n);
    let mut of_b = Vec::with_capacity(n);
    for _ in 0..n {
        of_a.push(Clock::Wall.time(&mut a).1);
        of_b.push(Clock::Wall.time(&mut b).1);
    }
    (median(of_a), median(of_b))
}

/// Returns the middle one of some times, and zero of none.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Returns how many times `b` goes into `a`.
pub fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

/// Returns the share of a time that one of `n` parts took.
pub fn each(time: Duration, n: usize) -> Duration {
    u32::try_from(n)
        .ok()
        .and_then(|n| time.checked_div(n))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_time_is_no_outlier() {
        let times = [9, 1, 2].map(Duration::from_secs).to_vec();
        assert_eq!(median(times), Duration::from_secs(2));
        assert_eq!(median(Vec::new()), Duration::ZERO);
    }

    #[test]
    fn a_part_of_nothing_is_nothing() {
        assert_eq!(each(Duration::from_secs(6), 3), Duration::from_secs(2));
        assert_eq!(each(Duration::from_secs(6), 0), Duration::ZERO);
    }
}
