//! A worker process: started, read, killed.

use std::io::BufReader;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use sessions_testkit::{Line, Report};

/// A running worker. Dropping it kills it.
pub(crate) struct Worker {
    child: Child,
    lines: BufReader<ChildStdout>,
}

/// What a worker was told.
#[derive(Clone, Copy)]
pub(crate) enum Work<'a> {
    Random { seed: u64, skip: u64 },
    Long { n_messages: usize, skip: u64 },
    Shared { name: &'a str, seed: u64 },
}

impl Worker {
    /// Starts a worker that does at most `count` acts.
    pub(crate) fn start(path: &Path, is_full: bool, work: Work<'_>, count: u64) -> Self {
        let (mode, first, second) = match work {
            Work::Random { seed, skip } => ("random", seed.to_string(), skip),
            Work::Long { n_messages, skip } => ("long", n_messages.to_string(), skip),
            Work::Shared { name, seed } => ("shared", name.to_owned(), seed),
        };
        let mut child = Command::new(env!("CARGO_BIN_EXE_store-worker"))
            .arg(path)
            .arg(if is_full { "full" } else { "normal" })
            .args([mode, &first, &second.to_string(), &count.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// Returns the next line; `None` when the worker is gone.
    pub(crate) fn next(&mut self) -> Option<Report> {
        Report::read(&mut self.lines).unwrap()
    }

    /// Returns whether it has ended by itself.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Kills the worker (SIGKILL) and returns all that it had said.
    pub(crate) fn kill(mut self) -> Vec<Report> {
        self.child.kill().unwrap();
        let rest = std::iter::from_fn(|| self.next()).collect();
        self.child.wait().unwrap();
        rest
    }

    /// Reads a worker to its end and returns whether it says that it succeeded.
    pub(crate) fn finish(mut self, mut each: impl FnMut(Report)) -> bool {
        while let Some(report) = self.next() {
            each(report);
        }
        self.child.wait().unwrap().success()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // One that has ended cannot be killed, which is as well.
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }
}

/// Returns the acts that the reports acknowledge, in order.
pub(crate) fn acknowledged(reports: Vec<Report>) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    for report in reports {
        match report {
            Report::Ready => {}
            Report::Done(line) => lines.push(line),
            Report::Busy { n, did } => return Err(format!("act {n}, {did}, met a busy store")),
            Report::Failed { n, why } => return Err(format!("act {n} failed: {why}")),
        }
    }
    Ok(lines)
}
