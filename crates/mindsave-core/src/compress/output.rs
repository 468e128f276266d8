//! From entries and what is left to the result.

use hashbrown::{HashMap, HashSet};
use indexmap::IndexMap;

use super::conflict::{Clash, Conflict};
use super::counts::Counts;
use super::entry::{Entry, Source, SourceKind};
use super::grouped::{Fate, Grouped};
use super::intake::Rule;
use super::request::Request;
use super::{Compression, Stats};
use crate::resume::write_one_line;
use crate::text::cmp_folded;

/// Puts the result together; its figures are to be completed. Every line of what is rendered is
/// shown to `said`, with the rule it says.
pub(super) fn build(
    request: &Request,
    grouped: Grouped,
    entries: IndexMap<String, Entry>,
    said: impl FnMut(&str, Option<&Source>),
) -> Compression {
    let fates = grouped.fates();
    let Grouped { intake, clashes, .. } = grouped;
    let conflicts: Vec<Conflict> =
        clashes.iter().map(|clash| report(clash, &intake.rules)).collect();
    let kept = intake.rules.into_iter().zip(fates).filter(|(_, fate)| *fate == Fate::Kept);
    let (constraints, excluded): (Vec<Source>, Vec<Source>) =
        kept.map(|(rule, _)| rule.source).partition(|own| own.kind == SourceKind::Constraint);
    let (constraints, overflow) = budget(constraints, request.max_constraints);
    let rendered = render(&entries, &[&constraints, &excluded], &conflicts, said);
    let texts =
        |sources: Vec<Source>| sources.into_iter().map(|source| source.text).collect::<Vec<_>>();
    Compression {
        constraints: texts(constraints),
        decisions: request.decisions.clone(),
        excluded_paths: texts(excluded),
        symbolic: entries,
        conflicts,
        overflow,
        duplicates: intake.duplicates,
        dropped: intake.dropped,
        rendered,
        stats: Stats::default(),
    }
}

/// Counts what went in, and what is merged of it.
pub(super) fn figures(grouped: &Grouped, counts: &mut Counts) -> Stats {
    Stats {
        tokens_in: counts.given(&grouped.intake.rules),
        merged: grouped.fates().iter().filter(|&&fate| fate == Fate::Merged).count(),
        blank: grouped.intake.dropped.len(),
        ..Stats::default()
    }
}

/// Adds what came out.
pub(super) fn completed(stats: Stats, made: &Compression, counts: Counts) -> Stats {
    let kept = made.constraints.len() + made.excluded_paths.len();
    Stats { kept, tokens_out: counts.of(&made.rendered), ..stats }
}

/// Keeps the shortest of some things, each with how many letters its source has, in an order that does
/// not depend on that of the input, nor on the case of repetitions.
pub(super) fn keep_shortest<'s, T: Copy>(
    things: &mut Vec<T>,
    count: usize,
    sized: impl Fn(T) -> (usize, &'s Source),
) {
    let letters = |a: T, b: T| {
        let (a, b) = (sized(a).1, sized(b).1);
        cmp_folded(a.text.trim(), b.text.trim()).then(a.kind.cmp(&b.kind))
    };
    let by_size = |one: &(usize, T), other: &(usize, T)| one.0.cmp(&other.0);
    let order = |one: &(usize, T), other: &(usize, T)| {
        by_size(one, other).then_with(|| letters(one.1, other.1))
    };
    let mut sized: Vec<(usize, T)> = things.iter().map(|&one| (sized(one).0, one)).collect();
    if count < sized.len() {
        // Letters are compared where sizes leave a choice, and nowhere else.
        let (_, &mut (longest, _), _) = sized.select_nth_unstable_by(count, by_size);
        sized.retain(|(size, _)| *size <= longest);
        sized.select_nth_unstable_by(count, order);
        sized.truncate(count);
    }
    sized.sort_unstable_by(order);
    *things = sized.into_iter().map(|(_, thing)| thing).collect();
}

/// Splits what is kept from what is over the budget, by a rule that no order changes: the shortest
/// stay, since most of them fit.
fn budget(sources: Vec<Source>, max: usize) -> (Vec<Source>, Vec<Source>) {
    if sources.len() <= max {
        return (sources, Vec::new());
    }
    let mut order: Vec<&Source> = sources.iter().collect();
    keep_shortest(&mut order, max, |source| (source.letters(), source));
    let kept: HashSet<usize> = order.iter().map(|source| source.index).collect();
    sources.into_iter().partition(|source| kept.contains(&source.index))
}

fn report(clash: &Clash, rules: &[Rule]) -> Conflict {
    Conflict {
        a: rules[clash.a].source.clone(),
        b: rules[clash.b].source.clone(),
        subject: clash.subject.clone(),
        kind: clash.kind,
    }
}

/// Where a source was given: no two share it.
type Place = (SourceKind, usize);

fn place(source: &Source) -> Place {
    (source.kind, source.index)
}

/// Writes the lines put before the model: entries, then sentences, then contradictions.
fn render(
    entries: &IndexMap<String, Entry>,
    kept: &[&[Source]],
    conflicts: &[Conflict],
    mut said: impl FnMut(&str, Option<&Source>),
) -> String {
    let apart: HashSet<Place> = conflicts.iter().flat_map(|c| [place(&c.a), place(&c.b)]).collect();
    let mut text =
        String::with_capacity(kept.iter().copied().flatten().map(|s| s.text.len() + 2).sum());
    for entry in entries.values() {
        let start = text.len();
        text.push_str(&entry.line);
        text.push('\n');
        said(&text[start..], None);
    }
    for source in kept.iter().copied().flatten() {
        if apart.is_empty() || !apart.contains(&place(source)) {
            let start = text.len();
            say(source, &mut text);
            text.push('\n');
            said(&text[start..], Some(source));
        }
    }
    let start = text.len();
    conflict_lines(conflicts, &mut text);
    text[start..].split_inclusive('\n').for_each(|line| said(line, None));
    text.pop();
    text
}

/// Writes a source as it stands among the rules.
fn say(source: &Source, text: &mut String) {
    if source.kind == SourceKind::ExcludedPath {
        text.push_str("✗ ");
    }
    write_one_line(&source.text, text);
}

/// Puts rules that contradict each other side by side, each once.
fn conflict_lines(conflicts: &[Conflict], text: &mut String) {
    let mut groups: Vec<Vec<&Source>> = Vec::new();
    let mut group_of: HashMap<Place, usize> = HashMap::new();
    for Conflict { a, b, .. } in conflicts {
        let known = [a, b].into_iter().find_map(|source| group_of.get(&place(source)));
        let group = known.copied().unwrap_or(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        for source in [a, b] {
            group_of.entry(place(source)).or_insert_with(|| {
                groups[group].push(source);
                group
            });
        }
    }
    for group in groups {
        for (i, source) in group.into_iter().enumerate() {
            text.push_str(if i == 0 { "conflict: " } else { " | " });
            say(source, text);
        }
        text.push('\n');
    }
}
