//! The options of every command.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Options that may stand before or after the command.
#[derive(Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// The folder of the databases [default: `sessions` in the platform's data folder]
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        env = "SESSIONS_DATA_DIR",
        hide_env_values = true
    )]
    pub(crate) data_dir: Option<PathBuf>,
    /// The settings: a TOML file, or an `openclaw.json` [default: `sessions/config.toml` in the
    /// platform's configuration folder; it need not exist]
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        env = "SESSIONS_CONFIG",
        hide_env_values = true
    )]
    pub(crate) config: Option<PathBuf>,
    /// Answer as JSON, also with errors
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// When to use colour; `auto` follows the terminal, `NO_COLOR` and `CLICOLOR_FORCE`
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// No progress and no notes, errors alone
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Say more; twice says even more
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
    /// Ask as this session, under the configured visibility
    #[arg(long = "as", global = true, value_name = "SESSION_KEY")]
    pub(crate) as_key: Option<String>,
    /// Ask as a sandboxed session; with `--as`
    #[arg(long, global = true)]
    pub(crate) sandboxed: bool,
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// As the terminal and the environment say
    Auto,
    /// Also in files and pipes
    Always,
    /// Not at all
    Never,
}
