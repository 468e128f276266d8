//! The heartbeat, `signal.json`: when the last save was and how full the context is.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Timestamp;

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

/// Where the pressure levels begin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    /// Where yellow begins.
    pub warning: f64,
    /// Where red begins.
    pub critical: f64,
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
}
