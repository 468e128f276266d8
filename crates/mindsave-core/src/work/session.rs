//! Names of sessions: validated where they are made, since each is the name of a file.

use std::fmt;

use sha2::{Digest, Sha256};

/// The most bytes of a session's name; longer ones are shortened to a digest.
const LENGTH_MAX: usize = 100;

/// The name a host gives a session, as it can stand in a file's name.
///
/// Any text names a session: what could leave its folder or is too long is replaced, and a digest
/// keeps two such names apart.
///
/// ```
/// use mindsave_core::work::SessionId;
///
/// assert_eq!(SessionId::of("52e70abc-da23").as_str(), "52e70abc-da23");
/// assert!(SessionId::of("../../etc/passwd").as_str().starts_with("etc_passwd-"));
/// assert_ne!(SessionId::of("a/b"), SessionId::of("a:b"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// Makes a session's name of any text.
    pub fn of(text: &str) -> Self {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let usable = !text.is_empty()
            && text.len() <= LENGTH_MAX
            && !text.starts_with('.')
            && text.chars().all(plain)
            && !names_segment(text);
        if usable {
            return Self(text.to_owned());
        }
        let words = text.split(|c| !plain(c) || c == '.').filter(|part| !part.is_empty());
        let readable: String = words.collect::<Vec<_>>().join("_").chars().take(24).collect();
        let digest = Sha256::digest(text.as_bytes());
        let mark = digest.iter().take(6).fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
        Self(format!("{readable}-{mark:012x}"))
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reports whether a name ends like the file of a later segment of a journal: `name.2`.
fn names_segment(text: &str) -> bool {
    let end = text.rsplit_once('.').map(|(_, end)| end);
    end.is_some_and(|end| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_that_could_leave_the_folder_are_replaced() {
        for text in ["", ".", "..", "a/b", "a\\b", "a\0b", ".hidden", &"x".repeat(500)] {
            let id = SessionId::of(text);
            assert!(!id.as_str().contains(['/', '\\', '\0', '.']), "{text:?} gave {id}");
            assert!((1..=LENGTH_MAX).contains(&id.as_str().len()), "{text:?} gave {id}");
        }
    }

    #[test]
    fn no_name_is_that_of_a_segment() {
        assert_eq!(SessionId::of("v1.2-rc").as_str(), "v1.2-rc");
        assert!(SessionId::of("session.2").as_str().starts_with("session_2-"));
    }

    proptest! {
        #[test]
        fn any_text_names_a_session_that_names_itself(text in ".*") {
            let id = SessionId::of(&text);
            prop_assert!(!id.as_str().is_empty() && !id.as_str().starts_with('.'));
            prop_assert!(!id.as_str().contains(['/', '\\', ':']));
            prop_assert_eq!(SessionId::of(id.as_str()), id);
        }
    }
}
