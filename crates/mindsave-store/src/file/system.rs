//! What operating systems do differently.

use std::io;

#[cfg(not(unix))]
pub(super) use elsewhere::*;
#[cfg(unix)]
pub(super) use unix::*;

/// Asks `read` for the rest until all is read or there is no more; it is told how much there is
/// already. Returns how much was read.
fn read_all(
    bytes: &mut [u8],
    mut read: impl FnMut(&mut [u8], u64) -> io::Result<usize>,
) -> io::Result<usize> {
    let mut done = 0;
    while done < bytes.len() {
        match read(&mut bytes[done..], done as u64) {
            Ok(0) => break,
            Ok(more) => done += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

#[cfg(unix)]
mod unix {
    use std::fs::{DirBuilder, File, Metadata, OpenOptions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt};
    use std::path::Path;

    use rustix::fs::OFlags;

    use super::read_all;

    /// Forces the names in a folder to the medium.
    pub(in crate::file) fn sync_folder(folder: &Path) -> io::Result<()> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()
    }

    /// Gives a file that is made to its owner alone.
    pub(in crate::file) fn private_file(options: &mut OpenOptions) {
        options.mode(0o600);
    }

    /// Gives a folder that is made to its owner alone.
    pub(in crate::file) fn private_folder(builder: &mut DirBuilder) {
        builder.mode(0o700);
    }

    /// Makes opening a pipe an answer at once.
    pub(in crate::file) fn waitless(options: &mut OpenOptions) {
        options.custom_flags(OFlags::NONBLOCK.bits().cast_signed());
    }

    /// Makes opening a link an error, see [`is_link`], and a pipe an answer at once.
    pub(in crate::file) fn linkless(options: &mut OpenOptions) {
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOFOLLOW).bits().cast_signed());
    }

    /// Reports whether a file was not opened because it is a link.
    pub(in crate::file) fn is_link(error: &io::Error) -> bool {
        error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
    }

    /// Reads one byte of a file.
    pub(in crate::file) fn byte_at(file: &File, place: u64) -> io::Result<u8> {
        let mut byte = [0];
        file.read_exact_at(&mut byte, place)?;
        Ok(byte[0])
    }

    /// Reads at a place in a file, as much as there is and as fits; returns how much.
    pub(in crate::file) fn read_at(file: &File, bytes: &mut [u8], from: u64) -> io::Result<usize> {
        read_all(bytes, |rest, done| file.read_at(rest, from + done))
    }

    /// Writes at a place in a file.
    pub(in crate::file) fn write_at(file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
        file.write_all_at(bytes, place)
    }

    /// Reports whether both are the same file, whatever its name.
    pub(in crate::file) fn same_file(a: &Metadata, b: &Metadata) -> bool {
        (a.ino(), a.dev()) == (b.ino(), b.dev())
    }

    /// Reports whether a file has one name, and the rights that we give: anything else was made by
    /// somebody else, and is not ours to keep or to write to.
    pub(in crate::file) fn is_ours_alone(meta: &Metadata) -> bool {
        meta.is_file() && names(meta) == 1 && meta.mode() & 0o7777 == 0o600
    }

    /// Counts the names of a file.
    pub(in crate::file) fn names(meta: &Metadata) -> u64 {
        meta.nlink()
    }

    /// Tells one file from another in its place, whatever its content.
    pub(in crate::file) fn number(meta: &Metadata) -> u64 {
        meta.ino()
    }

    /// Tells one state of a file or folder from another: when it was changed, and which file it is.
    pub(in crate::file) fn stamp(meta: &Metadata) -> String {
        format!("{:x}.{:x}.{:x}.{:x}", meta.ino(), meta.mtime(), meta.mtime_nsec(), meta.len())
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::fs::{DirBuilder, File, Metadata, OpenOptions};
    use std::io::{self, Read, Seek, SeekFrom, Write};
    use std::path::Path;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use super::read_all;

    /// A folder cannot be opened; renames are durable by themselves.
    pub(in crate::file) fn sync_folder(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub(in crate::file) fn private_file(_: &mut OpenOptions) {}

    pub(in crate::file) fn private_folder(_: &mut DirBuilder) {}

    pub(in crate::file) fn waitless(_: &mut OpenOptions) {}

    pub(in crate::file) fn linkless(_: &mut OpenOptions) {}

    /// Links are looked for before a file is opened.
    pub(in crate::file) fn is_link(_: &io::Error) -> bool {
        false
    }

    pub(in crate::file) fn byte_at(mut file: &File, place: u64) -> io::Result<u8> {
        let mut byte = [0];
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    pub(in crate::file) fn read_at(
        mut file: &File,
        bytes: &mut [u8],
        from: u64,
    ) -> io::Result<usize> {
        file.seek(SeekFrom::Start(from))?;
        read_all(bytes, |rest, _| file.read(rest))
    }

    pub(in crate::file) fn write_at(mut file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
        file.seek(SeekFrom::Start(at))?;
        file.write_all(bytes)
    }

    pub(in crate::file) fn same_file(_: &Metadata, _: &Metadata) -> bool {
        true
    }

    /// Names cannot be counted: files are freed and not kept.
    pub(in crate::file) fn is_ours_alone(_: &Metadata) -> bool {
        false
    }

    pub(in crate::file) fn names(_: &Metadata) -> u64 {
        1
    }

    /// When it was made: there is no number.
    pub(in crate::file) fn number(meta: &Metadata) -> u64 {
        u64::try_from(since(meta.created()).as_nanos()).unwrap_or(0)
    }

    pub(in crate::file) fn stamp(meta: &Metadata) -> String {
        format!("{:x}.{:x}", since(meta.modified()).as_nanos(), meta.len())
    }

    fn since(time: io::Result<SystemTime>) -> Duration {
        time.unwrap_or(UNIX_EPOCH).duration_since(UNIX_EPOCH).unwrap_or_default()
    }
}
