//! What a name leads to, looked at as cheaply as can be.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

use super::system::names;

/// A file as it is now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Which file it is; nothing where that cannot be told.
    pub(super) mark: Option<Mark>,
    /// Its size in bytes.
    pub(super) size: u64,
    /// How many names it has.
    pub(super) names: u64,
}

/// Which file it is, and with which rights: the number of an open file is given to no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    device: u64,
    number: u64,
    /// Its kind and its rights.
    mode: u32,
}

impl Look {
    /// Takes what is known of a file.
    pub(super) fn of(meta: &Metadata) -> Self {
        #[cfg(unix)]
        let mark = Some(Mark::of(meta));
        // A file cannot be told from the one before it.
        #[cfg(not(unix))]
        let mark = None;
        Self { mark, size: meta.len(), names: names(meta) }
    }

    /// Looks at what a name leads to; a link is looked at itself.
    ///
    /// Where the system can be asked for a part, the times are left out: who asks for them makes the
    /// next write note its own to the nanosecond, which costs more than the look does.
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        match part(path) {
            Some(found) => found,
            None => fs::symlink_metadata(path).map(|meta| Self::of(&meta)),
        }
    }
}

/// Asks for all but the times; nothing where the system or the file's own cannot be asked so.
#[cfg(target_os = "linux")]
fn part(path: &Path) -> Option<io::Result<Look>> {
    use rustix::fs::{AtFlags, CWD, StatxFlags, makedev, statx};
    let wanted = StatxFlags::TYPE
        | StatxFlags::MODE
        | StatxFlags::NLINK
        | StatxFlags::INO
        | StatxFlags::SIZE;
    let found = match statx(CWD, path, AtFlags::SYMLINK_NOFOLLOW, wanted) {
        Ok(found) if found.stx_mask & wanted.bits() == wanted.bits() => found,
        Ok(_) | Err(rustix::io::Errno::NOSYS) => return None,
        Err(error) => return Some(Err(error.into())),
    };
    let mark = Mark {
        device: makedev(found.stx_dev_major, found.stx_dev_minor),
        number: found.stx_ino,
        mode: found.stx_mode.into(),
    };
    let (size, names) = (found.stx_size, found.stx_nlink.into());
    Some(Ok(Look { mark: Some(mark), size, names }))
}

#[cfg(not(target_os = "linux"))]
fn part(_: &Path) -> Option<io::Result<Look>> {
    None
}

impl Mark {
    #[cfg(unix)]
    fn of(meta: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self { device: meta.dev(), number: meta.ino(), mode: meta.mode() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_look_says_what_is_known_of_the_open_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "text").unwrap();
        fs::hard_link(&path, dir.path().join("b")).unwrap();
        let open = Look::of(&fs::File::open(&path).unwrap().metadata().unwrap());
        let named = Look::at(&path).unwrap();
        assert!(named.mark.is_some());
        assert_eq!((named.mark, named.size, named.names), (open.mark, 4, 2));
        std::os::unix::fs::symlink(&path, dir.path().join("link")).unwrap();
        assert_ne!(Look::at(&dir.path().join("link")).unwrap().mark, open.mark);
        let missing = Look::at(&dir.path().join("c")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
