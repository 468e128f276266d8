//! Turns keys into paths that stay inside the store, links included.

use std::io::ErrorKind as Io;
use std::path::Path;

use mindsave_core::{Error, Result};

use super::refused;

/// Checks that the store's own folder is no link, or one to a place inside the workspace it
/// belongs to; reports whether it is there.
///
/// # Errors
/// `invalid_input` when it leads out.
pub(super) fn check_root(root: &Path) -> Result<bool> {
    check_within(root, root.parent().unwrap_or(root), root)
}

/// Checks the folders on the way to a key; reports whether they are all there.
///
/// # Errors
/// `invalid_input` when one is a link that leads out.
pub(super) fn check_folders(root: &Path, folders: &str) -> Result<bool> {
    let mut path = root.to_path_buf();
    for part in folders.split('/') {
        path.push(part);
        // Nothing lies below what is not there.
        if !check_link(root, &path)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Checks one path that may be a link; reports whether something is there.
///
/// # Errors
/// `invalid_input` when it is a link that leads out.
pub(super) fn check_link(root: &Path, path: &Path) -> Result<bool> {
    check_within(path, root, root)
}

fn check_within(path: &Path, limit: &Path, root: &Path) -> Result<bool> {
    match std::fs::symlink_metadata(path) {
        Ok(meta) if meta.is_symlink() => check(path, limit, root).map(|()| true),
        Ok(_) => Ok(true),
        Err(error) if matches!(error.kind(), Io::NotFound | Io::NotADirectory) => Ok(false),
        // It may be a link: it is looked at again until that can be told.
        Err(error) => Err(refused(path, "look at", error)),
    }
}

/// Refuses a link whose end is not inside `limit`; a link that leads nowhere is refused as well.
fn check(link: &Path, limit: &Path, root: &Path) -> Result<()> {
    let inside = link
        .canonicalize()
        .is_ok_and(|end| limit.canonicalize().is_ok_and(|limit| end.starts_with(limit)));
    if inside {
        return Ok(());
    }
    let why = format!("it is a link that leads out of {}, and is not followed", root.display());
    Err(Error::invalid(why).in_file(link.display().to_string()))
}
