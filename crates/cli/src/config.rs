//! The settings file: our own TOML, or the configuration of OpenClaw.
//!
//! Every value is checked before anything is read under it, so a mistake is an
//! error and never a wider view (V6). An error names the file, the line and
//! what is allowed; of the exact secrets it shows nothing (R9).

mod secret;

use std::path::{Path, PathBuf};
use std::{fs, io};

use etcetera::BaseStrategy as _;
use serde::Deserialize;
use sessions_policy::rules::VisibilityRules;
use sessions_policy::settings::{self, openclaw};
use sessions_redact::{RedactConfig, RedactError, Redactor};

use self::secret::Redaction;

/// The folder of ours in the platform's folders.
const FOLDER: &str = "sessions";

/// The settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    /// The file that was named cannot be read.
    #[error("cannot read the settings in `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is no TOML, or holds a value that is not allowed.
    #[error("the settings in `{}` are not valid{}", path.display(), at(*line))]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The line, from 1, if it is known.
        line: Option<usize>,
        /// What is wrong.
        source: Mistake,
    },
    /// A pattern or a value to mask cannot be used (R7).
    #[error("the section `redaction` in `{}` is not valid", path.display())]
    Redaction {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: RedactError,
    },
    /// The platform's folders are not known.
    #[error("no home folder is known")]
    NoHome {
        /// What was asked of the platform.
        source: etcetera::HomeDirError,
    },
}

/// What is wrong with a settings file, in the words of its reader.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Mistake {
    message: String,
}

fn at(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(", line {line}"))
}

impl ConfigError {
    /// Returns what can be done about it, if that is known.
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Self::NoHome { .. } => Some("name the folder with `--data-dir`".to_owned()),
            _ => None,
        }
    }
}

/// The settings, checked.
pub(crate) struct Config {
    /// Who sees what.
    pub(crate) rules: VisibilityRules,
    /// What is masked.
    pub(crate) redactor: Redactor,
    /// What is masked beside the built-in rules; the redactor follows it.
    pub(crate) redaction: RedactConfig,
}

/// Our own file: nothing in it is unknown.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Ours {
    tools: settings::Tools,
    agents: settings::Agents,
    redaction: Redaction,
}

/// The same sections in the configuration of OpenClaw.
#[derive(Default, Deserialize)]
#[serde(default)]
struct OpenClaw {
    tools: openclaw::Tools,
    agents: openclaw::Agents,
    redaction: Redaction,
}

/// Reads the settings: those of `path`, which must be there, or those at the
/// usual place, which need not be.
///
/// # Errors
///
/// Fails on a file that cannot be read and on any value that is not allowed.
pub(crate) fn load(path: Option<&Path>) -> Result<Config, ConfigError> {
    if let Some(path) = path {
        let text = fs::read_to_string(path).map_err(|source| ConfigError::Read {
            path: path.to_owned(),
            source,
        })?;
        return parse(path, &text);
    }
    // Without a home folder there is no usual place, so nothing in it either.
    let Ok(folders) = etcetera::base_strategy::choose_native_strategy() else {
        return parse(Path::new(""), "");
    };
    let path = folders.config_dir().join(FOLDER).join("config.toml");
    match fs::read_to_string(&path) {
        Ok(text) => parse(&path, &text),
        Err(err) if err.kind() == io::ErrorKind::NotFound => parse(&path, ""),
        Err(source) => Err(ConfigError::Read { path, source }),
    }
}

/// Returns the folder of the databases where none is named.
///
/// # Errors
///
/// Fails when the platform knows no home folder.
pub(crate) fn default_data_dir() -> Result<PathBuf, ConfigError> {
    etcetera::base_strategy::choose_native_strategy()
        .map(|folders| folders.data_dir().join(FOLDER))
        .map_err(|source| ConfigError::NoHome { source })
}

fn parse(path: &Path, text: &str) -> Result<Config, ConfigError> {
    let is_json = path
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("json") || it.eq_ignore_ascii_case("json5"));
    let (rules, redaction) = if is_json {
        let file: OpenClaw = json5::from_str(text).map_err(|err| json_mistake(path, &err))?;
        let OpenClaw {
            tools,
            agents,
            redaction,
        } = file;
        (openclaw::Settings { tools, agents }.into(), redaction)
    } else {
        let file: Ours = toml::from_str(text).map_err(|err| toml_mistake(path, text, &err))?;
        let Ours {
            tools,
            agents,
            redaction,
        } = file;
        (settings::Settings { tools, agents }.into(), redaction)
    };
    let redaction = RedactConfig::from(redaction);
    let redactor = Redactor::with(&redaction).map_err(|source| ConfigError::Redaction {
        path: path.to_owned(),
        source,
    })?;
    Ok(Config {
        rules,
        redactor,
        redaction,
    })
}

fn toml_mistake(path: &Path, text: &str, err: &toml::de::Error) -> ConfigError {
    let before = err.span().and_then(|span| text.get(..span.start));
    ConfigError::Invalid {
        path: path.to_owned(),
        line: before.map(|it| 1 + it.matches('\n').count()),
        source: Mistake {
            // Its long form quotes the line, which may hold a secret.
            message: without_value(err.message()),
        },
    }
}

fn json_mistake(path: &Path, err: &json5::Error) -> ConfigError {
    let message = err.to_string();
    let place = err.position().map(|it| format!(" at {it}"));
    let message = place
        .and_then(|it| message.strip_suffix(&it))
        .unwrap_or(&message);
    ConfigError::Invalid {
        path: path.to_owned(),
        line: err.position().map(|it| it.line + 1),
        source: Mistake {
            message: without_value(message),
        },
    }
}

/// Returns a message of serde without the value that it did not expect, which
/// may be a secret in the wrong place (R9): `invalid type: string "…", expected
/// a boolean` keeps the kind of the value.
fn without_value(message: &str) -> String {
    let whole = || message.to_owned();
    let Some((head, rest)) = message
        .split_once(": ")
        .filter(|(head, _)| matches!(*head, "invalid type" | "invalid value"))
    else {
        return whole();
    };
    let Some((found, expected)) = rest.rsplit_once(", expected ") else {
        return whole();
    };
    let kind = found.split(['"', '`']).next().unwrap_or_default().trim();
    format!("{head}: {kind}, expected {expected}")
}

#[cfg(test)]
mod tests {
    use sessions_core::testing::told;

    use super::*;
    use crate::error::{CliError, in_one_line};

    fn read(name: &str, text: &str) -> Result<Config, String> {
        parse(Path::new(name), text).map_err(|err| in_one_line(&CliError::from(err)))
    }

    fn mistake(name: &str, text: &str) -> String {
        read(name, text).err().unwrap()
    }

    #[test]
    fn all_sections_are_read_from_either_format() {
        let toml = "[tools.sessions]\nvisibility = 'tree'\n[agents]\ndefault = 'ops'\n\
                    [redaction]\npatterns = [{ name = 'ticket', regex = 'TCK-[0-9]{6}' }]\n";
        let json = "{ // comment\n tools: { sessions: { visibility: 'tree' }, media: 1 },
            agents: { default: 'ops', list: [] }, gateway: { port: 1 },
            redaction: { patterns: [{ name: 'ticket', regex: 'TCK-[0-9]{6}' }] } }";
        for (name, text) in [("config.toml", toml), ("openclaw.json", json)] {
            let config = read(name, text).unwrap();
            assert_eq!(config.rules.visibility.as_str(), "tree", "{name}");
            assert_eq!(config.rules.default_agent.as_str(), "ops", "{name}");
            let masked = config.redactor.redact("see TCK-123456").into_string();
            assert_eq!(masked, "see [redacted:ticket]", "{name}");
        }
    }

    #[test]
    fn a_mistake_names_the_line_and_what_is_allowed() {
        insta::assert_snapshot!(
            mistake("c.toml", "\n[tools.sessions]\nvisibility = 'everyone'\n"),
            @"the settings in `c.toml` are not valid, line 3: not one of `self`, `tree`, `agent`, `all`"
        );
        insta::assert_snapshot!(mistake("c.toml", "[tool.sessions]\n"), @"the settings in `c.toml` are not valid, line 1: unknown field `tool`, expected one of `tools`, `agents`, `redaction`");
        insta::assert_snapshot!(mistake("c.toml", "[tools\n"), @"the settings in `c.toml` are not valid, line 1: unclosed table, expected `]`");
        insta::assert_snapshot!(
            mistake("c.json", "{\n tools: { sessions: { visibility: 'everyone' } } }"),
            @"the settings in `c.json` are not valid, line 2: not one of `self`, `tree`, `agent`, `all`"
        );
        insta::assert_snapshot!(mistake("c.json", "{\n tools: [1] }"), @"the settings in `c.json` are not valid, line 2: expected opening brace");
        insta::assert_snapshot!(mistake("c.json", "{\n tools: "), @"the settings in `c.json` are not valid, line 1: EOF parsing object");
        insta::assert_snapshot!(
            mistake("c.toml", "[redaction]\npatterns = [{ name = 'x', regex = '(' }]"),
            @"the section `redaction` in `c.toml` is not valid: pattern `x` is not valid: unclosed group, at character 1"
        );
        insta::assert_snapshot!(mistake("c.toml", "[redaction]\nvalue = []"), @"the settings in `c.toml` are not valid, line 2: unknown field `value`, expected one of `patterns`, `values`, `personal`");
    }

    #[test]
    fn a_mistake_shows_no_secret() {
        for value in [
            "'swordfish'",
            "[['swordfish']]",
            "['a-fine-Secret-1', 7]",
            "{ swordfish = 1 }",
            "['short']",
        ] {
            for (name, text) in [
                ("c.toml", format!("[redaction]\nvalues = {value}")),
                (
                    "c.json",
                    format!("{{ redaction: {{ values: {} }} }}", value.replace('=', ":")),
                ),
            ] {
                let message = mistake(name, &text);
                for secret in ["swordfish", "Secret", "short'", "7"] {
                    assert!(!message.contains(secret), "{message}");
                }
            }
        }
    }

    #[test]
    fn no_error_of_the_settings_tells_what_is_in_them() {
        let rows = sessions_core::rows_of_errors!(ConfigError:
            of text { Invalid, Redaction }
            not of text {
                Read: "tells a path and what the system says",
                NoHome: "tells what the platform says",
            }
        );
        let planted = told::planted();
        let values = [
            format!("'{planted}'"),
            format!("['{planted}']"),
            format!("{{ name = '{planted}', regex = 7 }}"),
            planted.clone(),
        ];
        let mut made = Vec::new();
        for field in [
            "tools.sessions.visibility",
            "tools.agentToAgent.enabled",
            "tools.agentToAgent.allow",
            "tools",
            "agents.default",
            "agents",
            "redaction.patterns",
            "redaction.values",
            "redaction.personal",
            "redaction",
        ] {
            for value in &values {
                let text = format!("{field} = {value}");
                made.extend(parse(Path::new("c.toml"), &text).err());
                let (head, tail): (String, String) = field
                    .split('.')
                    .map(|it| (format!("{{ {it}: "), " }"))
                    .unzip();
                let text = format!("{head}{}{tail}", value.replace('=', ":"));
                made.extend(parse(Path::new("c.json"), &text).err());
            }
        }
        assert!(60 < made.len(), "{}", made.len());
        let broken = format!("redaction.patterns = [{{ name = 'x', regex = '({planted}' }}]");
        made.extend(parse(Path::new("c.toml"), &broken).err());
        assert_eq!(rows.faults(&made), Vec::<String>::new());
    }
}
