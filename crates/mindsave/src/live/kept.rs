//! What a session knows as it was folded last, in a cache: what comes next is folded upon it.
//!
//! A line with a title and a checksum, a line that says what was folded, then the work. The title has
//! the version of the program, since another one may fold otherwise. Whatever the work was made of is
//! compared with its stamp; of the session's own journal and of the facts, which grow, only what is
//! new is read. What somebody writes over in place there, further up and to the same length, goes
//! unseen.

use mindsave_core::checksum;
use mindsave_core::work::{Event, Happened, Saved, SessionId, Work};
use mindsave_store::{Durability, Expect, Key};
use serde::{Deserialize, Serialize};

use super::session::{StandsOn, end_of, has_goal};
use crate::journal::{Part, ReadTo, Stretch};
use crate::{MindSave, Result, Timestamp};

/// The folder of the caches, one file a session.
pub(super) const FOLDER: &str = "cache/work";
/// Begins the file; the number is that of the layout, and of how events are folded.
const TITLE: &str = concat!("mindsave work 2 of ", env!("CARGO_PKG_VERSION"));
/// From how many new events on the cache is written: folding fewer costs less than that.
const WRITE_FROM: usize = 200;

/// Something a work was made of, and its stamp: a value, or a folder where the name ends with `/`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Mark(pub(super) String, pub(super) String);

/// A work, and what was folded into it.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) head: Head,
    pub(super) work: Work,
    /// Whether all it was made of is known: if not, it cannot be kept.
    pub(super) sure: bool,
    /// How many events were folded since the cache was written.
    fresh: usize,
}

/// What was folded into a work.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Head {
    /// What has to be as it was.
    pub(super) marks: Vec<Mark>,
    /// How many sessions it goes back.
    pub(super) back: usize,
    /// How far the journal of the session and the facts were folded.
    segment: u32,
    own: ReadTo,
    facts: ReadTo,
    /// What was said of lines in files that are not read again.
    pub(super) warnings: Vec<String>,
    /// Whether what the session took up first was at work, if it says that it took up something.
    took_up_live: Option<bool>,
    /// Whether it took up one that was at work, first or later.
    beside: bool,
    /// Whether it has a goal of its own.
    goal: bool,
    /// Whether saves were refused: no other session takes those events up.
    refused: bool,
    /// The greatest time of all events, and of all facts; the time of the last event.
    latest: Option<Timestamp>,
    latest_fact: Option<Timestamp>,
    last: Option<Timestamp>,
}

/// A work that others stand on, with what has come since.
pub(super) struct Base {
    pub(super) kept: Kept,
    pub(super) events: Vec<Event>,
    pub(super) facts: Part,
}

impl Kept {
    /// Begins with a work of which no event is known.
    pub(super) fn new(work: Work, head: Head) -> Self {
        Self { head, work, sure: true, fresh: 0 }
    }

    /// Folds what is new; `before` are events of other sessions.
    pub(super) fn take(
        &mut self,
        before: Vec<Event>,
        own: &mut Stretch,
        facts: &Part,
        saved: &Saved<'_>,
    ) {
        self.note_own(&own.events);
        self.note_files(own);
        let mut events = before;
        events.append(&mut own.events);
        self.note_times(&events, facts);
        self.work.extend([&facts.events[..], &events[..]], saved);
    }

    fn note_own(&mut self, events: &[Event]) {
        let head = &mut self.head;
        for event in events {
            match event.happened {
                Happened::Continued { live, .. } => {
                    head.took_up_live.get_or_insert(live);
                    head.beside |= live;
                }
                Happened::SavingRefused { .. } => head.refused = true,
                _ => {}
            }
        }
        head.goal |= has_goal(events);
    }

    fn note_files(&mut self, own: &Stretch) {
        let head = &mut self.head;
        if let Some(((_, open), full)) = own.files.split_last() {
            head.own = open.to.clone();
            head.segment = own.segment;
            head.marks.extend(full.iter().map(mark_of));
            head.warnings.extend(full.iter().filter_map(|(key, part)| part.warning(key)));
        }
    }

    fn note_times(&mut self, events: &[Event], facts: &Part) {
        let head = &mut self.head;
        head.facts = facts.to.clone();
        head.latest = head.latest.max(events.iter().map(|event| event.at).max());
        head.latest_fact = head.latest_fact.max(facts.events.iter().map(|fact| fact.at).max());
        head.last = events.last().map(|event| event.at).or(head.last);
        self.fresh += events.len() + facts.events.len();
    }

    /// Reports whether a fold from the first event on would have come by here before what is new: facts
    /// and events are merged by time, each in the order of their lines.
    fn comes_before(&self, first: Option<&Event>, facts: &Part) -> bool {
        let fact = facts.events.first();
        fact.is_none_or(|fact| Some(fact.at) > self.head.latest)
            && first.is_none_or(|event| Some(event.at) >= self.head.latest_fact)
    }

    /// Reports whether new events leave what the session stands on as it is.
    fn stands_still(&self, own: &[Event]) -> bool {
        let head = &self.head;
        let takes_up = |event: &Event| matches!(event.happened, Happened::Continued { .. });
        (head.took_up_live.is_some() || !own.iter().any(takes_up))
            && (head.took_up_live != Some(true) || head.goal || !has_goal(own))
    }

    /// Turns what a session knew into what the one that takes it up begins with.
    fn taken_up(mut self, files: &Stretch, end: Mark) -> Self {
        let Head { marks, back, warnings, latest, latest_fact, facts, last, .. } = self.head;
        let mut head =
            Head { back: back + 1, marks, warnings, latest, latest_fact, ..Head::default() };
        head.facts = facts;
        head.last = last;
        head.marks.extend(files.files.iter().map(mark_of));
        head.marks.push(end);
        head.warnings.extend(files.warnings());
        self.head = head;
        self
    }
}

impl Head {
    /// Begins with what something was made of.
    pub(super) fn made_of(marks: Vec<Mark>) -> Self {
        Self { marks, ..Self::default() }
    }

    /// Reports whether the session has no goal but that of one that is at work beside it; `before` are
    /// events that are not written yet.
    pub(super) fn borrows_goal(&self, before: &[Event]) -> bool {
        let live = |event: &Event| matches!(event.happened, Happened::Continued { live: true, .. });
        let beside = self.beside || before.iter().any(live);
        beside && !self.goal && !has_goal(before)
    }
}

/// What has to be as it was of a file that was read.
pub(super) fn mark_of((key, part): &(Key, Part)) -> Mark {
    Mark(key.as_str().to_owned(), part.stamp.clone())
}

impl MindSave {
    /// Folds what is new upon the cache; nothing where that would not be what all events give.
    pub(super) fn go_on(&self, session: &SessionId) -> Option<(Kept, Stretch)> {
        let mut kept = self.kept_work(session)?;
        let (mut own, facts) = self.news(session, &kept)?;
        let fits = kept.comes_before(own.events.first(), &facts) && kept.stands_still(&own.events);
        if !fits {
            return None;
        }
        self.take(&mut kept, Vec::new(), &mut own, &facts);
        Some((kept, own))
    }

    /// What a session begins with that takes up another at a time, from the cache of that one; nothing
    /// where it cannot be had from there.
    pub(super) fn base_of(&self, on: &StandsOn, own: &Stretch, depth: usize) -> Option<Base> {
        let StandsOn::Session(other, at) = on else { return None };
        let kept = self.kept_work(other)?;
        let (new, facts) = self.news(other, &kept)?;
        let first = new.events.first().or(own.events.first());
        let last = new.events.last().map(|event| event.at).or(kept.head.last);
        let refused = |event: &Event| matches!(event.happened, Happened::SavingRefused { .. });
        let whole = last.is_none_or(|last| last <= *at)
            && !kept.head.refused
            && !new.events.iter().any(refused)
            && kept.head.back < depth;
        if !whole || !kept.comes_before(first, &facts) || !kept.stands_still(&new.events) {
            return None;
        }
        let kept = kept.taken_up(&new, end_of(other, &new).ok()?);
        Some(Base { kept, events: new.events, facts })
    }

    /// Reads what a cache has not seen; nothing where its files were replaced, or where somebody is
    /// writing to them.
    fn news(&self, session: &SessionId, kept: &Kept) -> Option<(Stretch, Part)> {
        let own = self.read_journal_on(session, kept.head.segment, &kept.head.own).ok()??;
        let facts = self.facts_on(&kept.head.facts).ok()??;
        (!own.is_open() && !facts.is_open()).then_some((own, facts))
    }

    /// Writes a cache where that pays. What becomes of it fails nothing.
    pub(super) fn keep(&self, session: &SessionId, kept: &Kept) {
        if kept.sure && kept.fresh > WRITE_FROM {
            drop(self.write_work(session, kept));
        }
    }

    /// Reads the cache; nothing when it is lost, torn, of another version, or made of what has changed.
    fn kept_work(&self, session: &SessionId) -> Option<Kept> {
        let bytes = self.store.read(&cache_key(session).ok()?).ok()??;
        let (first, rest) = split_line(&bytes)?;
        if first != title(rest).as_bytes() {
            return None;
        }
        let (head, work) = split_line(rest)?;
        let head: Head = serde_json::from_slice(head).ok()?;
        if !head.marks.iter().all(|mark| self.is_as_it_was(mark)) {
            return None;
        }
        Some(Kept::new(Work::of_kept(work)?, head))
    }

    fn write_work(&self, session: &SessionId, kept: &Kept) -> Result<()> {
        let mut rest = serde_json::to_vec(&kept.head).unwrap_or_default();
        rest.push(b'\n');
        rest.append(&mut kept.work.to_kept());
        let bytes = [title(&rest).as_bytes(), b"\n", &rest[..]].concat();
        self.store.write(&cache_key(session)?, &bytes, Expect::Any, Durability::Cached)
    }

    fn is_as_it_was(&self, mark: &Mark) -> bool {
        self.mark(mark.0.clone()).is_ok_and(|now| now == *mark)
    }

    /// Takes the stamp of something; empty where it is not there.
    pub(super) fn mark(&self, name: String) -> Result<Mark> {
        let stamp = match name.strip_suffix('/') {
            Some(folder) => self.store.revision(&Key::parse(folder)?)?,
            None => self.store.extent(&Key::parse(&name)?)?.map_or(String::new(), |it| it.stamp),
        };
        Ok(Mark(name, stamp))
    }
}

fn title(rest: &[u8]) -> String {
    format!("{TITLE} {:016x}", checksum(rest))
}

fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

fn cache_key(session: &SessionId) -> Result<Key> {
    Key::parse(&format!("{FOLDER}/{session}"))
}

#[cfg(test)]
mod tests;
