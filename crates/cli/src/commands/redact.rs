//! `sessions redact`: masks a stream, as text or line by line.

mod lines;
mod text;

use std::io;

use sessions_redact::Redactor;

use crate::args::admin::RedactArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;

/// Masks standard input to standard output.
///
/// # Errors
///
/// Fails when either cannot be read or written.
pub(crate) fn run(
    args: &RedactArgs,
    redactor: &Redactor,
    printer: &Printer,
) -> Result<Exit, CliError> {
    let input = io::stdin().lock();
    let mut output = io::stdout().lock();
    if args.jsonl {
        lines::run(redactor, input, &mut output)
    } else {
        let read = text::run(redactor, input, &mut output)?;
        if read.has_bad_bytes {
            printer.note("some bytes are not UTF-8 text; each run of them was written as U+FFFD");
        }
        Ok(Exit::Done)
    }
}
