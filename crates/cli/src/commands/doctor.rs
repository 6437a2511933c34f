//! `sessions doctor`: what is wrong with the databases, and mending it.

use serde::Serialize;
use sessions_api::{Health, Repair};

use super::reindex;
use crate::args::upkeep::DoctorArgs;
use crate::context::Context;
use crate::error::{CliError, in_one_line};
use crate::exit::Exit;
use crate::output::Printer;

/// One agent's database in the answer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Checked {
    agent_id: String,
    damaged: bool,
    /// It could not be read, so it may be damaged or not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unknown: bool,
    findings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    repair: Option<Repair>,
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer {
    databases: Vec<Checked>,
}

/// What can be done about damage.
const REPAIR: &str = "`sessions doctor --repair` saves what can be saved";

/// Checks all databases, repairs them where that is asked for, and shows what
/// was found and done.
///
/// # Errors
///
/// Fails when the agents cannot be listed, or a repair fails.
pub(crate) fn run(args: &DoctorArgs, context: &Context) -> Result<Exit, CliError> {
    let all = context.sessions.check()?;
    let mut databases = Vec::new();
    let mut hint = None;
    let mut is_sound = true;
    let mut is_index_new = false;
    for health in &all {
        let repair = if args.repair && health.is_damaged() {
            let repair = context.sessions.repair(health)?;
            is_index_new |= repair != Repair::None;
            Some(repair)
        } else {
            None
        };
        is_sound &= match &repair {
            None | Some(Repair::None) => !health.is_damaged() && !health.is_unknown(),
            Some(_) => true,
        };
        if health.is_unknown() {
            hint = hint.or(health.hint());
        } else if health.is_damaged() && !args.repair {
            hint = hint.or(Some(REPAIR.to_owned()));
        }
        databases.push(Checked {
            agent_id: health.agent.to_string(),
            damaged: health.is_damaged(),
            unknown: health.is_unknown(),
            findings: findings(health),
            repair,
        });
    }
    if is_index_new {
        reindex::to_the_end(context)?;
    }
    let is_repaired = databases.iter().any(|it| it.repair.is_some());
    let shown = if context.printer.is_json() {
        Printer::json(&Answer { databases })
    } else {
        context.printer.data(text(&databases))
    };
    match shown {
        Err(err) if is_repaired => return Err(err.once_done("what can be repaired is repaired")),
        shown => shown?,
    }
    if let Some(hint) = hint {
        context.printer.hint(hint);
    }
    Ok(if is_sound { Exit::Done } else { Exit::Store })
}

/// Returns what was found, one line each.
fn findings(health: &Health) -> Vec<String> {
    let failure = health.failure.iter().map(|err| in_one_line(err));
    let found = health.findings.iter().map(ToString::to_string);
    failure.chain(found).collect()
}

fn text(databases: &[Checked]) -> String {
    if databases.is_empty() {
        return "there are no databases yet\n".to_owned();
    }
    let mut lines = Vec::new();
    for it in databases {
        let state = match it {
            it if it.damaged => "damaged",
            it if it.unknown => "cannot be checked",
            it if it.findings.is_empty() => "sound",
            _ => "sound, with work left",
        };
        lines.push(format!("{}: {state}", it.agent_id));
        lines.extend(it.findings.iter().map(|finding| format!("  {finding}")));
        match &it.repair {
            Some(Repair::Index) => lines.push("  repaired: the index was made anew".to_owned()),
            Some(Repair::Salvaged {
                kept_as,
                sessions,
                events,
                without_text,
                gaps,
            }) => lines.push(format!(
                "  repaired: {sessions} sessions with {events} events were saved, {without_text} \
                 of them without their text, with {gaps} gaps; the damaged file is {}",
                kept_as.display()
            )),
            _ => {}
        }
    }
    lines.push(String::new());
    lines.join("\n")
}
