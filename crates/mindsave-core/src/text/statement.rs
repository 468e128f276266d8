//! What a rule says: of which things, for or against, how strictly, and in which case.

use std::borrow::Cow;

use super::canonical::{Canonical, Kind, Token};
use super::cue::Cue;
use super::lexicon::{Lexicon, PackId};
use super::phrases::{has_word, split_reason};
use super::reader::Reader;
use super::residue::Residue;
use super::scan::{ConceptRef, Scan, Span, What, is_cue};
use super::wording::{self, Form, Part};
use super::words::Words;

/// The most bytes of a sentence that is read; a longer one is a document and no rule.
const LONGEST: usize = 8 * 1024;

/// Whether a thing is asked for or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Polarity {
    /// It is asked for.
    Choose,
    /// It is refused.
    Reject,
}

/// How strictly a rule is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Modality {
    /// It is an order.
    Must,
    /// It is a preference.
    Prefer,
    /// It allows something, without asking for it.
    May,
    /// It waives a duty: neither an order nor a ban.
    Waive,
    /// Its sense is hard to tell: a double negation, a question.
    Unclear,
}

/// One thing a rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The thing.
    pub concept: ConceptRef,
    /// For or against.
    pub polarity: Polarity,
    /// Where it is named in the rule; of a thing said in scattered words, the first.
    pub(crate) at: usize,
    /// The words that name it, as they stand in the rule.
    pub(crate) words: String,
}

/// A rule, understood as far as words go.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own about a sentence")]
pub struct Statement {
    /// The things it is about, in order.
    pub subjects: Vec<Subject>,
    /// How strictly it is meant.
    pub modality: Modality,
    /// Whether it holds in some case only.
    pub conditional: bool,
    /// Whether it limits a number or depends on one.
    pub numeric: bool,
    /// Words nothing is known of, as they stand in the rule, in runs.
    pub notes: Vec<String>,
    /// How many words those are.
    pub residue: usize,
    /// The words with weight of their own, in canonical form, sorted: for likeness.
    pub(crate) content: Words,
    /// The numbers in it.
    pub(crate) numbers: Vec<String>,
    /// The sense of the sentence as a whole, where no concept carries it.
    pub(crate) refuses: bool,
    /// Whether it says "only".
    pub(crate) exclusive: bool,
    /// Categories of words that could be theirs but were not trusted.
    pub(crate) doubts: Vec<(u16, PackId)>,
    /// The pieces it can be said in; none when it has to be said as it is written.
    pub(crate) parts: Option<Vec<Part>>,
    /// Why, in its own words.
    pub reason: Option<String>,
    /// The case it is said for ("in tests", "on the API"), in canonical form.
    pub(crate) scope: Option<String>,
    /// Whether it is said for every case.
    pub(crate) universal: bool,
    /// Whether it names an exception.
    pub(crate) excepts: bool,
}

impl Statement {
    /// Reads a rule.
    ///
    /// ```
    /// use mindsave_core::text::{Lexicon, Polarity, Statement};
    ///
    /// let lexicon = Lexicon::builtin();
    /// let rule = Statement::parse("用 pnpm，不要用 npm", &[lexicon]);
    /// let said: Vec<_> = rule.subjects.iter().map(|s| (lexicon.name(s.concept.id), s.polarity)).collect();
    /// assert_eq!(said, [("pnpm", Polarity::Choose), ("npm", Polarity::Reject)]);
    /// ```
    pub fn parse(rule: &str, lexicons: &[&Lexicon]) -> Self {
        Self::parse_beside(rule, lexicons, &[])
    }

    /// Reads a rule that stands beside others: `known` are the categories those speak of, in which
    /// a word with a second meaning can be trusted.
    pub(crate) fn parse_beside(rule: &str, lexicons: &[&Lexicon], known: &[(u16, PackId)]) -> Self {
        if rule.len() > LONGEST {
            return Self { modality: Modality::Unclear, ..Self::parse_beside("", lexicons, known) };
        }
        let (rule, reason) = split_reason(rule);
        let text = Canonical::of(rule);
        let scan = Scan::of(&text, lexicons);
        let spans = settle(rule, &scan, &text, lexicons, known);
        let doubts = doubts(&scan, &spans, lexicons);
        let mut reader = Reader::default();
        reader.read(&spans);
        let mut subjects = reader.subjects;
        for subject in &mut subjects {
            let own = spans.iter().find(|piece| piece.first == subject.at);
            subject.words =
                own.map(|span| slice(rule, &text, span.first, span.last)).unwrap_or_default();
        }
        add_scattered(rule, &mut subjects, &scan, &spans, &text, lexicons);
        subjects.sort_by_key(|subject| subject.at);
        subjects.dedup_by(|a, b| a.concept == b.concept && a.polarity == b.polarity);
        let residue = Residue::of(rule, &text, &spans, &scan);
        let exclusive = says_only(&text, &spans);
        // A long list holds all its rules at once: nothing is kept for more to come.
        subjects.shrink_to_fit();
        let any = |cues: &[Cue]| spans.iter().any(|span| is_cue(span, cues));
        let conditional = any(&[Cue::Condition]);
        let numeric = any(&[Cue::Limit]) || !residue.numbers.is_empty();
        // Only an order about a known thing, without a case or number, is ever said in other words.
        let order = !subjects.is_empty() && !conditional && !numeric;
        let parts =
            if order { wording::parts(rule, &text, &spans, &scan, &subjects) } else { None };
        Self {
            modality: modality(&spans, reader.doubtful),
            conditional,
            numeric,
            refuses: any(&[Cue::Negate, Cue::NegateAfter]),
            parts: if exclusive {
                parts.and_then(|parts| wording::only(parts, super::canonical::has_han(rule)))
            } else {
                parts
            },
            exclusive,
            doubts,
            notes: residue.notes,
            residue: residue.count,
            content: residue.content,
            numbers: residue.numbers,
            scope: scope(&text, &spans),
            universal: has_word(
                &text,
                &["every", "all", "any", "always", "任何", "所有", "一切", "全部", "每个"],
            ),
            excepts: conditional && has_word(&text, EXCEPTIONS),
            reason: reason.map(str::to_owned),
            subjects,
        }
    }

    /// Reads a failed approach: what it names is refused, what stands behind a dash is the reason.
    pub(crate) fn parse_failure(
        approach: &str,
        lexicons: &[&Lexicon],
        known: &[(u16, PackId)],
    ) -> Self {
        const MARKS: [&str; 7] = [" - ", " — ", " – ", "——", "：", ": ", "，"];
        let at = MARKS.iter().filter_map(|mark| Some((approach.find(mark)?, mark.len()))).min();
        let (head, tail) = match at {
            Some((at, size)) if at > 0 => (&approach[..at], Some(approach[at + size..].trim())),
            _ => (approach, None),
        };
        let mut statement = Self::parse_beside(head, lexicons, known);
        if statement.refuses || statement.subjects.iter().any(|s| s.polarity == Polarity::Reject) {
            // "Doing without X" failed: that is no reason against X.
            statement.modality = Modality::Unclear;
        }
        for subject in &mut statement.subjects {
            subject.polarity = Polarity::Reject;
        }
        statement.refuses = true;
        let named = statement.parts.take().filter(|parts| {
            !parts.is_empty() && parts.iter().all(|part| part.form != Form::Clause)
        });
        let whole = Part {
            polarity: Polarity::Reject,
            words: split_reason(head).0.trim().to_owned(),
            form: Form::Phrase(None),
            tokens: 0..0,
        };
        let mut parts = named.unwrap_or_else(|| vec![whole]);
        for part in &mut parts {
            part.polarity = Polarity::Reject;
        }
        statement.parts = Some(parts);
        statement.reason =
            tail.filter(|tail| !tail.is_empty()).map(str::to_owned).or(statement.reason);
        statement
    }

    /// Makes things the rule names in passing words of its notes.
    pub(crate) fn demote(&mut self, others: Vec<Subject>) {
        let lone = |part: &Part| {
            matches!(part.form, Form::Name(_) | Form::Only(_))
                && others.iter().any(|subject| part.tokens.contains(&subject.at))
        };
        if self.parts.iter().flatten().any(lone) {
            self.parts = None;
        }
        for subject in others {
            let said = self.subjects.iter().any(|own| own.words.contains(&subject.words));
            if !said && !self.notes.iter().any(|note| note.contains(&subject.words)) {
                self.residue += 1;
                self.notes.push(subject.words);
            }
        }
    }

    /// The words the rule is about: names of things and words with weight, sorted.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.content.iter().map(str::to_owned).collect();
        words.extend(
            self.subjects.iter().map(|s| format!("#{}.{:?}", s.concept.lexicon, s.concept.id)),
        );
        words.retain(|word| !self.numbers.contains(word));
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Reports whether the two take opposite sides as wholes: an order and a ban or a waiver.
    pub(crate) fn stands_against(&self, other: &Self) -> bool {
        let side = |s: &Self| match s.modality {
            Modality::Must | Modality::Prefer => Some(s.refuses),
            Modality::Waive => Some(true),
            Modality::May | Modality::Unclear => None,
        };
        matches!((side(self), side(other)), (Some(a), Some(b)) if a != b)
    }
}

const EXCEPTIONS: &[&str] = &[
    "unless",
    "except",
    "excluding",
    "other than",
    "apart from",
    "outside",
    "除非",
    "除了",
    "除外",
    "之外",
    "例外",
    "以外",
];

/// Finds the case a rule is said for: the words behind a preposition of place.
fn scope(text: &Canonical, spans: &[Span]) -> Option<String> {
    const PLACES: [&str; 14] = [
        "in", "inside", "within", "on", "for", "outside", "under", "during", "at", "在", "对",
        "对于", "里", "中",
    ];
    let start = spans.iter().position(|span| PLACES.contains(&span.words(text)))?;
    let behind = clause(&spans[start + 1..]);
    let weighty = behind
        .iter()
        .filter(|span| matches!(span.what, What::Free | What::Topic { .. } | What::Concept { .. }));
    let words: Vec<&str> = weighty.map(|span| span.words(text)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Decides on words with a second meaning: they count beside another sign of their category, or
/// where they can hardly be anything but the object of the rule.
fn settle<'s>(
    rule: &str,
    scan: &'s Scan,
    text: &Canonical,
    lexicons: &[&Lexicon],
    known: &[(u16, PackId)],
) -> Cow<'s, [Span]> {
    let doubtful = |span: &Span| {
        matches!(span.what, What::Concept { ambiguous: true, .. } | What::Topic { .. })
    };
    if !scan.spans.iter().any(doubtful) {
        return Cow::Borrowed(&scan.spans);
    }
    let pack = |c: ConceptRef| (c.lexicon, lexicons[usize::from(c.lexicon)].pack_of(c.id));
    let sign = |span: &Span| match span.what {
        What::Concept { concept, ambiguous: false } => Some(pack(concept)),
        What::Topic { lexicon, pack, .. } => Some((lexicon, pack)),
        _ => None,
    };
    let signs: Vec<(u16, PackId)> = scan.spans.iter().filter_map(sign).collect();
    let counts = |i: usize, span: &Span| match span.what {
        // A word of a longer saying is no name by itself: "concatenate" of "concatenate SQL".
        What::Concept { concept, ambiguous: true } if is_part(scan, span, concept) => false,
        What::Concept { concept, ambiguous: true } => {
            signs.contains(&pack(concept))
                || (known.contains(&pack(concept))
                    && looks_like_a_name(rule, &text.tokens[span.first]))
                || is_object(&scan.spans, i, text)
        }
        _ => true,
    };
    let judged: Vec<Span> = scan
        .spans
        .iter()
        .enumerate()
        .map(|(i, span)| if counts(i, span) { *span } else { span.doubted() })
        .collect();
    let named = judged.iter().filter_map(|span| match span.what {
        What::Concept { concept, .. } => Some(pack(concept)),
        _ => None,
    });
    let named: Vec<(u16, PackId)> =
        named.chain(scan.scattered.iter().map(|found| pack(found.concept))).collect();
    judged.into_iter().map(|span| without_foreign_topic(span, &named)).collect()
}

/// Takes a topic of a category the rule names nothing of for plain words: they say where or when.
fn without_foreign_topic(span: Span, named: &[(u16, PackId)]) -> Span {
    match span.what {
        What::Topic { lexicon, pack, .. } if !named.contains(&(lexicon, pack)) => {
            Span { what: What::Free, ..span }
        }
        _ => span,
    }
}

/// Reports whether a word is part of another thing, said in scattered words.
fn is_part(found: &Scan, span: &Span, concept: ConceptRef) -> bool {
    found
        .scattered
        .iter()
        .any(|other| other.concept != concept && other.tokens.contains(&span.first))
}

/// Reports whether a word is written like a name: quoted, or with a capital inside a sentence.
fn looks_like_a_name(rule: &str, token: &Token) -> bool {
    token.code || (token.from > 0 && rule[token.from..].starts_with(char::is_uppercase))
}

/// The categories of words that were not trusted.
fn doubts(scan: &Scan, spans: &[Span], lexicons: &[&Lexicon]) -> Vec<(u16, PackId)> {
    let doubted = scan.spans.iter().zip(spans).filter_map(|(before, after)| {
        match (before.what, after.what) {
            (What::Concept { concept, ambiguous: true }, What::Free | What::Cue(_)) => {
                Some((concept.lexicon, lexicons[usize::from(concept.lexicon)].pack_of(concept.id)))
            }
            _ => None,
        }
    });
    doubted.collect()
}

/// Reports whether a word stands as the object of an order: "use X", "no X", "X is banned", "X only".
fn is_object(spans: &[Span], i: usize, text: &Canonical) -> bool {
    const ORDERS: [Cue; 6] =
        [Cue::Negate, Cue::Require, Cue::Prefer, Cue::InsteadOf, Cue::InFavorOf, Cue::Assert];
    let free =
        |span: &&Span| span.what == What::Free && text.tokens[span.first].kind != Kind::Symbol;
    let words = spans.iter().filter(free).count();
    let filler = |span: &&Span| is_cue(span, &[Cue::Filler]) && !is_cue(span, &ORDERS);
    let before = spans[..i]
        .iter()
        .rev()
        .find(|span| !filler(span))
        .is_some_and(|span| is_cue(span, &ORDERS));
    let last =
        spans.get(i + 1).is_none_or(|span| span.what == What::Break || is_cue(span, &ORDERS));
    let after = spans.get(i + 1).is_some_and(|span| is_cue(span, &[Cue::NegateAfter]));
    let sole = i == 0
        && spans.get(1).is_some_and(|span| is_cue(span, &[Cue::Assert, Cue::Require]))
        && spans.get(2).is_none_or(|span| span.what == What::Break);
    after || sole || (before && last) || (before && words == 0)
}

/// The pieces up to the end of the clause.
pub(super) fn clause(spans: &[Span]) -> &[Span] {
    let end = spans.iter().position(|span| span.what == What::Break).unwrap_or(spans.len());
    &spans[..end]
}

/// Adds concepts said in scattered words, with the polarity of their clause.
fn add_scattered(
    rule: &str,
    subjects: &mut Vec<Subject>,
    scan: &Scan,
    spans: &[Span],
    text: &Canonical,
    lexicons: &[&Lexicon],
) {
    let pack = |c: ConceptRef| (c.lexicon, lexicons[usize::from(c.lexicon)].pack_of(c.id));
    for found in &scan.scattered {
        let (Some(&at), Some(&last)) = (found.tokens.first(), found.tokens.last()) else {
            continue;
        };
        if subjects.iter().any(|subject| subject.concept == found.concept) {
            continue;
        }
        // A thing of the same category named inside the pattern is part of it: the longer name counts.
        let inside = |subject: &Subject| {
            found.tokens.contains(&subject.at) && pack(subject.concept) == pack(found.concept)
        };
        let own = subjects.iter().find(|s| inside(s)).map(|s| s.polarity);
        subjects.retain(|subject| !inside(subject));
        let polarity = own.unwrap_or_else(|| clause_polarity(spans, text, at));
        let words = slice(rule, text, at, last + 1);
        subjects.push(Subject { concept: found.concept, polarity, at, words });
    }
}

/// The part of the rule from one token to before another.
fn slice(rule: &str, text: &Canonical, first: usize, last: usize) -> String {
    let words = &rule[text.tokens[first].from..text.tokens[last - 1].to];
    // Half a quotation is none.
    if words.matches('`').count().is_multiple_of(2) {
        words.to_owned()
    } else {
        words.replace('`', "")
    }
}

/// What a clause says as a whole: refused if any refusal stands in it.
fn clause_polarity(spans: &[Span], text: &Canonical, token: usize) -> Polarity {
    let ends = |token: &Token| token.kind == Kind::Break;
    let start = text.tokens[..token].iter().rposition(ends).map_or(0, |at| at + 1);
    let end = text.tokens[token..].iter().position(ends).map_or(text.tokens.len(), |n| token + n);
    let refuses = spans
        .iter()
        .filter(|span| (start..end).contains(&span.first))
        .any(|span| is_cue(span, &[Cue::Negate, Cue::NegateAfter]));
    if refuses { Polarity::Reject } else { Polarity::Choose }
}

fn modality(spans: &[Span], doubtful: bool) -> Modality {
    let any = |cue: Cue| spans.iter().any(|span| is_cue(span, &[cue]));
    if doubtful || any(Cue::Doubtful) {
        Modality::Unclear
    } else if any(Cue::Waive) {
        Modality::Waive
    } else if any(Cue::Permit) {
        Modality::May
    } else if any(Cue::Prefer) {
        Modality::Prefer
    } else {
        Modality::Must
    }
}

fn says_only(text: &Canonical, spans: &[Span]) -> bool {
    const WORDS: [&str; 12] = [
        "only",
        "exclusively",
        "is the only",
        "only use",
        "use only",
        "只用",
        "只使用",
        "仅用",
        "仅使用",
        "只能用",
        "只能使用",
        "只",
    ];
    spans.iter().any(|span| matches!(span.what, What::Cue(_)) && WORDS.contains(&span.words(text)))
}
