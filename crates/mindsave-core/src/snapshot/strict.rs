//! What a JSON reader would change without a word: keys given twice, and numbers it cannot hold.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::{Error, Result};

/// An object or list that is still open.
enum Open {
    Object { seen: HashSet<String>, key: Option<String> },
    List(usize),
}

/// Walks JSON text that a reader has accepted.
///
/// # Errors
/// `invalid_input`, with field and place, for a key that an object has twice and for a whole number
/// beyond 64 bits: a state comes back exactly or is refused.
pub(super) fn check(text: &str) -> Result<()> {
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let end = match byte {
            b'"' => string_end(text, at),
            b'-' | b'0'..=b'9' => number_end(text, at),
            _ => at + 1,
        };
        match byte {
            b'{' => open.push(Open::Object { seen: HashSet::new(), key: None }),
            b'[' => open.push(Open::List(0)),
            b'}' | b']' => drop(open.pop()),
            b',' => match open.last_mut() {
                Some(Open::Object { key, .. }) => *key = None,
                Some(Open::List(index)) => *index += 1,
                None => {}
            },
            b'"' if takes_key(&mut open, &text[at..end]) => {
                return Err(refuse(text, at, &open, "is given twice: keep one of them"));
            }
            b'-' | b'0'..=b'9' if is_too_long(&text[at..end]) => {
                return Err(refuse(text, at, &open, TOO_LONG));
            }
            _ => {}
        }
        at = end;
    }
    Ok(())
}

const TOO_LONG: &str =
    "is a whole number beyond 64 bits, which would not come back exactly: give it as a string";

/// Notes the string as a key if one is due, and reports whether the object has it already.
fn takes_key(open: &mut [Open], quoted: &str) -> bool {
    let Some(Open::Object { seen, key: due @ None }) = open.last_mut() else { return false };
    let key: String = serde_json::from_str(quoted).unwrap_or_default();
    *due = Some(key.clone());
    !seen.insert(key)
}

fn is_too_long(number: &str) -> bool {
    let whole = !number.contains(['.', 'e', 'E']);
    whole && number.parse::<u64>().is_err() && number.parse::<i64>().is_err()
}

fn string_end(text: &str, from: usize) -> usize {
    let mut escaped = false;
    let inside = text.as_bytes()[from + 1..].iter().take_while(|&&byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        !closes
    });
    (from + inside.count() + 2).min(text.len())
}

fn number_end(text: &str, from: usize) -> usize {
    let part =
        |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E');
    from + text.as_bytes()[from..].iter().take_while(part).count()
}

fn refuse(text: &str, at: usize, open: &[Open], why: &str) -> Error {
    let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[..at].matches('\n').count() + 1;
    let column = text[line_start..at].chars().count() + 1;
    Error::invalid(format!("`{}` {why}", path(open))).at(line, column)
}

/// The field as errors name it: `variables.ids[2]`.
fn path(open: &[Open]) -> String {
    let mut path = String::new();
    for level in open {
        match level {
            Open::Object { key, .. } => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key.as_deref().unwrap_or_default());
            }
            Open::List(index) => {
                let _ = write!(path, "[{index}]");
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    fn refused(text: &str) -> String {
        check(text).map_or_else(|error| error.to_string(), |()| "accepted".to_owned())
    }

    #[test]
    fn keys_given_twice_are_named_with_their_place() {
        assert_eq!(
            refused("{\"goal\": \"a\",\n \"goal\": \"b\"}"),
            "line 2, column 2: `goal` is given twice: keep one of them"
        );
        for (text, named) in [
            (r#"{"variables": {"端口": 1, "x": {"端口": 1}, "端口": 1}}"#, "`variables.端口`"),
            (r#"{"decisions": ["a", {"choice": "x", "choice": "y"}]}"#, "`decisions[1].choice`"),
            (r#"{"a\"b": [], "a\u0022b": {}}"#, "`a\"b`"),
            (r#"{"a": "\\", "a": 2}"#, "`a`"),
        ] {
            assert!(refused(text).contains(named), "{text}: {}", refused(text));
        }
    }

    #[test]
    fn whole_numbers_that_would_be_rounded_are_named() {
        for (text, named) in [
            (r#"{"variables": {"id": 18446744073709551616}}"#, "`variables.id` is a whole number"),
            (r#"{"a": [1, {"b": [-9223372036854775809]}]}"#, "`a[1].b[0]`"),
            (r#"{"编号": 123456789012345678901234567890123456789012345}"#, "`编号`"),
        ] {
            assert!(refused(text).contains(named), "{text}: {}", refused(text));
            assert!(refused(text).contains("as a string"), "{text}");
        }
    }

    #[test]
    fn what_comes_back_is_accepted() {
        for text in [
            "{}",
            "[]",
            r#"{"a": 18446744073709551615, "b": -9223372036854775808, "c": 1e30, "d": 1.5, "e": -0}"#,
            r#"{"a": {"a": {"a": [{"a": 1}, {"a": 2}]}}, "b": "{\"a\":1,\"a\":99999999999999999999}"}"#,
            r#"{"a": "99999999999999999999", "99999999999999999999": [[], {}, "a", "a"]}"#,
        ] {
            assert_eq!(refused(text), "accepted", "{text}");
        }
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<String>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            let map = prop::collection::btree_map(any::<String>(), inner.clone(), 0..6);
            prop_oneof![
                prop::collection::vec(inner, 0..6).prop_map(Value::from),
                map.prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn nothing_that_was_written_from_values_is_refused(value in json()) {
            prop_assert!(check(&value.to_string()).is_ok());
            prop_assert!(check(&serde_json::to_string_pretty(&value).unwrap()).is_ok());
        }
    }
}
