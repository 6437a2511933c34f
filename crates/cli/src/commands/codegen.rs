//! `sessions codegen`: all that is made from the definition of the command
//! line, for the repository.

use std::fs;
use std::path::PathBuf;

use clap::ValueEnum as _;
use clap_complete::Shell;

use super::{completions, man};
use crate::args::admin::CodegenArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::{command, reference};

/// Writes the reference, the completions and the man pages.
///
/// # Errors
///
/// Fails when the folder cannot be made or written to.
pub(crate) fn run(args: &CodegenArgs) -> Result<Exit, CliError> {
    let folder = args.folder.join("completions");
    fs::create_dir_all(&folder).map_err(failed(&folder))?;
    for &shell in Shell::value_variants() {
        let path = folder.join(file_name(shell));
        fs::write(&path, completions::script(shell)).map_err(failed(&path))?;
    }
    man::write(&args.folder.join("man"))?;
    let path = args.folder.join("cli.md");
    fs::write(&path, reference::page(&command())).map_err(failed(&path))?;
    Ok(Exit::Done)
}

fn file_name(shell: Shell) -> String {
    use clap_complete::Generator as _;
    shell.file_name("sessions")
}

fn failed(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> CliError {
    let path = PathBuf::from(path);
    move |source| CliError::Write { path, source }
}
