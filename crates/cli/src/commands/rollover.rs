//! `sessions rollover`: a new generation under a key.

use super::written;
use crate::args::write::RolloverArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;

/// Begins a new generation.
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::rollover`] does.
pub(crate) fn run(args: &RolloverArgs, context: &Context) -> Result<Exit, CliError> {
    let key = context.key(&args.key)?;
    let keys = context.sessions.rollover(&key, args.session_id.as_ref())?;
    written::show(&keys, &context.printer, "the new generation is stored")?;
    Ok(Exit::Done)
}
