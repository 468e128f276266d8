//! Writes whole files so that no reader and no crash ever sees a part of one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::Step;
use super::look::Look;
use super::place::Place;
use super::system::{
    is_ours_alone, linkless, names, private_file, private_folder, read_at, sync_folder, write_at,
};
use crate::store::{Change, Durability};

/// Begins the name of every temporary file.
pub(super) const PREFIX: &str = ".tmp-";

/// The name of the file that waits to be written again. It is no leftover.
pub(super) const SPARE: &str = ".tmp-spare";

/// Writes a file: temporary file, content, fsync, rename, fsync of the folder.
///
/// `spare` is a file out of use that may be written instead of a new one. With `replace` unset an existing file is an error of kind `AlreadyExists`.
pub(super) fn write(
    path: &Path,
    bytes: &[u8],
    replace: bool,
    durability: Durability,
    spare: Option<&Path>,
    step: &dyn Fn(Step) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    step(Step::Create)?;
    let taken = spare.and_then(|spare| take_spare(folder, spare));
    let mut file = taken.map_or_else(|| temporary(folder), Ok)?;
    step(Step::Write)?;
    file.write_all(bytes)?;
    file.as_file().set_len(bytes.len() as u64)?;
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
    place: Place<'_>,
    bytes: &[u8],
    step: &dyn Fn(Step) -> io::Result<()>,
) -> io::Result<()> {
    step(Step::Write)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    private_file(&mut options);
    let (mut file, meta) = match place.open(&options) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make_folder(place.path().parent().unwrap_or(Path::new(".")))?;
            place.open(&options)?
        }
        other => other?,
    };
    if names(&meta) > 1 {
        // Its other name may be a copy somebody keeps: that one stays as it is.
        return write(place.path(), bytes, true, Durability::Cached, None, step);
    }
    file.write_all(bytes)?;
    let now = bytes.len() as u64;
    if meta.len() > now { file.set_len(now) } else { Ok(()) }
}

/// Reads a file that is open for both and writes it over, in place.
pub(super) fn rewrite(
    (file, now): (&File, Look),
    path: &Path,
    change: &mut Change<'_>,
    step: &dyn Fn(Step) -> io::Result<()>,
) -> io::Result<()> {
    let mut old = vec![0; usize::try_from(now.size).unwrap_or(0)];
    let read = read_at(file, &mut old, 0)?;
    old.truncate(read);
    let Some(new) = change(Some(&old)) else { return Ok(()) };
    step(Step::Write)?;
    if now.names > 1 {
        // Its other name may be a copy somebody keeps: that one stays as it is.
        return write(path, &new, true, Durability::Cached, None, step);
    }
    write_at(file, &new, 0)?;
    if now.size > new.len() as u64 {
        file.set_len(new.len() as u64)?;
    }
    Ok(())
}

/// Writes the end of a file over, in place; reports whether the file was that long.
pub(super) fn overwrite_end(
    place: Place<'_>,
    from: u64,
    bytes: &[u8],
    step: &dyn Fn(Step) -> io::Result<()>,
) -> io::Result<bool> {
    step(Step::Write)?;
    let (file, meta) = match place.open(OpenOptions::new().write(true)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        other => other?,
    };
    // A file of two names is written anew, whole: its other name may be a copy somebody keeps.
    if meta.len() < from || names(&meta) > 1 {
        return Ok(false);
    }
    write_at(&file, bytes, from)?;
    let end = from + bytes.len() as u64;
    if meta.len() > end {
        file.set_len(end)?;
    }
    Ok(true)
}

/// The largest file that is kept to be written again.
const SPARE_SIZE: u64 = 64 * 1024;

/// Takes a file out of use: its place on the disk serves the next write in its folder.
///
/// Making and freeing a file costs as much as half a durable write; a store that always holds the
/// same number of files need do neither. A file with a second name is left to that name.
pub(super) fn recycle(path: &Path, spare: &Path) -> io::Result<()> {
    let meta = fs::symlink_metadata(path)?;
    if meta.len() > SPARE_SIZE || !is_ours_alone(&meta) || spare.exists() {
        return fs::remove_file(path);
    }
    if fs::rename(path, spare).is_ok() {
        return Ok(());
    }
    make_folder(spare.parent().unwrap_or(Path::new(".")))?;
    fs::rename(path, spare)
}

/// Takes the spare file for this write alone, if there is one.
///
/// Whatever else lies in its place (a link, a pipe, a file with a second name or with the rights of
/// others) is not written to: what counts is the file that was opened, not its name.
fn take_spare(folder: &Path, spare: &Path) -> Option<tempfile::NamedTempFile> {
    if !fs::symlink_metadata(spare).is_ok_and(|meta| is_ours_alone(&meta)) {
        return None;
    }
    let own =
        folder.join(format!("{PREFIX}{}-{:?}", std::process::id(), std::thread::current().id()));
    fs::rename(spare, &own).ok()?;
    // From here on the file goes when it is dropped, whatever fails.
    let path = tempfile::TempPath::try_from_path(&own).ok()?;
    let mut options = OpenOptions::new();
    options.write(true);
    linkless(&mut options);
    let file = options.open(&own).ok()?;
    if !is_ours_alone(&file.metadata().ok()?) {
        return None;
    }
    Some(tempfile::NamedTempFile::from_parts(file, path))
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
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|path| !path.exists()).collect();
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    private_folder(&mut builder);
    builder.create(folder)?;
    missing.iter().filter_map(|path| path.parent()).try_for_each(sync_folder)
}
