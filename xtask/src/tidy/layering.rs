//! Which crate may know which: dependencies point downwards only.
//!
//! The tables here are the executable form of the design's dependency table;
//! change both together.

use std::path::Path;

use toml::{Table, Value};

use super::Findings;
use crate::error::{Error, Outcome};
use crate::files;

/// What a crate may and must not depend on.
#[derive(Debug)]
struct Layer {
    /// The folder below `crates`; the package is `sessions-` and this.
    name: &'static str,
    /// Our crates that it may name, by folder.
    ours: &'static [&'static str],
    /// Crates from outside that it must never name, by group.
    never: &'static [&'static [&'static str]],
}

/// Database drivers.
const SQL: &[&str] = &[
    "libsqlite3-sys",
    "postgres",
    "r2d2",
    "r2d2_postgres",
    "r2d2_sqlite",
    "rusqlite",
    "rusqlite_migration",
    "sqlx",
];
/// What speaks to a person at a terminal.
const TERMINAL: &[&str] = &[
    "anstream",
    "anstyle",
    "clap",
    "clap_complete",
    "clap_mangen",
    "comfy-table",
    "indicatif",
];
/// Runtimes and what stands on them.
const ASYNC: &[&str] = &[
    "async-std",
    "axum",
    "futures",
    "hyper",
    "reqwest",
    "rmcp",
    "smol",
    "tokio",
    "tower",
    "tower-http",
];
/// The clock, the environment, folders and threads.
const MACHINE: &[&str] = &[
    "chrono",
    "crossbeam",
    "etcetera",
    "ignore",
    "jiff",
    "rayon",
    "tempfile",
    "time",
    "walkdir",
];

/// Lowest first. A crate that is not named here fails.
const LAYERS: &[Layer] = &[
    Layer {
        name: "core",
        ours: &[],
        never: &[SQL, TERMINAL, ASYNC, MACHINE],
    },
    Layer {
        name: "redact",
        ours: &[],
        never: &[SQL, TERMINAL, ASYNC, MACHINE],
    },
    Layer {
        name: "policy",
        ours: &["core"],
        never: &[SQL, TERMINAL, ASYNC, MACHINE],
    },
    Layer {
        // It reads databases of other programs.
        name: "import",
        ours: &["core"],
        never: &[TERMINAL, ASYNC],
    },
    Layer {
        name: "store",
        ours: &["core"],
        never: &[TERMINAL, ASYNC],
    },
    Layer {
        name: "store-postgres",
        ours: &["core"],
        never: &[TERMINAL],
    },
    Layer {
        name: "api",
        ours: &["core", "import", "policy", "redact", "store"],
        never: &[SQL, TERMINAL, ASYNC],
    },
    Layer {
        name: "mcp",
        ours: &["api", "core", "import", "policy", "redact"],
        never: &[SQL, TERMINAL],
    },
    Layer {
        name: "web",
        ours: &["api", "core", "import", "mcp", "policy", "redact"],
        never: &[SQL, TERMINAL],
    },
    Layer {
        name: "cli",
        ours: &["api", "core", "import", "mcp", "policy", "redact", "web"],
        never: &[SQL],
    },
    Layer {
        name: "testkit",
        ours: EVERY_LAYER,
        never: &[],
    },
    Layer {
        name: "bench",
        ours: &[
            "api",
            "cli",
            "core",
            "import",
            "mcp",
            "policy",
            "redact",
            "store",
            "store-postgres",
            "testkit",
            "web",
        ],
        never: &[],
    },
];
const EVERY_LAYER: &[&str] = &[
    "api",
    "cli",
    "core",
    "import",
    "mcp",
    "policy",
    "redact",
    "store",
    "store-postgres",
    "web",
];

/// Never published, so they may use what only tests may use.
const FOR_TESTS: &[&str] = &["testkit", "bench"];

/// Checks the manifest of every folder below `crates`.
pub(super) fn check(root: &Path, found: &mut Findings) -> Outcome {
    for folder in files::subfolders(&root.join("crates"))? {
        let path = folder.join("Cargo.toml");
        let manifest = files::read(&path)?;
        let manifest = manifest
            .parse::<Table>()
            .map_err(|source| Error::Manifest {
                path,
                source: Box::new(source),
            })?;
        check_manifest(&files::name(&folder), &manifest, found);
    }
    Ok(())
}

fn check_manifest(folder: &str, manifest: &Table, found: &mut Findings) {
    let at = format!("crates/{folder}/Cargo.toml");
    let package = manifest
        .get("package")
        .and_then(|it| it.get("name"))
        .and_then(Value::as_str)
        .unwrap_or_default();
    if package != format!("sessions-{folder}") {
        found.fault(
            &at,
            format!("the package is `{package}`, not `sessions-{folder}`"),
        );
    }
    let Some(layer) = LAYERS.iter().find(|it| it.name == folder) else {
        found.fault(&at, "the crate is not in tidy's layering table");
        return;
    };
    for dependency in dependencies(manifest) {
        check_dependency(&at, layer, &dependency, found);
    }
}

fn check_dependency(at: &str, layer: &Layer, dependency: &Dependency<'_>, found: &mut Findings) {
    let package = dependency.package;
    let Some(ours) = package.strip_prefix("sessions-") else {
        if !dependency.dev && layer.never.iter().any(|it| it.contains(&package)) {
            found.fault(
                at,
                format!("`{}` must never depend on `{package}`", layer.name),
            );
        }
        return;
    };
    let allowed =
        layer.ours.contains(&ours) || (dependency.dev && ["core", "testkit"].contains(&ours));
    if !allowed {
        found.fault(at, format!("`{}` must not depend on `{ours}`", layer.name));
    }
    if dependency.testing && !dependency.dev && !FOR_TESTS.contains(&layer.name) {
        found.fault(
            at,
            format!("the feature `testing` of `{ours}` is for dev-dependencies"),
        );
    }
}

/// One entry of a dependency table.
#[derive(Debug)]
struct Dependency<'a> {
    package: &'a str,
    dev: bool,
    testing: bool,
}

/// Returns what the manifest depends on, for whatever target.
fn dependencies(manifest: &Table) -> Vec<Dependency<'_>> {
    let targets = manifest
        .get("target")
        .and_then(Value::as_table)
        .into_iter()
        .flat_map(Table::values)
        .filter_map(Value::as_table);
    let mut found = Vec::new();
    for tables in targets.chain([manifest]) {
        for (section, dev) in [
            ("dependencies", false),
            ("build-dependencies", false),
            ("dev-dependencies", true),
        ] {
            let entries = tables.get(section).and_then(Value::as_table);
            for (key, entry) in entries.into_iter().flatten() {
                let renamed = entry.get("package").and_then(Value::as_str);
                let features = entry.get("features").and_then(Value::as_array);
                found.push(Dependency {
                    package: renamed.unwrap_or(key),
                    dev,
                    testing: features
                        .is_some_and(|list| list.iter().any(|it| it.as_str() == Some("testing"))),
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(folder: &str, dependencies: &str) -> Vec<String> {
        let text = format!("[package]\nname = \"sessions-{folder}\"\n{dependencies}");
        let mut found = Findings::default();
        check_manifest(folder, &text.parse().unwrap(), &mut found);
        found.faults
    }

    #[test]
    fn a_crate_may_depend_downwards() {
        let text = "[dependencies]\nsessions-core = { workspace = true }\nrusqlite = '1'";
        assert_eq!(faults("store", text), Vec::<String>::new());
    }

    #[test]
    fn a_crate_must_not_depend_upwards_or_sideways() {
        for (folder, dependency) in [
            ("core", "store"),
            ("store", "policy"),
            ("store", "redact"),
            ("import", "store"),
            ("mcp", "web"),
            ("cli", "store"),
            ("api", "testkit"),
        ] {
            let text = format!("[dependencies]\nsessions-{dependency} = {{ workspace = true }}");
            let fault =
                format!("crates/{folder}/Cargo.toml: `{folder}` must not depend on `{dependency}`");
            assert_eq!(faults(folder, &text), [fault]);
        }
    }

    #[test]
    fn a_rename_and_a_target_hide_no_dependency() {
        for text in [
            "[dependencies]\nx = { package = 'sessions-store', version = '1' }",
            "[target.'cfg(unix)'.dependencies]\nsessions-store = '1'",
            "[build-dependencies]\nsessions-store = '1'",
            "[dependencies.sessions-store]\nversion = '1'",
        ] {
            assert_eq!(faults("import", text).len(), 1, "{text}");
        }
    }

    #[test]
    fn some_crates_from_outside_are_never_allowed() {
        for (folder, dependency) in [
            ("core", "rusqlite"),
            ("core", "clap"),
            ("core", "tokio"),
            ("policy", "walkdir"),
            ("api", "clap"),
            ("api", "tokio"),
            ("cli", "rusqlite"),
        ] {
            let text = format!("[dependencies]\n{dependency} = '1'");
            let fault = format!(
                "crates/{folder}/Cargo.toml: `{folder}` must never depend on `{dependency}`"
            );
            assert_eq!(faults(folder, &text), [fault]);
        }
    }

    #[test]
    fn tests_may_use_testkit_core_and_crates_from_outside() {
        let text = "[dev-dependencies]\nsessions-testkit = '1'\ntempfile = '1'\n\
                    sessions-core = { workspace = true, features = ['testing'] }";
        assert_eq!(faults("redact", text), Vec::<String>::new());
    }

    #[test]
    fn testing_features_stay_in_dev_dependencies() {
        let text = "[dependencies]\nsessions-core = { workspace = true, features = ['testing'] }";
        assert_eq!(faults("store", text).len(), 1);
        assert_eq!(faults("testkit", text), Vec::<String>::new());
    }

    #[test]
    fn an_unnamed_crate_and_a_wrong_package_name_fail() {
        assert_eq!(
            faults("extra", ""),
            ["crates/extra/Cargo.toml: the crate is not in tidy's layering table"]
        );
        let mut found = Findings::default();
        let manifest = "[package]\nname = 'other'".parse().unwrap();
        check_manifest("core", &manifest, &mut found);
        assert_eq!(
            found.faults,
            ["crates/core/Cargo.toml: the package is `other`, not `sessions-core`"]
        );
    }

    #[test]
    fn every_name_in_the_table_is_a_row_of_it() {
        for layer in LAYERS {
            for ours in layer.ours {
                assert!(LAYERS.iter().any(|it| it.name == *ours), "{ours}");
            }
        }
    }
}
