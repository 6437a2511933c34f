//! What can be typed: clap's types and nothing else, so that parsing, help,
//! completions, man pages and the reference come from one definition.

pub(crate) mod admin;
pub(crate) mod global;
pub(crate) mod read;
pub(crate) mod upkeep;
mod word;
pub(crate) mod write;

use clap::{Parser, Subcommand};

use self::admin::{CompletionsArgs, ImportArgs, ManArgs, RedactArgs, ReindexArgs};
use self::global::GlobalArgs;
use self::read::{HistoryArgs, ListArgs, SearchArgs};
use self::upkeep::{BackupArgs, CheckpointArgs, DoctorArgs, ExplainArgs};
use self::write::{AppendArgs, DeleteArgs, ResetArgs, RewindArgs, RolloverArgs};

const EXAMPLES: &str = "\
Examples:
  sessions import ~/.openclaw/agents
  sessions search rollout friday
  sessions history agent:main:main --message-id a1b2c3d4

`sessions COMMAND --help` shows a command's options and an example.";

/// Finds what was said in past agent conversations and reopens the place.
///
/// Transcripts of agents are imported into databases of their own, one an
/// agent. A search finds exact words in them; each hit comes with three keys
/// that reopen it, before and after any reset. Secrets are masked in all that
/// is shown.
#[derive(Parser)]
#[command(
    name = "sessions",
    version,
    after_help = EXAMPLES,
    max_term_width = 100,
    arg_required_else_help = true,
    subcommand_help_heading = "Commands"
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Import(ImportArgs),
    Search(SearchArgs),
    History(HistoryArgs),
    List(ListArgs),
    Append(Box<AppendArgs>),
    Reset(ResetArgs),
    Rewind(RewindArgs),
    Rollover(RolloverArgs),
    Delete(DeleteArgs),
    Reindex(ReindexArgs),
    Explain(ExplainArgs),
    Doctor(DoctorArgs),
    Checkpoint(CheckpointArgs),
    Backup(BackupArgs),
    Redact(RedactArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl Command {
    /// Returns the words of a text that may begin with a hyphen.
    pub(crate) fn free_texts_mut(&mut self) -> &mut [String] {
        match self {
            Self::Search(args) => &mut args.query,
            Self::Append(args) => args.text.as_mut_slice(),
            _ => &mut [],
        }
    }

    /// Returns whether `--as` has a meaning here: a session can read alone, and
    /// the operator can ask what it may read.
    pub(crate) fn takes_requester(&self) -> bool {
        matches!(
            self,
            Self::Search(_) | Self::History(_) | Self::List(_) | Self::Explain(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn every_command_has_help_with_an_example() {
        for command in Args::command().get_subcommands() {
            let name = command.get_name();
            assert!(command.get_about().is_some(), "{name}");
            let after = command.get_after_help().map(ToString::to_string);
            assert!(
                after.is_some_and(|it| it.contains(&format!("sessions {name}"))),
                "{name}"
            );
        }
    }
}
