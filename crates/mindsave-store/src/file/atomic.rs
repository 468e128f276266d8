//! Writes whole files so that no reader and no crash ever sees a part of one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::Step;
use crate::store::Durability;

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

/// A file that is written in place.
#[derive(Clone, Copy)]
pub(super) enum Place<'p> {
    /// An error where it is a link, see [`is_link`].
    NoLink(&'p Path),
    /// If it is a link, one that was checked.
    Checked(&'p Path),
}

impl<'p> Place<'p> {
    fn path(self) -> &'p Path {
        match self {
            Self::NoLink(path) | Self::Checked(path) => path,
        }
    }

    fn open(self, options: &OpenOptions) -> io::Result<(File, fs::Metadata)> {
        let mut options = options.clone();
        match self {
            Self::NoLink(_) => linkless(&mut options),
            Self::Checked(_) => waitless(&mut options),
        }
        opened(self.path(), &options)
    }
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

/// Writes the end of a file over, in place; reports whether the file was that long.
pub(super) fn overwrite_end(
    place: Place<'_>,
    from: u64,
    bytes: &[u8],
    step: &dyn Fn(Step) -> io::Result<()>,
) -> io::Result<bool> {
    step(Step::Write)?;
    let (mut file, meta) = match place.open(OpenOptions::new().write(true)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        other => other?,
    };
    // A file of two names is written anew, whole: its other name may be a copy somebody keeps.
    if meta.len() < from || names(&meta) > 1 {
        return Ok(false);
    }
    file.seek(SeekFrom::Start(from))?;
    file.write_all(bytes)?;
    let end = from + bytes.len() as u64;
    if meta.len() > end {
        file.set_len(end)?;
    }
    Ok(true)
}

/// Opens what must be a file, without waiting: a pipe would keep its reader for ever.
fn open_file(path: &Path, options: &OpenOptions) -> io::Result<(File, fs::Metadata)> {
    let mut options = options.clone();
    waitless(&mut options);
    opened(path, &options)
}

fn opened(path: &Path, options: &OpenOptions) -> io::Result<(File, fs::Metadata)> {
    let file = options.open(path)?;
    let meta = file.metadata()?;
    if meta.is_file() || meta.is_dir() {
        return Ok((file, meta));
    }
    Err(no_file())
}

/// Opens a file for reading; a pipe or a device is an error of kind `InvalidInput`.
pub(super) fn open_read(path: &Path) -> io::Result<(File, fs::Metadata)> {
    open_file(path, OpenOptions::new().read(true))
}

/// Opens a file for reading and appending, making it and its folder if needed. A link is followed.
/// That it is a file is for the caller to look at, see [`size_of`].
pub(super) fn open_append(path: &Path) -> io::Result<File> {
    open_append_with(path, waitless)
}

/// As [`open_append`]; a link is an error, see [`is_link`].
pub(super) fn open_append_no_link(path: &Path) -> io::Result<File> {
    open_append_with(path, linkless)
}

fn open_append_with(path: &Path, flags: fn(&mut OpenOptions)) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    private_file(&mut options);
    flags(&mut options);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make_folder(path.parent().unwrap_or(Path::new(".")))?;
            options.open(path)
        }
        other => other,
    }
}

/// Returns the size of an open file; a pipe or a device is an error of kind `InvalidInput`.
pub(super) fn size_of(file: &File) -> io::Result<u64> {
    let meta = file.metadata()?;
    if meta.is_file() { Ok(meta.len()) } else { Err(no_file()) }
}

fn no_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is no file")
}

/// Reads a file; nothing when it went away in between. A file that is recycled while it is read is
/// read again under its name.
///
/// A link is an error, see [`is_link`].
pub(super) fn read(path: &Path, from: u64) -> io::Result<Option<Vec<u8>>> {
    let mut options = OpenOptions::new();
    linkless(options.read(true));
    read_with(|| opened(path, &options), path, from)
}

/// As [`read`], following a link that was checked.
pub(super) fn read_link(path: &Path, from: u64) -> io::Result<Option<Vec<u8>>> {
    read_with(|| open_read(path), path, from)
}

/// Reports whether a file was not opened because it is a link.
#[cfg(unix)]
pub(super) fn is_link(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

/// Elsewhere links are looked for before.
#[cfg(not(unix))]
pub(super) fn is_link(_: &io::Error) -> bool {
    false
}

fn read_with(
    open: impl Fn() -> io::Result<(File, fs::Metadata)>,
    path: &Path,
    from: u64,
) -> io::Result<Option<Vec<u8>>> {
    loop {
        let (mut file, opened) = open()?;
        let Some(size) = opened.len().checked_sub(from) else { return Ok(None) };
        if from > 0 {
            file.seek(SeekFrom::Start(from))?;
        }
        // Some bytes more, so that the end is found without growing.
        let size = usize::try_from(size).unwrap_or(0).saturating_add(32);
        let mut bytes = Vec::with_capacity(size);
        file.take(u64::MAX).read_to_end(&mut bytes)?;
        match fs::symlink_metadata(path) {
            Ok(now) if !same_file(&opened, &now) && now.is_file() => {}
            Ok(_) => return Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        }
    }
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

#[cfg(unix)]
fn same_file(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.ino(), a.dev()) == (b.ino(), b.dev())
}

#[cfg(not(unix))]
fn same_file(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// Reports whether a file has one name, and the rights that we give: anything else was made by
/// somebody else, and is not ours to keep or to write to.
#[cfg(unix)]
fn is_ours_alone(meta: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    meta.is_file() && names(meta) == 1 && meta.mode() & 0o7777 == 0o600
}

/// Where names cannot be counted, files are freed and not kept.
#[cfg(not(unix))]
fn is_ours_alone(_: &fs::Metadata) -> bool {
    false
}

#[cfg(unix)]
fn names(meta: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    meta.nlink()
}

#[cfg(not(unix))]
fn names(_: &fs::Metadata) -> u64 {
    1
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

/// Makes opening a pipe an answer at once.
#[cfg(unix)]
fn waitless(options: &mut OpenOptions) {
    flags(options, rustix::fs::OFlags::NONBLOCK);
}

#[cfg(not(unix))]
fn waitless(_: &mut OpenOptions) {}

/// Makes opening a link an error, and a pipe an answer at once.
#[cfg(unix)]
fn linkless(options: &mut OpenOptions) {
    flags(options, rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOFOLLOW);
}

#[cfg(not(unix))]
fn linkless(_: &mut OpenOptions) {}

#[cfg(unix)]
fn flags(options: &mut OpenOptions, flags: rustix::fs::OFlags) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(flags.bits().cast_signed());
}

#[cfg(unix)]
fn private_folder(builder: &mut fs::DirBuilder) {
    use std::os::unix::fs::DirBuilderExt;
    builder.mode(0o700);
}

#[cfg(not(unix))]
fn private_folder(_: &mut fs::DirBuilder) {}
