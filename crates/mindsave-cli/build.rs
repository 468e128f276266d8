//! Links the program so that it starts fast: at a fixed address, with the unwinder inside instead
//! of in a library of its own. A hook runs it at every tool call.

use std::path::{Path, PathBuf};

/// What the linker finds for `-lgcc_s`: the static unwinder of the same compiler.
const UNWINDER: &str = "INPUT(-lgcc_eh -lgcc)\n";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|own| own == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        link_unwinder_statically();
    }
}

/// Puts a linker script before the shared library of the unwinder, which the standard library
/// names by itself, so that no option can take it away.
fn link_unwinder_statically() {
    let Some(out) = std::env::var_os("OUT_DIR").map(PathBuf::from) else { return };
    if std::fs::write(script(&out), UNWINDER).is_ok() {
        println!("cargo::rustc-link-search=native={}", out.display());
    }
}

fn script(folder: &Path) -> PathBuf {
    folder.join("libgcc_s.so")
}
