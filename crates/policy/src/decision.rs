//! The decision about one session, and the set of sessions that it allows.
//!
//! Both depend on the requester, the rules and the facts given, and on nothing
//! else: no clock, no other session (V5, V7).

use sessions_core::id::AgentId;
use sessions_core::key::{KeyNames, SessionKey};
use sessions_core::scope::{OwnerLinks, SessionFacts, SessionScope};

use crate::denial::{Allowed, Denial};
use crate::reach::{self, Reach};
use crate::requester::Requester;
use crate::rules::{Visibility, VisibilityRules};
use crate::word::wire_words;

wire_words! {
    /// The scope that an answer was computed under (S17).
    pub enum ScopeName {
        /// Everything but incognito sessions.
        Operator = "operator",
        /// The session that asks.
        SelfOnly = "self",
        /// That session and those that belong to it.
        Tree = "tree",
        /// Every session of its agent.
        Agent = "agent",
        /// Every session, as far as agent-to-agent rules allow.
        All = "all",
        /// A sandboxed session and those that it spawned.
        Spawned = "spawned",
    }
}

/// Returns whether `requester` may read the session that `facts` tell of.
///
/// # Errors
///
/// The [`Denial`] names the first rule that hides the session, in the order of
/// V1, and V4 after it.
pub fn decide(
    requester: &Requester,
    facts: &SessionFacts,
    rules: &VisibilityRules,
) -> Result<Allowed, Denial> {
    let reach = Reach::of(requester, rules, facts.key.agent());
    match reach.rule_showing(facts) {
        Some(rule) => Ok(Allowed::by(rule)),
        None => Err(reach.denial_of(facts)),
    }
}

/// Returns what [`decide`] says of a key of which nothing is stored.
///
/// This is what a requester may be told of a session that it may not read: of
/// a missing one and a hidden one alike (V7). Where this allows the key, the
/// answer is that there is no such session to read.
///
/// # Errors
///
/// The [`Denial`] follows from the requester, the rules and the key alone.
pub fn decide_key(
    requester: &Requester,
    key: &SessionKey,
    rules: &VisibilityRules,
) -> Result<Allowed, Denial> {
    let facts = SessionFacts {
        key: key.clone(),
        links: OwnerLinks::default(),
        is_flagged_incognito: false,
    };
    decide(requester, &facts, rules)
}

/// Returns the session that `requester` means by `text`, aliases resolved
/// (T1a).
///
/// # Errors
///
/// [`Denial::OwnerUnavailable`] for text that stands for no key (V1.2).
pub fn resolve(
    requester: &Requester,
    text: &str,
    rules: &VisibilityRules,
) -> Result<SessionKey, Denial> {
    let names = KeyNames {
        current: requester.key(),
        default_agent: Some(&rules.default_agent),
        main: &rules.main,
    };
    SessionKey::resolve(text, &names).map_err(|_| Denial::OwnerUnavailable)
}

/// Returns whether `requester` may read the session that it means by `text`.
///
/// `stored` is what is stored of that session, the key of [`resolve`]; `None`
/// when nothing is.
///
/// # Errors
///
/// As [`decide`]; [`Denial::OwnerUnavailable`] for text that stands for no
/// key, and for facts that tell of another session, which decide nothing.
pub fn decide_text(
    requester: &Requester,
    text: &str,
    stored: Option<&SessionFacts>,
    rules: &VisibilityRules,
) -> Result<Allowed, Denial> {
    let key = resolve(requester, text, rules)?;
    match stored {
        None => decide_key(requester, &key, rules),
        Some(facts) if facts.key == key => decide(requester, facts, rules),
        Some(_) => Err(Denial::OwnerUnavailable),
    }
}

/// Returns which sessions of `agent` a requester may read: exactly those that
/// [`decide`] allows (V8).
pub fn scope_for(requester: &Requester, rules: &VisibilityRules, agent: &AgentId) -> SessionScope {
    Reach::of(requester, rules, agent).into_scope()
}

/// Returns the name of the scope that a requester's answers are computed
/// under: the configured one, after the limit of sandboxed sessions (S17, V4).
///
/// The limit takes nothing from `self`, which keeps its name.
pub fn effective_scope(requester: &Requester, rules: &VisibilityRules) -> ScopeName {
    let Requester::Session(asking) = requester else {
        return ScopeName::Operator;
    };
    match rules.visibility {
        Visibility::SelfOnly => ScopeName::SelfOnly,
        _ if reach::is_clamped(asking, rules) => ScopeName::Spawned,
        Visibility::Tree => ScopeName::Tree,
        Visibility::Agent => ScopeName::Agent,
        Visibility::All => ScopeName::All,
    }
}
