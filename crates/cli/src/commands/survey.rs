//! `sessions import --dry-run`, and without a path: what would be read.

use std::env;
use std::path::{Path, PathBuf};

use sessions_import::{ImportOptions, LeftOut, SourceKind, discover, usual_places};

use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::Printer;
use crate::output::reopen::Word;
use crate::output::survey::{Skipped, Survey, SurveyView, Surveyed};

/// Shows what an import of `paths` would read.
///
/// # Errors
///
/// Fails as [`discover`] does.
pub(crate) fn run(
    paths: &[PathBuf],
    options: &ImportOptions,
    context: &Context,
) -> Result<Exit, CliError> {
    let mut survey = Survey {
        places: Vec::new(),
        skipped: Vec::new(),
    };
    for path in paths {
        survey.take(path, options)?;
    }
    show(&survey, context)
}

/// Shows what lies in the usual places of programs that are known.
///
/// # Errors
///
/// Fails where a place cannot be read.
pub(crate) fn usual(options: &ImportOptions, context: &Context) -> Result<Exit, CliError> {
    let printer = &context.printer;
    let home = etcetera::home_dir().unwrap_or_default();
    let mut survey = Survey {
        places: Vec::new(),
        skipped: Vec::new(),
    };
    for place in usual_places(&home, |name| env::var_os(name)) {
        survey.take(&place.path, options)?;
    }
    let exit = show(&survey, context)?;
    if survey.places.is_empty() {
        printer.hint("name the folder: `sessions import FOLDER`");
        return Ok(exit);
    }
    let mut paths: Vec<&Path> = survey.places.iter().map(|it| it.path.as_path()).collect();
    paths.dedup();
    let quoted = |it: &&Path| Word(&it.display().to_string()).to_string();
    let paths: Vec<_> = paths.iter().map(quoted).collect();
    printer.hint(format_args!(
        "nothing was imported yet; to do so: sessions import {}",
        paths.join(" ")
    ));
    Ok(exit)
}

fn show(survey: &Survey, context: &Context) -> Result<Exit, CliError> {
    let printer = &context.printer;
    if printer.is_json() {
        Printer::json(survey)?;
    } else {
        printer.data(SurveyView { survey })?;
    }
    if survey.places.is_empty() {
        printer.note("no transcripts were found there");
        return Ok(Exit::Nothing);
    }
    Ok(Exit::Done)
}

impl Survey {
    fn take(&mut self, path: &Path, options: &ImportOptions) -> Result<(), CliError> {
        let first = self.places.len();
        let sources =
            discover(&[path.to_owned()], options).map_err(sessions_api::ApiError::from)?;
        for source in sources {
            match source.kind() {
                SourceKind::Transcript(format) => {
                    let of_place = self.places.get_mut(first..).unwrap_or_default();
                    let known = of_place.iter_mut().find(|it| it.format == format.as_str());
                    match known {
                        Some(known) => {
                            known.files += 1;
                            known.bytes += source.n_bytes();
                        }
                        None => self.places.push(Surveyed {
                            path: path.to_owned(),
                            format: format.as_str(),
                            files: 1,
                            bytes: source.n_bytes(),
                        }),
                    }
                }
                SourceKind::LeftOut(LeftOut::SessionIndex) => {}
                SourceKind::LeftOut(reason) => self.skipped.push(Skipped {
                    path: source.path().to_owned(),
                    reason: reason.to_string(),
                }),
            }
        }
        Ok(())
    }
}
