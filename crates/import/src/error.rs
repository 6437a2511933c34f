//! What can go wrong with a whole file; a bad line is no error.

use std::io;
use std::path::PathBuf;

use crate::format::Format;
use crate::sniff::Shape;
use crate::source::LeftOut;

/// An import could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// There is nothing at the path.
    #[error("no file or folder at `{}`", path.display())]
    Missing {
        /// The path as it was given.
        path: PathBuf,
    },
    /// A file or folder cannot be read.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is of another format than the one that was asked for.
    #[error("`{}` is not of format `{format}`: it looks like {shape}", path.display())]
    WrongFormat {
        /// The file.
        path: PathBuf,
        /// The format that was asked for.
        format: Format,
        /// What the file looks like.
        shape: Shape,
    },
    /// The source is one that [`discover`](crate::discover) left out.
    #[error("`{}` is left out: {reason}", path.display())]
    LeftOut {
        /// The file.
        path: PathBuf,
        /// Why it was left out.
        reason: LeftOut,
    },
}

impl ImportError {
    /// Returns what went wrong with the file, without its path: for a list
    /// that names the file beside it. What the system said is in it.
    pub fn reason_text(&self) -> String {
        match self {
            Self::Missing { .. } => "no such file or folder".to_owned(),
            Self::Read { source, .. } => format!("cannot be read: {source}"),
            Self::WrongFormat { format, shape, .. } => {
                format!("not of format `{format}`: looks like {shape}")
            }
            Self::LeftOut { reason, .. } => reason.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use sessions_core::testing::told;

    use super::*;
    use crate::ImportOptions;

    #[test]
    fn a_reason_holds_what_the_system_said_and_no_path() {
        let path = PathBuf::from("the/path");
        let error = ImportError::Read {
            path: path.clone(),
            source: io::Error::new(io::ErrorKind::PermissionDenied, "not for you"),
        };
        assert_eq!(error.reason_text(), "cannot be read: not for you");
        for error in [
            ImportError::Missing { path: path.clone() },
            ImportError::WrongFormat {
                path: path.clone(),
                format: Format::OpenClaw,
                shape: Shape::Text,
            },
            ImportError::LeftOut {
                path,
                reason: LeftOut::Deleted,
            },
        ] {
            let text = error.reason_text();
            assert!(!text.contains("the/path"), "{text}");
        }
    }

    #[test]
    fn no_error_and_no_reason_tells_what_a_file_holds() {
        let rows = sessions_core::rows_of_errors!(ImportError:
            of text { WrongFormat }
            not of text {
                Missing: "tells a path and that nothing is there",
                Read: "tells a path and what the system says",
                LeftOut: "tells a path and what its name says",
            }
        );
        let planted = told::planted();
        let options = ImportOptions {
            format: Some(Format::OpenClaw),
            ..ImportOptions::default()
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.jsonl");
        let claude = format!(
            r#"{{"type":"user","uuid":"u","sessionId":"s","message":{{"role":"user","content":"{planted}"}}}}"#
        );
        let head = r#"{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}"#;
        let (mut made, mut n_skipped) = (Vec::new(), 0);
        for text in [
            planted.clone(),
            claude,
            // Lines that a transcript skips, one of a kind.
            format!(
                "{head}\n{planted}\n\"{planted}\"\n{{\"{planted}\": 1}}\n\
                {{\"type\":\"message\",\"id\":\"m\",\"message\":{{\"role\":\"{planted}\",\"content\":7}}}}\n\
                {{\"type\":\"message\",\"text\":\"{planted}"
            ),
        ] {
            std::fs::write(&path, text).unwrap();
            let file = crate::discover(std::slice::from_ref(&path), &options)
                .and_then(|found| crate::read(&found[0], &options));
            let said = match file {
                Ok(file) => {
                    n_skipped += file.skipped.len();
                    let skipped: Vec<_> = file.skipped.iter().map(ToString::to_string).collect();
                    format!("{file:?} {skipped:?}")
                }
                Err(err) => {
                    let reason = err.reason_text();
                    made.push(err);
                    reason
                }
            };
            assert_eq!(told::told_piece(&said), None, "{said}");
        }
        assert_eq!(rows.faults(&made), Vec::<String>::new());
        assert_eq!(n_skipped, 4);
        let no_format = planted.parse::<Format>().unwrap_err();
        assert_eq!(told::told_piece(&told::told(&no_format)), None);
    }
}
