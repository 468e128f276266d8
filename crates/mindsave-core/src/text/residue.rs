//! What a rule says besides the things it names: it must stay readable.

use smallvec::SmallVec;

use super::canonical::{Canonical, Kind};
use super::cue::Cue;
use super::gist::{Content, Gist, beginning};
use super::parser::clause;
use super::role::Role;
use super::scan::{Scan, Span, What, is_cue};
use super::stretch::Stretch;

/// What is left of a rule besides things, cues and filler.
#[derive(Default)]
pub(super) struct Residue {
    pub(super) notes: SmallVec<[Stretch; 4]>,
    pub(super) count: usize,
    pub(super) gist: Gist,
    pub(super) numbers: Vec<String>,
}

impl Residue {
    /// Reads what is left; `room` is memory for the time it takes.
    pub(super) fn of(rule: &str, text: &Canonical, scan: &Scan, room: &mut Vec<u8>) -> Self {
        let spans = &scan.spans;
        let mut residue = Self::default();
        let mut content = Content::new();
        let taken = |token: usize| scan.scattered.iter().any(|found| found.tokens.contains(&token));
        let mut run: Option<(usize, usize)> = None;
        for (i, span) in spans.iter().enumerate() {
            let open = (span.first..span.last).any(|token| !taken(token));
            let topic = matches!(span.what, What::Topic { .. });
            let free = open && (span.what == What::Free || (topic && !is_plain(text, span)));
            if topic {
                let word = span.words(text);
                content.push((beginning(word), word));
            } else if free {
                residue.word(text, span, &mut content);
            }
            run = match (run, free) {
                (None, false) => None,
                (None, true) => Some((lead_in(spans, i), i)),
                (Some((start, _)), true) => Some((start, i)),
                (Some((start, _)), false) if topic => Some((start, i)),
                (Some((start, end)), false) if joins(span) => Some((start, end)),
                (Some(found), false) => {
                    residue.note(rule, text, spans, found);
                    None
                }
            };
        }
        if let Some(found) = run {
            residue.note(rule, text, spans, found);
        }
        residue.gist = Gist::of(&mut content, scope(text, spans), room);
        residue
    }

    fn word<'a>(&mut self, text: &'a Canonical, span: &Span, content: &mut Content<'a>) {
        let token = &text.tokens[span.first];
        let word = span.words(text);
        if word.bytes().any(|b| b.is_ascii_digit()) {
            self.numbers.push(word.to_owned());
        }
        if token.kind != Kind::Symbol {
            self.count += 1;
            content.push((beginning(word), word));
        }
    }

    fn note(&mut self, rule: &str, text: &Canonical, spans: &[Span], (start, end): (usize, usize)) {
        let from = text.tokens[spans[start].first].from;
        let to = text.tokens[spans[end].last - 1].to;
        let quoted = rule[..from].ends_with('`') && rule[to..].starts_with('`');
        let (from, to) = if quoted { (from - 1, to + 1) } else { (from, to) };
        self.notes.push(Stretch::new(from, to).trimmed(rule));
    }
}

/// Finds the case a rule is said for: the words behind a preposition of place.
fn scope<'t>(text: &'t Canonical, spans: &[Span]) -> impl Iterator<Item = &'t str> {
    let start = spans.iter().position(|span| span.roles.has(Role::Place));
    let behind = start.map_or(&[][..], |start| clause(&spans[start + 1..]));
    let weighty =
        |span: &&Span| matches!(span.what, What::Free | What::Topic { .. } | What::Concept { .. });
    behind.iter().filter(weighty).map(|span| span.words(text))
}

/// A topic of one short word tells the category and nothing else: "test", 样式.
pub(super) fn is_plain(text: &Canonical, span: &Span) -> bool {
    if matches!(span.what, What::Topic { plain: true, .. }) {
        return true;
    }
    let first = &text.tokens[span.first];
    match first.kind {
        Kind::Ideograph => span.last - span.first <= 2,
        _ => span.last - span.first == 1,
    }
}

/// Words inside a run of free words that belong to it: fillers, topics, weak cues.
fn joins(span: &Span) -> bool {
    matches!(span.what, What::Topic { .. })
        || is_cue(span, &[Cue::Filler, Cue::Inert, Cue::Condition, Cue::Limit])
}

/// Takes the preposition before a run along: "in library code" and not "library code".
fn lead_in(spans: &[Span], i: usize) -> usize {
    let mut start = i;
    while start > 0 && joins(&spans[start - 1]) {
        start -= 1;
    }
    start
}
