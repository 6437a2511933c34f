//! The commands that write to one session.

use clap::Args;
use clap::builder::TypedValueParser;
use sessions_core::event::Role;
use sessions_core::id::{MessageId, SessionId};

use super::word::one_of;

/// Appends a message to a session
///
/// The session is made when there is none. When the command ends the message
/// is stored and searchable; its three keys are printed.
///
/// With --jsonl it reads a stream from standard input, one object a line:
/// {"sessionKey", "role", "text"}, and optionally sessionId, messageId, parent,
/// timestamp, incognito, spawnedBy, parentSession, ownerSession. Each stored
/// line is acknowledged by a line of JSON. A bad line is answered with
/// {"status": "error", "error", "line"}; the stream goes on, and the command
/// exits with 2 at its end.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sessions append agent:main:main --role user 'please move the rollout to Friday'
  sessions append agent:main:main --role user -- '--dry-run shows what would be done'
  git log -1 | sessions append agent:main:main --role tool -
  sessions append --jsonl < messages.jsonl")]
pub(crate) struct AppendArgs {
    /// The session
    #[arg(value_name = "KEY", required_unless_present = "jsonl")]
    pub(crate) key: Option<String>,
    /// Who says it
    #[arg(long, required_unless_present = "jsonl", value_parser = role())]
    pub(crate) role: Option<Role>,
    /// What is said; `-` reads it from standard input; put `--` before a text that looks like an
    /// option
    #[arg(value_name = "TEXT", required_unless_present = "jsonl")]
    pub(crate) text: Option<String>,
    /// Read messages from standard input, one JSON object a line
    #[arg(
        long,
        conflicts_with_all = [
            "key", "text", "role", "session_id", "message_id", "parent", "timestamp", "incognito",
            "spawned_by", "parent_session", "owner_session",
        ]
    )]
    pub(crate) jsonl: bool,
    /// The generation that is meant; an error if it is not the current one
    #[arg(long, value_name = "ID")]
    pub(crate) session_id: Option<SessionId>,
    /// The id of the message [default: a new one]
    #[arg(long, value_name = "ID")]
    pub(crate) message_id: Option<MessageId>,
    /// The message that it follows [default: the last one]
    #[arg(long, value_name = "ID")]
    pub(crate) parent: Option<MessageId>,
    /// When it was said: RFC 3339, or milliseconds since 1970 [default: now]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) timestamp: Option<String>,
    /// Make the session incognito: stored, and never searched, listed or opened
    #[arg(long)]
    pub(crate) incognito: bool,
    /// The session that started this one
    #[arg(long, value_name = "KEY")]
    pub(crate) spawned_by: Option<String>,
    /// The session that this one hangs on
    #[arg(long, value_name = "KEY")]
    pub(crate) parent_session: Option<String>,
    /// The session that owns this one
    #[arg(long, value_name = "KEY")]
    pub(crate) owner_session: Option<String>,
}

/// Begins a new view of a session with a reset marker
///
/// Nothing is deleted: what lies before the reset stays searchable, and a hit
/// there reopens what the reset closed.
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions reset agent:main:main --keep-tail")]
pub(crate) struct ResetArgs {
    /// The session
    #[arg(value_name = "KEY")]
    pub(crate) key: String,
    /// Keep the last messages in view, at most six
    #[arg(long)]
    pub(crate) keep_tail: bool,
}

/// Takes a session back to an earlier message
///
/// What was said after it leaves the active path: it is shown and found no
/// more. A rewind never crosses a reset.
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions rewind agent:main:main --to a1b2c3d4")]
pub(crate) struct RewindArgs {
    /// The session
    #[arg(value_name = "KEY")]
    pub(crate) key: String,
    /// The message that becomes the last one
    #[arg(long, value_name = "MESSAGE_ID")]
    pub(crate) to: MessageId,
}

/// Begins a new generation under a session key
///
/// The earlier generations stay searchable.
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions rollover agent:main:subagent:7")]
pub(crate) struct RolloverArgs {
    /// The session
    #[arg(value_name = "KEY")]
    pub(crate) key: String,
    /// The id of the new generation [default: a new one]
    #[arg(long, value_name = "ID")]
    pub(crate) session_id: Option<SessionId>,
}

/// Deletes a session with all its generations
///
/// Asks first at a terminal; elsewhere it needs --yes.
#[derive(Args)]
#[command(after_help = "\
Example:
  sessions delete agent:main:dashboard:old --yes")]
pub(crate) struct DeleteArgs {
    /// The session
    #[arg(value_name = "KEY")]
    pub(crate) key: String,
    /// Do not ask
    #[arg(long)]
    pub(crate) yes: bool,
}

fn role() -> impl TypedValueParser<Value = Role> {
    one_of(&[Role::User, Role::Assistant, Role::Tool], Role::as_str)
}
