//! The stores of many agents, open under one configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

use sessions_core::id::AgentId;
use sessions_core::key::{KeyNames, SessionKey};
use sessions_policy::rules::VisibilityRules;
use sessions_redact::Redactor;
use sessions_store::{MaskedText, Masker, Store, StoreError, StoreOptions};

use crate::error::ApiError;

/// The name of a database in its agent's folder.
const DATABASE: &str = "sessions.sqlite";

/// The transcripts of all agents in one data folder.
///
/// Shared by reference among threads. Every reading function takes proof of what
/// a requester may see, which [`Self::visible_to`] and [`Self::authorize`] give.
///
/// ```
/// use sessions_api::{SearchRequest, Sessions};
/// use sessions_policy::requester::Requester;
/// use sessions_policy::rules::VisibilityRules;
/// use sessions_redact::Redactor;
///
/// # let folder = tempfile::tempdir()?;
/// let sessions = Sessions::open(folder.path(), VisibilityRules::default(), Redactor::new());
/// let visible = sessions.visible_to(&Requester::Operator);
/// let answer = sessions.search(&visible, &SearchRequest::new("rollout friday"))?;
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
            // What is no key may be anything (R9).
            text: self.redactor.redact(text).into_string(),
            source,
        })
    }
}
