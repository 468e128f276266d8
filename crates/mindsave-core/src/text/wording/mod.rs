//! How a rule is said again in few words: in pieces that need no sentence around them.
//!
//! A rule falls into runs between the cues that refuse or ask. A run that is one name is said by
//! that name; a run of several words is said in those words, in their order; "A is done with B"
//! becomes "A: B". A rule that cannot be taken apart this way is said as it is written.

use std::ops::Range;

use crate::text::canonical::{Canonical, Kind, Token};
use crate::text::cue::Cue;
use crate::text::scan::{ConceptRef, Scan, Span, What, is_cue};
use crate::text::statement::{Polarity, Subject};

/// The cues that end a run.
const OPERATORS: [Cue; 6] =
    [Cue::Negate, Cue::NegateAfter, Cue::InsteadOf, Cue::InFavorOf, Cue::Require, Cue::Prefer];

/// Words between two names of a list.
const CONNECTORS: [&str; 13] =
    ["and", "or", "nor", "+", "&", "|", "和", "与", "或", "及", "以及", "或者", "并且"];

/// Words that begin the naming of a place or case.
const PREPOSITIONS: [&str; 18] = [
    "in", "on", "for", "outside", "inside", "within", "under", "at", "from", "by", "to", "between",
    "during", "across", "per", "as", "of", "into",
];

/// A piece of a rule with one sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// For or against.
    pub(crate) polarity: Polarity,
    /// Its words, as they stand in the rule.
    pub(crate) words: String,
    /// What it is beside its words.
    pub(crate) form: Form,
    /// The tokens it stands for.
    pub(crate) tokens: Range<usize>,
}

/// The forms of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The name of a thing and nothing else.
    Name(ConceptRef),
    /// The same, with the word "only" before it.
    Only(ConceptRef),
    /// Several words, to be read as the object of "use" or "no".
    Phrase,
    /// A statement of its own.
    Clause,
}

/// Takes a rule apart; nothing when it has to be said as it is written.
pub(super) fn parts(
    rule: &str,
    text: &Canonical,
    spans: &[Span],
    scan: &Scan,
    subjects: &[Subject],
) -> Option<Vec<Part>> {
    let wording = Wording { rule, text, scan, subjects };
    let mut clauses: Vec<Vec<Run>> = Vec::new();
    for clause in spans.split(|span| span.what == What::Break) {
        let runs = wording.runs(clause);
        if wording.drops_something(clause, &runs) {
            return None;
        }
        clauses.push(runs);
    }
    let whole = |tokens: &[usize]| {
        clauses.iter().flatten().any(|run| tokens.iter().all(|t| run.range().contains(t)))
    };
    if !scan.scattered.iter().all(|found| whole(&found.tokens)) {
        return None;
    }
    let alone = clauses.iter().filter(|runs| !runs.is_empty()).count() == 1;
    let mut parts = Vec::new();
    for runs in &clauses {
        parts.extend(wording.clause(runs, alone)?);
    }
    Some(parts)
}

/// Says the pieces of a rule that holds "only", which speaks of all that is not named: of one thing
/// it can be said, of more it has to be said as it is written.
pub(super) fn only(mut parts: Vec<Part>, chinese: bool) -> Option<Vec<Part>> {
    let [Part { polarity: Polarity::Choose, words, form, .. }] = parts.as_mut_slice() else {
        return None;
    };
    let Form::Name(concept) = *form else { return None };
    *form = Form::Only(concept);
    let blank = chinese && !words.starts_with(|c: char| c.is_ascii_alphanumeric());
    words.insert_str(0, if chinese { "仅 " } else { "only " });
    if blank {
        words.remove("仅".len());
    }
    Some(parts)
}

/// Says a rule as it is written, without articles and the full stop.
pub(crate) fn telegraph(rule: &str) -> String {
    let text = Canonical::of(rule);
    let words = without_articles(rule, &text.tokens, &text, 0, rule.len());
    words.trim().trim_end_matches(['.', '。']).to_owned()
}

/// A stretch of words with one sense, its ends trimmed, and the cue before it.
#[derive(Clone, Copy)]
struct Run<'s> {
    spans: &'s [Span],
    before: Option<&'s Span>,
    /// The same before its ends were trimmed.
    raw: &'s [Span],
}

impl Run<'_> {
    fn range(&self) -> Range<usize> {
        self.spans.first().map_or(0, |s| s.first)..self.spans.last().map_or(0, |s| s.last)
    }
}

struct Wording<'a> {
    rule: &'a str,
    text: &'a Canonical,
    scan: &'a Scan,
    subjects: &'a [Subject],
}

impl Wording<'_> {
    /// Cuts a clause at the cues that refuse or ask.
    fn runs<'s>(&self, clause: &'s [Span]) -> Vec<Run<'s>> {
        let mut runs = Vec::new();
        let mut begin = 0;
        for end in 0..=clause.len() {
            if clause.get(end).is_some_and(|span| !is_cue(span, &OPERATORS)) {
                continue;
            }
            let spans = self.trim(&clause[begin..end]);
            if !spans.is_empty() {
                let before = begin.checked_sub(1).map(|at| &clause[at]);
                runs.push(Run { spans, before, raw: &clause[begin..end] });
            }
            begin = end + 1;
        }
        runs
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
            first - usize::from(first > 0 && self.is_quantity(&run[first - 1]))
        };
        let end = if free(last - 1) { last + self.trailing(&run[last..]) } else { last };
        &run[start..end]
    }

    fn leads(&self, span: &Span) -> bool {
        let ideograph = self.text.tokens[span.first].kind == Kind::Ideograph;
        let close = ideograph && span.last - span.first == 1 && is_cue(span, &[Cue::Filler]);
        matches!(span.what, What::Topic { .. }) || close || self.is_quantity(span)
    }

    /// How many of the pieces behind words nothing is known of belong to them.
    fn trailing(&self, rest: &[Span]) -> usize {
        let topics = rest.iter().take_while(|span| matches!(span.what, What::Topic { .. })).count();
        let ends = |span: &Span| PREPOSITIONS.contains(&self.word(&self.text.tokens[span.first]));
        match &rest[topics..] {
            [last] if ends(last) => topics + 1,
            _ => topics,
        }
    }

    /// Words that say of how many things a rule speaks.
    fn is_quantity(&self, span: &Span) -> bool {
        const WORDS: [&str; 12] = [
            "every", "all", "any", "each", "both", "only", "所有", "任何", "每个", "一切", "只",
            "仅",
        ];
        let tokens = &self.text.tokens;
        WORDS.contains(&&self.text.text[tokens[span.first].start..tokens[span.last - 1].end])
    }

    /// Reports whether a clause holds signs that none of its runs would say.
    fn drops_something(&self, clause: &[Span], runs: &[Run]) -> bool {
        const SIGNS: [char; 18] = [
            '_', '*', '/', '\\', '<', '>', '=', '@', '#', '$', '%', '^', '&', '|', '~', '+', '[',
            '{',
        ];
        let (Some(first), Some(last)) = (clause.first(), clause.last()) else { return false };
        let refuses = |span: &Span| is_cue(span, &[Cue::Negate, Cue::InsteadOf]);
        if runs.is_empty() && clause.iter().any(refuses) {
            return true;
        }
        let mut at = self.text.tokens[first.first].from;
        let end = self.text.tokens[last.last - 1].to;
        let mut gaps = String::new();
        for run in runs {
            let (from, to) = self.place(run.range().start, run.range().end);
            gaps.push_str(self.rule.get(at..from).unwrap_or_default());
            at = to;
        }
        gaps.push_str(self.rule.get(at..end).unwrap_or_default());
        gaps.contains(SIGNS)
    }

    /// Where a range of tokens stands in the rule, with quotes and empty brackets.
    fn place(&self, first: usize, last: usize) -> (usize, usize) {
        let (mut from, mut to) = (self.text.tokens[first].from, self.text.tokens[last - 1].to);
        if self.rule[to..].starts_with("()") {
            to += 2;
        }
        from -= usize::from(self.rule[..from].ends_with('`'));
        to += usize::from(self.rule[to..].starts_with('`'));
        (from, to)
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
    fn clause(&self, runs: &[Run], alone: bool) -> Option<Vec<Part>> {
        if let Some(part) = self.scoped(runs).or_else(|| self.assigned(runs)) {
            return alone.then(|| vec![part]);
        }
        let mut parts = Vec::new();
        for (i, run) in runs.iter().enumerate() {
            // Beside other runs, words nothing is known of could belong to any of them, but not
            // those behind "instead of".
            let others = runs[..i].iter().all(|other| self.is_list(other.spans));
            let contrast = run.before.is_some_and(|cue| is_cue(cue, &[Cue::InsteadOf]));
            let last = i + 1 == runs.len();
            // "A no B": A is the case in which B is refused.
            if i > 0 && run.before.is_some_and(|cue| is_cue(cue, &[Cue::Negate]) && !contrast) {
                return None;
            }
            parts.extend(self.run(run, alone && last && (i == 0 || (others && contrast)))?);
        }
        Some(parts)
    }

    /// "X is banned in Y": the place belongs to the thing.
    fn scoped(&self, runs: &[Run]) -> Option<Part> {
        let [thing, place] = runs else { return None };
        let tail = place.before.is_some_and(|cue| is_cue(cue, &[Cue::NegateAfter, Cue::Require]));
        let start = place.raw.first()?.first;
        let word = self.word(&self.text.tokens[start]);
        let begins = PREPOSITIONS.contains(&word);
        let polarity = self.polarity(thing)?;
        if !(tail && begins && self.named(place).is_empty()) {
            return None;
        }
        let tokens = thing.range().start..place.range().end;
        let thing = self.words(thing.range().start, thing.range().end);
        let words = format!("{thing} {}", self.words(start, place.range().end));
        Some(Part { polarity, words, form: Form::Phrase, tokens })
    }

    /// "A goes through B", "A must be B": what is asked for of A.
    fn assigned(&self, runs: &[Run]) -> Option<Part> {
        let (of, what) = match runs {
            [of, what] => {
                what.before.filter(|cue| is_cue(cue, &[Cue::Require]))?;
                (of.range(), what.range())
            }
            [run] => {
                let at = run.spans.iter().position(|span| self.is_verb(span))?;
                let asserts = run.raw.iter().filter(|span| is_cue(span, &[Cue::Assert])).count();
                if asserts > 1 {
                    return None;
                }
                let before = self.trim(&run.spans[..at]);
                let after = self.trim(&run.spans[at + 1..]);
                (before.first()?.first..before.last()?.last, after.first()?.first..run.range().end)
            }
            _ => return None,
        };
        let refuses = |run: &Run| run.before.is_some_and(|cue| is_cue(cue, &[Cue::Negate]));
        let polarities = runs.iter().all(|run| self.polarity(run) != Some(Polarity::Reject));
        let some = runs.iter().any(|run| self.polarity(run).is_some());
        if !some || !polarities || runs.iter().any(refuses) {
            return None;
        }
        let mark = if self.ends_in_ideograph(of.end) { "：" } else { ": " };
        let words =
            format!("{}{mark}{}", self.words(of.start, of.end), self.words(what.start, what.end));
        let tokens = of.start..what.end;
        Some(Part { polarity: Polarity::Choose, words, form: Form::Clause, tokens })
    }

    /// Verbs of several words, for which a colon stands: "is declared in", 统一走.
    fn is_verb(&self, span: &Span) -> bool {
        let long = span.last - span.first >= 2;
        long && is_cue(span, &[Cue::Assert]) && !self.is_scattered(span)
    }

    fn ends_in_ideograph(&self, end: usize) -> bool {
        self.text.tokens[end - 1].kind == Kind::Ideograph
    }

    /// The subjects a run names, by position.
    fn named(&self, run: &Run) -> Vec<usize> {
        let range = run.range();
        let own = |(i, subject): (usize, &Subject)| range.contains(&subject.at).then_some(i);
        self.subjects.iter().enumerate().filter_map(own).collect()
    }

    /// The sense of a run; nothing when it has none or two.
    fn polarity(&self, run: &Run) -> Option<Polarity> {
        let named = self.named(run);
        let polarity = self.subjects[*named.first()?].polarity;
        named.iter().all(|&i| self.subjects[i].polarity == polarity).then_some(polarity)
    }

    /// Says one run: by the names in it if it is a list of them, else in its own words.
    fn run(&self, run: &Run, may_hold_more: bool) -> Option<Vec<Part>> {
        let polarity = self.polarity(run)?;
        if self.is_list(run.spans) {
            let name = |i: usize| {
                let Subject { words, concept, at, .. } = &self.subjects[i];
                let (words, form) = (words.clone(), Form::Name(*concept));
                Part { polarity, words, form, tokens: *at..at + 1 }
            };
            return Some(self.named(run).into_iter().map(name).collect());
        }
        let free = |span: &Span| matches!(span.what, What::Free | What::Topic { .. });
        if !may_hold_more && run.spans.iter().any(free) {
            return None;
        }
        let range = run.range();
        let begins = self.subjects.iter().any(|subject| subject.at == range.start);
        let refused = run.before.is_some_and(|cue| is_cue(cue, &[Cue::Negate, Cue::InsteadOf]));
        let form = match polarity {
            Polarity::Reject if begins || refused => Form::Phrase,
            Polarity::Reject => return None,
            Polarity::Choose if begins && !self.has_verb(run) => Form::Phrase,
            Polarity::Choose => Form::Clause,
        };
        let words = self.words(range.start, range.end);
        Some(vec![Part { polarity, words, form, tokens: range }])
    }

    /// Reports whether a run reads like a sentence.
    fn has_verb(&self, run: &Run) -> bool {
        const VERBS: [&str; 6] = ["is", "are", "be", "have", "has", "是"];
        run.spans.iter().any(|span| {
            is_cue(span, &[Cue::Assert])
                || VERBS.contains(&self.word(&self.text.tokens[span.first]))
        })
    }

    fn word(&self, token: &Token) -> &str {
        self.text.word(token)
    }

    /// The words of a range of tokens, quotes included and articles left out.
    fn words(&self, first: usize, last: usize) -> String {
        let (from, to) = self.place(first, last);
        let tokens = &self.text.tokens[first..last];
        let words = without_articles(self.rule, tokens, self.text, from, to);
        // Half a quotation is none.
        let ticks = words.matches('`').count();
        if ticks.is_multiple_of(2) { words } else { words.replace('`', "") }
    }

    /// Reports whether a run is names alone, with "and" or a mark between them.
    fn is_list(&self, run: &[Span]) -> bool {
        let name = |span: &Span| {
            matches!(span.what, What::Concept { .. })
                && self.subjects.iter().any(|subject| subject.at == span.first)
        };
        let connector = |span: &Span| {
            let tokens = &self.text.tokens;
            let word = &self.text.text[tokens[span.first].start..tokens[span.last - 1].end];
            CONNECTORS.contains(&word)
        };
        let apart = |pair: &[Span]| {
            let left = &self.text.tokens[pair[0].last - 1];
            let right = &self.text.tokens[pair[1].first];
            let joined = self.rule[left.to..right.from].trim().is_empty();
            !(joined && name(&pair[0]) && name(&pair[1]))
        };
        run.iter().all(|span| name(span) || connector(span)) && run.windows(2).all(apart)
    }
}

/// The text from one place to another without "the", "a" and "an" where they are articles.
fn without_articles(
    rule: &str,
    tokens: &[Token],
    text: &Canonical,
    from: usize,
    to: usize,
) -> String {
    let mut out = String::with_capacity(to - from);
    let mut at = from;
    for token in tokens {
        let article = matches!(text.word(token), "the" | "a" | "an") && !token.code;
        let rest = &rule[token.to..to];
        let blank = rest.starts_with(' ') && rest[1..].starts_with(char::is_alphanumeric);
        let small = token.from == 0 || rule[token.from..].starts_with(char::is_lowercase);
        if article && blank && small {
            out.push_str(&rule[at..token.from]);
            at = token.to + 1;
        }
    }
    out.push_str(&rule[at..to]);
    out
}

#[cfg(test)]
mod tests;
