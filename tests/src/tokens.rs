//! Counts tokens with the real tokenizer.

use std::sync::LazyLock;

use tiktoken_rs::CoreBPE;

/// The real tokenizer.
pub static REAL: LazyLock<CoreBPE> =
    LazyLock::new(|| tiktoken_rs::o200k_base().expect("the vocabulary is built in"));

/// Returns how many `o200k_base` tokens a text has.
pub fn count(text: &str) -> u32 {
    u32::try_from(REAL.encode_ordinary(text).len()).expect("a text of less than 4 GB")
}
