//! Masks whatever bytes there are and checks what must hold for every text.
//!
//! With `cargo-fuzz`, in the folder `fuzz`: `mkdir -p corpus/redact && cargo +nightly fuzz run redact
//! corpus/redact seeds/redact -- -dict=redact.dict`. Without it, as libFuzzer says.
//!
//! The test `what_is_made_of_seeds_holds_what_every_text_must` of the crate runs
//! the same checks over the seeds and over random changes of them.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sessions_redact::Redactor;

#[path = "../../crates/redact/tests/suite/invariants.rs"]
mod invariants;

static REDACTOR: LazyLock<Redactor> = LazyLock::new(Redactor::new);

fuzz_target!(|text: &str| {
    if let Err(what) = invariants::check(&REDACTOR, text) {
        panic!("{what}");
    }
});
