//! All that CI runs, cheap checks first; it stops at the first that fails.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::cargo::Cargo;
use crate::error::Outcome;
use crate::snapshots::References;
use crate::{codegen, migrate, snapshots, tidy};

/// Built alone, so that none lives on what a neighbour switches on.
const LIBRARIES: &[&str] = &["core", "redact", "policy", "import", "store", "api"];

/// Steps with their times, and the lines to repeat at the end.
#[derive(Debug, Default)]
struct Report {
    steps: Vec<(&'static str, Duration, bool)>,
    closing: Vec<String>,
}

impl Report {
    fn step(&mut self, name: &'static str, work: impl FnOnce() -> Outcome) -> Outcome {
        eprintln!("\n== {name}");
        let start = Instant::now();
        let outcome = work();
        self.steps.push((name, start.elapsed(), outcome.is_ok()));
        outcome
    }

    fn table(&self) -> String {
        let mut lines: Vec<String> = self
            .steps
            .iter()
            .map(|(name, time, passed)| {
                let word = if *passed { "passed" } else { "FAILED" };
                format!("{word}  {:>7.1} s  {name}", time.as_secs_f64())
            })
            .collect();
        let total: Duration = self.steps.iter().map(|(_, time, _)| *time).sum();
        lines.push(format!("total   {:>7.1} s", total.as_secs_f64()));
        lines.extend(self.closing.iter().cloned());
        lines.join("\n")
    }
}

/// Runs every step, and prints their times whether they pass or not.
///
/// # Errors
///
/// Fails with the first step that fails; the later ones are not run.
pub(crate) fn run(root: &Path) -> Outcome {
    let mut report = Report::default();
    let outcome = steps(root, &mut report);
    eprintln!("\n== times\n{}", report.table());
    if outcome.is_err() {
        eprintln!("stopped here: the later steps were not run");
    }
    outcome
}

fn steps(root: &Path, report: &mut Report) -> Outcome {
    let cargo = |line: &str| Cargo::new(root, line);
    report.step("tidy", || tidy::run(root))?;
    report.step("format", || cargo("xfmt --check").run())?;
    report.step("no pending snapshots", || snapshots::check_pending(root))?;
    report.step("migrations", || migrate::run(root, &migrate::Task::Check))?;
    report.step("lints", || cargo("lint").run())?;
    report.step("test runner", || ensure_test_runner(root))?;

    let references = References::new()?;
    let mut closing = Vec::new();
    let outcome = report.step("tests", || {
        let tests = cargo("nextest run --workspace --all-features --profile ci");
        references
            .noted_by(tests)
            .run_keeping(closes_tests, &mut closing)
    });
    // A failure is also reported when it happens; the end says it again.
    report.closing = closing
        .into_iter()
        .skip_while(|it| !it.starts_with("Summary"))
        .collect();
    outcome?;
    report.step("no stale snapshots", || references.check_stale(root))?;
    report.step("documentation tests", || {
        cargo("test --workspace --all-features --doc --quiet").run()
    })?;
    report.step("documentation", || {
        cargo("doc --workspace --all-features --no-deps --quiet")
            .env("RUSTDOCFLAGS", "-D warnings")
            .run()
    })?;
    report.step("generated references", || {
        codegen::run(root, &codegen::Arguments::checking())
    })?;
    report.step("each library alone", || {
        LIBRARIES.iter().try_for_each(|it| {
            cargo(&format!(
                "build --quiet --package sessions-{it} --no-default-features"
            ))
            .run()
        })
    })
}

/// Installs the test runner where it is missing, and says so: a fresh machine
/// needs cargo alone.
fn ensure_test_runner(root: &Path) -> Outcome {
    if Cargo::new(root, "nextest --version").succeeds() {
        return Ok(());
    }
    eprintln!("cargo-nextest is missing; installing it takes some minutes");
    Cargo::new(root, "install --locked cargo-nextest").run()
}

/// Picks the test runner's summary and the failures that follow it.
fn closes_tests(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["Summary", "FAIL", "TIMEOUT", "SIGABRT", "SIGSEGV"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::no_faults;

    #[test]
    fn the_table_shows_each_step_and_the_closing_lines() {
        let mut report = Report {
            closing: vec!["Summary 3 tests run: 3 passed".to_owned()],
            ..Report::default()
        };
        report.step("one", || Ok(())).unwrap();
        report
            .step("two", || no_faults("two", vec!["a".to_owned()]))
            .unwrap_err();
        for step in &mut report.steps {
            step.1 = Duration::from_millis(1500);
        }
        assert_eq!(
            report.table(),
            "passed      1.5 s  one\nFAILED      1.5 s  two\ntotal       3.0 s\n\
             Summary 3 tests run: 3 passed"
        );
    }

    #[test]
    fn the_summary_of_the_test_runner_is_kept() {
        assert!(closes_tests(
            "     Summary [   0.005s] 3 tests run: 3 passed"
        ));
        assert!(closes_tests("        FAIL [   0.005s] sessions-core a::b"));
        assert!(!closes_tests("        PASS [   0.005s] sessions-core a::b"));
        assert!(!closes_tests(""));
    }
}
