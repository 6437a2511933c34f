//! The binary `sessions`; all of it is in the library, for the tests' sake.

use std::process::ExitCode;

fn main() -> ExitCode {
    sessions_cli::main()
}
