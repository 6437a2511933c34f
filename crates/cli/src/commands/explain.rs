//! `sessions explain`: what the rules decide about one session.

use std::fmt;

use sessions_api::Explanation;

use crate::args::upkeep::ExplainArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;

/// The explanation as lines.
struct Lines<'a>(&'a Explanation);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let it = self.0;
        let is_stored = it.session_key.is_some();
        match (it.allowed, is_stored) {
            (true, true) => writeln!(f, "allowed by rule {}", it.rule)?,
            (true, false) => writeln!(f, "would be allowed by rule {}", it.rule)?,
            (false, _) => writeln!(f, "denied by rule {}: {}", it.rule, it.reason)?,
        }
        if let Some(hint) = it.hint {
            writeln!(f, "  {hint}")?;
        }
        if !is_stored {
            writeln!(f, "  there is no such session")?;
        }
        Ok(())
    }
}

/// Explains what the session given with `--as` may see of another.
///
/// # Errors
///
/// Fails when nobody is said to ask, or the database cannot be read.
pub(crate) fn run(args: &ExplainArgs, context: &Context) -> Result<Exit, CliError> {
    if context.requester.key().is_none() {
        return Err(CliError::Usage {
            message: "nobody is said to ask",
            hint: "name the session that asks with `--as SESSION_KEY`",
        });
    }
    let explanation = context.sessions.explain(&context.requester, &args.target)?;
    if context.printer.is_json() {
        Printer::json(&explanation)?;
    } else {
        context.printer.data(Lines(&explanation))?;
    }
    Ok(Exit::Done)
}
