//! Gives every thing a rule names its polarity, cue by cue.

use smallvec::SmallVec;

use super::canonical::Canonical;
use super::cue::Cue;
use super::parser::clause;
use super::role::Role;
use super::scan::{ConceptRef, Span, What, is_cue};
use super::statement::{Polarity, Subject, Subjects};
use super::stretch::Stretch;

/// Walks over the pieces and gives every concept its polarity.
pub(super) struct Reader<'t> {
    text: &'t Canonical,
    pub(super) subjects: Subjects,
    /// What the cues so far say of what comes; nothing until one has spoken.
    current: Option<Polarity>,
    /// The cue that said it, and the one that is read.
    speaker: Stretch,
    cue: Stretch,
    /// Concepts of this clause that no cue has spoken of: indexes into `subjects`.
    open: SmallVec<[usize; 4]>,
    /// Whether a concept stood behind the last refusal.
    spent: bool,
    /// Whether nothing but small words stood behind the last refusal.
    fresh: bool,
    /// How many subjects there were before this clause.
    before: usize,
    pub(super) doubtful: bool,
    /// How the refusal before this clause reaches it.
    reach: Reach,
}

/// How a refusal reaches the next clause.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// It is clear whether it does.
    Clear,
    /// It may end before: then nothing is asked of the things in it.
    Unclear,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t Canonical) -> Self {
        Self {
            text,
            subjects: Subjects::new(),
            current: None,
            speaker: Stretch::default(),
            cue: Stretch::default(),
            open: SmallVec::new(),
            spent: false,
            fresh: false,
            before: 0,
            doubtful: false,
            reach: Reach::Clear,
        }
    }

    pub(super) fn read(&mut self, spans: &[Span]) {
        let mut end = 0;
        for (i, span) in spans.iter().enumerate() {
            self.doubtful |= self.turns_away(&spans[..i], span);
            if end <= i {
                end = i + clause(&spans[i..]).len();
            }
            let rest = spans.get(i + 1..end).unwrap_or_default();
            match span.what {
                What::Break => self.end_clause(Some(span), &spans[i + 1..]),
                What::Concept { concept, .. } => self.concept(concept, span),
                What::Cue(set) if set.has(Cue::Inert) => {}
                What::Cue(_) if self.is_contrast(span, rest) => {
                    self.cue = self.text.place(span.first, span.last);
                    self.turn(Polarity::Choose);
                }
                What::Cue(_) => self.cue(span, rest),
                What::Free | What::Topic { .. } => self.fresh = false,
            }
        }
        self.end_clause(None, &[]);
    }

    fn concept(&mut self, concept: ConceptRef, span: &Span) {
        if self.current.is_none() {
            self.open.push(self.subjects.len());
        }
        let polarity = self.current.unwrap_or(Polarity::Choose);
        let decided = if self.current.is_some() { self.speaker } else { Stretch::default() };
        let words = self.text.place(span.first, span.last);
        let placed = self.reach == Reach::Unclear;
        let first = u16::try_from(span.first).unwrap_or(u16::MAX);
        self.subjects.push(Subject { concept, polarity, placed, first, words, decided });
        self.spent = true;
        self.fresh = false;
    }

    /// "not A but B": B is asked for.
    fn is_contrast(&mut self, span: &Span, rest: &[Span]) -> bool {
        let follows = || rest.iter().any(|s| matches!(s.what, What::Concept { .. }));
        let refused = self.current == Some(Polarity::Reject);
        let plain = !is_cue(span, &[Cue::Negate, Cue::NegateAfter, Cue::InsteadOf]);
        let contrast = refused && plain && span.roles.has(Role::Contrast) && follows();
        // "no package manager but pnpm": the refusal had no thing of its own.
        self.doubtful |= contrast && !self.spent;
        contrast
    }

    /// Words whose sense the cues do not carry: "keep X out", 别把 X 丢了, "prefer A to B".
    fn turns_away(&self, before: &[Span], span: &Span) -> bool {
        let thing = |span: &Span| matches!(span.what, What::Concept { .. });
        let Some((last, before)) = before.split_last() else { return false };
        if !thing(span) {
            return span.roles.has(Role::Particle) && thing(last);
        }
        let refused = self.current == Some(Polarity::Reject);
        let beside = last.roles.has(Role::Towards) && before.last().is_some_and(thing);
        (refused && last.roles.has(Role::Patient)) || beside
    }

    fn cue(&mut self, span: &Span, rest: &[Span]) {
        let follows = rest.iter().any(|s| matches!(s.what, What::Concept { .. }));
        let before = !self.open.is_empty();
        // "use … instead of X": what is asked for can be a thing that is not known.
        let asked = self.current == Some(Polarity::Choose);
        let phrase = span.last - span.first > 1;
        self.cue = self.text.place(span.first, span.last);
        let refused = self.current == Some(Polarity::Reject);
        let exchange = is_cue(span, &[Cue::InsteadOf]) || span.roles.has(Role::Exchange);
        let again = is_cue(span, &[Cue::Negate, Cue::NegateAfter]);
        if is_cue(span, &[Cue::Doubtful]) {
            self.doubtful = true;
        } else if refused && ((exchange && follows) || (again && self.spent && !follows)) {
            // "don't use A instead of B", "don't switch to A", 非 A 不可: who can tell?
            self.doubtful = true;
        } else if is_cue(span, &[Cue::InsteadOf]) && (before || self.spent || asked || phrase) {
            self.open.clear();
            self.turn(Polarity::Reject);
        } else if is_cue(span, &[Cue::InsteadOf]) && follows && self.current.is_none() {
            // "over X": preferred to it, or on it?
            self.doubtful = true;
        } else if is_cue(span, &[Cue::InFavorOf]) {
            self.settle_open(Polarity::Reject);
            self.turn(Polarity::Choose);
        } else if is_cue(span, &[Cue::NegateAfter]) && (before || !is_cue(span, &[Cue::Negate])) {
            self.reject_before(span, follows);
        } else if is_cue(span, &[Cue::Negate]) {
            // "X is slow, avoid it", "use X, but don't overuse it": which of them is refused?
            self.doubtful |= !follows
                && !before
                && self.subjects.iter().any(|s| s.polarity == Polarity::Choose)
                && rest.iter().any(|span| is_cue(span, &[Cue::Pronoun]));
            let alone = rest.iter().all(|span| matches!(span.what, What::Cue(_)));
            let alone = alone && rest.iter().all(|span| !is_cue(span, &[Cue::Pronoun]));
            self.negate(follows, before, alone);
        } else if is_cue(span, &[Cue::Require, Cue::Prefer]) {
            self.require(follows);
        }
    }

    /// A refusal: of what follows, or of what stands before when nothing follows.
    fn negate(&mut self, follows: bool, before: bool, alone: bool) {
        if self.current == Some(Polarity::Reject) && !self.spent {
            // A second "not" with nothing between: who can tell?
            self.doubtful = true;
        }
        if before && !follows {
            self.settle_open(Polarity::Reject);
        }
        // "Redux: banned": the clause has no thing of its own.
        let none = self.subjects.len() == self.before && !self.subjects.is_empty();
        self.doubtful |= !before && alone && !self.spent && none;
        self.turn(Polarity::Reject);
    }

    fn require(&mut self, follows: bool) {
        // "never use X": the verb belongs to the refusal before it.
        if self.current == Some(Polarity::Reject) && !self.spent {
            return;
        }
        if self.current == Some(Polarity::Reject) && !follows {
            return;
        }
        self.turn(Polarity::Choose);
    }

    fn reject_before(&mut self, cue: &Span, follows: bool) {
        // "is not" and then "forbidden": who can tell?
        self.doubtful |= self.fresh;
        let own = self.subjects.len() - self.before;
        let asked = self.current == Some(Polarity::Choose) && self.open.is_empty() && own > 0;
        // "using X is forbidden": what is said of it counts, not the verb before it.
        if asked && !follows && !cue.roles.has(Role::Refusal) {
            self.doubtful |= own > 1;
            for subject in &mut self.subjects[self.before..] {
                (subject.polarity, subject.decided) = (Polarity::Reject, self.cue);
            }
        }
        if self.open.is_empty() && !self.spent {
            // The clause has no thing of its own: ", leave it out" speaks of the one before.
            for subject in &mut self.subjects {
                (subject.polarity, subject.decided) = (Polarity::Reject, self.cue);
            }
        }
        self.settle_open(Polarity::Reject);
        self.current = follows.then_some(Polarity::Reject);
        self.speaker = self.cue;
        self.spent = false;
        self.fresh = true;
    }

    fn turn(&mut self, polarity: Polarity) {
        self.current = Some(polarity);
        self.speaker = self.cue;
        self.spent = false;
        self.fresh = polarity == Polarity::Reject;
    }

    fn settle_open(&mut self, polarity: Polarity) {
        for i in self.open.drain(..) {
            (self.subjects[i].polarity, self.subjects[i].decided) = (polarity, self.cue);
        }
    }

    /// Ends a clause; a refusal goes on over a list: "no A, B or C".
    fn end_clause(&mut self, end: Option<&Span>, rest: &[Span]) {
        let next = clause(rest);
        let list = next.iter().find(|span| !is_cue(span, &[Cue::Filler]));
        // 不是 A，是 B: what is said to be is not refused.
        let is = next.iter().take_while(|span| is_cue(span, &[Cue::Filler]));
        let stated = is.into_iter().any(|span| span.roles.has(Role::Copula));
        let goes_on = self.current == Some(Polarity::Reject)
            && self.spent
            && !stated
            && list.is_some_and(|span| matches!(span.what, What::Concept { .. }))
            && !next.iter().any(|span| {
                is_cue(
                    span,
                    &[Cue::Require, Cue::Prefer, Cue::Assert, Cue::Permit, Cue::NegateAfter],
                )
            });
        let joined = next.first().is_some_and(|span| span.roles.has(Role::Connector));
        let parted = end.is_some_and(|end| self.text.tokens[end.first].parts)
            || list.is_some_and(|s| self.is_deed(s));
        // "no A; B", "don't push, open a PR": refused as well, or what is done in its place?
        let unclear = goes_on && (self.reach == Reach::Unclear || parted && !joined);
        self.reach = if unclear { Reach::Unclear } else { Reach::Clear };
        if !goes_on {
            self.current = None;
        }
        self.open.clear();
        self.spent = false;
        self.fresh = false;
        self.before = self.subjects.len();
    }

    /// Reports whether a thing is named by what is done: a verb, an article, and its object.
    fn is_deed(&self, span: &Span) -> bool {
        let second = (span.first + 1..span.last).next().map(|token| &self.text.tokens[token]);
        second
            .is_some_and(|word| matches!(&self.text.text[word.start..word.end], "a" | "an" | "the"))
    }
}
