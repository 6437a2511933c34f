//! A folder of its own for each test, and the binary run in it.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::{fmt, fs};

use regex::Regex;
use tempfile::TempDir;

/// A folder with a data folder, settings and whatever a test puts there.
pub(crate) struct World {
    folder: TempDir,
}

/// What a run printed and how it ended.
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

static MINTED: LazyLock<[(Regex, &str); 2]> = LazyLock::new(|| {
    let regex = |text| Regex::new(text).unwrap();
    [
        (
            regex("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
            "[session id]",
        ),
        (regex(r"\b[0-9a-f]{12}\b"), "[message id]"),
    ]
});

impl fmt::Display for Run {
    /// All in one text, without what differs from run to run.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code.map_or("signal".to_owned(), |it| it.to_string());
        let mut text = format!("exit {code}\n");
        for (name, part) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !part.is_empty() {
                text = format!("{text}--- {name}\n{}\n", part.trim_end());
            }
        }
        for (regex, name) in &*MINTED {
            text = regex.replace_all(&text, *name).into_owned();
        }
        f.write_str(text.trim_end())
    }
}

impl Run {
    /// Returns the answer, which has to be JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        let read = serde_json::from_str(&self.stdout);
        assert!(read.is_ok(), "no JSON: {self}");
        read.unwrap()
    }

    /// Fails unless the run was a success.
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.code, Some(0), "{self}");
        self
    }
}

impl World {
    /// Returns an empty folder.
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// Returns a folder with one session: two messages, a reset, one message.
    pub(crate) fn with_reset() -> Self {
        let world = Self::new();
        for line in [
            r#"{"sessionKey":"agent:main:main","sessionId":"s1","messageId":"m1","role":"user","text":"please move the rollout to Friday","timestamp":1780000000000}"#,
            r#"{"sessionKey":"agent:main:main","messageId":"m2","role":"assistant","text":"the rollout is on Friday now","timestamp":1780000060000}"#,
        ] {
            world.run_with(&["append", "--jsonl"], line).ok();
        }
        world.run(&["reset", "agent:main:main"]).ok();
        world
            .run_with(
                &["append", "--jsonl"],
                r#"{"sessionKey":"agent:main:main","messageId":"m4","role":"user","text":"good morning","timestamp":1780000120000}"#,
            )
            .ok();
        world
    }

    /// Returns a path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, its folders too.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// Returns the file of an agent's database.
    pub(crate) fn database(&self, agent: &str) -> PathBuf {
        self.path("data/agents").join(agent).join("sessions.sqlite")
    }

    /// Runs the binary in the folder.
    #[must_use = "an unread run proves nothing"]
    pub(crate) fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, "")
    }

    /// Runs the binary in the folder with a standard input.
    #[must_use = "an unread run proves nothing"]
    pub(crate) fn run_with(&self, args: &[&str], input: impl AsRef<[u8]>) -> Run {
        self.run_in(args, input.as_ref(), &[])
    }

    /// Runs the binary with some more of an environment.
    #[must_use = "an unread run proves nothing"]
    pub(crate) fn run_in(&self, args: &[&str], input: &[u8], env: &[(&str, &str)]) -> Run {
        self.run_to(args, input, env, Stdio::piped())
    }

    /// Runs the binary with a standard output.
    #[must_use = "an unread run proves nothing"]
    pub(crate) fn run_to(
        &self,
        args: &[&str],
        input: &[u8],
        env: &[(&str, &str)],
        stdout: Stdio,
    ) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sessions"));
        let mut child = self
            .set_up(&mut command)
            .args(args)
            .envs(env.iter().copied())
            .stdin(Stdio::piped())
            .stdout(stdout)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A command that reads no input may have ended.
        drop(stdin.write_all(input));
        drop(stdin);
        self.finished(child.wait_with_output().unwrap())
    }

    /// Gives a command the folder and the environment of all runs.
    pub(crate) fn set_up<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .current_dir(self.folder.path())
            .env_clear()
            .env("HOME", self.path("robin"))
            .env("TZ", "UTC")
            .env("SESSIONS_DATA_DIR", self.path("data"))
    }

    /// Returns what a run printed, its folder left out.
    pub(crate) fn finished(&self, output: Output) -> Run {
        let text = |bytes: Vec<u8>| {
            let folder = self.folder.path().display().to_string();
            String::from_utf8(bytes)
                .unwrap()
                .replace(&folder, "[folder]")
        };
        Run {
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: output.status.code(),
        }
    }

    /// Returns every file below the folder, by its path in it.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        walk(self.folder.path(), self.folder.path(), &mut found);
        found.sort();
        found
    }
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(root, &path, found);
        } else {
            found.push(path.strip_prefix(root).unwrap().display().to_string());
        }
    }
}
