//! Makes the vocabulary of approaches into sorted tables, as source text. Used by the build script.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use super::stem::stem;

/// Words in both languages.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    #[serde(default)]
    en: Vec<String>,
    #[serde(default)]
    zh: Vec<String>,
}

impl Words {
    fn all(&self) -> impl Iterator<Item = &String> {
        self.en.iter().chain(&self.zh)
    }
}

/// Words that say one thing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    id: String,
    #[serde(default)]
    en: Vec<String>,
    #[serde(default)]
    zh: Vec<String>,
    #[serde(default)]
    is: Vec<String>,
}

/// Products that are each one of a kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    of: String,
    en: Vec<String>,
    zh: Vec<String>,
}

/// Two ends of one line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Axis {
    id: String,
    #[serde(default)]
    directed: bool,
    plus: Words,
    minus: Words,
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    acts: Vec<Group>,
    moves: Vec<Group>,
    things: Vec<Group>,
    vague: Vec<Group>,
    members: Vec<Members>,
    axes: Vec<Axis>,
    outcome: Words,
    frame: Words,
    adopted: Words,
    given_up: Words,
    because: Words,
    measures: Words,
    parties: Words,
    takes_away: Words,
    taken_away: Words,
    movers: Words,
    places: Words,
    sources: Words,
    trades: Words,
    substitutes: Words,
    converts: Words,
    brings_in: Words,
    studies: Words,
    reports: Words,
    why: Words,
    asks: Words,
    proposes: Words,
    stop: Words,
    irregular: BTreeMap<String, String>,
}

/// Where the kind of a role begins; the number of its group or axis stands below.
const KIND: u16 = 12;

/// Every text with what it is.
type Table = BTreeMap<String, Vec<u16>>;

/// Writes the tables as Rust source.
///
/// # Errors
/// A message that names the group that is wrong.
pub(crate) fn compile(source: &Source) -> Result<String, String> {
    let mut stems = Table::new();
    let parents = groups(source, &mut stems)?;
    axes(source, &mut stems);
    let surface = cues(source);
    let axis = |id: &str| {
        let at = source.axes.iter().position(|axis| axis.id == id);
        at.ok_or_else(|| format!("the axis `{id}` is missing"))
    };
    let (extent, version) = (axis("extent")?, axis("version")?);
    let put = number(source, "put")?;
    let directed = (0_u16..).zip(&source.axes).filter(|(_, axis)| axis.directed);
    let directed: Vec<u16> = directed.map(|(at, _)| at).collect();
    let irregular: Vec<(String, String)> =
        source.irregular.iter().map(|(form, word)| (form.clone(), stem(word))).collect();
    Ok(format!(
        "pub(crate) static SURFACE: &[(&str, &[u16])] = &{:?};\n\
         pub(crate) static STEMS: &[(&str, &[u16])] = &{:?};\n\
         pub(crate) static PARENTS: &[&[u16]] = &[{parents}];\n\
         pub(crate) const DIRECTED: &[u16] = &{directed:?};\n\
         pub(crate) static FIRST: &[(&str, u8)] = &{:?};\n\
         pub(crate) const EXTENT: u16 = {extent};\n\
         pub(crate) const VERSION: u16 = {version};\n\
         pub(crate) const PUT: u16 = {put};\n\
         pub(crate) static IRREGULAR: &[(&str, &str)] = &{irregular:?};\n",
        Shown(&surface),
        Shown(&stems),
        first(&[&surface, &stems])
    ))
}

/// What entries begin with, and the most pieces that such an entry has.
fn first(tables: &[&Table]) -> Vec<(String, u8)> {
    let mut found: BTreeMap<String, u8> = BTreeMap::new();
    for key in tables.iter().flat_map(|table| table.keys()) {
        let pieces = pieces(key);
        if let Some(first) = pieces.first() {
            let most = found.entry(first.clone()).or_default();
            *most = (*most).max(u8::try_from(pieces.len()).unwrap_or(u8::MAX));
        }
    }
    found.into_iter().collect()
}

/// The words and ideographs of an entry.
fn pieces(key: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut open = false;
    for c in key.chars() {
        if c.is_ascii_alphanumeric() && open {
            if let Some(word) = out.last_mut() {
                let word: &mut String = word;
                word.push(c);
            }
        } else if c != ' ' {
            out.push(c.to_string());
        }
        open = c.is_ascii_alphanumeric();
    }
    out
}

/// Every group, with the kind of its role.
fn all_groups(source: &Source) -> impl Iterator<Item = (u16, &Group)> {
    (source.acts.iter().map(|group| (0, group)))
        .chain(source.moves.iter().map(|group| (1, group)))
        .chain(source.things.iter().map(|group| (2, group)))
        .chain(source.vague.iter().map(|group| (14, group)))
}

/// The number of a group.
fn number(source: &Source, id: &str) -> Result<u16, String> {
    let at = all_groups(source).position(|(_, group)| group.id == id);
    let at = at.ok_or_else(|| format!("`{id}` is no group"))?;
    u16::try_from(at).map_err(|error| error.to_string())
}

/// Enters what is done and to what; returns the broader groups of each group, as source text.
fn groups(source: &Source, stems: &mut Table) -> Result<String, String> {
    let number = |id: &str| number(source, id);
    let mut parents = String::new();
    for (own, (kind, group)) in (0_u16..).zip(all_groups(source)) {
        if number(&group.id)? != own {
            return Err(format!("the group `{}` is defined twice", group.id));
        }
        for word in group.en.iter().chain(&group.zh) {
            enter(stems, stemmed(word, source), kind << KIND | own);
        }
        let above: Vec<u16> = group.is.iter().map(|id| number(id)).collect::<Result<_, _>>()?;
        let _ = write!(parents, "&{above:?}, ");
    }
    for members in &source.members {
        let of = number(&members.of)?;
        for word in members.en.iter().chain(&members.zh) {
            enter(stems, stemmed(word, source), 6 << KIND | of);
        }
    }
    Ok(parents)
}

/// Enters the ends of axes, and the cues that are told by their stems.
fn axes(source: &Source, stems: &mut Table) {
    for (at, axis) in (0_u16..).zip(&source.axes) {
        for (kind, words) in [(3, &axis.plus), (4, &axis.minus)] {
            for word in words.all() {
                enter(stems, stemmed(word, source), kind << KIND | at);
            }
        }
    }
    let cues = [
        &source.takes_away,
        &source.taken_away,
        &source.brings_in,
        &source.studies,
        &source.reports,
        &source.why,
        &source.asks,
        &source.proposes,
        &source.movers,
        &source.places,
        &source.sources,
        &source.trades,
        &source.substitutes,
        &source.converts,
    ];
    for (number, words) in (0_u16..).zip(cues) {
        for word in words.all() {
            enter(stems, stemmed(word, source), 5 << KIND | number);
        }
    }
}

/// The cues that are told by their form.
fn cues(source: &Source) -> Table {
    let mut surface = Table::new();
    let mut put = |words: &Words, code: u16| {
        for word in words.all() {
            enter(&mut surface, plain(word), code);
        }
    };
    let cues = [&source.outcome, &source.frame, &source.adopted, &source.given_up];
    for (kind, words) in (8_u16..).zip(cues.into_iter().chain([&source.because, &source.stop])) {
        put(words, kind << KIND);
    }
    for (number, words) in (0_u16..).zip([&source.measures, &source.parties]) {
        put(words, 15 << KIND | number);
    }
    surface
}

/// A table as source text.
struct Shown<'a>(&'a Table);

impl std::fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[")?;
        for (text, roles) in self.0 {
            write!(f, "({text:?}, &{roles:?}), ")?;
        }
        f.write_str("]")
    }
}

fn enter(table: &mut Table, text: String, role: u16) {
    let roles = table.entry(text).or_default();
    if !roles.contains(&role) {
        roles.push(role);
    }
}

/// The words of an entry, in lower case and without marks.
fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace('\'', "");
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn stemmed(text: &str, source: &Source) -> String {
    let word =
        |word: &str| source.irregular.get(word).map_or_else(|| stem(word), |base| stem(base));
    plain(text).split(' ').map(word).collect::<Vec<_>>().join(" ")
}
