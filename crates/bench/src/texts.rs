//! The texts that secrets are looked for in, for the benchmark of this crate and
//! for the scanners that it is compared with (`peers/redact.py`).

use std::fmt::Write as _;

use crate::{Corpus, Mix};

/// Of each text, about.
const N_BYTES: usize = 4 * 1024 * 1024;

/// Returns the texts with their names, each as the messages it consists of.
pub fn texts_to_mask() -> [(&'static str, Vec<String>); 4] {
    [
        ("chat", chat(Mix::Latin, false)),
        ("chat-all-scripts", chat(Mix::World, false)),
        ("chat-secrets", chat(Mix::Latin, true)),
        ("logs", logs()),
    ]
}

/// Messages; with secrets, one of 40 bytes after each 4,000.
fn chat(mix: Mix, has_secrets: bool) -> Vec<String> {
    let mut corpus = Corpus::new(7, mix);
    let (mut texts, mut n_bytes, mut owed) = (Vec::new(), 0, 0);
    while n_bytes < N_BYTES {
        for event in corpus.conversation(50) {
            let mut text = event.body.display_text().to_owned();
            owed += text.len();
            while has_secrets && owed >= 4_000 {
                owed -= 4_000;
                push_secret(&mut text, n_bytes);
            }
            n_bytes += text.len();
            texts.push(text);
        }
    }
    texts
}

/// A token and its surroundings, put together so that no scanner stops here.
fn push_secret(text: &mut String, nth: usize) {
    let body: String = (0..36_usize)
        .map(|at| {
            let mixed = (nth + at * 31).wrapping_mul(2_654_435_761) >> 7;
            let letter = b"aB3xY9kQ7mZ2pW5t".get(mixed % 16).copied();
            char::from(letter.unwrap_or(b'a'))
        })
        .collect();
    let head = if nth.is_multiple_of(2) {
        "gh"
    } else {
        "API_KEY=gh"
    };
    let _ = write!(text, " {head}p_{body}");
}

/// Lines of a server.
fn logs() -> Vec<String> {
    let mut text = String::new();
    let mut nth = 0_usize;
    let mut texts = Vec::new();
    let mut n_bytes = 0;
    while n_bytes < N_BYTES {
        text.clear();
        for _ in 0..200 {
            nth += 1;
            let id = nth.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let _ = writeln!(
                text,
                "2026-11-30T12:{:02}:{:02}.{:03}Z INFO http{{id={id:016x}}}: GET \
                 /api/v1/sessions/{:08x}/messages?limit=20&cursor=eyIx{:x} 200 {}ms \
                 user_agent=\"client/1.{}\" peer=10.0.{}.{}:{}",
                nth / 60 % 60,
                nth % 60,
                nth % 1000,
                id >> 32,
                id % 4096,
                nth % 90,
                nth % 20,
                nth % 256,
                id % 256,
                id % 60_000,
            );
        }
        n_bytes += text.len();
        texts.push(text.clone());
    }
    texts
}
