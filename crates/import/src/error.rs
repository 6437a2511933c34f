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
    use super::*;

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
}
