//! Builds the npm package and tests it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tasks::{Done, cargo};

/// Prints the name under which the addon of this machine is looked for.
const NAME: &str = "process.stdout.write(require('./lib/platforms.js').candidates()[0] ?? '')";

/// Builds the addon, and the program it is compared with, and runs the tests of the package, its types
/// and its samples included.
pub(crate) fn test() -> Done {
    cargo(&["build", "--package", "mindsave-cli"])?;
    build(false)?;
    tools()?;
    run(node("node").arg("--test").args(files()?).env("MINDSAVE_PROGRAM", program()))?;
    let compiler = "node_modules/typescript/bin/tsc";
    run(node("node").args([compiler, "--project", "test/types"]))
}

/// Builds the addon and puts it beside the package, where it is looked for first.
pub(crate) fn build(release: bool) -> Done {
    let mut arguments = vec!["build", "--package", "mindsave-node"];
    if release {
        arguments.push("--release");
    }
    cargo(&arguments)?;
    let asked = node("node")
        .args(["-e", NAME])
        .output()
        .map_err(|error| format!("node cannot be run: {error}; install Node 20 or later"))?;
    let name = String::from_utf8_lossy(&asked.stdout).into_owned();
    if name.is_empty() {
        return Err("npm/lib/platforms.js does not know this machine".to_owned());
    }
    let to = npm().join(format!("mindsave.{name}.node"));
    // A process that has the old one open keeps it: the new one is another file.
    drop(std::fs::remove_file(&to));
    std::fs::copy(library(release), &to).map(drop).map_err(|error| error.to_string())
}

/// Installs the compiler that checks the types, unless it is there as the lock file has it.
fn tools() -> Done {
    let changed = |path: &str| npm().join(path).metadata().and_then(|file| file.modified()).ok();
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(());
    }
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    run(node(program).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))
}

/// The files of tests, by name: what `node --test` takes a folder for differs by version.
fn files() -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(npm().join("test")).map_err(|error| error.to_string())?;
    let paths = entries.filter_map(|entry| Some(Path::new("test").join(entry.ok()?.file_name())));
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.to_string_lossy().ends_with(".test.mjs")).collect();
    files.sort();
    Ok(files)
}

fn library(release: bool) -> PathBuf {
    let (before, after) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let profile = if release { "release" } else { "debug" };
    target().join(profile).join(format!("{before}mindsave_node{after}"))
}

/// The program that the package is compared with.
fn program() -> PathBuf {
    target().join("debug/mindsave").with_extension(std::env::consts::EXE_EXTENSION)
}

fn target() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| root().join("target"));
    std::path::absolute(&folder).unwrap_or(folder)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn npm() -> PathBuf {
    root().join("npm")
}

/// Prepares a call of a program in the folder of the package.
fn node(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(npm());
    command
}

fn run(command: &mut Command) -> Done {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed")) }
}
