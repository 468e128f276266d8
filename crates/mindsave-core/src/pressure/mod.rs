//! How soon the context ends, how degraded the work is, and what follows from both.
//!
//! A [`Gauge`] is folded from the events of a session, one by one, in bounded memory. It answers
//! two questions at once: the [`Pressure`] of seed 000 (token use against thresholds that follow
//! the growth of the context and the complexity of the task) and the [`Fatigue`] of seed 003 (token
//! use, scatter, re-reading, errors). One table ([`Action`]) makes one action of both: the more
//! severe one acts. [`Trigger`]s are the moments that are saved without being asked for,
//! [`Cooldown`] keeps them apart, and [`Gauge::decide`] is the rule over all of it.
//!
//! ```
//! use mindsave_core::Timestamp;
//! use mindsave_core::pressure::{Action, Bases, Gauge, Level};
//! use mindsave_core::work::{Event, Happened};
//!
//! let now = Timestamp::parse("2026-05-10T14:30:00+08:00")?;
//! let mut gauge = Gauge::default();
//! gauge.observe(&Event::new(now, Happened::Context { ratio: 0.75 }));
//! let found = gauge.assess(now, Bases::default());
//! // A quiet session: 0.60 × 1.2 is where yellow begins.
//! assert_eq!((found.pressure.level, found.pressure.thresholds.warning), (Level::Yellow, 0.72));
//! assert_eq!(found.action, Action::SaveTask);
//! # Ok::<(), mindsave_core::Error>(())
//! ```

mod action;
mod calls;
mod cooldown;
mod decide;
mod failing;
mod fatigue;
mod gauge;
mod mark;
mod model;
mod saves;
#[cfg(test)]
mod tests;
mod trigger;

pub use action::{Action, CHECKPOINT_RATIO, Sign, TABLE};
pub use cooldown::{Cooldown, Wait};
pub use decide::{Due, Verdict, Withheld};
pub use fatigue::{Dimension, Fatigue, Part, State};
pub use gauge::{Assessment, Gauge};
pub use model::{Bases, Complexity, Growth, Level, Pressure, Signs, Thresholds};
pub use trigger::{TOOL_THRESHOLD, Trigger};
