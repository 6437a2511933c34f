//! The answer of the commands that write: the three keys.

use std::fmt;

use sessions_api::WrittenKeys;

use crate::error::CliError;
use crate::output::Printer;

/// The keys, one a line.
struct Keys<'a>(&'a WrittenKeys);

impl fmt::Display for Keys<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "session key  {}", self.0.session_key)?;
        writeln!(f, "session id   {}", self.0.session_id)?;
        match &self.0.message_id {
            Some(id) => writeln!(f, "message id   {id}"),
            None => Ok(()),
        }
    }
}

/// Shows the keys of what was written; `done` says so where they cannot be
/// shown.
///
/// # Errors
///
/// Fails when standard output cannot be written to.
pub(super) fn show(
    keys: &WrittenKeys,
    printer: &Printer,
    done: &'static str,
) -> Result<(), CliError> {
    let shown = if printer.is_json() {
        Printer::json(keys)
    } else {
        printer.data(Keys(keys))
    };
    shown.map_err(|err| err.once_done(done))
}
