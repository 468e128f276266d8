//! Compiled packs, used where they lie.

use std::borrow::Cow;

use fst::raw::{Fst, Output};

use super::canonical::{Canonical, Kind};
use super::compile::{
    AMBIGUOUS, CONCEPT_WIDTH, CUE, MAX_PARTS, PACK_WIDTH, PART, PAYLOAD, PLAIN, SECTIONS, TOPIC,
    WORD_WIDTH, compile, word_hash,
};
use super::pack::{Cues, Pack};
use crate::text::cue::CueSet;
use crate::{Error, Result};

/// A concept of a lexicon, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConceptId(u32);

/// A pack of a lexicon, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackId(u32);

/// Names of concepts, and what is known of them.
#[derive(Clone)]
pub struct Lexicon {
    texts: Fst<Cow<'static, [u8]>>,
    /// Where texts go on from their first byte: every search begins there.
    starts: Vec<Option<(usize, Output)>>,
    items: Numbers,
    concepts: Numbers,
    packs: Numbers,
    patterns: Numbers,
    links: Numbers,
    words: Numbers,
    strings: Cow<'static, [u8]>,
}

/// A place in a canonical text that stands for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The first token, and the one after the last.
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) kind: HitKind,
}

/// What a place stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitKind {
    Concept { id: ConceptId, ambiguous: bool },
    Topic { pack: PackId, plain: bool },
    Part { pattern: u32, part: u32 },
    Cue(CueSet),
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lexicon").field("concepts", &self.len()).finish_non_exhaustive()
    }
}

/// Little-endian numbers of four bytes.
#[derive(Clone, Debug)]
struct Numbers(Cow<'static, [u8]>);

impl Numbers {
    fn get(&self, at: usize) -> u32 {
        let bytes = self.0.get(at * 4..at * 4 + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes)
    }

    fn len(&self) -> usize {
        self.0.len() / 4
    }
}

impl Lexicon {
    /// Uses tables that are part of the program.
    pub(super) fn from_static(bytes: &'static [u8]) -> Result<Self> {
        Self::from_sections(bytes, Cow::Borrowed)
    }

    /// Compiles packs.
    ///
    /// # Errors
    /// `invalid_input` that names the pack and what is wrong with it.
    pub fn compile(packs: &[Pack]) -> Result<Self> {
        let bytes = compile(packs, &Cues::default()).map_err(Error::invalid)?;
        Self::from_sections(&bytes, |section| Cow::Owned(section.to_vec()))
    }

    fn from_sections<'a>(
        bytes: &'a [u8],
        own: impl Fn(&'a [u8]) -> Cow<'static, [u8]>,
    ) -> Result<Self> {
        let torn = || Error::new(crate::ErrorKind::Internal, "the tables of the lexicon are torn");
        let size = |i: usize| -> Option<usize> {
            let bytes = bytes.get(i * 4..i * 4 + 4)?.try_into().ok()?;
            usize::try_from(u32::from_le_bytes(bytes)).ok()
        };
        let mut at = SECTIONS * 4;
        let mut sections = Vec::with_capacity(SECTIONS);
        for i in 0..SECTIONS {
            let end = at + size(i).ok_or_else(torn)?;
            sections.push(own(bytes.get(at..end).ok_or_else(torn)?));
            at = end;
        }
        let [texts, items, concepts, packs, patterns, links, words, strings] =
            <[Cow<'static, [u8]>; SECTIONS]>::try_from(sections).map_err(|_| torn())?;
        let texts = Fst::new(texts).map_err(|cause| torn().caused_by(cause))?;
        let [items, concepts, packs, patterns, links, words] =
            [items, concepts, packs, patterns, links, words].map(Numbers);
        let root = texts.root();
        let start = |byte: u8| {
            let step = root.transition(root.find_input(byte)?);
            Some((step.addr, step.out))
        };
        let starts = (0..=u8::MAX).map(start).collect();
        Ok(Self { texts, starts, items, concepts, packs, patterns, links, words, strings })
    }

    /// Returns how many concepts there are.
    pub fn len(&self) -> usize {
        self.concepts.len() / CONCEPT_WIDTH
    }

    /// Reports whether there is no concept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the packs.
    pub fn packs(&self) -> impl Iterator<Item = PackId> {
        (0..self.packs.len() / PACK_WIDTH).filter_map(|n| u32::try_from(n).ok()).map(PackId)
    }

    /// Returns the concepts of all packs.
    pub fn concepts(&self) -> impl Iterator<Item = ConceptId> {
        (0..self.len()).filter_map(|n| u32::try_from(n).ok()).map(ConceptId)
    }

    /// Returns a concept's id.
    pub fn id(&self, concept: ConceptId) -> &str {
        self.string(&self.concepts, concept.0 as usize * CONCEPT_WIDTH)
    }

    /// Returns a concept's name as the field writes it.
    pub fn name(&self, concept: ConceptId) -> &str {
        self.string(&self.concepts, concept.0 as usize * CONCEPT_WIDTH + 2)
    }

    /// Returns the pack a concept belongs to.
    pub fn pack_of(&self, concept: ConceptId) -> PackId {
        PackId(self.concepts.get(concept.0 as usize * CONCEPT_WIDTH + 4))
    }

    /// Returns the broader concepts, nearest first.
    pub fn parents(&self, concept: ConceptId) -> impl Iterator<Item = ConceptId> {
        self.linked(concept, 5)
    }

    /// Returns the concepts that compete for the same job.
    pub fn rivals(&self, concept: ConceptId) -> impl Iterator<Item = ConceptId> {
        self.linked(concept, 7)
    }

    /// Returns a pack's id.
    pub fn pack_id(&self, pack: PackId) -> &str {
        self.string(&self.packs, pack.0 as usize * PACK_WIDTH)
    }

    /// Returns the name of the entry that rules of a pack are merged into.
    pub fn symbol(&self, pack: PackId) -> &str {
        self.string(&self.packs, pack.0 as usize * PACK_WIDTH + 2)
    }

    /// Returns the concept whose kinds rules of this one go together with: in a field of many
    /// practices the broadest concept above it, else none.
    pub fn topmost(&self, concept: ConceptId) -> Option<ConceptId> {
        if self.packs.get(self.pack_of(concept).0 as usize * PACK_WIDTH + 6) != 1 {
            return None;
        }
        let mut top = concept;
        for _ in 0..MAX_PARTS {
            let Some(above) = self.parents(top).next() else { break };
            top = above;
        }
        Some(top)
    }

    /// Returns what people call a pack.
    pub fn pack_name(&self, pack: PackId) -> &str {
        self.string(&self.packs, pack.0 as usize * PACK_WIDTH + 4)
    }

    /// Returns the concept a pattern means, and how many parts it has.
    pub(crate) fn pattern(&self, pattern: u32) -> (ConceptId, u32) {
        let at = pattern as usize * 2;
        (ConceptId(self.patterns.get(at)), self.patterns.get(at + 1))
    }

    /// Returns everything that stands at a token: every item, shortest text first.
    pub(crate) fn hits_at(&self, text: &Canonical, first: usize, found: &mut Vec<Hit>) {
        let token = &text.tokens[first];
        let hump = |hump: &usize| (token.start..token.end).contains(hump);
        if token.kind == Kind::Word && text.word(token).is_ascii() && !text.humps.iter().any(hump) {
            if let Some(start) = self.behind(text.word(token)) {
                self.walk(text, first, start, first, token.end, found);
            }
            return;
        }
        let at = token.start;
        let byte = text.text.as_bytes()[at];
        if let Some(start) = self.starts[usize::from(byte)] {
            self.walk(text, first, start, first, at + 1, found);
        }
    }

    /// Returns where texts go on that begin with this word; nothing when none does.
    fn behind(&self, word: &str) -> Option<(usize, Output)> {
        let places = self.words.len() / WORD_WIDTH;
        let mut place = word_hash(word.as_bytes()) % places.max(1);
        for _ in 0..places {
            let at = place * WORD_WIDTH;
            let size = self.words.get(at + 1) as usize;
            if size == 0 {
                return None;
            }
            if size == word.len() && self.string(&self.words, at) == word {
                let output = Output::new(u64::from(self.words.get(at + 3)));
                return Some((self.words.get(at + 2) as usize, output));
            }
            place = (place + 1) % places;
        }
        None
    }

    /// Follows the text from `at` on, token by token; a hump may count as the end of a word.
    fn walk(
        &self,
        text: &Canonical,
        first: usize,
        (addr, output): (usize, Output),
        mut token: usize,
        at: usize,
        found: &mut Vec<Hit>,
    ) {
        let mut node = self.texts.node(addr);
        let mut output = output;
        let bytes = text.text.as_bytes();
        let mut at = at;
        loop {
            if text.tokens.get(token).is_some_and(|t| t.end == at) {
                token += 1;
                if node.is_final() {
                    self.items(first, token, output.cat(node.final_output()).value(), found);
                }
            } else if !text.humps.is_empty()
                && text.humps.binary_search(&at).is_ok()
                && let Some(i) = node.find_input(b' ')
            {
                let step = node.transition(i);
                self.walk(text, first, (step.addr, output.cat(step.out)), token, at, found);
            }
            let Some(&byte) = bytes.get(at) else { return };
            let Some(i) = node.find_input(byte) else { return };
            let step = node.transition(i);
            output = output.cat(step.out);
            node = self.texts.node(step.addr);
            at += 1;
        }
    }

    fn items(&self, first: usize, last: usize, at: u64, found: &mut Vec<Hit>) {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        let count = self.items.get(at) as usize;
        for i in 1..=count {
            let item = self.items.get(at + i);
            let payload = item & PAYLOAD;
            let kind = match item & !PAYLOAD {
                PART => HitKind::Part { pattern: payload / MAX_PARTS, part: payload % MAX_PARTS },
                TOPIC => {
                    HitKind::Topic { pack: PackId(payload & !PLAIN), plain: payload & PLAIN != 0 }
                }
                CUE => HitKind::Cue(CueSet::of_number(payload)),
                kind => HitKind::Concept { id: ConceptId(payload), ambiguous: kind == AMBIGUOUS },
            };
            found.push(Hit { first, last, kind });
        }
    }

    /// Returns the ids of the concepts a sentence names, in order; for people and tests.
    pub fn concepts_in(&self, sentence: &str) -> Vec<&str> {
        let statement = crate::text::Statement::parse(sentence, &[self]);
        statement.subjects.iter().map(|subject| self.id(subject.concept.id)).collect()
    }

    /// Returns how many pieces a sentence is cut into: the work of finding names and nothing else,
    /// for the benchmarks.
    #[doc(hidden)]
    pub fn pieces_in(&self, sentence: &str) -> usize {
        crate::text::scan::Scan::of(&Canonical::of(sentence), &[self]).spans.len()
    }

    fn linked(&self, concept: ConceptId, at: usize) -> impl Iterator<Item = ConceptId> {
        let base = concept.0 as usize * CONCEPT_WIDTH + at;
        let (start, count) =
            (self.concepts.get(base) as usize, self.concepts.get(base + 1) as usize);
        (start..start + count).map(|i| ConceptId(self.links.get(i)))
    }

    fn string(&self, numbers: &Numbers, at: usize) -> &str {
        let (start, size) = (numbers.get(at) as usize, numbers.get(at + 1) as usize);
        let bytes = self.strings.get(start..start + size);
        bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}
