//! What a rule is about, in one piece of memory: a long list has millions of words.

use smallvec::SmallVec;

/// What stands behind every word.
const END: char = '\0';

/// The words of a rule with weight of their own, sorted and once each, and the case it is said for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gist {
    /// Every word with a zero behind it, which no canonical text holds, then the case.
    text: Box<str>,
}

impl Gist {
    /// Sorts words and keeps them once each; the words of the case stay in their order.
    pub(super) fn of<'t>(
        mut words: SmallVec<[&'t str; 16]>,
        scope: impl Iterator<Item = &'t str> + Clone,
    ) -> Self {
        words.sort_unstable();
        words.dedup();
        let size = words.iter().copied().chain(scope.clone()).map(|word| word.len() + 1).sum();
        let mut text = String::with_capacity(size);
        for word in words {
            text.push_str(word);
            text.push(END);
        }
        for (i, word) in scope.enumerate() {
            text.push_str(if i > 0 { " " } else { "" });
            text.push_str(word);
        }
        Self { text: text.into_boxed_str() }
    }

    /// Returns the words in order.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
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
    pub(crate) fn holds(&self, word: &str) -> bool {
        self.words().any(|own| own == word)
    }

    /// Returns the case the rule is said for ("tests", "API"); empty when it is said for none.
    pub(crate) fn scope(&self) -> &str {
        self.text.rsplit(END).next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Gist;

    #[test]
    fn words_are_sorted_and_once_each_and_the_case_stands_apart() {
        let gist =
            Gist::of(["b c", "a", "b c", "的"].into_iter().collect(), ["z", "a"].into_iter());
        assert_eq!(gist.words().collect::<Vec<_>>(), ["a", "b c", "的"]);
        assert!(gist.holds("b c") && !gist.holds("b") && !gist.holds("z a"));
        assert_eq!(gist.scope(), "z a");
        assert_eq!((Gist::default().words().count(), Gist::default().scope()), (0, ""));
    }
}
