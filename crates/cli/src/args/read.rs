//! The commands that read: search, history, list.

use clap::Args;
use clap::builder::TypedValueParser;
use sessions_api::{Order, Speaker};
use sessions_core::id::AgentId;
use sessions_core::key::SessionKind;

use super::word::{count, one_of};

/// Finds exact words in transcripts
///
/// All words must be in one message, whole, in any order; letter case and
/// accents do not matter. Words in double quotes must stand side by side
/// (quote the quotes for the shell: '"rolled back"'). Nothing else has a
/// meaning of its own.
///
/// Each hit comes with the command that reopens it. Exits with 1 when nothing
/// is found.
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
#[derive(Args)]
#[command(after_help = "\
Examples:
  sessions search rollout friday
  sessions search --since 7d --role user '\"billing service\"'
  sessions search --relaxed --per-session kestrel budget gateway
  sessions search -- --dry-run")]
pub(crate) struct SearchArgs {
    /// The words to find; put `--` before words that look like options
    #[arg(required = true, value_name = "QUERY")]
    pub(crate) query: Vec<String>,
    /// The most hits, 1 to 25 [default: 10]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Only this session
    #[arg(long, value_name = "KEY")]
    pub(crate) session_key: Option<String>,
    /// Only sessions of this agent; repeat it for more
    #[arg(long = "agent", value_name = "ID")]
    pub(crate) agents: Vec<AgentId>,
    /// Only what this one said
    #[arg(long, value_parser = speaker())]
    pub(crate) role: Option<Speaker>,
    /// Only sessions of this kind; repeat it for more
    #[arg(long = "kind", value_name = "KIND", value_parser = kind())]
    pub(crate) kinds: Vec<SessionKind>,
    /// Only messages from this time on: how long ago (`30m`, `12h`, `7d`, `2w`), RFC 3339, or a
    /// date or time in the local time zone (`2026-05-28`, `2026-05-28 20:26`)
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) since: Option<String>,
    /// Only messages before this time; a date means the beginning of its day in the local time
    /// zone
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) until: Option<String>,
    /// Best first, or newest first
    #[arg(long, default_value = "relevance", value_parser = order())]
    pub(crate) order: Order,
    /// Take the last word for the beginning of one: `fri` finds `friday`
    #[arg(long)]
    pub(crate) prefix: bool,
    /// Where nothing matches exactly, show what comes near: the words spread over a session, most
    /// of the words, close spellings
    #[arg(long)]
    pub(crate) relaxed: bool,
    /// Only the best hit of each session, and how many more there are in it
    #[arg(long)]
    pub(crate) per_session: bool,
    /// Leave out the current view of the session that asks (`--as`)
    #[arg(long)]
    pub(crate) exclude_current: bool,
    /// The hits behind those of an answer: its `nextCursor`, with the same search
    #[arg(long, value_name = "CURSOR", allow_hyphen_values = true)]
    pub(crate) cursor: Option<String>,
    /// Bring the index up to date first
    #[arg(long)]
    pub(crate) wait: bool,
    /// Exit with 5 when the answer may be incomplete because sessions still await indexing
    #[arg(long)]
    pub(crate) require_complete: bool,
}

/// Shows a session: its newest rows, or those around a message
///
/// Without a message the newest rows of the current view. With one, the rows
/// around it, wherever it was said: a message from before a reset is shown
/// among the rows that the reset closed, and nothing from after it.
///
/// Exits with 1 when the message cannot be shown.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sessions history agent:main:main --limit 20
  sessions history agent:main:main --session-id 5f0e --message-id a1b2c3d4")]
pub(crate) struct HistoryArgs {
    /// The session
    #[arg(value_name = "KEY")]
    pub(crate) key: String,
    /// The message to show, with what was said around it
    #[arg(long, value_name = "ID")]
    pub(crate) message_id: Option<String>,
    /// The generation that the message is in [default: the current one]
    #[arg(long, value_name = "ID")]
    pub(crate) session_id: Option<String>,
    /// The most rows, 1 to 1000 [default: 200]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Leave out this many of the newest rows; not with a message
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) offset: Option<u64>,
    /// Show the rows of tools too
    #[arg(long)]
    pub(crate) include_tools: bool,
}

/// Lists sessions, newest first
///
/// Times and counts are those of the user and assistant messages on the active
/// path.
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions list --agent main --kind direct --limit 20")]
pub(crate) struct ListArgs {
    /// The most sessions, 1 to 1000 [default: 50]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Only sessions of this agent; repeat it for more
    #[arg(long = "agent", value_name = "ID")]
    pub(crate) agents: Vec<AgentId>,
    /// Only sessions of this kind; repeat it for more
    #[arg(long = "kind", value_name = "KIND", value_parser = kind())]
    pub(crate) kinds: Vec<SessionKind>,
    /// Archived sessions too
    #[arg(long)]
    pub(crate) archived: bool,
}

fn kind() -> impl TypedValueParser<Value = SessionKind> {
    one_of(&SessionKind::ALL, SessionKind::as_str)
}

fn speaker() -> impl TypedValueParser<Value = Speaker> {
    one_of(&[Speaker::User, Speaker::Assistant], |it| match it {
        Speaker::User => "user",
        Speaker::Assistant => "assistant",
    })
}

fn order() -> impl TypedValueParser<Value = Order> {
    one_of(&[Order::Relevance, Order::Recent], |it| match it {
        Order::Relevance => "relevance",
        Order::Recent => "recent",
    })
}
