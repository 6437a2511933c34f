//! `sessions history`: the newest rows of a session, or those around a message.

use sessions_api::HistoryRequest;

use crate::args::read::HistoryArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;
use crate::output::history::{HistoryView, notes};

/// Reads a session and shows it.
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::history`] does.
pub(crate) fn run(args: &HistoryArgs, context: &Context) -> Result<Exit, CliError> {
    let mut request = HistoryRequest::new(&args.key);
    request.message_id.clone_from(&args.message_id);
    request.session_id.clone_from(&args.session_id);
    request.limit = args.limit;
    request.offset = args.offset;
    request.include_tools = args.include_tools;
    let read = context.sessions.authorize(&context.requester, &request)?;
    let answer = context.sessions.history(&read)?;
    if context.printer.is_json() {
        Printer::json(&answer)?;
    } else {
        context.printer.data(HistoryView(&answer))?;
    }
    for note in notes(&answer) {
        context.printer.note(note);
    }
    Ok(if args.message_id.is_some() && answer.messages.is_empty() {
        Exit::Nothing
    } else {
        Exit::Done
    })
}
