//! The index: documents and the words in them, in one piece of memory that is searched where it lies.

mod build;
mod bytes;
mod hash;
mod intern;
mod read;

pub use build::Builder;
pub use read::Index;
pub(crate) use read::Row;

#[cfg(test)]
mod tests;
