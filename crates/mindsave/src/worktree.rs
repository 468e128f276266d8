//! Linked worktrees of git: what a project knows is shared, each worktree has a task of its own.

use std::path::{Path, PathBuf};

use mindsave_core::work::SessionId;

/// A linked worktree, told from the main checkout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linked {
    /// The root of the main checkout.
    pub(crate) main: PathBuf,
    /// The name of the worktree and of its branch, as the name of a folder.
    pub(crate) place: String,
}

/// Reports of which checkout a folder is a linked worktree; nothing when it is none.
///
/// Git's own files say so: `.git` is a file that names a folder below the main checkout's `.git`,
/// and that folder names the file in turn. Without the second, any folder could point anywhere.
pub(crate) fn linked(root: &Path) -> Option<Linked> {
    let mark = root.join(".git");
    if !mark.is_file() {
        return None;
    }
    let text = std::fs::read_to_string(&mark).ok()?;
    let own = root.join(text.strip_prefix("gitdir:")?.trim()).canonicalize().ok()?;
    let named = std::fs::read_to_string(own.join("gitdir")).ok()?;
    if own.join(named.trim()).canonicalize().ok()? != mark.canonicalize().ok()? {
        return None;
    }
    let common = std::fs::read_to_string(own.join("commondir")).ok()?;
    let common = own.join(common.trim()).canonicalize().ok()?;
    let main = common.parent().filter(|_| common.ends_with(".git"))?.to_path_buf();
    let name = own.file_name()?.to_string_lossy().into_owned();
    let place = match branch(&own) {
        Some(branch) => format!("{name}@{branch}"),
        None => name,
    };
    // As safe as a session's name, for the same reason.
    Some(Linked { main, place: SessionId::of(&place).as_str().to_owned() })
}

/// The branch a worktree is on; nothing when it is on none.
fn branch(git: &Path) -> Option<String> {
    let head = std::fs::read_to_string(git.join("HEAD")).ok()?;
    head.trim().strip_prefix("ref: refs/heads/").map(str::to_owned)
}
