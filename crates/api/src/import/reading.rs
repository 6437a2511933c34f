//! Reading files on a thread of its own, while what was read is stored.

use std::ops::ControlFlow;
use std::sync::mpsc::SyncSender;

use sessions_core::id::SessionId;
use sessions_import::{
    ImportError, ImportOptions, ImportedFile, ImportedSession, Source, Take, read_each,
};

use super::taken::{Before, Known};

/// What the reader has to tell, in the order of the files.
pub(super) enum Told {
    /// A file looks as it did when it was taken in before.
    UnchangedFile(Known),
    /// A session of the file that is read.
    Session(Box<ImportedSession>),
    /// A session of it is as it was when it was taken in before.
    UnchangedSession(Known),
    /// The file was read; its sessions were told before.
    File {
        /// What says that it is as it is now.
        stamp: Option<String>,
        /// What else there is to say of it.
        read: Result<ImportedFile, ImportError>,
    },
}

/// Reads the files, one after another, as long as somebody listens.
pub(super) fn read_all(
    sources: &[Source],
    options: &ImportOptions,
    before: &Before,
    told: &SyncSender<Told>,
) {
    for source in sources {
        // Taken before the file is read: what is written meanwhile is seen the
        // next time.
        let stamp = options.now.and_then(|now| source.stamp(options, now));
        let known = stamp
            .as_ref()
            .and_then(|stamp| before.unchanged(source.path(), None, stamp));
        let said = if let Some(known) = known {
            Told::UnchangedFile(known.clone())
        } else {
            let mut hand = Hand {
                source,
                before,
                told,
            };
            let read = read_each(source, options, &mut hand);
            Told::File { stamp, read }
        };
        if told.send(said).is_err() {
            return;
        }
    }
}

/// Hands over the sessions of one file.
struct Hand<'a> {
    source: &'a Source,
    before: &'a Before,
    told: &'a SyncSender<Told>,
}

impl Take for Hand<'_> {
    fn take(&mut self, session: ImportedSession) -> ControlFlow<()> {
        match self.told.send(Told::Session(Box::new(session))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn has(&mut self, id: &SessionId, stamp: &str) -> bool {
        let known = self.before.unchanged(self.source.path(), Some(id), stamp);
        if let Some(known) = known {
            // Nobody listens any more where this fails, which the next session
            // or the file finds.
            drop(self.told.send(Told::UnchangedSession(known.clone())));
        }
        known.is_some()
    }
}
