//! Snapshot files: Markdown with YAML front matter, in the layout of seed 000's template.
//!
//! Written in one way, read in every dialect that exists: the template's nested form, the JSON
//! literal blocks of the first program, version 2 fields, CRLF, a byte order mark, and what
//! people write by hand. See `ARCHITECTURE.md` for the layout.

mod any;
mod body;
mod decode;
mod encode;
mod front_matter;
mod lenient;
mod yaml;

pub(super) use body::PROMISE;
pub use body::{archive_content, archive_text};
pub use decode::decode;
pub use encode::encode;

#[cfg(test)]
mod layouts;
#[cfg(test)]
mod tests;
