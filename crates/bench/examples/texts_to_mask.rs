//! Writes the texts of the benchmark `redact` as files, so that other programs
//! read the same bytes: one `NAME.txt` each, a line end after every message.
//!
//! `cargo run --release -p sessions-bench --example texts_to_mask -- FOLDER`

use std::path::PathBuf;
use std::{env, fs, io};

use sessions_bench::texts_to_mask;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("name a folder to write to"))?;
    fs::create_dir_all(&folder)?;
    for (name, texts) in texts_to_mask() {
        let mut text = texts.join("\n");
        text.push('\n');
        fs::write(folder.join(format!("{name}.txt")), text)?;
    }
    Ok(())
}
