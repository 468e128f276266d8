//! From the JSON of a compression back to what was compressed.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Compression, Duplicate, Entry, Request, Source, Stats, decompress};
use crate::snapshot::{read_decisions, read_texts};
use crate::{Error, Result};

/// What of a compression holds sentences of its own.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Parts {
    symbolic: IndexMap<String, Sources>,
    duplicates: Vec<Source>,
    overflow: Vec<Source>,
    dropped: Vec<Source>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Sources {
    sources: Vec<Source>,
}

/// Gives back what was compressed, as [`decompress`] does, from the JSON of the result.
///
/// Of that `constraints`, `decisions`, `excluded_paths`, `duplicates`, `overflow`, `dropped` and the
/// `sources` below `symbolic` are read; what is absent is empty.
///
/// ```
/// use mindsave_core::compress::{Compressor, Request, decompress_json};
///
/// let rules = ["使用 pnpm", "不要用 npm"].map(String::from).to_vec();
/// let request = Request { constraints: rules, ..Request::default() };
/// let json = serde_json::to_value(Compressor::builtin().compress(&request)?).unwrap();
/// assert_eq!(decompress_json(json)?, request);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
///
/// # Errors
/// `invalid_input` when it is no result of a compression: a wrong type, or a place beyond the end.
pub fn decompress_json(result: Value) -> Result<Request> {
    let Value::Object(mut map) = result else {
        return Err(Error::invalid("what is decompressed must be the result of a compression"));
    };
    let constraints = read_texts(&mut map, "constraints")?;
    let decisions = read_decisions(&mut map, "decisions")?;
    let excluded_paths = read_texts(&mut map, "excluded_paths")?;
    let Parts { symbolic, duplicates, overflow, dropped } = parts(map)?;
    let entry =
        |(name, own): (String, Sources)| (name, Entry { sources: own.sources, ..Entry::default() });
    let compression = Compression {
        constraints,
        decisions,
        excluded_paths,
        symbolic: symbolic.into_iter().map(entry).collect(),
        conflicts: Vec::new(),
        overflow,
        duplicates: duplicates.into_iter().map(|source| Duplicate { source, of: 0 }).collect(),
        dropped,
        rendered: String::new(),
        stats: Stats::default(),
    };
    refuse_gaps(&compression)?;
    Ok(decompress(&compression))
}

fn parts(map: Map<String, Value>) -> Result<Parts> {
    serde_json::from_value(Value::Object(map)).map_err(|cause| {
        Error::invalid(format!("this is no result of a compression: {cause}")).caused_by(cause)
    })
}

/// Refuses a source whose place lies beyond all sentences there are: somebody changed it.
fn refuse_gaps(compression: &Compression) -> Result<()> {
    let merged = compression.symbolic.values().flat_map(|entry| &entry.sources);
    let repeated = compression.duplicates.iter().map(|duplicate| &duplicate.source);
    let others = compression.overflow.iter().chain(&compression.dropped);
    let sources: Vec<&Source> = merged.chain(repeated).chain(others).collect();
    let kept = compression.constraints.len() + compression.excluded_paths.len();
    let count = sources.len() + kept;
    match sources.iter().find(|source| source.index >= count) {
        Some(far) => Err(Error::invalid(format!(
            "this is no result of a compression: the source at {} of {count} sentences",
            far.index
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_no_result_is_refused() {
        let far = json!({"kind": "constraint", "index": 900_000_000, "text": "x"});
        for (given, said) in [
            (json!([]), "what is decompressed must be the result of a compression"),
            (json!({"constraints": "x"}), "`constraints` must be a list, got a string"),
            (json!({"overflow": [far]}), "the source at 900000000 of 1 sentences"),
            (json!({"dropped": [1]}), "this is no result of a compression"),
        ] {
            let error = decompress_json(given).unwrap_err();
            assert_eq!(error.kind(), crate::ErrorKind::InvalidInput);
            assert!(error.message().contains(said), "{error}");
        }
        assert_eq!(decompress_json(json!({})).unwrap(), Request::default());
    }
}
