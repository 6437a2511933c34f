//! `sessions list`: the sessions that there are.

use sessions_api::{ListRequest, MAX_LISTED};

use crate::args::read::ListArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;
use crate::output::list::ListView;

/// Lists sessions.
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::list`] does.
pub(crate) fn run(args: &ListArgs, context: &Context) -> Result<Exit, CliError> {
    let request = ListRequest {
        limit: args.limit,
        agents: args.agents.clone(),
        kind: args.kinds.clone(),
        archived: args.archived,
    };
    let answer = context.sessions.list(&context.visible(), &request)?;
    if context.printer.is_json() {
        Printer::json(&answer)?;
        return Ok(Exit::Done);
    }
    context.printer.data(ListView {
        answer: &answer,
        width: Printer::width(),
    })?;
    if answer.sessions.is_empty() {
        context.printer.note("there are no sessions to list");
    }
    if answer.truncated {
        let is_most = args.limit == Some(MAX_LISTED as u64);
        context.printer.note(if is_most {
            format!("there are more than {MAX_LISTED}, the most at once; name an agent or a kind")
        } else {
            format!("there are more; raise `--limit`, up to {MAX_LISTED}")
        });
    }
    Ok(Exit::Done)
}
