//! `sessions checkpoint`: background work finished, no traces left.

use crate::args::upkeep::CheckpointArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;

/// Checkpoints every agent's database (X6).
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::checkpoint`] does.
pub(crate) fn run(_: &CheckpointArgs, context: &Context) -> Result<Exit, CliError> {
    context.sessions.checkpoint()?;
    if context.printer.is_json() {
        Printer::json(&serde_json::json!({"status": "done"}))
            .map_err(|err| err.once_done("the checkpoint is done"))?;
    }
    context
        .printer
        .done("all logs are in their databases".to_owned());
    Ok(Exit::Done)
}
