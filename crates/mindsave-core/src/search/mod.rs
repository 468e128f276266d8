//! Search: which entries answer a query, best first, within a budget. Source: seed 000, `/recall`.
//!
//! Texts are [`Document`]s. A [`Builder`] makes an [`Index`] of them, which is one piece of memory
//! that can be kept and is searched where it lies. [`Query::parse`] reads what is looked for, and
//! [`Index::answer`] gives the entries with short pieces of their text, page by page.
//!
//! Identifiers are found whole and by their parts, English words in all their forms, Chinese by
//! single characters and pairs: no dictionary is loaded, and every part of a text finds it.

mod answer;
mod document;
mod entries;
mod index;
mod query;
mod rank;
mod snippet;
pub(crate) mod words;

pub use answer::{Answer, BUDGET, BUDGET_MIN, Hit, Page};
pub use document::{Document, Filter, is_about};
pub use entries::{KINDS, entries, failure_entry};
pub use index::{Builder, Index};
pub use query::{QUERY_MAX, Query};
pub use rank::Scored;
