//! The Node package against Rust, and against the original.
//!
//! A child that runs the package stays alive and takes turns with this program, so that whatever
//! else the machine does meets both alike. It times the call alone, conversion included.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::child::{Speaker, compare, lists};
use crate::report::Report;
use crate::rules::Language;
use crate::{Outcome, original};

/// What the child runs.
const SCRIPT: &str = include_str!("node_child.mjs");
/// What of the package is needed beside the addon.
const FILES: [&str; 5] =
    ["package.json", "index.js", "lib/convert.js", "lib/native.js", "lib/platforms.js"];
/// Microseconds the original's TypeScript took on another day: mixed rules, and all of one kind.
const ORIGINAL: [f64; 2] = [204_000.0, 8_000_000.0];

/// Measures all of it.
pub(crate) fn run(report: &mut Report) -> Outcome<()> {
    let package = Package::new()?;
    for language in [Language::English, Language::Chinese] {
        let lists = lists(language);
        let mut child = start(&package, &json!({ "many": lists[0], "few": lists[1] }), None)?;
        compare(report, ("Node", "compressLayer2"), language, lists, &mut child)?;
    }
    original(report, &package)
}

/// Lists like the original's own, in both.
fn original(report: &mut Report, package: &Package) -> Outcome<()> {
    let module = original::part("sdk/typescript/dist/index.js")?;
    for case in original::cases(ORIGINAL) {
        let lists = json!({ "many": case.recipe() });
        let mut ours = start(package, &lists, None)?;
        let theirs = module.as_deref().map(|module| start(package, &lists, Some(module)));
        original::compare(report, "compressLayer2", &case, &mut ours, theirs.transpose()?)?;
    }
    Ok(())
}

/// The package as it is shipped, in a folder of its own.
struct Package(tempfile::TempDir);

impl Package {
    fn new() -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let npm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../npm");
        fs::create_dir(folder.path().join("lib"))?;
        for file in FILES {
            fs::copy(npm.join(file), folder.path().join(file))?;
        }
        fs::write(folder.path().join("child.mjs"), SCRIPT)?;
        let name = r#"process.stdout.write(require("./lib/platforms.js").candidates()[0])"#;
        let name = Command::new("node").args(["-e", name]).current_dir(folder.path()).output()?;
        let name = format!("mindsave.{}.node", String::from_utf8(name.stdout)?);
        fs::copy(addon()?, folder.path().join(name))?;
        Ok(Self(folder))
    }
}

/// Builds the addon as it is shipped and returns its path.
fn addon() -> Outcome<PathBuf> {
    let own = std::env::current_exe()?;
    let target = own.ancestors().nth(2).ok_or("this program is in no target folder")?;
    if let Some(cargo) = std::env::var_os("CARGO") {
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--release", "-p", "mindsave-node", "--target-dir"]);
        if !build.arg(target).status()?.success() {
            return Err("the addon cannot be built".into());
        }
    }
    let (before, after) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    Ok(target.join(format!("release/{before}mindsave_node{after}")))
}

/// Starts a child with its lists; another module than the package may do the work.
fn start(package: &Package, lists: &Value, module: Option<&Path>) -> Outcome<Speaker> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("lists.json");
    fs::write(&data, lists.to_string())?;
    let mut command = Command::new("node");
    command.arg(package.0.path().join("child.mjs")).arg(data).args(module);
    Ok(Speaker::start(command.env("HOME", folder.path()))?.keeping(folder))
}
