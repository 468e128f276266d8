//! Where times come from.

use jiff::tz::TimeZone;

use crate::{Result, Timestamp};

/// The environment variable that sets the clock, for tests and scripts.
const NOW: &str = "MINDSAVE_NOW";

/// A clock: the system's, or one that stands still.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// The system's clock in its time zone.
    System,
    /// Always the same time.
    Fixed(Timestamp),
}

impl Clock {
    /// Returns the clock `MINDSAVE_NOW` (RFC 3339) sets, or the system's.
    ///
    /// # Errors
    /// `invalid_input` when the variable is set to something else.
    pub fn from_env() -> Result<Self> {
        match std::env::var(NOW) {
            Ok(text) if !text.trim().is_empty() => Timestamp::parse(&text)
                .map(Self::Fixed)
                .map_err(|error| crate::Error::invalid(format!("{NOW}: {}", error.message()))),
            _ => Ok(Self::System),
        }
    }

    /// Returns the time.
    pub fn now(self) -> Timestamp {
        match self {
            Self::Fixed(time) => time,
            Self::System => {
                let exact = jiff::Timestamp::now();
                // Files are for people: a millisecond is as fine as anybody reads.
                let now =
                    jiff::Timestamp::from_millisecond(exact.as_millisecond()).unwrap_or(exact);
                Timestamp::new(now, TimeZone::system().to_offset(now))
            }
        }
    }
}
