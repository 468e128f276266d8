//! Clauses: where a sentence is cut, and what each part says.

use std::ops::Range;

use super::Kind;
use super::grammar::{Form, Hit, LONGEST, Places, Role, Sure, Tables, Take, bits};
use super::token::{Mark, Token};

/// How a clause is joined to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// It begins the sentence.
    Start,
    /// A comma or bracket.
    Side,
    /// "and".
    And,
    /// A semicolon, colon or dash.
    Aside,
    /// "but".
    But,
    /// "so".
    So,
    /// "because".
    Because,
}

/// What a clause says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) kind: Kind,
    pub(super) form: &'static Form,
    /// The tokens that say what is to be recorded.
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether it names nothing itself.
    pub(super) leans: bool,
    /// How many tokens the words of the form take.
    pub(super) size: usize,
}

/// One clause of a sentence; its places are tokens of the block.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own about a clause")]
pub(super) struct Clause {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) link: Link,
    pub(super) reading: Option<Reading>,
    /// The label it is, if it is one and nothing else.
    pub(super) label: Option<&'static Form>,
    /// Whether it is asked, wished, possible or told by somebody else.
    pub(super) unreal: bool,
    /// Whether it begins with a word for something named before.
    pub(super) pronoun: bool,
    /// Whether it holds nothing but words that lead in.
    pub(super) empty: bool,
    /// Whether it only says no to what was said before.
    pub(super) nay: bool,
    /// Whether it ends the session, if it is all that is said.
    pub(super) goodbye: bool,
    /// Whether it opens with what is not meant: "not per month", 不是按人.
    pub(super) contrast: bool,
    /// Whether a colon or comma follows.
    pub(super) ends: Option<Mark>,
}

/// Cuts a sentence into clauses and reads them.
pub(super) fn clauses(
    grammar: &'static Tables,
    tokens: &[Token],
    sentence: Range<usize>,
    asked: bool,
) -> Vec<Clause> {
    let mut reader = Reader { grammar, tokens, out: Vec::new(), hits: Vec::new() };
    let mut link = Link::Start;
    let mut from = sentence.start;
    for at in sentence.clone().chain([sentence.end]) {
        let mark = if at == sentence.end { Some(None) } else { tokens[at].mark.map(Some) };
        let Some(mark) = mark else { continue };
        for start in (from..at).step_by(LONGEST) {
            reader.cut(start..at.min(start + LONGEST), link, mark);
        }
        if from < at {
            link = Link::Side;
        }
        if matches!(mark, Some(Mark::Semicolon | Mark::Colon | Mark::Dash)) {
            link = Link::Aside;
        }
        from = at + 1;
    }
    reader.judge(asked);
    reader.out
}

struct Reader<'t> {
    grammar: &'static Tables,
    tokens: &'t [Token],
    out: Vec<Clause>,
    hits: Vec<Vec<Hit>>,
}

impl Reader<'_> {
    /// Cuts a piece between two marks at its conjunctions.
    fn cut(&mut self, piece: Range<usize>, link: Link, ends: Option<Mark>) {
        let tokens = &self.tokens[piece.clone()];
        let mut from: Places = 1;
        let mut hits = self.grammar.hits(tokens, self.grammar.opening(tokens, from));
        let ands: Places = hits
            .iter()
            .filter(|hit| hit.form.role == Role::And)
            .fold(0, |all, hit| all | 1 << hit.end);
        if ands != 0 {
            from |= ands;
            hits = self.grammar.hits(tokens, self.grammar.opening(tokens, from));
        }
        let cut = hits.iter().filter(|hit| hit.start > 0).filter_map(|hit| {
            let link = joint(hit.form.role)?;
            (hit.form.role != Role::And || parts_ranks(&hits, hit)).then_some((hit.start, link))
        });
        if let Some((at, next)) = cut.min_by_key(|(at, _)| *at) {
            self.cut(piece.start..piece.start + at, link, None);
            self.cut(piece.start + at..piece.end, next, ends);
            return;
        }
        let hits = self.grammar.hits(tokens, self.grammar.opening(tokens, 1));
        self.push(piece, link, ends, hits);
    }

    fn push(&mut self, piece: Range<usize>, link: Link, ends: Option<Mark>, hits: Vec<Hit>) {
        let opening = self.grammar.opening(&self.tokens[piece.clone()], 1);
        let starts = |hit: &&Hit| opening >> hit.start & 1 == 1;
        let own = hits.iter().filter(starts).find_map(|hit| joint(hit.form.role));
        let lead = bits(opening).last().unwrap_or_default();
        let whole = |hit: &&Hit| {
            matches!(hit.form.role, Role::Label(_) | Role::OpenLabel) && hit.end == piece.len()
        };
        let opens = |role: Role| hits.iter().filter(starts).any(|hit| hit.form.role == role);
        let all =
            |role: Role| hits.iter().any(|hit| hit.form.role == role && hit.end == piece.len());
        let from = piece.start + lead.min(piece.len().saturating_sub(1));
        self.out.push(Clause {
            from,
            to: piece.end,
            link: own.filter(|own| *own != Link::And || link != Link::Start).unwrap_or(link),
            empty: lead >= piece.len(),
            reading: None,
            label: hits.iter().filter(starts).find(whole).map(|hit| hit.form),
            unreal: false,
            pronoun: opens(Role::Pronoun),
            nay: all(Role::Nay),
            goodbye: all(Role::Goodbye),
            contrast: opens(Role::Over),
            ends,
        });
        // The places of hits are counted from the first token of the piece.
        let moved =
            |hit: Hit| Hit { start: piece.start + hit.start, end: piece.start + hit.end, ..hit };
        self.hits.push(hits.into_iter().map(moved).collect());
    }

    /// Decides of every clause whether it is so, and what it says.
    fn judge(&mut self, asked: bool) {
        let question = self.question(asked);
        let (mut told, mut supposed, mut case) = (false, false, false);
        // What is chosen only if something happens is not chosen: "if it fails, we will use X".
        let mut depends = false;
        for (number, clause) in self.out.iter_mut().enumerate() {
            let hits = &self.hits[number];
            let has = |role: Role| hits.iter().any(|hit| hit.form.role == role);
            if clause.link == Link::But {
                told = false;
            }
            told |= has(Role::Report);
            supposed |= has(Role::Suppose);
            let asked = question.is_some_and(|first| number >= first);
            clause.unreal = asked || told || supposed || has(Role::Unreal) || has(Role::Others);
            let best = hits
                .iter()
                .filter(|hit| matches!(hit.form.role, Role::Kind(_)))
                .filter(|hit| !(asked || told || supposed) || correction(hit) && !asked)
                .filter(|hit| is_so(hit, hits) && (case || !hit.form.under))
                .filter(|hit| !depends || hit.form.role != Role::Kind(Kind::Decision))
                .max_by_key(|hit| (rank(hit.form), hit.form.sure, hit.end - hit.start));
            clause.reading = best.and_then(|hit| reading(hit, clause, hits));
            case = has(Role::Condition) || has(Role::Until);
            let opens = |hit: &Hit| hit.form.role == Role::Condition && hit.start <= clause.from;
            depends |= hits.iter().any(opens);
        }
    }

    /// The first clause that is asked, if one is.
    fn question(&self, asked: bool) -> Option<usize> {
        let asks = |hits: &Vec<Hit>| hits.iter().any(|hit| hit.form.role == Role::Question);
        self.hits.iter().position(asks).or(asked.then_some(0))
    }
}

fn correction(hit: &Hit) -> bool {
    hit.form.role == Role::Kind(Kind::Correction)
}

fn joint(role: Role) -> Option<Link> {
    match role {
        Role::And => Some(Link::And),
        Role::But => Some(Link::But),
        Role::So => Some(Link::So),
        Role::Because => Some(Link::Because),
        _ => None,
    }
}

/// Whether "and" joins two things to record: one is said before it and one right behind it.
fn parts_ranks(hits: &[Hit], and: &Hit) -> bool {
    let kinds = || hits.iter().filter(|hit| matches!(hit.form.role, Role::Kind(_)));
    kinds().any(|hit| hit.start < and.start && hit.end <= and.start)
        && kinds().any(|hit| (and.end..=and.end + 3).contains(&hit.start))
}

/// Which of several readings of a clause counts: plain words first, then the kind that is more
/// than its parts (a failure has a problem in it, a decision a rule).
fn rank(form: &Form) -> (bool, bool, u8) {
    let Role::Kind(kind) = form.role else { return (false, false, 0) };
    let rank = match kind {
        Kind::SessionEnd | Kind::NoSave | Kind::SaveAgain => 9,
        Kind::Correction => 8,
        Kind::Blocker => 7,
        Kind::Failure => 6,
        Kind::Decision => 5,
        Kind::Learning => 4,
        Kind::Progress => 3,
        Kind::Constraint => 2,
        Kind::Problem => 1,
    };
    (form.wins, form.sure != Sure::Vague, rank)
}

/// Whether what a form says holds beside the others of its clause.
fn is_so(hit: &Hit, all: &[Hit]) -> bool {
    let Role::Kind(kind) = hit.form.role else { return false };
    let event = matches!(kind, Kind::Decision | Kind::Progress | Kind::Failure | Kind::SessionEnd);
    let against = |other: &Hit| {
        let before = other.start <= hit.start;
        // Words of doubt that are part of the form are accounted for.
        if hit.start <= other.start && other.end <= hit.end {
            return false;
        }
        match other.form.role {
            // What a learning names may be refused: "caused by a key that is not unique".
            Role::Not => {
                let near = if kind == Kind::Learning { 0 } else { 2 };
                other.end <= hit.start && hit.start - other.end <= near
            }
            Role::Unreal => !hit.form.firm && kind != Kind::Correction,
            Role::Others => !matches!(kind, Kind::Problem | Kind::Blocker | Kind::Correction),
            Role::Pending => event && kind != Kind::SessionEnd,
            Role::Until => event && before,
            Role::Condition => match kind {
                Kind::Decision | Kind::SessionEnd => true,
                Kind::Constraint | Kind::Learning => false,
                _ => before,
            },
            _ => false,
        }
    };
    !all.iter().any(against)
}

fn reading(hit: &Hit, clause: &Clause, hits: &[Hit]) -> Option<Reading> {
    let Role::Kind(kind) = hit.form.role else { return None };
    let (mut from, mut to) = match hit.form.take {
        Take::Whole => (clause.from, clause.to),
        Take::After => (hit.end, clause.to),
        Take::Before => (clause.from, hit.start),
    };
    let pronoun = |hit: &Hit| {
        hit.form.role == Role::Pronoun
            && hit.start == from
            && (hit.end >= to || from == clause.from && to < clause.to)
    };
    let leans = hit.form.leans || from >= to || hits.iter().any(pronoun);
    if from >= to {
        (from, to) = (clause.from, clause.to);
    }
    Some(Reading { kind, form: hit.form, from, to, leans, size: hit.end - hit.start })
}
