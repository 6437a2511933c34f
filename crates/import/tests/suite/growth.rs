//! A file that grows keeps what was read of it (I3).

use std::collections::HashMap;
use std::fs;

use sessions_core::event::TranscriptEvent;
use sessions_core::id::SessionId;
use sessions_import::ImportedFile;

use crate::support::{import, import_bytes, synthetic_files};

fn by_session(file: ImportedFile) -> HashMap<SessionId, Vec<TranscriptEvent>> {
    file.sessions
        .into_iter()
        .map(|session| (session.id, session.events))
        .collect()
}

#[test]
fn events_of_a_part_begin_those_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    for (name, path) in synthetic_files() {
        let bytes = fs::read(&path).unwrap();
        let whole = by_session(import(&path));
        let file_name = path.file_name().unwrap().to_string_lossy();
        // The steps differ from the lengths of lines, so cuts fall everywhere.
        for n_bytes in (0..bytes.len()).step_by(3) {
            let Some(part) = import_bytes(folder.path(), &file_name, &bytes[..n_bytes]) else {
                continue;
            };
            for (id, events) in by_session(part) {
                // Without its first line a file cannot say whose it is.
                let Some(all) = whole.get(&id) else {
                    assert!(events.is_empty(), "{name}: {id} of {n_bytes} bytes");
                    continue;
                };
                assert!(all.starts_with(&events), "{name}: {n_bytes} bytes");
            }
        }
    }
}
