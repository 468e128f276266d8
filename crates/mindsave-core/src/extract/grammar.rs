//! The grammar of extraction: which words make a clause what it is. Its data is
//! `rules/language/extraction.yaml`.

use std::sync::LazyLock;

use indexmap::IndexMap;
use serde::Deserialize;

use super::Kind;
use super::pattern::{Classes, Field, Piece, Places, Reader, bits};
use super::token::{Shape, Token, WordId, Words};

/// What a form says of the clause it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Role {
    /// It is something to record.
    Kind(Kind),
    /// It is a heading or a label in front of a colon.
    Label(Kind),
    /// It is a heading of things that are open.
    OpenLabel,
    /// It is asked.
    Question,
    /// It is thought of, wished or possible, and not so.
    Unreal,
    /// It begins a thought about what is not so, which reaches to the end of the sentence.
    Suppose,
    /// It is not so yet, or planned.
    Pending,
    /// It holds in some case: what follows is not so.
    Condition,
    /// It tells a time that is to come.
    Until,
    /// It is what somebody else says.
    Report,
    /// It is done or chosen by others, who may still report a defect.
    Others,
    /// It says no to what was said before, and nothing else.
    Nay,
    /// It ends the session where it is all that is said.
    Goodbye,
    /// It holds the characters of other words, which do not count inside it.
    Inert,
    /// It turns what follows round.
    Not,
    /// It says nothing and only leads in.
    Opener,
    /// It says nothing and only leads out.
    Closer,
    /// It stands for something named before.
    Pronoun,
    /// It adds a clause of the same rank.
    And,
    /// It sets a clause against the one before.
    But,
    /// It tells what follows from the clause before.
    So,
    /// It tells a reason.
    Because,
    /// It tells what was not chosen.
    Over,
}

/// Which part of a clause says what is to be recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Take {
    /// The whole clause.
    #[default]
    Whole,
    /// What stands behind the words of the form.
    After,
    /// What stands in front of them.
    Before,
    /// The words of the form and what stands behind them.
    From,
}

/// How plainly a form says what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Sure {
    /// By a mention that can mean something else.
    Vague,
    /// By words that hardly mean anything else.
    #[default]
    Clear,
    /// By a label.
    Explicit,
}

/// Ways to say one thing, as the data has them.
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
    /// It refuses what it names; with this word it is said.
    #[serde(default)]
    refuses: Option<String>,
    /// It says how something named beside it went, and names nothing itself.
    #[serde(default)]
    leans: bool,
    /// It only says that something is tried.
    #[serde(default)]
    attempt: bool,
    /// It counts only behind a clause that names a case.
    #[serde(default)]
    under: bool,
    /// It is meant as it stands even among words of doubt.
    #[serde(default)]
    firm: bool,
    words: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    classes: IndexMap<String, String>,
    forms: Vec<Entry>,
}

/// One way to say something.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark the data can set")]
pub(super) struct Form {
    pub(super) role: Role,
    pub(super) take: Take,
    pub(super) sure: Sure,
    pub(super) refuses: Option<String>,
    pub(super) leans: bool,
    pub(super) attempt: bool,
    pub(super) firm: bool,
    pub(super) under: bool,
    pieces: Vec<Piece>,
}

/// A form that was found in a clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit<'g> {
    pub(super) form: &'g Form,
    /// Its first token, and the one behind its last, counted in the clause.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The grammar, ready to be used.
#[derive(Debug)]
pub(super) struct Grammar {
    pub(super) words: Words,
    classes: Classes,
    forms: Vec<Form>,
    /// The forms that can begin with each word.
    by_word: Vec<Vec<u16>>,
    /// The forms that can begin with a word of a shape.
    by_shape: Vec<(Shape, u16)>,
    /// The forms that only lead in, and those that only lead out.
    leads: [Vec<u16>; 2],
}

/// The grammar that comes with the program.
pub(super) fn builtin() -> Result<&'static Grammar, &'static str> {
    static GRAMMAR: LazyLock<Result<Grammar, String>> =
        LazyLock::new(|| Grammar::read(include_str!("../../rules/language/extraction.yaml")));
    GRAMMAR.as_ref().map_err(String::as_str)
}

impl Grammar {
    /// Reads a grammar.
    ///
    /// # Errors
    /// What is wrong with the data, in words.
    pub(super) fn read(yaml: &str) -> Result<Self, String> {
        let data: Data = serde_yaml::from_str(yaml).map_err(|error| error.to_string())?;
        let (mut words, mut classes) = (Words::default(), Classes::new());
        for (name, text) in &data.classes {
            let rows = read_all(text, &mut words, &data.classes, classes.len());
            classes.push(rows.map_err(|why| format!("class {name}: {why}"))?);
        }
        let mut forms = Vec::new();
        for entry in &data.forms {
            let role = entry.role.or(entry.kind.map(Role::Kind)).or(entry.label.map(Role::Label));
            let role = role.ok_or("a form has no role")?;
            let rows = read_all(&entry.words, &mut words, &data.classes, classes.len());
            for pieces in rows.map_err(|why| format!("{role:?}: {why}"))? {
                forms.push(entry.form(role, pieces));
            }
        }
        Self {
            words,
            classes,
            forms,
            by_word: Vec::new(),
            by_shape: Vec::new(),
            leads: [Vec::new(), Vec::new()],
        }
        .indexed()
    }

    fn indexed(mut self) -> Result<Self, String> {
        self.by_word = vec![Vec::new(); self.words.len()];
        for (number, form) in (0..).zip(&self.forms) {
            match form.role {
                Role::Opener | Role::And | Role::But | Role::So | Role::Because => {
                    self.leads[0].push(number);
                }
                Role::Closer => self.leads[1].push(number),
                _ => {}
            }
            let mut first = Vec::new();
            if self.firsts(&form.pieces, &mut first) {
                return Err(format!("a form of {:?} can begin with anything", form.role));
            }
            for piece in first {
                match piece {
                    First::Word(word) => {
                        let list = &mut self.by_word[usize::from(word)];
                        if list.last() != Some(&number) {
                            list.push(number);
                        }
                    }
                    First::Shape(shape) => self.by_shape.push((shape, number)),
                }
            }
        }
        self.by_shape.dedup_by_key(|(_, number)| *number);
        Ok(self)
    }

    /// Collects what a row can begin with; whether it can be passed over without a word.
    fn firsts(&self, pieces: &[Piece], out: &mut Vec<First>) -> bool {
        pieces.iter().all(|piece| match piece {
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

    fn firsts_of(&self, rows: &[Vec<Piece>], out: &mut Vec<First>) -> bool {
        // Every row is looked at, also behind one that is empty.
        rows.iter().filter(|row| self.firsts(row, out)).count() > 0
    }

    /// Finds every form in a clause; `opening` are the places where it opens.
    pub(super) fn hits(&self, tokens: &[Token], opening: Places) -> Vec<Hit<'_>> {
        let closing = self.closing(tokens);
        let field = Field { tokens, opening, closing, classes: &self.classes };
        let mut hits = Vec::new();
        for (start, token) in tokens.iter().enumerate().filter(|(_, token)| !token.quoted) {
            let by_word = self.by_word[usize::from(token.word)].iter().copied();
            let by_shape = self.by_shape.iter().filter(|(shape, _)| token.has(*shape));
            for number in by_word.chain(by_shape.map(|(_, number)| *number)) {
                let form = &self.forms[usize::from(number)];
                let ends = field.follow(&form.pieces, 1 << start);
                if ends != 0 {
                    let end = Places::BITS as usize - 1 - ends.leading_zeros() as usize;
                    hits.push(Hit { form, start, end });
                }
            }
        }
        whole(hits)
    }

    /// The places where a clause opens: its start, and behind the words that only lead in.
    pub(super) fn opening(&self, tokens: &[Token], from: Places) -> Places {
        let field = Field { tokens, opening: from, closing: 0, classes: &self.classes };
        let (mut opening, mut new) = (from, from);
        while new != 0 {
            let found = self.lead(&field, 0, new);
            new = found & !opening;
            opening |= found;
        }
        opening
    }

    /// The places where a clause ends: behind its last token, and before words that only lead out.
    fn closing(&self, tokens: &[Token]) -> Places {
        let end: Places = 1 << tokens.len();
        let field = Field { tokens, opening: 0, closing: end, classes: &self.classes };
        let near = tokens.len().saturating_sub(6)..tokens.len();
        let mut closing = end;
        for at in near.rev() {
            let ends = self.lead(&field, 1, 1 << at) & closing != 0;
            closing |= Places::from(ends) << at;
        }
        closing
    }

    /// Follows the forms that lead in or out from some places.
    fn lead(&self, field: &Field<'_>, way: usize, places: Places) -> Places {
        let begins = |number: &&u16| {
            bits(places).any(|at| {
                let word = field.tokens.get(at).map_or(0, |token| token.word);
                self.by_word[usize::from(word)].contains(number)
            })
        };
        let forms = self.leads[way].iter().filter(begins);
        forms.fold(0, |all, number| {
            all | field.follow(&self.forms[usize::from(*number)].pieces, places)
        })
    }
}

impl Entry {
    fn form(&self, role: Role, pieces: Vec<Piece>) -> Form {
        Form {
            role,
            take: self.take,
            sure: if matches!(role, Role::Label(_)) { Sure::Explicit } else { self.sure },
            refuses: self.refuses.clone(),
            leans: self.leans,
            attempt: self.attempt,
            firm: self.firm,
            under: self.under,
            pieces,
        }
    }
}

/// Drops what is found inside a word that only holds its characters, and what a longer form says
/// otherwise.
fn whole(mut hits: Vec<Hit<'_>>) -> Vec<Hit<'_>> {
    let spans: Vec<(usize, usize, Role)> = hits
        .iter()
        .filter(|hit| matches!(hit.form.role, Role::Inert | Role::Kind(_)))
        .map(|hit| (hit.start, hit.end, hit.form.role))
        .collect();
    let inside = |hit: &Hit<'_>, &(start, end, role): &(usize, usize, Role)| {
        let within = start <= hit.start && hit.end <= end && hit.end - hit.start < end - start;
        let other = matches!(hit.form.role, Role::Kind(_)) && role != hit.form.role;
        within && (role == Role::Inert || other)
    };
    hits.retain(|hit| !spans.iter().any(|span| inside(hit, span)));
    hits
}

enum First {
    Word(WordId),
    Shape(Shape),
}

/// Reads patterns, one a line. A class may use those above it.
fn read_all(
    text: &str,
    words: &mut Words,
    classes: &IndexMap<String, String>,
    known: usize,
) -> Result<Vec<Vec<Piece>>, String> {
    let class = |name: &str| classes.get_index_of(name).filter(|number| *number < known);
    let mut reader = Reader { words, class: &class };
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| reader.read(line)).collect()
}
