//! How much of an approach a proposal says again, and what speaks against it.

use super::names::Carries;
use super::record::Record;
use super::said::Said;
use super::slots::{self, Slot, Told};
use super::vocabulary;

/// One unit of the proposal that may be one of the approach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) failure: u32,
    pub(super) slot: u16,
    /// The slot of the proposal.
    pub(super) at: u16,
    pub(super) strength: f32,
}

/// What a comparison found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) score: f32,
    /// Slots of the approach that the proposal says again.
    pub(super) again: Vec<usize>,
}

/// From this strength on a unit counts as said again.
const CLEAR: f32 = 0.6;
/// From this weight on a unit is a name.
const NAME: f32 = 1.25;
/// From this weight on a unit is a word of its own: a name, perhaps.
const UNKNOWN: f32 = 1.05;
/// What a number that comes again weighs more.
const SAME_NUMBER: f32 = 0.75;
/// From this strength on it is the very name.
const VERY_NAME: f32 = 0.9;
/// What it comes to when the names that carry an approach come again.
const NAMED: f32 = 0.75;
/// The weight of other words with which a name is enough that carries a part of the approach: with
/// its deed, and without.
const COMPANY: f32 = 0.99;
const MUCH_COMPANY: f32 = 1.49;
/// What a second name counts as company: they can be two words of one.
const SECOND_NAME: f32 = 0.5;
/// How much of the score depends on how much else the proposal says.
const BACK: f32 = 0.1;

/// How much less what an approach was for weighs where code does not say it.
const UNSAID: f32 = 0.67;

/// Words of code that bring a name in, by their stems.
const BRINGS: [&str; 6] = ["import", "requir", "require", "install", "includ", "include"];

/// What is left of a score for each thing that speaks against it.
const TAKEN_AWAY: f32 = 0.4;
const OTHER_END: f32 = 0.5;
const NO_DIRECTION: f32 = 0.8;
const OTHER_VERSION: f32 = 0.4;
const RIVAL: f32 = 0.5;
const OTHER_DEED: f32 = 0.85;
const OTHER_HEAD: f32 = 0.88;
const OTHER_NAME: f32 = 0.85;
const MISSING_OPTION: f32 = 0.55;
const OTHER_CALL: f32 = 0.4;
/// How much what only says where says of what is done.
const PLACE: f32 = 0.5;
const ALTERNATIVE: f32 = 0.6;

/// The most that a comparison can come to, from the touches alone.
pub(super) fn at_most(own: &Record<'_>, touches: &[Touch], code: bool) -> f32 {
    let unsaid = if code { own.purpose() * UNSAID } else { 0.0 };
    let (mut got, mut total) = (0.0, own.weight - unsaid);
    for slot in touches.chunk_by(|a, b| a.slot == b.slot) {
        let (weight, number) = own.look(slot[0].slot);
        let bonus = if number { SAME_NUMBER } else { 0.0 };
        got += (weight + bonus) * slot[0].strength;
        total += bonus;
    }
    let named = touches.iter().any(|touch| touch.strength > VERY_NAME && own.is_name(touch.slot));
    (got / total.max(0.1)).max(if named { NAMED } else { 0.0 })
}

/// Compares one approach with a proposal; the touches are those of this approach, by slot, the
/// strongest first.
pub(super) fn compare(own: &Told, weight: f32, touches: &[Touch], said: &Said) -> Found {
    let mut tally = Tally::new(own, weight, said);
    for slot in touches.chunk_by(|a, b| a.slot == b.slot) {
        tally.slot(slot);
    }
    Found { score: tally.score(), again: tally.again }
}

/// Lowers a score where the proposal is what was done instead.
pub(super) fn unless_alternative(score: f32, alternatives: &[Told], said: &Said) -> f32 {
    let adopted = alternatives.iter().any(|told| adopts(told, said));
    if score < 0.9 && adopted { score * ALTERNATIVE } else { score }
}

/// Reports whether a proposal brings in what was done instead.
pub(super) fn adopts(told: &Told, said: &Said) -> bool {
    let covered: f32 = told.slots.iter().filter(|slot| is_said(slot, said)).map(|s| s.weight).sum();
    told.weight() > 0.0 && covered / told.weight() >= 0.75
}

/// Reports whether a unit of this strength is enough to find what was done instead.
pub(super) fn is_sure(strength: f32) -> bool {
    strength >= CLEAR && strength.total_cmp(&slots::ALIKE).is_ne()
}

fn is_said(slot: &Slot, said: &Said) -> bool {
    let sure = slot.ids.iter().filter(|(_, strength)| is_sure(*strength));
    let mut ids = sure.map(|(id, _)| id);
    ids.any(|id| {
        let mut lists = said.ids.iter().zip(&said.told.slots);
        lists.any(|(list, other)| !other.away && list.binary_search(id).is_ok())
    })
}

struct Tally<'a> {
    own: &'a Told,
    said: &'a Said,
    total: f32,
    got: f32,
    against: f32,
    /// Slots of the approach that are said again.
    again: Vec<usize>,
    /// Slots of the approach that something is said of.
    touched: Vec<usize>,
    /// Slots of the proposal that say something again.
    hit: Vec<bool>,
    /// Slots of the approach that are names and come again as they are.
    names: Vec<usize>,
}

impl<'a> Tally<'a> {
    fn new(own: &'a Told, total: f32, said: &'a Said) -> Self {
        let hit = vec![false; said.told.slots.len()];
        Self {
            own,
            said,
            total,
            got: 0.0,
            against: 0.0,
            again: Vec::new(),
            touched: Vec::new(),
            hit,
            names: Vec::new(),
        }
    }

    fn slot(&mut self, touches: &[Touch]) {
        let at = usize::from(touches[0].slot);
        let mine = &self.own.slots[at];
        let top = touches[0].strength;
        let (mut best, mut opposed) = (0.0_f32, 0.0_f32);
        for touch in touches {
            // What is said in the same words decides whether it is brought in or taken away.
            if top >= slots::SAME && touch.strength < slots::SAME {
                break;
            }
            let other = &self.said.told.slots[usize::from(touch.at)];
            let place = if other.place { PLACE } else { 1.0 };
            let strength = strength(mine, other, touch.strength) * place;
            self.hit[usize::from(touch.at)] |= strength > CLEAR;
            let side = if other.away == mine.away { &mut best } else { &mut opposed };
            *side = side.max(strength);
        }
        self.touched.push(at);
        if best > VERY_NAME && mine.carries != Carries::Nothing {
            self.names.push(at);
        }
        if best > 0.0 {
            let bonus = if mine.number && mine.key.len() > 1 { SAME_NUMBER } else { 0.0 };
            self.total += bonus;
            self.got += (mine.weight + bonus) * best;
            if best > CLEAR || mine.weight < 1.0 {
                self.again.push(at);
            }
        } else {
            self.against += mine.weight * opposed;
        }
    }

    fn score(&self) -> f32 {
        let total = (self.total - self.unsaid()).max(0.1);
        let of_all = self.got / total * self.back() * self.of_another_thing();
        let of_names = if self.is_named() { NAMED } else { 0.0 };
        (of_all.max(of_names) * self.contradicted(total)).min(1.0)
    }

    /// What is left of a score for what speaks against it.
    fn contradicted(&self, total: f32) -> f32 {
        let mut score = 1.0;
        if self.lacks_option() {
            score *= MISSING_OPTION;
        }
        let calls = &self.said.told.calls;
        if calls.is_about_another(&self.own.calls) || calls.does_another(&self.own.calls) {
            score *= OTHER_CALL;
        }
        if self.against / total > 0.2 {
            score *= TAKEN_AWAY;
        }
        if opposite_ends(&self.own.ends, &self.said.told.ends) {
            score *= OTHER_END;
        }
        if lacks_direction(&self.own.ends, &self.said.told.ends) {
            score *= NO_DIRECTION;
        }
        if other_version(&self.own.versions, &self.said.told.versions) {
            score *= OTHER_VERSION;
        }
        if self.is_rival() {
            score *= RIVAL;
        }
        score
    }

    /// Whether the proposal only puts a name of the approach in the place of something else: 从 A 改回 B
    /// needs not say again what is kept there.
    fn is_put_back(&self) -> bool {
        let mut zipped = self.said.told.slots.iter().zip(&self.hit);
        let left = zipped.clone().any(|(slot, hit)| slot.away && !hit && slot.weight >= 1.0);
        !self.said.code
            && left
            && !zipped.any(|(slot, hit)| !slot.away && !hit && slot.weight >= 1.0)
    }

    /// Whether the names that carry the approach come again, in company where one is not enough.
    fn is_named(&self) -> bool {
        if !self.names.is_empty() && self.is_put_back() {
            return true;
        }
        if self.names.is_empty() || self.has_another_aim() || self.has_another_name() {
            return false;
        }
        let slots = &self.own.slots;
        let is_way = |at: &usize| slots[*at].carries == Carries::Way;
        let ways = (0..slots.len()).filter(is_way).count();
        let said = self.names.iter().filter(|&at| is_way(at)).count();
        let others = self.again.iter().filter(|at| !self.names.contains(at));
        let several = if self.names.len() > 1 { SECOND_NAME } else { 0.0 };
        let company = several + others.map(|&at| slots[at].weight).sum::<f32>();
        // A sentence can name a thing and do something else with it.
        let done = self.said.code || self.is_proposed() || self.is_brought();
        if said > 0 && !done && company < COMPANY {
            return false;
        }
        if said > 0 && (said == ways || said > 1 || company >= COMPANY) {
            return true;
        }
        let lacks_deed =
            slots.iter().enumerate().any(|(at, slot)| slot.act && !self.again.contains(&at));
        company >= if lacks_deed { MUCH_COMPANY } else { COMPANY }
    }

    /// Whether a question asks for the name, and for no deed of its own with it.
    fn is_proposed(&self) -> bool {
        let mut zipped = self.said.told.slots.iter().zip(&self.hit);
        self.said.proposes && !zipped.any(|(slot, hit)| slot.act && !hit)
    }

    /// Whether the proposal brings in a name of the approach, with a word that says so.
    fn is_brought(&self) -> bool {
        let keys = || self.names.iter().map(|&at| self.own.slots[at].key.as_str());
        let mut said = self.said.told.slots.iter().filter(|slot| slot.brought);
        said.any(|slot| keys().any(|key| key == slot.key))
    }

    /// Whether a name of the approach is missing and a sentence says another: two brokers.
    fn has_another_name(&self) -> bool {
        let missing = |(at, slot): (usize, &Slot)| {
            slot.carries != Carries::Nothing && !slot.option && !self.again.contains(&at)
        };
        let mut zipped = self.said.told.slots.iter().zip(&self.hit);
        !self.said.code
            && self.own.slots.iter().enumerate().any(missing)
            && zipped.any(|(slot, hit)| !hit && slot.weight > NAME)
    }

    /// Whether both say what they are for, and it is not the same; code that calls by the name of
    /// the approach says it by what it names.
    fn has_another_aim(&self) -> bool {
        let mut aims = self.own.slots.iter().enumerate().filter(|(_, slot)| slot.aim).peekable();
        if aims.peek().is_none() || aims.any(|(at, _)| self.again.contains(&at)) {
            return false;
        }
        let mut said = self.said.told.slots.iter();
        if self.said.code {
            return !said.any(|slot| BRINGS.contains(&slot.key.as_str()));
        }
        said.any(|slot| slot.aim && slot.weight >= 1.0)
    }

    /// What is left of a score for all that the proposal says besides; code says much.
    fn back(&self) -> f32 {
        if self.said.code {
            return 1.0;
        }
        let zipped = self.said.told.slots.iter().zip(&self.hit);
        let back: f32 = zipped.filter(|(_, hit)| **hit).map(|(slot, _)| slot.weight).sum();
        1.0 - BACK + BACK * back / self.said.weight.max(0.1)
    }

    /// The weight that does not count where code does not say what it is for.
    fn unsaid(&self) -> f32 {
        if !self.said.code {
            return 0.0;
        }
        let slots = self.own.slots.iter().enumerate();
        let missing = slots.filter(|(at, slot)| slot.purpose && !self.touched.contains(at));
        missing.map(|(_, slot)| slot.weight * UNSAID).sum()
    }

    /// Whether the approach was a call with a flag that the proposal has not, by its whole name, or that
    /// it has not and does nothing without.
    fn lacks_option(&self) -> bool {
        let (own, said) = (&self.own.calls, &self.said.told.calls);
        let mut flags = own.flags.iter();
        flags.any(|flag| !said.has(flag) && !self.is_in_words(&flag.0))
            || said.is_dry() && !own.is_dry()
    }

    /// Whether a sentence says in words what a flag says: "force the install".
    fn is_in_words(&self, flag: &str) -> bool {
        let calls = &self.said.told.calls;
        let says = |word: &str| {
            let stem = vocabulary::stem_of(word);
            let mut slots = self.said.told.slots.iter();
            slots.any(|slot| slot.key.split(' ').any(|part| part == stem))
        };
        if calls.has_flags() || self.said.code && calls.any {
            return false;
        }
        let mut slots = self.own.slots.iter().enumerate();
        let mut again = || slots.all(|(at, slot)| !slot.option || self.again.contains(&at));
        flag.split(['-', '_']).all(says) || !calls.any && again()
    }

    /// Whether the proposal names what competes with the approach by the lexicon, and not the approach.
    fn is_rival(&self) -> bool {
        let said = &self.said.told.concepts;
        self.own.rivals.iter().any(|rival| said.contains(rival))
            && !self.own.concepts.iter().any(|concept| said.contains(concept))
    }

    /// Lowers a score where something of weight is missing and the proposal says another in its place.
    fn of_another_thing(&self) -> f32 {
        if self.said.code {
            // It always brings names and deeds of its own.
            return 1.0;
        }
        let lacks = |test: &dyn Fn(&Slot) -> bool| {
            let mut slots = self.own.slots.iter().enumerate();
            slots.any(|(at, slot)| test(slot) && !self.again.contains(&at))
        };
        let brings = |test: &dyn Fn(&Slot) -> bool| {
            let mut slots = self.said.told.slots.iter().zip(&self.hit);
            slots.any(|(slot, hit)| test(slot) && !hit)
        };
        let mut factor = 1.0;
        let named = self.again.iter().any(|&at| self.own.slots[at].weight > UNKNOWN);
        let head = self.own.slots.first().is_some_and(|slot| slot.act) && !self.again.contains(&0);
        if !named
            && lacks(&|slot| slot.act && slot.key != slots::REMOVAL)
            && brings(&|slot| slot.act)
        {
            factor *= OTHER_DEED;
        } else if !named && head && brings(&|slot| slot.weight >= 1.0) {
            factor *= OTHER_HEAD;
        }
        if lacks(&|slot| slot.weight > UNKNOWN) && brings(&|slot| slot.weight > NAME) {
            factor *= OTHER_NAME;
        }
        factor
    }
}

/// How sure it is that two units mean the same, when both are looked at.
pub(super) fn strength(mine: &Slot, other: &Slot, strength: f32) -> f32 {
    let alike = strength.total_cmp(&slots::ALIKE).is_eq();
    if alike && mine.key != slots::REMOVAL && !slots::alike(&mine.key, &other.key) {
        return 0.0;
    }
    let names = mine.weight > NAME && other.weight > NAME;
    if names && !alike && strength < slots::SAME && !slots::one_name(&mine.key, &other.key) {
        // Two names of one entry of the lexicon can be two products.
        return strength.min(0.5);
    }
    strength
}

/// Whether two texts stand at different ends of an axis; who names both ends stands at none.
fn opposite_ends(a: &[(u16, bool)], b: &[(u16, bool)]) -> bool {
    let end = |list: &[(u16, bool)], axis: u16| {
        let mut ends = list.iter().filter(|end| end.0 == axis).map(|end| end.1);
        let first = ends.next()?;
        ends.all(|end| end == first).then_some(first)
    };
    a.iter().any(|&(axis, _)| matches!((end(a, axis), end(b, axis)), (Some(a), Some(b)) if a != b))
}

/// Whether the approach goes in a direction and the proposal in none.
fn lacks_direction(a: &[(u16, bool)], b: &[(u16, bool)]) -> bool {
    let directed = a.iter().filter(|(axis, _)| vocabulary::DIRECTED.contains(axis));
    directed.clone().next().is_some()
        && !directed.clone().any(|(axis, _)| b.iter().any(|(other, _)| other == axis))
}

/// Whether both name the same thing, in other versions: Node 18, Node 22.
fn other_version(a: &[(u64, String)], b: &[(u64, String)]) -> bool {
    let within = |a: &str, b: &str| {
        a.strip_prefix(b).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let pairs = || a.iter().flat_map(|a| b.iter().filter(move |b| a.0 == b.0).map(move |b| (a, b)));
    pairs().next().is_some() && !pairs().any(|(a, b)| within(&a.1, &b.1) || within(&b.1, &a.1))
}
