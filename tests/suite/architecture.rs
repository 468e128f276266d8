//! The shape of the workspace: which crate may use which, how large a file may be, what core is.

use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, MetadataCommand, Package};
use mindsave_tests::workspace::walk;

/// Which crates of the workspace a crate may use; those to come are listed already.
const ARROWS: [(&str, &[&str]); 9] = [
    ("mindsave-core", &[]),
    ("mindsave-store", &["mindsave-core"]),
    ("mindsave", &["mindsave-core", "mindsave-store"]),
    ("mindsave-hosts", &["mindsave-core", "mindsave-store", "mindsave"]),
    ("mindsave-mcp", &["mindsave-core", "mindsave-store", "mindsave"]),
    ("mindsave-python", &["mindsave-core", "mindsave-store", "mindsave", "mindsave-cli"]),
    ("mindsave-node", &["mindsave-core", "mindsave-store", "mindsave", "mindsave-cli"]),
    (
        "mindsave-cli",
        &["mindsave-core", "mindsave-store", "mindsave", "mindsave-hosts", "mindsave-mcp"],
    ),
    ("mindsave-fuzz", &["mindsave-core", "mindsave-store", "mindsave"]),
];

/// These may use anything, and nothing else may use them.
const TOOLS: [&str; 3] = ["mindsave-tests", "mindsave-benches", "xtask"];

/// The longest a Rust file may be, in lines.
const LONGEST: usize = 500;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command.manifest_path(root().join("Cargo.toml")).no_deps();
    command.exec().unwrap()
}

/// Returns what is wrong with the arrows that leave a crate.
fn wrong_arrows(package: &Package, members: &[&str]) -> Vec<String> {
    let own = package.name.as_str();
    let used = package.dependencies.iter().map(|used| used.name.as_str());
    let used = used.filter(|name| members.contains(name));
    let allowed = ARROWS.iter().find(|(name, _)| *name == own).map(|(_, allowed)| *allowed);
    let wrong = used.filter(|name| match allowed {
        _ if TOOLS.contains(&own) => false,
        Some(allowed) => !allowed.contains(name),
        None => true,
    });
    wrong.map(|name| format!("{own} -> {name}")).collect()
}

#[test]
fn arrows_between_crates_point_left_only() {
    let metadata = metadata();
    let packages = metadata.workspace_packages();
    let members: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let wrong: Vec<String> =
        packages.iter().flat_map(|package| wrong_arrows(package, &members)).collect();
    assert!(wrong.is_empty(), "arrows that are not allowed: {wrong:?}");
}

#[test]
fn every_crate_has_its_place_in_the_table_of_arrows() {
    let metadata = metadata();
    let known = |name: &str| TOOLS.contains(&name) || ARROWS.iter().any(|(own, _)| *own == name);
    let packages = metadata.workspace_packages();
    let unknown: Vec<&str> =
        packages.iter().map(|package| package.name.as_str()).filter(|name| !known(name)).collect();
    assert!(unknown.is_empty(), "not in the table: {unknown:?}");
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    for package in metadata().workspace_packages() {
        let lints = table(package.manifest_path.as_std_path()).remove("lints").unwrap();
        if ["mindsave-python", "mindsave-node"].contains(&package.name.as_str()) {
            assert_eq!(lints, lints_with_unsafe_in_macros(), "{}", package.name);
            continue;
        }
        let taken = lints.get("workspace").and_then(toml::Value::as_bool);
        assert_eq!(taken, Some(true), "{}", package.name);
    }
}

fn table(path: &Path) -> toml::Table {
    toml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The lints of the workspace, but that macros may allow themselves `unsafe`: `forbid` would
/// refuse what those of pyo3 and napi write.
fn lints_with_unsafe_in_macros() -> toml::Value {
    let mut manifest = table(&root().join("Cargo.toml"));
    let mut lints = manifest["workspace"].as_table_mut().unwrap().remove("lints").unwrap();
    lints["rust"]["unsafe_code"] = "deny".into();
    lints
}

/// Returns the Rust files below a folder, if there is one.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if folder.is_dir() {
        walk(folder, &mut |path| {
            if path.extension().is_some_and(|end| end == "rs") {
                found.push(path.to_owned());
            }
        });
    }
    found
}

#[test]
fn no_rust_file_is_longer_than_five_hundred_lines() {
    for folder in ["crates", "bindings", "tests", "benches"] {
        for path in rust_files(&root().join(folder)) {
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            assert!(lines <= LONGEST, "{} has {lines} lines", path.display());
        }
    }
}

#[test]
fn core_reads_no_file_clock_environment_random_number_or_thread() {
    let outside = [
        "std::fs",
        "std::env",
        "std::process",
        "std::thread",
        "std::net",
        "std::io",
        "SystemTime",
        "Instant::now",
        "Timestamp::now",
        "Zoned::now",
        "rand::",
        "getrandom",
        "RandomState",
    ];
    for path in rust_files(&root().join("crates/mindsave-core/src")) {
        let text = fs::read_to_string(&path).unwrap();
        // What stands between quotes is text and does nothing.
        let code: String = text.lines().flat_map(|line| line.split('"').step_by(2)).collect();
        for word in outside {
            assert!(!code.contains(word), "{} has {word}", path.display());
        }
    }
}
