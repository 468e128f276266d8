//! The stem of an English word: what its forms have in common.

/// Returns the stem of a word in lower case; forms of one word have one stem, mostly.
///
/// It only has to agree with itself: the words of the vocabulary go through it as well.
pub(crate) fn stem(word: &str) -> String {
    if word.len() < 4
        || word.ends_with("eed")
        || !word.bytes().all(|byte| byte.is_ascii_lowercase())
    {
        return word.to_owned();
    }
    let word = word.strip_suffix("ly").filter(|rest| rest.len() > 4).unwrap_or(word);
    let plain = without_plural(word);
    let bare = without_ending(&plain);
    let short = undouble(bare.strip_suffix('e').unwrap_or(&bare));
    let spelled =
        short.strip_suffix("is").filter(|rest| rest.len() > 3).map(|rest| format!("{rest}iz"));
    let out = spelled.unwrap_or(short);
    match out.strip_suffix('y') {
        Some(rest) if rest.len() > 2 => format!("{rest}i"),
        _ => out,
    }
}

fn without_plural(word: &str) -> String {
    if let Some(rest) = word.strip_suffix("ies") {
        return format!("{rest}y");
    }
    for ending in ["sses", "ches", "shes", "xes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    let plural = word.strip_suffix('s').filter(|rest| !rest.ends_with(['s', 'u', 'i']));
    plural.unwrap_or(word).to_owned()
}

fn without_ending(word: &str) -> String {
    if let Some(rest) = word.strip_suffix("ied") {
        return format!("{rest}y");
    }
    let vowel = |rest: &str| rest.len() > 1 && rest.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    for ending in ["ing", "ed"] {
        if let Some(rest) = word.strip_suffix(ending).filter(|rest| vowel(rest)) {
            return rest.to_owned();
        }
    }
    word.to_owned()
}

/// Writes a double letter at the end once: "dropp", "call".
fn undouble(word: &str) -> String {
    let bytes = word.as_bytes();
    match bytes {
        [_, _, .., a, b] if a == b && !b"aeiou".contains(b) => word[..word.len() - 1].to_owned(),
        _ => word.to_owned(),
    }
}
