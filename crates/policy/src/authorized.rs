//! Proof that the rules allow a read (V9).

use sessions_core::id::AgentId;
use sessions_core::scope::{SessionFacts, SessionScope};

use crate::denial::Allowed;
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

/// Something that is stored of one session and can be decided about.
pub trait Target {
    /// Returns what is stored of the session.
    fn facts(&self) -> &SessionFacts;
}

impl Target for SessionFacts {
    fn facts(&self) -> &SessionFacts {
        self
    }
}

impl<T: Target> Target for &T {
    fn facts(&self) -> &SessionFacts {
        (**self).facts()
    }
}

/// A value that a requester may read by, together with who it is.
///
/// Only a decision makes one: [`decide`](crate::decision::decide) of one
/// session, [`visible_to`](crate::decision::visible_to) of all that a requester
/// may see. A function that takes one cannot be called unchecked:
///
/// ```compile_fail,E0451
/// use sessions_policy::authorized::Authorized;
/// use sessions_policy::denial::Allowed;
/// use sessions_policy::requester::Requester;
///
/// fn forged(key: String, allowed: Allowed) -> Authorized<String> {
///     Authorized { target: key, requester: Requester::Operator, allowed }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authorized<T> {
    target: T,
    requester: Requester,
    allowed: Allowed,
}

impl<T> Authorized<T> {
    pub(crate) fn new(target: T, requester: &Requester, allowed: Allowed) -> Self {
        Self {
            target,
            requester: requester.clone(),
            allowed,
        }
    }

    /// Returns what may be read.
    pub fn target(&self) -> &T {
        &self.target
    }

    /// Returns who may read it.
    pub fn requester(&self) -> &Requester {
        &self.requester
    }

    /// Returns the answer that allowed it.
    pub fn allowed(&self) -> Allowed {
        self.allowed
    }
}

/// All sessions that a requester may see, in the databases of all agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleSessions {
    rules: VisibilityRules,
}

impl VisibleSessions {
    pub(crate) fn under(rules: &VisibilityRules) -> Self {
        Self {
            rules: rules.clone(),
        }
    }
}

impl Authorized<VisibleSessions> {
    /// Returns which sessions of `agent` the requester may read: exactly those
    /// that [`decide`](crate::decision::decide) allows (V8).
    pub fn scope(&self, agent: &AgentId) -> SessionScope {
        Reach::of(&self.requester, &self.target.rules, agent).into_scope()
    }

    /// Returns the name of the scope that answers are computed under: the
    /// configured one, after the limit of sandboxed sessions (S17, V4).
    ///
    /// The limit takes nothing from `self`, which keeps its name.
    pub fn name(&self) -> ScopeName {
        let rules = &self.target.rules;
        let Requester::Session(asking) = &self.requester else {
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
}
