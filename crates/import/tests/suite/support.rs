//! Reading files of a test the way a caller does.

use std::fs;
use std::path::{Path, PathBuf};

use sessions_core::path::ActivePath;
use sessions_import::{ImportOptions, ImportedFile, ImportedSession, discover, read};

/// The folder of one-fault files.
pub(crate) fn synthetic() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/synthetic")
}

/// The one-fault files of all formats, sorted, by name.
pub(crate) fn synthetic_files() -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    for folder in ["claude", "codex", "openclaw"] {
        for entry in fs::read_dir(synthetic().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            files.push((format!("{folder}/{name}"), path.clone()));
        }
    }
    files.sort();
    files
}

/// One file of each format that has no one-fault files, by name.
pub(crate) fn other_files() -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/others");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        files.push((name, path));
    }
    files.sort();
    files
}

/// Finds and reads one file.
pub(crate) fn import(path: &Path) -> ImportedFile {
    let options = ImportOptions::default();
    let sources = discover(&[path.to_owned()], &options).unwrap();
    let [source] = sources.as_slice() else {
        panic!("one source for {}", path.display());
    };
    read(source, &options).unwrap()
}

/// Reads `bytes` as a file of this name; `None` when it is no transcript.
pub(crate) fn import_bytes(folder: &Path, name: &str, bytes: &[u8]) -> Option<ImportedFile> {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    let options = ImportOptions::default();
    let sources = discover(&[path], &options).unwrap();
    let source = sources.first().unwrap();
    source
        .is_transcript()
        .then(|| read(source, &options).unwrap())
}

/// The searchable texts on the active path, in reading order.
pub(crate) fn on_path(session: &ImportedSession) -> Vec<String> {
    ActivePath::of(&session.events)
        .events()
        .filter_map(|event| event.body.searchable_text())
        .map(str::to_owned)
        .collect()
}

/// Every searchable text, on the path or off it.
pub(crate) fn texts(session: &ImportedSession) -> Vec<String> {
    session
        .events
        .iter()
        .filter_map(|event| event.body.searchable_text())
        .map(str::to_owned)
        .collect()
}
