//! What the crates below log, on standard error.
//!
//! They log ids and counts, never a text of a message (R9). Times are left
//! out: a run is short, and two runs are then easy to compare.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::output::Level;

/// The crates whose logs are shown.
const OURS: &str = "sessions";

/// Starts to show logs.
pub(crate) fn start(level: Level) {
    let level = match level {
        Level::Quiet => LevelFilter::ERROR,
        Level::Usual => LevelFilter::WARN,
        Level::Verbose => LevelFilter::DEBUG,
        Level::Trace => LevelFilter::TRACE,
    };
    let layer = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .without_time();
    let logs = tracing_subscriber::registry()
        .with(Targets::new().with_target(OURS, level))
        .with(layer);
    // It fails where logs are shown already, which is as good.
    drop(logs.try_init());
}
