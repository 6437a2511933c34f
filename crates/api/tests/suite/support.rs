//! A data folder in a temporary place, and short words for what tests do.

use std::path::Path;

use sessions_api::{
    ApiError, HistoryAnswer, HistoryRequest, ListAnswer, ListRequest, NewMessage, SearchAnswer,
    SearchRequest, SessionSettings, Sessions, WrittenKeys,
};
use sessions_core::event::{Role, TimestampMs};
use sessions_core::key::SessionKey;
use sessions_core::scope::SessionFacts;
use sessions_policy::requester::Requester;
use sessions_policy::rules::VisibilityRules;
use sessions_redact::{Pattern, RedactConfig, Redactor};
use tempfile::TempDir;

/// When the tests' conversations begin.
pub(crate) const START_MS: i64 = 1_780_000_000_000;

pub(crate) struct World {
    pub(crate) sessions: Sessions,
    folder: TempDir,
}

pub(crate) fn key(text: &str) -> SessionKey {
    text.parse().unwrap()
}

pub(crate) fn operator() -> Requester {
    Requester::Operator
}

pub(crate) fn asking_as(text: &str) -> Requester {
    Requester::session(key(text))
}

/// Returns the settings that store a session with these facts.
pub(crate) fn settings_of(facts: &SessionFacts) -> SessionSettings {
    SessionSettings {
        links: facts.links.clone(),
        is_incognito: facts.is_incognito(),
        ..SessionSettings::default()
    }
}

impl World {
    pub(crate) fn new() -> Self {
        Self::ruled(VisibilityRules::default())
    }

    pub(crate) fn ruled(rules: VisibilityRules) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let sessions = Sessions::open(folder.path(), rules, Redactor::new());
        Self { sessions, folder }
    }

    /// Opens the same folder under other rules.
    pub(crate) fn under(self, rules: VisibilityRules) -> Self {
        let Self { folder, .. } = self;
        let sessions = Sessions::open(folder.path(), rules, Redactor::new());
        Self { sessions, folder }
    }

    /// Opens the same folder under other rules of masking.
    pub(crate) fn masking(self, redactor: Redactor) -> Self {
        let Self { sessions, folder } = self;
        let sessions = Sessions::open(folder.path(), sessions.rules().clone(), redactor);
        Self { sessions, folder }
    }

    /// Opens the same folder with one word of ours masked besides.
    pub(crate) fn masking_swordfish(self) -> Self {
        let config = RedactConfig {
            patterns: vec![Pattern {
                name: "fish".to_owned(),
                regex: "swordfish".to_owned(),
            }],
            ..RedactConfig::default()
        };
        self.masking(Redactor::with(&config).unwrap())
    }

    /// Returns the data folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Appends a message, `minute` minutes after the beginning.
    pub(crate) fn say(
        &self,
        key: &str,
        id: &str,
        role: Role,
        minute: i64,
        text: &str,
    ) -> WrittenKeys {
        self.say_in(key, id, role, minute, text, SessionSettings::default())
    }

    pub(crate) fn say_in(
        &self,
        key_text: &str,
        id: &str,
        role: Role,
        minute: i64,
        text: &str,
        settings: SessionSettings,
    ) -> WrittenKeys {
        let key = key(key_text);
        let first_id = format!("{}-1", key.rest().replace(':', "-"));
        let is_new = !self
            .folder()
            .join("agents")
            .join(key.agent().as_str())
            .exists()
            || self
                .try_read(&operator(), &HistoryRequest::new(key_text))
                .is_err();
        self.sessions
            .append(&NewMessage {
                session_id: (is_new && !settings.is_incognito).then(|| first_id.parse().unwrap()),
                key,
                message_id: Some(id.parse().unwrap()),
                parent: None,
                role,
                text: text.to_owned(),
                timestamp: TimestampMs(START_MS + minute * 60_000),
                settings,
            })
            .unwrap()
    }

    pub(crate) fn try_search(
        &self,
        requester: &Requester,
        request: &SearchRequest,
    ) -> Result<SearchAnswer, ApiError> {
        let visible = self.sessions.visible_to(requester);
        self.sessions.search(&visible, request)
    }

    pub(crate) fn try_list(
        &self,
        requester: &Requester,
        request: &ListRequest,
    ) -> Result<ListAnswer, ApiError> {
        let visible = self.sessions.visible_to(requester);
        self.sessions.list(&visible, request)
    }

    pub(crate) fn try_read(
        &self,
        requester: &Requester,
        request: &HistoryRequest,
    ) -> Result<HistoryAnswer, ApiError> {
        let read = self.sessions.authorize(requester, request)?;
        self.sessions.history(&read)
    }

    pub(crate) fn search(&self, requester: &Requester, query: &str) -> SearchAnswer {
        self.try_search(requester, &SearchRequest::new(query))
            .unwrap()
    }

    pub(crate) fn found(&self, requester: &Requester, query: &str) -> Vec<String> {
        let answer = self.search(requester, query);
        answer
            .results
            .iter()
            .map(|hit| format!("{} {}", hit.session_key, hit.message_id))
            .collect()
    }

    pub(crate) fn read(&self, requester: &Requester, request: &HistoryRequest) -> HistoryAnswer {
        self.try_read(requester, request).unwrap()
    }

    /// Reopens a hit by its three keys.
    pub(crate) fn reopen(
        &self,
        requester: &Requester,
        answer: &SearchAnswer,
        n: usize,
    ) -> HistoryAnswer {
        let hit = answer.results.get(n).unwrap();
        self.read(
            requester,
            &HistoryRequest {
                message_id: Some(hit.message_id.to_string()),
                session_id: Some(hit.session_id.to_string()),
                ..HistoryRequest::new(hit.session_key.as_str())
            },
        )
    }
}

pub(crate) fn ids(answer: &HistoryAnswer) -> Vec<&str> {
    answer
        .messages
        .iter()
        .map(|it| it.message_id.as_str())
        .collect()
}
