//! The index holds the words of masked text, under the rules of today (R6).

use std::fs;

use sessions_core::event::Role;
use sessions_core::scope::SessionScope;
use sessions_store::{MaskedText, Masker, StepBudget, StepOutcome};

use crate::support::{TestStore, key, mark, message, said};

const ALL: &SessionScope = &SessionScope::Everything;

/// Masks one word.
fn masking(version: u64, word: &'static str) -> Masker {
    Masker::new(version, move |text| {
        let mut masked = MaskedText {
            text: String::new(),
            masks: Vec::new(),
        };
        for (n, part) in text.split(word).enumerate() {
            if 0 < n {
                let start = masked.text.len();
                masked.text.push_str("[redacted:word]");
                masked.masks.push(start..masked.text.len());
            }
            masked.text.push_str(part);
        }
        masked
    })
}

#[test]
fn masked_words_and_phrases_across_a_mask_are_not_found() {
    let store = TestStore::masked(masking(1, "swordfish"));
    let key = key("agent:main:main");
    store
        .put(&key, &[said("m1", Role::User, "the swordfish word", 1)])
        .unwrap();
    assert_eq!(store.found(ALL, "the word"), ["m1"]);
    for words in ["swordfish", "redacted", "\"the word\"", "\"redacted word\""] {
        assert_eq!(store.found(ALL, words), [""; 0], "{words}");
    }
}

#[test]
fn a_change_of_rules_marks_sessions_and_indexes_them_anew() {
    let store = TestStore::masked(masking(1, "swordfish"));
    let key = key("agent:main:main");
    store
        .put(&key, &[said("m1", Role::User, "swordfish and tuna", 1)])
        .unwrap();
    let store = store.reopened(masking(2, "tuna"));
    assert!(store.snapshot().unwrap().awaits_index(ALL).unwrap());
    store.reconcile(10);
    assert!(!store.snapshot().unwrap().awaits_index(ALL).unwrap());
    assert_eq!(store.found(ALL, "swordfish"), ["m1"]);
    assert_eq!(store.found(ALL, "tuna"), [""; 0]);

    let store = store.reopened(masking(2, "tuna"));
    assert!(!store.snapshot().unwrap().awaits_index(ALL).unwrap());
}

#[test]
fn a_store_that_is_only_read_is_indexed_under_the_new_rules_too() {
    let store = TestStore::masked(masking(1, "swordfish"));
    let key = key("agent:main:main");
    store
        .put(&key, &[said("m1", Role::User, "swordfish and tuna", 1)])
        .unwrap();
    let reader = store.reader_under(masking(2, "tuna"));
    assert!(reader.snapshot().unwrap().awaits_index(ALL).unwrap());
    while reader.reconcile_step(StepBudget::default()).unwrap() != StepOutcome::Idle {}
    assert!(!reader.snapshot().unwrap().awaits_index(ALL).unwrap());
    assert_eq!(store.found(ALL, "swordfish"), ["m1"]);
    assert_eq!(store.found(ALL, "tuna"), [""; 0]);
}

#[test]
fn a_process_with_older_rules_leaves_indexing_to_the_newer_ones() {
    let old = TestStore::masked(masking(1, "swordfish"));
    let key = key("agent:main:main");
    old.put(&key, &[said("m1", Role::User, "swordfish and tuna", 1)])
        .unwrap();
    let new = old.reader_under(masking(2, "tuna"));
    // Throws away what the older rules masked, and does no more yet.
    new.rebuild_index().unwrap();
    assert_eq!(
        old.reconcile_step(StepBudget::default()).unwrap(),
        StepOutcome::Idle
    );
    old.put(&key, &[said("m2", Role::User, "more tuna", 2)])
        .unwrap();
    assert_eq!(old.found(ALL, "more"), [""; 0], "not under the older rules");
    while new.reconcile_step(StepBudget::default()).unwrap() != StepOutcome::Idle {}
    assert_eq!(old.found(ALL, "more"), ["m2"]);
    assert_eq!(old.found(ALL, "swordfish"), ["m1"]);
    assert_eq!(old.found(ALL, "tuna"), [""; 0]);
}

#[test]
fn a_branch_hidden_under_older_rules_comes_back_under_the_new_ones() {
    let store = TestStore::masked(masking(1, "swordfish"));
    let key = key("agent:main:main");
    let events: Vec<_> = (1..=300)
        .map(|n| said(&format!("m{n}"), Role::User, "swordfish and tuna", n))
        .collect();
    store.put(&key, &events).unwrap();
    // So many rows that their docs are hidden and stay for now.
    let (before, after) = (message("l1"), message("l2"));
    store.rewind(&mark(&key, &before), &message("m10")).unwrap();
    let store = store.reopened(masking(2, "tuna"));
    while store.snapshot().unwrap().awaits_index(ALL).unwrap() {
        store.reconcile_step(StepBudget { max_rows: 40 }).unwrap();
    }
    store.rewind(&mark(&key, &after), &message("m100")).unwrap();
    assert_eq!(store.found(ALL, "tuna"), [""; 0]);
    assert_eq!(store.found(ALL, "swordfish").len(), 100);
}

#[test]
fn a_word_that_new_rules_mask_leaves_the_file_of_the_index() {
    let store = TestStore::masked(masking(1, "tuna"));
    let key = key("agent:main:main");
    for n in 0..300 {
        let id = format!("m{n}");
        let text = format!("qzxswordfish stands in message number{n}");
        let event = said(&id, Role::User, &text, i64::from(n));
        store.put(&key, &[event]).unwrap();
    }
    let store = store.reopened(masking(2, "qzxswordfish"));
    store.reconcile(64);
    store.checkpoint().unwrap();
    // The rows hold it, once each.
    let bytes = fs::read(store.path()).unwrap();
    let word = b"qzxswordfish";
    let n = bytes.windows(word.len()).filter(|it| it == word).count();
    assert_eq!(n, 300);
    assert_eq!(store.found(ALL, "number299"), ["m299"]);
    assert!(store.has_words_of_docs_alone());
}
