//! Keyword search over archived text.

mod grep;
mod keyword_index;

pub use grep::{Match, Query};
pub use keyword_index::KeywordIndex;
