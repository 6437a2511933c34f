//! Output that cannot be written: the work is done, and that is said.

use std::fs::File;
use std::process::Stdio;

use crate::support::{Run, World};

/// Runs with a standard output that takes nothing.
fn full(world: &World, args: &[&str], input: &str) -> Run {
    let full = File::options().write(true).open("/dev/full").unwrap();
    world.run_to(args, input.as_bytes(), &[], Stdio::from(full))
}

#[test]
fn what_was_stored_is_said_where_the_answer_is_lost() {
    let world = World::new();
    insta::assert_snapshot!(full(&world, &["append", "main", "--role", "user", "hello"], ""), @r"
    exit 4
    --- stderr
    error: cannot write to standard output
    caused by: No space left on device (os error 28)

    hint: the message is stored all the same; only the answer is missing
    ");
    assert_eq!(world.run(&["search", "hello"]).code, Some(0));
    let line = r#"{"sessionKey":"main","role":"user","text":"goodbye"}"#;
    insta::assert_snapshot!(full(&world, &["append", "--jsonl"], line), @r"
    exit 4
    --- stderr
    error: cannot write to standard output
    caused by: No space left on device (os error 28)

    hint: the message of line 1 is stored all the same; only the answer is missing
    ");
    assert_eq!(world.run(&["search", "goodbye"]).code, Some(0));
    insta::assert_snapshot!(full(&world, &["delete", "main", "--yes", "--json"], ""), @r"
    exit 4
    --- stderr
    error: cannot write to standard output
    caused by: No space left on device (os error 28)

    hint: the session is deleted all the same; only the answer is missing
    ");
    assert_eq!(world.run(&["history", "main"]).code, Some(1));
}

#[test]
fn what_was_imported_is_indexed_all_the_same() {
    let world = World::new();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/transcripts");
    insta::assert_snapshot!(full(&world, &["import", sample], ""), @r"
    exit 4
    --- stderr
    error: cannot write to standard output
    caused by: No space left on device (os error 28)

    hint: what could be read is imported all the same; only the answer is missing
    ");
    let args = ["search", "tomatoes", "--require-complete"];
    assert_eq!(world.run(&args).code, Some(0));
}

#[test]
fn output_that_cannot_be_written_is_no_bad_usage() {
    let world = World::with_reset();
    for args in [
        &["--help"][..],
        &["--version"],
        &["search", "rollout"],
        &["list", "--json"],
        &["completions", "bash"],
    ] {
        let run = full(&world, args, "");
        assert_eq!(
            run.to_string(),
            "exit 4\n--- stderr\nerror: cannot write to standard output\n\
             caused by: No space left on device (os error 28)",
            "{args:?}"
        );
    }
    assert_eq!(full(&world, &["redact"], "x").code, Some(4));
}

#[test]
fn a_copy_that_was_made_is_said() {
    let world = World::with_reset();
    let run = full(&world, &["backup", "copy.sqlite", "--json"], "");
    assert_eq!(run.code, Some(4), "{run}");
    assert!(
        run.stderr.contains("the copy is made all the same"),
        "{run}"
    );
    assert!(world.path("copy.sqlite").exists());
    let run = full(&world, &["checkpoint", "--json"], "");
    assert!(run.stderr.contains("the checkpoint is done"), "{run}");
}
