//! Links the program so that it starts fast: at a fixed address, with the C library and the
//! unwinder inside instead of in libraries of their own. A hook runs it at every tool call, and
//! finding, mapping and binding those libraries is a third of what a short command costs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The libraries the standard library names by itself, and what the linker shall take for each.
const ARCHIVES: [(&str, &[&str]); 7] = [
    ("gcc_s", &["libgcc_eh.a", "libgcc.a"]),
    ("c", &["libc.a"]),
    ("m", &["libm.a"]),
    ("rt", &["librt.a"]),
    ("pthread", &["libpthread.a"]),
    ("dl", &["libdl.a"]),
    ("util", &["libutil.a"]),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|own| own == value);
    let here = std::env::var("HOST") == std::env::var("TARGET");
    if !here || !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-no-pie");
    // Where an archive is not installed the program is linked as any other.
    if let (Some(found), Some(out)) = (archives(), std::env::var_os("OUT_DIR")) {
        let folder = PathBuf::from(out).join("archives");
        if write_scripts(&folder, &found).is_ok() {
            // As arguments of this one link. A search path given to cargo would also be that of
            // every program it runs, and those would load a script as a library.
            println!("cargo::rustc-link-arg-bins=-static");
            println!("cargo::rustc-link-arg-bins=-L{}", folder.display());
        }
    }
}

/// Returns every archive under the name the linker asks for, or `None` where one is missing.
fn archives() -> Option<Vec<(&'static str, Vec<PathBuf>)>> {
    let each = |(name, files): &(&'static str, &[&str])| {
        let paths: Option<Vec<PathBuf>> = files.iter().map(|file| installed(file)).collect();
        Some((*name, paths?))
    };
    ARCHIVES.iter().map(each).collect()
}

/// Returns where the compiler that links keeps a library.
fn installed(file: &str) -> Option<PathBuf> {
    let asked = Command::new("cc").arg(format!("-print-file-name={file}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(asked.stdout).ok()?.trim());
    // A compiler that has no such file prints the bare name.
    (path.is_absolute() && path.is_file()).then_some(path)
}

/// Writes one linker script a library. The standard library asks for shared ones by name, so
/// that no option turns them into archives; a script of that name, found first, does.
fn write_scripts(folder: &Path, found: &[(&str, Vec<PathBuf>)]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, paths) in found {
        let quoted = paths.iter().map(|path| format!("\"{}\"", path.display()));
        let script = format!("GROUP ( {} )\n", quoted.collect::<Vec<_>>().join(" "));
        fs::write(folder.join(format!("lib{name}.so")), script)?;
    }
    Ok(())
}
