//! The commands, one file each.

mod append;
mod backup;
mod checkpoint;
pub(crate) mod codegen;
mod completions;
mod delete;
mod doctor;
mod explain;
mod history;
mod import;
mod list;
mod man;
mod redact;
mod reindex;
mod reset;
mod rewind;
mod rollover;
mod search;
mod survey;
mod written;

use clap::ArgMatches;

use crate::args::{Args, Command};
use crate::config;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;

/// Carries out what was typed.
///
/// # Errors
///
/// Fails with what is shown to the user.
pub(crate) fn run(args: Args, matches: &ArgMatches, printer: Printer) -> Result<Exit, CliError> {
    let Args { global, command } = args;
    if global.as_key.is_some() && !command.takes_requester() {
        return Err(CliError::Usage {
            message: "`--as` asks as a session, and a session can only search, read and list",
            hint: "leave `--as` out to work as the owner of the files",
        });
    }
    // These need no data folder.
    match &command {
        Command::Redact(args) => {
            let config = config::load(global.config.as_deref())?;
            return redact::run(args, &config.redactor, &printer);
        }
        Command::Completions(args) => return completions::run(args),
        Command::Man(args) => return man::run(args),
        _ => {}
    }
    let context = Context::open(&global, matches, printer)?;
    match &command {
        Command::Import(args) => import::run(args, &context),
        Command::Search(args) => search::run(args, &context),
        Command::History(args) => history::run(args, &context),
        Command::List(args) => list::run(args, &context),
        Command::Append(args) => append::run(args, &context),
        Command::Reset(args) => reset::run(args, &context),
        Command::Rewind(args) => rewind::run(args, &context),
        Command::Rollover(args) => rollover::run(args, &context),
        Command::Delete(args) => delete::run(args, &context),
        Command::Reindex(args) => reindex::run(args, &context),
        Command::Explain(args) => explain::run(args, &context),
        Command::Doctor(args) => doctor::run(args, &context),
        Command::Checkpoint(args) => checkpoint::run(args, &context),
        Command::Backup(args) => backup::run(args, &context),
        Command::Redact(_) | Command::Completions(_) | Command::Man(_) => Ok(Exit::Done),
    }
}
