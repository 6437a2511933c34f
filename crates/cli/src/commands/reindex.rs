//! `sessions reindex`: the index brought up to date at once.

use serde::Serialize;
use sessions_api::ReindexProgress;
use sessions_policy::authorized::{Authorized, VisibleSessions};

use crate::args::admin::ReindexArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;

/// The answer as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reindexed {
    indexed_rows: u64,
}

/// Reconciles to the end, all sessions anew where that is asked for.
///
/// # Errors
///
/// Fails when a database cannot be read or written; what was done stays.
pub(crate) fn run(args: &ReindexArgs, context: &Context) -> Result<Exit, CliError> {
    if args.all {
        context.sessions.rebuild_index()?;
    }
    let done = reconcile(context, None)?;
    if context.printer.is_json() {
        Printer::json(&Reindexed {
            indexed_rows: done.n_done,
        })?;
    }
    let text = match done.n_done {
        0 => "the index is up to date".to_owned(),
        n => format!("the index is up to date; {n} rows were indexed"),
    };
    context.printer.done(text);
    Ok(Exit::Done)
}

/// Reconciles as far as whoever waits needs it, else to the end, with progress
/// for someone who watches.
///
/// # Errors
///
/// Fails when a database cannot be read or written; what was done stays.
pub(super) fn reconcile(
    context: &Context,
    waiting: Option<&Authorized<VisibleSessions>>,
) -> Result<ReindexProgress, CliError> {
    let bar = context.printer.index_bar();
    let mut last = ReindexProgress::default();
    let done = context.sessions.reconcile(waiting, None, &mut |progress| {
        bar.set_length(progress.n_total.max(progress.n_done));
        bar.set_position(progress.n_done);
        last = progress;
    });
    bar.finish_and_clear();
    done?;
    Ok(last)
}
