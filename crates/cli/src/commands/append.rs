//! `sessions append`: one message, or a stream of them.

mod stream;

use std::io::{self, Read as _};

use sessions_api::{NewMessage, SessionSettings};
use sessions_core::scope::OwnerLinks;

use super::written;
use crate::args::write::AppendArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::time;

/// Appends what was typed, or what standard input holds.
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::append`] does.
pub(crate) fn run(args: &AppendArgs, context: &Context) -> Result<Exit, CliError> {
    let (Some(key), Some(role), Some(text)) = (&args.key, args.role, &args.text) else {
        return stream::run(context, io::stdin().lock());
    };
    let key_of = |text: &Option<String>| text.as_deref().map(|it| context.key(it)).transpose();
    let settings = SessionSettings {
        links: OwnerLinks {
            spawned_by: key_of(&args.spawned_by)?,
            parent: key_of(&args.parent_session)?,
            owner: key_of(&args.owner_session)?,
        },
        is_incognito: args.incognito,
        ..SessionSettings::default()
    };
    let timestamp = match &args.timestamp {
        None => time::now(),
        Some(text) => time::timestamp(text).map_err(|source| CliError::Timestamp { source })?,
    };
    let text = if text == "-" {
        standard_input()?
    } else {
        text.clone()
    };
    if text.trim().is_empty() {
        return Err(CliError::Usage {
            message: "the text is blank",
            hint: "say something; a blank message is never found",
        });
    }
    let message = NewMessage {
        key: context.key(key)?,
        session_id: args.session_id.clone(),
        message_id: args.message_id.clone(),
        parent: args.parent.clone(),
        role,
        text,
        timestamp,
        settings,
    };
    let keys = context.sessions.append(&message)?;
    written::show(&keys, &context.printer, "the message is stored")?;
    Ok(Exit::Done)
}

/// Returns the text on standard input without the line end that ends it.
fn standard_input() -> Result<String, CliError> {
    let mut text = String::new();
    io::stdin()
        .lock()
        .read_to_string(&mut text)
        .map_err(CliError::input)?;
    if text.ends_with('\n') {
        text.pop();
        if text.ends_with('\r') {
            text.pop();
        }
    }
    Ok(text)
}
