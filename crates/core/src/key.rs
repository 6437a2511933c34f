//! The grammar of session keys (T1a).
//!
//! A key is parsed once, at the edge, into a [`SessionKey`]: canonical, with
//! its agent known, so that nothing behind the edge reads key text again.
//!
//! ```
//! use sessions_core::key::{SessionKey, SessionKind};
//!
//! let key: SessionKey = "agent:Main:Telegram:Direct:U1".parse()?;
//! assert_eq!(key.as_str(), "agent:main:telegram:direct:u1");
//! assert_eq!(key.agent().as_str(), "main");
//! assert_eq!(key.kind(), SessionKind::Direct);
//! # Ok::<(), sessions_core::key::ParseKeyError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::id::{self, AgentId, ParseIdError};

/// The word that a main session's key ends in unless configured otherwise.
pub const DEFAULT_MAIN: &str = "main";

/// The text is not a session key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseKeyError {
    /// The text breaks the bounds of every identifier.
    #[error("not a session key")]
    Id {
        /// What is wrong with it.
        #[from]
        source: ParseIdError,
    },
    /// The text begins with `agent:` and does not go on as a key does, or has
    /// no `agent:` at all.
    #[error("a session key reads `agent:<agent id>:<rest>`, and the rest is not empty")]
    Malformed,
    /// A key without an agent, and no default agent to own it.
    #[error("a key without `agent:` belongs to the default agent, and none is set")]
    NoDefaultAgent,
    /// `current`, asked by someone without a session.
    #[error("`current` is the session that asks, and no session asks")]
    NoCurrent,
}

/// What kind of conversation a key names (S21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum SessionKind {
    /// One person: the main session and direct messages.
    Direct,
    /// A group, channel or room, threads of it included.
    Group,
    /// A sub-agent.
    Subagent,
    /// A child over the agent client protocol.
    Acp,
    /// A scheduled job or one run of it.
    Cron,
    /// A hook.
    Hook,
    /// Anything else: dashboards, explicit and imported sessions.
    Other,
}

impl SessionKind {
    /// Every kind, in the order of the wire names.
    pub const ALL: [Self; 7] = [
        Self::Direct,
        Self::Group,
        Self::Subagent,
        Self::Acp,
        Self::Cron,
        Self::Hook,
        Self::Other,
    ];

    /// Returns the word used on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Group => "group",
            Self::Subagent => "subagent",
            Self::Acp => "acp",
            Self::Cron => "cron",
            Self::Hook => "hook",
            Self::Other => "other",
        }
    }

    /// Returns whether the kind is a child that its owner reaches across
    /// agents (V1.4): a sub-agent or an ACP child.
    pub fn is_child(self) -> bool {
        matches!(self, Self::Subagent | Self::Acp)
    }
}

/// The durable address of a conversation: `agent:<agent id>:<rest>` (T1a).
///
/// Always canonical: the agent id and the rest are folded to lower case, but
/// for the group id of Signal and the room id of Matrix, which tell case
/// apart. At most [`id::MAX_ID_BYTES`], no control characters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SessionKey {
    text: Box<str>,
    agent: AgentId,
}

impl SessionKey {
    /// Returns the key of `rest` under `agent`.
    ///
    /// # Errors
    ///
    /// Fails when `rest` is empty or the key breaks the bounds of identifiers.
    pub fn new(agent: &AgentId, rest: &str) -> Result<Self, ParseKeyError> {
        // A request leaves out white space around a key, so no key ends in any.
        let rest = rest.trim_end();
        if rest.is_empty() {
            return Err(ParseKeyError::Malformed);
        }
        let text = format!("agent:{agent}:{}", fold_rest(rest));
        id::check(&text)?;
        Ok(Self {
            text: text.into_boxed_str(),
            agent: agent.clone(),
        })
    }

    /// Returns what a requester means by `text` (T1a): a full key, the alias
    /// `current` or `main`, or a key without an agent.
    ///
    /// `current` is the session that asks; `main` is the main session of its
    /// agent, or of the default agent where no session asks; any other key
    /// without `agent:` belongs to the default agent. White space around the
    /// text is left out.
    ///
    /// # Errors
    ///
    /// Fails when the text begins with `agent:` and does not parse, when an
    /// alias or a bare key has nothing to stand for, or when it breaks the
    /// bounds of identifiers.
    pub fn resolve(text: &str, names: &KeyNames<'_>) -> Result<Self, ParseKeyError> {
        let text = text.trim();
        if has_agent_prefix(text) {
            return text.parse();
        }
        id::check(text)?;
        if text.eq_ignore_ascii_case("current") {
            return names.current.cloned().ok_or(ParseKeyError::NoCurrent);
        }
        let own = names.current.map(|key| &key.agent);
        if text.eq_ignore_ascii_case(DEFAULT_MAIN) || text.eq_ignore_ascii_case(names.main) {
            let agent = own.or(names.default_agent);
            return Self::new(agent.ok_or(ParseKeyError::NoDefaultAgent)?, names.main);
        }
        let agent = names.default_agent.ok_or(ParseKeyError::NoDefaultAgent)?;
        Self::new(agent, text)
    }

    /// Returns the key as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the agent that owns the session.
    pub fn agent(&self) -> &AgentId {
        &self.agent
    }

    /// Returns what follows the agent id; never empty.
    pub fn rest(&self) -> &str {
        let skip = "agent:".len() + self.agent.as_str().len() + 1;
        self.text.get(skip..).unwrap_or_default()
    }

    /// Returns whether this is the main session of its agent, where main
    /// sessions are called `main`.
    pub fn is_main(&self, main: &str) -> bool {
        self.rest().eq_ignore_ascii_case(main)
    }

    /// Returns the kind of conversation that the key names.
    pub fn kind(&self) -> SessionKind {
        kind_of(self.rest())
    }

    /// Returns whether the key itself says that the session is incognito.
    ///
    /// A session can be incognito by a stored flag too; see V1.1.
    pub fn is_incognito(&self) -> bool {
        let rest = self.rest();
        ["dashboard:", "subagent:", "internal-session-effects:"]
            .iter()
            .filter_map(|form| strip_prefix_ignoring_case(rest, form))
            .filter_map(|tail| strip_prefix_ignoring_case(tail, "incognito-"))
            .any(|tail| !tail.contains(':'))
    }
}

/// What the short names of [`SessionKey::resolve`] stand for.
#[derive(Clone, Copy, Debug)]
pub struct KeyNames<'a> {
    /// The session that asks; `None` for the operator.
    pub current: Option<&'a SessionKey>,
    /// The owner of keys without an agent.
    pub default_agent: Option<&'a AgentId>,
    /// What main sessions are called, [`DEFAULT_MAIN`] unless configured.
    pub main: &'a str,
}

/// Returns whether `text` claims to name its agent; such a text is a key or
/// malformed, and never a bare key.
pub fn has_agent_prefix(text: &str) -> bool {
    strip_prefix_ignoring_case(text, "agent:").is_some()
}

fn strip_prefix_ignoring_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (head, tail) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(tail)
}

/// Folds the part behind the agent, leaving ids alone that tell case apart.
fn fold_rest(rest: &str) -> String {
    const KEEPS_CASE: [&str; 4] = [
        "signal:group:",
        "matrix:room:",
        "matrix:channel:",
        "matrix:group:",
    ];
    for form in KEEPS_CASE {
        if let Some(tail) = strip_prefix_ignoring_case(rest, form) {
            let (id, thread) = match find_ignoring_case(tail, ":thread:") {
                Some(at) => tail.split_at(at),
                None => (tail, ""),
            };
            return format!("{form}{id}{}", thread.to_lowercase());
        }
    }
    rest.to_lowercase()
}

fn find_ignoring_case(text: &str, needle: &str) -> Option<usize> {
    text.to_ascii_lowercase().find(needle)
}

fn kind_of(rest: &str) -> SessionKind {
    let lower = rest.to_ascii_lowercase();
    let parts: Vec<&str> = lower.split(':').collect();
    match parts.as_slice() {
        ["subagent", _, ..] => SessionKind::Subagent,
        ["acp", _, ..] => SessionKind::Acp,
        ["cron", _, ..] => SessionKind::Cron,
        ["hook", ..] => SessionKind::Hook,
        ["dashboard" | "explicit" | "internal-session-effects", ..] => SessionKind::Other,
        [DEFAULT_MAIN]
        | ["direct" | "dm", _, ..]
        | [_, "direct" | "dm", _, ..]
        | [_, _, "direct" | "dm", _, ..] => SessionKind::Direct,
        [_, "group" | "channel" | "room", _, ..] => SessionKind::Group,
        // Imported children keep the key of their parent in front.
        [_, middle @ .., _] if middle.contains(&"subagent") => SessionKind::Subagent,
        _ => SessionKind::Other,
    }
}

impl FromStr for SessionKey {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, ParseKeyError> {
        id::check(text)?;
        let tail = strip_prefix_ignoring_case(text, "agent:").ok_or(ParseKeyError::Malformed)?;
        let (agent, rest) = tail.split_once(':').ok_or(ParseKeyError::Malformed)?;
        let agent: AgentId = agent.parse().map_err(|_| ParseKeyError::Malformed)?;
        Self::new(&agent, rest)
    }
}

impl TryFrom<String> for SessionKey {
    type Error = ParseKeyError;

    fn try_from(text: String) -> Result<Self, ParseKeyError> {
        text.parse()
    }
}

impl From<SessionKey> for String {
    fn from(key: SessionKey) -> Self {
        key.text.into()
    }
}

impl fmt::Display for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SessionKey({})", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> SessionKey {
        text.parse().unwrap()
    }

    #[test]
    fn keys_fold_and_some_ids_keep_their_case() {
        for (typed, canonical) in [
            ("AGENT:Main:Main", "agent:main:main"),
            ("agent:ops:Slack:Channel:C1", "agent:ops:slack:channel:c1"),
            (
                "agent:main:Signal:Group:AbC=:Thread:T1",
                "agent:main:signal:group:AbC=:thread:t1",
            ),
            (
                "agent:main:matrix:room:!AbC:Example.org",
                "agent:main:matrix:room:!AbC:Example.org",
            ),
            ("agent:main:ÄÖ", "agent:main:äö"),
            ("agent:main:x \u{3000}", "agent:main:x"),
        ] {
            assert_eq!(key(typed).as_str(), canonical);
            assert_eq!(
                key(canonical).as_str(),
                canonical,
                "canonical text is stable"
            );
        }
    }

    #[test]
    fn malformed_keys_are_rejected() {
        for text in [
            "agent:",
            "agent::x",
            "agent:main",
            "agent:main:",
            "agent:main: ",
            "agent:a/b:x",
            "main",
        ] {
            assert_eq!(
                text.parse::<SessionKey>(),
                Err(ParseKeyError::Malformed),
                "{text}"
            );
        }
        assert!(matches!(
            "agent:main:a\u{7}".parse::<SessionKey>(),
            Err(ParseKeyError::Id { .. })
        ));
    }

    #[test]
    fn the_kind_follows_from_the_form() {
        use SessionKind::{Acp, Cron, Direct, Group, Hook, Other, Subagent};
        for (rest, kind) in [
            ("main", Direct),
            ("direct:u1", Direct),
            ("telegram:direct:u1", Direct),
            ("telegram:bot2:dm:u1", Direct),
            ("slack:channel:c1", Group),
            ("whatsapp:group:g1:thread:9", Group),
            ("matrix:room:!a:b", Group),
            ("subagent:x", Subagent),
            ("subagent:x:subagent:y", Subagent),
            ("-w-app:5f0e:subagent:ag1", Subagent),
            ("acp:x", Acp),
            ("cron:j1", Cron),
            ("cron:j1:run:r1", Cron),
            ("hook:mail", Hook),
            ("dashboard:d", Other),
            ("explicit:e", Other),
            ("internal-session-effects:run9", Other),
            ("telegram:direct:subagent", Direct),
        ] {
            assert_eq!(key(&format!("agent:a:{rest}")).kind(), kind, "{rest}");
        }
    }

    #[test]
    fn incognito_is_read_off_three_forms_only() {
        for (rest, is_incognito) in [
            ("dashboard:incognito-1", true),
            ("subagent:INCOGNITO-1", true),
            ("internal-session-effects:incognito-9", true),
            ("dashboard:incognito-", true),
            ("dashboard:incognito-a:b", false),
            ("slack:channel:incognito-1", false),
            ("dashboard:d", false),
        ] {
            assert_eq!(
                key(&format!("agent:a:{rest}")).is_incognito(),
                is_incognito,
                "{rest}"
            );
        }
    }

    #[test]
    fn aliases_and_bare_keys_resolve_once() {
        let me = key("agent:ops:telegram:direct:u1");
        let agent: AgentId = "main".parse().unwrap();
        let names = KeyNames {
            current: Some(&me),
            default_agent: Some(&agent),
            main: DEFAULT_MAIN,
        };
        let resolve = |text| SessionKey::resolve(text, &names).unwrap();
        assert_eq!(resolve("current"), me);
        assert_eq!(resolve("main").as_str(), "agent:ops:main");
        assert_eq!(
            resolve(" slack:channel:c1 ").as_str(),
            "agent:main:slack:channel:c1"
        );
        assert_eq!(resolve("Agent:X:Y").as_str(), "agent:x:y");

        let nobody = KeyNames {
            current: None,
            default_agent: None,
            main: DEFAULT_MAIN,
        };
        let refused = |text| SessionKey::resolve(text, &nobody).unwrap_err();
        assert_eq!(refused("current"), ParseKeyError::NoCurrent);
        assert_eq!(refused("main"), ParseKeyError::NoDefaultAgent);
        assert_eq!(refused("x"), ParseKeyError::NoDefaultAgent);
        assert_eq!(refused("agent::x"), ParseKeyError::Malformed);
    }

    #[test]
    fn no_error_of_a_key_tells_what_was_typed() {
        let rows = crate::rows_of_errors!(ParseKeyError:
            of text { Id, Malformed, NoDefaultAgent }
            not of text { NoCurrent: "only the word `current` makes it" }
        );
        let planted = crate::testing::told::planted();
        let nobody = KeyNames {
            current: None,
            default_agent: None,
            main: DEFAULT_MAIN,
        };
        let made: Vec<ParseKeyError> = [planted.repeat(20), planted.clone()]
            .iter()
            .filter_map(|text| text.parse::<SessionKey>().err())
            .chain(SessionKey::resolve(&planted, &nobody).err())
            .collect();
        assert_eq!(rows.faults(&made), Vec::<String>::new());
    }
}
