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
