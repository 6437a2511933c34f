//! The decision about one session, and the set of sessions that it allows.
//!
//! Both depend on the requester, the rules and the facts given, and on nothing
//! else: no clock, no other session (V5, V7).

use sessions_core::key::{KeyNames, SessionKey};
use sessions_core::scope::{OwnerLinks, SessionFacts};

use crate::authorized::{Authorized, Target, VisibleSessions};
use crate::denial::{Allowed, Denial};
use crate::reach::Reach;
use crate::requester::Requester;
use crate::rules::VisibilityRules;

/// Returns proof that `requester` may read the session that `target` tells of.
///
/// # Errors
///
/// The [`Denial`] names the first rule that hides the session, in the order of
/// V1, and V4 after it.
pub fn decide<T: Target>(
    requester: &Requester,
    target: T,
    rules: &VisibilityRules,
) -> Result<Authorized<T>, Denial> {
    let facts = target.facts();
    let reach = Reach::of(requester, rules, facts.key.agent());
    match reach.rule_showing(facts) {
        Some(rule) => Ok(Authorized::new(target, requester, Allowed::by(rule))),
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
    decide(requester, &facts, rules).map(|it| it.allowed())
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
        Some(facts) if facts.key == key => decide(requester, facts, rules).map(|it| it.allowed()),
        Some(_) => Err(Denial::OwnerUnavailable),
    }
}

/// Returns proof of what `requester` may see of all sessions. It can be little
/// or nothing; there is no denial, since hidden sessions are as if they did not
/// exist (S8).
pub fn visible_to(requester: &Requester, rules: &VisibilityRules) -> Authorized<VisibleSessions> {
    let allowed = Allowed::by("V8");
    Authorized::new(VisibleSessions::under(rules), requester, allowed)
}
