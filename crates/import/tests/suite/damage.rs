//! Whatever happens to a file, reading it does not panic, and what is intact
//! is found (I2).

use std::collections::HashMap;
use std::fs;

use proptest::prelude::*;
use sessions_import::ImportedFile;

use crate::support::{import_bytes, other_files, synthetic_files, texts};

/// How a file is damaged.
#[derive(Clone, Debug)]
enum Damage {
    /// Everything from a byte on is lost.
    Cut(prop::sample::Index),
    /// Everything before a byte is lost.
    Behead(prop::sample::Index),
    /// Some bytes change.
    Flip(Vec<(prop::sample::Index, u8)>),
    /// A run of NUL bytes comes in between.
    Nul(prop::sample::Index, usize),
    /// The ends of some lines are lost.
    Glue(Vec<prop::sample::Index>),
    /// A line loses its tail, and the next follows on the same line.
    Tear(prop::sample::Index, prop::sample::Index),
    /// The lines come in another order.
    Shuffle(Vec<u32>),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        at().prop_map(Damage::Cut),
        at().prop_map(Damage::Behead),
        prop::collection::vec((at(), 1_u8..), 1..8).prop_map(Damage::Flip),
        (at(), 1_usize..600).prop_map(|(at, n)| Damage::Nul(at, n)),
        prop::collection::vec(at(), 1..3).prop_map(Damage::Glue),
        (at(), at()).prop_map(|(line, at)| Damage::Tear(line, at)),
        prop::collection::vec(any::<u32>(), 16).prop_map(Damage::Shuffle),
    ]
}

fn apply(damage: &Damage, bytes: &[u8]) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    match damage {
        Damage::Cut(at) => damaged.truncate(at.index(bytes.len())),
        Damage::Behead(at) => {
            damaged.drain(..at.index(bytes.len()));
        }
        Damage::Flip(flips) => {
            for (at, change) in flips {
                damaged[at.index(bytes.len())] ^= change;
            }
        }
        Damage::Nul(at, n) => {
            let at = at.index(bytes.len());
            damaged.splice(at..at, vec![0; *n]);
        }
        Damage::Glue(ends) => {
            for end in ends {
                let all: Vec<_> = (0..damaged.len())
                    .filter(|&at| damaged[at] == b'\n')
                    .collect();
                if !all.is_empty() {
                    damaged.remove(all[end.index(all.len())]);
                }
            }
        }
        Damage::Tear(line, at) => {
            let mut lines: Vec<_> = bytes.split(|&byte| byte == b'\n').collect();
            let line = line.index(lines.len());
            let n_left = at.index(lines[line].len() + 1);
            lines[line] = &lines[line][..n_left];
            let (before, after) = lines.split_at(line + 1);
            damaged = [before.join(&b'\n'), after.join(&b'\n')].concat();
        }
        Damage::Shuffle(order) => {
            let mut lines: Vec<_> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
            let mut keys = order.iter().cycle();
            lines.sort_by_cached_key(|_| keys.next().copied());
            damaged = lines.concat();
        }
    }
    damaged
}

/// The searchable texts of a file with how often each is in it.
fn tally(file: &ImportedFile) -> HashMap<String, usize> {
    let mut tally = HashMap::new();
    for text in file.sessions.iter().flat_map(texts) {
        *tally.entry(text).or_insert(0) += 1;
    }
    tally
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn intact_lines_of_a_damaged_file_are_found(
        at in any::<prop::sample::Index>(),
        damage in damage(),
    ) {
        let files = [synthetic_files(), other_files()].concat();
        let (name, path) = at.get(&files);
        let bytes = fs::read(path).unwrap();
        let damaged = apply(&damage, &bytes);
        let folder = tempfile::tempdir().unwrap();
        let file = import_bytes(folder.path(), "damaged.jsonl", &damaged);
        let found = file.as_ref().map(tally).unwrap_or_default();

        // Each whole line, alone in a file, tells the texts that must be found.
        let ends = |bytes: &[u8]| -> Vec<Vec<u8>> {
            bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
        };
        let before = ends(&bytes);
        let mut n_wanted: HashMap<String, usize> = HashMap::new();
        let mut intact = ends(&damaged);
        intact.retain(|line| before.contains(line));
        if let Damage::Tear(line, _) = &damage {
            // What follows a torn line is whole, though no line of its own.
            intact.extend(before.get(line.index(before.len()) + 1).cloned());
        }
        for line in intact {
            let alone = import_bytes(folder.path(), "alone.jsonl", &line);
            for (text, _) in alone.as_ref().map(tally).unwrap_or_default() {
                // A record written twice is shown once.
                n_wanted.insert(text, 1);
            }
        }
        for (text, n) in n_wanted {
            prop_assert!(
                n <= found.get(&text).copied().unwrap_or(0),
                "{name}: {damage:?} loses `{text}`"
            );
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(
        lines in prop::collection::vec(
            prop_oneof![
                prop::collection::vec(any::<u8>(), 0..80),
                r#"\{"type":"(user|message|leaf|reset)","(id|uuid)":("[ab]"|7|null),"(parentId|parentUuid)":("[ab]"|null),"message":(\{"role":"user","content":"x"\}|null|"t")\}"#
                    .prop_map(String::into_bytes),
            ],
            0..12,
        ),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let bytes = lines.join(&b'\n');
        if let Some(file) = import_bytes(folder.path(), "any.jsonl", &bytes) {
            for session in &file.sessions {
                let mut ids: Vec<_> = session.events.iter().map(|event| &event.id).collect();
                ids.sort();
                ids.dedup();
                prop_assert_eq!(ids.len(), session.events.len(), "ids are unique");
            }
        }
    }
}
