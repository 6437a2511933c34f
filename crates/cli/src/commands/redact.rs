//! `sessions redact`: masks a stream, as text or line by line.

mod lines;
mod text;

use std::io;

use sessions_redact::Redactor;

use crate::args::admin::RedactArgs;
use crate::error::CliError;
use crate::exit::Exit;

/// Masks standard input to standard output.
///
/// # Errors
///
/// Fails when either cannot be read or written.
pub(crate) fn run(args: &RedactArgs, redactor: &Redactor) -> Result<Exit, CliError> {
    let input = io::stdin().lock();
    let mut output = io::stdout().lock();
    if args.jsonl {
        lines::run(redactor, input, &mut output)
    } else {
        text::run(redactor, input, &mut output)
    }
}
