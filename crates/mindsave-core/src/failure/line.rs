//! One failure on one line of a cache: many of them are read faster than as YAML.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::codec::{self, File};
use super::count::Counts;
use super::fingerprint::Fingerprint;
use super::node::{Failure, Scope};

/// Stands between what this version knows and what it does not; no JSON text holds one.
const MORE: char = '\t';

/// The fields of a failure as the line has them: those of [`File`], without what says nothing.
#[derive(Serialize)]
struct Line<'f> {
    name: &'f str,
    rejected_by: &'f str,
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'f str,
    #[serde(skip_serializing_if = "str::is_empty")]
    symptom: &'f str,
    #[serde(skip_serializing_if = "str::is_empty")]
    task: &'f str,
    #[serde(skip_serializing_if = "is_none")]
    counts: Writers<'f>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<&'static str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    related: &'f [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    alternatives: &'f [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    alternative_to: &'f [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    caused_by: &'f [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    supersedes: &'f [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    first_seen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_seen: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fingerprints: Vec<Print<'f>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retired: Option<Gone<'f>>,
}

/// Counts as a map of writers.
struct Writers<'f>(&'f Counts);

impl Serialize for Writers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (writer, times) in self.0.iter() {
            map.serialize_entry(writer, &times)?;
        }
        map.end()
    }
}

fn is_none(counts: &Writers<'_>) -> bool {
    counts.0.iter().next().is_none()
}

#[derive(Serialize)]
struct Print<'f> {
    call: &'f str,
    error: &'f str,
    counts: Writers<'f>,
}

#[derive(Serialize)]
struct Gone<'f> {
    at: String,
    reason: &'f str,
}

impl<'f> Line<'f> {
    fn of(failure: &'f Failure) -> Self {
        let print = |Fingerprint { call, error, counts }: &'f Fingerprint| Print {
            call,
            error,
            counts: Writers(counts),
        };
        let retired = failure.retired.as_ref();
        Self {
            name: failure.name.as_str(),
            rejected_by: &failure.rejected_by,
            reason: &failure.reason,
            symptom: &failure.symptom,
            task: &failure.task,
            counts: Writers(&failure.counts),
            scope: (failure.scope != Scope::default()).then(|| failure.scope.word()),
            related: &failure.related,
            alternatives: &failure.alternatives,
            alternative_to: &failure.alternative_to,
            caused_by: &failure.caused_by,
            supersedes: &failure.supersedes,
            first_seen: failure.first_seen.map(|at| at.to_string()),
            last_seen: failure.last_seen.map(|at| at.to_string()),
            fingerprints: failure.fingerprints.iter().map(print).collect(),
            retired: retired.map(|gone| Gone { at: gone.at.to_string(), reason: &gone.reason }),
        }
    }
}

/// Writes a failure on one line for a cache. Nothing for the few that would not come back exactly.
///
/// ```
/// use mindsave_core::failure::{Failure, Writer, codec};
/// use mindsave_core::Timestamp;
///
/// let now = Timestamp::parse("2026-05-10T14:30:00Z")?;
/// let failure = Failure::new("用 MyISAM 建表", now, &Writer::parse("s1")?)?;
/// let line = codec::to_line(&failure).unwrap();
/// assert_eq!(codec::from_line(&line), Some(failure));
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn to_line(failure: &Failure) -> Option<String> {
    let mut line = serde_json::to_string(&Line::of(failure)).ok()?;
    if failure.extra.is_empty() {
        return Some(line);
    }
    line.push(MORE);
    line.push_str(&serde_json::to_string(&failure.extra).ok()?);
    (from_line(&line).as_ref() == Some(failure)).then_some(line)
}

/// Reads what [`to_line`] wrote; nothing when it is something else.
pub fn from_line(line: &str) -> Option<Failure> {
    let (known, more) = line.split_once(MORE).map_or((line, None), |(a, b)| (a, Some(b)));
    let file: File = serde_json::from_str(known).ok()?;
    let mut failure = codec::assemble(file).ok()?;
    if let Some(more) = more {
        failure.extra = serde_json::from_str(more).ok()?;
    }
    Some(failure)
}
