//! Points in time. The core never reads a clock: every time is passed in.

use std::cmp::Ordering;
use std::fmt;

use jiff::civil::DateTime;
use jiff::fmt::temporal::Pieces;
use jiff::tz::Offset;

use crate::{Error, Result};

/// A point in time together with the UTC offset it was written in, to the nanosecond.
///
/// Two timestamps are equal and ordered by their instant alone, whatever their offsets.
///
/// ```
/// use mindsave_core::Timestamp;
///
/// let at = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
/// assert_eq!(at.to_string(), "2026-05-10T14:30:00+08:00");
/// assert_eq!(at.date(), "2026-05-10");
/// assert_eq!(at, Timestamp::parse("2026-05-10T06:30:00Z")?);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Timestamp {
    instant: jiff::Timestamp,
    offset: Offset,
}

impl Timestamp {
    /// Creates a timestamp from an instant and the offset it is to be shown in.
    pub fn new(instant: jiff::Timestamp, offset: Offset) -> Self {
        Self { instant, offset }
    }

    /// Creates a timestamp from milliseconds since 1970, shown in UTC; out of range is clamped.
    pub fn from_millis(millis: i64) -> Self {
        let instant = jiff::Timestamp::from_millisecond(millis).unwrap_or(jiff::Timestamp::MAX);
        Self::new(instant, Offset::UTC)
    }

    /// Reads RFC 3339 and its common relaxations: a blank for `T`, no seconds, a date alone.
    ///
    /// A time without an offset is taken as UTC, so that it can expire like any other.
    ///
    /// # Errors
    /// `invalid_input` when the text is no date.
    pub fn parse(text: &str) -> Result<Self> {
        let refuse = |cause: jiff::Error| {
            let form = "expected a time such as 2026-05-10T14:30:00+08:00";
            Error::invalid(format!("`{text}` is not a time: {form}")).caused_by(cause)
        };
        let pieces = Pieces::parse(text.trim()).map_err(refuse)?;
        let civil = DateTime::from_parts(pieces.date(), pieces.time().unwrap_or_default());
        let offset = pieces.to_numeric_offset().unwrap_or(Offset::UTC);
        let instant = offset.to_timestamp(civil).map_err(refuse)?;
        Ok(Self::new(instant, offset))
    }

    /// Returns the calendar date in the timestamp's own offset, as `YYYY-MM-DD`.
    pub fn date(&self) -> String {
        self.civil().date().to_string()
    }

    /// Returns date and time in a form that can be part of a file name: `2026-05-10T143000`.
    pub fn compact(&self) -> String {
        self.civil().strftime("%Y-%m-%dT%H%M%S").to_string()
    }

    /// Returns date and time to the minute, for people: `2026-05-10 14:30`.
    pub fn minute(&self) -> String {
        self.civil().strftime("%Y-%m-%d %H:%M").to_string()
    }

    /// Returns whole seconds from `earlier` to this time; negative if `earlier` is later.
    pub fn seconds_since(&self, earlier: Self) -> i64 {
        self.instant.as_second().saturating_sub(earlier.instant.as_second())
    }

    /// Returns milliseconds since 1970.
    pub fn as_millis(&self) -> i64 {
        self.instant.as_millisecond()
    }

    /// Returns seconds and nanoseconds since 1970, and the offset in seconds: what caches keep.
    pub(crate) fn parts(self) -> (i64, i32, i32) {
        let (second, rest) = (self.instant.as_second(), self.instant.subsec_nanosecond());
        (second, rest, self.offset.seconds())
    }

    /// Makes a timestamp of its [`Timestamp::parts`]; nothing where they are out of range.
    pub(crate) fn of_parts((second, rest, offset): (i64, i32, i32)) -> Option<Self> {
        let instant = jiff::Timestamp::new(second, rest).ok()?;
        Some(Self::new(instant, Offset::from_seconds(offset).ok()?))
    }

    fn civil(&self) -> DateTime {
        self.offset.to_datetime(self.instant)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.offset == Offset::UTC {
            return write!(f, "{}", self.instant);
        }
        write!(f, "{}", self.instant.display_with_offset(self.offset))
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        self.instant == other.instant
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        self.instant.cmp(&other.instant)
    }
}

impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relaxed_forms_are_read() {
        for (text, expected) in [
            ("2026-05-09T14:25:00", "2026-05-09T14:25:00Z"),
            ("2026-05-09 14:25", "2026-05-09T14:25:00Z"),
            ("2026-05-09", "2026-05-09T00:00:00Z"),
            ("2026-05-09T14:25:00.123Z", "2026-05-09T14:25:00.123Z"),
            ("2026-05-09T14:25:00-0330", "2026-05-09T14:25:00-03:30"),
        ] {
            assert_eq!(Timestamp::parse(text).unwrap().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_the_accepted_form() {
        let error = Timestamp::parse("yesterday").unwrap_err();
        assert_eq!(error.kind(), crate::ErrorKind::InvalidInput);
        assert!(error.to_string().contains("2026-05-10T14:30:00+08:00"), "{error}");
    }

    #[test]
    fn file_name_form_has_no_colon() {
        let at = Timestamp::parse("2026-05-10T14:30:05+08:00").unwrap();
        assert_eq!(at.compact(), "2026-05-10T143005");
        assert_eq!(at.minute(), "2026-05-10 14:30");
    }
}
