//! Failure files in the very layout that [`super::codec::encode`] gives them, read without a YAML
//! reader, which takes twenty times as long: a hook reads a thousand of them.
//!
//! Whatever is another layout in the least, or could mean something else in YAML than in JSON, is
//! left to the YAML reader.

use std::str::Split;

use serde::de::DeserializeOwned;

use super::codec::File;

/// Keys of such a file. What is not among them, or comes twice, is left to the YAML reader.
const KEYS: [&str; 19] = [
    "name",
    "schema_version",
    "rejected_by",
    "reason",
    "symptom",
    "task",
    "repeat_count",
    "confidence",
    "scope",
    "alternatives",
    "related",
    "alternative_to",
    "caused_by",
    "supersedes",
    "first_seen",
    "last_seen",
    "counts",
    "fingerprints",
    "retired",
];
/// The most bytes of a list or map on one line: YAML wants its keys to be short.
const FLOW_MAX: usize = 1000;

/// Reads a file; nothing when it is left to the YAML reader.
pub(super) fn read(text: &str) -> Option<File> {
    let mut file = File::default();
    let mut lines = text.strip_suffix('\n')?.split('\n');
    let mut seen = [false; KEYS.len()];
    while let Some(line) = lines.next() {
        let (key, value) = line.split_once(':')?;
        let at = KEYS.iter().position(|known| *known == key)?;
        if std::mem::replace(&mut seen[at], true) {
            return None;
        }
        match value.strip_prefix(' ') {
            Some(value) => one(&mut file, key, value)?,
            None if value.is_empty() => *list(&mut file, key)? = Some(items(&mut lines)?),
            None => return None,
        }
    }
    Some(file)
}

/// Reads a value on the line of its key.
fn one(file: &mut File, key: &str, value: &str) -> Option<()> {
    match key {
        "name" => file.name = string(value)?,
        "schema_version" | "confidence" => drop(string(value)?),
        "rejected_by" => file.rejected_by = Some(string(value)?),
        "reason" => file.reason = Some(string(value)?),
        "symptom" => file.symptom = Some(string(value)?),
        "task" => file.task = Some(string(value)?),
        "scope" => file.scope = Some(string(value)?),
        "first_seen" => file.first_seen = Some(string(value)?),
        "last_seen" => file.last_seen = Some(string(value)?),
        "repeat_count" => file.repeat_count = Some(number(value)?),
        "counts" => file.counts = flow(value)?,
        "fingerprints" => file.fingerprints = Some(flow(value)?),
        "retired" => file.retired = Some(flow(value)?),
        _ => return None,
    }
    Some(())
}

/// The list of a key.
fn list<'f>(file: &'f mut File, key: &str) -> Option<&'f mut Option<Vec<String>>> {
    match key {
        "related" => Some(&mut file.related),
        "alternatives" => Some(&mut file.alternatives),
        "alternative_to" => Some(&mut file.alternative_to),
        "caused_by" => Some(&mut file.caused_by),
        "supersedes" => Some(&mut file.supersedes),
        _ => None,
    }
}

/// Reads the lines of a list; one without any is no list in YAML.
fn items(lines: &mut Split<'_, char>) -> Option<Vec<String>> {
    let mut found = Vec::new();
    loop {
        let mut rest = lines.clone();
        let Some(item) = rest.next().and_then(|line| line.strip_prefix("  - ")) else { break };
        found.push(string(item)?);
        *lines = rest;
    }
    (!found.is_empty()).then_some(found)
}

/// Reads a text in double quotes.
fn string(value: &str) -> Option<String> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains(['"', '\\']) {
        return inner.chars().all(is_alike).then(|| inner.to_owned());
    }
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        // Of the escapes, those that JSON and YAML read alike wherever they stand.
        let fits = match c {
            '\\' => matches!(rest.next()?, '"' | '\\' | 'n' | 't'),
            c => c != '"' && is_alike(c),
        };
        if !fits {
            return None;
        }
    }
    serde_json::from_str(value).ok()
}

/// Reads a list or a map on one line.
fn flow<T: DeserializeOwned>(value: &str) -> Option<T> {
    let plain = value.len() <= FLOW_MAX && value.chars().all(|c| c != '\\' && is_alike(c));
    plain.then(|| serde_json::from_str(value).ok())?
}

/// Reads a number; with a zero before it YAML takes it for a text.
fn number(value: &str) -> Option<u64> {
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (value == "0" || !value.starts_with('0'))).then(|| value.parse().ok())?
}

/// Whether a character stands for itself within quotes, in JSON and in YAML.
fn is_alike(c: char) -> bool {
    match c {
        ' '..='~' => true,
        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => false,
        c => c >= '\u{a0}',
    }
}

#[cfg(test)]
mod tests {
    use super::super::codec::{decode, decode_yaml};
    use super::*;

    #[track_caller]
    fn same(text: &str, fast: bool) {
        assert_eq!(read(text).is_some(), fast, "{text}");
        let said = |read: crate::Result<_>| read.map_err(|error| error.to_string());
        assert_eq!(said(decode(text)), said(decode_yaml(text)), "{text}");
    }

    #[test]
    fn the_own_layout_reads_as_yaml_does() {
        for text in [
            "name: \"a\"\n",
            "name: \"\"\n",
            "reason: \"a: b # c\"\nname: \" 用 MyISAM 建表 \"\n",
            "name: \"a\"\nreason: \"say \\\"no\\\" \\\\ twice\\n\\tand go 🙂\"\n",
            "name: \"a\"\nalternatives:\n  - \"- b\"\n  - \"\"\nrelated:\n  - \"c\"\n",
            "name: \"a\"\nrepeat_count: 18446744073709551615\ncounts: {\"b\":1,\"a\": 0}\n",
            "name: \"a\"\ncounts: {}\nfingerprints: []\n",
            "name: \"a\"\ncounts: {\"\":1}\n",
            "name: \"a\"\nfingerprints: [{\"call\":\"c\",\"error\":\"e\",\"counts\":{\"w\":2}}]\n",
            "name: \"a\"\nfingerprints: [{\"call\":\"c\",\"error\":\"e\",\"more\":[null]}]\n",
            "name: \"a\"\nretired: {\"at\":\"2026-05-10\",\"reason\":\"换了\"}\n",
            "name: \"a\"\nretired: {\"at\":\"soon\",\"reason\":\"\"}\n",
            "name: \"a\"\nscope: \"planet\"\nfirst_seen: \"never\"\n",
            "name: \"a\"\nfirst_seen: \"2026-05-10T14:30:00+08:00\"\nscope: \"global\"\n",
        ] {
            same(text, true);
        }
    }

    #[test]
    fn every_other_layout_is_left_to_yaml() {
        for text in [
            "",
            "\n",
            "name: \"a\"",
            "name: a\n",
            "name: 'a'\n",
            "name: \"a\" # why\n",
            "name: \"a\"\r\n",
            "name: \"a\"\n\n",
            "name: \"a\"\n  b\n",
            "name: \"a\nb\"\n",
            "name: \"a\" \"b\"\n",
            "name: \"a\"\nname: \"b\"\n",
            "name: \"a\"\nwhy: \"b\"\n",
            "name: \"a\"\nmine: 7\n",
            "name: \"a\"\nreason: \"\\ud83d\\ude00\"\n",
            "name: \"a\"\nreason: \"\\u0041\\/\\q\"\n",
            "name: \"a\"\nreason: \"\t\"\n",
            "name: \"a\"\nreason: \"\u{85}\u{2028}\"\n",
            "name: \"a\"\nreason: \"\\\"\n",
            "name: \"a\"\nreason:\n",
            "name: \"a\"\nreason: null\n",
            "name: \"a\"\nalternatives:\n",
            "name: \"a\"\nalternatives:\n  - b\n",
            "name: \"a\"\nalternatives:\n- \"b\"\n",
            "name: \"a\"\nalternatives: [\"b\"]\n",
            "name: \"a\"\nrepeat_count: 007\n",
            "name: \"a\"\nrepeat_count: -1\n",
            "name: \"a\"\nrepeat_count: 1.0\n",
            "name: \"a\"\nrepeat_count: 99999999999999999999\n",
            "name: \"a\"\ncounts: {b: 1}\n",
            "name: \"a\"\ncounts: {\"b\":1} # c\n",
            "name: \"a\"\ncounts: {\"b\":1.5}\n",
            "name: \"a\"\ncounts: null\n",
            "name: \"a\"\nretired: null\n",
            "--- \nname: \"a\"\n",
        ] {
            same(text, false);
        }
        let long = format!("name: \"a\"\ncounts: {{\"{}\":1}}\n", "b".repeat(1100));
        same(&long, false);
    }
}
