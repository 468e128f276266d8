//! Words that say little: `rules/language/search.yaml`, sorted when the program is built.

mod list {
    include!(concat!(env!("OUT_DIR"), "/stop_words.rs"));
}

/// Reports whether an English word in lower case, without apostrophes, says little.
pub(crate) fn is_stop_word(word: &str) -> bool {
    word.len() <= list::LONGEST && list::ENGLISH.binary_search(&word).is_ok()
}

/// Reports whether one or two ideographs are, or are part of, a word that says little.
pub(crate) fn is_stop_part(part: &str) -> bool {
    list::CHINESE.binary_search(&part).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_have_words_that_say_little() {
        assert!(is_stop_word("the") && is_stop_word("dont") && !is_stop_word("test"));
        for part in ["的", "什么", "为什"] {
            assert!(is_stop_part(part), "{part}");
        }
        assert!(!is_stop_part("登录") && !is_stop_part("录"));
    }
}
