//! What words are, for a search: how texts and queries are cut, folded and brought to a stem.

mod normal;
mod scan;
mod stem;
mod stop;

pub(super) use normal::{is_letter, is_plain_but_for_case, plain};
pub(crate) use scan::{Role, Scanner};
pub(crate) use stem::{root, stem};
pub(crate) use stop::{is_stop_part, is_stop_word};
