//! Writes whole files so that no reader and no crash ever sees a part of one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::Step;
use crate::store::Durability;

/// Begins the name of every temporary file.
pub(super) const PREFIX: &str = ".tmp-";

/// Writes a file: temporary file, content, fsync, rename, fsync of the folder.
///
/// With `replace` unset an existing file is an error of kind `AlreadyExists`.
pub(super) fn write(
    path: &Path,
    bytes: &[u8],
    replace: bool,
    durability: Durability,
    step: &dyn Fn(Step) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    step(Step::Create)?;
    let mut file = temporary(folder)?;
    step(Step::Write)?;
    file.write_all(bytes)?;
    if durability != Durability::Cached {
        step(Step::Sync)?;
        file.as_file().sync_all()?;
    }
    step(Step::Rename)?;
    if replace {
        file.persist(path).map_err(|error| error.error)?;
    } else {
        file.persist_noclobber(path).map_err(|error| error.error)?;
    }
    if durability == Durability::Durable {
        step(Step::SyncFolder)?;
        sync_folder(folder)?;
    }
    Ok(())
}

/// Writes a file in place, in one call: a tenth of the price of replacing it, and no safer than a
/// cache must be.
pub(super) fn overwrite(
    path: &Path,
    bytes: &[u8],
    step: &dyn Fn(Step) -> io::Result<()>,
) -> io::Result<()> {
    step(Step::Write)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    private_file(&mut options);
    let mut file = match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make_folder(path.parent().unwrap_or(Path::new(".")))?;
            options.open(path)?
        }
        other => other?,
    };
    let before = file.metadata()?.len();
    file.write_all(bytes)?;
    let now = bytes.len() as u64;
    if before > now { file.set_len(now) } else { Ok(()) }
}

/// Opens a file for reading and appending, making it and its folder if needed.
pub(super) fn open_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    private_file(&mut options);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make_folder(path.parent().unwrap_or(Path::new(".")))?;
            options.open(path)
        }
        other => other,
    }
}

/// Makes a temporary file in the folder, and the folder if it is not there.
fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let make = || tempfile::Builder::new().prefix(PREFIX).tempfile_in(folder);
    match make() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make_folder(folder)?;
            make()
        }
        other => other,
    }
}

/// Makes a folder and those above it, and forces their names to the medium.
fn make_folder(folder: &Path) -> io::Result<()> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|path| !path.exists()).collect();
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    private_folder(&mut builder);
    builder.create(folder)?;
    missing.iter().filter_map(|path| path.parent()).try_for_each(sync_folder)
}

#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder)?.sync_all()
}

/// Other systems cannot open a folder; their renames are durable by themselves.
#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn private_file(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn private_file(_: &mut OpenOptions) {}

#[cfg(unix)]
fn private_folder(builder: &mut fs::DirBuilder) {
    use std::os::unix::fs::DirBuilderExt;
    builder.mode(0o700);
}

#[cfg(not(unix))]
fn private_folder(_: &mut fs::DirBuilder) {}
