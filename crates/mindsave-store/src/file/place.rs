//! Opening a file that may be a link, and must be a file.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::atomic::make_folder;
use super::system::{is_link, linkless, private_file, same_file, waitless};

/// Where a file is opened. A pipe or a device there is an error of kind `InvalidInput`, at once.
#[derive(Clone, Copy)]
pub(super) enum Place<'p> {
    /// An error where it is a link, see [`is_link`].
    NoLink(&'p Path),
    /// If it is a link, one that was checked.
    Checked(&'p Path),
}

impl<'p> Place<'p> {
    pub(super) fn path(self) -> &'p Path {
        match self {
            Self::NoLink(path) | Self::Checked(path) => path,
        }
    }

    /// Opens it and says what was opened.
    pub(super) fn open(self, options: &OpenOptions) -> io::Result<(File, Metadata)> {
        let file = self.open_any(options)?;
        let meta = file.metadata()?;
        if meta.is_file() || meta.is_dir() { Ok((file, meta)) } else { Err(no_file()) }
    }

    /// Opens it for reading and appending, making it and its folder if needed. That it is a file is
    /// for the caller to look at, see [`meta_of`].
    pub(super) fn open_append(self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        private_file(&mut options);
        match self.open_any(&options) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                make_folder(self.path().parent().unwrap_or(Path::new(".")))?;
                self.open_any(&options)
            }
            other => other,
        }
    }

    /// Reads it from a place on; nothing when it is shorter, or went away in between. A file that is
    /// recycled while it is read is read again under its name.
    pub(super) fn read(self, from: u64) -> io::Result<Option<Vec<u8>>> {
        loop {
            let (mut file, opened) = self.open(OpenOptions::new().read(true))?;
            if opened.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            let Some(size) = opened.len().checked_sub(from) else { return Ok(None) };
            if from > 0 {
                file.seek(SeekFrom::Start(from))?;
            }
            let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
            // What is added meanwhile is for the next reader: looking for more is a call.
            file.take(size).read_to_end(&mut bytes)?;
            match fs::symlink_metadata(self.path()) {
                Ok(now) if !same_file(&opened, &now) && now.is_file() => {}
                Ok(_) => return Ok(Some(bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }

    fn open_any(self, options: &OpenOptions) -> io::Result<File> {
        let mut options = options.clone();
        match self {
            Self::NoLink(_) => linkless(&mut options),
            Self::Checked(_) => waitless(&mut options),
        }
        options.open(self.path())
    }
}

/// Opens a file to be locked, making it if needed: a store that cannot be written can be locked.
pub(super) fn open_lock(place: Place<'_>) -> io::Result<File> {
    match place.open(OpenOptions::new().read(true)) {
        Ok((file, _)) => Ok(file),
        Err(error) if is_link(&error) => Err(error),
        Err(_) => {
            let file = place.open_append()?;
            meta_of(&file).map(|_| file)
        }
    }
}

/// Says what an open file is; a pipe or a device is an error of kind `InvalidInput`.
pub(super) fn meta_of(file: &File) -> io::Result<Metadata> {
    let meta = file.metadata()?;
    if meta.is_file() { Ok(meta) } else { Err(no_file()) }
}

fn no_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is no file")
}
