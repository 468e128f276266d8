//! An approach as slots: what has to come again for it to be the same approach.

use super::called::Called;
use super::calls::Mark;
use super::hash;
use super::names::{self, Carries};
use super::signs::{Arrows, studied, taken_away};
use super::units::{Item, Unit};
use super::vocabulary::{self, Group, Role, parents};

/// How much a unit weighs. Names tell approaches apart best, verbs of motion hardly.
const NAME: f32 = 1.5;
const KNOWN_NAME: f32 = 1.3;
const WORD: f32 = 1.1;
const PLAIN: f32 = 1.0;
const END: f32 = 0.5;
const MOVE: f32 = 0.25;
const VAGUE: f32 = 0.5;
const AWAY: f32 = 0.8;
const PAIR: f32 = 0.6;
const NUMBER: f32 = 0.25;
/// How much of its weight an operand keeps beside a flag, and a flag that changes nothing.
const BESIDE: f32 = 0.2;

/// How sure it is that two units mean the same.
pub(super) const SAME: f32 = 1.0;
const SYNONYM: f32 = 0.95;
/// The approach names the kind, the proposal one of it: a database, `MySQL`.
const ONE_OF_KIND: f32 = 0.9;
/// The approach names one, the proposal its kind.
const KIND: f32 = 0.55;
/// The same by the lexicon, where it links a name with its kind: many have one kind.
const KIND_BY_NAME: f32 = 0.3;
/// Words that are written alike.
pub(super) const ALIKE: f32 = 0.8;

/// A part of a longer word.
const PART: f32 = 0.5;

/// The shortest beginning that words which are alike share, in letters.
const BEGINNING: usize = 4;

/// One unit of an approach.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own about a unit")]
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) weight: f32,
    /// Whether the approach takes it away.
    pub(super) away: bool,
    pub(super) number: bool,
    /// Whether it tells what is done.
    pub(super) act: bool,
    /// Whether it is an option of a command: `--force`.
    pub(super) option: bool,
    /// Whether it says what something is done for, in words that code need not have.
    pub(super) purpose: bool,
    /// Whether it stands behind "for" or its like.
    pub(super) aim: bool,
    /// Whether it only says where.
    pub(super) place: bool,
    /// Whether it stands behind a word that brings it in.
    pub(super) brought: bool,
    /// How much of the approach it carries as a name.
    pub(super) carries: Carries,
    pub(super) key: String,
    /// As it is written.
    pub(super) shown: String,
    /// What it is found by, and how sure that is.
    pub(super) ids: Vec<(u64, f32)>,
}

/// What a text is about, ready to be compared.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    pub(super) slots: Vec<Slot>,
    /// Ends of axes it names.
    pub(super) ends: Vec<(u16, bool)>,
    /// Names with the version behind them.
    pub(super) versions: Vec<(u64, String)>,
    /// Names of the lexicon, and those that compete with them.
    pub(super) concepts: Vec<u64>,
    pub(super) rivals: Vec<u64>,
    /// What its calls say.
    pub(super) calls: Called,
}

impl Told {
    /// Reads chosen units of a text.
    pub(super) fn of(items: &[Item], chosen: &[usize]) -> Self {
        // A cue that opens the sentence says that the approach was refused, not that it refuses.
        let from = chosen.first().copied().unwrap_or(0);
        let mut away = vec![false; from];
        away.extend(taken_away(&items[from..], Arrows::Products));
        Self::with(items, chosen, &away)
    }

    /// Reads all units of a proposal; what is only studied is not done.
    pub(super) fn said(items: &[Item], code: bool) -> Self {
        let mut away = taken_away(items, if code { Arrows::Code } else { Arrows::Things });
        for (away, studied) in away.iter_mut().zip(studied(items)) {
            *away |= studied;
        }
        Self::with(items, &all(items), &away)
    }

    fn with(items: &[Item], chosen: &[usize], away: &[bool]) -> Self {
        let purpose = purposes(items);
        let carried = names::carried(items, chosen);
        let mut told = Self::default();
        for (&at, (carries, brought)) in chosen.iter().zip(carried) {
            let item = &items[at];
            told.calls.read(item, away[at]);
            told.versions.extend(item.marks.iter().filter_map(|mark| match mark {
                Mark::Target(name, version) => Some((hash::of(hash::WORD, name), version.clone()?)),
                _ => None,
            }));
            told.ends.extend(item.roles.iter().filter_map(|role| match role {
                Role::End(axis, upper) => Some((*axis, *upper)),
                _ => None,
            }));
            // What is taken away competes with nothing.
            let named = item.concepts.iter().filter(|_| !away[at]);
            told.concepts.extend(named.map(|concept| concept.own));
            told.rivals.extend(
                item.concepts
                    .iter()
                    .filter(|c| !c.whole)
                    .flat_map(|concept| concept.rivals.clone()),
            );
            if !item.counts() {
                if is_deed_of_removal(item) {
                    told.slots.push(removal(item));
                }
                continue;
            }
            told.version(items, at);
            let mut slot = slot(item, away[at]);
            slot.purpose &= purpose[at];
            if told.calls.is_beside(&item.marks) {
                // `git push --force origin main`: the flag is what tells it from others.
                slot.weight *= BESIDE;
            }
            (slot.aim, slot.carries, slot.brought) = (purpose[at], carries, brought);
            if let Some(own) = told.slots.iter_mut().find(|own| own.key == slot.key) {
                own.away &= slot.away;
                own.carries = own.carries.max(carries);
                own.brought |= brought;
            } else {
                told.slots.push(slot);
            }
        }
        told
    }

    fn version(&mut self, items: &[Item], at: usize) {
        if items[at].unit != Unit::Number {
            return;
        }
        // React 19, React to 19, Django 升级到 5.1
        let between = |item: &&Item| item.unit == Unit::Stop || is_of_versions(item);
        let near = items[at.saturating_sub(4)..at].iter().rev();
        if let Some(name) =
            near.skip_while(between).find(|_| true).filter(|name| is_versioned(name))
        {
            self.versions.push((hash::of(hash::WORD, &name.key), items[at].key.clone()));
        }
    }

    /// The weight of all of it.
    pub(super) fn weight(&self) -> f32 {
        self.slots.iter().map(|slot| slot.weight).sum()
    }
}

/// Whether it may stand between a name and its version: 升级到, version.
fn is_of_versions(item: &Item) -> bool {
    item.key == "version"
        || item.key == "版本"
        || item
            .roles
            .iter()
            .any(|role| matches!(role, Role::End(axis, _) if *axis == vocabulary::VERSION))
}

/// Which units say what something is done for: behind "for", 做.
fn purposes(items: &[Item]) -> Vec<bool> {
    const BEFORE: [&str; 7] = ["for", "to", "做", "来", "用于", "用来", "为了"];
    let mut out = vec![false; items.len()];
    let mut open = false;
    for (at, item) in items.iter().enumerate() {
        if item.unit == Unit::Break {
            open = false;
        }
        out[at] = open;
        // Something must be done before it is done for something.
        open |= at > 0 && item.unit == Unit::Stop && BEFORE.contains(&item.key.as_str());
    }
    out
}

/// Whether a number behind it is a version: a name, and no thing of the vocabulary.
fn is_versioned(item: &Item) -> bool {
    item.unit == Unit::Word && item.groups().next().is_none()
}

/// Whether a unit without weight takes away as a deed: "disable", 关闭, but not "without", 不带.
pub(super) fn is_deed_of_removal(item: &Item) -> bool {
    const LATIN: [&str; 15] = [
        "not",
        "no",
        "without",
        "never",
        "non",
        "dont",
        "rather than",
        "lack",
        "do not",
        "instead of",
        "dont use",
        "do not use",
        "never use",
        "not using",
        "no more",
    ];
    (item.is(Role::TakesAway)
        || item.is(Role::TakenAway) && !item.is(Role::BringsIn)
        || item.unit == Unit::Off)
        && !LATIN.contains(&item.key.as_str())
        && !item.key.starts_with(['不', '没', '无', '未', '非', '而'])
}

pub(super) const REMOVAL: &str = "(taken away)";

fn removal(item: &Item) -> Slot {
    let shown = item.shown.clone();
    let ids = vec![(hash::of(hash::GROUP, REMOVAL), SAME)];
    Slot {
        weight: AWAY,
        away: false,
        number: false,
        act: true,
        option: false,
        purpose: false,
        aim: false,
        place: false,
        brought: false,
        carries: Carries::Nothing,
        key: REMOVAL.to_owned(),
        shown,
        ids,
    }
}

fn slot(item: &Item, away: bool) -> Slot {
    Slot {
        weight: if item.qualifies { weight(item) / 2.0 } else { weight(item) },
        away,
        number: item.unit == Unit::Number,
        act: item.roles.iter().any(|role| matches!(role, Role::Act(_))),
        option: item.option,
        // A thing that is known tells one use from another: the token, not the theme.
        purpose: !item.roles.iter().any(|role| matches!(role, Role::Thing(_))) && !item.name,
        aim: false,
        place: false,
        brought: false,
        carries: Carries::Nothing,
        key: item.key.clone(),
        shown: item.shown.clone(),
        ids: found_by(item),
    }
}

fn weight(item: &Item) -> f32 {
    match item.unit {
        Unit::Number => return NUMBER,
        Unit::Han => return if item.key.chars().count() > 1 { PAIR } else { PAIR / 2.0 },
        _ => {}
    }
    let any = |test: fn(&Role) -> bool| item.roles.iter().any(test);
    if item.is(Role::Converts) && !item.name {
        // It tells what becomes what, and nothing of either.
        return MOVE;
    }
    if item.name {
        NAME
    } else if item.kinds().next().is_some() {
        KNOWN_NAME
    } else if any(|role| matches!(role, Role::Act(_) | Role::Thing(_))) {
        PLAIN
    } else if any(|role| matches!(role, Role::Vague(_))) {
        VAGUE
    } else if any(|role| matches!(role, Role::Move(_))) {
        MOVE
    } else if any(|role| matches!(role, Role::End(..))) {
        END
    } else if item.concepts.is_empty() {
        WORD
    } else {
        KNOWN_NAME
    }
}

fn found_by(item: &Item) -> Vec<(u64, f32)> {
    let mut ids = vec![(hash::of(hash::WORD, &item.key), SAME)];
    if item.key.contains(' ') {
        ids.push((hash::of(hash::WORD, &item.key.replace(' ', "")), SAME));
    }
    for group in item.groups() {
        ids.push((group_id(group), SYNONYM));
        ids.push((hash::of_number(hash::KIND_OF, group.into()), ONE_OF_KIND));
        ids.extend(parents(group).iter().map(|&kind| (group_id(kind), KIND)));
    }
    ids.extend(item.kinds().map(|kind| (group_id(kind), KIND_BY_NAME)));
    for role in &item.roles {
        if let Role::End(axis, upper) = role {
            ids.push((end_id(*axis, *upper), SYNONYM));
        }
    }
    let deed = item.roles.iter().any(|role| matches!(role, Role::Act(_)));
    for concept in &item.concepts {
        if deed && !concept.whole {
            // The deed of a name in several words is no name: `install` of `npm install`.
            continue;
        }
        ids.push((concept.own, SYNONYM));
        if concept.whole {
            ids.push((hash::of_number(hash::KIND_OF, concept.own), ONE_OF_KIND));
        }
        ids.extend(concept.above.iter().map(|&kind| (kind, KIND_BY_NAME)));
    }
    if item.unit == Unit::Word && item.key.len() > BEGINNING && item.key.is_ascii() {
        ids.push((beginning(&item.key), ALIKE));
    }
    if item.unit == Unit::Word && item.key.chars().count() > 2 && !item.key.is_ascii() {
        // Part of a longer word: 配置 of 配置中心.
        let chars: Vec<char> = item.key.chars().collect();
        let pairs = chars.windows(2).map(|pair| pair.iter().collect::<String>());
        ids.extend(pairs.map(|pair| (hash::of(hash::WORD, &pair), PART)));
    }
    if is_deed_of_removal(item) {
        ids.push((hash::of(hash::GROUP, REMOVAL), ALIKE));
    }
    ids
}

/// What a unit of a proposal says, as numbers.
pub(super) fn said_by(item: &Item) -> Vec<u64> {
    let mut ids = vec![hash::of(hash::WORD, &item.key)];
    if is_deed_of_removal(item) {
        ids.push(hash::of(hash::GROUP, REMOVAL));
    }
    if item.key.contains(' ') {
        ids.push(hash::of(hash::WORD, &item.key.replace(' ', "")));
    }
    for group in item.groups() {
        ids.push(group_id(group));
        ids.extend(parents(group).iter().map(|&kind| hash::of_number(hash::KIND_OF, kind.into())));
    }
    ids.extend(item.kinds().map(|kind| hash::of_number(hash::KIND_OF, kind.into())));
    for role in &item.roles {
        if let Role::End(axis, upper) = role {
            ids.push(end_id(*axis, *upper));
        }
    }
    for concept in &item.concepts {
        ids.push(concept.own);
        ids.extend(concept.above.iter().map(|&kind| hash::of_number(hash::KIND_OF, kind)));
    }
    if item.unit == Unit::Word && item.key.len() > BEGINNING && item.key.is_ascii() {
        ids.push(beginning(&item.key));
    }
    ids
}

fn group_id(group: Group) -> u64 {
    hash::of_number(hash::GROUP, group.into())
}

fn end_id(axis: u16, upper: bool) -> u64 {
    hash::of_number(hash::END, u64::from(axis) * 2 + u64::from(upper))
}

pub(super) fn beginning(key: &str) -> u64 {
    hash::of(hash::BEGINNING, &key[..BEGINNING])
}

/// Whether two words are written alike: the shorter begins the longer, or all but a few letters agree.
pub(super) fn alike(a: &str, b: &str) -> bool {
    let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let (short, long) = (a.len().min(b.len()), a.len().max(b.len()));
    common >= BEGINNING && (common == short && 2 * short >= long || 3 * common >= 2 * long)
}

/// What the parts of a name of code say: they can stand for it together.
pub(super) fn said_by_parts(item: &Item) -> Vec<u64> {
    let parts: Vec<&str> = item.key.split(' ').collect();
    let mut ids: Vec<u64> =
        parts.iter().filter(|part| part.len() > 1).map(|part| hash::of(hash::WORD, part)).collect();
    for first in 0..parts.len() {
        for last in first + 1..=parts.len().min(first + 4) {
            for role in vocabulary::by_stem(&parts[first..last].join(" ")) {
                if let Role::Act(group) | Role::Thing(group) | Role::Vague(group) = role {
                    ids.push(group_id(group));
                }
            }
        }
    }
    ids
}

/// Reads any number of units: all of them.
pub(super) fn all(items: &[Item]) -> Vec<usize> {
    (0..items.len()).collect()
}

/// Whether two spellings can be one name: one holds the other, or is short for it.
pub(super) fn one_name(a: &str, b: &str) -> bool {
    let (a, b) = (a.replace(' ', ""), b.replace(' ', ""));
    let (short, long) = if a.len() < b.len() { (&a, &b) } else { (&b, &a) };
    !a.is_ascii()
        || !b.is_ascii()
        || long.contains(short.as_str())
        || short.len() <= 4 && short[..1] == long[..1]
        || alike(&a, &b)
}
