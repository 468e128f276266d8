//! Builds the Python package and tests it, in a virtual environment of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tasks::Done;

/// What is installed besides the package.
const TOOLS: [&str; 3] = ["maturin>=1.9,<2", "pytest>=8", "mypy>=1.15"];

/// Builds the package and runs its tests.
pub(crate) fn test() -> Done {
    let target = target().join("python");
    let tools = environment(&target.join("venv"), &TOOLS)?;
    build(&tools, &target, false)?;
    run(tools.command("python").args(["-m", "pytest", "--quiet"]))
}

/// Builds the package as it is shipped and installs it into an environment of its own, for the
/// figures to measure.
pub(crate) fn release() -> Done {
    let target = target().join("python");
    build(&environment(&target.join("venv-release"), &TOOLS)?, &target, true)
}

/// Builds wheel and source package; tries the wheel on every Python that is here, and the source
/// package on the first. `MINDSAVE_PYTHONS` lists other ones.
pub(crate) fn package() -> Done {
    let target = target().join("python");
    let tools = environment(&target.join("venv"), &TOOLS)?;
    let out = target.join("dist");
    drop(std::fs::remove_dir_all(&out));
    let mut maturin = tools.command("maturin");
    maturin.args(["build", "--release", "--sdist", "--out"]).arg(&out);
    run(maturin.env("CARGO_TARGET_DIR", target.join("build")))?;
    let pythons = pythons();
    let first = pythons.first().ok_or("there is no Python from 3.10 to 3.13 here")?;
    for python in &pythons {
        try_package(python, &file(&out, "whl")?, &target)?;
    }
    // It is compiled once more, so one Python must do.
    try_package(first, &file(&out, "tar.gz")?, &target)
}

/// A virtual environment.
pub(crate) struct Environment(PathBuf);

impl Environment {
    /// Prepares a call of a program in it.
    pub(crate) fn command(&self, program: &str) -> Command {
        let bin = self.0.join(if cfg!(windows) { "Scripts" } else { "bin" });
        let mut command = Command::new(bin.join(program));
        // maturin installs into the environment it is told of.
        command.env("VIRTUAL_ENV", &self.0).current_dir(root().join("python"));
        command
    }
}

/// Makes the environment with its tools; one that is there already is used.
pub(crate) fn environment(path: &Path, wanted: &[&str]) -> Result<Environment, String> {
    let tools = Environment(path.to_owned());
    let stamp = path.join("tools.txt");
    let list = wanted.join("\n");
    if std::fs::read_to_string(&stamp).is_ok_and(|known| known == list) {
        return Ok(tools);
    }
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    run(Command::new(python).args(["-m", "venv", "--clear"]).arg(path))?;
    run(tools.command("python").args(["-m", "pip", "install", "--quiet"]).args(wanted))?;
    std::fs::write(stamp, list).map_err(|error| error.to_string())?;
    Ok(tools)
}

/// Builds the package and installs it into the environment. It is built in a folder of its own:
/// what maturin sets would make cargo build everything again at each turn.
fn build(tools: &Environment, target: &Path, release: bool) -> Done {
    let out = target.join("wheel");
    drop(std::fs::remove_dir_all(&out));
    let mut maturin = tools.command("maturin");
    maturin.args(["build", "--quiet", "--strip", "--out"]).arg(&out);
    if release {
        maturin.arg("--release");
    }
    run(maturin.env("CARGO_TARGET_DIR", target.join("build")))?;
    let mut install = tools.command("python");
    install.args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"]);
    run(install.arg(file(&out, "whl")?))
}

/// Installs a package into an empty environment and does a little with it.
fn try_package(python: &Path, package: &Path, target: &Path) -> Done {
    let fresh = Environment(target.join("fresh"));
    run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&fresh.0))?;
    let mut install = fresh.command("python");
    install.args(["-m", "pip", "install", "--quiet"]).arg(package);
    run(install.env("CARGO_TARGET_DIR", target.join("build")))?;
    let tried = fresh.0.join("tried");
    std::fs::create_dir_all(&tried).map_err(|error| error.to_string())?;
    let script = root().join("python/tests/smoke.py");
    run(fresh.command("python").arg(script).current_dir(&tried))?;
    run(fresh
        .command("mindsave")
        .arg("demo")
        .current_dir(&tried)
        .stdout(std::process::Stdio::null()))
}

/// The Pythons that are here, of those the package is for.
fn pythons() -> Vec<PathBuf> {
    if let Some(known) = std::env::var_os("MINDSAVE_PYTHONS") {
        return std::env::split_paths(&known).collect();
    }
    (10..=13).filter_map(|minor| python(&format!("python3.{minor}"))).collect()
}

/// Finds a Python by name, else among the versions of pyenv, whose own commands answer for the
/// chosen version only.
fn python(name: &str) -> Option<PathBuf> {
    let works = |path: &PathBuf| {
        let asked = Command::new(path).arg("--version").output();
        asked.is_ok_and(|output| output.status.success())
    };
    let by_name = PathBuf::from(name);
    if works(&by_name) {
        return Some(by_name);
    }
    let own = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".pyenv"));
    let pyenv = std::env::var_os("PYENV_ROOT").map(PathBuf::from).or_else(own)?;
    let versions = std::fs::read_dir(pyenv.join("versions")).ok()?;
    let installed = versions.filter_map(|entry| Some(entry.ok()?.path().join("bin").join(name)));
    installed.filter(works).max()
}

/// Returns the one file of a folder with this ending.
fn file(folder: &Path, ending: &str) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let named = |path: &PathBuf| path.to_string_lossy().ends_with(ending);
    files.find(named).ok_or_else(|| format!("there is no .{ending} in {}", folder.display()))
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn target() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| root().join("target"));
    std::path::absolute(&folder).unwrap_or(folder)
}

pub(crate) fn run(command: &mut Command) -> Done {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed")) }
}
