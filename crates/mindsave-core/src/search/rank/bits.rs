//! Sets of documents.

/// A set of documents, a bit each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    pub(super) fn none(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)], len }
    }

    pub(super) fn all(len: usize) -> Self {
        let mut bits = Self { words: vec![u64::MAX; len.div_ceil(64)], len };
        bits.trim();
        bits
    }

    pub(super) fn add(&mut self, at: usize) {
        if let Some(word) = self.words.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    pub(super) fn has(&self, at: usize) -> bool {
        self.words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    pub(super) fn keep(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn turn(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.trim();
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(i * 64 + bit)
            })
        })
    }

    /// Clears what stands behind the last document.
    fn trim(&mut self) {
        let over = self.words.len() * 64 - self.len;
        if let Some(last) = self.words.last_mut().filter(|_| over > 0) {
            *last &= u64::MAX >> over;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn sets_join_meet_and_turn() {
        for len in [0, 1, 63, 64, 65, 130] {
            let mut odd = Bits::none(len);
            (0..len).filter(|at| at % 2 == 1).for_each(|at| odd.add(at));
            let mut even = odd.clone();
            even.turn();
            assert_eq!(even.iter().collect::<Vec<_>>(), (0..len).step_by(2).collect::<Vec<_>>());
            let mut both = odd.clone();
            both.join(&even);
            assert_eq!((both.count(), &both), (len, &Bits::all(len)));
            both.keep(&odd);
            assert_eq!(both, odd);
        }
    }
}
