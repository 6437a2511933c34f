//! One entry of an index of sessions.

use std::borrow::Cow;
use std::path::Path;

use serde_json::value::RawValue;
use sessions_core::id::AgentId;
use sessions_core::key::{DEFAULT_MAIN, KeyNames, SessionKey};
use sessions_core::scope::OwnerLinks;

use crate::imported::EntryFault;
use crate::json::Object;
use crate::openclaw::FileName;

/// An entry that was read.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) names: Names,
    pub(super) content: Content,
}

/// Which sessions an entry is about.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) session_id: Option<String>,
    file_base: Option<String>,
    earlier_ids: Vec<String>,
}

/// What an entry says of its sessions.
#[derive(Clone)]
pub(super) struct Content {
    pub(super) key: SessionKey,
    pub(super) links: OwnerLinks,
    pub(super) title: Option<String>,
    pub(super) is_archived: bool,
    pub(super) is_incognito: bool,
    pub(super) updated_at: u64,
}

impl std::fmt::Debug for Content {
    /// Omits the title (R9).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Content")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

impl Names {
    /// Returns whether `id` is the session that the key has now.
    pub(super) fn is_current(&self, id: &str) -> bool {
        self.session_id.as_deref() == Some(id)
    }

    /// Returns whether the session is in a file of this base name.
    pub(super) fn is_file(&self, base: &str) -> bool {
        self.file_base.as_deref() == Some(base)
    }

    /// Returns whether `id` is a session that the key had.
    pub(super) fn was_current(&self, id: &str) -> bool {
        self.earlier_ids.iter().any(|earlier| earlier == id)
    }
}

const FIELDS: &[&str; 13] = &[
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
];

/// Reads the entry of `key`, which is `None` where it cannot be read.
///
/// A field that says which session it is, whose, or that nobody is to see it,
/// is a fault of the entry when it is there and cannot be read. What the entry
/// names is returned all the same.
pub(super) fn read(
    key: Option<&str>,
    entry: &str,
    agent: Option<&AgentId>,
) -> (Names, Result<Content, EntryFault>) {
    let Ok(object) = Object::read(entry, FIELDS) else {
        return (Names::default(), Err(EntryFault::NotAnObject));
    };
    let fields = Fields { object, agent };
    let session_id = fields.name("sessionId");
    let file_base = fields
        .text("sessionFile")
        .map(|file| file.map(|file| FileName::of(Path::new(&file)).base));
    let (earlier_ids, has_odd_ids) = fields.earlier_ids();
    let fault = [
        session_id.as_ref().err().copied(),
        file_base.as_ref().err().copied(),
        has_odd_ids.then_some(EntryFault::Field("usageFamilySessionIds")),
    ];
    let names = Names {
        session_id: session_id.unwrap_or_default(),
        file_base: file_base.unwrap_or_default(),
        earlier_ids,
    };
    let content = match fault.into_iter().flatten().next() {
        Some(fault) => Err(fault),
        None => fields.content(key),
    };
    (names, content)
}

struct Fields<'j, 'a> {
    object: Object<'j, 13>,
    agent: Option<&'a AgentId>,
}

impl Fields<'_, '_> {
    fn content(&self, key: Option<&str>) -> Result<Content, EntryFault> {
        let key = key
            .and_then(|key| self.resolve(key))
            .ok_or(EntryFault::Key)?;
        let is_incognito = self.flag("incognito")? || self.flag("isIncognito")?;
        let object = &self.object;
        Ok(Content {
            is_incognito: is_incognito || key.is_incognito(),
            key,
            links: OwnerLinks {
                spawned_by: self.link("spawnedBy")?,
                parent: self.link("parentSessionKey")?,
                owner: self.link("ownerSessionKey")?,
            },
            title: object
                .text("label")
                .or_else(|| object.text("displayName"))
                .map(Cow::into_owned),
            is_archived: object.flag("archived") == Some(true)
                || object.has("archivedAt") && !object.is_null("archivedAt"),
            updated_at: object
                .raw("updatedAt")
                .and_then(|time| time.parse().ok())
                .unwrap_or(0),
        })
    }

    fn resolve(&self, key: &str) -> Option<SessionKey> {
        let names = KeyNames {
            current: None,
            default_agent: self.agent,
            main: DEFAULT_MAIN,
        };
        SessionKey::resolve(key, &names).ok()
    }

    /// Returns a field that is absent, or a key.
    fn link(&self, name: &'static str) -> Result<Option<SessionKey>, EntryFault> {
        match self.text(name)? {
            Some(key) => match self.resolve(&key) {
                Some(key) => Ok(Some(key)),
                None => Err(EntryFault::Field(name)),
            },
            None => Ok(None),
        }
    }

    /// Returns a field that is absent, or a boolean.
    fn flag(&self, name: &'static str) -> Result<bool, EntryFault> {
        if self.is_absent(name) {
            return Ok(false);
        }
        self.object.flag(name).ok_or(EntryFault::Field(name))
    }

    /// Returns a field that is absent, or a string.
    fn text(&self, name: &'static str) -> Result<Option<String>, EntryFault> {
        self.checked(name, self.object.text(name))
    }

    /// Returns a field that is absent, or a string or an integer.
    fn name(&self, name: &'static str) -> Result<Option<String>, EntryFault> {
        self.checked(name, self.object.name(name))
    }

    fn checked(
        &self,
        name: &'static str,
        text: Option<Cow<'_, str>>,
    ) -> Result<Option<String>, EntryFault> {
        match text {
            // An empty text names nothing.
            Some(text) => Ok(Some(text.into_owned()).filter(|text| !text.trim().is_empty())),
            None if self.is_absent(name) => Ok(None),
            None => Err(EntryFault::Field(name)),
        }
    }

    fn is_absent(&self, name: &str) -> bool {
        !self.object.has(name) || self.object.is_null(name)
    }

    /// Returns the earlier ids that can be read, and whether some cannot.
    fn earlier_ids(&self) -> (Vec<String>, bool) {
        const NAME: &str = "usageFamilySessionIds";
        if self.is_absent(NAME) {
            return (Vec::new(), false);
        }
        let ids: Option<Vec<&RawValue>> = self
            .object
            .raw(NAME)
            .and_then(|ids| serde_json::from_str(ids).ok());
        let Some(ids) = ids else {
            return (Vec::new(), true);
        };
        let read: Vec<String> = ids
            .iter()
            .filter_map(|id| crate::json::name(id.get()))
            .map(Cow::into_owned)
            .collect();
        let has_odd = read.len() < ids.len();
        (read, has_odd)
    }
}
