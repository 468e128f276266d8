//! How a rule is said again in few words: in pieces that need no sentence around them.
//!
//! A rule falls into runs between the cues that refuse or ask. A run that is one name is said by
//! that name; a run of several words is said in those words, in their order; "A is done with B"
//! becomes "A: B". A rule that cannot be taken apart this way is said as it is written.

mod part;

pub(crate) use part::{Form, Part, Parts, Said, telegraph};

use smallvec::SmallVec;

use crate::text::canonical::{Canonical, Kind};
use crate::text::cue::Cue;
use crate::text::role::Role;
use crate::text::scan::{ConceptRef, Scan, Span, What, is_cue};
use crate::text::statement::{Polarity, Subject};
use crate::text::stretch::Stretch;

/// The cues that end a run.
const OPERATORS: [Cue; 6] =
    [Cue::Negate, Cue::NegateAfter, Cue::InsteadOf, Cue::InFavorOf, Cue::Require, Cue::Prefer];

/// Takes a rule apart; nothing when it has to be said as it is written.
pub(super) fn parts(
    rule: &str,
    text: &Canonical,
    scan: &Scan,
    subjects: &[Subject],
) -> Option<Parts> {
    let wording = Wording { rule, text, scan, subjects };
    let runs = wording.all_runs()?;
    let whole = |tokens: &[usize]| {
        runs.iter().any(|run| tokens.iter().all(|&token| run.tokens().contains(token)))
    };
    if !scan.scattered.iter().all(|found| whole(&found.tokens)) {
        return None;
    }
    let alone = runs.windows(2).all(|pair| pair[0].clause == pair[1].clause);
    let mut parts = Parts::new();
    for own in runs.chunk_by(|a, b| a.clause == b.clause) {
        wording.clause(own, alone, &mut parts)?;
    }
    Some(parts)
}

/// Says the pieces of a rule that holds "only", which speaks of all that is not named: of one thing
/// it can be said, of more it has to be said as it is written.
pub(super) fn only(mut parts: Parts) -> Option<Parts> {
    let [Part { polarity: Polarity::Choose, form, .. }] = parts.as_mut_slice() else {
        return None;
    };
    let Form::Name(concept) = *form else { return None };
    *form = Form::Only(concept);
    Some(parts)
}

/// A stretch of words with one sense, its ends trimmed, and the cue before it.
#[derive(Clone, Copy)]
struct Run<'s> {
    /// The number of its clause.
    clause: usize,
    spans: &'s [Span],
    before: Option<&'s Span>,
    /// The same before its ends were trimmed.
    raw: &'s [Span],
}

/// The runs of a rule.
type Runs<'s> = SmallVec<[Run<'s>; 6]>;

impl Run<'_> {
    fn tokens(&self) -> Stretch {
        let first = self.spans.first().map_or(0, |span| span.first);
        Stretch::new(first, self.spans.last().map_or(0, |span| span.last))
    }
}

struct Wording<'a> {
    rule: &'a str,
    text: &'a Canonical,
    scan: &'a Scan,
    subjects: &'a [Subject],
}

impl Wording<'_> {
    /// Cuts the rule into runs; nothing when they would not say all of it.
    fn all_runs(&self) -> Option<Runs<'_>> {
        let mut runs = Runs::new();
        let clauses = self.scan.spans.split(|span| span.what == What::Break);
        for (number, clause) in clauses.enumerate() {
            let own = runs.len();
            self.runs(number, clause, &mut runs);
            if self.drops_something(clause, &runs[own..]) {
                return None;
            }
        }
        Some(runs)
    }

    /// Cuts a clause at the cues that refuse or ask.
    fn runs<'s>(&self, number: usize, clause: &'s [Span], runs: &mut Runs<'s>) {
        let mut begin = 0;
        for end in 0..=clause.len() {
            if clause.get(end).is_some_and(|span| !is_cue(span, &OPERATORS)) {
                continue;
            }
            let spans = self.trim(&clause[begin..end]);
            if !spans.is_empty() {
                let before = begin.checked_sub(1).map(|at| &clause[at]);
                runs.push(Run { clause: number, spans, before, raw: &clause[begin..end] });
            }
            begin = end + 1;
        }
    }

    /// Takes words without weight off both ends.
    fn trim<'s>(&self, run: &'s [Span]) -> &'s [Span] {
        let first = run.iter().position(|span| self.has_weight(span)).unwrap_or(run.len());
        let last = run.iter().rposition(|span| self.has_weight(span)).map_or(first, |at| at + 1);
        if last == first {
            return &[];
        }
        // What touches words nothing is known of belongs to them: "shared branches", 样式文件,
        // "nobody waits for".
        let free = |at: usize| run[at].what == What::Free;
        let start = if free(first) {
            first - run[..first].iter().rev().take_while(|span| self.leads(span)).count()
        } else {
            first - usize::from(first > 0 && is_quantity(&run[first - 1]))
        };
        let end = if free(last - 1) { last + self.trailing(&run[last..]) } else { last };
        &run[start..end]
    }

    fn leads(&self, span: &Span) -> bool {
        let ideograph = self.text.tokens[span.first].kind == Kind::Ideograph;
        let close = ideograph && span.last - span.first == 1 && is_cue(span, &[Cue::Filler]);
        matches!(span.what, What::Topic { .. }) || close || is_quantity(span)
    }

    /// How many of the pieces behind words nothing is known of belong to them.
    fn trailing(&self, rest: &[Span]) -> usize {
        let topics = rest.iter().take_while(|span| matches!(span.what, What::Topic { .. })).count();
        let ends = |span: &Span| self.plays(span.first, Role::Preposition);
        match &rest[topics..] {
            [last] if ends(last) => topics + 1,
            _ => topics,
        }
    }

    /// Reports whether a single word plays a part.
    fn plays(&self, token: usize, role: Role) -> bool {
        self.scan.roles[token].has(role)
    }

    /// Reports whether a clause holds signs that none of its runs would say.
    fn drops_something(&self, clause: &[Span], runs: &[Run]) -> bool {
        let (Some(first), Some(last)) = (clause.first(), clause.last()) else { return false };
        if self.leaves_a_sign(clause, runs) {
            return true;
        }
        let mut at = self.text.tokens[first.first].from;
        let end = self.text.tokens[last.last - 1].to;
        let has_sign = |gap: Option<&str>| gap.is_some_and(|gap| gap.bytes().any(is_sign));
        for run in runs {
            let tokens = run.tokens();
            let (from, to) = part::with_quotes(self.rule, self.text, tokens.from(), tokens.to());
            if has_sign(self.rule.get(at..from)) {
                return true;
            }
            at = to;
        }
        has_sign(self.rule.get(at..end))
    }

    /// Reports whether a clause refuses what no run says ("modules you don't own"), or ends with a
    /// verb or a part of one that no run holds ("don't mock fetch").
    fn leaves_a_sign(&self, clause: &[Span], runs: &[Run]) -> bool {
        let operator = |span: &Span| is_cue(span, &OPERATORS);
        let refuses = |span: &Span| is_cue(span, &[Cue::Negate, Cue::InsteadOf]);
        let own = |span: &Span| {
            let first = Some(span.first);
            runs.iter().any(|run| run.before.map(|cue| cue.first) == first)
        };
        let open = clause.iter().enumerate().any(|(i, span)| {
            let next = clause.get(i + 1);
            refuses(span) && !own(span) && !next.is_some_and(operator) && i > 0
        });
        let last = clause.iter().rfind(|span| !is_cue(span, &[Cue::Filler]));
        let ends = last.is_some_and(|span| {
            let verb = is_cue(span, &[Cue::Assert]) && span.last - span.first == 1;
            verb && !span.roles.has(Role::Only) && !self.is_scattered(span)
        });
        let some = runs.iter().any(|run| self.polarity(run) == Some(Polarity::Reject));
        open || (ends && some) || (runs.is_empty() && clause.iter().any(refuses))
    }

    fn has_weight(&self, span: &Span) -> bool {
        if self.is_scattered(span) {
            return true;
        }
        match span.what {
            What::Concept { .. } => true,
            What::Free => self.text.tokens[span.first].kind != Kind::Symbol,
            What::Topic { .. } => !crate::text::residue::is_plain(self.text, span),
            What::Cue(_) => is_cue(span, &[Cue::Inert]),
            What::Break => false,
        }
    }

    fn is_scattered(&self, span: &Span) -> bool {
        self.scan.scattered.iter().any(|found| found.tokens.contains(&span.first))
    }

    /// Says the runs of one clause.
    fn clause(&self, runs: &[Run], alone: bool, parts: &mut Parts) -> Option<()> {
        if let Some(part) = self.scoped(runs).or_else(|| self.assigned(runs)) {
            return alone.then(|| parts.push(part));
        }
        for (i, run) in runs.iter().enumerate() {
            // Beside other runs, words nothing is known of could belong to any of them, but not
            // those behind "instead of".
            let others = || runs[..i].iter().all(|other| self.is_list(other.spans));
            let contrast = run.before.is_some_and(|cue| is_cue(cue, &[Cue::InsteadOf]));
            let last = i + 1 == runs.len();
            // "A no B": A is the case in which B is refused.
            if i > 0 && run.before.is_some_and(|cue| is_cue(cue, &[Cue::Negate]) && !contrast) {
                return None;
            }
            self.run(run, alone && last && (i == 0 || (contrast && others())), parts)?;
        }
        Some(())
    }

    /// "X is banned in Y": the place belongs to the thing.
    fn scoped(&self, runs: &[Run]) -> Option<Part> {
        let [thing, place] = runs else { return None };
        let tail = place.before.is_some_and(|cue| {
            // "rejected in review" says where that happens.
            is_cue(cue, &[Cue::NegateAfter, Cue::Require]) && !self.plays(cue.last - 1, Role::Event)
        });
        let start = place.raw.first()?.first;
        let begins = self.plays(start, Role::Preposition);
        let polarity = self.polarity(thing)?;
        if !(tail && begins && self.named(place).next().is_none()) {
            return None;
        }
        let end = place.tokens().to();
        let tokens = Stretch::new(thing.tokens().from(), end);
        let said = Said::Scoped(thing.tokens(), Stretch::new(start, end));
        Some(Part { polarity, form: Form::Phrase(self.sole(tokens)), tokens, said })
    }

    /// "A goes through B", "A must be B": what is asked for of A.
    fn assigned(&self, runs: &[Run]) -> Option<Part> {
        let (of, what) = match runs {
            [of, what] => {
                what.before.filter(|cue| is_cue(cue, &[Cue::Require]))?;
                (of.tokens(), what.tokens())
            }
            [run] => self.around_verb(run)?,
            _ => return None,
        };
        let refuses = |run: &Run| run.before.is_some_and(|cue| is_cue(cue, &[Cue::Negate]));
        let asks = |run: &Run| self.polarity(run) != Some(Polarity::Reject) && !refuses(run);
        let some = runs.iter().any(|run| self.polarity(run).is_some());
        if !some || !runs.iter().all(asks) {
            return None;
        }
        let tokens = Stretch::new(of.from(), what.to());
        let said = Said::Assigned(of, what);
        Some(Part { polarity: Polarity::Choose, form: Form::Clause, tokens, said })
    }

    /// What stands before and behind the only verb of a run.
    fn around_verb(&self, run: &Run) -> Option<(Stretch, Stretch)> {
        let at = run.spans.iter().position(|span| self.is_verb(span))?;
        if run.raw.iter().filter(|span| is_cue(span, &[Cue::Assert])).count() > 1 {
            return None;
        }
        let before = self.trim(&run.spans[..at]);
        let after = self.trim(&run.spans[at + 1..]);
        let of = Stretch::new(before.first()?.first, before.last()?.last);
        Some((of, Stretch::new(after.first()?.first, run.tokens().to())))
    }

    /// Verbs of several words, for which a colon stands: "is declared in", 统一走.
    fn is_verb(&self, span: &Span) -> bool {
        let long = span.last - span.first >= 2;
        long && is_cue(span, &[Cue::Assert]) && !self.is_scattered(span)
    }

    /// The subjects a run names.
    fn named(&self, run: &Run) -> impl Iterator<Item = &Subject> {
        let tokens = run.tokens();
        self.subjects.iter().filter(move |subject| tokens.contains(subject.at()))
    }

    /// The thing some words are about, if they name one alone.
    fn sole(&self, tokens: Stretch) -> Option<ConceptRef> {
        let mut named = self.subjects.iter().filter(|subject| tokens.contains(subject.at()));
        let first = named.next()?.concept;
        named.all(|subject| subject.concept == first).then_some(first)
    }

    /// The sense of a run; nothing when it has none or two.
    fn polarity(&self, run: &Run) -> Option<Polarity> {
        let mut named = self.named(run);
        let polarity = named.next()?.polarity;
        named.all(|subject| subject.polarity == polarity).then_some(polarity)
    }

    /// Says one run: by the names in it if it is a list of them, else in its own words.
    fn run(&self, run: &Run, may_hold_more: bool, parts: &mut Parts) -> Option<()> {
        let polarity = self.polarity(run)?;
        if self.is_list(run.spans) {
            parts.extend(self.named(run).map(|own| {
                let (concept, at, words) = (own.concept, own.at(), own.words);
                let (form, tokens) = (Form::Name(concept), Stretch::new(at, at + 1));
                Part { polarity, form, tokens, said: Said::Name(words) }
            }));
            return Some(());
        }
        let free = |span: &Span| matches!(span.what, What::Free | What::Topic { .. });
        if !may_hold_more && run.spans.iter().any(free) {
            return None;
        }
        let tokens = run.tokens();
        let begins = self.subjects.iter().any(|subject| subject.at() == tokens.from());
        let refused = run.before.is_some_and(|cue| is_cue(cue, &[Cue::Negate, Cue::InsteadOf]));
        let form = match polarity {
            Polarity::Reject if begins || refused => Form::Phrase(self.sole(tokens)),
            Polarity::Reject => return None,
            Polarity::Choose if begins && !self.has_verb(run) => Form::Phrase(self.sole(tokens)),
            Polarity::Choose => Form::Clause,
        };
        parts.push(Part { polarity, form, tokens, said: Said::Tokens(tokens) });
        Some(())
    }

    /// Reports whether a run reads like a sentence.
    fn has_verb(&self, run: &Run) -> bool {
        let verb =
            |span: &Span| is_cue(span, &[Cue::Assert]) || self.plays(span.first, Role::Copula);
        run.spans.iter().any(verb)
    }

    /// Reports whether a run is names alone, with "and" or a mark between them.
    fn is_list(&self, run: &[Span]) -> bool {
        let name = |span: &Span| {
            matches!(span.what, What::Concept { .. })
                && self.subjects.iter().any(|subject| subject.at() == span.first)
        };
        let connector = |span: &Span| span.roles.has(Role::Connector);
        let apart = |pair: &[Span]| {
            let left = &self.text.tokens[pair[0].last - 1];
            let right = &self.text.tokens[pair[1].first];
            let joined = self.rule[left.to..right.from].trim().is_empty();
            !(joined && name(&pair[0]) && name(&pair[1]))
        };
        run.iter().all(|span| name(span) || connector(span)) && run.windows(2).all(apart)
    }
}

/// Signs that say something by themselves.
fn is_sign(byte: u8) -> bool {
    matches!(
        byte,
        b'_' | b'*'
            | b'/'
            | b'\\'
            | b'<'
            | b'>'
            | b'='
            | b'@'
            | b'#'
            | b'$'
            | b'%'
            | b'^'
            | b'&'
            | b'|'
            | b'~'
            | b'+'
            | b'['
            | b'{'
    )
}

/// Words that say of how many things a rule speaks.
fn is_quantity(span: &Span) -> bool {
    span.roles.has(Role::Quantity)
}

#[cfg(test)]
mod tests;
