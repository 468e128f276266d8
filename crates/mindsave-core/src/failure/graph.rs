//! Failures and what links them.

use indexmap::IndexMap;

use super::name::FailureName;
use super::node::{Failure, Scope};
use super::relation::Relation;
use crate::{Error, Result, Timestamp};

/// A failure next to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour<'a> {
    /// How they are linked.
    pub relation: Relation,
    /// Whether the link stands in the other failure: `other caused_by this`.
    pub incoming: bool,
    /// The other failure.
    pub failure: &'a Failure,
}

/// Failures by scope and name. A project's failure and a global one of the same name are two.
///
/// ```
/// use mindsave_core::failure::{Failure, FailureGraph, Relation, Writer};
/// use mindsave_core::Timestamp;
///
/// let now = Timestamp::parse("2026-05-10T14:30:00Z")?;
/// let me = Writer::parse("session-1")?;
/// let mut graph = FailureGraph::default();
/// for name in ["全局锁", "分片锁"] {
///     graph.record(Failure::new(name, now, &me)?);
/// }
/// graph.relate("分片锁", Relation::AlternativeTo, "全局锁")?;
/// let instead: Vec<_> = graph.alternatives("全局锁").collect();
/// assert_eq!(instead, ["分片锁"]);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FailureGraph {
    nodes: IndexMap<(Scope, String), Failure>,
}

impl FailureGraph {
    /// Makes a graph of failures; copies of one are merged.
    ///
    /// # Errors
    /// `invalid_input` when they form a cycle, which is named.
    pub fn new(failures: impl IntoIterator<Item = Failure>) -> Result<Self> {
        let graph = Self::of(failures);
        match graph.cycles().pop() {
            Some(cycle) => Err(Error::invalid(cycle)),
            None => Ok(graph),
        }
    }

    /// Makes a graph of failures as their files have them: two that were edited or joined by hand
    /// may form a cycle, which hides none of the others. [`FailureGraph::cycles`] names it.
    pub fn of(failures: impl IntoIterator<Item = Failure>) -> Self {
        let mut graph = Self::default();
        for failure in failures {
            graph.record(failure);
        }
        graph
    }

    /// Names the cycles of causes and of replacements, one of each at most.
    ///
    /// ```
    /// use mindsave_core::failure::{Failure, FailureGraph, Writer};
    /// use mindsave_core::Timestamp;
    ///
    /// let (now, me) = (Timestamp::parse("2026-05-10T14:30:00Z")?, Writer::parse("session-1")?);
    /// let mut lock = Failure::new("全局锁", now, &me)?;
    /// lock.caused_by.push("重试风暴".into());
    /// let mut storm = Failure::new("重试风暴", now, &me)?;
    /// storm.caused_by.push("全局锁".into());
    /// let graph = FailureGraph::of([lock, storm]);
    /// assert_eq!(graph.cycles().len(), 1);
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    pub fn cycles(&self) -> Vec<String> {
        let ordered = Relation::ALL.into_iter().filter(|relation| relation.is_ordered());
        let named = |relation: Relation| {
            let cycle = self.cycle(relation)?;
            Some(format!("`{}` forms a cycle: {cycle}", relation.word()))
        };
        ordered.filter_map(named).collect()
    }

    /// Adds a failure, or merges it with the copy that is here; returns what it became.
    pub fn record(&mut self, failure: Failure) -> &Failure {
        let key = (failure.scope, failure.name.key());
        match self.nodes.entry(key) {
            indexmap::map::Entry::Occupied(entry) => {
                let own = entry.into_mut();
                own.merge(&failure);
                own
            }
            indexmap::map::Entry::Vacant(entry) => entry.insert(failure),
        }
    }

    /// Adds a failure as [`FailureGraph::record`] does, unless it would close a cycle: nothing
    /// changes then.
    ///
    /// ```
    /// use mindsave_core::failure::{Failure, FailureGraph, Writer};
    /// use mindsave_core::Timestamp;
    ///
    /// let (now, me) = (Timestamp::parse("2026-05-10T14:30:00Z")?, Writer::parse("session-1")?);
    /// let mut lock = Failure::new("全局锁", now, &me)?;
    /// lock.caused_by.push("重试风暴".into());
    /// let mut storm = Failure::new("重试风暴", now, &me)?;
    /// storm.caused_by.push("全局锁".into());
    /// let mut graph = FailureGraph::default();
    /// graph.add(lock)?;
    /// assert!(graph.add(storm).is_err() && graph.len() == 1);
    /// # Ok::<(), mindsave_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid_input` when its links would close a cycle of causes or of replacements, which is
    /// named. Another cycle stops nothing.
    pub fn add(&mut self, failure: Failure) -> Result<&Failure> {
        let own = (failure.scope, failure.name.key());
        for relation in Relation::ALL {
            let mut links = failure.linked(relation).iter().map(|link| key_of(link));
            links.try_for_each(|link| self.closes_no_cycle(relation, &own, &link))?;
        }
        Ok(self.record(failure))
    }

    /// Returns a failure by name: the project's before the global one.
    pub fn get(&self, name: &str) -> Option<&Failure> {
        let key = FailureName::parse(name).ok()?.key();
        let of = |scope| self.nodes.get(&(scope, key.clone()));
        of(Scope::Project).or_else(|| of(Scope::Global))
    }

    fn get_mut(&mut self, name: &str) -> Result<&mut Failure> {
        let key = FailureName::parse(name)?.key();
        let project = (Scope::Project, key.clone());
        let key = if self.nodes.contains_key(&project) { project } else { (Scope::Global, key) };
        self.nodes.get_mut(&key).ok_or_else(|| {
            Error::not_found(format!(
                "there is no failure `{}`",
                name.chars().take(60).collect::<String>()
            ))
        })
    }

    /// Returns all failures, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = &Failure> {
        self.nodes.values()
    }

    /// Returns the failures that warn.
    pub fn active(&self) -> impl Iterator<Item = &Failure> {
        self.iter().filter(|failure| failure.is_active())
    }

    /// Returns how many failures there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Reports whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Links two failures.
    ///
    /// # Errors
    /// `not_found` when the first is no failure; `invalid_input` when it would link to itself or
    /// close a cycle of causes or of replacements, which is named. Another cycle stops nothing.
    pub fn relate(&mut self, name: &str, relation: Relation, to: &str) -> Result<()> {
        let other = FailureName::parse(to)?;
        let own = self.get_mut(name)?;
        if own.name.key() == other.key() {
            let word = relation.word();
            return Err(Error::invalid(format!("`{other}` cannot be {word} itself")));
        }
        if own.linked(relation).iter().any(|link| key_of(link) == other.key()) {
            return Ok(());
        }
        let from = (own.scope, own.name.key());
        self.closes_no_cycle(relation, &from, &other.key())?;
        self.get_mut(name)?.linked_mut(relation).push(other.as_str().to_owned());
        Ok(())
    }

    /// Refuses a link that would close a cycle of a relation in which none makes sense.
    fn closes_no_cycle(&self, relation: Relation, from: &(Scope, String), to: &str) -> Result<()> {
        let way = relation.is_ordered().then(|| self.way(relation, to, from)).flatten();
        match way {
            Some(way) => {
                let word = relation.word();
                Err(Error::invalid(format!("`{word}` forms a cycle: {} -> {way}", from.1)))
            }
            None => Ok(()),
        }
    }

    /// Returns the way along a relation from one failure to another of its scope, as `a -> b`.
    fn way(
        &self,
        relation: Relation,
        start: &str,
        (scope, end): &(Scope, String),
    ) -> Option<String> {
        let mut waiting = vec![(start.to_owned(), start.to_owned())];
        let mut seen = vec![start.to_owned()];
        while let Some((key, way)) = waiting.pop() {
            if key == *end {
                return Some(way);
            }
            let Some(failure) = self.nodes.get(&(*scope, key)) else { continue };
            for next in failure.linked(relation).iter().map(|link| key_of(link)) {
                if !seen.contains(&next) {
                    seen.push(next.clone());
                    let longer = format!("{way} -> {next}");
                    waiting.push((next, longer));
                }
            }
        }
        None
    }

    /// Withdraws a failure.
    ///
    /// # Errors
    /// `not_found` when there is none of this name, `invalid_input` without a reason.
    pub fn retire(&mut self, name: &str, reason: &str, at: Timestamp) -> Result<&Failure> {
        let failure = self.get_mut(name)?;
        failure.retire(reason, at)?;
        Ok(failure)
    }

    /// Copies a project's failure to the global ones; the project's own stays.
    ///
    /// # Errors
    /// `not_found` when the project has none of this name.
    pub fn promote(&mut self, name: &str) -> Result<&Failure> {
        let copy = self.get_mut(name)?.promoted();
        Ok(self.record(copy))
    }

    /// Returns the failures next to one, those it names first, then those that name it.
    pub fn neighbours<'a>(&'a self, name: &str) -> impl Iterator<Item = Neighbour<'a>> {
        let key = key_of(name);
        let own = self.get(name);
        let out = own.into_iter().flat_map(move |own| {
            let of = move |relation: Relation| {
                let links = own.linked(relation).iter().filter_map(|link| self.get(link));
                links.map(move |failure| Neighbour { relation, incoming: false, failure })
            };
            Relation::ALL.into_iter().flat_map(of)
        });
        let back = self.iter().flat_map(move |failure| {
            let names_it = {
                let key = key.clone();
                move |relation: &Relation| {
                    failure.linked(*relation).iter().any(|link| key_of(link) == key)
                }
            };
            let relations = Relation::ALL.into_iter().filter(names_it);
            relations.map(move |relation| Neighbour { relation, incoming: true, failure })
        });
        out.chain(back)
    }

    /// Returns what to do instead of a failure: what it names, and what was tried in its place and
    /// did not fail for good.
    pub fn alternatives<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let own = self.get(name).into_iter().flat_map(|own| own.alternatives.iter());
        let tried = self
            .neighbours(name)
            .filter(|next| next.incoming && next.relation == Relation::AlternativeTo);
        own.map(String::as_str).chain(tried.map(|next| next.failure.name.as_str()))
    }

    /// Returns what a failure led to, nearest first, each once.
    pub fn led_to<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Failure> {
        let mut reached = vec![key_of(name)];
        let mut waiting: std::collections::VecDeque<String> = reached.clone().into();
        let mut found: std::collections::VecDeque<&'a Failure> = std::collections::VecDeque::new();
        std::iter::from_fn(move || {
            while found.is_empty() {
                let from = waiting.pop_front()?;
                for failure in self.iter() {
                    let key = failure.name.key();
                    let caused = failure.caused_by.iter().any(|cause| key_of(cause) == from);
                    if caused && !reached.contains(&key) {
                        reached.push(key.clone());
                        waiting.push_back(key);
                        found.push_back(failure);
                    }
                }
            }
            found.pop_front()
        })
    }

    /// Returns a cycle as `a -> b -> a`, in the order in which the files have it.
    fn cycle(&self, relation: Relation) -> Option<String> {
        if self.iter().all(|failure| failure.linked(relation).is_empty()) {
            return None;
        }
        let mut graph = petgraph::graph::DiGraph::<&Failure, ()>::new();
        let mut place = IndexMap::new();
        for failure in self.iter() {
            let key = (failure.scope, failure.name.key());
            place.insert(key, graph.add_node(failure));
        }
        for failure in self.iter() {
            let from = *place.get(&(failure.scope, failure.name.key()))?;
            for link in failure.linked(relation) {
                let near = place.get(&(failure.scope, key_of(link)));
                if let Some(to) = near {
                    graph.add_edge(from, *to, ());
                }
            }
        }
        let start = petgraph::algo::toposort(&graph, None).err()?.node_id();
        let around = graph.neighbors(start).filter_map(|next| {
            petgraph::algo::astar(&graph, next, |node| node == start, |_| 1, |_| 0)
        });
        let (_, path) = around.min_by_key(|(length, _)| *length)?;
        let names = std::iter::once(start).chain(path).map(|node| graph[node].name.as_str());
        Some(names.collect::<Vec<_>>().join(" -> "))
    }
}

fn key_of(name: &str) -> String {
    FailureName::parse(name).map(|name| name.key()).unwrap_or_default()
}
