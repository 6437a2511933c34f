//! `sessions doctor`: what is wrong with the databases, and mending it.

use serde::Serialize;
use sessions_api::{Health, Repair};

use super::reindex;
use crate::args::upkeep::DoctorArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;

/// One agent's database in the answer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Checked {
    agent_id: String,
    damaged: bool,
    findings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    repair: Option<Repair>,
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer {
    databases: Vec<Checked>,
}

/// Checks all databases, repairs them where that is asked for, and shows what
/// was found and done.
///
/// # Errors
///
/// Fails when the agents cannot be listed, or a repair fails.
pub(crate) fn run(args: &DoctorArgs, context: &Context) -> Result<Exit, CliError> {
    let all = context.sessions.check()?;
    let mut databases = Vec::new();
    let mut is_damaged = false;
    let mut is_index_new = false;
    for health in &all {
        let repair = if args.repair && health.is_damaged() {
            let repair = context.sessions.repair(health)?;
            is_index_new |= repair != Repair::None;
            Some(repair)
        } else {
            None
        };
        is_damaged |= health.is_damaged() && repair.as_ref().is_none_or(|it| *it == Repair::None);
        databases.push(Checked {
            agent_id: health.agent.to_string(),
            damaged: health.is_damaged(),
            findings: findings(health),
            repair,
        });
    }
    if is_index_new {
        reindex::reconcile(context, None)?;
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
    if is_damaged {
        if !args.repair {
            context
                .printer
                .hint("`sessions doctor --repair` saves what can be saved");
        }
        return Ok(Exit::Store);
    }
    Ok(Exit::Done)
}

/// Returns what was found, one line each.
fn findings(health: &Health) -> Vec<String> {
    let failure = health.failure.iter().map(|err| {
        let mut line = err.to_string();
        let mut source = std::error::Error::source(err);
        while let Some(cause) = source {
            line = format!("{line}: {cause}");
            source = cause.source();
        }
        line
    });
    let found = health.findings.iter().map(ToString::to_string);
    failure.chain(found).collect()
}

fn text(databases: &[Checked]) -> String {
    if databases.is_empty() {
        return "there are no databases yet\n".to_owned();
    }
    let mut lines = Vec::new();
    for it in databases {
        let state = match (it.damaged, it.findings.is_empty()) {
            (true, _) => "damaged",
            (false, false) => "sound, with work left",
            (false, true) => "sound",
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
