//! Arguments of the commands that keep databases healthy.

use std::path::PathBuf;

use clap::Args;
use sessions_core::id::AgentId;

/// Explains whether one session may read another
///
/// Says what the visibility rules decide when the session given with --as asks
/// for a target, which rule decides, and which setting would change it. The
/// target is any text that a session could ask for, stored or not: a key,
/// `main`, `current`. This is for the owner of the files: it also says what the
/// session that asks may not know.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sessions explain --as agent:main:telegram:direct:u1 agent:ops:main
  sessions explain --as agent:main:main --sandboxed current")]
pub(crate) struct ExplainArgs {
    /// What it asks for
    #[arg(value_name = "TARGET")]
    pub(crate) target: String,
}

/// Checks the databases, and repairs them when asked
///
/// Looks for damage in each agent's file, rows and index, and tells what was
/// found and what to do; then tells the rules in effect about who sees what.
/// Exits with 0 when all is well or only unfinished, with
/// 4 when something is damaged.
///
/// With --repair a damaged index is made anew from the rows. A damaged file is
/// kept beside a new one that takes its place, with all that could be read. A
/// file of which nothing can be read is left as it is.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sessions doctor
  sessions doctor --repair")]
pub(crate) struct DoctorArgs {
    /// Repair what is damaged
    #[arg(long)]
    pub(crate) repair: bool,
}

/// Finishes background work and leaves no trace of deleted text
///
/// Moves each log into its database, merges what deletions left in the index,
/// and gives free space back.
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions checkpoint")]
pub(crate) struct CheckpointArgs;

/// Writes a consistent copy of an agent's database to a new file
///
/// Others may go on writing meanwhile. The copy is a database like any other.
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions backup --agent main sessions-main.sqlite")]
pub(crate) struct BackupArgs {
    /// The file; it must not exist
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The agent [default: the default agent]
    #[arg(long, value_name = "ID")]
    pub(crate) agent: Option<AgentId>,
}
