//! What words are, for a search: how texts and queries are cut, folded and brought to a stem.

mod normal;
mod scan;
mod stem;
mod stop;

pub(super) use normal::{is_letter, is_plain_but_for_case, plain};
pub(super) use scan::{Role, Scanner};
pub(super) use stem::{root, stem};
pub(super) use stop::{is_stop_part, is_stop_word};
