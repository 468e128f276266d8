//! One failure as the check needs it, in bytes: what comes first decides whether the rest is read.

use super::bytes::{Reader, list, text};
use super::called::{Called, Given};
use super::names::Carries;
use super::score;
use super::slots::{Slot, Told};

/// Bytes of the part that every comparison looks at, a slot.
const LOOK: usize = 5;
const AWAY: u8 = 1;
const IS_NUMBER: u8 = 2;
const ACT: u8 = 4;
const OPTION: u8 = 8;
const PURPOSE: u8 = 16;
const AIM: u8 = 32;
const PART: u8 = 64;
const WAY: u8 = 128;

/// A failure that was read.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) told: Told,
    pub(super) alternatives: Vec<Told>,
}

impl Prepared {
    /// Writes it; `mark` tells what it was made of.
    pub(super) fn to_bytes(&self, mark: u64) -> Vec<u8> {
        let mut out = Vec::with_capacity(256);
        out.extend(mark.to_le_bytes());
        out.extend(self.told.weight().to_le_bytes());
        put_told(&mut out, &self.told, false);
        list(&mut out, &self.alternatives, |out, told| put_told(out, told, true));
        out
    }
}

/// The bytes of a failure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'a> {
    /// What it was made of.
    pub(super) mark: u64,
    /// The weight of all slots.
    pub(super) weight: f32,
    looks: &'a [u8],
    all: Reader<'a>,
}

impl<'a> Record<'a> {
    /// Reads the beginning.
    pub(super) fn open(bytes: &'a [u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let (mark, weight) = (reader.long()?, reader.real()?);
        let all = reader;
        let count = usize::try_from(reader.number()?).ok()?;
        Some(Self { mark, weight, looks: reader.take(count.checked_mul(LOOK)?)?, all })
    }

    /// Returns the weight of a slot, and whether it is a number.
    pub(super) fn look(&self, slot: u16) -> (f32, bool) {
        let at = usize::from(slot) * LOOK;
        let mut reader = Reader(self.looks.get(at..).unwrap_or_default());
        let weight = reader.real().unwrap_or_default();
        (weight, reader.byte().is_some_and(|flags| flags & IS_NUMBER != 0))
    }

    /// Reports whether a slot is a name that carries the approach or a part of it.
    pub(super) fn is_name(&self, slot: u16) -> bool {
        let look = self.looks.get(usize::from(slot) * LOOK..);
        look.and_then(|look| look.get(LOOK - 1)).is_some_and(|flags| flags & (PART | WAY) != 0)
    }

    /// Returns the weight of what the approach was for, in words that code need not have.
    pub(super) fn purpose(&self) -> f32 {
        let looks = self.looks.chunks_exact(LOOK).map(|look| (Reader(look).real(), look[LOOK - 1]));
        looks.filter(|(_, flags)| flags & PURPOSE != 0).filter_map(|(weight, _)| weight).sum()
    }

    /// Reads all of it; nothing when it is damaged.
    pub(super) fn read(&self) -> Option<Prepared> {
        let mut reader = self.all;
        let told = take_told(&mut reader, false)?;
        let alternatives = reader.list(|reader| take_told(reader, true))?;
        Some(Prepared { told, alternatives })
    }
}

fn carries(flags: u8) -> Carries {
    match flags & (PART | WAY) {
        0 => Carries::Nothing,
        PART => Carries::Part,
        _ => Carries::Way,
    }
}

/// Writes what is told, with or without what its slots are found by.
fn put_told(out: &mut Vec<u8>, told: &Told, with_ids: bool) {
    list(out, &told.slots, |out, slot| {
        out.extend(slot.weight.to_le_bytes());
        let flag = |on: bool, flag: u8| if on { flag } else { 0 };
        let option = flag(slot.option, OPTION)
            | flag(slot.purpose, PURPOSE)
            | flag(slot.aim, AIM)
            | flag(slot.carries == Carries::Part, PART)
            | flag(slot.carries == Carries::Way, WAY);
        out.push(
            flag(slot.away, AWAY) | flag(slot.number, IS_NUMBER) | flag(slot.act, ACT) | option,
        );
    });
    for slot in &told.slots {
        text(out, &slot.key);
        text(out, &slot.shown);
        if with_ids {
            let sure: Vec<(u64, f32)> = slot
                .ids
                .iter()
                .copied()
                .filter(|(_, strength)| score::is_sure(*strength))
                .collect();
            list(out, &sure, |out, (id, strength)| {
                out.extend(id.to_le_bytes());
                out.extend(strength.to_le_bytes());
            });
        }
    }
    list(out, &told.ends, |out, (axis, upper)| {
        out.extend(axis.to_le_bytes());
        out.push(u8::from(*upper));
    });
    list(out, &told.versions, |out, (name, version)| {
        out.extend(name.to_le_bytes());
        text(out, version);
    });
    list(out, &told.concepts, |out, concept| out.extend(concept.to_le_bytes()));
    list(out, &told.rivals, |out, rival| out.extend(rival.to_le_bytes()));
    for given in [told.calls.telling(), told.calls.targets.as_slice()] {
        list(out, given, |out, (name, refused)| {
            text(out, name);
            out.push(u8::from(*refused));
        });
    }
    list(out, &told.calls.verbs, |out, (tool, verb)| {
        text(out, tool);
        text(out, verb);
    });
}

fn take_told(reader: &mut Reader<'_>, with_ids: bool) -> Option<Told> {
    let mut slots = reader.list(|reader| {
        let (weight, flags) = (reader.real()?, reader.byte()?);
        let is = |flag| flags & flag != 0;
        Some(Slot {
            weight,
            away: is(AWAY),
            number: is(IS_NUMBER),
            act: is(ACT),
            option: is(OPTION),
            purpose: is(PURPOSE),
            aim: is(AIM),
            place: false,
            brought: false,
            carries: carries(flags),
            key: String::new(),
            shown: String::new(),
            ids: Vec::new(),
        })
    })?;
    for slot in &mut slots {
        reader.text()?.clone_into(&mut slot.key);
        reader.text()?.clone_into(&mut slot.shown);
        if with_ids {
            slot.ids = reader.list(|reader| Some((reader.long()?, reader.real()?)))?;
        }
    }
    Some(Told {
        slots,
        ends: reader.list(|reader| Some((reader.short()?, reader.byte()? != 0)))?,
        versions: reader.list(|reader| Some((reader.long()?, reader.text()?.to_owned())))?,
        concepts: reader.list(Reader::long)?,
        rivals: reader.list(Reader::long)?,
        calls: Called::of(take_given(reader)?, take_given(reader)?, take_verbs(reader)?),
    })
}

fn take_given(reader: &mut Reader<'_>) -> Option<Vec<Given>> {
    reader.list(|reader| Some((reader.text()?.to_owned(), reader.byte()? != 0)))
}

fn take_verbs(reader: &mut Reader<'_>) -> Option<Vec<(String, String)>> {
    reader.list(|reader| Some((reader.text()?.to_owned(), reader.text()?.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{slots, units};
    use crate::text::Lexicon;

    #[test]
    fn a_failure_comes_back_as_it_was() {
        let told = |text: &str| {
            let items = units::read(text, &[Lexicon::builtin()]);
            Told::of(&items, &slots::all(&items))
        };
        let made = Prepared {
            told: told("raise work_mem to 512 without a restart, 别把 React 升级到 19"),
            alternatives: vec![told("lower the pool size"), told("")],
        };
        let bytes = made.to_bytes(7);
        let record = Record::open(&bytes).unwrap();
        let back = record.read().unwrap();
        assert_eq!((record.mark, record.weight), (7, made.told.weight()));
        let bare = |told: &Told| {
            let slots = told.slots.iter().map(|slot| Slot { ids: Vec::new(), ..slot.clone() });
            Told { slots: slots.collect(), ..told.clone() }
        };
        assert_eq!(format!("{:?}", back.told), format!("{:?}", bare(&made.told)));
        assert_eq!(bare(&back.alternatives[0]).slots.len(), made.alternatives[0].slots.len());
        for (at, slot) in (0..).zip(&made.told.slots) {
            assert_eq!(record.look(at), (slot.weight, slot.number));
        }
        for end in 0..bytes.len() {
            let cut = Record::open(&bytes[..end]);
            assert!(cut.is_none_or(|record| record.read().is_none()), "{end}");
        }
    }
}
