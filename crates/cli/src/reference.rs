//! The reference of the command line, as a page made from its definition.

use std::fmt::{self, Write as _};

use clap::{Arg, Command};

use crate::exit::Exit;

const HEAD: &str = "\
<!-- Made by `cargo xtask codegen`; do not edit. -->

# The command line

";

/// Returns the page.
pub(crate) fn page(command: &Command) -> String {
    let mut command = command.clone();
    command.build();
    Page(&command).to_string()
}

struct Page<'a>(&'a Command);

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        write_page(f, self.0)
    }
}

fn write_page(page: &mut fmt::Formatter<'_>, command: &Command) -> fmt::Result {
    writeln!(page, "{}\n", about(command))?;
    writeln!(page, "| command | what it does |\n|---|---|")?;
    for it in shown(command) {
        let name = it.get_name();
        let about = it.get_about().map(ToString::to_string).unwrap_or_default();
        writeln!(page, "| [`sessions {name}`](#sessions-{name}) | {about} |")?;
    }
    writeln!(
        page,
        "\n## Global options\n\nBefore or after the command.\n"
    )?;
    for arg in command.get_arguments().filter(|it| it.is_global_set()) {
        option(page, arg)?;
    }
    writeln!(page, "\n## Exit codes\n\n| code | meaning |\n|---|---|")?;
    for exit in Exit::ALL {
        writeln!(page, "| {} | {} |", exit.code(), exit.meaning())?;
    }
    for it in shown(command) {
        writeln!(page, "\n## sessions {}\n", it.get_name())?;
        subcommand(page, it)?;
    }
    Ok(())
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command
        .get_subcommands()
        .filter(|it| !it.is_hide_set() && it.get_name() != "help")
}

fn about(command: &Command) -> String {
    let about = command.get_long_about().or_else(|| command.get_about());
    about.map(ToString::to_string).unwrap_or_default()
}

fn subcommand(page: &mut fmt::Formatter<'_>, command: &Command) -> fmt::Result {
    writeln!(page, "{}\n", about(command))?;
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    writeln!(page, "```text\n{usage}\n```\n")?;
    let is_own = |it: &&Arg| !it.is_global_set() && !it.is_hide_set() && it.get_id() != "help";
    for arg in command.get_arguments().filter(is_own) {
        option(page, arg)?;
    }
    if let Some(examples) = command.get_after_help() {
        let examples = examples.to_string();
        let (title, lines) = examples.split_once('\n').unwrap_or(("Example:", &examples));
        writeln!(page, "\n{title}\n\n```sh")?;
        for line in lines.lines() {
            writeln!(page, "{}", line.trim_start())?;
        }
        writeln!(page, "```")?;
    }
    Ok(())
}

fn option(page: &mut fmt::Formatter<'_>, arg: &Arg) -> fmt::Result {
    let mut name = String::new();
    if let Some(short) = arg.get_short() {
        write!(name, "-{short}, ")?;
    }
    if let Some(long) = arg.get_long() {
        write!(name, "--{long}")?;
    }
    if arg.is_positional() || arg.get_action().takes_values() {
        let values = arg.get_value_names().unwrap_or_default();
        for value in values {
            let gap = if name.is_empty() { "" } else { " " };
            write!(name, "{gap}{value}")?;
        }
    }
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    write!(page, "- `{name}`: {help}")?;
    let words: Vec<_> = arg
        .get_possible_values()
        .iter()
        .filter(|it| !it.is_hide_set())
        .map(|it| format!("`{}`", it.get_name()))
        .collect();
    if arg.get_action().takes_values() && !words.is_empty() {
        write!(page, "; one of {}", words.join(", "))?;
    }
    let defaults: Vec<_> = arg
        .get_default_values()
        .iter()
        .map(|it| format!("`{}`", it.to_string_lossy()))
        .collect();
    if arg.get_action().takes_values() && !defaults.is_empty() {
        write!(page, " [default: {}]", defaults.join(", "))?;
    }
    if let Some(env) = arg.get_env() {
        write!(page, " [environment: `{}`]", env.to_string_lossy())?;
    }
    writeln!(page)
}
