//! `sessions import`: transcripts of other programs, with progress.

use sessions_import::ImportOptions;

use crate::args::admin::{FormatChoice, ImportArgs};
use crate::commands::{reindex, survey};
use crate::context::Context;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::import::{ImportView, advance};
use crate::output::{Level, Printer};
use crate::time;

/// Imports files and folders, shows what was read and skipped (I2, I4), and
/// indexes it (X5).
///
/// # Errors
///
/// Fails as [`sessions_api::Sessions::import`] does; what was imported until
/// then stays.
pub(crate) fn run(args: &ImportArgs, context: &Context) -> Result<Exit, CliError> {
    let options = ImportOptions {
        format: match args.format {
            FormatChoice::Auto => None,
            FormatChoice::Only(format) => Some(format),
        },
        agent: args.agent.clone(),
        deleted: args.deleted,
        now: Some(time::now()),
    };
    if args.paths.is_empty() {
        return survey::usual(&options, context);
    }
    if args.dry_run {
        return survey::run(&args.paths, &options, context);
    }
    let printer = &context.printer;
    let bar = printer.import_bar();
    let summary = context
        .sessions
        .import(&args.paths, &options, &mut |done| advance(&bar, done));
    bar.finish_and_clear();
    let summary = summary?;
    // What was imported is indexed even where nobody can be told of it.
    let shown = if printer.is_json() {
        Printer::json(&summary)
    } else {
        printer.data(ImportView {
            summary: &summary,
            is_verbose: Level::Verbose <= printer.level(),
        })
    };
    let shown = shown.map_err(|err| err.once_done("what could be read is imported"));
    if summary.files == 0 {
        shown?;
        printer.note("no transcripts were found there");
        return Ok(Exit::Nothing);
    }
    if args.no_index {
        if 0 < summary.new_events {
            printer.hint("`sessions reindex` indexes what was imported");
        }
    } else {
        reindex::reconcile(context, None)?;
    }
    shown?;
    Ok(Exit::Done)
}
