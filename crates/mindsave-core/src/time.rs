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
        if let Some(plain) = Plain::of(*self) {
            return f.write_str(plain.text());
        }
        if self.offset == Offset::UTC {
            return write!(f, "{}", self.instant);
        }
        write!(f, "{}", self.instant.display_with_offset(self.offset))
    }
}

/// The text of nearly every time there is, made digit by digit: each event and each heartbeat holds
/// some, and the general way takes longer than all else that is written of them.
struct Plain {
    /// Room for the longest, and for one byte that is taken back.
    bytes: [u8; 36],
    length: usize,
}

impl Plain {
    /// Writes a time of a year of four digits, its offset in whole minutes; nothing for others.
    fn of(at: Timestamp) -> Option<Self> {
        let civil = at.civil();
        let year = u32::try_from(civil.year()).ok()?;
        let seconds = at.offset.seconds();
        if seconds % 60 != 0 {
            return None;
        }
        let mut plain = Self { bytes: [0; 36], length: 0 };
        plain.number(year, 4, b'-');
        plain.number(civil.month().unsigned_abs().into(), 2, b'-');
        plain.number(civil.day().unsigned_abs().into(), 2, b'T');
        plain.number(civil.hour().unsigned_abs().into(), 2, b':');
        plain.number(civil.minute().unsigned_abs().into(), 2, b':');
        plain.number(civil.second().unsigned_abs().into(), 2, b'.');
        plain.fraction(civil.subsec_nanosecond().unsigned_abs());
        plain.offset(seconds / 60);
        Some(plain)
    }

    /// Writes the part of a second in the place of the point before it, without zeros at its end.
    fn fraction(&mut self, nanoseconds: u32) {
        if nanoseconds == 0 {
            self.length -= 1;
            return;
        }
        self.number(nanoseconds, 9, b' ');
        self.length -= 1;
        while self.bytes[self.length - 1] == b'0' {
            self.length -= 1;
        }
    }

    fn offset(&mut self, minutes: i32) {
        if minutes == 0 {
            return self.push(b'Z');
        }
        self.push(if minutes < 0 { b'-' } else { b'+' });
        self.number(minutes.unsigned_abs() / 60, 2, b':');
        self.number(minutes.unsigned_abs() % 60, 2, b' ');
        self.length -= 1;
    }

    /// Writes a number with this many digits, and what stands behind it.
    fn number(&mut self, mut number: u32, digits: usize, behind: u8) {
        for place in self.bytes[self.length..self.length + digits].iter_mut().rev() {
            *place = b'0' + (number % 10) as u8;
            number /= 10;
        }
        self.length += digits;
        self.push(behind);
    }

    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// The text; it is ASCII.
    fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
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
        match Plain::of(*self) {
            Some(plain) => serializer.serialize_str(plain.text()),
            None => serializer.collect_str(self),
        }
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
    fn a_time_is_written_as_the_general_way_writes_it() {
        let general = |at: &Timestamp| {
            if at.offset == Offset::UTC {
                return at.instant.to_string();
            }
            at.instant.display_with_offset(at.offset).to_string()
        };
        let instants = [
            (0, 0),
            (1_778_394_600, 0),
            (1_778_394_600, 120_000_000),
            (1_778_394_600, 1),
            (1_778_394_600, 999_999_999),
            (-1, -500_000_000),
            (-62_135_596_800, 0),
            (-62_200_000_000, 0),
            (-70_000_000_000, -1),
            (253_402_207_100, 0),
        ];
        let offsets = [0, 28_800, -12_600, 60, -60, 1, -3_599, 86_399, -86_340];
        for (second, rest) in instants {
            for offset in offsets {
                let instant = jiff::Timestamp::new(second, rest).unwrap();
                let at = Timestamp::new(instant, Offset::from_seconds(offset).unwrap());
                assert_eq!(at.to_string(), general(&at), "{second} {rest} {offset}");
                let json = serde_json::to_string(&at).unwrap();
                assert_eq!(json, format!("\"{}\"", general(&at)));
            }
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
