//! The words in which approaches are told, from `rules/language/approaches.yaml`.

pub(crate) mod stem;

mod tables {
    include!(concat!(env!("OUT_DIR"), "/approaches.rs"));
}

use std::borrow::Cow;

/// Words that say one thing, by number.
pub(crate) type Group = u16;

/// What a text can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Tells what is done.
    Act(Group),
    /// Tells what is done, but hardly one approach from another.
    Move(Group),
    /// What it is done to or with.
    Thing(Group),
    /// A thing that hardly tells one approach from another.
    Vague(Group),
    /// A product that is one of a kind, the group of which is named.
    Member(Group),
    /// What gets better or worse.
    Measure,
    /// Who decides.
    Party,
    /// One end of an axis: its number, and whether it is the upper one.
    End(u16, bool),
    /// What follows is taken away.
    TakesAway,
    /// What stands before is taken away.
    TakenAway,
    /// What follows is brought in.
    BringsIn,
    /// What follows is only studied.
    Studies,
    /// What the clause speaks of is only told of, when it also says how that ended.
    Reports,
    /// The clause asks why something ended so.
    Why,
    /// Asks for a fact.
    Asks,
    /// Asks whether something shall be done.
    Proposes,
    /// Something goes from one place or product to another.
    Moves,
    /// It goes to the place behind it.
    ToPlace,
    /// What follows is where it goes from.
    Source,
    /// What follows is given for what stands behind "for".
    Trades,
    /// What follows is put in for what stands behind "for".
    Substitutes,
    /// What follows becomes what stands behind "to", "into" or "as".
    Converts,
    /// How it ended.
    Outcome,
    /// Opens a sentence about something given up.
    Frame,
    /// What follows was done instead.
    Adopted,
    /// It was given up.
    GivenUp,
    /// Why.
    Because,
    /// No weight of its own.
    Stop,
}

impl Role {
    fn of(code: u16) -> Self {
        let number = code & 0x0fff;
        match code >> 12 {
            0 => Self::Act(number),
            1 => Self::Move(number),
            2 => Self::Thing(number),
            3 => Self::End(number, true),
            4 => Self::End(number, false),
            5 => {
                let cues = [
                    Self::TakesAway,
                    Self::TakenAway,
                    Self::BringsIn,
                    Self::Studies,
                    Self::Reports,
                    Self::Why,
                    Self::Asks,
                    Self::Proposes,
                    Self::Moves,
                    Self::ToPlace,
                    Self::Source,
                    Self::Trades,
                    Self::Substitutes,
                    Self::Converts,
                ];
                cues[usize::from(number.min(13))]
            }
            6 => Self::Member(number),
            8 => Self::Outcome,
            9 => Self::Frame,
            10 => Self::Adopted,
            11 => Self::GivenUp,
            12 => Self::Because,
            13 => Self::Stop,
            14 => Self::Vague(number),
            _ if number == 0 => Self::Measure,
            _ => Self::Party,
        }
    }
}

/// Returns what a text is, by the form it has: cues.
pub(crate) fn by_form(text: &str) -> impl Iterator<Item = Role> {
    roles(tables::SURFACE, text)
}

/// Returns what a text is, by the stems of its words: what is done, to what, how much.
pub(crate) fn by_stem(text: &str) -> impl Iterator<Item = Role> {
    roles(tables::STEMS, text)
}

/// Returns the most pieces an entry has that begins with this one; 0 when none does.
pub(crate) fn longest(first: &str) -> usize {
    let found = tables::FIRST.binary_search_by(|(own, _)| (*own).cmp(first));
    found.map_or(0, |at| tables::FIRST[at].1.into())
}

/// Returns the broader groups.
pub(crate) fn parents(group: Group) -> &'static [Group] {
    tables::PARENTS.get(usize::from(group)).copied().unwrap_or_default()
}

/// The axis between all of something and a part of it.
pub(crate) const EXTENT: u16 = tables::EXTENT;

/// The axis between a newer version and an older one.
pub(crate) const VERSION: u16 = tables::VERSION;

/// The group of words that say where something is kept.
pub(crate) const PUT: Group = tables::PUT;

/// Axes whose end is what an approach is about.
pub(crate) const DIRECTED: &[u16] = tables::DIRECTED;

/// Tells this vocabulary and the names of the lexicon from those of other versions.
pub(crate) const FORM: u64 = tables::FORM;

/// Returns the stem of a word, of irregular ones as well.
pub(crate) fn stem_of(word: &str) -> Cow<'_, str> {
    match tables::IRREGULAR.binary_search_by(|(form, _)| (*form).cmp(word)) {
        Ok(at) => Cow::Borrowed(tables::IRREGULAR[at].1),
        Err(_) => Cow::Owned(stem::stem(word)),
    }
}

fn roles(
    table: &'static [(&'static str, &'static [u16])],
    text: &str,
) -> impl Iterator<Item = Role> {
    let found = table.binary_search_by(|(own, _)| (*own).cmp(text));
    let codes = found.map_or(&[][..], |at| table[at].1);
    codes.iter().map(|&code| Role::of(code))
}
