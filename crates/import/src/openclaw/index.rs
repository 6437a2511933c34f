//! The index beside OpenClaw's transcripts, `sessions.json`: which session id
//! is whose, and whom a session belongs to.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use serde_json::value::RawValue;
use sessions_core::id::AgentId;
use sessions_core::key::{DEFAULT_MAIN, KeyNames, SessionKey};
use sessions_core::scope::OwnerLinks;

use super::name::FileName;
use crate::json::{self, Object};

/// The entries of one index.
#[derive(Clone, Debug, Default)]
pub(crate) struct SessionIndex {
    /// Newest first, so that of two keys that name one id the one in use wins.
    entries: Vec<Entry>,
}

#[derive(Clone)]
struct Entry {
    key: String,
    session_id: Option<String>,
    file_base: Option<String>,
    earlier_ids: Vec<String>,
    spawned_by: Option<String>,
    parent: Option<String>,
    owner: Option<String>,
    title: Option<String>,
    is_archived: bool,
    is_incognito: bool,
    updated_at: u64,
}

impl std::fmt::Debug for Entry {
    /// Omits the title (R9).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry")
            .field("key", &self.key)
            .field("session_id", &self.session_id)
            .finish_non_exhaustive()
    }
}

/// What is known of a session from outside its transcript.
pub(super) struct Known {
    pub(super) key: SessionKey,
    pub(super) links: OwnerLinks,
    /// Whether it is the current generation of its key, where that is known.
    pub(super) is_current: Option<bool>,
    pub(super) is_archived: bool,
    pub(super) is_incognito: bool,
    pub(super) title: Option<String>,
}

const FIELDS: &[&str; 15] = &[
    "sessionId",
    "sessionFile",
    "usageFamilySessionIds",
    "spawnedBy",
    "parentSessionKey",
    "ownerSessionKey",
    "label",
    "displayName",
    "archived",
    "archivedAt",
    "incognito",
    "isIncognito",
    "updatedAt",
    "subject",
    "visibility",
];

impl SessionIndex {
    /// Reads an index; entries that cannot be read are left out.
    pub(crate) fn parse(json: &str) -> Self {
        let entries: BTreeMap<Cow<'_, str>, &RawValue> =
            serde_json::from_str(json.trim_start_matches('\u{feff}')).unwrap_or_default();
        let mut entries: Vec<Entry> = entries
            .iter()
            .filter_map(|(key, entry)| Entry::read(key, entry.get()))
            .collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.updated_at));
        Self { entries }
    }

    /// Returns what the index knows of a session: by its id, then by the base
    /// name of its file, then among the earlier ids of a key.
    pub(super) fn find(&self, id: &str, base: &str, agent: &AgentId) -> Option<Known> {
        let is_current = |entry: &&Entry| entry.session_id.as_deref() == Some(id);
        let by_file = |entry: &&Entry| entry.file_base.as_deref() == Some(base);
        let was_current = |entry: &&Entry| entry.earlier_ids.iter().any(|earlier| earlier == id);
        let found = self
            .entries
            .iter()
            .find(is_current)
            .or_else(|| self.entries.iter().find(by_file))
            .map(|entry| (entry, true))
            .or_else(|| {
                let entry = self.entries.iter().find(was_current)?;
                Some((entry, false))
            });
        let (entry, is_current) = found?;
        let names = KeyNames {
            current: None,
            default_agent: Some(agent),
            main: DEFAULT_MAIN,
        };
        let key = |text: &str| SessionKey::resolve(text, &names).ok();
        let link = |text: &Option<String>| text.as_deref().and_then(key);
        Some(Known {
            key: key(&entry.key)?,
            links: OwnerLinks {
                spawned_by: link(&entry.spawned_by),
                parent: link(&entry.parent),
                owner: link(&entry.owner),
            },
            is_current: Some(is_current),
            is_archived: entry.is_archived,
            is_incognito: entry.is_incognito,
            title: entry.title.clone(),
        })
    }
}

impl Entry {
    fn read(key: &str, entry: &str) -> Option<Self> {
        let entry = Object::read(entry, FIELDS).ok()?;
        let text = |name| entry.text(name).map(Cow::into_owned);
        let earlier: Vec<&RawValue> = entry
            .raw("usageFamilySessionIds")
            .and_then(|ids| serde_json::from_str(ids).ok())
            .unwrap_or_default();
        Some(Self {
            key: key.to_owned(),
            session_id: text("sessionId"),
            file_base: text("sessionFile").map(|file| FileName::of(Path::new(&file)).base),
            earlier_ids: earlier
                .into_iter()
                .filter_map(|id| json::text(id.get()))
                .map(Cow::into_owned)
                .collect(),
            spawned_by: text("spawnedBy"),
            parent: text("parentSessionKey"),
            owner: text("ownerSessionKey"),
            title: text("label").or_else(|| text("displayName")),
            is_archived: entry.flag("archived") == Some(true)
                || entry.has("archivedAt") && !entry.is_null("archivedAt"),
            is_incognito: entry.flag("incognito") == Some(true)
                || entry.flag("isIncognito") == Some(true),
            updated_at: entry
                .raw("updatedAt")
                .and_then(|time| time.parse().ok())
                .unwrap_or(0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_found_by_id_then_file_then_family() {
        let index = SessionIndex::parse(
            r#"{
                "agent:ops:main": {"sessionId": "s2", "updatedAt": 5, "label": "Ops",
                    "usageFamilySessionIds": ["s1", "s2", 7]},
                "telegram:direct:U1": {"sessionId": "t1", "sessionFile": "/x/t9-topic-4.jsonl",
                    "spawnedBy": "agent:ops:main", "archivedAt": 3},
                "agent:ops:old": {"sessionId": "s2", "updatedAt": 4},
                "odd": [1]
            }"#,
        );
        let agent: AgentId = "ops".parse().unwrap();
        let find = |id: &str, base: &str| {
            index
                .find(id, base, &agent)
                .map(|it| (it.key.as_str().to_owned(), it.is_current))
        };
        let main = |is_current| Some(("agent:ops:main".to_owned(), Some(is_current)));
        assert_eq!(find("s2", ""), main(true));
        assert_eq!(find("s1", ""), main(false));
        let direct = Some(("agent:ops:telegram:direct:u1".to_owned(), Some(true)));
        assert_eq!(find("unknown", "t9-topic-4"), direct);
        assert_eq!(find("unknown", "unknown"), None);
        let known = index.find("t1", "", &agent).unwrap();
        assert_eq!(known.links.spawned_by.unwrap().as_str(), "agent:ops:main");
        assert!(known.is_archived && !known.is_incognito);
    }

    #[test]
    fn a_damaged_index_knows_nothing() {
        for json in ["", "[]", "{\"a\":", "{\"agent:\":{\"sessionId\":\"s\"}}"] {
            let agent = "main".parse().unwrap();
            assert!(SessionIndex::parse(json).find("s", "s", &agent).is_none());
        }
    }
}
