//! How a store is opened.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use scheduled_thread_pool::ScheduledThreadPool;

use crate::masker::Masker;

/// What an acknowledged write survives (X10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// A killed process.
    #[default]
    Normal,
    /// The loss of power too; each write waits for the disk.
    Full,
}

/// The threads that keep the readers of many stores; clones share them.
///
/// A gateway with many agents makes one and gives it to every store.
#[derive(Clone)]
pub struct ReaderThreads(pub(crate) Arc<ScheduledThreadPool>);

impl ReaderThreads {
    /// Returns threads of its own.
    pub fn new() -> Self {
        Self(Arc::new(ScheduledThreadPool::new(1)))
    }
}

impl Default for ReaderThreads {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for ReaderThreads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReaderThreads").finish_non_exhaustive()
    }
}

/// How a store is opened; see [`crate::Store::open`].
#[derive(Clone, Debug)]
pub struct StoreOptions {
    pub(crate) masker: Masker,
    pub(crate) durability: Durability,
    pub(crate) busy_timeout: Duration,
    pub(crate) max_readers: u32,
    pub(crate) threads: ReaderThreads,
}

impl StoreOptions {
    /// Returns the usual options: durability normal, 5 seconds of waiting for
    /// another writer, at most 4 readers at once.
    pub fn new(masker: Masker) -> Self {
        Self {
            masker,
            durability: Durability::Normal,
            busy_timeout: Duration::from_secs(5),
            max_readers: 4,
            threads: ReaderThreads::new(),
        }
    }

    /// Sets what an acknowledged write survives.
    #[must_use]
    pub fn durability(mut self, durability: Durability) -> Self {
        self.durability = durability;
        self
    }

    /// Sets how long an operation waits for another writer or a free reader.
    #[must_use]
    pub fn busy_timeout(mut self, timeout: Duration) -> Self {
        self.busy_timeout = timeout;
        self
    }

    /// Sets how many readers there are at most, at least one.
    #[must_use]
    pub fn max_readers(mut self, n: u32) -> Self {
        self.max_readers = n.max(1);
        self
    }

    /// Sets the threads that keep the readers.
    #[must_use]
    pub fn threads(mut self, threads: ReaderThreads) -> Self {
        self.threads = threads;
        self
    }
}
