//! The command line `sessions`: import, search, history and lists at a terminal.
//!
//! Standard output carries data alone; notes, progress and errors go to
//! standard error (C2). This crate is also the only one that knows the clock,
//! the environment and the platform's folders; those below it take what they
//! need as parameters.
//!
//! # Overview
//!
//! - [`main`] is the program; [`Exit`] says how it ends.
//! - [`command`] is the definition that parsing, help, completions, man pages
//!   and the reference are made from.
//!
//! Begin reading at `args.rs`; each command is a file below `commands`.

mod args;
mod bug;
mod commands;
mod config;
mod context;
mod error;
mod exit;
mod input;
mod logs;
mod output;
mod reference;
mod time;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

use crate::args::Args;
use crate::args::global::{Color, GlobalArgs};
use crate::error::CliError;
pub use crate::exit::Exit;
use crate::output::{Level, Printer};

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    bug::guard(|| start(&env::args_os().collect::<Vec<_>>())).into()
}

/// Returns the definition of the command line.
pub fn command() -> clap::Command {
    Args::command()
}

fn start(words: &[OsString]) -> Exit {
    let parsed = command().try_get_matches_from(words).and_then(|matches| {
        let args = Args::from_arg_matches(&matches)?;
        Ok((args, matches))
    });
    let (args, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(err) => return unread(words, &err),
    };
    let printer = Printer::new(&args.global);
    logs::start(printer.level());
    let done = check(&args.global).and_then(|()| commands::run(args, &matches, printer.clone()));
    match done {
        Ok(exit) => exit,
        Err(err) if err.is_broken_pipe() => Exit::Done,
        Err(err) => {
            printer.error(&err);
            err.exit()
        }
    }
}

/// Checks what clap cannot: options that may stand on either side of the
/// command.
fn check(options: &GlobalArgs) -> Result<(), CliError> {
    if options.sandboxed && options.as_key.is_none() {
        return Err(CliError::Usage {
            message: "`--sandboxed` needs `--as`",
            hint: "name the session that asks: `--as SESSION_KEY --sandboxed`",
        });
    }
    if options.quiet && 0 < options.verbose {
        return Err(CliError::Usage {
            message: "`-q` and `-v` exclude each other",
            hint: "leave one of them out",
        });
    }
    Ok(())
}

/// Shows help, the version, or what is wrong with the command line.
fn unread(words: &[OsString], err: &clap::Error) -> Exit {
    // What was typed could not be read, so these two are looked for by hand.
    let typed: Vec<_> = words.iter().skip(1).filter_map(|it| it.to_str()).collect();
    let options = || typed.iter().take_while(|it| **it != "--");
    let is_json = options().any(|it| *it == "--json");
    let color =
        options()
            .zip(typed.iter().skip(1))
            .fold(Color::Auto, |found, (name, value)| match (*name, *value) {
                ("--color=always", _) | ("--color", "always") => Color::Always,
                ("--color=never", _) | ("--color", "never") => Color::Never,
                _ => found,
            });
    let is_error = err.use_stderr();
    let printer = Printer::with(color, is_json && is_error, Level::Usual);
    if is_error {
        printer.usage(err);
        return Exit::BadInput;
    }
    match printer.data(err.render().ansi()) {
        Err(err) if !err.is_broken_pipe() => err.exit(),
        _ => Exit::Done,
    }
}
