//! How large a database is, against the texts in it.
//!
//! `cargo bench -p sessions-bench --bench size [MESSAGES]`

#![expect(clippy::print_stdout, reason = "a benchmark speaks to its user")]

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use sessions_bench::{Bare, Corpus, Filled, Layout, Mix, SetUpError, conversations};
use sessions_store::Masker;

fn main() -> Result<(), SetUpError> {
    let n = std::env::args()
        .find_map(|it| it.parse().ok())
        .unwrap_or(100_000);
    for (mix, name) in [(Mix::World, "several scripts"), (Mix::Latin, "Latin only")] {
        let mut corpus = Corpus::new(1, mix);
        let all = conversations(&mut corpus, n, 100)?;
        let texts = all.iter().flat_map(|told| &told.events);
        let n_bytes: usize = texts.map(|event| event.body.display_text().len()).sum();
        let text_kib = u32::try_from(n_bytes / 1024).unwrap_or(u32::MAX);
        let imported = Filled::empty(Masker::none())?;
        imported.take(&all)?;
        let appended = Filled::empty(Masker::none())?;
        for told in &all {
            for event in &told.events {
                appended.append(told, event)?;
            }
        }
        let mut plain = Bare::empty(Layout::PlainFts)?;
        plain.take(&all)?;
        println!("{name}: {n} messages, {text_kib} KiB of text");
        let kib = plain_words(plain.path())?;
        let share = f64::from(kib) / f64::from(text_kib);
        println!(
            "  {:<34} {kib:>10} {share:>8.3}",
            "plain FTS5 unicode61, without text"
        );
        for (how, filled) in [("imported", imported), ("appended one by one", appended)] {
            println!("  {how:<34} {:>10} {:>8}", "KiB", "/ text");
            for (part, kib) in sizes(filled.store.path())? {
                let share = f64::from(kib) / f64::from(text_kib);
                println!("    {part:<32} {kib:>10} {share:>8.3}");
            }
        }
    }
    Ok(())
}

/// Returns the size of the words of a plain FTS5 table, merged, in KiB.
fn plain_words(path: &Path) -> Result<u32, SetUpError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.execute_batch("INSERT INTO message (message) VALUES ('optimize')")?;
    let sql = "SELECT sum(pgsize) / 1024 FROM dbstat
               WHERE name IN ('message_data', 'message_idx', 'message_docsize')";
    Ok(conn.query_row(sql, [], |row| row.get(0))?)
}

/// Returns the sizes of the parts of a database, in KiB.
fn sizes(path: &Path) -> Result<Vec<(&'static str, u32)>, SetUpError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    let sum = |condition: &str| {
        let sql = format!("SELECT coalesce(sum(pgsize), 0) / 1024 FROM dbstat WHERE {condition}");
        conn.query_row(&sql, [], |row| row.get(0))
    };
    let words = "name LIKE 'doc_fts%'";
    let docs = "name IN ('doc', 'doc_stale', 'sqlite_autoindex_doc_1')";
    let file = "SELECT (SELECT * FROM pragma_page_count) * (SELECT * FROM pragma_page_size) / 1024";
    let free =
        "SELECT (SELECT * FROM pragma_freelist_count) * (SELECT * FROM pragma_page_size) / 1024";
    let parts = vec![
        ("file", conn.query_row(file, [], |row| row.get(0))?),
        ("index, all of it", sum(&format!("{words} OR {docs}"))?),
        ("index: words (doc_fts)", sum(words)?),
        ("index: docs", sum(docs)?),
        ("texts (body)", sum("name = 'body'")?),
        ("events", sum("name = 'event'")?),
        (
            "events: their indexes",
            sum("name LIKE 'event\\_%' ESCAPE '\\'")?,
        ),
        ("free pages", conn.query_row(free, [], |row| row.get(0))?),
    ];
    conn.execute_batch("INSERT INTO doc_fts (doc_fts) VALUES ('optimize')")?;
    let merged = ("words when all are merged", sum(words)?);
    Ok(parts.into_iter().chain([merged]).collect())
}
