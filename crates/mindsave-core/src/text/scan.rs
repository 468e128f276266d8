//! Cuts a sentence into what is known of it: concepts, topics, cues, and free words.

use super::canonical::{Canonical, Kind, Token};
use super::cue::{Cue, CueSet};
use super::lexicon::{ConceptId, Hit, HitKind, Lexicon, PackId};

/// A concept of one of several lexicons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConceptRef {
    /// Which lexicon: 0 is the one that comes with the program unless the caller has another.
    pub(crate) lexicon: u16,
    /// The concept in it.
    pub id: ConceptId,
}

/// A piece of a sentence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The first token, and the one after the last.
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) what: What,
    /// What the same words are as cues, where they name a thing only perhaps.
    pub(crate) cue: CueSet,
}

impl Span {
    fn new(first: usize, last: usize, what: What) -> Self {
        Self { first, last, what, cue: CueSet::default() }
    }

    /// The words of the piece, in canonical form.
    pub(crate) fn words<'t>(&self, text: &'t Canonical) -> &'t str {
        &text.text[text.tokens[self.first].start..text.tokens[self.last - 1].end]
    }

    /// What the piece is as a cue, if it ends there.
    fn cue_at(&self, last: usize) -> CueSet {
        match self.what {
            What::Cue(cue) if self.last == last => cue,
            _ => CueSet::default(),
        }
    }

    /// The piece without the thing it named only perhaps.
    pub(crate) fn doubted(self) -> Self {
        let what = if self.cue == CueSet::default() { What::Free } else { What::Cue(self.cue) };
        Self { what, ..self }
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Concept {
        concept: ConceptRef,
        ambiguous: bool,
    },
    Topic {
        lexicon: u16,
        pack: PackId,
        plain: bool,
    },
    Cue(CueSet),
    /// A word or ideograph nothing is known of.
    Free,
    /// The end of a clause.
    Break,
}

/// A concept said in several words of one clause.
#[derive(Clone, Debug)]
pub(crate) struct Scattered {
    pub(crate) concept: ConceptRef,
    /// The tokens that say it.
    pub(crate) tokens: Vec<usize>,
}

/// A sentence cut into pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scan {
    pub(crate) spans: Vec<Span>,
    pub(crate) scattered: Vec<Scattered>,
}

impl Scan {
    /// Cuts a sentence; the longest piece from the left wins.
    pub(crate) fn of(text: &Canonical, lexicons: &[&Lexicon]) -> Self {
        let mut found = Self::default();
        found.spans.reserve_exact(text.tokens.len());
        let mut parts = Vec::new();
        let mut hits = Vec::with_capacity(16);
        let mut next = 0;
        for first in 0..text.tokens.len() {
            let token = &text.tokens[first];
            if token.kind == Kind::Break {
                found.spans.push(Span::new(first, first + 1, What::Break));
                next = first + 1;
                continue;
            }
            let mut best: Option<Span> = None;
            for (number, lexicon) in (0_u16..).zip(lexicons) {
                hits.clear();
                lexicon.hits_at(text, first, &mut hits);
                parts.extend(hits.iter().filter_map(|hit| part(*hit, number)));
                if first >= next {
                    best = longest(best, &hits, number, token.code);
                }
            }
            if first < next {
                continue;
            }
            let span = best.unwrap_or(Span::new(first, first + 1, What::Free));
            next = span.last;
            found.spans.push(span);
        }
        found.scattered = scattered(text, &parts, lexicons);
        found
    }
}

/// One part of a pattern that was found.
#[derive(Clone, Copy)]
struct Part {
    lexicon: u16,
    pattern: u32,
    number: u32,
    first: usize,
    last: usize,
}

fn part(hit: Hit, lexicon: u16) -> Option<Part> {
    match hit.kind {
        HitKind::Part { pattern, part } => {
            Some(Part { lexicon, pattern, number: part, first: hit.first, last: hit.last })
        }
        _ => None,
    }
}

/// Keeps the longest piece; of equal ones a concept before a cue before a topic.
fn longest(mut best: Option<Span>, hits: &[Hit], lexicon: u16, code: bool) -> Option<Span> {
    for hit in hits {
        let what = match hit.kind {
            HitKind::Concept { id, ambiguous } => {
                What::Concept { concept: ConceptRef { lexicon, id }, ambiguous }
            }
            HitKind::Topic { pack, plain } => What::Topic { lexicon, pack, plain },
            // What stands between backticks is quoted: it gives no orders.
            HitKind::Cue(cue) if !code => What::Cue(cue),
            _ => continue,
        };
        let span = Span::new(hit.first, hit.last, what);
        best = Some(match best {
            None => span,
            Some(other) if outranks(&span, &other, lexicon) => {
                Span { cue: other.cue_at(span.last), ..span }
            }
            Some(mut other) => {
                if let (true, What::Cue(cue)) = (other.last == span.last, span.what) {
                    other.cue.insert(cue);
                }
                match (other.last == span.last, &mut other.what, span.what) {
                    (true, What::Cue(a), What::Cue(b)) => a.insert(b),
                    (true, What::Topic { plain: a, .. }, What::Topic { plain: b, .. }) => *a |= b,
                    _ => {}
                }
                other
            }
        });
    }
    best
}

/// Reports whether a piece replaces another from the same place; of equal ones that of the later
/// lexicon does, since that is the user's.
fn outranks(span: &Span, other: &Span, lexicon: u16) -> bool {
    let (new, old) = ((span.last, rank(span.what)), (other.last, rank(other.what)));
    new > old || (new == old && matches!(span.what, What::Concept { .. }) && lexicon > 0)
}

fn rank(what: What) -> u8 {
    match what {
        What::Concept { ambiguous: false, .. } => 4,
        What::Cue(cue) if !cue.has(Cue::Filler) => 3,
        What::Concept { ambiguous: true, .. } => 2,
        What::Topic { .. } => 1,
        _ => 0,
    }
}

/// Finds patterns all of whose parts stand in one clause.
fn scattered(text: &Canonical, parts: &[Part], lexicons: &[&Lexicon]) -> Vec<Scattered> {
    let mut found: Vec<Scattered> = Vec::new();
    if parts.len() < 2 {
        return found;
    }
    let clauses = clauses(text);
    let mut order: Vec<&Part> = parts.iter().collect();
    order.sort_by_key(|part| (part.lexicon, part.pattern, part.first));
    for group in order.chunk_by(|a, b| (a.lexicon, a.pattern) == (b.lexicon, b.pattern)) {
        let (concept, count) = lexicons[usize::from(group[0].lexicon)].pattern(group[0].pattern);
        if group.len() < count as usize {
            continue;
        }
        if let Some(tokens) = complete(&clauses, group, count) {
            let concept = ConceptRef { lexicon: group[0].lexicon, id: concept };
            if !found.iter().any(|other| other.concept == concept) {
                found.push(Scattered { concept, tokens });
            }
        }
    }
    found
}

/// Returns the tokens of a pattern if every part of it stands in one clause; the parts are in order.
fn complete(clauses: &[usize], group: &[&Part], count: u32) -> Option<Vec<usize>> {
    for own in group.chunk_by(|a, b| clauses[a.first] == clauses[b.first]) {
        let mut tokens = Vec::new();
        let all = (0..count).all(|number| {
            let hit = own.iter().find(|part| part.number == number);
            tokens.extend(hit.into_iter().flat_map(|part| part.first..part.last));
            hit.is_some()
        });
        if all {
            tokens.sort_unstable();
            tokens.dedup();
            return (tokens.len() >= count as usize).then_some(tokens);
        }
    }
    None
}

/// The number of the clause of each token.
fn clauses(text: &Canonical) -> Vec<usize> {
    let number = |seen: &mut usize, token: &Token| {
        let own = *seen;
        *seen += usize::from(token.kind == Kind::Break);
        Some(own)
    };
    text.tokens.iter().scan(0, number).collect()
}

/// Reports whether a cue span is of one of the kinds.
pub(crate) fn is_cue(span: &Span, cues: &[Cue]) -> bool {
    matches!(span.what, What::Cue(set) if set.has_any(cues))
}
