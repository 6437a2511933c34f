//! `sessions rewind`: back to an earlier message.

use super::written;
use crate::args::write::RewindArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::time;

/// Moves the leaf of a session.
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::rewind`] does.
pub(crate) fn run(args: &RewindArgs, context: &Context) -> Result<Exit, CliError> {
    let key = context.key(&args.key)?;
    let keys = context.sessions.rewind(&key, &args.to, time::now())?;
    written::show(&keys, &context.printer, "the rewind is stored")?;
    Ok(Exit::Done)
}
