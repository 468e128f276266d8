//! The words of `rules/language/import.yaml`, made constants when the program is built.

include!(concat!(env!("OUT_DIR"), "/import_words.rs"));
