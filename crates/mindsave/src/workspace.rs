//! Finds the workspace: the folder that owns `.mindsave`. It is found, never guessed.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::worktree::{Linked, linked};
use crate::{Error, Result};

/// The folder below the workspace that holds everything.
pub(crate) const FOLDER: &str = ".mindsave";
/// The variable that names the workspace.
const ROOT: &str = "MINDSAVE_ROOT";
/// Variables in which the hosts name the project an agent works in.
const HOST_VARIABLES: [&str; 4] =
    ["CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR", "COPILOT_PROJECT_DIR"];
/// What marks the root of a version-controlled tree: a folder, or git's file in a linked worktree.
const VERSION_CONTROL: [&str; 4] = [".git", ".jj", ".hg", ".svn"];

/// A workspace and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// The root, absolute.
    pub root: PathBuf,
    /// How it was found.
    pub found_by: FoundBy,
    /// The main checkout, where this is a linked worktree of one.
    linked: Option<Linked>,
}

/// How a workspace was found, in the order in which the ways are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundBy {
    /// It was given.
    Argument,
    /// An environment variable names it.
    Variable(&'static str),
    /// It, or a folder below it, is the current one, and it has a `.mindsave`.
    Marker,
    /// It is the root of the version-controlled tree around the current folder.
    VersionControl,
}

impl fmt::Display for FoundBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument => f.write_str("given"),
            Self::Variable(name) => write!(f, "named by {name}"),
            Self::Marker => f.write_str("has a .mindsave folder"),
            Self::VersionControl => f.write_str("root of version control"),
        }
    }
}

impl Workspace {
    /// Finds the workspace of this process: its arguments, environment and current folder.
    ///
    /// # Errors
    /// `not_found` when there is none, `invalid_input` when the one named is no usable folder.
    pub fn find(argument: Option<&Path>) -> Result<Self> {
        let cwd = std::env::current_dir()
            .map_err(|cause| Error::not_found("the current folder is gone").caused_by(cause))?;
        Self::find_from(argument, &cwd, &|name| std::env::var_os(name))
    }

    /// Finds the workspace with a given current folder and environment.
    ///
    /// # Errors
    /// As for [`Workspace::find`].
    pub fn find_from(
        argument: Option<&Path>,
        cwd: &Path,
        env: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<Self> {
        if let Some(path) = argument {
            if path.as_os_str().is_empty() {
                let message = "`root` is empty: name a folder, `.` for this one";
                return Err(Error::invalid(message));
            }
            return Self::named(&cwd.join(path), FoundBy::Argument);
        }
        let set = |name: &str| env(name).filter(|value| !value.is_empty());
        if let Some(path) = set(ROOT) {
            return Self::named(&cwd.join(path), FoundBy::Variable(ROOT));
        }
        for name in HOST_VARIABLES {
            // A host's variable may be left over from another project; a folder that is gone is no
            // reason to refuse work.
            if let Some(path) = set(name).map(|path| cwd.join(path)).filter(|path| path.is_dir()) {
                return Self::named(&path, FoundBy::Variable(name));
            }
        }
        Self::above(cwd, crate::home::home_in(env).as_deref())
    }

    /// Returns the folder that holds the task: snapshots, journals, caches. A linked worktree has
    /// one for itself and its branch, below the main checkout's, which outlives the worktree.
    pub fn folder(&self) -> PathBuf {
        match &self.linked {
            Some(linked) => linked.main.join(FOLDER).join("worktrees").join(&linked.place),
            None => self.root.join(FOLDER),
        }
    }

    /// Returns the folder of what all worktrees of a project share: rules, failures, settings.
    pub fn shared_folder(&self) -> PathBuf {
        self.linked.as_ref().map_or(&self.root, |linked| &linked.main).join(FOLDER)
    }

    /// Reports whether this is a linked worktree, whose task is not that of the main checkout.
    pub fn is_linked(&self) -> bool {
        self.linked.is_some()
    }

    /// Takes a folder somebody named; `.mindsave` itself stands for the folder above it.
    fn named(path: &Path, found_by: FoundBy) -> Result<Self> {
        // A `.mindsave` that is to be made stands for the folder above it as well.
        let to_be = path.ends_with(FOLDER) && !path.exists();
        let path = path.parent().filter(|_| to_be).unwrap_or(path);
        if !path.is_dir() {
            let message = format!("the workspace {} ({found_by}) is not a folder", path.display());
            return Err(Error::not_found(message));
        }
        let real = real(path);
        // Without detours; links keep the name they were given by.
        let detour = path.components().any(|part| part == std::path::Component::ParentDir);
        let plain = if detour { real.clone() } else { path.to_path_buf() };
        let path = std::path::absolute(&plain).unwrap_or(plain);
        let root = if path.ends_with(FOLDER) { path.parent().unwrap_or(&path) } else { &path };
        let inside_git = |path: &Path| path.components().any(|part| part.as_os_str() == ".git");
        if inside_git(root) || inside_git(&real) {
            let message = format!(
                "the workspace {} lies inside .git; nothing is written there",
                root.display()
            );
            return Err(Error::invalid(message));
        }
        Ok(Self { root: root.to_path_buf(), found_by, linked: linked(root) })
    }

    /// Looks upward for `.mindsave`, then for the root of version control.
    fn above(cwd: &Path, home: Option<&Path>) -> Result<Self> {
        // `~/.mindsave` is what all projects share; it makes the home folder no workspace.
        let home = home.map(real);
        let is_home = |path: &Path| home.as_ref().is_some_and(|home| real(path) == *home);
        let marked = |path: &&Path| path.join(FOLDER).is_dir() && !is_home(path);
        if let Some(root) = cwd.ancestors().find(marked) {
            return Self::named(root, FoundBy::Marker);
        }
        let controlled = |path: &&Path| VERSION_CONTROL.iter().any(|mark| path.join(mark).exists());
        match cwd.ancestors().find(controlled) {
            Some(root) => Self::named(root, FoundBy::VersionControl),
            None => Err(Error::not_found(format!(
                "no workspace: neither {FOLDER} nor version control in {} or above it",
                cwd.display()
            ))),
        }
    }
}

/// Returns a path without links, so that two ways to one folder are the same.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;
    use std::fs;

    fn find(argument: Option<&Path>, cwd: &Path, env: &[(&str, &Path)]) -> Result<Workspace> {
        let lookup = |name: &str| {
            env.iter().find(|(key, _)| *key == name).map(|(_, v)| v.as_os_str().to_owned())
        };
        Workspace::find_from(argument, cwd, &lookup)
    }

    #[test]
    fn the_ways_are_tried_in_order() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        for path in [
            "given",
            "var",
            "host",
            "repo/.git",
            "repo/sub/deep",
            "marked/.mindsave",
            "marked/sub/.git",
        ] {
            fs::create_dir_all(at(path)).unwrap();
        }
        let (given, var, host, sub) = (at("given"), at("var"), at("host"), at("repo/sub/deep"));
        let env = [("MINDSAVE_ROOT", var.as_path()), ("CLAUDE_PROJECT_DIR", host.as_path())];
        assert_eq!(find(Some(&given), &sub, &env).unwrap().root, given);
        assert_eq!(find(None, &sub, &env).unwrap().root, var);
        assert_eq!(find(None, &sub, &env[1..]).unwrap().root, host);
        let found = find(None, &sub, &[]).unwrap();
        assert_eq!((found.root, found.found_by), (at("repo"), FoundBy::VersionControl));
        let found = find(None, &at("marked/sub"), &[]).unwrap();
        assert_eq!((found.root, found.found_by), (at("marked"), FoundBy::Marker));
    }

    #[test]
    fn the_home_folders_shared_files_make_it_no_workspace() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join(".mindsave/global")).unwrap();
        fs::create_dir_all(dir.path().join("project")).unwrap();
        let error = find(None, &dir.path().join("project"), &[("HOME", dir.path())]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn a_home_that_is_a_link_is_known_by_its_other_name() {
        let dir = tempfile::tempdir().unwrap();
        let (home, link) = (dir.path().join("disk/me"), dir.path().join("me"));
        fs::create_dir_all(home.join(".mindsave/global")).unwrap();
        fs::create_dir_all(home.join("project")).unwrap();
        std::os::unix::fs::symlink(&home, &link).unwrap();
        for (cwd, named) in [(&home, &link), (&link, &home)] {
            let error = find(None, &cwd.join("project"), &[("HOME", named)]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NotFound);
        }
    }

    #[test]
    fn a_root_inside_git_or_none_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let git = dir.path().join(".git/hooks");
        fs::create_dir_all(&git).unwrap();
        assert_eq!(find(Some(&git), dir.path(), &[]).unwrap_err().kind(), ErrorKind::InvalidInput);
        let missing = dir.path().join("missing");
        assert_eq!(find(Some(&missing), dir.path(), &[]).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(
            find(None, dir.path(), &[("MINDSAVE_ROOT", &missing)]).unwrap_err().kind(),
            ErrorKind::NotFound
        );
    }

    #[test]
    fn the_folder_itself_stands_for_its_workspace() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join(".mindsave");
        assert_eq!(find(Some(&folder), dir.path(), &[]).unwrap().root, dir.path());
        fs::create_dir(&folder).unwrap();
        assert_eq!(find(Some(&folder), dir.path(), &[]).unwrap().root, dir.path());
    }
}
