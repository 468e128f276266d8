//! The heartbeat, `signal.json`: when the last save was and how full the context is.

mod text;

use std::ops::Range;

use mindsave_core::pressure::{Assessment, Gauge, Thresholds};
use mindsave_core::work::SessionId;
use mindsave_store::{Durability, Expect, Key};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Error, ErrorKind, Live, MindSave, Result, Timestamp};

/// The file, in the workspace's folder.
const FILE: &str = "signal.json";
/// Its size in bytes, blanks included; a longer one is a multiple of it.
const SIZE: usize = 1024;

/// The heartbeat as a handle wrote it last: the next event of its session need not parse it again.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    text: Vec<u8>,
    signal: Signal,
    /// Where the count of calls stands in the text.
    calls: Range<usize>,
}

/// What a change of the heartbeat reports: whether it changed more than the count of calls. Most
/// events change nothing else, and then its digits alone are written anew.
type More = bool;

/// The fields of seed 000's signal file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Signal {
    /// When the last save was.
    pub last_save: Option<Timestamp>,
    /// When the last save that nobody asked for was.
    pub last_auto_save_time: Option<Timestamp>,
    /// The conversation turn of that save.
    pub last_auto_save_turn: Option<u64>,
    /// Tool calls since the last save.
    pub tool_calls_since_save: u64,
    /// Saves nobody asked for, in this session.
    pub auto_save_count: u64,
    /// Why the last save was made.
    pub trigger_reason: Option<String>,
    /// `GREEN`, `YELLOW` or `RED`.
    pub pressure_state: String,
    /// Where yellow and red begin, as shares of the context.
    pub thresholds: Thresholds,
    /// `slow`, `normal` or `fast`.
    pub growth_rate: String,
    /// `low`, `medium` or `high`.
    pub complexity: String,
    /// How full the context is, from 0 to 1; absent while nobody has said.
    pub estimated_tokens_ratio: Option<f64>,
    /// Keys this version does not know, kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl Default for Signal {
    fn default() -> Self {
        Self {
            last_save: None,
            last_auto_save_time: None,
            last_auto_save_turn: None,
            tool_calls_since_save: 0,
            auto_save_count: 0,
            trigger_reason: None,
            pressure_state: "GREEN".to_owned(),
            thresholds: Thresholds { warning: 0.60, critical: 0.80 },
            growth_rate: "normal".to_owned(),
            complexity: "low".to_owned(),
            estimated_tokens_ratio: None,
            extra: Map::new(),
        }
    }
}

impl Signal {
    /// Notes a save; `trigger` is the reason of one that nobody asked for.
    pub(crate) fn note_save(&mut self, at: Timestamp, trigger: Option<&str>) -> More {
        self.last_save = Some(at);
        self.tool_calls_since_save = 0;
        self.trigger_reason = Some(trigger.unwrap_or("manual").to_owned());
        if trigger.is_some() {
            self.last_auto_save_time = Some(at);
            self.auto_save_count += 1;
        }
        true
    }

    /// Notes a self-check of a session.
    fn note_check(&mut self, session: &SessionId, gauge: &Gauge, found: &Assessment) -> More {
        let pressure = &found.pressure;
        self.tool_calls_since_save = gauge.calls_since_save();
        let mut more = self.note_saves_of(gauge);
        more |= put_word(&mut self.pressure_state, pressure.level.word());
        more |= put(&mut self.thresholds, pressure.thresholds);
        more |= put_word(&mut self.growth_rate, pressure.growth.word());
        more |= put_word(&mut self.complexity, pressure.complexity.word());
        more |= put(&mut self.estimated_tokens_ratio, pressure.signs.ratio);
        more |= self.put_extra("session", session.as_str());
        more |= self.put_extra("fatigue_state", found.fatigue.state.word());
        more | self.put_extra("fatigue_score", found.fatigue.score)
    }

    /// Notes the saves a session knows of. What it does not know of stays as it is: another session,
    /// or nobody's, may have made them.
    fn note_saves_of(&mut self, gauge: &Gauge) -> More {
        let mut more = put(&mut self.auto_save_count, gauge.auto_saves());
        if gauge.last_save() >= self.last_save {
            more |= put(&mut self.last_save, gauge.last_save());
            let reason = gauge.last_save().map(|_| gauge.last_reason().unwrap_or("manual"));
            if reason.is_some_and(|reason| self.trigger_reason.as_deref() != Some(reason)) {
                self.trigger_reason = reason.map(str::to_owned);
                more = true;
            }
        }
        if let Some((at, turn)) = gauge.last_auto_save() {
            let last = Some(at).max(self.last_auto_save_time);
            more |= put(&mut self.last_auto_save_time, last);
            more |= put(&mut self.last_auto_save_turn, Some(turn));
        }
        more
    }

    /// Sets a key that is none of the seed's.
    fn put_extra<T>(&mut self, key: &str, value: T) -> More
    where
        T: Into<Value> + Copy,
        Value: PartialEq<T>,
    {
        // One by one: there are three keys or a few more.
        match self.extra.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) if *old == value => return false,
            Some((_, old)) => *old = value.into(),
            None => drop(self.extra.insert(key.to_owned(), value.into())),
        }
        true
    }
}

fn put<T: PartialEq>(place: &mut T, value: T) -> More {
    let differs = *place != value;
    if differs {
        *place = value;
    }
    differs
}

fn put_word(place: &mut String, word: &str) -> More {
    let differs = place != word;
    if differs {
        word.clone_into(place);
    }
    differs
}

/// Parses a heartbeat; what this handle wrote itself need not be.
fn read(old: Option<&[u8]>, last: &mut Option<Written>) -> serde_json::Result<Written> {
    let signal = match (old, last.take()) {
        (None, _) => Signal::default(),
        (Some(old), Some(last)) if last.text == old => return Ok(last),
        (Some(old), _) => serde_json::from_slice(old)?,
    };
    Ok(Written { text: Vec::new(), signal, calls: 0..0 })
}

/// Changes a heartbeat, and makes its text.
fn changed(
    mut heartbeat: Written,
    change: &impl Fn(&mut Signal) -> More,
) -> serde_json::Result<Written> {
    let more = change(&mut heartbeat.signal);
    let count = heartbeat.signal.tool_calls_since_save;
    if !more && text::count(&mut heartbeat.text, &heartbeat.calls, count) {
        return Ok(heartbeat);
    }
    let (mut text, calls) = text::of(&heartbeat.signal, SIZE)?;
    // In steps of one size, so that it is overwritten in one call and hardly ever seen cut off.
    text.resize(text.len().next_multiple_of(SIZE), b' ');
    Ok(Written { text, calls, ..heartbeat })
}

impl MindSave {
    /// Estimates pressure and fatigue by a gauge, and writes both into the heartbeat. Source: seed
    /// 000, self-check protocol.
    ///
    /// # Errors
    /// `unavailable` when the heartbeat cannot be written.
    pub fn self_check(&self, session: &SessionId, gauge: &Gauge) -> Result<Assessment> {
        let found = self.assess(gauge);
        self.beat(session, gauge, &found)?;
        Ok(found)
    }

    /// Writes what was found of a session into the heartbeat.
    pub(crate) fn beat(
        &self,
        session: &SessionId,
        gauge: &Gauge,
        found: &Assessment,
    ) -> Result<()> {
        self.update_signal(|signal| signal.note_check(session, gauge, found))
    }

    /// Changes the heartbeat; one that cannot be read is put aside first.
    pub(crate) fn update_signal(&self, change: impl Fn(&mut Signal) -> More) -> Result<()> {
        let key = Key::parse(FILE)?;
        let mut last = self.last_signal();
        let mut broken = None;
        self.store.rewrite(&key, &mut |old| {
            let changed = read(old, &mut last).and_then(|known| changed(known, &change));
            let written = changed.map_err(|cause| broken = Some(cause)).ok()?;
            Some(last.insert(written).text.clone())
        })?;
        let Some(cause) = broken else { return Ok(()) };
        self.set_aside(&key, &format!("{key}: {cause}"))?;
        let fresh =
            read(None, &mut None).and_then(|none| changed(none, &change)).map_err(|cause| {
                Error::new(ErrorKind::Internal, "signal not written").caused_by(cause)
            })?;
        self.store.write(&key, &fresh.text, Expect::Any, Durability::Cached)
    }

    /// Estimates pressure and fatigue by a gauge, now and with the settings in force.
    pub fn assess(&self, gauge: &Gauge) -> Assessment {
        gauge.assess(self.clock.now(), self.settings.bases)
    }

    /// What was found of a session, and of one that has not begun where there is none.
    pub fn found(&self, live: Option<&Live>) -> Assessment {
        live.map_or_else(|| self.assess(&Gauge::default()), |live| live.found)
    }
}
