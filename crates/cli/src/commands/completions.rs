//! `sessions completions`: what a shell completes.

use clap_complete::Shell;

use crate::args::admin::CompletionsArgs;
use crate::command;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;

/// Writes the completions of a shell.
///
/// # Errors
///
/// Fails when standard output cannot be written to.
pub(crate) fn run(args: &CompletionsArgs) -> Result<Exit, CliError> {
    Printer::bytes(&script(args.shell))?;
    Ok(Exit::Done)
}

/// Returns the script of a shell.
pub(super) fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "sessions", &mut script);
    script
}
