//! Runs cargo the way continuous integration does.

use std::io::Write;
use std::process::{Command, ExitCode};

/// What a task returns: nothing, or why it failed.
pub(crate) type Done = Result<(), String>;

/// Checks the format and runs clippy.
pub(crate) fn lint() -> Done {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    document()
}

/// Makes the documents of the crates that are published, warnings as errors.
fn document() -> Done {
    let crates = ["mindsave-core", "mindsave-store", "mindsave"];
    let mut arguments = vec!["doc", "--no-deps"];
    arguments.extend(crates.iter().flat_map(|name| ["--package", name]));
    run(program().args(arguments).env("RUSTDOCFLAGS", "-D warnings"), "cargo doc")
}

/// Builds the program the tests run, then runs every test, the examples in the documents included.
pub(crate) fn test() -> Done {
    cargo(&["build", "--package", "mindsave-cli"])?;
    cargo(&["test", "--workspace", "--exclude", "mindsave-python", "--exclude", "mindsave-node"])?;
    crate::recovery::score()?;
    crate::python::test()?;
    crate::node::test()
}

/// Prints the help; with an unknown task that is a failure.
pub(crate) fn say(text: &str, unknown: bool) -> Done {
    if unknown {
        return Err(format!("there is no such task\n{text}"));
    }
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())
}

/// Prints why a task failed.
pub(crate) fn fail(why: &str) -> ExitCode {
    drop(std::io::stderr().write_all(format!("xtask: {why}\n").as_bytes()));
    ExitCode::FAILURE
}

pub(crate) fn cargo(arguments: &[&str]) -> Done {
    run(program().args(arguments), &format!("cargo {}", arguments.join(" ")))
}

/// The cargo that runs this.
fn program() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn run(command: &mut Command, name: &str) -> Done {
    let status = command.status().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed")) }
}
