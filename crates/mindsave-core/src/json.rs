//! JSON that is written at every event, and so without the detours of a general writer: names stand
//! in the program as they stand in the text.

use serde::Serialize;

/// A JSON text in the making. What stands between the values is the caller's word.
///
/// ```
/// use mindsave_core::json::Json;
///
/// let mut json = Json::with_room(64);
/// json.put_text(r#"{"goal":"#, "修复 \"login\"");
/// json.put(r#","calls":"#, &3)?;
/// json.put_raw("}");
/// assert_eq!(json.into_bytes(), r#"{"goal":"修复 \"login\"","calls":3}"#.as_bytes());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Json(Vec<u8>);

impl Json {
    /// Begins an empty text that may become this many bytes long before it needs more room.
    pub fn with_room(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Writes what is JSON already.
    pub fn put_raw(&mut self, json: &str) {
        self.0.extend_from_slice(json.as_bytes());
    }

    /// Writes what stands before a value, as it is, and the value.
    ///
    /// # Errors
    /// When the value cannot be said in JSON.
    pub fn put(
        &mut self,
        before: &str,
        value: &(impl Serialize + ?Sized),
    ) -> serde_json::Result<()> {
        self.put_raw(before);
        serde_json::to_writer(&mut self.0, value)
    }

    /// Writes what stands before a text, as it is, and the text in quotes.
    pub fn put_text(&mut self, before: &str, text: &str) {
        self.put_raw(before);
        let special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
        if text.bytes().any(special) {
            // A text can always be written to a list of bytes.
            serde_json::to_writer(&mut self.0, text).unwrap_or_default();
            return;
        }
        self.0.push(b'"');
        self.put_raw(text);
        self.0.push(b'"');
    }

    /// Returns how many bytes were written.
    pub fn place(&self) -> usize {
        self.0.len()
    }

    /// Returns the text.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_text_is_written_as_the_general_writer_writes_it(text in any::<String>(), plain in "[ -~é密]{0,40}") {
            for text in [text, plain] {
                let mut json = Json::default();
                json.put_text("", &text);
                prop_assert_eq!(json.into_bytes(), serde_json::to_vec(&text).unwrap());
            }
        }
    }
}
