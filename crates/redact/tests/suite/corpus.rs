//! The aims over the labelled corpus, where it lies beside the checkout: it is
//! not part of it, so without it this test says so and ends.
//!
//! What is counted, and how, is as in the script that lies with the corpus.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use regex::Regex;
use serde::Deserialize;

use crate::sample::REDACTOR;

/// A leak is that many characters of a secret in a row.
const N_LEAKED: usize = 8;
/// Characters of a public prefix, at most.
const MAX_PREFIX: usize = 20;

/// One labelled text.
#[derive(Deserialize)]
struct Case {
    text: String,
    /// `positive` holds secrets.
    label: String,
    secrets: Vec<String>,
    /// `secret`, or what is counted by itself: identifiers, personal data.
    cls: String,
    /// Of a text without secrets: `benign` or `placeholder`.
    sub: String,
    /// `core` providers, `long` for the others, `synthetic` for strings that
    /// authors of rules made up.
    #[serde(default)]
    tier: String,
}

/// How many of how many.
#[derive(Default)]
struct Share {
    n: u32,
    of: u32,
}

impl Share {
    fn add(&mut self, counts: bool) {
        self.n += u32::from(counts);
        self.of += 1;
    }

    fn get(&self) -> f64 {
        f64::from(self.n) / f64::from(self.of.max(1))
    }
}

/// The words, as the script's `\w{3,}` finds them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric() && it != '_')
        .filter(|it| it.chars().nth(2).is_some())
}

/// How many characters at the start of a secret everybody knows, such as
/// `github_pat_`.
fn public_prefix(secret: &str) -> usize {
    static PREFIX: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(?:[A-Za-z][A-Za-z0-9]{0,11}[-_.=]){1,4}").unwrap());
    let Some(found) = PREFIX.find(secret) else {
        return 0;
    };
    let prefix = &found.as_str()[..found.len().min(MAX_PREFIX)];
    let mut n = 0;
    for part in prefix.split_inclusive(['-', '_', '.', '=']) {
        let has = |is: fn(&u8) -> bool| part.as_bytes().iter().any(is);
        let is_body =
            has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_digit);
        if is_body || !part.ends_with(['-', '_', '.', '=']) {
            break;
        }
        n += part.len();
    }
    if n + 6 < secret.chars().count() { n } else { 0 }
}

/// The text without its secrets.
fn without(text: &str, secrets: &[String]) -> String {
    let mut longest_first: Vec<&String> = secrets.iter().collect();
    longest_first.sort_by_key(|it| std::cmp::Reverse(it.chars().count()));
    longest_first
        .into_iter()
        .fold(text.to_owned(), |rest, it| rest.replace(it.as_str(), "\0"))
}

/// Whether a window of a secret survives that stands nowhere else in the text.
fn leaks(case: &Case, rest: &str, masked: &str) -> bool {
    case.secrets.iter().any(|secret| {
        let characters: Vec<char> = secret.chars().collect();
        let n_public = public_prefix(secret);
        let n = N_LEAKED.min(characters.len());
        characters
            .windows(n.max(1))
            .enumerate()
            .filter(|(at, _)| n_public < at + n)
            .map(|(_, window)| window.iter().collect::<String>())
            .any(|window| masked.contains(&window) && !rest.contains(&window))
    })
}

/// Returns the file of the corpus, if there is one: beside the checkout, or
/// beside the folder of its worktrees.
#[expect(
    clippy::disallowed_methods,
    reason = "where the corpus lies is said by the one who runs the tests"
)]
fn corpus() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let told = std::env::var("SESSIONS_SHARED").map(PathBuf::from);
    let folders = match told {
        Ok(told) => vec![told],
        Err(_) => vec![root.join("../shared"), root.join("../../shared")],
    };
    folders
        .into_iter()
        .map(|it| it.join("redaction/corpus_dev.jsonl.gz"))
        .find(|it| it.is_file())
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are what it is run for")]
fn the_aims_over_the_labelled_corpus_are_met() {
    let Some(corpus) = corpus() else {
        println!("did not run: no labelled corpus beside the checkout");
        return;
    };
    let (mut leaked, mut leaked_core) = (Share::default(), Share::default());
    let (mut benign, mut placeholders) = (Share::default(), Share::default());
    let (mut vanished, mut unstable) = (Share::default(), Share::default());
    for line in BufReader::new(GzDecoder::new(File::open(corpus).unwrap())).lines() {
        let case: Case = serde_json::from_str(&line.unwrap()).unwrap();
        let masked = REDACTOR.redact(&case.text);
        let masked = masked.as_str();
        unstable.add(REDACTOR.redact(masked).as_str() != masked);
        if case.label != "positive" {
            let counted = match case.sub.as_str() {
                "benign" => &mut benign,
                "placeholder" => &mut placeholders,
                other => panic!("a text without secrets is `{other}`"),
            };
            counted.add(masked != case.text);
            continue;
        }
        let rest = without(&case.text, &case.secrets);
        if case.cls == "secret" && case.tier != "synthetic" {
            let leaks = leaks(&case, &rest, masked);
            leaked.add(leaks);
            if case.tier == "core" {
                leaked_core.add(leaks);
            }
        }
        // Words that only the removal of a secret made are no words of the text.
        let of_text: HashSet<&str> = words(&case.text).collect();
        let of_masked: HashSet<&str> = words(masked).collect();
        for word in words(&rest).filter(|it| of_text.contains(it)) {
            vanished.add(!of_masked.contains(word));
        }
    }
    let aims = [
        ("secrets that leak", leaked, 0.08),
        ("those of core providers", leaked_core, 0.05),
        ("benign texts that change", benign, 0.003),
        ("placeholders that change", placeholders, 0.02),
        ("words around secrets that vanish", vanished, 0.05),
        ("texts that a second pass changes", unstable, 0.0),
    ];
    for (what, share, _) in &aims {
        println!("{what}: {:.4} ({} of {})", share.get(), share.n, share.of);
    }
    for (what, share, aim) in &aims {
        assert!(100 < share.of, "{what}: only {} counted", share.of);
        assert!(share.get() <= *aim, "{what}: {:.4}", share.get());
    }
}
