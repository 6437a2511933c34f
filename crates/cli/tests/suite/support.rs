//! A folder of its own for each test, and the binary run in it.

use std::collections::BTreeMap;
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

/// Returns what passes for a secret. No source may hold one, so it is put
/// together here.
pub(crate) fn token() -> String {
    format!("ghp_{}", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8")
}

/// Returns how all of the runs went; fails unless that is one and the same.
#[track_caller]
pub(crate) fn alike(runs: impl IntoIterator<Item = Run>) -> Run {
    let mut runs = runs.into_iter();
    let first = runs.next().unwrap();
    for run in runs {
        assert_eq!(run.to_string(), first.to_string());
    }
    first
}

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
        world.stream(concat!(
            r#"{"sessionKey":"agent:main:main","sessionId":"s1","messageId":"m1","role":"user","text":"please move the rollout to Friday","timestamp":1780000000000}"#,
            "\n",
            r#"{"sessionKey":"agent:main:main","messageId":"m2","role":"assistant","text":"the rollout is on Friday now","timestamp":1780000060000}"#,
        ));
        world.run(&["reset", "agent:main:main"]).ok();
        world.stream(
            r#"{"sessionKey":"agent:main:main","messageId":"m4","role":"user","text":"good morning","timestamp":1780000120000}"#,
        );
        world
    }

    /// Returns a folder with one session that holds one message.
    pub(crate) fn with_ferns() -> Self {
        let world = Self::new();
        world.say("main", "water the ferns", &["--message-id", "m1"]);
        world
    }

    /// Lets a user say something; `options` are those of `append`.
    #[track_caller]
    pub(crate) fn say(&self, key: &str, text: &str, options: &[&str]) {
        let args = ["append", key, "--role", "user", text];
        self.run(&[&args[..], options].concat()).ok();
    }

    /// Appends messages, one JSON object a line.
    #[track_caller]
    pub(crate) fn stream(&self, lines: impl AsRef<[u8]>) {
        self.run_with(&["append", "--jsonl"], lines).ok();
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
        let names = self.contents().into_keys();
        names.filter(|it| !it.ends_with('/')).collect()
    }

    /// Returns what `act` does; fails if it changes, adds or removes a file or
    /// a folder.
    #[track_caller]
    pub(crate) fn unchanged<T>(&self, act: impl FnOnce(&Self) -> T) -> T {
        let before = self.contents();
        let done = act(self);
        let after = self.contents();
        let names = |it: &BTreeMap<String, Vec<u8>>| it.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&after), names(&before));
        for (name, content) in &after {
            assert!(before[name] == *content, "`{name}` was changed");
        }
        done
    }

    /// Returns everything below the folder; the name of a folder ends in `/`.
    ///
    /// Left out is what a reader of a database may leave beside it: a log
    /// without content, and the index of that.
    fn contents(&self) -> BTreeMap<String, Vec<u8>> {
        let mut found = BTreeMap::new();
        walk(self.folder.path(), self.folder.path(), &mut found);
        let is_idle = |name: &str, content: &[u8]| {
            name.ends_with("-shm") || name.ends_with("-wal") && content.is_empty()
        };
        found.retain(|name, content| !is_idle(name, content));
        found
    }
}

fn walk(root: &Path, folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().display().to_string();
        if path.is_dir() {
            found.insert(name + "/", Vec::new());
            walk(root, &path, found);
        } else {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
}
