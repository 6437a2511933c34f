//! Runs cargo and the like, each call announced before it starts.

use std::env::var_os;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead as _, BufReader, Write as _, stderr};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use crate::error::{Error, Outcome};

/// One call of cargo, from the root of the workspace.
#[derive(Debug)]
pub(crate) struct Cargo {
    command: Command,
    line: String,
}

impl Cargo {
    /// Begins a call with `line`, split at blanks.
    pub(crate) fn new(root: &Path, line: &str) -> Self {
        // Inside `cargo xtask` this names the cargo that runs us.
        let program = var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let mut command = Command::new(program);
        command
            .args(line.split_whitespace())
            .current_dir(root)
            .stdin(Stdio::null());
        Self {
            command,
            line: format!("cargo {line}"),
        }
    }

    /// Sets a variable of the environment.
    pub(crate) fn env(mut self, key: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(key, value);
        self
    }

    /// Adds one argument, blanks and all.
    pub(crate) fn arg(mut self, value: impl AsRef<OsStr>) -> Self {
        let value = value.as_ref();
        self.line = format!("{} {}", self.line, value.to_string_lossy());
        self.command.arg(value);
        self
    }

    /// Runs to the end.
    ///
    /// # Errors
    ///
    /// Fails when cargo cannot be started or reports failure.
    pub(crate) fn run(mut self) -> Outcome {
        eprintln!("$ {}", self.line);
        let status = self.command.status();
        self.judge(status)
    }

    /// Runs to the end without a word, and tells whether it succeeded.
    pub(crate) fn succeeds(mut self) -> bool {
        self.command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|it| it.success())
    }

    /// Runs to the end, passes its error stream on, and returns those of its
    /// lines that `keep` picks: a test runner's closing lines, to be repeated
    /// where they are not overlooked.
    ///
    /// # Errors
    ///
    /// Fails as [`Cargo::run`] does.
    pub(crate) fn run_keeping(
        mut self,
        keep: impl Fn(&str) -> bool,
        kept: &mut Vec<String>,
    ) -> Outcome {
        eprintln!("$ {}", self.line);
        let status = self
            .command
            .stderr(Stdio::piped())
            .spawn()
            .and_then(|mut child| {
                if let Some(stream) = child.stderr.take() {
                    for line in BufReader::new(stream).split(b'\n') {
                        let line = line?;
                        let mut terminal = stderr().lock();
                        terminal.write_all(&line)?;
                        terminal.write_all(b"\n")?;
                        let text = String::from_utf8_lossy(&line);
                        if keep(&text) {
                            kept.push(text.trim().to_owned());
                        }
                    }
                }
                child.wait()
            });
        self.judge(status)
    }

    fn judge(self, status: std::io::Result<ExitStatus>) -> Outcome {
        let status = match status {
            Ok(status) => status,
            Err(source) => {
                return Err(Error::Start {
                    line: self.line,
                    source,
                });
            }
        };
        if status.success() {
            Ok(())
        } else {
            Err(Error::Failed { line: self.line })
        }
    }
}
