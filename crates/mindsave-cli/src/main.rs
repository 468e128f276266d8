//! Starts the `mindsave` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(mindsave_cli::run(std::env::args_os()))
}
