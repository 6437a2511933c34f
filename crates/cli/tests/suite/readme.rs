//! The README shows what the tour of the main job prints.

use crate::support::World;

const README: &str = include_str!("../../../../README.md");
const TOUR: &str = include_str!("../../../../examples/tour.sh");

#[test]
fn the_readme_shows_the_output_of_the_tour() {
    let block = README
        .split("```console\n$ examples/tour.sh\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    let world = World::new();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/transcripts");
    let mut printed = String::new();
    let mut n_commands = 0;
    for line in block.lines() {
        let Some(command) = line.strip_prefix("$ sessions ") else {
            continue;
        };
        let words: Vec<_> = command
            .split(' ')
            .map(|word| match word {
                "examples/transcripts" => sample,
                word => word,
            })
            .collect();
        let run = world.run(&words);
        assert_eq!(run.code, Some(0), "{run}");
        printed = format!("{printed}{line}\n{}\n", run.stdout);
        n_commands += 1;
    }
    assert_eq!(n_commands, 3);
    assert_eq!(printed.trim_end(), block.trim_end());
}

#[test]
fn the_tour_runs_the_commands_of_the_readme() {
    // A long command of the script goes on behind a backslash.
    let script = TOUR.replace("\\\n    ", "");
    let commands = script.lines().filter(|line| line.starts_with("sessions "));
    let mut n_commands = 0;
    for command in commands {
        assert!(README.contains(&format!("$ {command}\n")), "{command}");
        n_commands += 1;
    }
    assert_eq!(n_commands, 3);
}
