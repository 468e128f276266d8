//! Links the program so that it starts fast: at a fixed address, with the unwinder inside instead
//! of in a library of its own. A hook runs it at every tool call; the second alone makes `resume`
//! and `load --json` six per cent faster as whole processes, and the bare start ten.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What the linker finds for `-lgcc_s`: the static unwinder of the same compiler.
const UNWINDER: &str = "INPUT(-lgcc_eh -lgcc)\n";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|own| own == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        if has_static_unwinder() {
            link_unwinder_statically();
        }
    }
}

/// Reports whether the compiler that links has the static unwinder; not every installation does.
fn has_static_unwinder() -> bool {
    let asked = Command::new("cc").arg("-print-file-name=libgcc_eh.a").output();
    // A compiler that has no such file prints the bare name.
    asked.is_ok_and(|told| Path::new(String::from_utf8_lossy(&told.stdout).trim()).is_absolute())
}

/// Puts a linker script before the shared library of the unwinder, which the standard library
/// names by itself, so that no option can take it away.
fn link_unwinder_statically() {
    let Some(out) = std::env::var_os("OUT_DIR").map(PathBuf::from) else { return };
    // A folder of its own: the linker takes whatever library lies there, and what an earlier
    // version of this script left in the folder above is none of ours.
    let folder = out.join("unwinder");
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(folder.join("libgcc_s.so"), UNWINDER));
    if written.is_ok() {
        println!("cargo::rustc-link-search=native={}", folder.display());
    }
}
