//! `sessions codegen`: all that is made from the definition of the command
//! line, for the repository.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use clap_complete::Shell;

use super::{completions, man};
use crate::error::CliError;
use crate::exit::Exit;
use crate::{command, reference};

/// The word that calls it. It is no command of the definition, so that no help,
/// completion or error names what is of use in the repository alone.
pub(crate) const WORD: &str = "codegen";

/// Writes the reference, the completions and the man pages into a folder, which
/// is made if there is none.
///
/// # Errors
///
/// Fails when the folder cannot be made or written to.
pub(crate) fn run(to: &Path) -> Result<Exit, CliError> {
    let folder = to.join("completions");
    fs::create_dir_all(&folder).map_err(failed(&folder))?;
    for &shell in Shell::value_variants() {
        let path = folder.join(file_name(shell));
        fs::write(&path, completions::script(shell)).map_err(failed(&path))?;
    }
    man::write(&to.join("man"))?;
    let path = to.join("cli.md");
    fs::write(&path, reference::page(&command())).map_err(failed(&path))?;
    Ok(Exit::Done)
}

fn file_name(shell: Shell) -> String {
    use clap_complete::Generator as _;
    shell.file_name("sessions")
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> CliError {
    let path = PathBuf::from(path);
    move |source| CliError::Write { path, source }
}
