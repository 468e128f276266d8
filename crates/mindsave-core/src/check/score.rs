//! Compares a proposal with every failure at once.

use super::approach::Approach;
use super::slots::{self, Told};
use super::units::{self, Item};
use crate::text::Lexicon;

/// How strongly a match warns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Score above 0.60.
    Moderate,
    /// Score above 0.80.
    High,
    /// Score above 0.95.
    Critical,
}

impl Severity {
    /// Returns the severity of a score.
    pub fn of(score: f32) -> Option<Self> {
        match score {
            s if s > 0.95 => Some(Self::Critical),
            s if s > 0.80 => Some(Self::High),
            s if s > 0.60 => Some(Self::Moderate),
            _ => None,
        }
    }
}

/// What is watched for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watched<'a> {
    /// What was tried.
    pub approach: &'a str,
}

/// A failure that the proposal repeats.
#[derive(Clone, Debug)]
pub struct Match {
    /// Which.
    pub index: usize,
    /// How surely.
    pub score: f32,
    /// How strongly to warn.
    pub severity: Severity,
    /// Shared words.
    pub shared: Vec<String>,
}

struct Prepared {
    told: Told,
    weight: f32,
}

/// Knows failures.
pub struct Checker<'l> {
    lexicons: Vec<&'l Lexicon>,
    prepared: Vec<Prepared>,
    /// Number, failure, slot, strength; sorted.
    index: Vec<(u64, u32, u16, f32)>,
}

impl<'l> Checker<'l> {
    /// Reads failures.
    pub fn new<'a>(watched: impl IntoIterator<Item = Watched<'a>>, lexicons: &[&'l Lexicon]) -> Self {
        let mut out = Self { lexicons: lexicons.to_vec(), prepared: Vec::new(), index: Vec::new() };
        for one in watched {
            let items = units::read(one.approach, lexicons);
            let approach = Approach::of(&items);
            let told = Told::of(&items, &approach.tried);
            let own = out.prepared.len() as u32;
            for (at, slot) in told.slots.iter().enumerate() {
                out.index.extend(slot.ids.iter().map(|&(id, s)| (id, own, at as u16, s)));
            }
            out.prepared.push(Prepared { weight: told.weight(), told });
        }
        out.index.sort_by(|a, b| (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2)));
        out
    }

    /// Explains one comparison, for tuning.
    pub fn explain(&self, n: usize, proposal: &str) -> String {
        let p = &self.prepared[n];
        let items = units::read(proposal, &self.lexicons);
        let told = Told::of(&items, &slots::all(&items));
        format!("  tried {:?} ends {:?} v {:?}\n  prop {:?} ends {:?} v {:?}", p.told.slots.iter().map(|s| format!("{}{}:{}", if s.away {"-"} else {""}, s.key, s.weight)).collect::<Vec<_>>(), p.told.ends, p.told.versions,
          told.slots.iter().map(|s| format!("{}{}:{}", if s.away {"-"} else {""}, s.key, s.weight)).collect::<Vec<_>>(), told.ends, told.versions)
    }

    /// Checks a proposal.
    pub fn check(&self, proposal: &str) -> Vec<Match> {
        self.find(proposal, false)
    }

    /// Score.
    pub fn score_of(&self, n: usize, proposal: &str) -> Option<(f32, Vec<String>)> {
        self.find(proposal, true).into_iter().find(|m| m.index == n).map(|m| (m.score, m.shared))
    }

    fn find(&self, proposal: &str, raw: bool) -> Vec<Match> {
        let items = units::read(proposal, &self.lexicons);
        let said = Said::of(&items);
        let mut touched: Vec<(u32, u16, usize, f32)> = Vec::new();
        for (at, ids) in said.ids.iter().enumerate() {
            for id in ids {
                let from = self.index.partition_point(|entry| entry.0 < *id);
                for entry in self.index[from..].iter().take_while(|entry| entry.0 == *id) {
                    touched.push((entry.1, entry.2, at, entry.3));
                }
            }
        }
        touched.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.3.total_cmp(&a.3)));
        let mut out = Vec::new();
        for own in touched.chunk_by(|a, b| a.0 == b.0) {
            if let Some(found) = self.judge(own, &said, raw) {
                out.push(found);
            }
        }
        out.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
        out
    }

    fn judge(&self, touched: &[(u32, u16, usize, f32)], said: &Said, raw: bool) -> Option<Match> {
        let index = touched[0].0 as usize;
        let own = &self.prepared[index];
        let (mut got, mut against, mut total) = (0.0_f32, 0.0_f32, own.weight);
        let mut hit = vec![false; said.told.slots.len()];
        let mut shared = Vec::new();
        for slot in touched.chunk_by(|a, b| a.1 == b.1) {
            let mine = &own.told.slots[slot[0].1 as usize];
            let mut best = 0.0_f32;
            let mut opposed = 0.0_f32;
            let top = slot[0].3;
            for &(_, _, at, strength) in slot {
                let other = &said.told.slots[at];
                // What is said in the same words decides whether it is brought in or taken away.
                if top >= slots::SAME && strength < slots::SAME { continue; }
                if strength == slots::ALIKE && !slots::alike(&mine.key, &other.key) {
                    continue;
                }
                let strength = if mine.weight > 1.25 && other.weight > 1.25 && strength < slots::SAME && strength != slots::ALIKE && !slots::one_name(&mine.key, &other.key) { strength.min(0.5) } else { strength };
                hit[at] |= strength > 0.6;
                if other.away == mine.away { best = best.max(strength) } else { opposed = opposed.max(strength) }
            }
            if best > 0.0 {
                let bonus = if mine.number && mine.key.len() > 1 { 0.75 } else { 0.0 };
                total += bonus;
                got += (mine.weight + bonus) * best;
                if best > 0.6 || mine.weight < 1.0 { shared.push(mine.key.clone()); }
            } else if opposed > 0.0 {
                against += mine.weight * opposed;
            }
        }
        let mut score = got / total.max(0.1);
        let all: f32 = said.told.slots.iter().map(|slot| slot.weight).sum();
        let back: f32 = said.told.slots.iter().zip(&hit).filter(|(_, hit)| **hit).map(|(slot, _)| slot.weight).sum();
        score *= 0.9 + 0.1 * (back / all.max(0.1));
        if against / total.max(0.1) > 0.2 { score *= 0.4; }
        if opposite_ends(&own.told.ends, &said.told.ends) { score *= 0.5; }
        if other_version(&own.told.versions, &said.told.versions) { score *= 0.4; }
        let rival = own.told.rivals.iter().any(|rival| said.told.concepts.contains(rival))
            && !own.told.concepts.iter().any(|concept| said.told.concepts.contains(concept));
        if rival { score *= 0.5; }
        let missing = own.told.slots.iter().any(|slot| slot.act && slot.key != slots::REMOVAL && !shared.contains(&slot.key));
        let foreign = said.told.slots.iter().zip(&hit).any(|(slot, hit)| slot.act && !hit);
        let name = own.told.slots.iter().any(|slot| slot.weight > 1.05 && shared.contains(&slot.key));
        let head = own.told.slots.first().is_some_and(|slot| slot.act && !shared.contains(&slot.key));
        let other_thing = said.told.slots.iter().zip(&hit).any(|(slot, hit)| slot.weight >= 1.0 && !hit);
        let f = format!("cov={:.3} back={:.3} missact={} foreignact={} name={} head={} otherthing={} against={:.2} ends={} ver={}", got/total.max(0.1), back/all.max(0.1), missing, foreign, name, head, other_thing, against/total.max(0.1), opposite_ends(&own.told.ends, &said.told.ends), other_version(&own.told.versions, &said.told.versions));
        if raw { shared.push(f); }
        if missing && foreign && !name { score *= 0.85; }
        else if head && other_thing && !name { score *= 0.88; }
        let lost = own.told.slots.iter().any(|slot| slot.weight > 1.25 && !shared.contains(&slot.key));
        let other = said.told.slots.iter().zip(&hit).any(|(slot, hit)| slot.weight > 1.25 && !hit);
        if lost && other { score *= 0.85; }
        if raw { return Some(Match { index, score, severity: Severity::Moderate, shared }); }
        let severity = Severity::of(score)?;
        Some(Match { index, score, severity, shared })
    }
}

struct Said {
    told: Told,
    ids: Vec<Vec<u64>>,
}

impl Said {
    fn of(items: &[Item]) -> Self {
        let told = Told::of(items, &slots::all(items));
        let mut ids: Vec<Vec<u64>> = vec![Vec::new(); told.slots.len()];
        let mut before: Option<&Item> = None;
        for item in items {
            if !item.counts() {
                before = None;
                if slots::is_deed_of_removal(item) && let Some(at) = told.slots.iter().position(|slot| slot.key == slots::REMOVAL) {
                    ids[at].push(super::hash::of(super::hash::GROUP, slots::REMOVAL));
                }
                continue;
            }
            let Some(at) = told.slots.iter().position(|slot| slot.key == item.key) else { continue };
            ids[at].extend(slots::said_by(item));
            if item.name {
                ids[at].extend(slots::said_by_parts(item));
            }
            if let Some(b) = before {
                if b.key.is_ascii() && item.key.is_ascii() {
                    let joined = format!("{}{}", b.key, item.key).replace(' ', "");
                    ids[at].push(super::hash::of(super::hash::WORD, &joined));
                }
            }
            before = Some(item);
        }
        for list in &mut ids { list.sort_unstable(); list.dedup(); }
        Self { told, ids }
    }
}

fn opposite_ends(a: &[(u16, bool)], b: &[(u16, bool)]) -> bool {
    let one = |list: &[(u16, bool)], axis: u16| {
        let mut ends = list.iter().filter(|end| end.0 == axis).map(|end| end.1);
        let first = ends.next()?;
        ends.all(|end| end == first).then_some(first)
    };
    a.iter().any(|&(axis, _)| matches!((one(a, axis), one(b, axis)), (Some(x), Some(y)) if x != y))
}

fn other_version(a: &[(u64, String)], b: &[(u64, String)]) -> bool {
    let same = |x: &str, y: &str| x == y || x.strip_prefix(y).is_some_and(|r| r.starts_with('.')) || y.strip_prefix(x).is_some_and(|r| r.starts_with('.'));
    let shared = || a.iter().flat_map(|x| b.iter().filter(move |y| y.0 == x.0).map(move |y| (x, y)));
    shared().next().is_some() && !shared().any(|(x, y)| same(&x.1, &y.1))
}
