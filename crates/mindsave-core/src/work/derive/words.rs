//! The words of `rules/language/work.yaml`, made constants when the program is built.

include!(concat!(env!("OUT_DIR"), "/work_words.rs"));
