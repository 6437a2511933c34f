//! `sessions doctor`: what is wrong with the databases, and mending it.

use sessions_api::{Health, Repair};

use super::reindex;
use crate::args::upkeep::DoctorArgs;
use crate::context::Context;
use crate::error::{CliError, causes, in_one_line};
use crate::exit::Exit;
use crate::output::Printer;
use crate::output::doctor::{Answer, Checked};

/// What can be done about damage.
const REPAIR: &str = "`sessions doctor --repair` saves what can be saved";

/// What can be done about what a repair leaves.
const LEFT: &str =
    "what cannot be repaired is left as it is; put a backup in its place, or move it away";

/// Checks all databases, repairs them where that is asked for, and shows what
/// was found and done.
///
/// # Errors
///
/// Fails when the agents cannot be listed. A database that cannot be repaired
/// is part of the answer, and keeps no other from being repaired.
pub(crate) fn run(args: &DoctorArgs, context: &Context) -> Result<Exit, CliError> {
    let all = context.sessions.check()?;
    let mut databases = Vec::new();
    let mut hint = None;
    let mut is_sound = true;
    let mut is_index_new = false;
    for health in &all {
        let (repair, not_repaired) = if args.repair && health.is_damaged() {
            match context.sessions.repair(health) {
                Ok(repair) => (Some(repair), None),
                Err(err) => (None, Some(causes(&err).join(": "))),
            }
        } else {
            (None, None)
        };
        let is_repaired = repair.as_ref().is_some_and(|it| *it != Repair::None);
        is_index_new |= is_repaired;
        if health.is_unknown() || (health.is_damaged() && !is_repaired) {
            is_sound = false;
            hint = hint.or_else(|| match health.hint() {
                Some(hint) if health.is_unknown() => Some(hint),
                _ if args.repair => Some(LEFT.to_owned()),
                _ => Some(REPAIR.to_owned()),
            });
        }
        databases.push(Checked {
            agent_id: health.agent.to_string(),
            damaged: health.is_damaged(),
            unknown: health.is_unknown(),
            findings: findings(health),
            repair,
            not_repaired,
        });
    }
    if is_index_new {
        match reindex::reconcile(context, None) {
            // A database that is left as it is stands in the way; searches
            // index the others bit by bit once it is gone.
            Err(err) if !is_sound => tracing::debug!(%err, "indexing did not go on"),
            done => drop(done?),
        }
    }
    let is_repaired = databases.iter().any(|it| it.repair.is_some());
    let advice = advice(context, databases.len())?;
    let answer = Answer {
        databases,
        rules: context.sessions.effective_rules(),
        advice,
    };
    let shown = if context.printer.is_json() {
        Printer::json(&answer)
    } else {
        context.printer.data(&answer)
    };
    match shown {
        Err(err) if is_repaired => return Err(err.once_done("what can be repaired is repaired")),
        shown => shown?,
    }
    for it in &answer.advice {
        context.printer.note(it);
    }
    if let Some(hint) = hint {
        context.printer.hint(hint);
    }
    Ok(if is_sound { Exit::Done } else { Exit::Store })
}

/// Returns what is no damage and should be looked at.
fn advice(context: &Context, n_agents: usize) -> Result<Vec<String>, CliError> {
    let is_open = context.sessions.agents_are_open_by_default()?;
    let advice = is_open.then(|| {
        format!(
            "the sessions of {n_agents} agents can read one another, since no setting says \
             otherwise: `tools.agentToAgent.allow` names the agents that may, and \
             `tools.sessions.visibility` set to `agent` keeps each to its own"
        )
    });
    Ok(advice.into_iter().collect())
}

/// Returns what was found, one line each.
fn findings(health: &Health) -> Vec<String> {
    let failure = health.failure.iter().map(|err| in_one_line(err));
    let found = health.findings.iter().map(ToString::to_string);
    failure.chain(found).collect()
}
