//! The Python package against Rust, against a bare interpreter, and against the original.
//!
//! A child that runs the package stays alive and takes turns with this program, so that whatever
//! else the machine does meets both alike. It times the call alone, conversion included.
//!
//! The package is built as it is shipped by `cargo xtask python release`; `MINDSAVE_PYTHON` names
//! another interpreter that has it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::child::{Speaker, compare, lists};
use crate::pairs::{measure_after, timed};
use crate::report::{Bound, Report};
use crate::rules::Language;
use crate::{Outcome, original};

/// Microseconds the original's Python took on another day: mixed rules, and all of one kind.
const ORIGINAL: [f64; 2] = [236_000.0, 890_000.0];
/// What the child runs.
const SCRIPT: &str = include_str!("python_child.py");

/// Measures all of it.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    let python = interpreter()?;
    for language in [Language::English, Language::Chinese] {
        let lists = lists(language);
        let mut child = start(&python, &json!({ "many": lists[0], "few": lists[1] }), None)?;
        compare(report, ("Python", "compress_layer2"), language, lists, &mut child)?;
    }
    import(report, &python)?;
    original(report, &python)
}

/// What a process costs that imports the package, against one that imports a small C extension.
fn import(report: &mut Report, python: &Path) -> Outcome<()> {
    let start = |code: &'static str| {
        move || {
            timed(|| {
                let status = Command::new(python).args(["-I", "-c", code]).status()?;
                if status.success() { Ok(()) } else { Err(format!("{code} failed").into()) }
            })
        }
    };
    let mut ours = start("import mindsave");
    let mut base = start("import _bisect");
    let measured = measure_after(5, 60, &mut ours, &mut base)?;
    report.ratio("import mindsave, against import _bisect", &measured, Bound::AtMost(1.5))
}

/// Lists like the original's own, in both.
fn original(report: &mut Report, python: &Path) -> Outcome<()> {
    let folder = original::part("sdk/python")?;
    for case in original::cases(ORIGINAL) {
        let lists = json!({ "many": case.recipe() });
        let mut ours = start(python, &lists, None)?;
        let theirs = folder.as_deref().map(|folder| start(python, &lists, Some(folder)));
        original::compare(report, "compress_layer2", &case, &mut ours, theirs.transpose()?)?;
    }
    Ok(())
}

/// Starts a child with its lists; `first` is searched for packages before all others.
fn start(python: &Path, lists: &Value, first: Option<&Path>) -> Outcome<Speaker> {
    let folder = tempfile::tempdir()?;
    let (script, data) = (folder.path().join("child.py"), folder.path().join("lists.json"));
    fs::write(&script, SCRIPT)?;
    fs::write(&data, lists.to_string())?;
    let mut command = Command::new(python);
    command.arg(script).arg(data).env("HOME", folder.path());
    if let Some(first) = first {
        command.env("PYTHONPATH", first);
    }
    Ok(Speaker::start(&mut command)?.keeping(folder))
}

/// Returns an interpreter that has the package as it is shipped.
fn interpreter() -> Outcome<PathBuf> {
    if let Some(python) = std::env::var_os("MINDSAVE_PYTHON") {
        return Ok(python.into());
    }
    let own = std::env::current_exe()?;
    let target = own.ancestors().nth(2).ok_or("this program is in no target folder")?;
    if let Some(cargo) = std::env::var_os("CARGO") {
        let mut build = Command::new(cargo);
        build.args(["xtask", "python", "release"]).env("CARGO_TARGET_DIR", target);
        if !build.status()?.success() {
            return Err("the Python package cannot be built".into());
        }
    }
    let venv = target.join("python/venv-release");
    Ok(venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" }))
}
