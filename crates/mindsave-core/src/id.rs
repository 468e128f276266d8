//! Names of snapshots: validated where they are made, so that no name can leave its folder.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

use crate::{Error, Result, Timestamp};

/// The most characters of a topic. Source: seed 000, `/save`.
pub const TOPIC_MAX: usize = 20;
/// The most bytes of a snapshot name: what common file systems take, less `.md` and a margin.
const ID_MAX: usize = 200;
/// What a snapshot is called when its text has no letter and no digit.
const NAMELESS: &str = "snapshot";

/// A short name for a task: at most 20 characters, letters of any script, digits and `_`.
///
/// ```
/// use mindsave_core::Topic;
///
/// assert_eq!(Topic::from_text("修复登录 页面!").as_str(), "修复登录_页面");
/// assert_eq!(Topic::from_text("../../evil").as_str(), "evil");
/// assert_eq!(Topic::from_text("!!!").as_str(), "snapshot");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Topic(String);

impl Topic {
    /// Makes a topic of any text; every run of other characters becomes one `_`.
    pub fn from_text(text: &str) -> Self {
        let mut topic = String::new();
        let mut taken = 0;
        let mut gap = false;
        for c in text.nfc() {
            if !c.is_alphanumeric() {
                gap = true;
                continue;
            }
            let wanted = 1 + usize::from(gap && taken > 0);
            if taken + wanted > TOPIC_MAX {
                break;
            }
            if wanted == 2 {
                topic.push('_');
            }
            topic.push(c);
            taken += wanted;
            gap = false;
        }
        if topic.is_empty() { Self(NAMELESS.to_owned()) } else { Self(topic) }
    }

    /// Returns the topic as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The name of a snapshot, which is also its file name without `.md`.
///
/// Made by this program it is `<topic>_<YYYY-MM-DD>` with `-2`, `-3`, … behind it; written by
/// hand it may be any file name without path separators.
///
/// ```
/// use mindsave_core::SnapshotId;
///
/// assert!(SnapshotId::parse("修复登录_2026-05-10-2").is_ok());
/// assert!(SnapshotId::parse("../../secret").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SnapshotId(String);

impl SnapshotId {
    /// Checks a name.
    ///
    /// # Errors
    /// `invalid_input` when it is empty, too long, hidden, or could leave the snapshots folder.
    pub fn parse(text: &str) -> Result<Self> {
        let unsafe_char = |c: char| matches!(c, '/' | '\\' | ':') || c.is_control();
        let reason = if text.is_empty() {
            "it is empty"
        } else if text.len() > ID_MAX {
            "it is longer than 200 bytes"
        } else if text.starts_with('.') {
            "it begins with a dot"
        } else if text.contains(unsafe_char) {
            "it has a path separator, colon or control character"
        } else {
            return Ok(Self(text.to_owned()));
        };
        let shown: String = text.chars().take(60).collect();
        Err(Error::invalid(format!("snapshot id {shown:?} cannot be used: {reason}")))
    }

    /// Builds the stem shared by all snapshots of a topic on one day.
    pub fn stem(topic: &Topic, at: Timestamp) -> String {
        format!("{}_{}", topic.as_str(), at.date())
    }

    /// Builds the stem of an overflow snapshot: `OVF_<topic>_<datetime>`.
    pub fn overflow_stem(topic: &Topic, at: Timestamp) -> String {
        format!("OVF_{}_{}", topic.as_str(), at.compact())
    }

    /// Builds the `number`-th id of a stem; the first has no number.
    pub fn numbered(stem: &str, number: u32) -> Self {
        if number <= 1 { Self(stem.to_owned()) } else { Self(format!("{stem}-{number}")) }
    }

    /// Splits the id into its stem and its number (1 when it has none).
    ///
    /// ```
    /// use mindsave_core::SnapshotId;
    ///
    /// let id = SnapshotId::parse("login_2026-05-10-3")?;
    /// assert_eq!(id.split(), ("login_2026-05-10", 3));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn split(&self) -> (&str, u32) {
        // Asked of every snapshot at every save: no more of the text is looked at than its end.
        let digits = self.0.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (before, number) = self.0.split_at(self.0.len() - digits);
        match (before.strip_suffix('-'), number.parse()) {
            (Some(stem), Ok(n)) if n > 1 && is_stamp(stem) => (stem, n),
            _ => (&self.0, 1),
        }
    }

    /// Returns the day the id names, if it ends with one.
    pub fn day(&self) -> Option<Timestamp> {
        let (stem, _) = self.split();
        let (_, date) = stem.rsplit_once('_')?;
        Timestamp::parse(date.get(..10)?).ok()
    }

    /// Reports whether this is an overflow snapshot, which holds Layer 1 alone.
    pub fn is_overflow(&self) -> bool {
        self.0.starts_with("OVF_")
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reports whether the stem ends with `_` and a date or date and time.
fn is_stamp(stem: &str) -> bool {
    let date = stem.bytes().rposition(|byte| byte == b'_').map(|at| &stem.as_bytes()[at + 1..]);
    let Some([b'0'..=b'9', a, b, c, b'-', day @ ..]) = date else { return false };
    ![a, b, c].contains(&&b'-') && day.contains(&b'-')
}

impl fmt::Display for SnapshotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl serde::Serialize for SnapshotId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> serde::Deserialize<'de> for SnapshotId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn topics_are_cut_at_twenty_characters_and_keep_every_script() {
        for (text, topic) in [
            ("Fix the login page of the admin console", "Fix_the_login_page_o"),
            ("a b/c", "a_b_c"),
            ("修复登录", "修复登录"),
            (
                "订单导出页面,支持十万行数据并且可以取消的那种",
                "订单导出页面_支持十万行数据并且可以取消",
            ),
            ("__init__", "init"),
            ("", "snapshot"),
        ] {
            assert_eq!(Topic::from_text(text).as_str(), topic, "{text}");
        }
    }

    #[test]
    fn a_number_is_only_what_follows_a_date() {
        for (id, split) in [
            ("x_2026-05-10", ("x_2026-05-10", 1)),
            ("x_2026-05-10-2", ("x_2026-05-10", 2)),
            ("OVF_x_2026-05-10T143000-4", ("OVF_x_2026-05-10T143000", 4)),
            ("OVF_x_2026-05-10T143000", ("OVF_x_2026-05-10T143000", 1)),
            ("x_2026-05-10-1", ("x_2026-05-10-1", 1)),
            ("x_2026-05-10-99999999999", ("x_2026-05-10-99999999999", 1)),
            ("x_2026-05-10-a2", ("x_2026-05-10-a2", 1)),
            ("x_202-05-10-2", ("x_202-05-10-2", 1)),
            ("x_2026-05-2", ("x_2026-05-2", 1)),
            ("修_2026-05-10-修2", ("修_2026-05-10-修2", 1)),
            ("2", ("2", 1)),
            ("note-7", ("note-7", 1)),
        ] {
            assert_eq!(SnapshotId::parse(id).unwrap().split(), split);
        }
    }

    #[test]
    fn the_day_is_read_from_the_name() {
        let day = |id| SnapshotId::parse(id).unwrap().day().map(|d| d.date());
        assert_eq!(day("x_2026-05-10-2").as_deref(), Some("2026-05-10"));
        assert_eq!(day("OVF_x_2026-05-10T143000").as_deref(), Some("2026-05-10"));
        assert_eq!(day("handwritten"), None);
    }

    proptest! {
        #[test]
        fn any_text_gives_a_usable_topic(text in ".*", other in "\\PC*") {
            for text in [text, other] {
                let topic = Topic::from_text(&text);
                prop_assert!((1..=TOPIC_MAX).contains(&topic.as_str().chars().count()));
                prop_assert!(topic.as_str().chars().all(|c| c == '_' || c.is_alphanumeric()));
                prop_assert!(SnapshotId::parse(topic.as_str()).is_ok());
            }
        }
    }
}
