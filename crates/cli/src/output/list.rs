//! A list of sessions as a table.

use std::fmt;

use comfy_table::Cell;
use sessions_api::{ListAnswer, ListedSession};
use sessions_core::event::TimestampMs;

use super::table::{lines, number, table};
use super::text::OneLine;
use crate::time;

const HEADINGS: &[&str] = &["SESSION", "KIND", "MESSAGES", "FIRST", "LAST", "SESSION ID"];

/// Sessions, as wide as the terminal.
pub(crate) struct ListView<'a> {
    /// The sessions.
    pub(crate) answer: &'a ListAnswer,
    /// The width of the terminal, if it is one.
    pub(crate) width: Option<u16>,
}

impl fmt::Display for ListView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = table(HEADINGS, self.width);
        for session in &self.answer.sessions {
            table.add_row(row(session));
        }
        if self.answer.sessions.is_empty() {
            return Ok(());
        }
        lines(&table)
            .iter()
            .try_for_each(|line| writeln!(f, "{line}"))
    }
}

fn row(session: &ListedSession) -> Vec<Cell> {
    let time = |it: Option<TimestampMs>| Cell::new(it.map_or_else(String::new, time::local));
    let mut kind = session.kind.as_str().to_owned();
    if session.archived {
        kind.push_str(", archived");
    }
    let mut name = OneLine(session.session_key.as_str()).to_string();
    if let Some(title) = &session.title {
        name.push_str("\n  ");
        name.push_str(&OneLine(title).to_string());
    }
    vec![
        Cell::new(name),
        Cell::new(kind),
        number(session.messages),
        time(session.first_message),
        time(session.last_message),
        Cell::new(OneLine(session.session_id.as_str())),
    ]
}
