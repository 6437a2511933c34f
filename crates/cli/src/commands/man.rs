//! `sessions man`: a man page for each command.

use std::fs;
use std::path::Path;

use crate::args::admin::ManArgs;
use crate::command;
use crate::error::CliError;
use crate::exit::Exit;

/// Writes the man pages.
///
/// # Errors
///
/// Fails when the folder cannot be made or written to.
pub(crate) fn run(args: &ManArgs) -> Result<Exit, CliError> {
    write(&args.folder)?;
    Ok(Exit::Done)
}

/// Writes the man pages into a folder, which is made if there is none.
///
/// # Errors
///
/// Fails when the folder cannot be made or written to.
pub(super) fn write(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(command(), folder))
        .map_err(|source| CliError::Write {
            path: folder.to_owned(),
            source,
        })
}
