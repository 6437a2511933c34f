//! Opening a file, compressed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Bytes that are read from a file at once.
const BUFFER_BYTES: usize = 1 << 16;

/// What a frame of Zstandard begins with (RFC 8878).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Opens a file; what is compressed is read as what it was.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    reader(File::open(path)?)
}

/// Reads what `source` gives; what is compressed is read as what it was.
pub(crate) fn reader(source: impl Read + 'static) -> io::Result<Box<dyn BufRead>> {
    let mut reader = BufReader::with_capacity(BUFFER_BYTES, source);
    if !reader.fill_buf()?.starts_with(&ZSTD_MAGIC) {
        return Ok(Box::new(reader));
    }
    let decoder = zstd::stream::read::Decoder::with_buffer(reader)?;
    Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, decoder)))
}

/// Returns whether reading failed since the file is damaged or cut off, and not
/// for what the system says.
pub(crate) fn is_damage(error: &io::Error) -> bool {
    let is_in_the_way = matches!(
        error.kind(),
        io::ErrorKind::ResourceBusy | io::ErrorKind::PermissionDenied
    );
    error.raw_os_error().is_none() && !is_in_the_way
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read as _;

    use super::*;

    #[test]
    fn compressed_files_read_as_what_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl.zst");
        let text = "{\"a\":1}\n".repeat(500);
        let frames = [text.as_bytes(), b"{}\n"].map(|it| zstd::encode_all(it, 3).unwrap());
        fs::write(&path, frames.concat()).unwrap();
        let mut read = String::new();
        open(&path).unwrap().read_to_string(&mut read).unwrap();
        assert_eq!(read, format!("{text}{{}}\n"));

        // No magic is looked for behind the beginning, and none in few bytes.
        for bytes in [&b""[..], b"(", b"x(\xb5/\xfd"] {
            fs::write(&path, bytes).unwrap();
            let mut read = Vec::new();
            open(&path).unwrap().read_to_end(&mut read).unwrap();
            assert_eq!(read, bytes);
        }
    }
}
