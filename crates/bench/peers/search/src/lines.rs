//! The texts as lines of JSON, a file for each session, and `ripgrep` over them.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sessions_bench::Plan;

use crate::{AnyError, failed};

/// How often each search is timed; means are told, since the system counts the
/// CPU time of children in hundredths of a second.
const ROUNDS: u32 = 20;

/// A folder of files.
pub(crate) struct Lines {
    folder: PathBuf,
}

/// What a search took on average.
pub(crate) struct Taken {
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
    /// How many files it named.
    pub(crate) n_files: usize,
}

impl Lines {
    /// Writes the texts of a plan; `None` where there is no `ripgrep`.
    pub(crate) fn of(plan: &Plan, folder: &Path) -> Result<Option<Self>, AnyError> {
        fs::create_dir_all(folder)?;
        plan.each(|some| {
            for told in some.iter().map(|it| &it.told) {
                let mut lines = Vec::new();
                for event in &told.events {
                    let text = event.body.display_text();
                    let line = serde_json::json!({ "id": event.id.as_str(), "text": text });
                    writeln!(lines, "{line}")?;
                }
                fs::write(folder.join(format!("{}.jsonl", told.session_id)), lines)?;
            }
            Ok(())
        })
        .map_err(failed)?;
        let found = Command::new("rg")
            .arg("--version")
            .stdout(Stdio::null())
            .status();
        let folder = folder.to_owned();
        Ok(found.is_ok().then_some(Self { folder }))
    }

    /// Searches all files for a pattern of whole words.
    pub(crate) fn search(&self, flag: &str, pattern: &str) -> Result<Taken, AnyError> {
        let mut n_files = 0;
        let (before, begin) = (cpu_of_children(), Instant::now());
        for _ in 0..ROUNDS {
            let output = Command::new("rg")
                .args(["--no-config", "-w", flag, "-e", pattern])
                .arg(&self.folder)
                .output()?;
            n_files = output.stdout.iter().filter(|it| **it == b'\n').count();
        }
        Ok(Taken {
            cpu: (cpu_of_children() - before) / ROUNDS,
            wall: begin.elapsed() / ROUNDS,
            n_files,
        })
    }
}

/// Returns the CPU time of all children that have ended, where the system tells
/// it in `/proc`; zero elsewhere.
fn cpu_of_children() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name of the program, which may hold blanks.
    let behind = stat.rsplit(')').next().unwrap_or_default();
    let ticks = behind.split_whitespace().skip(13).take(2);
    let sum: u64 = ticks.filter_map(|it| it.parse::<u64>().ok()).sum();
    Duration::from_millis(sum * 10)
}
