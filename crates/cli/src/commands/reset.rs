//! `sessions reset`: a new view of a session.

use sessions_core::reset::ResetPolicy;

use super::written;
use crate::args::write::ResetArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::time;

/// Appends a reset marker.
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::reset`] does.
pub(crate) fn run(args: &ResetArgs, context: &Context) -> Result<Exit, CliError> {
    let policy = if args.keep_tail {
        ResetPolicy::PreserveTail
    } else {
        ResetPolicy::Clear
    };
    let key = context.key(&args.key)?;
    let keys = context.sessions.reset(&key, policy, time::now())?;
    written::show(&keys, &context.printer, "the reset is stored")?;
    Ok(Exit::Done)
}
