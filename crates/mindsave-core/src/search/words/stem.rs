//! Light English stemming: the endings of inflection and the commonest of derivation are cut off.
//!
//! Only endings change, so all words of one stem begin alike: a sorted list of words has them side
//! by side, and an index can keep words as they are written.

use std::borrow::Cow;

/// Words shorter than this, in letters, are left as they are.
const SHORTEST: usize = 4;
/// Endings of inflection that come off together with a doubled letter before them.
const INFLECTED: [&str; 3] = ["ing", "ed", "er"];
/// Endings that make one word of another, longest first.
const DERIVED: [&str; 12] =
    ["ment", "ance", "ence", "ness", "able", "ible", "ful", "ion", "ive", "ity", "or", "al"];

/// Returns the stem of a folded word; only words of plain letters have one.
pub(crate) fn stem(word: &str) -> Cow<'_, str> {
    if word.len() < SHORTEST || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    let word = singular(word);
    let word = derived(inflected(&word));
    match word.strip_suffix('y') {
        Some(rest) if rest.len() >= 3 => Cow::Owned(format!("{rest}i")),
        _ => Cow::Owned(word.to_owned()),
    }
}

/// Returns how every word of a stem begins: a last letter can change.
pub(crate) fn root(stem: &str) -> &str {
    match stem.char_indices().next_back() {
        Some((at, _)) if at >= 3 => &stem[..at],
        _ => stem,
    }
}

fn singular(word: &str) -> Cow<'_, str> {
    if let Some(rest) = word.strip_suffix("ies").filter(|rest| rest.len() >= 2) {
        return Cow::Owned(format!("{rest}y"));
    }
    if ["sses", "xes", "shes", "ches", "zes"].iter().any(|ending| word.ends_with(ending)) {
        return Cow::Borrowed(&word[..word.len() - 2]);
    }
    let kept = ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    Cow::Borrowed(word.strip_suffix('s').filter(|_| !kept).unwrap_or(word))
}

fn inflected(word: &str) -> &str {
    for ending in INFLECTED {
        let Some(rest) = word.strip_suffix(ending) else { continue };
        let vowel = rest.contains(['a', 'e', 'i', 'o', 'u', 'y']);
        if rest.len() >= 3 && vowel && !(ending == "ed" && rest.ends_with('e')) {
            return single(rest);
        }
    }
    word
}

/// Undoes the doubling of a last letter: `runn` is `run`.
fn single(word: &str) -> &str {
    let bytes = word.as_bytes();
    let doubled = matches!(bytes, [.., a, b] if a == b && !matches!(b, b'l' | b's' | b'z'));
    if doubled && word.len() > 3 { &word[..word.len() - 1] } else { word }
}

fn derived(word: &str) -> &str {
    let word = word.strip_suffix("ly").filter(|rest| rest.len() >= 4).unwrap_or(word);
    let cut = DERIVED.iter().find_map(|ending| word.strip_suffix(ending).filter(|r| r.len() >= 4));
    let word = cut.unwrap_or(word);
    let word = word.strip_suffix('e').filter(|rest| rest.len() >= 3).unwrap_or(word);
    // `installation` is `install`, and `validate` is `valid`; but `format` is no `form`.
    word.strip_suffix("at").filter(|rest| rest.len() >= 5).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            &["test", "tests", "tested", "testing", "tester"][..],
            &["retry", "retries", "retried", "retrying"],
            &["migrate", "migrates", "migrated", "migrating", "migration", "migrations"],
            &["deploy", "deploys", "deployed", "deployment", "deployments"],
            &["run", "runs"],
            &["stop", "stopped", "stopping"],
            &["cache", "caches", "cached", "caching"],
            &["slow", "slowly", "slowness"],
            &["install", "installs", "installed", "installation"],
            &["configure", "configured", "configuring", "configuration"],
        ] {
            for form in forms {
                assert_eq!(stem(form), stem(forms[0]), "{form}");
            }
        }
    }

    #[test]
    fn words_that_only_look_alike_stay_apart() {
        for (a, b) in
            [("status", "state"), ("format", "form"), ("process", "proceed"), ("use", "user")]
        {
            assert_ne!(stem(a), stem(b), "{a} {b}");
        }
        for word in ["js", "css", "café", "登录", "v2", "aws"] {
            assert_eq!(stem(word), word);
        }
    }

    proptest! {
        #[test]
        fn every_word_begins_as_its_stem_does(word in "\\PC{0,12}|[a-z]{0,14}") {
            let stem = stem(&word);
            prop_assert!(word.starts_with(root(&stem)), "{word} {stem}");
        }
    }
}
