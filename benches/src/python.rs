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

use mindsave::compress::Request;
use serde_json::{Value, json};

use crate::child::{Speaker, request, rust};
use crate::pairs::{Quartiles, measure_after, timed};
use crate::report::{Bound, Report};
use crate::rules::{Language, rules};
use crate::{Outcome, original};

/// Rules of a long list.
const MANY: usize = 10_000;
/// Rules of a short one.
const FEW: usize = 5;
/// How often the short list is compressed in one sample.
const CALLS: usize = 200;
/// Microseconds the original's Python took on another day: mixed rules, and all of one kind.
const ORIGINAL: [f64; 2] = [236_000.0, 890_000.0];
/// What the child runs.
const SCRIPT: &str = include_str!("python_child.py");

/// Measures all of it.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    let python = interpreter()?;
    for language in [Language::English, Language::Chinese] {
        let [long, short] = lists(language);
        let mut child = start(&python, &json!({ "many": long, "few": short }), None)?;
        many(report, language, &request(long), &mut child)?;
        few(report, language, &request(short), &mut child)?;
    }
    import(report, &python)?;
    original(report, &python)
}

/// A long list and a short one.
fn lists(language: Language) -> [Vec<String>; 2] {
    let few = rules(language, FEW * 97).into_iter().step_by(97).collect();
    [rules(language, MANY), few]
}

fn many(
    report: &mut Report,
    language: Language,
    request: &Request,
    child: &mut Speaker,
) -> Outcome<()> {
    let measured = measure_after(2, 15, &mut || child.time("many", 1), &mut || rust(request, 1))?;
    let name = format!("compress_layer2 of {MANY} rules, {language:?}, Python against Rust");
    report.ratio(&name, &measured, Bound::AtMost(1.25))
}

fn few(
    report: &mut Report,
    language: Language,
    request: &Request,
    child: &mut Speaker,
) -> Outcome<()> {
    let mut more = Vec::new();
    for _ in 0..25 {
        let ours = child.time("few", CALLS)?.as_secs_f64();
        let base = rust(request, CALLS)?.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "small")]
        more.push((ours - base) * 1e6 / CALLS as f64);
    }
    let name = format!("compress_layer2 of {FEW} rules, {language:?}, Python beyond Rust");
    report.add(&name, "us", Quartiles::of(more), Bound::AtMost(20.0), "a call")
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
