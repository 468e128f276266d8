//! Turns keys into paths that stay inside the store, links included.

use std::path::{Path, PathBuf};

use mindsave_core::{Error, Result};

use crate::Key;

/// Checks that the store's own folder is no link, or one to a place inside the workspace it
/// belongs to.
///
/// # Errors
/// `invalid_input` when it leads out.
pub(super) fn check_root(root: &Path) -> Result<()> {
    if is_link(root) { check(root, root.parent().unwrap_or(root), root) } else { Ok(()) }
}

/// Returns the path of a key.
///
/// # Errors
/// `invalid_input` when a link on the way leads out.
pub(super) fn resolve(root: &Path, key: &Key) -> Result<PathBuf> {
    let mut path = root.to_path_buf();
    for part in key.as_str().split('/') {
        path.push(part);
        if is_link(&path) {
            check(&path, root, root)?;
        }
    }
    Ok(path)
}

fn is_link(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|meta| meta.file_type().is_symlink())
}

/// Refuses a link whose end is not inside `limit`; a link that leads nowhere is refused as well.
fn check(link: &Path, limit: &Path, root: &Path) -> Result<()> {
    let inside = link
        .canonicalize()
        .is_ok_and(|end| limit.canonicalize().is_ok_and(|limit| end.starts_with(limit)));
    if inside {
        return Ok(());
    }
    let (link, root) = (link.display(), root.display());
    Err(Error::invalid(format!("{link} is a link that leads out of {root}; it is not followed")))
}
