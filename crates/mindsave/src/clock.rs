//! Where times come from.

use std::sync::OnceLock;

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
                Timestamp::new(now, local_zone().to_offset(now))
            }
        }
    }
}

/// Returns the system's time zone. The usual file is read directly: finding its name in the whole
/// database of zones costs more than everything else a short program does.
fn local_zone() -> &'static TimeZone {
    static ZONE: OnceLock<TimeZone> = OnceLock::new();
    ZONE.get_or_init(read_zone)
}

fn read_zone() -> TimeZone {
    let file =
        std::env::var_os("TZ").is_none().then(|| std::fs::read("/etc/localtime").ok()).flatten();
    let zone = file.and_then(|bytes| TimeZone::tzif("local", &bytes).ok());
    zone.unwrap_or_else(TimeZone::system)
}
