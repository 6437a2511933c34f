//! How large an answer may be (S13, H11).

use serde::Serialize;

/// The most bytes of a search answer, as JSON.
pub const MAX_SEARCH_BYTES: usize = 32 * 1024;

/// The most bytes of a history answer, as JSON.
pub const MAX_HISTORY_BYTES: usize = 80 * 1024;

/// Room that every interface leaves for the words that frame an answer to a
/// model (C3). It is left in all of them, so that their answers are equal.
pub(crate) const FRAME_BYTES: usize = 512;

/// Room for the flags, counts and paging fields that are known only once the
/// rows of an answer are.
pub(crate) const FLAG_BYTES: usize = 256;

/// Returns the size of a value as compact JSON.
pub(crate) fn json_len(value: &impl Serialize) -> usize {
    struct Count(usize);

    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let mut count = Count(0);
    match serde_json::to_writer(&mut count, value) {
        Ok(()) => count.0,
        // Our shapes have text keys and finite numbers, which never fail; were
        // one to, it would be too large for any answer.
        Err(_) => usize::MAX,
    }
}
