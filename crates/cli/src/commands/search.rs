//! `sessions search`: the answer first, then a little of the index.

use sessions_api::SearchRequest;

use super::reindex;
use crate::args::read::SearchArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;
use crate::output::search::{SearchView, notes};
use crate::time;

/// How many bounded steps of indexing follow an incomplete answer (X5).
const N_STEPS: usize = 16;

/// Searches, shows the hits, and goes on indexing where the answer was
/// incomplete.
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::search`] does.
pub(crate) fn run(args: &SearchArgs, context: &Context) -> Result<Exit, CliError> {
    let request = request(args)?;
    let visible = context.visible();
    if args.wait {
        reindex::reconcile(context, Some(&visible))?;
    }
    let answer = context.sessions.search(&visible, &request)?;
    if context.printer.is_json() {
        Printer::json(&answer)?;
    } else {
        context.printer.data(SearchView {
            answer: &answer,
            repeated: &context.repeated,
        })?;
    }
    for note in notes(&answer, args) {
        context.printer.note(note);
    }
    if answer.results.is_empty() && answer.warning.is_none() && !args.relaxed {
        context.printer.hint("`--relaxed` shows what comes near");
    }
    if answer.next_cursor.is_some() && !context.printer.is_json() {
        context
            .printer
            .hint("with `--json` the answer has a `nextCursor`; `--cursor` with it goes on");
    }
    if answer.indexing {
        context
            .printer
            .hint("`--wait` brings the index up to date first");
        // The answer is given; that the index stays behind is not its failure.
        let go_on = context
            .sessions
            .reconcile(Some(&visible), Some(N_STEPS), &mut |_| {});
        if let Err(err) = go_on {
            tracing::warn!(%err, "indexing did not go on");
        }
        if args.require_complete {
            return Ok(Exit::Incomplete);
        }
    }
    Ok(if answer.results.is_empty() {
        Exit::Nothing
    } else {
        Exit::Done
    })
}

fn request(args: &SearchArgs) -> Result<SearchRequest, CliError> {
    let now = time::now();
    let bound = |option, text: &Option<String>| {
        text.as_deref()
            .map(|it| time::bound(it, now).map_err(|source| CliError::Time { option, source }))
            .transpose()
    };
    let mut request = SearchRequest::new(args.query.join(" "));
    request.limit = args.limit;
    request.session_key.clone_from(&args.session_key);
    request.agents.clone_from(&args.agents);
    request.role = args.role;
    request.kind.clone_from(&args.kinds);
    request.since = bound("--since", &args.since)?;
    request.until = bound("--until", &args.until)?;
    request.order = args.order;
    request.prefix = args.prefix;
    request.relaxed = args.relaxed;
    request.per_session = args.per_session;
    request.exclude_current = args.exclude_current;
    request.cursor.clone_from(&args.cursor);
    Ok(request)
}
