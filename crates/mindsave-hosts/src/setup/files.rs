//! Reads and writes files of the user: whole, with their rights, through their links.

use std::fs;
use std::io::{ErrorKind as Io, Write};
use std::path::{Path, PathBuf};

use mindsave::{Error, ErrorKind, Result};

/// Reads a text; nothing when there is none. What is no file is not opened: a pipe would wait.
pub(crate) fn read(path: &Path) -> Result<Option<String>> {
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        let error = Error::invalid("it is no file: move it away, or name another");
        return Err(error.in_file(path.display().to_string()));
    }
    match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|cause| {
            Error::invalid("it is not UTF-8").in_file(path.display().to_string()).caused_by(cause)
        }),
        Err(error) if matches!(error.kind(), Io::NotFound | Io::NotADirectory) => Ok(None),
        Err(error) => Err(refused(path, "read", error)),
    }
}

/// Writes a whole text: others see the old one or the new one. A link stays a link.
pub(crate) fn write(path: &Path, text: &str, executable: bool) -> Result<()> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let put = || -> std::io::Result<()> {
        let folder = target.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        let rights = fs::metadata(&target).ok().map(|meta| meta.permissions());
        if let Some(rights) = rights.or_else(|| usual_rights(executable)) {
            file.as_file().set_permissions(rights)?;
        }
        file.as_file().sync_all()?;
        file.persist(&target).map_err(|error| error.error)?;
        Ok(())
    };
    put().map_err(|error| refused(path, "write", error))
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such rights")]
fn usual_rights(executable: bool) -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(fs::Permissions::from_mode(if executable { 0o755 } else { 0o644 }))
}

#[cfg(not(unix))]
fn usual_rights(_: bool) -> Option<fs::Permissions> {
    None
}

/// Removes a file that may be gone already.
pub(crate) fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != Io::NotFound => Err(refused(path, "remove", error)),
        _ => Ok(()),
    }
}

/// The folders that have to be made for a file, the outermost first.
pub(super) fn missing_folders(path: &Path) -> Vec<PathBuf> {
    let above = path.ancestors().skip(1).take_while(|folder| !folder.exists());
    let mut missing: Vec<PathBuf> = above.map(Path::to_path_buf).collect();
    missing.reverse();
    missing
}

fn refused(path: &Path, what: &str, cause: std::io::Error) -> Error {
    let message = format!("cannot {what} the file: {cause}");
    Error::new(ErrorKind::Unavailable, message).in_file(path.display().to_string()).caused_by(cause)
}
