//! A fast hash for words; it has to withstand no attack.

use std::hash::BuildHasherDefault;

use crate::checksum::Mix;

/// Builds the hasher of the tables of words.
pub(super) type Fast = BuildHasherDefault<Mix>;
