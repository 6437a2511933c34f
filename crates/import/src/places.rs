//! Where programs keep their transcripts.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A folder in which a program keeps transcripts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UsualPlace {
    /// The program, as people call it.
    pub program: &'static str,
    /// The folder.
    pub path: PathBuf,
}

/// A program, the variable that moves its folder, the folder below the home
/// folder where it is not set, and where in it the transcripts lie.
type Known = (
    &'static str,
    Option<&'static str>,
    &'static str,
    &'static [&'static str],
);

const KNOWN: [Known; 9] = [
    (
        "OpenClaw",
        Some("OPENCLAW_STATE_DIR"),
        ".openclaw",
        &["agents"],
    ),
    // Its older names.
    ("OpenClaw", None, ".clawdbot", &["agents"]),
    ("OpenClaw", None, ".moltbot", &["agents"]),
    ("pi", None, ".pi/agent", &["sessions"]),
    (
        "Claude Code",
        Some("CLAUDE_CONFIG_DIR"),
        ".claude",
        &["projects"],
    ),
    ("Claude Code", None, ".config/claude", &["projects"]),
    (
        "Codex",
        Some("CODEX_HOME"),
        ".codex",
        &["sessions", "archived_sessions"],
    ),
    ("Copilot", None, ".copilot", &["session-state"]),
    ("Gemini", None, ".gemini", &["tmp"]),
];

/// Returns the folders of programs that are known, those that exist: below
/// `home`, or where `variable` says that a program keeps its files.
///
/// ```
/// use sessions_import::usual_places;
///
/// let home = tempfile::tempdir()?;
/// std::fs::create_dir_all(home.path().join(".codex/sessions"))?;
/// let places = usual_places(home.path(), |_| None);
/// assert_eq!(places.len(), 1);
/// assert_eq!(places[0].program, "Codex");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn usual_places(home: &Path, variable: impl Fn(&str) -> Option<OsString>) -> Vec<UsualPlace> {
    let mut places: Vec<UsualPlace> = Vec::new();
    for (program, moved_by, folder, within) in KNOWN {
        let moved = moved_by.and_then(&variable).filter(|it| !it.is_empty());
        let folder = moved.map_or_else(|| home.join(folder), PathBuf::from);
        for part in within {
            let path = folder.join(part);
            // Two programs can have been pointed to one folder.
            if path.is_dir() && places.iter().all(|it| it.path != path) {
                places.push(UsualPlace { program, path });
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn folders_that_exist_are_found_and_a_variable_moves_them() {
        let home = tempfile::tempdir().unwrap();
        let moved = home.path().join("elsewhere");
        for folder in [
            ".openclaw/agents",
            ".claude/projects",
            ".codex/archived_sessions",
            "elsewhere/projects",
        ] {
            fs::create_dir_all(home.path().join(folder)).unwrap();
        }
        fs::write(home.path().join(".pi"), "no folder").unwrap();
        let found = |is_moved: bool| -> Vec<_> {
            let variable = |name: &str| match name {
                "CLAUDE_CONFIG_DIR" if is_moved => Some(moved.clone().into_os_string()),
                "CODEX_HOME" => Some(OsString::new()),
                _ => None,
            };
            usual_places(home.path(), variable)
                .into_iter()
                .map(|it| {
                    let path = it.path.strip_prefix(home.path()).unwrap();
                    format!("{} {}", it.program, path.display())
                })
                .collect()
        };
        assert_eq!(
            found(false),
            [
                "OpenClaw .openclaw/agents",
                "Claude Code .claude/projects",
                "Codex .codex/archived_sessions"
            ]
        );
        assert_eq!(found(true)[1], "Claude Code elsewhere/projects");
    }
}
