//! Compares a snapshot's active files with what they are now. Source: seed 000, `/load --verify`.
//!
//! Time and content hash are recorded at the save, so that it works where git does not.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

use mindsave_core::snapshot::FileStamp;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{MindSave, Snapshot, Timestamp};

/// Files over this many bytes are compared by size and time alone.
const HASHED: u64 = 16 * 1024 * 1024;

/// How one file is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drift {
    /// The path as given in `active_files`.
    pub path: String,
    /// What became of it.
    pub kind: DriftKind,
    /// When it was last changed, if it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified: Option<Timestamp>,
}

/// What became of a file since the snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DriftKind {
    /// Its content is what it was.
    Unchanged,
    /// Its content is another one, or it was not there; of a folder, names came or went.
    Changed,
    /// It is not there.
    Missing,
    /// It lies outside the workspace, by its path or by a link, and was not looked at.
    Outside,
}

impl MindSave {
    /// Records how the active files look now; of those outside the workspace only the path.
    pub(crate) fn stamp_files(&self, paths: &[String]) -> Vec<FileStamp> {
        let Some(root) = self.root() else {
            return Vec::new();
        };
        let real = real(root);
        paths.iter().map(|path| Place::of(root, &real, path).stamp(path)).collect()
    }
}

/// Compares every active file with its stamp.
pub(crate) fn compare(root: Option<&Path>, snapshot: &Snapshot) -> Vec<Drift> {
    let Some(root) = root else { return Vec::new() };
    let real = real(root);
    let drift = |path: &String| {
        let then = snapshot.file_stamps.iter().find(|stamp| stamp.path == *path);
        let place = Place::of(root, &real, path);
        let mut now = place.stamp(path);
        let folder = place.folder_changed();
        now.modified = now.modified.or(folder);
        let kind = match (then, now.size) {
            _ if matches!(place, Place::Outside) => DriftKind::Outside,
            // A folder has no content of its own: its time says when names came or went.
            (_, None) if folder.is_some() && folder <= Some(snapshot.created_at) => {
                DriftKind::Unchanged
            }
            (_, None) if folder.is_some() => DriftKind::Changed,
            (_, None) => DriftKind::Missing,
            (Some(then), Some(_)) if same(then, &now) => DriftKind::Unchanged,
            // A snapshot without stamps is an old one or written by hand: go by time.
            (None, Some(_)) if now.modified <= Some(snapshot.created_at) => DriftKind::Unchanged,
            _ => DriftKind::Changed,
        };
        Drift { path: path.clone(), kind, modified: now.modified }
    };
    snapshot.state.task.active_files.iter().map(drift).collect()
}

fn same(then: &FileStamp, now: &FileStamp) -> bool {
    match (&then.sha256, &now.sha256) {
        (Some(then), Some(now)) => then == now,
        _ => then.size == now.size && then.modified == now.modified,
    }
}

/// Where an active file is.
enum Place {
    /// In the workspace, links followed.
    Inside(PathBuf),
    /// Somewhere else: a snapshot may come from anybody, and names what it likes.
    Outside,
    /// Nowhere.
    Nowhere,
}

impl Place {
    /// Finds a file; `real` is the root without links.
    fn of(root: &Path, real: &Path, path: &str) -> Self {
        if let Some(place) = Self::straight(real, Path::new(path)) {
            return place;
        }
        match root.join(path).canonicalize() {
            Ok(full) if full.starts_with(real) => Self::Inside(full),
            Ok(_) => Self::Outside,
            Err(_) => Self::Nowhere,
        }
    }

    /// Finds a file none of whose folders below the root is a link, without asking about those above
    /// it each time; nothing where that does not tell.
    fn straight(real: &Path, path: &Path) -> Option<Self> {
        let mut full = real.to_path_buf();
        for part in path.components() {
            let Component::Normal(name) = part else { return None };
            full.push(name);
            match fs::symlink_metadata(&full) {
                Ok(meta) if meta.is_symlink() => return None,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::NotFound => return Some(Self::Nowhere),
                Err(_) => return None,
            }
        }
        Some(Self::Inside(full))
    }

    /// Returns when names last came to a folder or went from it; nothing where it is no folder.
    fn folder_changed(&self) -> Option<Timestamp> {
        let Self::Inside(full) = self else { return None };
        fs::metadata(full).ok().filter(fs::Metadata::is_dir).and_then(|meta| modified(&meta))
    }

    /// Describes a file; only regular ones are opened, so that no device or pipe is ever read.
    fn stamp(&self, path: &str) -> FileStamp {
        let mut stamp =
            FileStamp { path: path.to_owned(), size: None, modified: None, sha256: None };
        let Self::Inside(full) = self else { return stamp };
        let Some(meta) = fs::metadata(full).ok().filter(fs::Metadata::is_file) else {
            return stamp;
        };
        stamp.size = Some(meta.len());
        stamp.modified = modified(&meta);
        stamp.sha256 = (meta.len() <= HASHED).then(|| hash(full)).flatten();
        stamp
    }
}

fn modified(meta: &fs::Metadata) -> Option<Timestamp> {
    let since = meta.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Some(Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX)))
}

/// Returns the path of the root without links.
fn real(root: &Path) -> PathBuf {
    root.canonicalize().unwrap_or_else(|_| root.to_path_buf())
}

fn hash(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?.take(HASHED + 1);
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match file.read(&mut buffer).ok()? {
            0 => break,
            read => hasher.update(buffer.get(..read)?),
        }
    }
    Some(mindsave_store::hex(&hasher.finalize()))
}
