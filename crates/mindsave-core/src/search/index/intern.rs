//! Gives numbers to texts: each is hashed once and kept once, all in one piece of memory.

use std::hash::Hasher;

use super::bytes::between;
use crate::checksum::Mix;

/// Texts by number, from 0 in the order they came.
#[derive(Debug, Default)]
pub(super) struct Interner {
    /// Half of the hash of a text, and its number plus 1; zeros where there is none. At least half of
    /// them are free.
    slots: Vec<(u32, u32)>,
    /// Where each text ends, as the index keeps it.
    ends: Vec<u8>,
    texts: Vec<u8>,
    count: u32,
}

impl Interner {
    /// Returns the number of a text; the next one where it is new.
    pub(super) fn number(&mut self, text: &str) -> u32 {
        if self.slots.len() <= self.count as usize * 2 {
            self.grow();
        }
        let hash = hash(text.as_bytes());
        let mut at = hash as usize;
        loop {
            let slot = at & (self.slots.len() - 1);
            let (known, number) = self.slots[slot];
            if number == 0 {
                self.count += 1;
                self.slots[slot] = (hash, self.count);
                self.texts.extend_from_slice(text.as_bytes());
                self.ends.extend_from_slice(&super::build::small(self.texts.len()).to_le_bytes());
                return self.count - 1;
            }
            if known == hash && self.text(number - 1) == text.as_bytes() {
                return number - 1;
            }
            at = slot + 1;
        }
    }

    /// Returns how many texts there are.
    pub(super) fn len(&self) -> u32 {
        self.count
    }

    /// Returns a text by its number.
    pub(super) fn text(&self, number: u32) -> &[u8] {
        let place = between(&self.ends, number as usize).unwrap_or_default();
        self.texts.get(place).unwrap_or_default()
    }

    /// Returns where each text ends, and all of them.
    pub(super) fn into_parts(self) -> (Vec<u8>, Vec<u8>) {
        (self.ends, self.texts)
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![(0, 0); size]);
        for (hash, number) in old.into_iter().filter(|&(_, number)| number > 0) {
            let mut at = hash as usize & (size - 1);
            while self.slots[at].1 > 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = (hash, number);
        }
    }
}

fn hash(text: &[u8]) -> u32 {
    let mut mix = Mix::default();
    mix.write(text);
    let [a, b, c, d, ..] = mix.finish().to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_text_has_one_number(texts in prop::collection::vec("[ab登]{0,3}", 0..400)) {
            let mut interner = Interner::default();
            let numbers: Vec<u32> = texts.iter().map(|text| interner.number(text)).collect();
            for (text, number) in texts.iter().zip(&numbers) {
                prop_assert_eq!(interner.text(*number), text.as_bytes());
                prop_assert_eq!(interner.number(text), *number);
            }
            let distinct: std::collections::BTreeSet<&String> = texts.iter().collect();
            prop_assert_eq!(interner.len() as usize, distinct.len());
        }
    }
}
