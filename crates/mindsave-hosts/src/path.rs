//! Paths as the journal has them: relative to the workspace where they lie in it, with `/`.

use std::path::{Component, Path, PathBuf};

/// Where paths are seen from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// The root of the workspace, under each of its names.
    roots: Vec<PathBuf>,
    /// The folder that relative paths are seen from.
    cwd: Option<PathBuf>,
}

impl Place {
    pub(crate) fn new(root: &Path, cwd: Option<&Path>) -> Self {
        let mut roots = vec![root.to_path_buf()];
        roots.extend(root.canonicalize().ok().filter(|real| real != root));
        Self { roots, cwd: cwd.filter(|cwd| cwd.is_absolute()).map(Path::to_path_buf) }
    }

    /// Returns a path as the journal has it.
    pub(crate) fn shown(&self, path: &str) -> String {
        let given = Path::new(path);
        let whole = match &self.cwd {
            Some(cwd) if given.is_relative() => cwd.join(given),
            _ => given.to_path_buf(),
        };
        let whole = plain(&whole);
        let inside = self.roots.iter().find_map(|root| whole.strip_prefix(root).ok());
        let shown = match inside {
            Some(inside) if inside.as_os_str().is_empty() => Path::new("."),
            Some(inside) => inside,
            // A relative path seen from elsewhere stays what it was.
            None if given.is_relative() && self.cwd.is_none() => given,
            None => &whole,
        };
        let shown = shown.to_string_lossy();
        if cfg!(windows) { shown.replace('\\', "/") } else { shown.into_owned() }
    }
}

/// Takes `.` and `..` out of a path without looking at the disk.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => drop(out.pop()),
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_the_workspace_are_relative_to_it() {
        let place = Place::new(Path::new("/w/项目"), Some(Path::new("/w/项目/crates")));
        for (given, shown) in [
            ("/w/项目/src/main.rs", "src/main.rs"),
            ("core/lib.rs", "crates/core/lib.rs"),
            ("../README.md", "README.md"),
            ("/etc/hosts", "/etc/hosts"),
            ("/w/项目/", "."),
            ("../../other/x", "/w/other/x"),
            ("/w/项目/a/../b c.txt", "b c.txt"),
        ] {
            assert_eq!(place.shown(given), shown, "{given}");
        }
        assert_eq!(Place::new(Path::new("/w"), None).shown("src/x.rs"), "src/x.rs");
    }
}
