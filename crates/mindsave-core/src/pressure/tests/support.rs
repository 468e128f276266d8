//! A session that is told event by event.

use crate::Timestamp;
use crate::pressure::{Assessment, Bases, Cooldown, Due, Gauge, Trigger, Verdict};
use crate::work::{Event, Happened, Outcome, ToolCall};

/// A session whose clock is set by hand.
#[derive(Debug, Default)]
pub(super) struct Session {
    pub(super) gauge: Gauge,
    seconds: i64,
    ids: u32,
}

impl Session {
    pub(super) fn now(&self) -> Timestamp {
        Timestamp::from_millis(1_778_000_000_000 + self.seconds * 1000)
    }

    pub(super) fn wait(&mut self, seconds: i64) -> &mut Self {
        self.seconds += seconds;
        self
    }

    pub(super) fn event(&mut self, happened: Happened) -> &mut Self {
        self.gauge.observe(&Event::new(self.now(), happened));
        self
    }

    pub(super) fn call(&mut self, call: ToolCall, outcome: Outcome) -> &mut Self {
        self.ids += 1;
        let id = Some(format!("toolu_{}", self.ids));
        self.event(Happened::ToolCall(ToolCall { call: id, outcome: Some(outcome), ..call }))
    }

    pub(super) fn edit(&mut self, path: &str) -> &mut Self {
        self.call(on("Edit", path, true), Outcome::Ok)
    }

    pub(super) fn read(&mut self, path: &str) -> &mut Self {
        self.call(on("Read", path, false), Outcome::Ok)
    }

    pub(super) fn run(&mut self, command: &str, outcome: Outcome) -> &mut Self {
        let command = Some(command.to_owned());
        self.call(ToolCall { tool: "Bash".into(), command, ..ToolCall::default() }, outcome)
    }

    pub(super) fn runs(&mut self, times: usize) -> &mut Self {
        for _ in 0..times {
            self.run("true", Outcome::Ok);
        }
        self
    }

    pub(super) fn says(&mut self, text: &str) -> &mut Self {
        self.event(Happened::Prompt { text: text.to_owned() })
    }

    pub(super) fn context(&mut self, ratio: f64) -> &mut Self {
        self.event(Happened::Context { ratio })
    }

    pub(super) fn decides(&mut self, text: &str) -> &mut Self {
        self.event(Happened::Decision {
            text: text.to_owned(),
            reason: None,
            options: vec![],
            supersedes: None,
        })
    }

    pub(super) fn saved(&mut self, trigger: Option<Trigger>) -> &mut Self {
        let trigger = trigger.map(|trigger| trigger.word().to_owned());
        self.event(Happened::Save { snapshot: "x_2026-05-10".to_owned(), trigger })
    }

    pub(super) fn found(&self) -> Assessment {
        self.gauge.assess(self.now(), Bases::default())
    }

    pub(super) fn verdict(&self) -> Verdict {
        self.gauge.decide(&self.found(), self.now(), Cooldown::default())
    }

    /// The save that is due, as the word of its trigger and its layers.
    pub(super) fn due(&self) -> Option<(&'static str, Vec<&'static str>)> {
        match self.verdict() {
            Verdict::Save(Due { trigger, layers, .. }) => Some((trigger.word(), layers.names())),
            _ => None,
        }
    }

    pub(super) fn withheld(&self) -> Option<&'static str> {
        match self.verdict() {
            Verdict::Withheld { why, .. } => Some(why.word()),
            _ => None,
        }
    }
}

pub(super) fn on(tool: &str, path: &str, edits: bool) -> ToolCall {
    ToolCall { tool: tool.to_owned(), path: Some(path.to_owned()), edits, ..ToolCall::default() }
}
