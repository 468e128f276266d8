//! Turns keys into paths that stay inside the store, links included.

use std::path::Path;

use mindsave_core::{Error, Result};

/// Checks that the store's own folder is no link, or one to a place inside the workspace it
/// belongs to.
///
/// # Errors
/// `invalid_input` when it leads out.
pub(super) fn check_root(root: &Path) -> Result<()> {
    if is_link(root) { check(root, root.parent().unwrap_or(root), root) } else { Ok(()) }
}

/// Checks the folders on the way to a key.
///
/// # Errors
/// `invalid_input` when one is a link that leads out.
pub(super) fn check_folders(root: &Path, folders: &str) -> Result<()> {
    let mut path = root.to_path_buf();
    folders.split('/').try_for_each(|part| {
        path.push(part);
        check_link(root, &path)
    })
}

/// Checks one path that may be a link.
///
/// # Errors
/// `invalid_input` when it is one that leads out.
pub(super) fn check_link(root: &Path, path: &Path) -> Result<()> {
    if is_link(path) { check(path, root, root) } else { Ok(()) }
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
