//! The folder of the user, in which what every project shares is kept.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::workspace::FOLDER;

/// Returns the home folder that an environment names. An empty name, or one that depends on the
/// current folder, is none: another project's files would be taken for the user's.
pub(crate) fn home_in(env: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let mut named = ["HOME", "USERPROFILE"].into_iter().filter_map(env).map(PathBuf::from);
    named.find(|path| path.is_absolute())
}

/// Returns the folder of what every project of the user shares, if there is a home.
pub(crate) fn shared_folder() -> Option<PathBuf> {
    Some(home_in(&|name| std::env::var_os(name))?.join(FOLDER))
}
