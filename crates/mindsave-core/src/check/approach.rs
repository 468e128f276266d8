//! Finds in what is told of a failure what was tried, how it ended, and what was done instead.

use super::calls::Mark;
use super::signs::{Arrows, is_exchange};
use super::units::{Item, Unit};
use super::vocabulary::Role;

/// What a text tells, as places of its units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Approach {
    /// What was tried.
    pub(super) tried: Vec<usize>,
    /// What was done instead.
    pub(super) adopted: Vec<usize>,
}

impl Approach {
    /// Reads the units of a text.
    pub(super) fn of(items: &[Item]) -> Self {
        let mut found = Self::default();
        let mut closed = false;
        for (start, end) in clauses(items) {
            let clause = Clause { items, start, end };
            closed |= clause.read(&mut found, closed);
        }
        if !found.tried.iter().any(|&at| items[at].counts()) {
            found.tried = (0..items.len()).filter(|at| !found.adopted.contains(at)).collect();
        }
        found
    }
}

/// Words behind which a form of the past is a participle: "the vendored library".
const BEFORE_PARTICIPLES: [&str; 22] = [
    "the", "a", "an", "of", "with", "in", "for", "to", "by", "on", "at", "from", "as", "each",
    "every", "our", "all", "this", "that", "its", "and", "or",
];

struct Clause<'a> {
    items: &'a [Item],
    start: usize,
    end: usize,
}

impl Clause<'_> {
    /// Reads one clause; returns whether the approach has been told.
    fn read(&self, found: &mut Approach, closed: bool) -> bool {
        let content = (self.start..self.end).find(|&at| self.items[at].counts());
        let opening = self.opening();
        if opening.is_some_and(|at| self.items[at].is(Role::Adopted)) {
            found.adopted.extend(opening.map_or(self.end, |at| at + 1)..self.end);
            return true;
        }
        if closed {
            let adopts =
                (self.start..self.end).find(|&at| self.items[at].cues.contains(&Role::Adopted));
            found.adopted.extend(adopts.map_or(self.end, |at| at + 1)..self.end);
            return true;
        }
        let frame = opening.filter(|&at| self.items[at].is(Role::Frame));
        let Some(from) = frame.map(|at| at + 1).or(content.map(|_| self.start)) else {
            return false;
        };
        let stop = self.ending(from);
        found.tried.extend(from..stop);
        let adopts = (stop..self.end).find(|&at| self.items[at].cues.contains(&Role::Adopted));
        found.adopted.extend(adopts.map_or(self.end, |at| at + 1)..self.end);
        frame.is_some() || stop < self.end || found.tried.iter().any(|&at| self.items[at].counts())
    }

    /// The cue a clause begins with, if one stands before what has weight.
    fn opening(&self) -> Option<usize> {
        let opens = |at: &usize| {
            let item = &self.items[*at];
            item.is(Role::Frame) || item.is(Role::Adopted) || item.is(Role::GivenUp)
        };
        let light = |at: &usize| {
            let item = &self.items[*at];
            item.unit == Unit::Stop || opens(at) || item.cues.contains(&Role::Party)
        };
        (self.start..self.end).take_while(light).find(opens)
    }

    /// Where the approach ends and its end begins.
    fn ending(&self, from: usize) -> usize {
        let (mut content, mut said) = (false, 0);
        for at in from..self.end {
            let item = &self.items[at];
            let ends = item.cues.iter().any(|cue| match cue {
                Role::Outcome | Role::Adopted => true,
                // 登录后存 token: what comes first there is only when.
                Role::Because => item.unit != Unit::Stop || !item.key.ends_with('后') || said > 1,
                Role::GivenUp => at > from,
                _ => false,
            });
            let ended = self.is_finite(at) || self.is_done_by_a_call(from, at);
            if content && (ends && !self.belongs(at) || ended) {
                return self.before_its_subject(from, at);
            }
            content |= item.counts();
            said += usize::from(item.counts());
        }
        self.end
    }

    /// Takes the thing that the end is about off the approach: 包体 of 包体过大, 和 React 冲突.
    fn before_its_subject(&self, from: usize, at: usize) -> usize {
        let near = at.saturating_sub(3).max(from + 1);
        if matches!(self.items[at].key.as_str(), "冲突" | "不兼容" | "打架")
            && let Some(with) =
                (near..at).find(|&at| matches!(self.items[at].key.as_str(), "和" | "与" | "跟"))
        {
            return with;
        }
        // 在弱网下掉线: where it ended so.
        if self.items[at - 1].key == "下"
            && let Some(place) =
                (near.saturating_sub(2).max(from + 1)..at).find(|&at| self.items[at].key == "在")
        {
            return place;
        }
        let measured = at > from + 1 && self.items[at - 1].cues.contains(&Role::Measure);
        if measured { at - 1 } else { at }
    }

    /// Whether a cue is part of the approach all the same: "without", "as" before a thing.
    fn belongs(&self, at: usize) -> bool {
        let item = &self.items[at];
        // "storing it as text" says what it is made, "dropped as overkill" why.
        let given_up = |item: &Item| item.is(Role::Frame) || item.is(Role::GivenUp);
        if item.key == "as" && !self.items[self.start..at].iter().any(given_up) {
            return self.items[..self.end].get(at + 1).is_some_and(is_made);
        }
        // A thing named like a cue, where another cue follows: 超时 of 把超时调大没用.
        item.roles.iter().any(|role| matches!(role, Role::Thing(_) | Role::Vague(_)))
            && (at + 1..self.end)
                .any(|next| self.items[next].cues.contains(&Role::Outcome) || self.is_finite(next))
    }

    /// Whether a call did something: 覆盖了 of `git push -f` 覆盖了提交.
    fn is_done_by_a_call(&self, from: usize, at: usize) -> bool {
        let call = |item: &Item| item.marks.iter().any(|mark| matches!(mark, Mark::Call(..)));
        let deed = |role: &Role| matches!(role, Role::Act(_) | Role::Move(_));
        self.items.get(at + 1).is_some_and(|next| next.key == "了")
            && self.items[at].roles.iter().any(deed)
            && self.items[from..at].iter().any(call)
    }

    /// Whether a word is the verb of the sentence: "starved other queries".
    fn is_finite(&self, at: usize) -> bool {
        if !self.items[at].past || at <= self.start {
            return false;
        }
        let before = &self.items[at - 1];
        if before.unit == Unit::Break
            || before.going_on
            || BEFORE_PARTICIPLES.contains(&before.key.as_str())
        {
            return false;
        }
        let later = (at + 1..self.end).any(|next| {
            self.items[next].cues.contains(&Role::Outcome)
                || self.items[next].past && self.items[next - 1].counts()
        });
        !later
    }
}

/// Whether what follows "as" is a thing: no clause begins with it.
fn is_made(next: &Item) -> bool {
    next.counts() || matches!(next.key.as_str(), "a" | "an")
}

fn clauses(items: &[Item]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = 0;
    let ends = |at: usize| match items[at].unit {
        Unit::Break => true,
        // What it led to, unless both are products of which one replaced the other.
        Unit::Arrow => !is_exchange(items, at, Arrows::Products),
        _ => false,
    };
    for at in 0..items.len() {
        if ends(at) {
            out.push((start, at));
            start = at + 1;
        }
    }
    out.push((start, items.len()));
    out.retain(|(start, end)| start < end);
    out
}
