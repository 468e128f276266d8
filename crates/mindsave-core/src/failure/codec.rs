//! One failure as a YAML file that people can read, edit and commit.
//!
//! The name stands inside; the file's name only helps to find it. Numbers written by hand count:
//! a `repeat_count` above the sum of `counts` is taken as it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::count::{Counts, Writer};
use super::fingerprint::Fingerprint;
use super::name::FailureName;
use super::node::{Failure, Retired, SCHEMA_VERSION, Scope};
use super::relation::Relation;
use crate::{Error, Result, Timestamp, nesting, plain};

pub use super::line::{from_line, to_line};

/// The largest file that is read, in bytes.
pub const FILE_MAX: usize = 1 << 20;

/// Keys this version knows.
const KNOWN: [&str; 20] = [
    "name",
    "schema_version",
    "rejected_by",
    "reason",
    "symptom",
    "task",
    "repeat_count",
    "counts",
    "confidence",
    "scope",
    "related",
    "alternatives",
    "alternative_to",
    "caused_by",
    "supersedes",
    "first_seen",
    "last_seen",
    "fingerprints",
    "retired",
    "why",
];

/// The fields as the file has them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) rejected_by: Option<String>,
    #[serde(alias = "why")]
    pub(super) reason: Option<String>,
    pub(super) symptom: Option<String>,
    pub(super) task: Option<String>,
    pub(super) repeat_count: Option<u64>,
    pub(super) counts: BTreeMap<String, u64>,
    pub(super) scope: Option<String>,
    pub(super) related: Option<Vec<String>>,
    pub(super) alternatives: Option<Vec<String>>,
    pub(super) alternative_to: Option<Vec<String>>,
    pub(super) caused_by: Option<Vec<String>>,
    pub(super) supersedes: Option<Vec<String>>,
    pub(super) first_seen: Option<String>,
    pub(super) last_seen: Option<String>,
    pub(super) fingerprints: Option<Vec<PrintFile>>,
    pub(super) retired: Option<RetiredFile>,
}

/// One fingerprint as the file has it.
#[derive(Debug, Deserialize)]
pub(super) struct PrintFile {
    call: String,
    error: String,
    #[serde(default)]
    counts: BTreeMap<String, u64>,
}

/// A withdrawal as the file has it.
#[derive(Debug, Deserialize)]
pub(super) struct RetiredFile {
    at: String,
    reason: String,
}

/// Writes a failure; `now` decides what the file says of the confidence.
///
/// ```
/// use mindsave_core::failure::{Failure, Writer, codec};
/// use mindsave_core::Timestamp;
///
/// let now = Timestamp::parse("2026-05-10T14:30:00Z")?;
/// let failure = Failure::new("用 MyISAM 建表", now, &Writer::parse("s1")?)?;
/// let text = codec::encode(&failure, now);
/// assert!(text.starts_with("name: \"用 MyISAM 建表\"\nschema_version: \"1.0\"\n"));
/// assert_eq!(codec::decode(&text)?, failure);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn encode(failure: &Failure, now: Timestamp) -> String {
    let mut out = String::new();
    for (key, value) in fields(failure, now) {
        line(&mut out, &key, &value);
    }
    out
}

/// Returns the fields of a failure as JSON, as the file has them.
pub fn fields(failure: &Failure, now: Timestamp) -> Map<String, Value> {
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| {
        let empty = match &value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(list) => list.is_empty(),
            Value::Object(map) => map.is_empty(),
            _ => false,
        };
        if !empty {
            map.insert(key.to_owned(), value);
        }
    };
    put("name", json!(failure.name.as_str()));
    put("schema_version", json!(SCHEMA_VERSION));
    put("rejected_by", json!(failure.rejected_by));
    put("reason", json!(failure.reason));
    put("symptom", json!(failure.symptom));
    put("task", json!(failure.task));
    put("repeat_count", json!(failure.repeat_count()));
    put("confidence", json!(failure.confidence(now).word()));
    put("scope", json!(failure.scope.word()));
    put("alternatives", json!(failure.alternatives));
    for relation in Relation::ALL {
        put(relation.word(), json!(failure.linked(relation)));
    }
    put("first_seen", json!(failure.first_seen.map(|at| at.to_string())));
    put("last_seen", json!(failure.last_seen.map(|at| at.to_string())));
    put("counts", counts_json(&failure.counts));
    let print = |print: &Fingerprint| json!({"call": print.call, "error": print.error, "counts": counts_json(&print.counts)});
    put("fingerprints", Value::Array(failure.fingerprints.iter().map(print).collect()));
    let retired = failure.retired.as_ref();
    let retired = retired.map(|r| json!({"at": r.at.to_string(), "reason": r.reason}));
    put("retired", retired.unwrap_or_default());
    map.extend(failure.extra.iter().map(|(key, value)| (key.clone(), value.clone())));
    map
}

fn counts_json(counts: &Counts) -> Value {
    Value::Object(counts.iter().map(|(writer, times)| (writer.to_owned(), json!(times))).collect())
}

fn line(out: &mut String, key: &str, value: &Value) {
    let plain = key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') && !key.is_empty();
    // YAML wants long keys marked.
    let key = if plain && KNOWN.contains(&key) {
        key.to_owned()
    } else {
        format!("? {}\n", flow(&json!(key)))
    };
    match value {
        Value::Array(list) if list.iter().all(Value::is_string) && !list.is_empty() => {
            let _ = writeln!(out, "{key}:");
            for item in list {
                let _ = writeln!(out, "  - {}", flow(item));
            }
        }
        value => {
            let _ = writeln!(out, "{key}: {}", flow(value));
        }
    }
}

/// A value on one line: JSON is YAML, but for characters that YAML would not give back.
fn flow(value: &Value) -> String {
    let mut out = String::new();
    for c in value.to_string().chars() {
        match c {
            '\u{7f}'..='\u{9f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{feff}'
            | '\u{fffe}'
            | '\u{ffff}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// Reads a file; what came before this version, or was written by hand, is read as well.
///
/// # Errors
/// `corrupt` when it is too large, is no YAML, or a field has a wrong type; `corrupt` as well
/// without a name, since the file's name does not say which failure it is.
pub fn decode(text: &str) -> Result<Failure> {
    if text.len() > FILE_MAX {
        return Err(Error::corrupt(format!("it has {} bytes, more than 1 MiB", text.len())));
    }
    match decode_plain(text) {
        Some(file) => assemble(file),
        None => decode_yaml(text),
    }
}

/// Reads a file that was written here and has no field of somebody else; nothing for any other.
pub(super) fn decode_plain(text: &str) -> Option<File> {
    let known = |line: &str| {
        let key = line.split_once(':').map(|(key, _)| key);
        line.starts_with(' ') || key.is_some_and(|key| KNOWN.contains(&key))
    };
    let json = text.lines().all(known).then(|| plain::as_json(text)).flatten()?;
    let list_for_map = plain::has_list_for_map(&json, &["retired"]);
    (!list_for_map).then(|| serde_json::from_str(&json).ok())?
}

/// Reads a file of any layout.
pub(super) fn decode_yaml(text: &str) -> Result<Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some((line, column)) = nesting::too_deep_at(text) {
        let message = format!("it is nested more than {} levels deep", nesting::READ_MAX);
        return Err(Error::corrupt(message).at(line, column));
    }
    let file: File = serde_yaml::from_str(text).map_err(broken)?;
    let all: Map<String, Value> = serde_yaml::from_str(text).map_err(broken)?;
    let mut failure = assemble(file)?;
    let unknown = all.into_iter().filter(|(key, _)| !KNOWN.contains(&key.as_str()));
    failure.extra = unknown.collect();
    Ok(failure)
}

/// Makes a failure of the fields that are known.
pub(super) fn assemble(file: File) -> Result<Failure> {
    let name = FailureName::parse(&file.name).map_err(|why| Error::corrupt(why.message()))?;
    let mut failure = Failure::blank(name);
    read(file, &mut failure).map_err(|why| Error::corrupt(why.message()))?;
    Ok(failure)
}

/// Makes a failure of fields such as [`fields`] returns; only `name` is needed.
///
/// ```
/// use mindsave_core::failure::codec;
/// use serde_json::json;
///
/// let given = json!({"name": "全局锁", "reason": "deadlock", "repeat_count": 2});
/// let failure = codec::from_fields(given.as_object().unwrap())?;
/// assert_eq!((failure.name.as_str(), failure.repeat_count()), ("全局锁", 2));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
///
/// # Errors
/// `invalid_input` when the name is missing or a field has a wrong type.
pub fn from_fields(fields: &Map<String, Value>) -> Result<Failure> {
    let mut text = String::new();
    for (key, value) in fields {
        line(&mut text, key, value);
    }
    if text.is_empty() {
        text.push_str("{}");
    }
    decode(&text).map_err(|error| Error::invalid(error.message().to_owned()).caused_by(error))
}

/// As [`from_fields`], of a failure that somebody tells of: without a count it was seen once, now.
///
/// ```
/// use mindsave_core::{Timestamp, failure::codec};
/// use serde_json::json;
///
/// let now = Timestamp::parse("2026-05-10T14:30:00Z")?;
/// let failure = codec::from_told(json!({"name": "全局锁"}).as_object().unwrap(), now)?;
/// assert_eq!((failure.repeat_count(), failure.last_seen), (1, Some(now)));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
///
/// # Errors
/// As for [`from_fields`].
pub fn from_told(fields: &Map<String, Value>, now: Timestamp) -> Result<Failure> {
    let mut told = from_fields(fields)?;
    if !["repeat_count", "counts"].iter().any(|key| fields.contains_key(*key)) {
        let seen = Failure::new(told.name.as_str(), now, &Writer::unknown())?;
        told.counts = seen.counts;
        told.first_seen = told.first_seen.or(seen.first_seen);
        told.last_seen = told.last_seen.or(seen.last_seen);
    }
    Ok(told)
}

/// Finds in a damaged file how often the failure was seen, so that its count is not lost with it.
///
/// ```
/// use mindsave_core::failure::codec;
///
/// assert_eq!(codec::salvaged_count("name: \"x\nrepeat_count: 7\ncoun"), Some(7));
/// assert_eq!(codec::salvaged_count("torn"), None);
/// ```
pub fn salvaged_count(text: &str) -> Option<u64> {
    let count = |line: &str| line.trim().strip_prefix("repeat_count:")?.trim().parse().ok();
    text.lines().filter_map(count).max()
}

fn broken(cause: serde_yaml::Error) -> Error {
    let place = cause.location().map(|place| (place.line(), place.column()));
    let error = Error::corrupt(cause.to_string()).caused_by(cause);
    place.map_or_else(
        || Error::corrupt("it is no YAML of a failure"),
        |(line, column)| error.at(line, column),
    )
}

fn read(file: File, failure: &mut Failure) -> Result<()> {
    let text = |text: Option<String>| text.unwrap_or_default();
    if let Some(who) = file.rejected_by {
        failure.rejected_by = who;
    }
    failure.reason = text(file.reason);
    failure.symptom = text(file.symptom);
    failure.task = text(file.task);
    failure.counts = counts(file.counts)?;
    failure.counts.complete(file.repeat_count.unwrap_or(0));
    failure.scope = file.scope.map_or(Ok(Scope::default()), |scope| Scope::parse(&scope))?;
    failure.alternatives = file.alternatives.unwrap_or_default();
    for (relation, list) in [
        (Relation::Related, file.related),
        (Relation::AlternativeTo, file.alternative_to),
        (Relation::CausedBy, file.caused_by),
        (Relation::Supersedes, file.supersedes),
    ] {
        *failure.linked_mut(relation) = list.unwrap_or_default();
    }
    let time = |at: Option<String>| at.map(|at| Timestamp::parse(&at)).transpose();
    failure.first_seen = time(file.first_seen)?;
    failure.last_seen = time(file.last_seen)?;
    for print in file.fingerprints.unwrap_or_default() {
        let counts = counts(print.counts)?;
        failure.fingerprints.push(Fingerprint { call: print.call, error: print.error, counts });
    }
    if let Some(RetiredFile { at, reason }) = file.retired {
        failure.retired = Some(Retired { at: Timestamp::parse(&at)?, reason });
    }
    Ok(())
}

fn counts(list: BTreeMap<String, u64>) -> Result<Counts> {
    let mut counts = Counts::default();
    for (writer, times) in list {
        counts.raise(&Writer::parse(&writer)?, times);
    }
    Ok(counts)
}
