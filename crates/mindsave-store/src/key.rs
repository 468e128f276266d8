//! Names of stored values: relative paths that cannot leave the store.

use std::fmt;

use mindsave_core::{Error, Result};

/// The name of a stored value: one or more parts joined by `/`.
///
/// No part is empty, `.`, or `..`, and none has a backslash, colon or control character, so a key
/// names something inside the store on every platform.
///
/// ```
/// use mindsave_store::Key;
///
/// let key = Key::parse("snapshots/修复登录_2026-05-10.md")?;
/// assert_eq!((key.folder(), key.name()), ("snapshots", "修复登录_2026-05-10.md"));
/// assert!(Key::parse("../victim.md").is_err());
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(String);

impl Key {
    /// Checks a key.
    ///
    /// # Errors
    /// `invalid_input` when it could name something outside the store.
    pub fn parse(text: &str) -> Result<Self> {
        let odd = |c: char| matches!(c, '\\' | ':') || c.is_control();
        let bad = |part: &[u8]| matches!(part, b"" | b"." | b"..");
        let plain = |b: u8| (b' '..=b'~').contains(&b) && !matches!(b, b'\\' | b':');
        let clean = text.bytes().all(plain) || !text.contains(odd);
        if !clean || text.as_bytes().split(|byte| *byte == b'/').any(bad) {
            let shown: String = text.chars().take(80).collect();
            return Err(Error::invalid(format!("{shown:?} is not a name inside the store")));
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns the key of a value in the folder this key names.
    ///
    /// # Errors
    /// `invalid_input` as for [`Key::parse`].
    pub fn join(&self, name: &str) -> Result<Self> {
        Self::parse(&format!("{}/{name}", self.0))
    }

    /// Returns the whole key.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns everything before the last `/`, or nothing.
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Returns the last part.
    pub fn name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_can_leave_the_store() {
        for text in [
            "",
            "/",
            "/etc/passwd",
            "a//b",
            "..",
            "a/../b",
            "./a",
            "a\\..\\b",
            "C:/x",
            "a\0b",
            "a/",
        ] {
            assert!(Key::parse(text).is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn an_accepted_key_stays_below_its_root(text in "[a./\\\\:é]{0,12}") {
            if let Ok(key) = Key::parse(&text) {
                let path = std::path::Path::new("/root").join(key.as_str());
                prop_assert!(path.starts_with("/root"));
                prop_assert!(path.components().all(|c| c != std::path::Component::ParentDir));
            }
        }
    }
}
