//! Cuts a sentence into what is known of it: concepts, topics, cues, and free words.

use std::ops::Range;

use super::canonical::{Canonical, Kind};
use super::cue::{Cue, CueSet};
use super::lexicon::{ConceptId, Hit, HitKind, Lexicon, PackId, WordNumbers};
use super::role::{Role, RoleSet};
use super::scattered::{Patterns, Scattered};

/// A concept of one of several lexicons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConceptRef {
    /// Which lexicon: 0 is the one that comes with the program unless the caller has another.
    pub(crate) lexicon: u16,
    /// The concept in it.
    pub id: ConceptId,
}

/// A pack of one of several lexicons.
pub(crate) type PackRef = (u16, PackId);

/// A piece of a sentence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The first token, and the one after the last.
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) what: What,
    /// What the same words are as cues, where they name a thing only perhaps.
    pub(crate) cue: CueSet,
    /// The parts that the same words play.
    pub(crate) roles: RoleSet,
}

impl Span {
    fn new(first: usize, last: usize, what: What) -> Self {
        Self { first, last, what, cue: CueSet::default(), roles: RoleSet::default() }
    }

    /// The words of the piece, in canonical form.
    #[inline]
    pub(crate) fn words<'t>(&self, text: &'t Canonical) -> &'t str {
        &text.text[text.place_of(self)]
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

impl Canonical {
    /// Where the words of a piece stand in the canonical text.
    #[inline]
    pub(crate) fn place_of(&self, span: &Span) -> Range<usize> {
        self.tokens[span.first].start..self.tokens[span.last - 1].end
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

/// A sentence cut into pieces; used again and again, its memory is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scan {
    pub(crate) spans: Vec<Span>,
    pub(crate) scattered: Vec<Scattered>,
    /// The parts that single words play, token by token.
    pub(crate) roles: Vec<RoleSet>,
    /// The parts that any words of the sentence play.
    pub(crate) all_roles: RoleSet,
    /// The parts that the words at the token play that was looked up last.
    own_roles: RoleSet,
    /// Where the reason begins, if the sentence gives one.
    pub(crate) reason: Option<Reason>,
    numbers: Vec<WordNumbers>,
    hits: Vec<Hit>,
    patterns: Patterns,
}

/// Where the reason of a rule begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reason {
    /// The token after the last one of the rule itself.
    pub(crate) end: usize,
    /// The first token behind the words that announce it.
    pub(crate) start: usize,
}

impl Scan {
    /// Cuts a sentence; the longest piece from the left wins. What stands behind "because" is not
    /// part of it.
    pub(crate) fn read(&mut self, text: &Canonical, lexicons: &[&Lexicon]) {
        self.clear(text, lexicons);
        let mut next = 0;
        for (first, token) in text.tokens.iter().enumerate() {
            if token.kind == Kind::Break {
                self.spans.push(Span::new(first, first + 1, What::Break));
                next = first + 1;
                continue;
            }
            let best = self.look(text, lexicons, first, first >= next);
            if first < next {
                continue;
            }
            if self.finds_reason(text, first) {
                break;
            }
            let mut span = best.unwrap_or(Span::new(first, first + 1, What::Free));
            self.note_roles(&mut span);
            next = span.last;
            self.spans.push(span);
        }
        self.patterns.complete(text, lexicons, &mut self.scattered);
    }

    fn clear(&mut self, text: &Canonical, lexicons: &[&Lexicon]) {
        self.spans.clear();
        self.patterns.clear();
        self.roles.clear();
        self.roles.resize(text.tokens.len(), RoleSet::default());
        self.all_roles = RoleSet::default();
        self.reason = None;
        self.numbers.resize_with(lexicons.len(), WordNumbers::default);
        for (lexicon, numbers) in lexicons.iter().zip(&mut self.numbers) {
            lexicon.number_words(text, numbers);
        }
    }

    /// Looks up what stands at a token; returns the longest piece of it, if pieces begin there.
    fn look(
        &mut self,
        text: &Canonical,
        lexicons: &[&Lexicon],
        first: usize,
        begins: bool,
    ) -> Option<Span> {
        let mut best = None;
        self.hits.clear();
        self.own_roles = RoleSet::default();
        let code = text.tokens[first].code;
        for ((number, lexicon), words) in (0_u16..).zip(lexicons).zip(&self.numbers) {
            let own = self.hits.len();
            let found = self.patterns.of(number);
            lexicon.hits_at(text, words, first, (&mut self.hits, found));
            for hit in &self.hits[own..] {
                if let HitKind::Role(roles) = hit.kind {
                    self.own_roles.insert(roles);
                    if hit.last == first + 1 {
                        self.roles[first].insert(roles);
                    }
                } else if begins {
                    best = longest(best, hit, number, code);
                }
            }
        }
        self.all_roles.insert(self.own_roles);
        best
    }

    fn note_roles(&self, span: &mut Span) {
        if self.own_roles == RoleSet::default() {
            return;
        }
        for hit in self.hits.iter().filter(|hit| hit.last == span.last) {
            if let HitKind::Role(roles) = hit.kind {
                span.roles.insert(roles);
            }
        }
    }

    /// Ends the rule where its reason is announced, unless the announcement stands at its beginning.
    fn finds_reason(&mut self, text: &Canonical, first: usize) -> bool {
        if first == 0 || text.tokens[first].code {
            return false;
        }
        if !self.own_roles.has(Role::Reason) && !self.own_roles.has(Role::ClauseReason) {
            return false;
        }
        let after_break = text.tokens[first - 1].kind == Kind::Break;
        let announces = |hit: &&Hit| {
            matches!(hit.kind, HitKind::Role(roles)
                if roles.has(Role::Reason) || (after_break && roles.has(Role::ClauseReason)))
        };
        let hit = self.hits.iter().rfind(announces);
        let end = first - usize::from(after_break);
        self.reason = hit.map(|hit| Reason { end, start: hit.last });
        if self.reason.is_some() && after_break {
            self.spans.pop();
        }
        self.reason.is_some()
    }
}

/// Keeps the longest piece; of equal ones a concept before a cue before a topic.
fn longest(best: Option<Span>, hit: &Hit, lexicon: u16, code: bool) -> Option<Span> {
    let what = match hit.kind {
        HitKind::Concept { id, ambiguous } => {
            What::Concept { concept: ConceptRef { lexicon, id }, ambiguous }
        }
        HitKind::Topic { pack, plain } => What::Topic { lexicon, pack, plain },
        // What stands between backticks is quoted: it gives no orders.
        HitKind::Cue(cue) if !code => What::Cue(cue),
        _ => return best,
    };
    let span = Span::new(hit.first, hit.last, what);
    let Some(mut other) = best else { return Some(span) };
    if outranks(&span, &other, lexicon) {
        return Some(Span { cue: other.cue_at(span.last), ..span });
    }
    if other.last == span.last {
        if let What::Cue(cue) = span.what {
            other.cue.insert(cue);
        }
        match (&mut other.what, span.what) {
            (What::Cue(a), What::Cue(b)) => a.insert(b),
            (What::Topic { plain: a, .. }, What::Topic { plain: b, .. }) => *a |= b,
            _ => {}
        }
    }
    Some(other)
}

/// Reports whether a piece replaces another from the same place; of equal ones that of the later
/// lexicon does, since that is the user's.
fn outranks(span: &Span, other: &Span, lexicon: u16) -> bool {
    let (new, old) = ((span.last, rank(span.what)), (other.last, rank(other.what)));
    new > old || (new == old && matches!(span.what, What::Concept { .. }) && lexicon > 0)
}

fn rank(what: What) -> u8 {
    match what {
        What::Concept { ambiguous: false, .. } => 5,
        What::Cue(cue) if !cue.has(Cue::Filler) && !cue.is_verb() => 4,
        What::Concept { ambiguous: true, .. } => 3,
        What::Cue(cue) if cue.is_verb() => 2,
        What::Topic { .. } => 1,
        _ => 0,
    }
}

/// Reports whether a cue span is of one of the kinds.
pub(crate) fn is_cue(span: &Span, cues: &[Cue]) -> bool {
    matches!(span.what, What::Cue(set) if set.has_any(cues))
}
