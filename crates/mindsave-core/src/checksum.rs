//! A checksum for caches on disk, by which a torn one is noticed. It withstands no attack.

use std::hash::Hasher;

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes words of eight bytes into one.
#[derive(Default)]
pub(crate) struct Mix(u64);

impl Mix {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last) ^ ((rest.len() as u64) << 56));
    }

    fn finish(&self) -> u64 {
        // The table looks at both ends of the hash.
        self.0 ^ (self.0 >> 32)
    }
}

/// Computes the checksum of a cache: four lanes, since one is slower than reading the file.
///
/// ```
/// use mindsave_core::checksum;
///
/// assert_ne!(checksum(b"whole"), checksum(b"whol"));
/// ```
pub fn checksum(bytes: &[u8]) -> u64 {
    let (blocks, rest) = bytes.as_chunks::<32>();
    let mut lanes = [Mix(1), Mix(2), Mix(3), Mix(4)];
    for block in blocks {
        let (words, _) = block.as_chunks::<8>();
        for (lane, word) in lanes.iter_mut().zip(words) {
            lane.add(u64::from_le_bytes(*word));
        }
    }
    let mut sum = Mix(bytes.len() as u64);
    for lane in &lanes {
        sum.add(lane.0);
    }
    sum.write(rest);
    sum.finish()
}
