//! How much two sentences speak of the same thing: the words they share.

use std::collections::BTreeSet;

use crate::search::words::{Role, Scanner, is_stop_part, is_stop_word, stem};

/// The words a sentence is about: stems of English ones, pairs of ideographs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::work) struct Topic(BTreeSet<String>);

impl Topic {
    /// Takes the words of a sentence that say something.
    pub(in crate::work) fn of(text: &str) -> Self {
        let mut words = BTreeSet::new();
        Scanner::default().scan(text, &mut |role, word| {
            let says = match role {
                Role::Word => !is_stop_word(word),
                Role::Pair => !is_stop_part(word),
                Role::Single | Role::Whole => false,
            };
            if says {
                words.insert(stem(word).into_owned());
            }
        });
        Self(words)
    }

    /// How many words both are about.
    pub(in crate::work) fn shared(&self, other: &Self) -> usize {
        self.0.intersection(&other.0).count()
    }

    /// The share of the smaller one's words that the other has as well, from 0 to 1.
    pub(in crate::work) fn overlap(&self, other: &Self) -> f64 {
        let smaller = self.0.len().min(other.0.len());
        if smaller == 0 {
            return 0.0;
        }
        // Sets of a few words: far from where a float loses whole numbers.
        #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
        let share = self.shared(other) as f64 / smaller as f64;
        share
    }

    /// The share of its words that another has as well, from 0 to 1.
    pub(in crate::work) fn covered_by(&self, other: &Self) -> f64 {
        if self.0.is_empty() {
            return 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "a handful of words")]
        let share = self.shared(other) as f64 / self.0.len() as f64;
        share
    }

    /// How many words it is about.
    pub(in crate::work) fn len(&self) -> usize {
        self.0.len()
    }

    /// Reports whether there is no word that says something.
    pub(in crate::work) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The share of the ideographs of one text that another has as well, from 0 to 1.
pub(super) fn ideographs_in(text: &str, other: &str) -> f64 {
    let of = |text: &str| -> BTreeSet<char> {
        text.chars().filter(|c| crate::text::is_ideograph(*c)).collect()
    };
    let (all, others) = (of(text), of(other));
    if all.is_empty() {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of characters")]
    let share = all.intersection(&others).count() as f64 / all.len() as f64;
    share
}
