//! The keyword index kept from 20 snapshots on: which snapshots can hold a term at all.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use super::Query;
use crate::SnapshotId;
use crate::text::fold;

/// The version of the format; another one is read as "rebuild me".
const VERSION: u32 = 1;

/// Terms of every archive: words, and for scripts without blanks single characters.
///
/// It only narrows down: what it lets through is searched for real.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeywordIndex {
    version: u32,
    /// Which version of each snapshot file was read.
    stamps: BTreeMap<SnapshotId, String>,
    terms: BTreeMap<String, BTreeSet<SnapshotId>>,
}

impl KeywordIndex {
    /// Builds the index of archives: id, version of the file, text.
    pub fn build<'a>(
        archives: impl IntoIterator<Item = (&'a SnapshotId, &'a str, &'a str)>,
    ) -> Self {
        let mut index = Self { version: VERSION, ..Self::default() };
        for (id, stamp, text) in archives {
            index.stamps.insert(id.clone(), stamp.to_owned());
            for term in terms(text) {
                index.terms.entry(term).or_default().insert(id.clone());
            }
        }
        index
    }

    /// Reads an index; nothing when it is torn or of another version.
    pub fn from_json(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok().filter(|index: &Self| index.version == VERSION)
    }

    /// Reports whether the index was built from exactly these files.
    pub fn is_fresh<'a>(&self, files: impl IntoIterator<Item = (&'a SnapshotId, &'a str)>) -> bool {
        let mut count = 0;
        let same = files.into_iter().all(|(id, stamp)| {
            count += 1;
            self.stamps.get(id).is_some_and(|own| own == stamp)
        });
        same && count == self.stamps.len()
    }

    /// Returns the snapshots that can match: a superset of those that do.
    pub fn candidates(&self, query: &Query) -> BTreeSet<SnapshotId> {
        let mut left: BTreeSet<SnapshotId> = self.stamps.keys().cloned().collect();
        for part in query.terms().iter().flat_map(|term| terms(term)) {
            let known = self.terms.iter().filter(|(term, _)| term.contains(&part));
            let holders: BTreeSet<&SnapshotId> = known.flat_map(|(_, ids)| ids).collect();
            left.retain(|id| holders.contains(id));
        }
        left
    }
}

/// Splits folded text into words; every ideograph is a word of its own.
fn terms(text: &str) -> BTreeSet<String> {
    let folded = fold(text);
    let mut found = BTreeSet::new();
    for word in folded.unicode_words() {
        // A word may join parts with `_` or `.`; a query may name one of them alone, and any part
        // of a word may be asked for, so parts are what is kept.
        let parts = word.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        found.extend(parts.map(str::to_owned));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn id(n: usize) -> SnapshotId {
        SnapshotId::parse(&format!("s{n}")).unwrap()
    }

    proptest! {
        #[test]
        fn no_match_is_ever_missed(
            texts in prop::collection::vec("[a-cA-C修复登录页 ._-]{0,12}", 1..6),
            pick in any::<prop::sample::Index>(), from in any::<prop::sample::Index>(), len in 1usize..6,
        ) {
            let ids: Vec<SnapshotId> = (0..texts.len()).map(id).collect();
            let index = KeywordIndex::build(ids.iter().zip(&texts).map(|(id, text)| (id, "v", text.as_str())));
            let chars: Vec<char> = texts[pick.index(texts.len())].chars().collect();
            let start = if chars.is_empty() { 0 } else { from.index(chars.len()) };
            let part: String = chars.iter().skip(start).take(len).collect();
            if let Ok(query) = Query::parse(&part) {
                let candidates = index.candidates(&query);
                for (id, text) in ids.iter().zip(&texts) {
                    prop_assert!(!query.matches(text) || candidates.contains(id), "{part:?} in {text:?}");
                }
            }
        }
    }

    #[test]
    fn freshness_is_by_name_and_version() {
        let (a, b) = (id(1), id(2));
        let index = KeywordIndex::build([(&a, "1", "x"), (&b, "1", "y")]);
        assert!(index.is_fresh([(&b, "1"), (&a, "1")]));
        assert!(!index.is_fresh([(&a, "1")]));
        assert!(!index.is_fresh([(&a, "2"), (&b, "1")]));
    }
}
