//! Concepts said in several words of one clause: patterns all of whose parts stand there.

use super::canonical::{Canonical, Kind};
use super::lexicon::{Lexicon, PartHit};
use super::scan::ConceptRef;

/// A concept said in several words of one clause.
#[derive(Clone, Debug)]
pub(crate) struct Scattered {
    pub(crate) concept: ConceptRef,
    /// The tokens that say it.
    pub(crate) tokens: Vec<usize>,
}

/// The words of a sentence that are part of patterns.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns {
    /// By lexicon.
    found: Vec<Vec<PartHit>>,
    parts: Vec<Part>,
}

/// One part of a pattern that was found.
#[derive(Clone, Copy, Debug)]
struct Part {
    pattern: u32,
    number: u32,
    first: usize,
    last: usize,
}

impl Patterns {
    pub(super) fn clear(&mut self) {
        self.found.iter_mut().for_each(Vec::clear);
    }

    /// Where to put what is found in a lexicon.
    pub(super) fn of(&mut self, lexicon: u16) -> &mut Vec<PartHit> {
        let lexicon = usize::from(lexicon);
        if self.found.len() <= lexicon {
            self.found.resize_with(lexicon + 1, Vec::new);
        }
        &mut self.found[lexicon]
    }

    /// Finds the patterns all of whose parts stand in one clause.
    pub(super) fn complete(
        &mut self,
        text: &Canonical,
        lexicons: &[&Lexicon],
        scattered: &mut Vec<Scattered>,
    ) {
        scattered.clear();
        for ((number, lexicon), found) in (0_u16..).zip(lexicons).zip(&self.found) {
            parts(lexicon, found, &mut self.parts);
            self.parts.sort_by_key(|part| (part.pattern, part.first));
            for group in self.parts.chunk_by(|a, b| a.pattern == b.pattern) {
                let (concept, count) = lexicon.pattern(group[0].pattern);
                let concept = ConceptRef { lexicon: number, id: concept };
                if group.len() >= count as usize
                    && lexicon.shows(concept.id)
                    && let Some(tokens) = tokens_of(text, group, count)
                    && !scattered.iter().any(|other| other.concept == concept)
                {
                    scattered.push(Scattered { concept, tokens });
                }
            }
        }
    }
}

/// Lists the parts of patterns that can be complete. Every common word is part of dozens of
/// patterns, nearly all of which are not said: those of which one part alone was found are dropped
/// with the help of a few bits, before anything is sorted.
fn parts(lexicon: &Lexicon, found: &[PartHit], parts: &mut Vec<Part>) {
    parts.clear();
    // A pattern has two parts at least, in different words.
    if matches!(found, [] | [PartHit { .. }]) && found.iter().all(|hit| hit.last - hit.first < 2) {
        return;
    }
    let (mut once, mut twice) = (Bits::default(), Bits::default());
    for (pattern, _) in found.iter().flat_map(|hit| lexicon.patterns(hit)) {
        if once.has(pattern) {
            twice.set(pattern);
        }
        once.set(pattern);
    }
    if twice.is_empty() {
        return;
    }
    for hit in found {
        let own = lexicon.patterns(hit).filter(|(pattern, _)| twice.has(*pattern));
        parts.extend(own.map(|(pattern, number)| Part {
            pattern,
            number,
            first: hit.first,
            last: hit.last,
        }));
    }
}

/// A set of numbers that may hold some more than were put into it.
#[derive(Default)]
struct Bits([u64; 16]);

impl Bits {
    fn set(&mut self, number: u32) {
        self.0[number as usize / 64 % 16] |= 1 << (number % 64);
    }

    fn has(&self, number: u32) -> bool {
        self.0[number as usize / 64 % 16] >> (number % 64) & 1 == 1
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; 16]
    }
}

/// Returns the tokens of a pattern if every part of it stands in one clause; the parts are in order.
fn tokens_of(text: &Canonical, group: &[Part], count: u32) -> Option<Vec<usize>> {
    let same_clause = |a: &Part, b: &Part| {
        text.tokens[a.first..b.first].iter().all(|token| token.kind != Kind::Break)
    };
    for own in group.chunk_by(same_clause) {
        let first = |number| own.iter().find(|part| part.number == number);
        if (0..count).all(|number| first(number).is_some()) {
            let hits = (0..count).filter_map(first);
            let mut tokens: Vec<usize> = hits.flat_map(|part| part.first..part.last).collect();
            tokens.sort_unstable();
            tokens.dedup();
            return (tokens.len() >= count as usize).then_some(tokens);
        }
    }
    None
}
