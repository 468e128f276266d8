//! The Python package against Rust, against a bare interpreter, and against the original.
//!
//! A child that runs the package stays alive and takes turns with this program, so that whatever
//! else the machine does meets both alike. It times the call alone, conversion included.
//!
//! The package is built as it is shipped by `cargo xtask python release`; `MINDSAVE_PYTHON` names
//! another interpreter that has it. `MINDSAVE_ORIGINAL` names the folder of the original's Python
//! package, to be compared with; without it those figures are left out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::Outcome;
use crate::child::{Speaker, request, rust};
use crate::pairs::{Quartiles, measure_after, timed};
use crate::report::{Bound, Report};
use crate::rules::{Language, rules};

/// Rules of a long list.
const MANY: usize = 10_000;
/// Rules of a short one.
const FEW: usize = 5;
/// How often the short list is compressed in one sample.
const CALLS: usize = 200;
/// What the child runs.
const SCRIPT: &str = include_str!("python_child.py");

/// Measures all of it.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    let python = interpreter()?;
    for language in [Language::English, Language::Chinese] {
        let mut child = start(&python, &lists(language), None)?;
        many(report, language, &mut child)?;
        few(report, language, &mut child)?;
    }
    import(report, &python)?;
    match std::env::var_os("MINDSAVE_ORIGINAL") {
        Some(folder) => original(report, &python, Path::new(&folder)),
        None => Ok(()),
    }
}

/// The lists that both sides compress.
struct Lists {
    many: Vec<String>,
    few: Vec<String>,
}

fn lists(language: Language) -> Lists {
    let few = rules(language, FEW * 97).into_iter().step_by(97).collect();
    Lists { many: rules(language, MANY), few }
}

fn many(report: &mut Report, language: Language, child: &mut Speaker) -> Outcome<()> {
    let request = request(lists(language).many);
    let measured = measure_after(2, 15, &mut || child.time("many", 1), &mut || rust(&request, 1))?;
    let name = format!("compress_layer2 of {MANY} rules, {language:?}, Python against Rust");
    report.ratio(&name, &measured, Bound::AtMost(1.25))
}

fn few(report: &mut Report, language: Language, child: &mut Speaker) -> Outcome<()> {
    let request = request(lists(language).few);
    let mut more = Vec::new();
    for _ in 0..25 {
        let ours = child.time("few", CALLS)?.as_secs_f64();
        let base = rust(&request, CALLS)?.as_secs_f64();
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

/// The same lists in the original, by turns.
fn original(report: &mut Report, python: &Path, folder: &Path) -> Outcome<()> {
    let words = ["tailwind", "bootstrap", "jwt", "session", "orm", "mongodb", "graphql", "tabs"];
    let mixed = |i: usize| format!("no {} in module {i}", words[i % words.len()]);
    let one = |i: usize| format!("no tailwind in module {i}");
    for (what, rule, bound) in
        [("mixed", &mixed as &dyn Fn(usize) -> String, 5.0), ("one rule", &one, 20.0)]
    {
        let lists = Lists { many: (0..MANY).map(rule).collect(), few: Vec::new() };
        let mut ours = start(python, &lists, None)?;
        let mut theirs = start(python, &lists, Some(folder))?;
        let measured =
            measure_after(1, 5, &mut || theirs.time("many", 1), &mut || ours.time("many", 1))?;
        let name = format!("the original's compress_layer2, {MANY} {what}, against ours");
        report.ratio(&name, &measured, Bound::AtLeast(bound))?;
    }
    Ok(())
}

/// Starts a child with its lists; `first` is searched for packages before all others.
fn start(python: &Path, lists: &Lists, first: Option<&Path>) -> Outcome<Speaker> {
    let folder = tempfile::tempdir()?;
    let (script, data) = (folder.path().join("child.py"), folder.path().join("lists.json"));
    fs::write(&script, SCRIPT)?;
    fs::write(&data, json!({ "many": lists.many, "few": lists.few }).to_string())?;
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
