//! What the path of a transcript says: its session, its archive, its agent.

use std::path::Path;

use sessions_core::id::{AgentId, SessionId};

/// How an archive of a deleted transcript goes on behind `.jsonl.`.
const DELETED: &str = "deleted.";

/// The parts of a transcript's file name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileName {
    /// The name in front of `.jsonl`.
    pub(crate) base: String,
    /// What makes it an archive, `reset.<time>` or `deleted.<time>`.
    pub(crate) archive: Option<String>,
}

impl FileName {
    /// Takes the name of `path` apart.
    pub(crate) fn of(path: &Path) -> Self {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let (base, tail) = name.split_once(".jsonl").unwrap_or_else(|| {
            let base = name
                .rsplit_once('.')
                .map_or(name.as_str(), |(base, _)| base);
            (base, "")
        });
        let tail = tail.strip_suffix(".zst").unwrap_or(tail);
        let archive = tail
            .strip_prefix('.')
            .filter(|tail| tail.starts_with("reset.") || tail.starts_with(DELETED))
            .map(str::to_owned);
        Self {
            base: base.to_owned(),
            archive,
        }
    }

    /// Returns whether the transcript was deleted in its own program.
    pub(crate) fn is_deleted(&self) -> bool {
        let archive = self.archive.as_deref();
        archive.is_some_and(|it| it.starts_with(DELETED))
    }

    /// Returns the session that the name tells, if it tells one: a UUID or a
    /// like name, behind the time that pi puts in front of it.
    pub(crate) fn session_id(&self) -> Option<SessionId> {
        let name = match self.base.rsplit_once('_') {
            Some((time, id)) if time.starts_with(|c: char| c.is_ascii_digit()) => id,
            _ => self.base.as_str(),
        };
        let n_digits = name.bytes().filter(u8::is_ascii_hexdigit).count();
        let is_id = 16 <= n_digits
            && name
                .split_once("-topic-")
                .map_or(name, |(id, _)| id)
                .bytes()
                .all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
        is_id.then(|| name.parse().ok()).flatten()
    }
}

/// Returns the agent of a transcript in `agents/<agent id>/sessions/`, or of a
/// database in `agents/<agent id>/agent/`.
pub(super) fn agent_of(path: &Path) -> Option<AgentId> {
    let parts: Vec<_> = path
        .parent()?
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.windows(3).rev().find_map(|window| match window {
        [agents, agent, folder]
            if agents == "agents" && (folder == "sessions" || folder == "agent") =>
        {
            agent.parse().ok()
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UUID: &str = "3f0c1a52-9b7e-4c1d-8a55-0c9b6f2d7e10";

    #[test]
    fn names_are_taken_apart() {
        for (name, base, archive) in [
            ("a/x.jsonl", "x", None),
            (
                "x.jsonl.reset.2026-03-01T10-00-00Z",
                "x",
                Some("reset.2026-03-01T10-00-00Z"),
            ),
            (
                "x.jsonl.deleted.2026-03-01T10-00-00Z",
                "x",
                Some("deleted.2026-03-01T10-00-00Z"),
            ),
            (
                "x.jsonl.reset.2026-03-01T10-00-00Z.zst",
                "x",
                Some("reset.2026-03-01T10-00-00Z"),
            ),
            ("x.jsonl.zst", "x", None),
            ("x.jsonl.other", "x", None),
            ("notes.txt", "notes", None),
            ("bare", "bare", None),
        ] {
            let expected = FileName {
                base: base.to_owned(),
                archive: archive.map(str::to_owned),
            };
            assert_eq!(FileName::of(Path::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn a_name_that_many_files_share_is_no_session() {
        let id = |name: &str| {
            FileName::of(Path::new(name))
                .session_id()
                .map(|id| id.as_str().to_owned())
        };
        assert_eq!(id(&format!("{UUID}.jsonl")).as_deref(), Some(UUID));
        assert_eq!(
            id(&format!("2026-03-01T10-00-00-000Z_{UUID}.jsonl")).as_deref(),
            Some(UUID)
        );
        let topic = format!("{UUID}-topic-12");
        assert_eq!(id(&format!("{topic}.jsonl")), Some(topic));
        assert_eq!(id("session.jsonl"), None);
        assert_eq!(id("headerless_tail.jsonl"), None);
    }

    #[test]
    fn the_agent_stands_in_the_path() {
        let agent = |path: &str| agent_of(Path::new(path)).map(|id| id.as_str().to_owned());
        assert_eq!(
            agent("/h/.openclaw/agents/Ops/sessions/x.jsonl").as_deref(),
            Some("ops")
        );
        assert_eq!(
            agent("/h/.openclaw/agents/Ops/agent/openclaw-agent.sqlite").as_deref(),
            Some("ops")
        );
        assert_eq!(agent("/h/.pi/agent/sessions/--w--/x.jsonl"), None);
        assert_eq!(agent("/agents/a b/sessions/x.jsonl"), None);
    }
}
