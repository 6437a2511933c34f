//! Keys and ids of sessions that a program names by a project and a session.

use sessions_core::id::{AgentId, SessionId};
use sessions_core::key::SessionKey;

use crate::fingerprint;

/// Words that say in the first part of a key what kind of session it is; a
/// project of that name is none.
const KINDS: [&str; 8] = [
    "subagent",
    "acp",
    "cron",
    "hook",
    "dashboard",
    "explicit",
    "direct",
    "internal-session-effects",
];

/// Returns the key of a session, or of one of its side chains.
pub(crate) fn key(
    agent: &AgentId,
    project: &str,
    session: &str,
    side: Option<&str>,
) -> Option<SessionKey> {
    let mark = if KINDS.iter().any(|kind| project.eq_ignore_ascii_case(kind)) {
        "-"
    } else {
        ""
    };
    let rest = |session: &str, side: Option<&str>| match side {
        Some(side) => format!("{mark}{project}:{session}:subagent:{side}"),
        None => format!("{mark}{project}:{session}"),
    };
    let side_part = side.map(part);
    SessionKey::new(agent, &rest(&part(session), side_part.as_deref()))
        .or_else(|_| {
            // Too long: the names' fingerprints stand for them.
            let short = |name: &str| fingerprint::of(name.as_bytes());
            let side = side.map(short);
            let rest = match side {
                Some(side) => format!("{}:{}:subagent:{side}", short(project), short(session)),
                None => format!("{}:{}", short(project), short(session)),
            };
            SessionKey::new(agent, &rest)
        })
        .ok()
}

/// Returns a session id that says `text`, or stands for it.
pub(crate) fn id(text: &str) -> Option<SessionId> {
    text.parse()
        .or_else(|_| format!("session-{}", fingerprint::of(text.as_bytes())).parse())
        .ok()
}

/// What stands for a project that a session does not name.
const UNKNOWN_PROJECT: &str = "project";

/// Returns the project that is worked on in a folder: its last part.
pub(crate) fn project_of(folder: &str) -> String {
    let last = folder.rsplit(['/', '\\']).find(|it| !it.is_empty());
    part(last.unwrap_or(UNKNOWN_PROJECT))
}

/// Returns `text` as one part of a key: a colon would end it.
pub(crate) fn part(text: &str) -> String {
    text.chars()
        .map(|c| if c == ':' || c.is_control() { '-' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_one_for_each_chain() {
        let agent: AgentId = "claude-code".parse().unwrap();
        let text = |project: &str, session: &str, side: Option<&str>| {
            key(&agent, project, session, side)
                .unwrap()
                .as_str()
                .to_owned()
        };
        assert_eq!(text("-w-App", "C-1", None), "agent:claude-code:-w-app:c-1");
        assert_eq!(
            text("-w", "c", Some("a:1")),
            "agent:claude-code:-w:c:subagent:a-1"
        );
        assert_eq!(text("cron", "c", None), "agent:claude-code:-cron:c");
        let long = "x".repeat(600);
        assert_ne!(
            text("-w", &long, None),
            text("-w", &format!("{long}y"), None)
        );
        assert_eq!(id("c/a").unwrap().as_str(), "c/a");
        assert!(id(&long).is_some());
    }
}
