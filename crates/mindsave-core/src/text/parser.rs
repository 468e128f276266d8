//! Reads rules one after the other, in the same memory.

use smallvec::SmallVec;

use super::canonical::{Canonical, Kind, Token};
use super::cue::{Cue, CueSet};
use super::lexicon::Lexicon;
use super::reader::Reader;
use super::residue::Residue;
use super::role::Role;
use super::scan::{ConceptRef, PackRef, Scan, Span, What, is_cue};
use super::sense;
use super::statement::{Modality, Polarity, Statement, Subject, Subjects};
use super::stretch::Stretch;
use super::trust::Trust;
use super::wording;

/// The most bytes of a sentence that is read; a longer one is a document and no rule.
pub(super) const LONGEST: usize = 8 * 1024;

/// Reads rules with the help of lexicons.
pub(crate) struct Parser<'l> {
    lexicons: &'l [&'l Lexicon],
    text: Canonical,
    scan: Scan,
    room: Vec<u8>,
}

impl<'l> Parser<'l> {
    pub(crate) fn new(lexicons: &'l [&'l Lexicon]) -> Self {
        Self { lexicons, text: Canonical::default(), scan: Scan::default(), room: Vec::new() }
    }

    /// Reads a rule that stands beside others: `known` are the categories those speak of, in which
    /// a word with a second meaning can be trusted.
    pub(crate) fn parse(&mut self, rule: &str, known: &[PackRef]) -> Statement {
        if rule.len() > LONGEST {
            return Statement { modality: Modality::Unclear, ..self.parse("", known) };
        }
        self.text.read(rule);
        self.scan.read(&self.text, self.lexicons);
        let (rule, reason) = self.split_reason(rule);
        let trust = Trust { rule, text: &self.text, lexicons: self.lexicons, known };
        let doubts = trust.settle(&mut self.scan);
        let mut reader = Reader::new(&self.text);
        reader.read(&self.scan.spans);
        let doubtful = reader.doubtful || is_question(rule);
        let mut subjects = self.subjects(reader.subjects);
        let residue = Residue::of(rule, &self.text, &self.scan, &mut self.room);
        self.mark_places(&mut subjects, residue.count);
        let cues = all_cues(&self.scan.spans);
        let exclusive = self.scan.spans.iter().any(says_only);
        let mut statement = Statement {
            modality: modality(cues, doubtful),
            conditional: cues.has(Cue::Condition),
            numeric: cues.has(Cue::Limit) || !residue.numbers.is_empty(),
            refuses: cues.has_any(&[Cue::Negate, Cue::NegateAfter]),
            parts: None,
            exclusive,
            doubts: doubts.into_boxed_slice(),
            notes: residue.notes,
            residue: residue.count,
            gist: residue.gist,
            numbers: residue.numbers.into_boxed_slice(),
            universal: self.scan.all_roles.has(Role::Universal),
            excepts: cues.has(Cue::Condition) && self.scan.all_roles.has(Role::Exception),
            reason,
            sense: sense::number(&self.text, &self.scan.spans),
            size: rule.len(),
            subjects,
        };
        if statement.can_merge() && !statement.subjects.is_empty() {
            let parts = wording::parts(rule, &self.text, &self.scan, &statement.subjects);
            statement.parts = if exclusive { parts.and_then(wording::only) } else { parts };
        }
        statement
    }

    /// What a rule says, without its small words.
    pub(crate) fn sense(&mut self, rule: &str) -> String {
        self.parse(rule, &[]);
        sense::of(&self.text, &self.scan.spans)
    }

    /// Finds the words of a rule that are one of some cues, as [`Parser::parse`] reads them.
    pub(crate) fn cues<'r>(&mut self, rule: &'r str, cues: &[Cue]) -> Vec<&'r str> {
        self.parse(rule, &[]);
        let found = self.scan.spans.iter().filter(|span| is_cue(span, cues));
        found.map(|span| self.text.place(span.first, span.last).of(rule)).collect()
    }

    /// Splits the reason off a rule: what stands behind "because".
    fn split_reason<'r>(&mut self, rule: &'r str) -> (&'r str, Option<Stretch>) {
        let Some(found) = self.scan.reason else { return (rule, None) };
        let place = |token: usize| self.text.tokens.get(token).map_or(rule.len(), |t| t.from);
        let main = rule[..place(found.end)].trim_end();
        let reason = Stretch::new(place(found.start), rule.len()).trimmed(rule);
        self.text.tokens.truncate(found.end);
        (main, (!reason.of(rule).is_empty()).then_some(reason))
    }

    /// The things a rule is about, those said in scattered words among them, each once.
    fn subjects(&self, mut subjects: Subjects) -> Subjects {
        self.add_scattered(&mut subjects);
        subjects.sort_by_key(Subject::at);
        subjects.dedup_by(|a, b| a.concept == b.concept && a.polarity == b.polarity);
        subjects
    }

    /// "no passwords in JWT": a thing that says where something is refused is not refused itself.
    fn mark_places(&self, subjects: &mut Subjects, residue: usize) {
        let refused = |s: &Subject| s.polarity == Polarity::Reject;
        let kinds: SmallVec<[PackRef; 2]> =
            subjects.iter().filter(|s| refused(s)).map(|s| self.category(s.concept)).collect();
        for subject in subjects.iter_mut().filter(|s| refused(s)) {
            let own = self.category(subject.concept);
            let more = residue > 0 || kinds.iter().any(|kind| *kind != own);
            subject.placed |= more && self.is_place(subject);
        }
    }

    /// Reports whether a thing stands behind a preposition of place, or before 里.
    fn is_place(&self, subject: &Subject) -> bool {
        let spans = &self.scan.spans;
        let place = |span: &Span| span.roles.has(Role::Place);
        let named = |span: &Span| {
            let own =
                matches!(span.what, What::Concept { concept, .. } if concept == subject.concept);
            own && span.first == subject.at()
        };
        // What is said in scattered words stands in no one place.
        let Some(at) = spans.iter().position(named) else { return false };
        let filler = |span: &&Span| is_cue(span, &[Cue::Filler]);
        let behind = spans.get(at + 1).is_some_and(|next| {
            place(next) && self.text.tokens[next.first].kind == Kind::Ideograph
        });
        behind || spans[..at].iter().rev().take_while(filler).any(place)
    }

    fn category(&self, concept: ConceptRef) -> PackRef {
        (concept.lexicon, self.lexicons[usize::from(concept.lexicon)].pack_of(concept.id))
    }

    /// Adds concepts said in scattered words, with the polarity of their clause.
    fn add_scattered(&self, subjects: &mut Subjects) {
        for found in &self.scan.scattered {
            let (Some(&at), Some(&last)) = (found.tokens.first(), found.tokens.last()) else {
                continue;
            };
            if subjects.iter().any(|subject| subject.concept == found.concept) {
                continue;
            }
            // A thing of the same category named inside the pattern is part of it: the longer name counts.
            let inside = |subject: &Subject| {
                found.tokens.contains(&subject.at())
                    && self.category(subject.concept) == self.category(found.concept)
            };
            let own = subjects.iter().find(|s| inside(s)).map(|s| (s.polarity, s.decided));
            subjects.retain(|subject| !inside(subject));
            let (polarity, decided) = own.unwrap_or_else(|| self.clause_polarity(at));
            let words = self.text.place(at, last + 1);
            let first = u16::try_from(at).unwrap_or(u16::MAX);
            let concept = found.concept;
            subjects.push(Subject { concept, polarity, first, words, decided, placed: false });
        }
    }

    /// What a clause says as a whole: refused if any refusal stands in it.
    fn clause_polarity(&self, token: usize) -> (Polarity, Stretch) {
        let tokens = &self.text.tokens;
        let ends = |token: &Token| token.kind == Kind::Break;
        let start = tokens[..token].iter().rposition(ends).map_or(0, |at| at + 1);
        let end = tokens[token..].iter().position(ends).map_or(tokens.len(), |n| token + n);
        let own = |span: &&Span| (start..end).contains(&span.first);
        let mut spans = self.scan.spans.iter().filter(own);
        match spans.find(|span| is_cue(span, &[Cue::Negate, Cue::NegateAfter])) {
            Some(cue) => (Polarity::Reject, self.text.place(cue.first, cue.last)),
            None => (Polarity::Choose, Stretch::default()),
        }
    }
}

/// Reports whether a rule asks something: then it orders nothing.
fn is_question(rule: &str) -> bool {
    let rule = rule.trim_end();
    let marked = rule.trim_end_matches(['?', '？']);
    marked.len() < rule.len() || marked.ends_with(['吗', '呢'])
}

/// All kinds of cues in a rule.
fn all_cues(spans: &[Span]) -> CueSet {
    let mut all = CueSet::default();
    for span in spans {
        if let What::Cue(cues) = span.what {
            all.insert(cues);
        }
    }
    all
}

fn modality(cues: CueSet, doubtful: bool) -> Modality {
    if doubtful || cues.has(Cue::Doubtful) {
        Modality::Unclear
    } else if cues.has(Cue::Waive) {
        Modality::Waive
    } else if cues.has(Cue::Permit) {
        Modality::May
    } else if cues.has(Cue::Prefer) {
        Modality::Prefer
    } else {
        Modality::Must
    }
}

fn says_only(span: &Span) -> bool {
    span.roles.has(Role::Only) && matches!(span.what, What::Cue(_))
}

/// The pieces up to the end of the clause.
pub(super) fn clause(spans: &[Span]) -> &[Span] {
    let end = spans.iter().position(|span| span.what == What::Break).unwrap_or(spans.len());
    &spans[..end]
}
