//! Finding transcripts in files and folders.

mod folder;
mod left_out;
mod name;
pub(crate) mod stamp;

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use folder::Folder;
pub use left_out::{IndexFault, LeftOut, ReadFailure};
use walkdir::WalkDir;

use crate::error::ImportError;
use crate::format::Format;
use crate::imported::Skipped;
use crate::sniff::{self, Shape};
use crate::{ImportOptions, openclaw};

/// A file that [`discover`] found, with what it is.
#[derive(Clone, Debug)]
pub struct Source {
    path: PathBuf,
    n_bytes: u64,
    kind: SourceKind,
    folder: Arc<Folder>,
}

/// What a found file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A transcript, to be given to [`read`](crate::read()).
    Transcript(Format),
    /// Not to be read.
    LeftOut(LeftOut),
}

impl Source {
    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its size in bytes when it was found, for showing progress.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// Returns what it is.
    pub fn kind(&self) -> SourceKind {
        self.kind
    }

    /// Returns whether it is a transcript that can be read.
    pub fn is_transcript(&self) -> bool {
        matches!(self.kind, SourceKind::Transcript(_))
    }

    /// Returns the entries of an index of sessions that cannot be read; of any
    /// other file, nothing (I2).
    ///
    /// Each names the line in which the entry begins and which entry it is, as
    /// [`SkipReason::BadEntry`](crate::SkipReason::BadEntry), and never its
    /// text.
    pub fn skipped(&self) -> &[Skipped] {
        match self.kind {
            SourceKind::LeftOut(LeftOut::SessionIndex) => self.folder.index.skipped(),
            _ => &[],
        }
    }

    /// Returns what the folder says about its files.
    pub(crate) fn folder(&self) -> &Folder {
        &self.folder
    }
}

/// Finds the files at `paths`, folders walked, and says what each one is.
///
/// Every file is in the answer once, transcript or not, in the order of the
/// paths and sorted by name inside a folder. Links are followed; a loop of them
/// is entered once.
///
/// The index of sessions beside an OpenClaw transcript (`sessions.json`) is
/// used wherever the transcript is found. Where it cannot be read as a whole it
/// is listed as [`LeftOut::BadSessionIndex`], asked for or not, and its
/// transcripts as [`LeftOut::OwnerUnknown`]; where single entries cannot be
/// read it is listed with [`Source::skipped`].
///
/// # Errors
///
/// Fails when there is nothing at a path, when a path itself cannot be read,
/// and when [`ImportOptions::format`] is set and a file named by a path is of
/// another format, or a folder holds transcripts and none of that format.
/// What cannot be read inside a folder is listed as [`LeftOut::Unreadable`],
/// with what the system said.
pub fn discover(paths: &[PathBuf], options: &ImportOptions) -> Result<Vec<Source>, ImportError> {
    let mut finder = Finder {
        options,
        folders: HashMap::new(),
        faulty: Vec::new(),
        seen: HashSet::new(),
        sources: Vec::new(),
    };
    for path in paths {
        finder.find(path)?;
    }
    Ok(finder.sources)
}

struct Finder<'o> {
    options: &'o ImportOptions,
    folders: HashMap<PathBuf, Arc<Folder>>,
    /// Those whose index cannot be read, wholly or in part, since the last
    /// path.
    faulty: Vec<Arc<Folder>>,
    seen: HashSet<PathBuf>,
    sources: Vec<Source>,
}

impl Finder<'_> {
    fn find(&mut self, path: &Path) -> Result<(), ImportError> {
        let unreadable = |source: io::Error| match source.kind() {
            io::ErrorKind::NotFound => ImportError::Missing {
                path: path.to_owned(),
            },
            _ => ImportError::Read {
                path: path.to_owned(),
                source,
            },
        };
        let facts = std::fs::metadata(path).map_err(unreadable)?;
        if !facts.is_dir() && !facts.is_file() {
            // A pipe gives its bytes once, and a file is read twice.
            return Err(unreadable(io::Error::other(LeftOut::NotAFile.to_string())));
        }
        if facts.is_file() {
            let shape = shape_of(path).map_err(unreadable)?;
            let source = self.source(path, facts.len(), Ok(shape));
            if let Some(format) = self.options.format
                && let SourceKind::LeftOut(
                    LeftOut::NotATranscript(shape) | LeftOut::OtherFormat(shape),
                ) = source.kind
            {
                return Err(ImportError::WrongFormat {
                    path: path.to_owned(),
                    format,
                    shape,
                });
            }
            self.keep(source);
            self.keep_faulty_indexes();
            return Ok(());
        }
        std::fs::read_dir(path).map_err(unreadable)?;
        let n_before = self.sources.len();
        self.walk(path);
        self.keep_faulty_indexes();
        self.check_format(self.sources.get(n_before..).unwrap_or_default())
    }

    fn walk(&mut self, folder: &Path) {
        let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name();
        for entry in walk {
            let source = match entry {
                Ok(entry) if entry.file_type().is_dir() => continue,
                Ok(entry) if entry.file_type().is_file() => {
                    let shape = shape_of(entry.path())
                        .map_err(|error| LeftOut::Unreadable(ReadFailure::from(&error)));
                    let n_bytes = entry.metadata().map_or(0, |facts| facts.len());
                    self.source(entry.path(), n_bytes, shape)
                }
                Ok(entry) => self.source(entry.path(), 0, Err(LeftOut::NotAFile)),
                Err(error) => {
                    let Some(failure) = error.io_error().map(ReadFailure::from) else {
                        // The files of a loop are found where it begins.
                        continue;
                    };
                    let path = error.path().unwrap_or(folder);
                    self.source(path, 0, Err(LeftOut::Unreadable(failure)))
                }
            };
            self.keep(source);
        }
    }

    /// Makes the source of a file whose content has the given shape, or cannot
    /// be had.
    fn source(&mut self, path: &Path, n_bytes: u64, shape: Result<Shape, LeftOut>) -> Source {
        let kind = match (name::reason(path, self.options), shape) {
            (Some(reason), _) | (None, Err(reason)) => SourceKind::LeftOut(reason),
            (None, Ok(Shape::Transcript(format))) => match self.options.format {
                Some(wanted) if wanted != format => {
                    SourceKind::LeftOut(LeftOut::OtherFormat(Shape::Transcript(format)))
                }
                _ => SourceKind::Transcript(format),
            },
            (None, Ok(shape)) => SourceKind::LeftOut(LeftOut::NotATranscript(shape)),
        };
        let folder = self.folder_of(path, kind);
        let kind = match (kind, folder.fault) {
            (SourceKind::Transcript(_), Some(fault)) => {
                SourceKind::LeftOut(LeftOut::OwnerUnknown(fault))
            }
            (SourceKind::LeftOut(LeftOut::SessionIndex), Some(fault)) => {
                SourceKind::LeftOut(LeftOut::BadSessionIndex(fault))
            }
            (kind, _) => kind,
        };
        Source {
            path: path.to_owned(),
            n_bytes,
            kind,
            folder,
        }
    }

    /// Keeps the indexes that say something of a file found and cannot be read,
    /// wholly or in part: they need not be in what is walked, or be files.
    fn keep_faulty_indexes(&mut self) {
        for folder in std::mem::take(&mut self.faulty) {
            let path = folder.index_path.clone();
            let n_bytes = std::fs::metadata(&path).map_or(0, |facts| facts.len());
            let reason = folder
                .fault
                .map_or(LeftOut::SessionIndex, LeftOut::BadSessionIndex);
            self.keep(Source {
                path,
                n_bytes,
                kind: SourceKind::LeftOut(reason),
                folder,
            });
        }
    }

    fn folder_of(&mut self, path: &Path, kind: SourceKind) -> Arc<Folder> {
        let is_told = matches!(
            kind,
            SourceKind::Transcript(Format::OpenClaw) | SourceKind::LeftOut(LeftOut::SessionIndex)
        );
        let Some(folder) = path.parent().filter(|_| is_told) else {
            return Arc::default();
        };
        if let Some(known) = self.folders.get(folder) {
            return Arc::clone(known);
        }
        let agent = openclaw::agent_for(path, self.options);
        let read = Arc::new(Folder::read(folder, agent.as_ref(), self.options));
        self.folders.insert(folder.to_owned(), Arc::clone(&read));
        if read.has_fault() {
            self.faulty.push(Arc::clone(&read));
        }
        read
    }

    /// Keeps a source unless the same file is there already.
    fn keep(&mut self, source: Source) {
        let path = std::fs::canonicalize(&source.path).unwrap_or_else(|_| source.path.clone());
        if self.seen.insert(path) {
            self.sources.push(source);
        }
    }

    /// Refuses a folder of transcripts none of which is of the wanted format.
    fn check_format(&self, found: &[Source]) -> Result<(), ImportError> {
        let Some(format) = self.options.format else {
            return Ok(());
        };
        if found.iter().any(Source::is_transcript) {
            return Ok(());
        }
        let other = found.iter().find_map(|source| match source.kind {
            SourceKind::LeftOut(LeftOut::OtherFormat(shape)) => Some((source, shape)),
            _ => None,
        });
        match other {
            Some((source, shape)) => Err(ImportError::WrongFormat {
                path: source.path.clone(),
                format,
                shape,
            }),
            None => Ok(()),
        }
    }
}

fn shape_of(path: &Path) -> io::Result<Shape> {
    sniff::of_file(path)
}
