//! What the path of a transcript of Claude Code says.

use std::path::Path;

use crate::naming::part;

/// What the path of a transcript says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileName {
    /// The file's name without its ending.
    pub(super) base: String,
    /// Whether the name is that of a session, and not one that many files have.
    pub(super) is_session: bool,
    /// The agent whose side chain the file is.
    pub(super) agent: Option<String>,
    /// The folder of the project.
    pub(super) project: String,
}

impl FileName {
    /// Takes a path apart: `<project>/<session>.jsonl`,
    /// `<project>/agent-<id>.jsonl` or
    /// `<project>/<session>/subagents/[workflows/<name>/]agent-<id>.jsonl`.
    pub(super) fn of(path: &Path) -> Self {
        let base = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let n_digits = base.bytes().filter(u8::is_ascii_hexdigit).count();
        let is_session = 16 <= n_digits
            && base
                .bytes()
                .all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
        // A relative path can lack its folder.
        let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let mut folders: Vec<String> = full
            .parent()
            .into_iter()
            .flat_map(Path::components)
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect();
        let n_tail = folders.len().saturating_sub(4);
        let is_subagents = |at: &usize| folders.get(*at).is_some_and(|it| it == "subagents");
        if let Some(at) = (n_tail..folders.len()).find(is_subagents) {
            folders.truncate(at.saturating_sub(1));
        }
        let project = folders.last().filter(|name| *name != "/");
        Self {
            agent: base.strip_prefix("agent-").map(str::to_owned),
            is_session,
            project: project.map_or_else(|| "project".to_owned(), |name| part(name)),
            base,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_tell_project_session_and_agent() {
        const UUID: &str = "1af7fc5e-8455-4414-9ccd-011d40f70b2a";
        let projects = "/h/.claude/projects/-w-app";
        for (path, project, is_session, agent) in [
            (format!("{projects}/{UUID}.jsonl"), "-w-app", true, None),
            (
                format!("{projects}/agent-a1.jsonl"),
                "-w-app",
                false,
                Some("a1"),
            ),
            (
                format!("{projects}/{UUID}/subagents/agent-a2.jsonl"),
                "-w-app",
                false,
                Some("a2"),
            ),
            (
                format!("{projects}/{UUID}/subagents/workflows/w1/agent-a3.jsonl"),
                "-w-app",
                false,
                Some("a3"),
            ),
            ("/full.jsonl".to_owned(), "project", false, None),
            ("/a:b/full.jsonl".to_owned(), "a-b", false, None),
        ] {
            let name = FileName::of(Path::new(&path));
            assert_eq!(
                (
                    name.project.as_str(),
                    name.is_session,
                    name.agent.as_deref()
                ),
                (project, is_session, agent),
                "{path}"
            );
        }
    }
}
