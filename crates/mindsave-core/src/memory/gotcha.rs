//! A hazard and the way around it.

use crate::failure::Scope;
use crate::text::fold;
use crate::{Error, Result};

/// What stands between a hazard and the way around it. Source: seed 002.
const ARROWS: [&str; 6] = [" -> ", " → ", "→", " => ", " ==> ", "⇒"];
/// As the arrows; only where there is none of them, since commands have it too: `npm run x -- --y`.
const DASHES: &str = " -- ";

/// A hazard with a workaround, without an attempt behind it.
///
/// ```
/// use mindsave_core::failure::Scope;
/// use mindsave_core::memory::Gotcha;
///
/// let known = Gotcha::parse("Vercel Edge 不支持 Node crypto → 用 Web Crypto", Scope::Project)?;
/// assert_eq!(known.title, "Vercel Edge 不支持 Node crypto");
/// assert_eq!(known.workaround, "用 Web Crypto");
/// assert_eq!(known.line(), "Vercel Edge 不支持 Node crypto -> 用 Web Crypto");
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gotcha {
    /// The hazard, on one line.
    pub title: String,
    /// What to do about it, on one line; empty when nobody knows.
    pub workaround: String,
    /// Where it holds.
    pub scope: Scope,
}

impl Gotcha {
    /// Makes a gotcha; line breaks become blanks.
    ///
    /// # Errors
    /// `invalid_input` without a title, or with one that holds an arrow: a file would not give it back.
    pub fn new(title: &str, workaround: &str, scope: Scope) -> Result<Self> {
        let known = Self { title: spaced(title), workaround: spaced(workaround), scope };
        if known.title.is_empty() {
            return Err(Error::invalid("a gotcha needs a title: say what the hazard is"));
        }
        if !known.title.chars().any(char::is_alphanumeric) {
            let told = format!("`{}` says nothing: say what the hazard is", known.title);
            return Err(Error::invalid(told));
        }
        if Self::parse(&known.line(), scope)? != known {
            let hint = "an arrow divides a gotcha from its workaround: take it out of the title";
            return Err(Error::invalid(format!("`{}`: {hint}", known.title)));
        }
        Ok(known)
    }

    /// Makes a gotcha of what somebody says: without a workaround of its own it may stand in the title,
    /// behind an arrow.
    ///
    /// # Errors
    /// As for [`Gotcha::new`].
    pub fn told(title: &str, workaround: Option<&str>, scope: Scope) -> Result<Self> {
        match workaround.map(str::trim) {
            None | Some("") => {
                let told = Self::parse(title, scope)?;
                Self::new(&told.title, &told.workaround, scope)
            }
            Some(workaround) => Self::new(title, workaround, scope),
        }
    }

    /// Reads a gotcha as it stands in a file: the hazard, an arrow, the workaround; the last two may
    /// be missing.
    ///
    /// # Errors
    /// `invalid_input` without a title.
    pub fn parse(line: &str, scope: Scope) -> Result<Self> {
        let line = spaced(line);
        let arrow = ARROWS.iter().filter_map(|arrow| Some((line.find(arrow)?, arrow.len()))).min();
        let divided = arrow.or_else(|| Some((line.find(DASHES)?, DASHES.len())));
        let (title, workaround) = match divided {
            Some((at, length)) => (&line[..at], &line[at + length..]),
            None => (line.as_str(), ""),
        };
        let (title, workaround) = (title.trim().to_owned(), workaround.trim().to_owned());
        if title.is_empty() {
            return Err(Error::invalid("a gotcha needs a title: say what the hazard is"));
        }
        Ok(Self { title, workaround, scope })
    }

    /// Writes it as [`Gotcha::parse`] reads it.
    pub fn line(&self) -> String {
        match self.workaround.as_str() {
            "" => self.title.clone(),
            workaround => format!("{} -> {workaround}", self.title),
        }
    }

    /// Returns what two gotchas have in common that are one: the title, however it is spelled.
    pub fn key(&self) -> String {
        key(&self.title)
    }
}

/// Returns what titles have in common that name one gotcha, however they are spelled.
pub fn key(title: &str) -> String {
    fold(&spaced(title)).into_owned()
}

/// A text on one line, with single blanks.
pub(super) fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_divided_at_its_first_arrow_and_at_dashes_where_there_is_none() {
        for (line, title, workaround) in [
            ("Safari ITP blocks cookies", "Safari ITP blocks cookies", ""),
            ("Safari ITP blocks cookies -> proxy them", "Safari ITP blocks cookies", "proxy them"),
            ("小程序没有 Blob→用 ArrayBuffer", "小程序没有 Blob", "用 ArrayBuffer"),
            ("vitest drops flags -- pass them last", "vitest drops flags", "pass them last"),
            ("a -- b -> c", "a -- b", "c"),
            ("a -> b → c", "a", "b → c"),
            ("`x => y` is lazy => call it", "`x", "y` is lazy => call it"),
            ("Kafka 分区数改了会乱序 ==> 新建 topic", "Kafka 分区数改了会乱序", "新建 topic"),
            ("`git push --force` loses work", "`git push --force` loses work", ""),
        ] {
            let known = Gotcha::parse(line, Scope::Project).unwrap();
            assert_eq!((known.title.as_str(), known.workaround.as_str()), (title, workaround));
        }
    }

    #[test]
    fn what_a_file_would_not_give_back_is_refused() {
        for (title, workaround) in [
            ("", "x"),
            (" \n", ""),
            ("a -> b", "c"),
            ("甲→乙", ""),
            ("a -- b", ""),
            ("---", ""),
            ("- -", ""),
        ] {
            let refused = Gotcha::new(title, workaround, Scope::Global);
            assert!(refused.is_err(), "{title} {workaround}");
        }
        let two = Gotcha::new("two\nlines", "## Gotchas\n- x", Scope::Project).unwrap();
        assert_eq!(two.line(), "two lines -> ## Gotchas - x");
    }
}
