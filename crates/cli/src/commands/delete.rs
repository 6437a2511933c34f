//! `sessions delete`: a session and all its generations, asked for twice.

use std::io::{self, IsTerminal as _};

use serde::Serialize;
use sessions_core::key::SessionKey;

use crate::args::write::DeleteArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;

/// The answer as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Deleted<'a> {
    session_key: &'a SessionKey,
    deleted: bool,
}

/// Deletes a session once it is confirmed.
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::delete`] does, and when it is not
/// confirmed.
pub(crate) fn run(args: &DeleteArgs, context: &Context) -> Result<Exit, CliError> {
    let key = context.key(&args.key)?;
    if !args.yes {
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Err(CliError::Usage {
                message: "nobody is there to confirm that the session is deleted",
                hint: "say so with `--yes`",
            });
        }
        let question =
            format_args!("Delete {key} with all its generations? This cannot be undone.");
        if !context.printer.confirm(question)? {
            return Err(CliError::NotConfirmed);
        }
    }
    context.sessions.delete(&key)?;
    if context.printer.is_json() {
        Printer::json(&Deleted {
            session_key: &key,
            deleted: true,
        })
        .map_err(|err| err.once_done("the session is deleted"))?;
    }
    context.printer.done(format_args!("deleted {key}"));
    Ok(Exit::Done)
}
