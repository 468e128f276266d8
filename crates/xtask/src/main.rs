//! Tasks of the repository: `cargo xtask test`, `lint`, `python`, `node`, `recovery`, `tables`, `packs`, `ready`.

mod node;
mod packs;
mod python;
mod recovery;
mod tables;
mod tasks;

use std::process::ExitCode;

/// What the tool can do, as printed without arguments.
const HELP: &str = "\
cargo xtask test     build the program and run every test of the workspace, in every language
cargo xtask lint     check the format and run clippy, warnings as errors
cargo xtask python   build the Python package and test it; `release` builds it as it is shipped, for
                     the benchmarks; `package` makes wheel and source package and tries them on every Python here
cargo xtask node     build the npm package and test it; `release` builds the addon as it is shipped
cargo xtask recovery play the scenarios of tests/recovery and hold their figures
cargo xtask tables   make the tables of the token estimate again
cargo xtask packs    write docs/rules.md from the rule packs
cargo xtask ready    lint, then test: what continuous integration runs
";

/// Does what is asked of the Python package.
fn python() -> tasks::Done {
    match std::env::args().nth(2).as_deref() {
        None => python::test(),
        Some("release") => python::release(),
        Some("package") => python::package(),
        other => tasks::say(HELP, other.is_some()),
    }
}

/// Does what is asked of the npm package.
fn node() -> tasks::Done {
    match std::env::args().nth(2).as_deref() {
        None => node::test(),
        Some("release") => node::build(true),
        other => tasks::say(HELP, other.is_some()),
    }
}

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    let done = match argument.as_deref() {
        Some("test") => tasks::test(),
        Some("lint") => tasks::lint(),
        Some("python") => python(),
        Some("node") => node(),
        Some("recovery") => recovery::score(),
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
