//! Names of failures: any script, any length in reason, and a file name that is safe everywhere.

use std::fmt;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::text::{fold, is_ideograph};
use crate::{Error, Result};

/// The most bytes of a name: an approach in a sentence or two.
pub const NAME_MAX: usize = 2000;
/// The most characters of a file name that come from the name itself.
const READABLE: usize = 40;
/// Names that are devices where they stand as file names.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The name of a failure: what was tried.
///
/// Names that differ in case, width or blanks alone are one: `Tailwind`, `tailwind`. `C`, `C++` and
/// `C#` are three.
///
/// ```
/// use mindsave_core::failure::FailureName;
///
/// let name = |text| FailureName::parse(text).unwrap();
/// assert_eq!(name("Tailwind").key(), name(" ＴＡＩＬＷＩＮＤ ").key());
/// assert_eq!(name("Tailwind").file_stem(), "tailwind");
/// assert_ne!(name("C++").file_stem(), name("C#").file_stem());
/// assert_eq!(name("组件库").file_stem(), "组件库");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FailureName(String);

impl FailureName {
    /// Checks a name; blanks around it are dropped, line ends inside become blanks.
    ///
    /// # Errors
    /// `invalid_input` when it is blank or longer than [`NAME_MAX`] bytes.
    pub fn parse(text: &str) -> Result<Self> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let name: String = name.chars().filter(|c| !c.is_control()).collect();
        // A letter or digit of ASCII says enough: folding takes as long as all the rest.
        let says = name.bytes().any(|byte| byte.is_ascii_alphanumeric());
        if !says && fold(&name).trim().is_empty() {
            return Err(Error::invalid("a failure needs a name: what was tried"));
        }
        if name.len() > NAME_MAX {
            let size = name.len();
            return Err(Error::invalid(format!(
                "the name of a failure has {size} bytes, at most {NAME_MAX} can be used: give the approach in short, and the rest as `reason`"
            )));
        }
        Ok(Self(name))
    }

    /// Returns the name as given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns what equal names have in common.
    pub fn key(&self) -> String {
        fold(&self.0).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns a file name without its ending: readable, at most 120 bytes, different for
    /// different names on every file system.
    pub fn file_stem(&self) -> String {
        let key = self.key();
        let mut stem = String::new();
        let mut exact = true;
        for (at, c) in key.chars().enumerate() {
            if at == READABLE || stem.len() > 100 {
                exact = false;
                break;
            }
            let plain = c.is_ascii_alphanumeric() || c == '-' || is_ideograph(c);
            exact &= plain;
            stem.push(if plain || c.is_alphanumeric() { c } else { '_' });
        }
        let device = DEVICES.contains(&stem.as_str())
            || stem.len() == 4 && (stem.starts_with("com") || stem.starts_with("lpt"));
        if exact && !device { stem } else { format!("{stem}-{}", short_hash(&key)) }
    }
}

fn short_hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let mut out = String::new();
    for byte in digest.iter().take(6) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

impl fmt::Display for FailureName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
