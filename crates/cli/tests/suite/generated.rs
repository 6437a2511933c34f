//! Completions, man pages, the reference, help.

use std::fs;

use crate::support::World;

/// Returns the lines that hold a text.
fn lines_with(text: &str, part: &str) -> String {
    let lines: Vec<_> = text.lines().filter(|it| it.contains(part)).collect();
    lines.join("\n")
}

#[test]
fn completions_are_written_for_every_shell() {
    let world = World::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = world.run(&["completions", shell]).ok();
        assert!(run.stdout.contains("include-tools"), "{shell}");
    }
    let mut run = world.run(&["completions", "fish"]);
    run.stdout = lines_with(&run.stdout, "using_subcommand rewind\" -l to");
    insta::assert_snapshot!(run, @r#"
    exit 0
    --- stdout
    complete -c sessions -n "__fish_sessions_using_subcommand rewind" -l to -d 'The message that becomes the last one' -r
    "#);
}

#[test]
fn completions_of_an_unknown_shell_are_refused() {
    let world = World::new();
    insta::assert_snapshot!(world.run(&["completions", "tcsh", "--json"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"invalid value 'tcsh' for '<SHELL>' [possible values: bash, elvish, fish, powershell, zsh]; tip: a similar value exists: 'zsh'"}
    --- stderr
    error: invalid value 'tcsh' for '<SHELL>'
      [possible values: bash, elvish, fish, powershell, zsh]

      tip: a similar value exists: 'zsh'

    For more information, try '--help'.
    "#);
    insta::assert_snapshot!(world.run(&["completions", "tcsh"]), @r"
    exit 2
    --- stderr
    error: invalid value 'tcsh' for '<SHELL>'
      [possible values: bash, elvish, fish, powershell, zsh]

      tip: a similar value exists: 'zsh'

    For more information, try '--help'.
    ");
}

#[test]
fn man_pages_are_written_into_a_folder() {
    let world = World::new();
    insta::assert_snapshot!(world.run(&["man", "man/man1"]), @r"
    exit 0
    ");
    insta::assert_snapshot!(world.files().join("\n"), @r"
    man/man1/sessions-append.1
    man/man1/sessions-backup.1
    man/man1/sessions-checkpoint.1
    man/man1/sessions-completions.1
    man/man1/sessions-delete.1
    man/man1/sessions-doctor.1
    man/man1/sessions-explain.1
    man/man1/sessions-history.1
    man/man1/sessions-import.1
    man/man1/sessions-list.1
    man/man1/sessions-man.1
    man/man1/sessions-redact.1
    man/man1/sessions-reindex.1
    man/man1/sessions-reset.1
    man/man1/sessions-rewind.1
    man/man1/sessions-rollover.1
    man/man1/sessions-search.1
    man/man1/sessions.1
    ");
    // Those of another version are written over.
    let before = fs::read(world.path("man/man1/sessions.1")).unwrap();
    world.write("man/man1/sessions.1", "old");
    world.run(&["man", "man/man1"]).ok();
    assert_eq!(fs::read(world.path("man/man1/sessions.1")).unwrap(), before);
}

#[test]
fn man_pages_need_a_folder() {
    let world = World::new();
    let path = world.write("file", "").display().to_string();
    insta::assert_snapshot!(world.run(&["man", "--json"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"the following required arguments were not provided: <DIR>"}
    --- stderr
    error: the following required arguments were not provided:
      <DIR>

    Usage: sessions man --json <DIR>

    For more information, try '--help'.
    "#);
    insta::assert_snapshot!(world.run(&["man", &path, "--json"]), @r#"
    exit 4
    --- stdout
    {"status":"error","error":"cannot write `[folder]/file`: File exists (os error 17)"}
    --- stderr
    error: cannot write `[folder]/file`
    caused by: File exists (os error 17)
    "#);
    insta::assert_snapshot!(world.run(&["man", &path]), @r"
    exit 4
    --- stderr
    error: cannot write `[folder]/file`
    caused by: File exists (os error 17)
    ");
}

#[test]
fn the_reference_names_every_command_and_exit_code() {
    let world = World::new();
    world.run(&["codegen", "out"]).ok();
    let page = fs::read_to_string(world.path("out/cli.md")).unwrap();
    for command in sessions_cli::command().get_subcommands() {
        let heading = format!("\n## sessions {}\n", command.get_name());
        assert_eq!(page.contains(&heading), !command.is_hide_set(), "{heading}");
    }
    for exit in sessions_cli::Exit::ALL {
        assert!(page.contains(&format!("| {} | {} |", exit.code(), exit.meaning())));
    }
}

#[test]
fn help_and_version_are_data() {
    let world = World::new();
    insta::assert_snapshot!(world.run(&["--version"]), @r"
    exit 0
    --- stdout
    sessions 0.1.0
    ");
    insta::assert_snapshot!(world.run(&["rewind", "-h"]));
    let run = world.run(&["--help", "--json"]).ok();
    assert!(run.stdout.contains("Usage: sessions"), "{run}");
    assert_eq!(run.stderr, "");
}

#[test]
fn help_is_a_command_too() {
    let world = World::new();
    let help = world.run(&["help", "search"]).ok();
    assert_eq!(help.stdout, world.run(&["search", "--help"]).ok().stdout);
    assert!(
        help.stdout.contains("sessions search -- --dry-run"),
        "{help}"
    );
    assert!(help.stdout.contains("2w"), "{help}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = world.run(&["completions", shell]).ok();
        assert!(!run.stdout.contains("codegen"), "{shell}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};

    let world = World::with_reset();
    let mut child = Command::new(env!("CARGO_BIN_EXE_sessions"))
        .args(["completions", "bash"])
        .current_dir(world.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}
