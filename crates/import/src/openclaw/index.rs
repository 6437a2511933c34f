//! The index beside OpenClaw's transcripts, `sessions.json`: which session id
//! is whose, and whom a session belongs to.
//!
//! What it says decides who may see a session, so it fails closed: an index
//! that cannot be read as a whole is a fault of its folder, and a session that
//! an entry names which cannot be read is not taken in.

use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use sessions_core::id::AgentId;

use super::entry::{self, Entry, Names};
use super::owner::Known;
use crate::imported::{SkipReason, Skipped};
use crate::json;
use crate::source::{IndexFault, ReadFailure};

/// The entries of one index.
#[derive(Clone, Debug, Default)]
pub(crate) struct SessionIndex {
    /// Newest first, so that of two keys that name one id the one in use wins.
    entries: Vec<Entry>,
    /// What entries that cannot be read name, with their numbers.
    refused: Vec<(u64, Names)>,
    /// The entries that cannot be read, in order.
    skipped: Vec<Skipped>,
}

/// What the index says of a session.
pub(super) enum Found {
    /// Whose it is.
    Known(Known),
    /// It is named by the entry of this number, which cannot be read.
    Refused(u64),
    /// Nothing.
    Nothing,
}

impl SessionIndex {
    /// Reads the index at `path`; one that is not there is empty.
    ///
    /// A key without an agent belongs to `agent`. Fails when the index is there
    /// and cannot be read as a whole.
    pub(crate) fn read(path: &Path, agent: Option<&AgentId>) -> Result<Self, IndexFault> {
        let unreadable = |error: io::Error| IndexFault::Unreadable(ReadFailure::from(&error));
        // A link to nothing is there: what it led to said something.
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(unreadable(error)),
            Ok(_) => {}
        }
        // Opening a pipe would wait for a writer.
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(IndexFault::NotAFile);
        }
        let bytes = fs::read(path).map_err(unreadable)?;
        let json = str::from_utf8(&bytes).map_err(|_| IndexFault::NotUtf8)?;
        Self::parse(json, path, agent)
    }

    /// Reads the index that `json` is.
    fn parse(json: &str, path: &Path, agent: Option<&AgentId>) -> Result<Self, IndexFault> {
        let json = json.trim_start_matches('\u{feff}');
        let pairs = json::pairs(json).map_err(|error| {
            if error.is_data() {
                IndexFault::NotAnObject
            } else {
                IndexFault::NotJson
            }
        })?;
        let path: Arc<Path> = path.into();
        let mut index = Self::default();
        // A key that repeats is damage too; each entry tells of its session.
        for (number, (key, entry)) in (1..).zip(&pairs) {
            let (names, content) =
                entry::read(json::text(key.get()).as_deref(), entry.get(), agent);
            match content {
                Ok(content) => index.entries.push(Entry { names, content }),
                Err(fault) => {
                    index.refused.push((number, names));
                    index.skipped.push(Skipped {
                        path: Arc::clone(&path),
                        line: line_of(key.get(), json),
                        reason: SkipReason::BadEntry { number, fault },
                    });
                }
            }
        }
        index
            .entries
            .sort_by_key(|entry| std::cmp::Reverse(entry.content.updated_at));
        Ok(index)
    }

    /// Returns the entries that cannot be read.
    pub(crate) fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Returns what the index says of a session: by its id, then by the base
    /// name of its file, then among the earlier ids of a key.
    pub(super) fn find(&self, id: &str, base: &str) -> Found {
        let is_named =
            |names: &Names| names.is_current(id) || names.is_file(base) || names.was_current(id);
        if let Some((number, _)) = self.refused.iter().find(|(_, names)| is_named(names)) {
            return Found::Refused(*number);
        }
        let by =
            |is_it: &dyn Fn(&Names) -> bool| self.entries.iter().find(|entry| is_it(&entry.names));
        let found = by(&|names| names.is_current(id))
            .or_else(|| by(&|names| names.is_file(base)))
            .map(|entry| (entry, true))
            .or_else(|| by(&|names| names.was_current(id)).map(|entry| (entry, false)));
        let Some((Entry { content, .. }, is_current)) = found else {
            return Found::Nothing;
        };
        let mut known = Known::by_entry(content, is_current);
        // One entry that says so is enough.
        known.is_incognito = self
            .entries
            .iter()
            .any(|entry| entry.content.is_incognito && is_named(&entry.names));
        Found::Known(known)
    }
}

/// Returns the line of `json`, from 1, in which `part` of it begins.
fn line_of(part: &str, json: &str) -> u64 {
    let n_before = part.as_ptr().addr().saturating_sub(json.as_ptr().addr());
    let before = json.as_bytes().iter().take(n_before);
    1 + before.filter(|byte| **byte == b'\n').count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imported::EntryFault;

    fn parse(json: &str) -> Result<SessionIndex, IndexFault> {
        let agent = "ops".parse().unwrap();
        SessionIndex::parse(json, Path::new("sessions.json"), Some(&agent))
    }

    fn known(index: &SessionIndex, id: &str, base: &str) -> Option<Known> {
        match index.find(id, base) {
            Found::Known(known) => Some(known),
            Found::Refused(_) | Found::Nothing => None,
        }
    }

    #[test]
    fn a_session_is_found_by_id_then_file_then_family() {
        let index = parse(
            r#"{
                "agent:ops:main": {"sessionId": "s2", "updatedAt": 5, "label": "Ops",
                    "usageFamilySessionIds": ["s1", "s2", 7]},
                "telegram:direct:U1": {"sessionId": "t1", "sessionFile": "/x/t9-topic-4.jsonl",
                    "spawnedBy": "agent:ops:main", "archivedAt": 3},
                "agent:ops:old": {"sessionId": "s2", "updatedAt": 4}
            }"#,
        )
        .unwrap();
        let find = |id: &str, base: &str| {
            known(&index, id, base).map(|it| (it.key.as_str().to_owned(), it.is_current))
        };
        let main = |is_current| Some(("agent:ops:main".to_owned(), Some(is_current)));
        assert_eq!(find("s2", ""), main(true));
        assert_eq!(find("s1", ""), main(false));
        assert_eq!(find("7", ""), main(false));
        let direct = Some(("agent:ops:telegram:direct:u1".to_owned(), Some(true)));
        assert_eq!(find("unknown", "t9-topic-4"), direct);
        assert_eq!(find("unknown", "unknown"), None);
        let known = known(&index, "t1", "").unwrap();
        assert_eq!(known.links.spawned_by.unwrap().as_str(), "agent:ops:main");
        assert!(known.is_archived && !known.is_incognito);
        assert_eq!(index.skipped(), []);
    }

    #[test]
    fn an_index_that_is_no_object_is_a_fault() {
        for (json, fault) in [
            ("", IndexFault::NotJson),
            ("{", IndexFault::NotJson),
            ("{\"a\":", IndexFault::NotJson),
            ("{} {}", IndexFault::NotJson),
            ("[1,2]", IndexFault::NotAnObject),
            ("null", IndexFault::NotAnObject),
        ] {
            assert_eq!(parse(json).unwrap_err(), fault, "{json}");
        }
        assert_eq!(parse("\u{feff}{}").unwrap().skipped(), []);
    }

    #[test]
    fn an_entry_that_cannot_be_read_is_skipped_and_refuses_what_it_names() {
        let index = parse(
            r#"{"agent:": {"sessionId": "s1", "usageFamilySessionIds": ["s0"]},
"agent:ops:main": {"sessionId": "s2"}, "agent:ops:list": ["s3"],
"\ud800": {"sessionId": "s4", "sessionFile": "f4.jsonl"},
"agent:ops:a": {"sessionId": {}, "sessionFile": "f5.jsonl"},
"agent:ops:b": {"sessionId": "s6", "incognito": "yes"},
"agent:ops:c": {"sessionId": "s7", "ownerSessionKey": "agent:"},
"agent:ops:d": {"sessionId": "s8", "usageFamilySessionIds": "s9"},
"agent:ops:e": {"sessionId": "s9", "spawnedBy": null, "parentSessionKey": "", "incognito": null}}"#,
        )
        .unwrap();
        let skipped: Vec<_> = index
            .skipped()
            .iter()
            .map(|it| match it.reason {
                SkipReason::BadEntry { number, fault } => (it.line, number, fault),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(
            skipped,
            [
                (1, 1, EntryFault::Key),
                (2, 3, EntryFault::NotAnObject),
                (3, 4, EntryFault::Key),
                (4, 5, EntryFault::Field("sessionId")),
                (5, 6, EntryFault::Field("incognito")),
                (6, 7, EntryFault::Field("ownerSessionKey")),
                (7, 8, EntryFault::Field("usageFamilySessionIds")),
            ]
        );
        let refused = |id: &str, base: &str| match index.find(id, base) {
            Found::Refused(number) => number,
            Found::Known(_) | Found::Nothing => 0,
        };
        for (id, base, number) in [
            ("s0", "", 1),
            ("s1", "", 1),
            ("s2", "", 0),
            ("s3", "", 0),
            ("s4", "", 4),
            ("x", "f4", 4),
            ("x", "f5", 5),
            ("s6", "", 6),
            ("s7", "", 7),
            ("s8", "", 8),
        ] {
            assert_eq!(refused(id, base), number, "{id} {base}");
        }
        assert!(known(&index, "s2", "").is_some());
        assert!(known(&index, "s9", "").is_some());
    }

    #[test]
    fn one_entry_that_says_incognito_is_enough() {
        let index = parse(
            r#"{"agent:ops:main": {"sessionId": "s", "updatedAt": 9},
                "agent:ops:old": {"sessionId": "s", "incognito": true}}"#,
        )
        .unwrap();
        let known = known(&index, "s", "").unwrap();
        assert_eq!(known.key.as_str(), "agent:ops:main");
        assert!(known.is_incognito);
    }

    #[test]
    fn a_key_that_repeats_loses_no_session() {
        let index = parse(
            r#"{"agent:ops:x": {"sessionId": "s1", "incognito": true}, "agent:ops:x": {"sessionId": "s2"}}"#,
        )
        .unwrap();
        assert!(known(&index, "s1", "").unwrap().is_incognito);
        assert!(!known(&index, "s2", "").unwrap().is_incognito);
    }
}
