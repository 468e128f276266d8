//! Links the program so that it starts fast: at a fixed address, with the C library and the unwinder
//! inside instead of in libraries that are found and bound anew at each start. A hook runs it at
//! every tool call; a start without a dynamic linker touches a fifth fewer pages of memory.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The libraries that the standard library and the compiler name by themselves, so that no option
/// can take them away, each with the static archives it is made of.
const LIBRARIES: [(&str, &[&str]); 7] = [
    ("gcc_s", &["libgcc_eh.a", "libgcc.a"]),
    ("c", &["libc.a"]),
    ("m", &["libm.a"]),
    ("dl", &["libdl.a"]),
    ("rt", &["librt.a"]),
    ("pthread", &["libpthread.a"]),
    ("util", &["libutil.a"]),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|own| own == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        if LIBRARIES.iter().flat_map(|(_, archives)| *archives).all(|archive| has(archive)) {
            link_statically();
        }
    }
}

/// Reports whether the compiler that links has an archive; not every installation has the static
/// ones.
fn has(archive: &str) -> bool {
    let asked = Command::new("cc").arg(format!("-print-file-name={archive}")).output();
    // A compiler that has no such file prints the bare name.
    asked.is_ok_and(|told| Path::new(String::from_utf8_lossy(&told.stdout).trim()).is_absolute())
}

/// Puts linker scripts that name the archives before the shared libraries.
fn link_statically() {
    let Some(out) = std::env::var_os("OUT_DIR").map(PathBuf::from) else { return };
    for (library, archives) in LIBRARIES {
        let names: Vec<String> = archives.iter().map(|archive| format!("-l:{archive}")).collect();
        let script = out.join(format!("lib{library}.so"));
        if std::fs::write(script, format!("INPUT({})\n", names.join(" "))).is_err() {
            return;
        }
    }
    println!("cargo::rustc-link-search=native={}", out.display());
    println!("cargo::rustc-link-arg-bins=-static");
}
