//! What a rule is about, in one piece of memory: a long list has millions of words.

use smallvec::SmallVec;

/// Words with weight on their way into a gist, each behind what [`beginning`] makes of it.
pub(super) type Content<'t> = SmallVec<[(u64, &'t str); 16]>;

/// What stands behind every word.
const END: u8 = 0;
/// How many bytes need no memory of their own: those of most rules.
const ROOM: usize = 96;

/// The words of a rule with weight of their own, sorted and once each, and the case it is said for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gist {
    /// Every word with a zero behind it, which no canonical text holds, then the case.
    text: SmallVec<[u8; ROOM]>,
}

impl Gist {
    /// Sorts words and keeps them once each; the words of the case stay in their order. It is put
    /// together in `room`, which is kept for its memory.
    pub(super) fn of<'t>(
        words: &mut Content<'t>,
        scope: impl Iterator<Item = &'t str>,
        room: &mut Vec<u8>,
    ) -> Self {
        words.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(b.1)));
        words.dedup_by(|a, b| a == b);
        room.clear();
        for (_, word) in words {
            room.extend_from_slice(word.as_bytes());
            room.push(END);
        }
        for (i, word) in scope.enumerate() {
            if i > 0 {
                room.push(b' ');
            }
            room.extend_from_slice(word.as_bytes());
        }
        Self { text: SmallVec::from_slice(room) }
    }

    /// Returns the words in order.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.bytes().filter_map(|word| std::str::from_utf8(word).ok())
    }

    /// Returns the bytes of the words in order: enough to compare them.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = self.text.as_slice();
        std::iter::from_fn(move || {
            // Words are short: looking at each byte is faster than a search.
            let end = rest.iter().position(|&byte| byte == END)?;
            let word = &rest[..end];
            rest = &rest[end + 1..];
            Some(word)
        })
    }

    /// Reports whether a word is among them.
    pub(crate) fn holds(&self, word: &str) -> bool {
        self.bytes().any(|own| own == word.as_bytes())
    }

    /// Returns the case the rule is said for ("tests", "API"); empty when it is said for none.
    pub(crate) fn scope(&self) -> &str {
        let scope = self.text.rsplit(|&byte| byte == END).next();
        scope.and_then(|scope| std::str::from_utf8(scope).ok()).unwrap_or_default()
    }
}

/// The first bytes of a word as a number: it is in the order of words, and nearly always enough to
/// tell which comes first.
pub(super) fn beginning(word: &str) -> u64 {
    let first = word.as_bytes().first_chunk().copied().unwrap_or_else(|| {
        let mut first = [0; 8];
        first.iter_mut().zip(word.bytes()).for_each(|(to, byte)| *to = byte);
        first
    });
    u64::from_be_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::{Content, Gist, beginning};

    fn content<'t>(words: &[&'t str]) -> Content<'t> {
        words.iter().map(|&word| (beginning(word), word)).collect()
    }

    #[test]
    fn words_stand_in_their_own_order() {
        let mut words = ["commits", "commit", "committed", "commi", "b", "的", "committee", "ab"];
        let gist = Gist::of(&mut content(&words), std::iter::empty(), &mut Vec::new());
        words.sort_unstable();
        assert_eq!(gist.words().collect::<Vec<_>>(), words);
    }

    #[test]
    fn words_are_sorted_and_once_each_and_the_case_stands_apart() {
        let mut words = content(&["b c", "a", "b c", "的"]);
        let gist = Gist::of(&mut words, ["z", "a"].into_iter(), &mut Vec::new());
        assert_eq!(gist.words().collect::<Vec<_>>(), ["a", "b c", "的"]);
        assert!(gist.holds("b c") && !gist.holds("b") && !gist.holds("z a"));
        assert_eq!(gist.scope(), "z a");
        assert_eq!((Gist::default().words().count(), Gist::default().scope()), (0, ""));
    }
}
