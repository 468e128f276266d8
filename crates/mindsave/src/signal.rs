//! The heartbeat, `signal.json`: when the last save was and how full the context is.

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
}

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
    pub(crate) fn note_save(&mut self, at: Timestamp, trigger: Option<&str>) {
        self.last_save = Some(at);
        self.tool_calls_since_save = 0;
        self.trigger_reason = Some(trigger.unwrap_or("manual").to_owned());
        if trigger.is_some() {
            self.last_auto_save_time = Some(at);
            self.auto_save_count += 1;
        }
    }

    /// Notes a self-check of a session. What it does not know of saves stays as it is: another
    /// session, or nobody's, may have made them.
    fn note_check(&mut self, session: &SessionId, gauge: &Gauge, found: &Assessment) {
        let pressure = &found.pressure;
        if gauge.last_save() >= self.last_save {
            self.last_save = gauge.last_save();
            let reason = gauge.last_save().map(|_| gauge.last_reason().unwrap_or("manual"));
            self.trigger_reason = reason.map(str::to_owned).or(self.trigger_reason.take());
        }
        if let Some((at, turn)) = gauge.last_auto_save() {
            self.last_auto_save_time = Some(at).max(self.last_auto_save_time);
            self.last_auto_save_turn = Some(turn);
        }
        self.tool_calls_since_save = gauge.calls_since_save();
        self.auto_save_count = gauge.auto_saves();
        pressure.level.word().clone_into(&mut self.pressure_state);
        self.thresholds = pressure.thresholds;
        pressure.growth.word().clone_into(&mut self.growth_rate);
        pressure.complexity.word().clone_into(&mut self.complexity);
        self.estimated_tokens_ratio = pressure.signs.ratio;
        self.extra.insert("session".into(), session.as_str().into());
        self.extra.insert("fatigue_state".into(), found.fatigue.state.word().into());
        self.extra.insert("fatigue_score".into(), found.fatigue.score.into());
    }
}

/// Parses a heartbeat; what this handle wrote itself need not be.
fn read(old: Option<&[u8]>, last: &mut Option<Written>) -> serde_json::Result<Signal> {
    match (old, last.take()) {
        (None, _) => Ok(Signal::default()),
        (Some(old), Some(last)) if last.text == old => Ok(last.signal),
        (Some(old), _) => serde_json::from_slice(old),
    }
}

/// Changes a heartbeat, and makes its text.
fn changed(mut signal: Signal, change: &impl Fn(&mut Signal)) -> serde_json::Result<Written> {
    change(&mut signal);
    let mut text = serde_json::to_vec_pretty(&signal)?;
    // In steps of one size, so that it is overwritten in one call and hardly ever seen cut off.
    text.resize(text.len().next_multiple_of(SIZE), b' ');
    Ok(Written { text, signal })
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
    pub(crate) fn update_signal(&self, change: impl Fn(&mut Signal)) -> Result<()> {
        let key = Key::parse(FILE)?;
        let mut last = self.last_signal();
        let mut broken = None;
        self.store.rewrite(&key, &mut |old| {
            let changed = read(old, &mut last).and_then(|signal| changed(signal, &change));
            let written = changed.map_err(|cause| broken = Some(cause)).ok()?;
            Some(last.insert(written).text.clone())
        })?;
        let Some(cause) = broken else { return Ok(()) };
        self.set_aside(&key, &format!("{key}: {cause}"))?;
        let fresh = changed(Signal::default(), &change).map_err(|cause| {
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
