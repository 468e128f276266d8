//! What stands where a secret could and is none: fillers, names, references, paths.

use super::MARKER;
use super::chars::{Classes, distinct, is_word};
use super::shape::{Ask, Demand, is_strong};
use super::words::{EXTENSIONS, FILLERS, LOOKUPS, NAMING, NOTHING, PLAIN};

/// The letters and digits of a value, in lower case.
pub(super) fn squeezed(value: &str) -> String {
    value
        .bytes()
        .filter(u8::is_ascii_alphanumeric)
        .map(|b| char::from(b.to_ascii_lowercase()))
        .collect()
}

/// Whether a value says that the real one belongs here, or that it was taken out.
pub(super) fn is_filler(value: &str) -> bool {
    let enclosed = |open: &str, close: char| value.starts_with(open) && value.ends_with(close);
    let squeezed = squeezed(value);
    value.contains(MARKER)
        || enclosed("<", '>')
        || enclosed("[", ']')
        || enclosed("{", '}')
        || enclosed("%", '%')
        || ["${", "$(", "{{", "%s", "%(", "$<"].iter().any(|it| value.contains(it))
        || is_shell_variable(value)
        || value.contains("...")
        || value.contains(['…', '•'])
        || has_filler(value)
        || distinct(value, 3) < 3
        || squeezed.starts_with("your")
        || FILLERS.iter().any(|it| squeezed.contains(it))
        // `USER:PASSWORD@HOST`.
        || matches!(value, "PASSWORD" | "PASS" | "PASSWD" | "PWD" | "SECRET" | "TOKEN")
}

/// Whether what stands under the name of a secret says that there is none, or where it is kept.
pub(crate) fn says_nothing(value: &str) -> bool {
    let value = value.trim().trim_end_matches(['.', '。', '!', '！']);
    let lower = value.to_lowercase();
    let enclosed = |open: &str, close: &str| value.starts_with(open) && value.ends_with(close);
    NOTHING.contains(&lower.as_str())
        || value.starts_with(MARKER)
        || has_filler(value)
        || is_shell_variable(value)
        || [("<", ">"), ("{{", "}}"), ("${", "}"), ("$(", ")"), ("%", "%")]
            .iter()
            .any(|(open, close)| value.len() > 2 && enclosed(open, close))
        || LOOKUPS.iter().any(|it| lower.starts_with(it) && it.ends_with([':', '/', '.', '(', '[']))
}

/// Whether a value has been blotted out.
pub(super) fn has_filler(value: &str) -> bool {
    ["xxxx", "XXXX", "***"].iter().any(|it| value.contains(it))
}

/// `$DB_PASSWORD`, `$token`, `$1`; `$ecr3t` is none.
fn is_shell_variable(value: &str) -> bool {
    let Some(name) = value.strip_prefix('$') else {
        return false;
    };
    let upper = name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    let lower = name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    upper
        || lower
        || name.split(['.', '-', '>']).all(|part| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
        })
}

/// Whether a value is a word of the language, a type, or a name made of the words names are made of.
pub(super) fn is_name(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let known = |word: &str| {
        NAMING.contains(&word) || word.bytes().all(|b| b.is_ascii_digit()) && word.len() < 3
    };
    PLAIN.contains(&lower.trim_end_matches(['!', '?']))
        || name_words(value).all(|word| known(&word))
}

/// The lower-case words of a name such as `hashedPassword` or `api-key-2`.
pub(super) fn name_words(value: &str) -> impl Iterator<Item = String> {
    let mut spaced = String::with_capacity(value.len() + 4);
    let mut lower = false;
    for c in value.chars() {
        if (c.is_ascii_uppercase() && lower) || matches!(c, '_' | '-' | '.') {
            spaced.push(' ');
        }
        lower = c.is_ascii_lowercase();
        if !matches!(c, '_' | '-' | '.') {
            spaced.push(c.to_ascii_lowercase());
        }
    }
    let words: Vec<String> = spaced.split_whitespace().map(ToOwned::to_owned).collect();
    words.into_iter()
}

/// Whether a value tells where the real one is kept: the environment, a vault, a variable, a call.
pub(super) fn is_lookup(value: &str, ask: Ask) -> bool {
    let lower = value.get(..value.len().min(24)).unwrap_or(value).to_ascii_lowercase();
    if LOOKUPS.iter().any(|it| lower.starts_with(it))
        || value.ends_with('(')
        || value.starts_with('$') && value.contains("::")
    {
        return true;
    }
    if ask.quoted {
        return false;
    }
    let call = ask.demand != Demand::Any
        && value.split_once('(').is_some_and(|(name, _)| is_code_path(name));
    call || ["::", "![", "!("].iter().any(|it| value.contains(it))
        || value.starts_with(['&', '*', '[', '{', '(', '<', '!']) && !is_strong(value)
        || is_dotted(value)
}

fn is_code_path(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|b| is_word(b) || matches!(b, b'.' | b':'))
}

/// `config.auth.token`; with more digits it is no path through a program.
fn is_dotted(value: &str) -> bool {
    let parts = value.split('.').count();
    let starts = value
        .split('.')
        .all(|part| part.bytes().next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_'));
    parts >= 2
        && starts
        && is_code_path(value.trim_end_matches([']', '[']))
        && Classes::of(value).digit <= 1
}

/// Whether a value is the path or the name of a file.
pub(super) fn is_path(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let absolute = value.strip_prefix('/').is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, '_' | '.'))
    });
    let relative = ["./", "../", "~/", ".\\"].iter().any(|it| value.starts_with(it));
    let drive = value.as_bytes().get(1..3).is_some_and(|it| it == b":\\" || it == b":/");
    let file = EXTENSIONS.iter().any(|it| lower.ends_with(it))
        && value.bytes().all(|b| is_word(b) || matches!(b, b'.' | b'-' | b'/'));
    let classes = Classes::of(value);
    let plain = value.contains('/') && classes.upper == 0 && classes.lower * 10 >= value.len() * 6;
    absolute
        || relative
        || drive
        || file
        || (plain && value.bytes().all(|b| is_word(b) || matches!(b, b'.' | b'-' | b'/')))
}
