//! The lists of Layer 1: taken out whole, and put back entry by entry while there is room.

use std::collections::VecDeque;

use serde_json::Value;

use super::TRIGGER;
use crate::Result;
use crate::snapshot::{Snapshot, State};

/// One entry of a list, with what is needed to put it back.
enum Entry {
    File(String),
    Next(String),
    Variable(String, Value),
    /// A finished step; the latest come back first.
    Done(String),
    Extra(String, Value),
    Trigger(String, Value),
}

/// Entries of one list that wait for room.
pub(super) struct List {
    name: &'static str,
    entries: VecDeque<Entry>,
}

/// How many entries of a list may be too long before the rest of it is given up.
const MISSES: usize = 4;

/// Takes the lists out of a state, most valuable first; empty ones are left out.
pub(super) fn take(state: &mut State) -> Vec<List> {
    let task = &mut state.task;
    let (mut done, mut next) = (Vec::new(), Vec::new());
    if let Some(progress) = task.progress.as_mut() {
        done = std::mem::take(&mut progress.done);
        next = std::mem::take(&mut progress.next);
    }
    let files = std::mem::take(&mut task.active_files).into_iter().map(Entry::File);
    let variables = std::mem::take(&mut task.variables).into_iter();
    let extra = std::mem::take(&mut state.extra).into_iter();
    let trigger = state.auto_trigger.as_mut().map(|trigger| std::mem::take(&mut trigger.extra));
    let pair = |make: fn(String, Value) -> Entry| move |(name, value)| make(name, value);
    let lists: [(&str, VecDeque<Entry>); 6] = [
        ("active_files", files.collect()),
        ("progress", next.into_iter().map(Entry::Next).collect()),
        ("variables", variables.map(pair(Entry::Variable)).collect()),
        ("progress", done.into_iter().rev().map(Entry::Done).collect()),
        ("other fields", extra.map(pair(Entry::Extra)).collect()),
        (TRIGGER, trigger.unwrap_or_default().into_iter().map(pair(Entry::Trigger)).collect()),
    ];
    let lists = lists.into_iter().map(|(name, entries)| List { name, entries });
    lists.filter(|list| !list.entries.is_empty()).collect()
}

/// Puts entries back, one of each list in turn; returns the names of the lists that lost some.
pub(super) fn refill(
    mut lists: Vec<List>,
    snapshot: &mut Snapshot,
    fits: impl Fn(&Snapshot) -> Result<bool>,
) -> Result<Vec<&'static str>> {
    let mut cut = Vec::new();
    let mut misses = vec![0; lists.len()];
    while lists.iter().any(|list| !list.entries.is_empty()) {
        for (list, misses) in lists.iter_mut().zip(&mut misses) {
            let Some(entry) = list.entries.pop_front() else { continue };
            let before = snapshot.state.clone();
            put(entry, &mut snapshot.state);
            if fits(snapshot)? {
                continue;
            }
            snapshot.state = before;
            *misses += 1;
            if *misses == MISSES {
                list.entries.clear();
            }
            if !cut.contains(&list.name) {
                cut.push(list.name);
            }
        }
    }
    Ok(cut)
}

fn put(entry: Entry, state: &mut State) {
    let task = &mut state.task;
    match entry {
        Entry::File(path) => task.active_files.push(path),
        Entry::Next(step) => task.progress.get_or_insert_default().next.push(step),
        Entry::Done(step) => task.progress.get_or_insert_default().done.insert(0, step),
        Entry::Variable(name, value) => drop(task.variables.insert(name, value)),
        Entry::Extra(name, value) => drop(state.extra.insert(name, value)),
        Entry::Trigger(name, value) => {
            drop(state.auto_trigger.get_or_insert_default().extra.insert(name, value));
        }
    }
}
