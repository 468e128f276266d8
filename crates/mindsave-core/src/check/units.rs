//! What a text says, unit by unit: things, deeds, ends of axes, cues; with the names of the lexicon over them.

use super::calls::{Mark, Named};
use super::hash;
use super::pieces::{Kind, Piece, Pieces};
use super::vocabulary::{self, Group, Role};
use crate::text::{Lexicon, Statement};

/// The most pieces of a text that are looked at; what is longer is a document.
const MOST: usize = 600;
/// The most pieces of one entry of the vocabulary.
const LONGEST: usize = 8;

/// What a unit is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Unit {
    /// A word with weight.
    Word,
    /// A number.
    Number,
    /// Two ideographs nothing is known of, or one that stands alone.
    Han,
    /// No weight of its own.
    Stop,
    /// The end of a clause.
    Break,
    /// A setting is turned off.
    Off,
    /// An arrow: what follows takes the place of what stands before, or is what it led to.
    Arrow,
}

/// One unit of a text.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own about a word")]
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) unit: Unit,
    /// The first piece, and the one behind the last.
    pub(super) first: usize,
    pub(super) last: usize,
    /// As it is written.
    pub(super) shown: String,
    /// Stems of its words, joined by blanks.
    pub(super) key: String,
    /// What it is by its stems.
    pub(super) roles: Vec<Role>,
    /// What it is by its form.
    pub(super) cues: Vec<Role>,
    /// Whether it is written like a name of code.
    pub(super) name: bool,
    /// Whether it is one word in a form of the past, or with the ending of what goes on.
    pub(super) past: bool,
    pub(super) going_on: bool,
    /// Whether it only says where the name behind it belongs: `React` of `React.memo`.
    pub(super) qualifies: bool,
    /// Whether it is an option of a command.
    pub(super) option: bool,
    /// Units of one written word share its number.
    pub(super) chunk: usize,
    /// Names of the lexicon that it is part of.
    pub(super) concepts: Vec<Concept>,
    /// What it says of a call.
    pub(super) marks: Vec<Mark>,
}

/// A name of the lexicon, and the broader ones.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Concept {
    pub(super) own: u64,
    /// Broader ones; none where the name is more than this unit.
    pub(super) above: Vec<u64>,
    pub(super) rivals: Vec<u64>,
    /// Whether this unit is all of the name.
    pub(super) whole: bool,
}

impl Item {
    /// Reports whether it is this cue.
    pub(super) fn is(&self, cue: Role) -> bool {
        self.cues.contains(&cue) || self.roles.contains(&cue)
    }

    /// Returns the groups it belongs to, with what they tell.
    pub(super) fn groups(&self) -> impl Iterator<Item = Group> {
        self.roles.iter().filter_map(|role| match role {
            Role::Act(group) | Role::Move(group) | Role::Thing(group) | Role::Vague(group) => {
                Some(*group)
            }
            _ => None,
        })
    }

    /// Returns the kinds of which it is one.
    pub(super) fn kinds(&self) -> impl Iterator<Item = Group> {
        self.roles.iter().filter_map(|role| match role {
            Role::Member(group) => Some(*group),
            _ => None,
        })
    }

    /// Reports whether it has weight.
    pub(super) fn counts(&self) -> bool {
        matches!(self.unit, Unit::Word | Unit::Han | Unit::Number)
    }
}

/// Reads a text.
pub(super) fn read(text: &str, lexicons: &[&Lexicon]) -> Vec<Item> {
    let mut pieces = Pieces::of(text);
    pieces.list.truncate(MOST);
    let mut items = cut(&pieces.list);
    for item in &mut items {
        let last = &pieces.list[item.last - 1];
        pieces.text[pieces.list[item.first].start..last.end].clone_into(&mut item.shown);
        let next = pieces.list.get(item.last).filter(|next| next.chunk == last.chunk);
        item.qualifies = next.is_some_and(|next| pieces.text[last.end..next.start] == *".");
        if next.is_some_and(|next| pieces.text[last.end..next.start] == *"/") {
            // A path is a part of the whole.
            item.roles.push(Role::End(vocabulary::EXTENT, false));
        }
    }
    without_suffixes(&mut items);
    name(&pieces, &mut items, lexicons);
    mark(&pieces, &mut items);
    settings(&mut items);
    items
}

/// Takes the weight off the suffix of a product: `moment.js` is moment.
fn without_suffixes(items: &mut [Item]) {
    for at in 1..items.len() {
        let suffix = items[at].shown.eq_ignore_ascii_case("js") && items[at - 1].qualifies;
        if suffix && items[at].chunk == items[at - 1].chunk {
            items[at].unit = Unit::Stop;
            items[at - 1].qualifies = false;
        }
    }
}

/// Gives units the marks of calls; a flag that belongs to none is one by the name it has.
fn mark(pieces: &Pieces, items: &mut [Item]) {
    let mut marks = pieces.marks.iter().peekable();
    for item in items {
        for piece in &pieces.list[item.first..item.last] {
            let known = item.marks.len();
            while let Some((_, mark)) = marks.next_if(|(at, _)| *at < piece.end) {
                item.marks.push(mark.clone());
            }
            let chunk = || pieces.list.iter().skip_while(|other| other.chunk != piece.chunk);
            if piece.option
                && item.marks.len() == known
                && chunk().next().is_some_and(|first| first.start == piece.start)
            {
                let end = chunk().take_while(|other| other.chunk == piece.chunk).last();
                let end = end.map_or(piece.end, |last| last.end);
                let name = pieces.text[piece.start..end].to_owned();
                item.marks.push(Mark::Flag(Named { name, changes: true, front: false }));
            }
        }
    }
}

/// "set X to false", 把 X 设为 0: a setting is turned off.
fn settings(items: &mut [Item]) {
    const OFF: [&str; 6] = ["0", "false", "off", "none", "null", "no"];
    for at in 1..items.len() {
        if OFF.contains(&items[at].shown.to_lowercase().as_str())
            && matches!(
                items[at - 1].shown.as_str(),
                "to" | "为" | "成" | "设为" | "设成" | "改为" | "改成"
            )
        {
            items[at - 1].unit = Unit::Off;
        }
    }
}

fn cut(pieces: &[Piece]) -> Vec<Item> {
    let mut items = Vec::with_capacity(pieces.len());
    let mut at = 0;
    while at < pieces.len() {
        let item = entry(pieces, at).unwrap_or_else(|| single(pieces, at));
        at = item.last;
        items.push(item);
    }
    items
}

/// The longest entry of the vocabulary that begins here.
fn entry(pieces: &[Piece], first: usize) -> Option<Item> {
    let run = |piece: &&Piece| matches!(piece.kind, Kind::Word | Kind::Han | Kind::Number);
    let whole = whole_name(pieces, first);
    let begins =
        |piece: &Piece| vocabulary::longest(&piece.stem).max(vocabulary::longest(&piece.form));
    // A name of code can be an entry when it is written as one word.
    let most = whole.map_or_else(|| begins(&pieces[first]), |_| LONGEST);
    let end = pieces[first..].iter().take(most.min(LONGEST)).take_while(run).count() + first;
    // A name of code is one thing: only an entry for all of it counts.
    let fits = |last: usize| {
        whole.is_none_or(|whole| last >= whole)
            && !cuts_name(pieces, last)
            && !cuts_option(pieces, first, last)
    };
    (first + 1..=end).rev().filter(|&last| fits(last)).find_map(|last| known(pieces, first, last))
}

/// What the vocabulary says of some pieces, if it knows them.
fn known(pieces: &[Piece], first: usize, last: usize) -> Option<Item> {
    let key = join(pieces, first, last, |piece| &piece.stem);
    let form = join(pieces, first, last, |piece| &piece.form);
    let mut cues: Vec<Role> = vocabulary::by_form(&form).collect();
    if is_part(pieces, first, last) {
        // No end of the story: `left-pad`, `kept-alive`.
        cues.retain(|cue| matches!(cue, Role::Stop | Role::Measure | Role::Party));
    }
    let roles = roles(&pieces[first], &key, &cues);
    if roles.is_empty() && cues.is_empty() {
        return None;
    }
    let unit = if roles.iter().copied().any(has_weight) { Unit::Word } else { Unit::Stop };
    let alone = last == first + 1;
    let ends = |ending: &str| alone && pieces[first].form.ends_with(ending);
    Some(Item {
        unit,
        shown: String::new(),
        first,
        last,
        key,
        roles,
        cues,
        name: pieces[first].name,
        option: pieces[first].option,
        chunk: pieces[first].chunk,
        past: ends("ed") && !pieces[first].joined,
        going_on: ends("ing"),
        qualifies: false,
        concepts: Vec::new(),
        marks: Vec::new(),
    })
}

/// Whether some pieces are only a part of a word with marks inside.
fn is_part(pieces: &[Piece], first: usize, last: usize) -> bool {
    let chunk = |at: usize| pieces.get(at).map(|piece| piece.chunk);
    let own = Some(pieces[first].chunk);
    pieces[first].joined
        && (chunk(last) == own || first.checked_sub(1).is_some_and(|before| chunk(before) == own))
}

/// What the stems say, where the form and the capital of the word allow it.
fn roles(first: &Piece, key: &str, cues: &[Role]) -> Vec<Role> {
    let mut roles: Vec<Role> = vocabulary::by_stem(key).collect();
    if first.name && key.contains(' ') {
        roles.extend(vocabulary::by_stem(&key.replace(' ', "")));
    }
    if cues.contains(&Role::Stop) {
        roles.retain(|role| {
            !matches!(role, Role::Act(_) | Role::Move(_) | Role::Thing(_) | Role::Vague(_))
        });
    }
    if first.capital {
        // A name that is spelled like a verb: Spring, React, Stripe.
        roles.retain(|role| {
            matches!(role, Role::Thing(_) | Role::Vague(_) | Role::Member(_) | Role::End(..))
        });
    }
    roles
}

fn has_weight(role: Role) -> bool {
    matches!(
        role,
        Role::Act(_)
            | Role::Move(_)
            | Role::Thing(_)
            | Role::Vague(_)
            | Role::Member(_)
            | Role::End(..)
    )
}

/// One piece, one name of code, or two ideographs.
fn single(pieces: &[Piece], first: usize) -> Item {
    let piece = &pieces[first];
    let plain = |unit, last, key| Item {
        unit,
        shown: String::new(),
        first,
        last,
        key,
        roles: Vec::new(),
        cues: Vec::new(),
        name: piece.name,
        option: piece.option,
        chunk: piece.chunk,
        past: !piece.joined && piece.form.len() > 4 && piece.form.ends_with("ed"),
        going_on: piece.form.ends_with("ing"),
        qualifies: false,
        concepts: Vec::new(),
        marks: Vec::new(),
    };
    match piece.kind {
        Kind::Break => plain(Unit::Break, first + 1, String::new()),
        Kind::Off => plain(Unit::Off, first + 1, String::new()),
        Kind::Arrow => plain(Unit::Arrow, first + 1, String::new()),
        Kind::Number => plain(Unit::Number, first + 1, piece.form.clone()),
        Kind::Word => {
            let last = whole_name(pieces, first).unwrap_or(first + 1);
            plain(Unit::Word, last, join(pieces, first, last, |piece| &piece.stem))
        }
        Kind::Han => {
            let next = pieces.get(first + 1);
            let pair =
                next.filter(|next| next.kind == Kind::Han && entry(pieces, first + 1).is_none());
            let key = pair
                .map_or_else(|| piece.form.clone(), |next| format!("{}{}", piece.form, next.form));
            let mut item = plain(Unit::Han, first + 1, key);
            // An overlap: the second ideograph begins the next pair, unless nothing follows it.
            let alone = |at: usize| {
                pieces
                    .get(at)
                    .is_none_or(|next| next.kind != Kind::Han || entry(pieces, at).is_some())
            };
            if pair.is_some() && alone(first + 2) {
                item.last = first + 2;
            }
            item
        }
    }
}

/// Where a name of code ends that begins here: `work_mem`, `localStorage`.
fn whole_name(pieces: &[Piece], first: usize) -> Option<usize> {
    let piece = &pieces[first];
    let begins =
        piece.name && !piece.joined && (first == 0 || pieces[first - 1].chunk != piece.chunk);
    let same = |other: &&Piece| other.chunk == piece.chunk && other.kind != Kind::Break;
    begins.then(|| first + pieces[first..].iter().take_while(same).count())
}

/// Reports whether a place lies inside a name of code.
fn cuts_name(pieces: &[Piece], at: usize) -> bool {
    at > 0
        && pieces
            .get(at)
            .is_some_and(|piece| piece.name && !piece.joined && piece.chunk == pieces[at - 1].chunk)
}

/// Reports whether a place lies inside an option that begins behind another place: "push --force" is
/// no part of `push --force-with-lease`.
fn cuts_option(pieces: &[Piece], first: usize, at: usize) -> bool {
    let Some(next) = pieces.get(at).filter(|next| next.option) else { return false };
    next.chunk == pieces[at - 1].chunk && next.chunk != pieces[first].chunk
}

fn join(pieces: &[Piece], first: usize, last: usize, part: impl Fn(&Piece) -> &String) -> String {
    let mut key = String::new();
    let mut before = None;
    for piece in &pieces[first..last] {
        let glued = before == Some(Kind::Han) && piece.kind == Kind::Han;
        if before.is_some() && !glued {
            key.push(' ');
        }
        key.push_str(part(piece));
        before = Some(piece.kind);
    }
    key
}

/// Lays the names of the lexicons over the units.
fn name(pieces: &Pieces, items: &mut [Item], lexicons: &[&Lexicon]) {
    let statement = Statement::parse(&pieces.text, lexicons);
    for subject in &statement.subjects {
        let number = usize::from(subject.concept.lexicon);
        let lexicon = lexicons[number];
        let of = |id| hash::of(hash::CONCEPT, lexicon.id(id));
        let above = lexicon.parents(subject.concept.id).map(of).collect();
        let rivals = lexicon.rivals(subject.concept.id).map(of).collect();
        let mut concept = Concept { own: of(subject.concept.id), above, rivals, whole: true };
        let (start, end) = (subject.words.from(), subject.words.to());
        let inside = |item: &&mut Item| {
            let (from, to) = (pieces.list[item.first].start, pieces.list[item.last - 1].end);
            item.counts() && from >= start && to <= end
        };
        if items.iter_mut().filter(inside).count() > 1 {
            concept.whole = false;
            concept.above.clear();
        }
        for item in items.iter_mut().filter(inside) {
            item.concepts.push(concept.clone());
        }
    }
    for item in items {
        if item.concepts.iter().any(|concept| concept.whole) {
            item.concepts.retain(|concept| concept.whole);
        }
    }
}
