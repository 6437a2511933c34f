//! What an import would read.

use std::fmt;
use std::path::PathBuf;

use indicatif::HumanBytes;
use serde::Serialize;

use super::table::{lines, number, table};
use super::text::OneLine;

/// What lies in some places.
#[derive(Serialize)]
pub(crate) struct Survey {
    pub(crate) places: Vec<Surveyed>,
    pub(crate) skipped: Vec<Skipped>,
}

/// The transcripts of one format in one place.
#[derive(Serialize)]
pub(crate) struct Surveyed {
    pub(crate) path: PathBuf,
    pub(crate) format: &'static str,
    pub(crate) files: usize,
    pub(crate) bytes: u64,
}

/// A file that would not be read.
#[derive(Serialize)]
pub(crate) struct Skipped {
    pub(crate) path: PathBuf,
    pub(crate) reason: String,
}

/// The places of a survey.
pub(crate) struct SurveyView<'a> {
    /// What lies there.
    pub(crate) survey: &'a Survey,
}

impl fmt::Display for SurveyView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Survey { places, skipped } = self.survey;
        if !places.is_empty() {
            let mut rows = table(&["format", "files", "size", "place"], None);
            for it in places {
                let path = it.path.display().to_string();
                rows.add_row(vec![
                    it.format.into(),
                    number(it.files),
                    number(HumanBytes(it.bytes)),
                    OneLine(&path).to_string().into(),
                ]);
            }
            for line in lines(&rows) {
                writeln!(f, "{line}")?;
            }
        }
        match skipped.len() {
            0 => Ok(()),
            n => writeln!(f, "other files, which an import lists: {n}"),
        }
    }
}
