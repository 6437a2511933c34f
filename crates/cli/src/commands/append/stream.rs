//! `sessions append --jsonl`: one message a line, each acknowledged at once.

use std::io::BufRead;

use serde::Serialize;
use serde_json::Value;
use sessions_api::{ApiError, NewMessage, SessionSettings, WrittenKeys};
use sessions_core::event::{Role, TimestampMs};
use sessions_core::scope::OwnerLinks;

use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::input::{Line, LineError, Lines, Object};
use crate::output::Printer;
use crate::time;

const FIELDS: &[&str] = &[
    "sessionKey",
    "role",
    "text",
    "sessionId",
    "messageId",
    "parent",
    "timestamp",
    "incognito",
    "spawnedBy",
    "parentSession",
    "ownerSession",
];

/// What is answered to a line that was not stored.
#[derive(Serialize)]
struct Refusal {
    status: &'static str,
    error: String,
    line: u64,
}

/// Stores the messages of a stream, one by one.
///
/// # Errors
///
/// Fails when the stream cannot be read or answered; a line that cannot be
/// stored is answered with what is wrong with it.
pub(super) fn run(context: &Context, from: impl BufRead) -> Result<Exit, CliError> {
    let mut lines = Lines::new(from);
    let mut worst = Exit::Done;
    while let Some((number, line)) = lines.next_line().map_err(CliError::input)? {
        match store(context, line) {
            Ok(keys) => Printer::json(&keys)
                .map_err(|err| err.once_done(format!("the message of line {number} is stored")))?,
            Err(err) => {
                if worst.code() < err.exit().code() {
                    worst = err.exit();
                }
                Printer::json(&Refusal {
                    status: err.status(),
                    error: context.printer.error_line(err),
                    line: number,
                })?;
            }
        }
    }
    Ok(worst)
}

fn store(context: &Context, line: Line) -> Result<WrittenKeys, CliError> {
    let mut object = Object::of(line, FIELDS)?;
    let role = object.required("role")?;
    let role = [Role::User, Role::Assistant, Role::Tool]
        .into_iter()
        .find(|it| it.as_str() == role)
        .ok_or(LineError::Field {
            field: "role",
            expected: "`user`, `assistant` or `tool`",
        })?;
    let is_incognito = match object.any("incognito") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(it)) => it,
        Some(_) => {
            return Err(CliError::from(LineError::Field {
                field: "incognito",
                expected: "`true` or `false`",
            }));
        }
    };
    let message = NewMessage {
        key: context.key(&object.required("sessionKey")?)?,
        role,
        text: object.required("text")?,
        session_id: id(object.text("sessionId")?, "session id")?,
        message_id: id(object.text("messageId")?, "message id")?,
        parent: id(object.text("parent")?, "message id")?,
        timestamp: timestamp(object.any("timestamp"))?,
        settings: SessionSettings {
            links: OwnerLinks {
                spawned_by: key(context, object.text("spawnedBy")?)?,
                parent: key(context, object.text("parentSession")?)?,
                owner: key(context, object.text("ownerSession")?)?,
            },
            is_incognito,
            ..SessionSettings::default()
        },
    };
    Ok(context.sessions.append(&message)?)
}

fn key(
    context: &Context,
    text: Option<String>,
) -> Result<Option<sessions_core::key::SessionKey>, CliError> {
    text.map(|it| context.key(&it)).transpose()
}

fn id<T>(text: Option<String>, what: &'static str) -> Result<Option<T>, CliError>
where
    T: std::str::FromStr<Err = sessions_core::id::ParseIdError>,
{
    text.map(|it| it.parse())
        .transpose()
        .map_err(|source| ApiError::Id { what, source }.into())
}

/// Reads a time, in milliseconds or as RFC 3339; now where there is none.
fn timestamp(value: Option<Value>) -> Result<TimestampMs, CliError> {
    let read = match value {
        None | Some(Value::Null) => return Ok(time::now()),
        Some(Value::Number(number)) => number.as_i64().and_then(|it| time::message(it).ok()),
        Some(Value::String(text)) => time::timestamp(&text).ok(),
        Some(_) => None,
    };
    read.ok_or_else(|| {
        LineError::Field {
            field: "timestamp",
            expected: "RFC 3339 or milliseconds since 1970, until the year 9999",
        }
        .into()
    })
}
