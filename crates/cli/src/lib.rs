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
mod usage;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::CommandFactory as _;

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
    if let [_, word, folder] = words
        && word == commands::codegen::WORD
    {
        let printer = Printer::with(Color::Auto, false, Level::Usual);
        return end(commands::codegen::run(Path::new(folder)), &printer);
    }
    let (args, matches) = match usage::parse(words) {
        Ok(parsed) => parsed,
        Err(err) => return unread(words, err),
    };
    let printer = Printer::new(&args.global);
    logs::start(printer.level());
    let done = check(&args.global).and_then(|()| commands::run(args, &matches, printer.clone()));
    end(done, &printer)
}

/// Says what went wrong, if anything did.
fn end(done: Result<Exit, CliError>, printer: &Printer) -> Exit {
    match done {
        Ok(exit) => exit,
        Err(err) if err.is_broken_pipe() => Exit::Done,
        Err(err) => {
            let exit = err.exit();
            printer.error(err);
            exit
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
fn unread(words: &[OsString], err: clap::Error) -> Exit {
    // What was typed could not be read, so these are looked for by hand.
    let typed: Vec<_> = usage::before_dashes(words).collect();
    let is_json = typed.contains(&"--json");
    let value = |name: &str| {
        let is_it = |word: &&str| {
            word.strip_prefix(name)
                .is_some_and(|it| it.starts_with('='))
        };
        let joined = typed.iter().rev().find(|word| is_it(word));
        let next = typed.iter().rposition(|word| *word == name);
        joined
            .and_then(|word| word.split_once('='))
            .map(|(_, value)| value)
            .or_else(|| next.and_then(|at| typed.get(at + 1).copied()))
    };
    let color = match value("--color") {
        Some("always") => Color::Always,
        Some("never") => Color::Never,
        _ => Color::Auto,
    };
    let is_error = err.use_stderr();
    let printer = Printer::with(color, is_json && is_error, Level::Usual);
    if !is_error {
        let done = printer.data(err.render().ansi());
        return end(done.map(|()| Exit::Done), &printer);
    }
    let config = value("--config").map(PathBuf::from);
    let config = config.or_else(|| env::var_os("SESSIONS_CONFIG").map(PathBuf::from));
    // Settings that cannot be used are not what is wrong here.
    if let Ok(config) = config::load(config.as_deref()) {
        printer.mask_with(&config.redaction);
    }
    printer.usage(err, words);
    Exit::BadInput
}
