//! The contract every backend fulfils.

use std::fmt::Debug;
use std::time::Duration;

use mindsave_core::{Result, Timestamp};
use sha2::{Digest, Sha256};

use crate::Key;

/// A place for bytes under names.
///
/// Every method may fail with `unavailable` when the medium refuses; nothing is half-written then.
pub trait Store: Send + Sync + Debug {
    /// Reads a value; nothing when there is none.
    fn read(&self, key: &Key) -> Result<Option<Vec<u8>>>;

    /// Reads what stands behind the first `from` bytes of a value; nothing when there is no value
    /// or it is shorter than that.
    ///
    /// For values that are only appended to: reading their end must not cost more the longer they
    /// are.
    fn read_from(&self, key: &Key, from: u64) -> Result<Option<Vec<u8>>> {
        let Some(mut bytes) = self.read(key)? else { return Ok(None) };
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        Ok((from <= bytes.len()).then(|| bytes.split_off(from)))
    }

    /// Writes a whole value: other readers see the old one or the new one, never a part.
    ///
    /// # Errors
    /// `already_exists` for [`Expect::Absent`] when there is a value, `conflict` for
    /// [`Expect::Version`] when the value is another one; nothing is changed in either case.
    fn write(&self, key: &Key, bytes: &[u8], expect: Expect, durability: Durability) -> Result<()>;

    /// Writes the end of a value over, from a place in it on, in place and as safe as
    /// [`Durability::Cached`]: for caches that grow at their end. Reports whether the value was long
    /// enough; nothing is written where it was not.
    fn write_end(&self, key: &Key, from: u64, bytes: &[u8]) -> Result<bool> {
        let Some(mut value) = self.read(key)? else { return Ok(false) };
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        if from > value.len() {
            return Ok(false);
        }
        value.truncate(from);
        value.extend_from_slice(bytes);
        self.write(key, &value, Expect::Any, Durability::Cached).map(|()| true)
    }

    /// Reads a value and writes it anew in place, as safe as [`Durability::Cached`]: for caches of
    /// which every use changes a part. `change` is asked once, with nothing where there is no value;
    /// nothing is written where it returns nothing.
    fn rewrite(&self, key: &Key, change: &mut Change<'_>) -> Result<()> {
        let old = self.read(key)?;
        let Some(new) = change(old.as_deref()) else { return Ok(()) };
        self.write(key, &new, Expect::Any, Durability::Cached)
    }

    /// Appends one line; the newline is added. Lines of several writers never mix. Returns the
    /// size of the value in bytes behind it.
    fn append(&self, key: &Key, line: &[u8], durability: Durability) -> Result<u64>;

    /// Lists the values in a folder, by name; hidden ones and folders are left out.
    fn list(&self, folder: &Key) -> Result<Vec<Entry>>;

    /// Deletes a value and reports whether there was one.
    ///
    /// # Errors
    /// `conflict` for [`Expect::Version`] when the value is another one.
    fn delete(&self, key: &Key, expect: Expect) -> Result<bool>;

    /// Deletes a value of a folder that is settled later; its place may serve the next write there.
    fn recycle(&self, key: &Key) -> Result<()> {
        self.delete(key, Expect::Any).map(drop)
    }

    /// Returns a text that changes whenever a value is added to the folder or removed from it.
    ///
    /// It is cheap: it is asked for before every save. Empty when the folder does not exist.
    fn revision(&self, folder: &Key) -> Result<String>;

    /// Returns the stamp of one value, as [`Store::list`] does; empty when there is none.
    fn stamp(&self, key: &Key) -> Result<String>;

    /// Says how much there is of a value, and which one it is; nothing when there is none.
    ///
    /// Backends that know it without reading the value say so faster.
    fn extent(&self, key: &Key) -> Result<Option<Extent>> {
        let stamp = self.stamp(key)?;
        let size = self.read(key)?.map(|bytes| bytes.len() as u64);
        Ok(size.map(|size| Extent { size, file: 0, stamp }))
    }

    /// Forces the names in a folder to the medium: what was written with [`Durability::Content`]
    /// is durable when it returns.
    fn settle(&self, folder: &Key) -> Result<()>;

    /// Waits for the store's lock, for one use case at a time over all processes.
    ///
    /// # Errors
    /// `unavailable` when it is not free within the time.
    fn lock(&self, patience: Duration) -> Result<Guard>;

    /// Returns where the store is, for messages to people.
    fn location(&self) -> String;
}

/// Makes a new value of the one that is there, see [`Store::rewrite`].
pub type Change<'c> = dyn FnMut(Option<&[u8]>) -> Option<Vec<u8>> + 'c;

/// What must be there before a write or delete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Anything or nothing.
    Any,
    /// Nothing.
    Absent,
    /// Exactly the value of this version.
    Version(Version),
}

/// How safe a write is before it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// On the medium: it survives a power cut.
    Durable,
    /// The content is on the medium, the name once [`Store::settle`] returns: for several changes
    /// of one folder that are settled together.
    Content,
    /// With the operating system, and written in place: a crash or a reader at the wrong moment can
    /// see a part of it. For caches that can be made again.
    Cached,
}

/// A fingerprint of a value's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version(String);

impl Version {
    /// Computes the version of a value.
    pub fn of(bytes: &[u8]) -> Self {
        Self(hex(&Sha256::digest(bytes)[..16]))
    }
}

/// One value in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its key.
    pub key: Key,
    /// Its size in bytes.
    pub size: u64,
    /// When it was last written.
    pub modified: Timestamp,
    /// A text that changes when the value does.
    pub stamp: String,
}

/// How much there is of a value, and which one it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its size in bytes.
    pub size: u64,
    /// A number that appending does not change, and that mostly is another one when another value was
    /// put in its place; 0 where that cannot be told.
    pub file: u64,
    /// A text that changes when the value does.
    pub stamp: String,
}

/// Holds the store's lock until it is dropped.
#[must_use = "the lock is given back when the guard is dropped"]
pub struct Guard {
    _held: Box<dyn std::any::Any>,
}

impl Guard {
    /// Wraps whatever gives the lock back when it is dropped.
    pub fn new(held: impl std::any::Any) -> Self {
        Self { _held: Box::new(held) }
    }
}

impl Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Guard")
    }
}

/// Writes bytes in hexadecimal, as all fingerprints are.
///
/// ```
/// assert_eq!(mindsave_store::hex(&[0, 171]), "00ab");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits =
        bytes.iter().flat_map(|b| [DIGITS[usize::from(b >> 4)], DIGITS[usize::from(b & 15)]]);
    digits.map(char::from).collect()
}
