//! What a check of the databases found, as it is shown.

use std::fmt;

use serde::Serialize;
use sessions_api::{EffectiveRules, Repair};

/// The answer, as JSON or as lines.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Answer {
    /// What was found in each.
    pub(crate) databases: Vec<Checked>,
    /// Who sees what.
    pub(crate) rules: EffectiveRules,
    /// What is no damage and should be looked at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) advice: Vec<String>,
}

/// One agent's database.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Checked {
    /// The agent.
    pub(crate) agent_id: String,
    /// Whether something is broken.
    pub(crate) damaged: bool,
    /// It could not be read, so it may be damaged or not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unknown: bool,
    /// What was found, each in its own words.
    pub(crate) findings: Vec<String>,
    /// What was done about it, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    pub(crate) repair: Option<Repair>,
    /// Why it could not be repaired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) not_repaired: Option<String>,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.databases.is_empty() {
            writeln!(f, "there are no databases yet")?;
        }
        for it in &self.databases {
            write!(f, "{it}")?;
        }
        writeln!(f, "\nwho sees what:")?;
        let rules = serde_json::to_value(&self.rules).map_err(|_| fmt::Error)?;
        // As they can stand in the settings.
        for (name, value) in rules.as_object().into_iter().flatten() {
            writeln!(f, "  {name} = {value}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self {
            it if it.damaged => "damaged",
            it if it.unknown => "cannot be checked",
            it if it.findings.is_empty() => "sound",
            _ => "sound, with work left",
        };
        writeln!(f, "{}: {state}", self.agent_id)?;
        for finding in &self.findings {
            // What SQLite says of a file has many lines.
            writeln!(f, "  {}", finding.replace('\n', "\n    "))?;
        }
        if let Some(why) = &self.not_repaired {
            writeln!(f, "  not repaired: {why}")?;
        }
        match &self.repair {
            Some(Repair::Index) => writeln!(f, "  repaired: the index was made anew"),
            Some(Repair::Salvaged {
                kept_as,
                sessions,
                events,
                without_text,
                gaps,
            }) => writeln!(
                f,
                "  repaired: {sessions} sessions with {events} events were saved, {without_text} \
                 of them without their text, with {gaps} gaps; the damaged file is {}",
                kept_as.display()
            ),
            _ => Ok(()),
        }
    }
}
