//! The commands that are not about one session.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use clap_complete::Shell;
use sessions_core::id::AgentId;
use sessions_import::Format;

use super::word::one_of;

/// Imports transcripts of other programs
///
/// Folders are walked. A second import of the same files changes nothing, and
/// a file that has grown adds what is new. What cannot be read is skipped and
/// listed with the reason.
///
/// Exits with 1 when nothing was a transcript.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sessions import
  sessions import ~/.openclaw/agents
  sessions import --format claude-code ~/.claude/projects
  sessions import ~/.codex/sessions
  sessions import --no-index ~/archive && sessions reindex")]
pub(crate) struct ImportArgs {
    /// Files and folders; without any, what lies in the usual places of programs that are known
    /// is listed, and nothing is imported
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// List what would be read, and import nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The format of the files; `auto` recognises it from their content
    #[arg(long, default_value = "auto", value_parser = format())]
    pub(crate) format: FormatChoice,
    /// The agent that owns what is imported [default: what the files say]
    #[arg(long, value_name = "ID")]
    pub(crate) agent: Option<AgentId>,
    /// Read transcripts too that were deleted in their own program (OpenClaw's `.deleted.`
    /// archives); their sessions are archived
    #[arg(long)]
    pub(crate) deleted: bool,
    /// Leave indexing to later searches, which do it bit by bit
    #[arg(long)]
    pub(crate) no_index: bool,
}

/// Which files are taken.
#[derive(Clone, Copy)]
pub(crate) enum FormatChoice {
    /// Those of any known format.
    Auto,
    /// Those of one format.
    Only(Format),
}

impl FormatChoice {
    fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Only(format) => format.as_str(),
        }
    }
}

fn format() -> impl TypedValueParser<Value = FormatChoice> {
    let known = Format::ALL.map(FormatChoice::Only);
    one_of(
        &[&[FormatChoice::Auto], &known[..]].concat(),
        FormatChoice::word,
    )
}

/// Brings the index up to date
///
/// A search does so bit by bit; this does it at once, to the end.
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions reindex")]
pub(crate) struct ReindexArgs {
    /// Build the whole index anew
    #[arg(long)]
    pub(crate) all: bool,
}

/// Masks secrets in standard input
///
/// Writes the masked text to standard output. Secrets are recognised across
/// lines, so some text is held back until what follows it has been read.
///
/// With --jsonl it reads one {"id", "text"} a line and answers each at once
/// with {"id", "redacted", "spans": [{"start", "end", "rule"}]}; spans count
/// the characters (Unicode scalar values) of the text that was given. A bad
/// line is answered with {"status": "error", "error", "line"}; the stream goes
/// on, and the command exits with 2 at its end.
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions redact < build.log > build.masked.log")]
pub(crate) struct RedactArgs {
    /// Read and write JSON, one object a line
    #[arg(long)]
    pub(crate) jsonl: bool,
}

/// Writes the completions of a shell to standard output
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions completions bash > ~/.local/share/bash-completion/completions/sessions")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// Writes the man pages into a folder
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions man ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// The folder; it is made if there is none
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}
