//! The gotchas of all projects: a JSON list of objects, of which other keys are kept.

use serde_json::{Value, json};

use super::gotcha::{Gotcha, spaced};
use crate::failure::Scope;
use crate::{Error, Result};

/// Returns the gotchas of a file for all projects, in its order; entries without a title are passed
/// over.
///
/// ```
/// use mindsave_core::memory::edges;
///
/// let file = r#"[{"title": "iOS 上 100vh 过高", "workaround": "用 dvh", "severity": "high"}]"#;
/// assert_eq!(edges(file)?[0].workaround, "用 dvh");
/// # Ok::<(), mindsave_core::Error>(())
/// ```
///
/// # Errors
/// `corrupt` when it is no JSON list.
pub fn edges(file: &str) -> Result<Vec<Gotcha>> {
    Ok(read(file)?.iter().filter_map(gotcha).collect())
}

/// Returns the file with a gotcha; one of the same title takes its workaround, where it has one, and
/// keeps its other keys.
///
/// # Errors
/// As for [`edges`].
pub fn with_edge(file: &str, known: &Gotcha) -> Result<String> {
    let mut list = read(file)?;
    let key = known.key();
    let same = |value: &Value| gotcha(value).is_some_and(|other| other.key() == key);
    let at = list.iter().position(same).unwrap_or_else(|| {
        list.push(json!({}));
        list.len() - 1
    });
    list[at]["title"] = json!(known.title);
    if !known.workaround.is_empty() || list[at].get("workaround").is_none() {
        list[at]["workaround"] = json!(known.workaround);
    }
    Ok(written(&list))
}

/// Returns the file without the gotchas of a title, and one of them; nothing when there is none.
///
/// # Errors
/// As for [`edges`].
pub fn without_edge(file: &str, key: &str) -> Result<Option<(String, Gotcha)>> {
    let mut list = read(file)?;
    let named = |value: &Value| gotcha(value).filter(|known| known.key() == key);
    let Some(gone) = list.iter().find_map(named) else { return Ok(None) };
    list.retain(|value| named(value).is_none());
    Ok(Some((written(&list), gone)))
}

fn read(file: &str) -> Result<Vec<Value>> {
    let file = file.trim_start_matches('\u{feff}');
    if file.trim().is_empty() {
        return Ok(Vec::new());
    }
    serde_json::from_str(file).map_err(|error| Error::corrupt(format!("no JSON list: {error}")))
}

fn gotcha(value: &Value) -> Option<Gotcha> {
    let text = |key: &str| spaced(value.get(key).and_then(Value::as_str).unwrap_or_default());
    let (title, workaround) = (text("title"), text("workaround"));
    (!title.is_empty()).then_some(Gotcha { title, workaround, scope: Scope::Global })
}

fn written(list: &[Value]) -> String {
    format!("{:#}\n", Value::Array(list.to_vec()))
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn other_keys_and_entries_are_kept() {
        let file = r#"[{"id": 7, "title": "Edge  has no fs", "workaround": ""}, {"odd": true}, 3]"#;
        let known = Gotcha::new("edge has no FS", "读 KV", Scope::Global).unwrap();
        let changed = with_edge(file, &known).unwrap();
        let list: Vec<Value> = serde_json::from_str(&changed).unwrap();
        assert_eq!(list.len(), 3);
        assert_eq!((&list[0]["id"], &list[0]["workaround"]), (&json!(7), &json!("读 KV")));
        assert_eq!(edges(&changed).unwrap(), slice::from_ref(&known));
        let (without, gone) = without_edge(&changed, &known.key()).unwrap().unwrap();
        assert_eq!(gone, known);
        assert_eq!(serde_json::from_str::<Value>(&without).unwrap(), json!([{"odd": true}, 3]));
        assert_eq!(without_edge(&without, &known.key()).unwrap(), None);
    }

    #[test]
    fn a_file_is_made_and_a_damaged_one_is_told() {
        let known = Gotcha::new("a", "b", Scope::Global).unwrap();
        let made = with_edge("", &known).unwrap();
        assert_eq!(edges(&made).unwrap(), slice::from_ref(&known));
        for damaged in ["{}", "[", "\"x\"", "[1,]"] {
            let refused = with_edge(damaged, &known).unwrap_err();
            assert_eq!(refused.kind(), crate::ErrorKind::Corrupt, "{damaged}");
        }
    }
}
