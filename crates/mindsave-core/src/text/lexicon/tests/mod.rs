//! The packs that come with the program keep their own promises.

mod examples;
mod names;

use super::{Lexicon, Pack};

/// The packs as their files have them.
static TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/packs.rs"));

fn packs() -> Vec<Pack> {
    let read = |(file, text): &(&str, &str)| {
        let pack = Pack::from_yaml(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(pack.id, *file, "a pack is called like its file");
        pack
    };
    TEXTS.iter().map(read).collect()
}

/// Fails with everything that is wrong, one thing a line.
fn nothing_wrong(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} things are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Reports whether a text is Chinese, in part at least.
fn is_chinese(text: &str) -> bool {
    text.chars().any(super::canonical::is_ideograph)
}
