//! V1 and V4 as the contract words them, step by step: the reference that the
//! crate is compared with. Slow and plain on purpose; it shares no line with
//! the crate but its types.

use sessions_core::id::AgentId;
use sessions_core::key::{SessionKey, SessionKind};
use sessions_core::scope::SessionFacts;
use sessions_policy::agent_link::AgentLinkRules;
use sessions_policy::requester::Requester;
use sessions_policy::rules::{SpawnedVisibility, Visibility, VisibilityRules};

/// The rule that allowed, or the word and the rule of the denial.
pub(crate) type Answer = Result<&'static str, (&'static str, &'static str)>;

pub(crate) fn answer(
    requester: &Requester,
    target: &SessionFacts,
    rules: &VisibilityRules,
) -> Answer {
    // V1.1
    if target.is_flagged_incognito || target.key.is_incognito() {
        return Err(("incognito", "V1.1"));
    }
    let Requester::Session(asking) = requester else {
        return Ok("V11");
    };
    let configured = configured(&asking.key, asking.is_sandboxed, target, rules)?;
    // V4
    let is_kept = asking.is_sandboxed && rules.spawned_visibility == SpawnedVisibility::Spawned;
    if is_kept && target.key != asking.key && !is_linked(target, &asking.key) {
        return Err(if target.key.agent() == asking.key.agent() {
            ("tree-restricted", "V4")
        } else {
            ("cross-agent-restricted", "V4")
        });
    }
    Ok(configured)
}

fn is_linked(target: &SessionFacts, owner: &SessionKey) -> bool {
    let links = &target.links;
    [&links.spawned_by, &links.parent, &links.owner].contains(&&Some(owner.clone()))
}

fn configured(
    asking: &SessionKey,
    is_sandboxed: bool,
    target: &SessionFacts,
    rules: &VisibilityRules,
) -> Answer {
    use Visibility::{Agent, All, SelfOnly, Tree};

    let scope = rules.visibility;
    let is_same_agent = asking.agent() == target.key.agent();
    let main = format!("agent:{}:{}", target.key.agent(), rules.main);
    // V1.3
    let is_owned =
        is_linked(target, asking) || (scope == Tree && !is_sandboxed && asking.as_str() == main);
    // V1.4
    let is_child = matches!(target.key.kind(), SessionKind::Subagent | SessionKind::Acp);
    if matches!(scope, Tree | All) && is_owned && (is_same_agent || is_child) {
        return Ok("V1.4");
    }
    // V1.5
    if !is_same_agent {
        return match scope {
            SelfOnly | Tree | Agent => Err(("cross-agent-restricted", "V1.5")),
            All if !rules.agent_links.is_enabled => Err(("agent-to-agent-off", "V1.5")),
            All if !is_pair(&rules.agent_links, asking, &target.key) => {
                Err(("agent-to-agent-not-allowed", "V1.5"))
            }
            All => Ok("V1.5"),
        };
    }
    // V1.6
    match scope {
        SelfOnly if target.key == *asking => Ok("V1.6"),
        SelfOnly => Err(("self-restricted", "V1.6")),
        Tree if target.key == *asking || is_owned => Ok("V1.6"),
        Tree => Err(("tree-restricted", "V1.6")),
        Agent | All => Ok("V1.6"),
    }
}

/// V3, over the entries as text.
fn is_pair(rules: &AgentLinkRules, one: &SessionKey, other: &SessionKey) -> bool {
    let ends = [one.agent().as_str(), other.agent().as_str()];
    let is_listed = |end: &str| {
        rules.allow.iter().flatten().any(|pattern| {
            let pattern = pattern.as_str();
            match pattern.strip_suffix('*') {
                Some(head) => end.starts_with(head),
                None => end == pattern,
            }
        })
    };
    let is_paired = rules.pairs.iter().flatten().any(|pair| {
        let pair: Vec<AgentId> = pair.clone().into();
        let pair = [pair[0].as_str(), pair[1].as_str()];
        pair == ends || pair == [ends[1], ends[0]]
    });
    (rules.allow.is_none() && rules.pairs.is_none()) || ends.into_iter().all(is_listed) || is_paired
}
