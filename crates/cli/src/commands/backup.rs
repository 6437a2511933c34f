//! `sessions backup`: a consistent copy of a database.

use crate::args::upkeep::BackupArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;

/// Copies an agent's database to a new file.
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::backup`] does.
pub(crate) fn run(args: &BackupArgs, context: &Context) -> Result<Exit, CliError> {
    let default = &context.sessions.rules().default_agent;
    let agent = args.agent.as_ref().unwrap_or(default);
    context.sessions.backup(agent, &args.file)?;
    if context.printer.is_json() {
        let file = args.file.to_string_lossy();
        Printer::json(&serde_json::json!({"agentId": agent, "file": file}))
            .map_err(|err| err.once_done("the copy is made"))?;
    }
    let file = args.file.display();
    context.printer.done(format!(
        "the database of agent `{agent}` is copied to {file}"
    ));
    Ok(Exit::Done)
}
