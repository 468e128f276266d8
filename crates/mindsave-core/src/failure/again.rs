//! A failure that is seen again.

use super::node::Failure;
use super::relation::Relation;

impl Failure {
    /// Links it to another failure; twice is once. [`super::FailureGraph::relate`] refuses cycles.
    pub fn link(&mut self, relation: Relation, to: &str) {
        let links = self.linked_mut(relation);
        if !links.iter().any(|link| link == to) {
            links.push(to.to_owned());
        }
    }

    /// Counts a new sighting: the report's numbers come on top of the ones here.
    ///
    /// [`Failure::merge`] joins two copies of one history, this adds to a history.
    pub fn seen_again(&mut self, report: &Self) {
        let mut report = report.clone();
        report.counts.add_all(&self.counts);
        for print in &mut report.fingerprints {
            let known = self.fingerprints.iter();
            let mut known =
                known.filter(|own| (&own.call, &own.error) == (&print.call, &print.error));
            if let Some(known) = known.next() {
                print.counts.add_all(&known.counts);
            }
        }
        self.merge(&report);
    }
}
