//! Makes the grammar's data into tables, as source text. Used by the build script and by tests.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::code::{
    ANY, ARGUMENT, CLASS, END, GAP, GROUP, KIND, MARK, NOT, OPTIONAL, PLACE, SHAPE, START, Shape,
};
use super::kind::Kind;
use super::pattern::{Piece, Reader, Words};
use super::role::{Form, Refusal, Role, Sure, Take};

/// Ways to say one thing, as the data has them; the marks are those of [`Form`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark the data can set")]
struct Entry {
    role: Option<Role>,
    kind: Option<Kind>,
    label: Option<Kind>,
    #[serde(default)]
    take: Take,
    #[serde(default)]
    sure: Sure,
    #[serde(default)]
    refuses: Option<Refusal>,
    #[serde(default)]
    leans: bool,
    #[serde(default)]
    attempt: bool,
    #[serde(default)]
    under: bool,
    #[serde(default)]
    firm: bool,
    #[serde(default)]
    wins: bool,
    words: String,
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    classes: serde_yaml::Mapping,
    forms: Vec<Entry>,
}

/// A row of pieces.
type Row = Vec<Piece>;

/// Writes the tables of a grammar as Rust source.
///
/// # Errors
/// What is wrong with the data, in words.
pub(crate) fn compile(yaml: &str) -> Result<String, String> {
    let data: Data = serde_yaml::from_str(yaml).map_err(|error| error.to_string())?;
    let mut patterns = Patterns::default();
    for (name, rows) in &data.classes {
        let (Some(name), Some(rows)) = (name.as_str(), rows.as_str()) else {
            return Err("a class is a name with a text".to_owned());
        };
        let rows = patterns.read(rows).map_err(|why| format!("class {name}: {why}"))?;
        patterns.names.push(name.to_owned());
        patterns.classes.push(rows);
    }
    let mut forms = Vec::new();
    for entry in &data.forms {
        let role = entry.role.or(entry.kind.map(Role::Kind)).or(entry.label.map(Role::Label));
        let role = role.ok_or("a form has no role")?;
        let rows = patterns.read(&entry.words).map_err(|why| format!("{role:?}: {why}"))?;
        forms.extend(rows.into_iter().map(|row| (entry.form(role), row)));
    }
    Tables::new(&patterns, forms)?.source()
}

impl Entry {
    fn form(&self, role: Role) -> Form {
        Form {
            role,
            take: self.take,
            sure: if matches!(role, Role::Label(_)) { Sure::Explicit } else { self.sure },
            refuses: self.refuses,
            leans: self.leans,
            attempt: self.attempt,
            firm: self.firm,
            under: self.under,
            wins: self.wins,
            from: 0,
            to: 0,
        }
    }
}

/// What was read so far.
#[derive(Default)]
struct Patterns {
    words: Words,
    names: Vec<String>,
    classes: Vec<Vec<Row>>,
}

impl Patterns {
    /// Reads patterns, one a line. A class may use those above it.
    fn read(&mut self, text: &str) -> Result<Vec<Row>, String> {
        let names = &self.names;
        let class = |name: &str| names.iter().position(|own| own == name);
        let mut reader = Reader { words: &mut self.words, class: &class };
        text.lines().filter(|line| !line.trim().is_empty()).map(|line| reader.read(line)).collect()
    }

    /// Collects what a row can begin with; whether it can be passed over without a word.
    fn firsts(&self, row: &[Piece], out: &mut Vec<First>) -> bool {
        row.iter().all(|piece| match piece {
            Piece::Word(word) => {
                out.push(First::Word(*word));
                false
            }
            Piece::Shape(shape) => {
                out.push(First::Shape(*shape));
                false
            }
            Piece::Any | Piece::Gap | Piece::Start | Piece::End | Piece::Not(_) => true,
            Piece::Group(rows) => self.firsts_of(rows, out),
            Piece::Class(number) => self.firsts_of(&self.classes[*number], out),
            Piece::Optional(inner) => {
                self.firsts(std::slice::from_ref(inner), out);
                true
            }
        })
    }

    fn firsts_of(&self, rows: &[Row], out: &mut Vec<First>) -> bool {
        // Every row is looked at, also behind one that is empty.
        rows.iter().filter(|row| self.firsts(row, out)).count() > 0
    }
}

enum First {
    Word(u16),
    Shape(Shape),
}

/// Lists of forms by the word they can begin with.
type ByWord = Vec<Vec<u16>>;

struct Tables {
    /// The words in their order; the first has the number 1.
    words: Vec<String>,
    /// The number of each word in the order in which it was met.
    numbers: Vec<u16>,
    code: Vec<u16>,
    classes: Vec<(u16, u16)>,
    forms: Vec<Form>,
    by_word: ByWord,
    by_shape: Vec<(Shape, u16)>,
    /// The forms that only lead in, and those that only lead out.
    leads: [ByWord; 2],
}

impl Tables {
    fn new(patterns: &Patterns, forms: Vec<(Form, Row)>) -> Result<Self, String> {
        let met: BTreeMap<&str, u16> =
            patterns.words.numbers.iter().map(|(word, met)| (word.as_str(), *met)).collect();
        let mut numbers = vec![0; met.len()];
        for (number, met) in (1..).zip(met.values()) {
            numbers[usize::from(*met)] = number;
        }
        let lists = || vec![Vec::new(); met.len() + 1];
        let mut tables = Self {
            words: met.keys().map(|word| (*word).to_owned()).collect(),
            numbers,
            code: Vec::new(),
            classes: Vec::new(),
            forms: Vec::new(),
            by_word: lists(),
            by_shape: Vec::new(),
            leads: [lists(), lists()],
        };
        for rows in &patterns.classes {
            let from = tables.place()?;
            tables.rows(rows)?;
            tables.classes.push((from, tables.place()?));
        }
        for (form, row) in forms {
            tables.index(patterns, &form, &row)?;
            let from = tables.place()?;
            tables.row(&row)?;
            tables.forms.push(Form { from, to: tables.place()?, ..form });
        }
        Ok(tables)
    }

    fn place(&self) -> Result<u16, String> {
        u16::try_from(self.code.len()).map_err(|_| "the grammar is too long".to_owned())
    }

    /// Enters a form under what it can begin with.
    fn index(&mut self, patterns: &Patterns, form: &Form, row: &[Piece]) -> Result<(), String> {
        let number = u16::try_from(self.forms.len()).map_err(|error| error.to_string())?;
        let lead = match form.role {
            Role::Opener | Role::And | Role::But | Role::So | Role::Because => Some(0),
            Role::Closer => Some(1),
            _ => None,
        };
        let mut firsts = Vec::new();
        if patterns.firsts(row, &mut firsts) {
            return Err(format!("a form of {:?} can begin with anything", form.role));
        }
        for first in firsts {
            match first {
                First::Word(met) => {
                    let word = usize::from(self.numbers[usize::from(met)]);
                    put(&mut self.by_word[word], number);
                    if let Some(way) = lead {
                        put(&mut self.leads[way][word], number);
                    }
                }
                First::Shape(shape) => put(&mut self.by_shape, (shape, number)),
            }
        }
        Ok(())
    }

    fn row(&mut self, row: &[Piece]) -> Result<(), String> {
        row.iter().try_for_each(|piece| self.piece(piece))
    }

    /// Writes rows, each behind its length.
    fn rows(&mut self, rows: &[Row]) -> Result<(), String> {
        for row in rows {
            let head = self.code.len();
            self.code.push(0);
            self.row(row)?;
            self.code[head] = length(self.code.len() - head - 1)?;
        }
        Ok(())
    }

    fn piece(&mut self, piece: &Piece) -> Result<(), String> {
        let mark = |kind: u16, argument: u16| MARK | kind << KIND | argument;
        match piece {
            Piece::Word(met) => self.code.push(self.numbers[usize::from(*met)]),
            Piece::Shape(shape) => self.code.push(mark(SHAPE, *shape as u16)),
            Piece::Any => self.code.push(mark(PLACE, ANY)),
            Piece::Gap => self.code.push(mark(PLACE, GAP)),
            Piece::Start => self.code.push(mark(PLACE, START)),
            Piece::End => self.code.push(mark(PLACE, END)),
            Piece::Class(number) => self.code.push(mark(CLASS, length(*number)?)),
            Piece::Not(inner) => {
                self.code.push(mark(NOT, 0));
                self.piece(inner)?;
            }
            Piece::Optional(inner) => {
                self.code.push(mark(OPTIONAL, 0));
                self.piece(inner)?;
            }
            Piece::Group(rows) => {
                let head = self.code.len();
                self.code.push(0);
                self.rows(rows)?;
                self.code[head] = mark(GROUP, length(self.code.len() - head - 1)?);
            }
        }
        Ok(())
    }

    fn source(&self) -> Result<String, String> {
        let mut ends = Vec::new();
        let mut text = String::new();
        for word in &self.words {
            text.push_str(word);
            ends.push(u16::try_from(text.len()).map_err(|error| error.to_string())?);
        }
        let (by_word, leads_in, leads_out) =
            (flat(&self.by_word)?, flat(&self.leads[0])?, flat(&self.leads[1])?);
        Ok(format!(
            "pub(super) static TABLES: Tables = Tables {{\n\
             words: {text:?},\nends: &{ends:?},\ncode: &{:?},\nclasses: &{:?},\nforms: &{:?},\n\
             by_word: Lists {by_word},\nby_shape: &{:?},\n\
             leads: [Lists {leads_in}, Lists {leads_out}],\n}};\n",
            self.code, self.classes, self.forms, self.by_shape
        ))
    }
}

fn put<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if list.last() != Some(&item) {
        list.push(item);
    }
}

fn length(of: usize) -> Result<u16, String> {
    let length = u16::try_from(of).ok().filter(|length| *length <= ARGUMENT);
    length.ok_or_else(|| "a group is too long: make it several lines".to_owned())
}

/// Lists behind each other, and where each ends, as source text.
fn flat(lists: &ByWord) -> Result<String, String> {
    let (mut ends, mut items) = (Vec::new(), Vec::new());
    for list in lists {
        items.extend_from_slice(list);
        ends.push(u16::try_from(items.len()).map_err(|error| error.to_string())?);
    }
    Ok(format!("{{ ends: &{ends:?}, items: &{items:?} }}"))
}
