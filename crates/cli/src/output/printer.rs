//! Where output goes: data to standard output, everything else to standard
//! error; with or without colour, progress only for someone who watches.

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::io::{self, IsTerminal as _, Write as _};

use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use serde::Serialize;
use sessions_redact::RedactConfig;

use super::masker::Masker;
use super::{import, style};
use crate::args::global::{Color, GlobalArgs};
use crate::error::{CliError, causes, in_one_line};
use crate::usage;

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Errors alone.
    Quiet,
    /// Notes and progress too.
    Usual,
    /// More.
    Verbose,
    /// All.
    Trace,
}

/// Writes what a command has to say.
#[derive(Clone, Debug)]
pub(crate) struct Printer {
    out: ColorChoice,
    err: ColorChoice,
    is_json: bool,
    level: Level,
    masker: Masker,
}

impl Printer {
    /// Returns the printer that the options ask for.
    pub(crate) fn new(options: &GlobalArgs) -> Self {
        let level = match (options.quiet, options.verbose) {
            (true, _) => Level::Quiet,
            (_, 0) => Level::Usual,
            (_, 1) => Level::Verbose,
            _ => Level::Trace,
        };
        Self::with(options.color, options.json, level)
    }

    /// Returns a printer for a command line that could not be read.
    pub(crate) fn with(color: Color, is_json: bool, level: Level) -> Self {
        let choice = |by_stream| match color {
            Color::Auto => by_stream,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self {
            out: choice(AutoStream::choice(&io::stdout())),
            err: choice(AutoStream::choice(&io::stderr())),
            is_json,
            level,
            masker: Masker::default(),
        }
    }

    /// Masks errors by the settings too, and not by the built-in rules alone.
    pub(crate) fn mask_with(&self, config: &RedactConfig) {
        self.masker.configure(config);
    }

    /// Returns whether answers are JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.is_json
    }

    /// Returns how much is said.
    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// Returns the width of the terminal that data goes to, if it is one.
    pub(crate) fn width() -> Option<u16> {
        io::stdout()
            .is_terminal()
            .then(terminal_size::terminal_size)
            .flatten()
            .map(|(width, _)| width.0)
    }

    /// Writes data.
    ///
    /// # Errors
    ///
    /// Fails when standard output cannot be written to.
    pub(crate) fn data(&self, data: impl Display) -> Result<(), CliError> {
        let mut stream = AutoStream::new(io::stdout().lock(), self.out);
        write!(stream, "{data}")
            .and_then(|()| stream.flush())
            .map_err(CliError::output)
    }

    /// Writes data as it is.
    ///
    /// # Errors
    ///
    /// Fails when standard output cannot be written to.
    pub(crate) fn bytes(data: &[u8]) -> Result<(), CliError> {
        let mut stream = io::stdout().lock();
        stream
            .write_all(data)
            .and_then(|()| stream.flush())
            .map_err(CliError::output)
    }

    /// Writes an answer as one line of JSON.
    ///
    /// # Errors
    ///
    /// Fails when standard output cannot be written to.
    pub(crate) fn json(answer: &impl Serialize) -> Result<(), CliError> {
        let mut line = serde_json::to_vec(answer).map_err(|source| CliError::Json { source })?;
        line.push(b'\n');
        Self::bytes(&line)
    }

    /// Says something beside the data.
    pub(crate) fn note(&self, text: impl Display) {
        if Level::Usual <= self.level {
            let style = style::WARNING;
            self.say(format_args!("{style}note:{style:#} {text}\n"));
        }
    }

    /// Says what was done.
    pub(crate) fn done(&self, text: impl Display) {
        if Level::Usual <= self.level {
            self.say(format_args!("{text}\n"));
        }
    }

    /// Says what could be done next.
    pub(crate) fn hint(&self, text: impl Display) {
        if Level::Usual <= self.level {
            let style = style::HINT;
            self.say(format_args!("{style}hint:{style:#} {text}\n"));
        }
    }

    /// Says what went wrong, and with JSON also answers so.
    pub(crate) fn error(&self, err: CliError) {
        let err = err.with_names(|it| self.masker.name(it));
        let (error, hint) = (style::ERROR, style::HINT);
        let text = self.masker.masked(&err.to_string());
        self.say(format_args!("{error}error:{error:#} {text}\n"));
        for cause in causes(&err) {
            let text = self.masker.masked(&cause);
            self.say(format_args!("{error}caused by:{error:#} {text}\n"));
        }
        if let Some(text) = err.hint() {
            let text = self.masker.masked(&text);
            self.say(format_args!("\n{hint}hint:{hint:#} {text}\n"));
        }
        if self.is_json {
            answer_error(err.status(), &self.masker.masked(&in_one_line(&err)));
        }
    }

    /// Returns what went wrong as one line of an answer.
    pub(crate) fn error_line(&self, err: CliError) -> String {
        let err = err.with_names(|it| self.masker.name(it));
        self.masker.masked(&in_one_line(&err))
    }

    /// Says what is wrong with the command line, in clap's words.
    pub(crate) fn usage(&self, err: clap::Error, words: &[OsString]) {
        let err = usage::fit(err, words, |it| self.masker.name(it));
        self.say(err.render().ansi());
        if self.is_json {
            answer_error("error", &usage::in_one_line(&err));
        }
    }

    /// Asks a question and returns whether the answer is yes.
    ///
    /// # Errors
    ///
    /// Fails when standard input cannot be read.
    pub(crate) fn confirm(&self, question: impl Display) -> Result<bool, CliError> {
        self.say(format_args!("{question} [y/N] "));
        let mut answer = String::new();
        let n_bytes = io::stdin()
            .read_line(&mut answer)
            .map_err(CliError::input)?;
        if n_bytes == 0 {
            // The end of input left the cursor behind the question.
            self.say("\n");
        }
        let answer = answer.trim();
        Ok(answer.eq_ignore_ascii_case("y") || answer.eq_ignore_ascii_case("yes"))
    }

    /// Returns the bar of an import; hidden where nobody watches.
    pub(crate) fn import_bar(&self) -> ProgressBar {
        self.watched(import::bar)
    }

    /// Returns the bar of the index; hidden where nobody watches.
    pub(crate) fn index_bar(&self) -> ProgressBar {
        self.watched(|| {
            let bar = ProgressBar::no_length();
            let style = ProgressStyle::with_template(
                "{spinner} {bar:24} {pos}/{len} rows indexed  {rate}  {eta} left",
            );
            if let Ok(style) = style {
                bar.set_style(style.with_key(
                    "rate",
                    |state: &ProgressState, f: &mut dyn fmt::Write| {
                        write!(f, "{:.0}/s", state.per_sec()).unwrap_or_default();
                    },
                ));
            }
            bar
        })
    }

    fn watched(&self, bar: impl FnOnce() -> ProgressBar) -> ProgressBar {
        if self.level == Level::Quiet || !io::stderr().is_terminal() {
            return ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        }
        bar()
    }

    fn say(&self, text: impl Display) {
        let mut stream = AutoStream::new(io::stderr().lock(), self.err);
        // Nobody is left to be told that standard error is closed.
        drop(write!(stream, "{text}"));
    }
}

/// Answers with an error; that this fails too is not worth another.
fn answer_error(status: &'static str, error: &str) {
    #[derive(Serialize)]
    struct Answer<'a> {
        status: &'static str,
        error: &'a str,
    }

    drop(Printer::json(&Answer { status, error }));
}
