//! What every command on stored sessions works with.

use std::path::Path;

use clap::ArgMatches;
use clap::parser::ValueSource;
use sessions_api::Sessions;
use sessions_core::key::SessionKey;
use sessions_policy::authorized::{Authorized, VisibleSessions};
use sessions_policy::requester::Requester;

use crate::args::global::GlobalArgs;
use crate::config;
use crate::error::CliError;
use crate::output::Printer;
use crate::output::reopen::Repeated;

/// The data folder under its settings, who asks, and where answers go.
pub(crate) struct Context {
    /// The transcripts.
    pub(crate) sessions: Sessions,
    /// Who asks.
    pub(crate) requester: Requester,
    /// Where answers go.
    pub(crate) printer: Printer,
    /// The options that a shown command repeats.
    pub(crate) repeated: Repeated,
}

impl Context {
    /// Reads the settings and opens the data folder; nothing is created.
    ///
    /// # Errors
    ///
    /// Fails on settings that cannot be used and on a key that is none.
    pub(crate) fn open(
        options: &GlobalArgs,
        matches: &ArgMatches,
        printer: Printer,
    ) -> Result<Self, CliError> {
        let config = config::load(options.config.as_deref())?;
        printer.mask_with(&config.redaction);
        let data_dir = match &options.data_dir {
            Some(folder) => folder.clone(),
            None => config::default_data_dir()?,
        };
        let sessions = Sessions::open(&data_dir, config.rules, config.redactor);
        let requester = match &options.as_key {
            None => Requester::Operator,
            Some(key) => {
                let key = sessions.operator_key(key)?;
                if options.sandboxed {
                    Requester::sandboxed(key)
                } else {
                    Requester::session(key)
                }
            }
        };
        Ok(Self {
            sessions,
            requester,
            printer,
            repeated: repeated(options, matches),
        })
    }

    /// Returns what whoever asks may see.
    pub(crate) fn visible(&self) -> Authorized<VisibleSessions> {
        self.sessions.visible_to(&self.requester)
    }

    /// Returns the key that was typed.
    ///
    /// # Errors
    ///
    /// Fails when the text is no key.
    pub(crate) fn key(&self, text: &str) -> Result<SessionKey, CliError> {
        Ok(self.sessions.operator_key(text)?)
    }
}

fn repeated(options: &GlobalArgs, matches: &ArgMatches) -> Repeated {
    let mut words = Vec::new();
    for (id, name, value) in [
        ("data_dir", "--data-dir", options.data_dir.as_deref()),
        ("config", "--config", options.config.as_deref()),
        ("as_key", "--as", options.as_key.as_deref().map(Path::new)),
    ] {
        if let Some(value) = value
            && matches.value_source(id) == Some(ValueSource::CommandLine)
        {
            words.push(name.to_owned());
            words.push(value.display().to_string());
        }
    }
    if options.sandboxed {
        words.push("--sandboxed".to_owned());
    }
    Repeated(words)
}
