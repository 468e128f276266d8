//! Tasks of the repository: `cargo xtask test`, `lint`, `tables`, `packs`, `ready`.

mod packs;
mod tables;
mod tasks;

use std::process::ExitCode;

/// What the tool can do, as printed without arguments.
const HELP: &str = "\
cargo xtask test     build the program and run every test of the workspace
cargo xtask lint     check the format and run clippy, warnings as errors
cargo xtask tables   make the tables of the token estimate again
cargo xtask packs    write docs/rules.md from the rule packs
cargo xtask ready    lint, then test: what continuous integration runs
";

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    let done = match argument.as_deref() {
        Some("test") => tasks::test(),
        Some("lint") => tasks::lint(),
        Some("tables") => tables::make(),
        Some("packs") => packs::make(),
        Some("ready") => tasks::lint().and_then(|()| tasks::test()),
        other => tasks::say(HELP, other.is_some()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => tasks::fail(&why),
    }
}
