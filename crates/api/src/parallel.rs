//! Work on several databases at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The most threads that one request takes. Reading is bound by the processor,
/// and a gateway answers several requests at once.
const MAX_THREADS: usize = 4;

/// Returns what `work` makes of each item, in their order. Several items are
/// worked on at once, by at most [`MAX_THREADS`] threads and no more than the
/// machine has processors; one item costs no thread.
pub(crate) fn side_by_side<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let n_processors = thread::available_parallelism().map_or(1, usize::from);
    let n_threads = items.len().min(MAX_THREADS).min(n_processors);
    if n_threads <= 1 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let take = || {
        // Whoever is free takes the next: databases differ in size.
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(item) = items.get(index)
        {
            let result = work(item);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..n_threads {
            scope.spawn(take);
        }
        take();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for n in [0, 1, 2, 3, 100] {
            let items: Vec<u64> = (0..n).collect();
            let wait = |&item: &u64| {
                thread::sleep(std::time::Duration::from_micros((n - item) % 7 * 50));
                item * 2
            };
            let expected: Vec<_> = items.iter().map(|it| it * 2).collect();
            assert_eq!(side_by_side(&items, wait), expected);
        }
    }
}
