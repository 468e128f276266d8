//! How present a node is. Source: seed 003, in the form its second implementation gives it.

use super::graph::Graph;
use super::node::Node;
use crate::Timestamp;

/// After how many seconds without use recency has halved: one hour.
const HALF_LIFE: f64 = 3600.0;
/// The shares of recency, frequency and centrality.
const WEIGHTS: [f64; 3] = [0.5, 0.3, 0.2];
/// Below this activation a node is cold.
pub const COLD: f64 = 0.2;

/// The parts of a node's activation, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Activation {
    /// Halves with every hour since the last use.
    pub recency: f64,
    /// `ln(1 + n) / 5` for `n` uses after the first, at most 1.
    pub frequency: f64,
    /// The share of all links that begin or end at the node.
    pub centrality: f64,
}

impl Activation {
    /// Computes the parts for a node with so many of all links. A time before the last use is that
    /// of a clock that runs backwards: the node was used just now.
    pub fn of(node: &Node, degree: u32, links: usize, now: Timestamp) -> Self {
        let idle = (now.as_millis().saturating_sub(node.last.as_millis())).max(0);
        #[expect(clippy::cast_precision_loss, reason = "a share needs no more than 52 bits")]
        let (hours, links) = (idle as f64 / 1000.0 / HALF_LIFE, links.max(1) as f64);
        let again = f64::from(node.uses.saturating_sub(1));
        Self {
            recency: 0.5_f64.powf(hours),
            frequency: ((1.0 + again).ln() / 5.0).min(1.0),
            centrality: (f64::from(degree) / links).min(1.0),
        }
    }

    /// Returns the weighted sum: 0.5 recency, 0.3 frequency, 0.2 centrality.
    pub fn value(&self) -> f64 {
        let parts = [self.recency, self.frequency, self.centrality];
        parts.iter().zip(WEIGHTS).map(|(part, weight)| part * weight).sum()
    }
}

impl Graph {
    /// Returns the activation of the node at a position of [`Graph::nodes`].
    ///
    /// ```
    /// use mindsave_core::Timestamp;
    /// use mindsave_core::work::{Event, Happened, Work};
    ///
    /// let at = Timestamp::parse("2026-05-10T14:30:00Z")?;
    /// let journal = [Event::new(at, Happened::Goal { text: "修复登录".to_owned() })];
    /// let work = Work::fold([&journal[..]], &|_| None);
    /// let an_hour_later = Timestamp::parse("2026-05-10T15:30:00Z")?;
    /// let active = work.graph().activation(0, an_hour_later).map(|a| a.value());
    /// assert_eq!(active, Some(0.25));
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn activation(&self, position: usize, now: Timestamp) -> Option<Activation> {
        let node = self.nodes().get(position)?;
        Some(Activation::of(node, self.degree(position), self.link_count(), now))
    }
}
