//! What a proposal says, ready to be looked up.

use super::action::{Action, Part, PartRole};
use super::hash;
use super::score;
use super::signs;
use super::slots::{self, Slot, Told};
use super::units::{self, Item};
use crate::text::Lexicon;

/// What a proposal says.
pub(super) struct Said {
    pub(super) told: Told,
    /// The numbers of each slot, sorted.
    pub(super) ids: Vec<Vec<u64>>,
    /// The weight of all slots.
    pub(super) weight: f32,
    /// Whether it asks whether something shall be done.
    pub(super) proposes: bool,
    /// Whether it is code, which names what it uses and not what for.
    pub(super) code: bool,
}

impl Said {
    /// Reads a proposal.
    pub(super) fn of(action: &Action<'_>, lexicons: &[&Lexicon]) -> Self {
        let code = action.is_code();
        let mut said =
            Self { told: Told::default(), ids: Vec::new(), weight: 0.0, proposes: false, code };
        for Part { text, role } in action.parts() {
            let mut items = units::read(&text, lexicons);
            if !code {
                items = signs::without_questions(items);
                said.proposes = signs::proposes(&items);
            }
            said.add(&items, role);
        }
        for list in &mut said.ids {
            list.sort_unstable();
            list.dedup();
        }
        said.weight = said.told.weight();
        said
    }

    /// Returns what the proposal says of a unit, surely.
    pub(super) fn again<'s>(&'s self, own: &'s Slot) -> impl Iterator<Item = &'s Slot> {
        let sure = own.ids.iter().filter(|(_, strength)| *strength >= slots::ALIKE);
        sure.flat_map(move |(id, strength)| {
            let zipped = self.ids.iter().zip(&self.told.slots);
            let found = zipped.filter(|(list, _)| list.binary_search(id).is_ok());
            let slots = found.map(|(_, slot)| slot);
            slots.filter(|other| score::strength(own, other, *strength) >= slots::ALIKE)
        })
    }

    fn add(&mut self, items: &[Item], role: PartRole) {
        let mut told = Told::said(items, self.code);
        let away = role == PartRole::Away;
        for slot in &mut told.slots {
            slot.away ^= away;
            slot.place = role == PartRole::Place;
        }
        let first = self.told.slots.len();
        let mut ids = numbers(items, &told.slots);
        // What is in both parts stays: it is not taken away, and not only a place.
        for (slot, ids) in told.slots.drain(..).zip(ids.drain(..)) {
            if role == PartRole::Done
                || !self.told.slots[..first].iter().any(|own| own.key == slot.key)
            {
                self.told.slots.push(slot);
                self.ids.push(ids);
            }
        }
        if role == PartRole::Done {
            // A path says nothing of how much: it only has parts.
            self.told.ends.extend(told.ends);
        }
        if role == PartRole::Done {
            self.told.calls.join(told.calls);
        }
        if !away {
            self.told.versions.extend(told.versions);
            self.told.concepts.extend(told.concepts);
        }
    }
}

/// The numbers by which each slot is looked up.
fn numbers(items: &[Item], slots: &[Slot]) -> Vec<Vec<u64>> {
    let mut ids = vec![Vec::new(); slots.len()];
    let place = |key: &str| slots.iter().position(|slot| slot.key == key);
    let mut before: Option<&Item> = None;
    for item in items {
        if !item.counts() {
            before = None;
            if slots::is_deed_of_removal(item)
                && let Some(at) = place(slots::REMOVAL)
            {
                ids[at].push(hash::of(hash::GROUP, slots::REMOVAL));
            }
            continue;
        }
        let Some(at) = place(&item.key) else { continue };
        ids[at].extend(slots::said_by(item));
        if item.name {
            ids[at].extend(slots::said_by_parts(item));
        }
        // Two words that others write as one: "Element Plus".
        if let Some(before) = before.filter(|b| b.key.is_ascii() && item.key.is_ascii()) {
            let joined = format!("{}{}", before.key, item.key).replace(' ', "");
            ids[at].push(hash::of(hash::WORD, &joined));
        }
        before = Some(item);
    }
    ids
}
