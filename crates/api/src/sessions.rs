//! The stores of many agents, open under one configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

use sessions_core::id::AgentId;
use sessions_core::key::{KeyNames, SessionKey};
use sessions_core::scope::{SessionFacts, SessionScope};
use sessions_policy::decision::{decide, decide_key, effective_scope, resolve, scope_for};
use sessions_policy::requester::Requester;
use sessions_policy::rules::VisibilityRules;
use sessions_redact::Redactor;
use sessions_store::{MaskedText, Masker, Snapshot, Store, StoreError, StoreOptions};

use crate::error::ApiError;

/// The name of a database in its agent's folder.
const DATABASE: &str = "sessions.sqlite";

/// The transcripts of all agents in one data folder.
///
/// Shared by reference among threads. Every reading function takes the
/// [`Requester`] that asks and answers within what the rules let it see.
///
/// ```
/// use sessions_api::{SearchRequest, Sessions};
/// use sessions_policy::requester::Requester;
/// use sessions_policy::rules::VisibilityRules;
/// use sessions_redact::Redactor;
///
/// # let folder = tempfile::tempdir()?;
/// let sessions = Sessions::open(folder.path(), VisibilityRules::default(), Redactor::new());
/// let answer = sessions.search(&Requester::Operator, &SearchRequest::new("rollout friday"))?;
/// assert!(answer.results.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sessions {
    data_dir: PathBuf,
    rules: VisibilityRules,
    redactor: Arc<Redactor>,
    options: StoreOptions,
    open: Mutex<BTreeMap<AgentId, Arc<Store>>>,
}

impl Sessions {
    /// Opens the data folder, which need not exist; a database is opened when
    /// it is first asked for, and made by the first write.
    pub fn open(data_dir: &Path, rules: VisibilityRules, redactor: Redactor) -> Self {
        let redactor = Arc::new(redactor);
        let mask = {
            let redactor = Arc::clone(&redactor);
            move |text: &str| {
                let redacted = redactor.redact(text);
                MaskedText {
                    masks: redacted.masks().iter().map(|it| it.range.clone()).collect(),
                    text: redacted.into_string(),
                }
            }
        };
        let options = StoreOptions::new(Masker::new(redactor.version(), mask));
        Self {
            data_dir: data_dir.to_owned(),
            rules,
            redactor,
            options,
            open: Mutex::default(),
        }
    }

    /// Returns the rules about who sees what.
    pub fn rules(&self) -> &VisibilityRules {
        &self.rules
    }

    pub(crate) fn options(&self) -> &StoreOptions {
        &self.options
    }

    /// Forgets the open store of an agent; the last user closes it.
    pub(crate) fn close(&self, agent: &AgentId) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.remove(agent);
    }

    pub(crate) fn redactor(&self) -> &Redactor {
        &self.redactor
    }

    /// Returns the agents that have a database, in order.
    ///
    /// # Errors
    ///
    /// Fails when the folder of the agents cannot be listed. A missing folder
    /// is an empty answer.
    pub fn agents(&self) -> Result<Vec<AgentId>, ApiError> {
        let folder = self.data_dir.join("agents");
        let failed = |source| ApiError::DataDir {
            path: folder.clone(),
            source,
        };
        let entries = match fs::read_dir(&folder) {
            Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(failed)?,
        };
        let mut agents = Vec::new();
        for entry in entries {
            let entry = entry.map_err(failed)?;
            // A folder whose name is no agent id is none of ours.
            let agent = entry.file_name().to_str().and_then(|it| it.parse().ok());
            if let Some(agent) = agent
                && entry.path().join(DATABASE).try_exists().map_err(failed)?
            {
                agents.push(agent);
            }
        }
        agents.sort();
        Ok(agents)
    }

    pub(crate) fn database(&self, agent: &AgentId) -> PathBuf {
        self.data_dir
            .join("agents")
            .join(agent.as_str())
            .join(DATABASE)
    }

    /// Returns the store of an agent, if it has one; no file is made (X9).
    pub(crate) fn store(&self, agent: &AgentId) -> Result<Option<Arc<Store>>, ApiError> {
        self.opened(agent).map_err(ApiError::of(agent))
    }

    pub(crate) fn opened(&self, agent: &AgentId) -> Result<Option<Arc<Store>>, StoreError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = open.get(agent) {
            return Ok(Some(Arc::clone(store)));
        }
        let path = self.database(agent);
        let Some(store) = Store::open_existing(&path, self.options.clone())? else {
            return Ok(None);
        };
        let store = Arc::new(store);
        open.insert(agent.clone(), Arc::clone(&store));
        Ok(Some(store))
    }

    /// Returns the store of an agent, made where there is none.
    pub(crate) fn store_for_writing(&self, agent: &AgentId) -> Result<Arc<Store>, ApiError> {
        if let Some(store) = self.store(agent)? {
            return Ok(store);
        }
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have made it meanwhile.
        if let Some(store) = open.get(agent) {
            return Ok(Arc::clone(store));
        }
        let store = Store::open(&self.database(agent), self.options.clone());
        let store = Arc::new(store.map_err(ApiError::of(agent))?);
        open.insert(agent.clone(), Arc::clone(&store));
        Ok(store)
    }

    /// Reads the databases that a requester may see some of, within the scope
    /// of each (S8): those of `agents`, or of all where it is empty.
    ///
    /// # Errors
    ///
    /// Fails when a database cannot be read whose agent the requester may see.
    /// Of another agent it may see only what belongs to it; such a database
    /// that fails is left out, so that a hidden one tells nothing (S9).
    pub(crate) fn each_readable(
        &self,
        requester: &Requester,
        agents: &[AgentId],
        read: &mut dyn FnMut(&Snapshot<'_>, &SessionScope) -> Result<(), StoreError>,
    ) -> Result<(), ApiError> {
        for agent in self.agents()? {
            if !agents.is_empty() && !agents.contains(&agent) {
                continue;
            }
            let scope = scope_for(requester, &self.rules, &agent);
            if scope == SessionScope::Nothing {
                continue;
            }
            let outcome = self.opened(&agent).and_then(|store| match store {
                Some(store) => read(&store.snapshot()?, &scope),
                None => Ok(()),
            });
            let is_own = requester.key().is_none_or(|key| key.agent() == &agent);
            match outcome {
                Err(StoreError::Deadline) => return Err(StoreError::Deadline.into()),
                Err(source) if is_own || scope == SessionScope::Everything => {
                    return Err(ApiError::of(&agent)(source));
                }
                Err(source) => {
                    tracing::warn!(%agent, %source, "left a database out");
                }
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Opens the session that a requester means by `text` for reading: the key,
    /// and a snapshot of its database in which the requester may read it.
    /// Facts, decision and what is read then are of one snapshot (H9, V9).
    ///
    /// # Errors
    ///
    /// Fails when the requester may not read the session, or its database
    /// cannot be read. Where the key alone is denied, a database that fails is
    /// not told of (V7).
    pub(crate) fn with_readable<T>(
        &self,
        requester: &Requester,
        text: &str,
        read: impl FnOnce(SessionKey, Option<&Snapshot<'_>>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let key = self.key(requester, text)?;
        let failed = |source| match decide_key(requester, &key, &self.rules) {
            Err(denial) => ApiError::denied(Some(denial)),
            Ok(_) => ApiError::of(key.agent())(source),
        };
        let store = self.opened(key.agent()).map_err(failed)?;
        let snapshot = store
            .as_ref()
            .map(|it| it.snapshot())
            .transpose()
            .map_err(failed)?;
        let facts = snapshot
            .as_ref()
            .map(|it| it.facts(&key))
            .transpose()
            .map_err(failed)?
            .flatten();
        self.authorize(requester, &key, facts.as_ref())?;
        read(key, snapshot.as_ref())
    }

    /// Returns the word for the scope that answers are computed under (S17).
    pub(crate) fn scope_name(&self, requester: &Requester) -> &'static str {
        effective_scope(requester, &self.rules).as_str()
    }

    /// Returns the key that the operator means by `text`: a full key, `main`,
    /// or a key of the default agent.
    ///
    /// # Errors
    ///
    /// Fails when the text is no key.
    pub fn operator_key(&self, text: &str) -> Result<SessionKey, ApiError> {
        let names = KeyNames {
            current: None,
            default_agent: Some(&self.rules.default_agent),
            main: &self.rules.main,
        };
        SessionKey::resolve(text, &names).map_err(|source| ApiError::Key {
            text: text.to_owned(),
            source,
        })
    }

    /// Returns the key that a requester means by `text`.
    ///
    /// The operator is told what is wrong with a malformed one; a session is
    /// told what it is told of every key that has no owner (V1.2).
    fn key(&self, requester: &Requester, text: &str) -> Result<SessionKey, ApiError> {
        match requester {
            Requester::Operator => self.operator_key(text),
            Requester::Session(_) => resolve(requester, text, &self.rules)
                .map_err(|denial| ApiError::denied(Some(denial))),
        }
    }

    /// Checks that `requester` may read the session of `facts`, which are
    /// those of `key` in the snapshot that will be read.
    ///
    /// # Errors
    ///
    /// A hidden session and a missing one fail alike: by the requester, the
    /// rules and the key alone (V7).
    fn authorize(
        &self,
        requester: &Requester,
        key: &SessionKey,
        facts: Option<&SessionFacts>,
    ) -> Result<(), ApiError> {
        let is_allowed = facts.is_some_and(|facts| decide(requester, facts, &self.rules).is_ok());
        if is_allowed {
            return Ok(());
        }
        match (decide_key(requester, key, &self.rules), requester) {
            (Err(denial), _) => Err(ApiError::denied(Some(denial))),
            (Ok(_), Requester::Operator) => Err(ApiError::UnknownSession {
                key: key.to_string(),
            }),
            (Ok(_), Requester::Session(_)) => Err(ApiError::denied(None)),
        }
    }
}
