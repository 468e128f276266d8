//! What was saved last, and what has come up since.

use serde::{Deserialize, Serialize};

use super::trigger::Trigger;
use crate::Timestamp;
use crate::snapshot::Layers;

/// What is known of the saves of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Saves {
    pub(super) last: Option<Timestamp>,
    /// The last one nobody asked for.
    pub(super) last_auto: Option<Timestamp>,
    /// The turn it was made in.
    pub(super) last_auto_turn: u64,
    /// How many of those there were.
    pub(super) autos: u64,
    /// The reason of the last save; nothing for one that was asked for.
    pub(super) reason: Option<String>,
    pub(super) calls_since: u64,
    /// What has come up since.
    pub(super) news: u64,
    /// What has come up of Layer 2 since.
    pub(super) knowledge_news: u64,
    /// Whether the last one lacks a Layer 2 that there is.
    pub(super) partial: bool,
    /// Moments that were not saved yet, oldest first.
    pub(super) pending: Vec<Trigger>,
    /// A moment that is saved at once or not at all.
    pub(super) moment: Option<Trigger>,
    /// How full the context was when the emergency was acted on.
    pub(super) emergency: Option<f64>,
}

impl Saves {
    /// Notes something new; `knowledge` when it belongs to Layer 2.
    pub(super) fn came_up(&mut self, knowledge: bool) {
        self.news = self.news.saturating_add(1);
        self.knowledge_news = self.knowledge_news.saturating_add(u64::from(knowledge));
    }

    pub(super) fn note(&mut self, trigger: Trigger) {
        if !self.pending.contains(&trigger) {
            self.pending.push(trigger);
        }
    }

    /// Takes in a save; `word` is the reason of one that nobody asked for.
    pub(super) fn saved(&mut self, at: Timestamp, turn: u64, word: Option<&str>, known: bool) {
        let layers = match word {
            None => Layers::ALL,
            Some(word) => {
                Trigger::from_word(word).map_or(Layers::RESTORED, |trigger| trigger.layers(known))
            }
        };
        let whole = layers.knowledge || !known;
        self.last = Some(at);
        self.reason = word.map(str::to_owned);
        if word.is_some() {
            self.last_auto = Some(at);
            self.last_auto_turn = turn;
            self.autos += 1;
        }
        self.calls_since = 0;
        self.news = 0;
        self.partial = !whole;
        self.pending.retain(|trigger| trigger.layers(known).knowledge && !whole);
        self.moment = self.moment.filter(|_| !whole);
        if whole {
            self.knowledge_news = 0;
        }
    }

    /// Reports whether a save of these layers would hold nothing that the last one lacks.
    pub(super) fn has_nothing_for(&self, layers: Layers) -> bool {
        self.news == 0 && !(self.partial && layers.knowledge)
    }
}
