//! Who searches a filled folder, and what each search takes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sessions_api::{SearchAnswer, SearchRequest, Sessions};
use sessions_core::id::AgentId;
use sessions_core::key::SessionKey;
use sessions_core::scope::SessionScope;
use sessions_policy::requester::Requester;
use sessions_policy::rules::{Visibility, VisibilityRules};
use sessions_redact::Redactor;
use tempfile::TempDir;

use crate::SetUpError;
use crate::clock::Clock;

/// How often each thing is timed; the 99th of 100 is told.
pub const ROUNDS: usize = 200;
/// So often at least; then the worst is told as the 99th of 100.
const FEWEST: usize = 50;
/// When the rest of the rounds is left out.
const ENOUGH: Duration = Duration::from_secs(2);

/// The median and the 99th of 100 of some CPU times.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// The middle one.
    pub median: Duration,
    /// The 99th of 100.
    pub p99: Duration,
    /// The middle one of the times of the wall.
    pub wall: Duration,
}

impl Times {
    /// Times [`ROUNDS`] calls, and fewer where these take long.
    ///
    /// # Errors
    ///
    /// Fails when a call does.
    pub fn of<E>(mut call: impl FnMut() -> Result<(), E>) -> Result<Self, E> {
        let mut cpu = Vec::with_capacity(ROUNDS);
        let mut wall = Vec::with_capacity(ROUNDS);
        let mut sum = Duration::ZERO;
        while cpu.len() < FEWEST || cpu.len() < ROUNDS && sum < ENOUGH {
            let ((outcome, of_cpu), of_wall) = Clock::Wall.time(|| Clock::Process.time(&mut call));
            outcome?;
            sum += of_cpu;
            cpu.push(of_cpu);
            wall.push(of_wall);
        }
        Ok(Self::among(cpu, wall))
    }

    /// Returns those of some measured times.
    pub fn among(mut cpu: Vec<Duration>, mut wall: Vec<Duration>) -> Self {
        cpu.sort_unstable();
        wall.sort_unstable();
        let at = |times: &[Duration], share: usize| {
            let index = times.len() * share / 100;
            times.get(index).copied().unwrap_or_default()
        };
        Self {
            median: at(&cpu, 50),
            p99: at(&cpu, 99),
            wall: at(&wall, 50),
        }
    }
}

/// Who searches.
#[derive(Debug)]
pub struct Asker {
    /// What it is called in a table.
    pub name: String,
    sessions: Sessions,
    requester: Requester,
}

impl Asker {
    /// Returns the operator, who sees all.
    pub fn operator(folder: &Path) -> Self {
        Self::new(folder, "all", Visibility::All, Requester::Operator)
    }

    /// Returns a session that sees itself alone.
    pub fn alone(folder: &Path, key: SessionKey) -> Self {
        let requester = Requester::session(key);
        Self::new(folder, "1 session", Visibility::SelfOnly, requester)
    }

    /// Returns a session that sees itself and those that belong to it.
    pub fn owner(folder: &Path, name: &str, key: SessionKey) -> Self {
        Self::new(folder, name, Visibility::Tree, Requester::session(key))
    }

    fn new(folder: &Path, name: &str, visibility: Visibility, requester: Requester) -> Self {
        let rules = VisibilityRules {
            visibility,
            ..VisibilityRules::default()
        };
        Self {
            name: name.to_owned(),
            sessions: Sessions::open(folder, rules, Redactor::new()),
            requester,
        }
    }

    /// Returns what it may see of an agent's sessions.
    pub fn scope(&self, agent: &AgentId) -> SessionScope {
        self.sessions.visible_to(&self.requester).scope(agent)
    }

    /// Returns the folder's sessions, as it reads them, and who it is.
    pub fn sessions(&self) -> (&Sessions, &Requester) {
        (&self.sessions, &self.requester)
    }

    /// Searches once.
    ///
    /// # Errors
    ///
    /// Fails when the search does.
    pub fn answer(&self, request: &SearchRequest) -> Result<SearchAnswer, SetUpError> {
        let visible = self.sessions.visible_to(&self.requester);
        Ok(self.sessions.search(&visible, request)?)
    }

    /// Times the whole search, from the request to the masked answer, and
    /// counts the hits.
    ///
    /// # Errors
    ///
    /// Fails when the search does.
    pub fn search(&self, request: &SearchRequest) -> Result<(Times, usize), SetUpError> {
        let mut n_hits = 0;
        let times = Times::of(|| {
            n_hits = self.answer(request)?.results.len();
            Ok::<_, SetUpError>(())
        })?;
        Ok((times, n_hits))
    }
}

/// What the caller of a benchmark asked for: `[MESSAGES] [FOLDER]`.
#[derive(Debug)]
pub struct Arguments {
    /// How many messages.
    pub n_messages: usize,
    /// Where they are stored: in a folder that was named and is kept, or in one
    /// of this run.
    pub folder: PathBuf,
    _scratch: TempDir,
}

impl Arguments {
    /// Reads them.
    ///
    /// # Errors
    ///
    /// Fails when there is no temporary folder.
    pub fn read(n_messages: usize) -> Result<Self, SetUpError> {
        let given = || std::env::args().skip(1).filter(|it| !it.starts_with('-'));
        let kept = given().find(|it| it.parse::<usize>().is_err());
        let scratch = tempfile::tempdir()?;
        Ok(Self {
            n_messages: given().find_map(|it| it.parse().ok()).unwrap_or(n_messages),
            folder: kept.map_or_else(|| scratch.path().to_owned(), PathBuf::from),
            _scratch: scratch,
        })
    }
}

/// Returns the most memory that the process has taken so far, in KiB, where the
/// system tells it.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Returns the bytes of all files below a folder.
///
/// # Errors
///
/// Fails when it cannot be read.
pub fn size_of(folder: &Path) -> std::io::Result<u64> {
    let mut sum = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        sum += if metadata.is_dir() {
            size_of(&entry.path())?
        } else {
            metadata.len()
        };
    }
    Ok(sum)
}
