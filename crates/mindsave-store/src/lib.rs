//! Where mindsave keeps its files.
//!
//! A [`Store`] is small on purpose: read, write with an expected version, append a line, list a
//! folder, delete. The product's logic sits above it, once, so that another backend changes
//! nothing else. [`FileStore`] is the default; [`MemoryStore`] serves tests and embedders. One
//! contract suite, in the workspace's `tests` crate, runs on every backend.
//!
//! ```
//! use mindsave_store::{Durability, Expect, Key, MemoryStore, Store};
//!
//! let store = MemoryStore::default();
//! let key = Key::parse("snapshots/login.md")?;
//! store.write(&key, b"text", Expect::Absent, Durability::Durable)?;
//! assert_eq!(store.read(&key)?.as_deref(), Some(&b"text"[..]));
//! # Ok::<(), mindsave_core::Error>(())
//! ```

mod failures;
mod file;
mod key;
mod memory;
mod store;

pub use failures::{FailureFile, FailureStore, Known, Listed, ReadFailures, ReadFiles};
pub use file::{FileStore, Probe, Step};
pub use key::Key;
pub use memory::MemoryStore;
pub use store::{Change, Durability, Entry, Expect, Extent, Guard, Store, Version, hex};
