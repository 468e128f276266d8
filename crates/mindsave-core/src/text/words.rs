//! A set of words in one piece of memory.

/// What stands behind every word.
const END: char = '\0';

/// Words, sorted and once each. A long list has millions of them, so they share one text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// Every word with a zero behind it, which no canonical text holds.
    text: Box<str>,
}

impl Words {
    /// Sorts words and keeps them once each.
    pub(crate) fn of(words: &mut Vec<&str>) -> Self {
        words.sort_unstable();
        words.dedup();
        let mut text = String::with_capacity(words.iter().map(|word| word.len() + 1).sum());
        for word in words {
            text.push_str(word);
            text.push(END);
        }
        Self { text: text.into_boxed_str() }
    }

    /// Returns the words in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        let mut rest = &*self.text;
        std::iter::from_fn(move || {
            // Words are short: looking at each byte is faster than a search.
            let end = rest.bytes().position(|byte| byte == END as u8)?;
            let word = &rest[..end];
            rest = &rest[end + 1..];
            Some(word)
        })
    }

    /// Reports whether a word is among them.
    pub(crate) fn contains(&self, word: &str) -> bool {
        self.iter().any(|own| own == word)
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn words_are_sorted_and_once_each() {
        let words = Words::of(&mut vec!["b c", "a", "b c", "的"]);
        assert_eq!(words.iter().collect::<Vec<_>>(), ["a", "b c", "的"]);
        assert!(words.contains("b c") && !words.contains("b"));
        assert_eq!(Words::default().iter().count(), 0);
    }
}
