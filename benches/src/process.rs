//! Whole processes of `mindsave` against `git rev-parse HEAD` in the same folder.
//!
//! An agent's host starts the program at every turn, so it must cost no more than the smallest
//! thing git does. The floor is a process that does nothing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::Outcome;
use crate::fixture::Fixture;
use crate::pairs::{Measured, measure, timed};
use crate::report::{Bound, Report};

const PAIRS: usize = 200;
const LIMIT: Bound = Bound::AtMost(1.5);
/// Variables that would lead the program elsewhere.
const UNSET: [&str; 6] = [
    "MINDSAVE_ROOT",
    "MINDSAVE_NOW",
    "CLAUDE_PROJECT_DIR",
    "CURSOR_PROJECT_DIR",
    "GEMINI_PROJECT_DIR",
    "COPILOT_PROJECT_DIR",
];

/// Measures the two commands that give a session its memory back.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    let program = program()?;
    let fixture = Fixture::new(20, None)?;
    let folder = fixture.dir.path();
    repository(folder)?;
    let git = || sample(folder, Path::new("git"), &["rev-parse", "HEAD"]);
    for arguments in [&["load", "--json", "--latest"][..], &["resume"]] {
        let mut ours = || sample(folder, &program, arguments);
        let name = format!("mindsave {}", arguments.join(" "));
        report.ratio(&name, &measure(PAIRS, &mut ours, &mut { git })?, LIMIT)?;
    }
    let mut nothing = || sample(folder, Path::new("true"), &[]);
    let floor = measure(PAIRS, &mut nothing, &mut { git })?;
    report.ratio("true, a process that does nothing (floor)", &floor, Bound::Free)?;
    let same = measure(PAIRS, &mut { git }, &mut { git })?;
    report.ratio("git against itself (noise)", &same, Bound::Free)
}

/// Measures one command against git, in a workspace of its own.
pub(crate) fn against_git(arguments: &[&str]) -> Outcome<Measured> {
    let program = program()?;
    let fixture = Fixture::new(1, None)?;
    let folder = fixture.dir.path();
    repository(folder)?;
    let mut ours = || sample(folder, &program, arguments);
    let mut git = || sample(folder, Path::new("git"), &["rev-parse", "HEAD"]);
    measure(PAIRS, &mut ours, &mut git)
}

/// Builds the program beside this one and returns its path.
pub(crate) fn program() -> Outcome<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.parent().ok_or("this program is in no folder")?;
    let target = folder.parent().ok_or("this program is in no target folder")?;
    if let Some(cargo) = std::env::var_os("CARGO") {
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--release", "-p", "mindsave-cli"]);
        done(build.arg("--target-dir").arg(target))?;
    }
    let path = folder.join("mindsave").with_extension(std::env::consts::EXE_EXTENSION);
    if path.is_file() {
        return Ok(path);
    }
    Err(format!("{} is not there: build mindsave-cli", path.display()).into())
}

/// Makes the folder a git repository with one commit.
pub(crate) fn repository(folder: &Path) -> Outcome<()> {
    let identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.org"];
    let commit = ["commit", "--quiet", "--allow-empty", "--no-gpg-sign", "-m", "one"];
    done(command(folder, Path::new("git")).args(["init", "--quiet"]))?;
    done(command(folder, Path::new("git")).args(identity).args(commit))
}

pub(crate) fn sample(folder: &Path, program: &Path, arguments: &[&str]) -> Outcome<Duration> {
    let mut command = command(folder, program);
    command.args(arguments);
    timed(|| done(&mut command))
}

pub(crate) fn command(folder: &Path, program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
    for name in UNSET {
        command.env_remove(name);
    }
    command
}

/// Runs a command to its end; a failure is one of the run.
pub(crate) fn done(command: &mut Command) -> Outcome<()> {
    let status = command.status()?;
    if status.success() {
        return Ok(());
    }
    Err(format!("{} ended with {status}", command.get_program().display()).into())
}
