//! Texts one after the other in bytes, each found by its place without reading the others.

/// Texts that [`pack`] wrote: how many, where each ends, the texts. What is damaged reads as nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Texts<'b> {
    ends: &'b [[u8; 4]],
    bytes: &'b [u8],
}

impl<'b> Texts<'b> {
    /// Takes the bytes apart.
    pub(super) fn open(bytes: &'b [u8]) -> Option<Self> {
        let (count, rest) = bytes.split_first_chunk::<4>()?;
        let (ends, bytes) = rest.split_at_checked(number(*count).checked_mul(4)?)?;
        Some(Self { ends: ends.as_chunks().0, bytes })
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns one by its place.
    pub(super) fn get(&self, at: usize) -> Option<&'b str> {
        let end = number(*self.ends.get(at)?);
        let start =
            at.checked_sub(1).map_or(Some(0), |before| Some(number(*self.ends.get(before)?)))?;
        std::str::from_utf8(self.bytes.get(start..end)?).ok()
    }

    /// Returns all of them.
    pub(super) fn iter(self) -> impl Iterator<Item = &'b str> {
        (0..self.len()).filter_map(move |at| self.get(at))
    }

    /// Reports whether a text is among them, which are sorted.
    pub(super) fn has(&self, text: &str) -> bool {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.get(middle).unwrap_or_default().cmp(text) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    }
}

/// Writes texts.
pub(super) fn pack<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> Vec<u8> {
    let length = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let (count, size) =
        texts.clone().fold((0, 0), |(count, size), text| (count + 1, size + text.len()));
    let mut out = Vec::with_capacity(4 + 4 * count + size);
    out.extend(length(count));
    let mut end = 0;
    for text in texts.clone() {
        end += text.len();
        out.extend(length(end));
    }
    texts.for_each(|text| out.extend_from_slice(text.as_bytes()));
    out
}

fn number(bytes: [u8; 4]) -> usize {
    usize::try_from(u32::from_le_bytes(bytes)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_and_are_found() {
        let texts = ["", "a", "全局锁", "全局锁 2"];
        let bytes = pack(texts.into_iter());
        let packed = Texts::open(&bytes).unwrap();
        assert_eq!(packed.iter().collect::<Vec<_>>(), texts);
        assert!(texts.iter().all(|text| packed.has(text)));
        assert!(!packed.has("b") && !packed.has("全局") && !Texts::default().has(""));
        assert_eq!((packed.len(), packed.get(4)), (4, None));
    }

    #[test]
    fn what_is_cut_off_is_nothing() {
        let bytes = pack(["a", "b"].into_iter());
        for end in 0..bytes.len() {
            let read: Vec<_> = Texts::open(&bytes[..end]).unwrap_or_default().iter().collect();
            assert!(read.len() < 2, "{end}");
        }
        assert!(Texts::open(&[255; 8]).is_none());
    }
}
