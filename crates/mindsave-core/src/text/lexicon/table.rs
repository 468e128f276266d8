//! Compiled packs, used where they lie.

use std::borrow::Cow;

use super::canonical::Canonical;
use super::compile::{
    AMBIGUOUS, CONCEPT_WIDTH, CUE, LIST, MAX_PARTS, NONE, PACK_WIDTH, PAYLOAD, PLAIN, ROLE,
    SECTIONS, TOPIC, compile,
};
use super::grammar::Grammar;
use super::lookup::{Lookup, Search, WordNumbers};
use super::numbers::Numbers;
use super::pack::Pack;
use crate::text::cue::CueSet;
use crate::text::role::RoleSet;
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
    texts: Lookup,
    concepts: Numbers,
    packs: Numbers,
    patterns: Numbers,
    links: Numbers,
    strings: Cow<'static, [u8]>,
    /// Packs that count for nothing.
    hidden: Vec<PackId>,
}

/// A place in a canonical text that stands for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The first token, and the one after the last.
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) kind: HitKind,
}

/// Words that are part of some patterns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartHit {
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// Where the list of the patterns stands.
    at: usize,
}

/// What a place stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitKind {
    Concept { id: ConceptId, ambiguous: bool },
    Topic { pack: PackId, plain: bool },
    Cue(CueSet),
    Role(RoleSet),
}

impl HitKind {
    fn of_item(item: u32) -> Self {
        let payload = item & PAYLOAD;
        match item & !PAYLOAD {
            TOPIC => Self::Topic { pack: PackId(payload & !PLAIN), plain: payload & PLAIN != 0 },
            CUE => Self::Cue(CueSet::of_number(payload)),
            ROLE => Self::Role(RoleSet::of_number(payload)),
            kind => Self::Concept { id: ConceptId(payload), ambiguous: kind == AMBIGUOUS },
        }
    }
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lexicon").field("concepts", &self.len()).finish_non_exhaustive()
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
        let bytes = compile(packs, &Grammar::default()).map_err(Error::invalid)?;
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
        let strings = sections.pop().ok_or_else(torn)?;
        let numbers: Vec<Numbers> = sections.into_iter().map(Numbers).collect();
        let [places, words, nodes, items, concepts, packs, patterns, links] =
            <[Numbers; SECTIONS - 1]>::try_from(numbers).map_err(|_| torn())?;
        let texts = Lookup { places, words, nodes, items };
        Ok(Self { texts, concepts, packs, patterns, links, strings, hidden: Vec::new() })
    }

    /// Returns the same lexicon without some packs, by their ids; ids of no pack are passed over.
    ///
    /// ```
    /// use mindsave_core::text::Lexicon;
    ///
    /// let lexicon = Lexicon::builtin().without(&["package_manager"]);
    /// assert!(lexicon.concepts_in("use pnpm").is_empty());
    /// ```
    #[must_use]
    pub fn without(&self, packs: &[&str]) -> Self {
        let hidden = self.packs().filter(|pack| packs.contains(&self.pack_id(*pack))).collect();
        Self { hidden, ..self.clone() }
    }

    /// Reports whether the pack of a concept counts.
    pub(crate) fn shows(&self, concept: ConceptId) -> bool {
        self.hidden.is_empty() || !self.hidden.contains(&self.pack_of(concept))
    }

    /// Reports whether what a text stands for counts.
    fn counts(&self, kind: HitKind) -> bool {
        match kind {
            HitKind::Concept { id, .. } => self.shows(id),
            HitKind::Topic { pack, .. } => !self.hidden.contains(&pack),
            HitKind::Cue(_) | HitKind::Role(_) => true,
        }
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
        let top = self.concepts.get(concept.0 as usize * CONCEPT_WIDTH + 9);
        (top != NONE).then_some(ConceptId(top))
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

    /// Numbers the words of a text for [`Lexicon::hits_at`].
    pub(crate) fn number_words(&self, text: &Canonical, numbers: &mut WordNumbers) {
        numbers.set(text, &self.texts, &self.strings);
    }

    /// Finds everything that stands at a token: every item, those of the shortest text first.
    pub(crate) fn hits_at(
        &self,
        text: &Canonical,
        numbers: &[u32],
        first: usize,
        (hits, parts): (&mut Vec<Hit>, &mut Vec<PartHit>),
    ) {
        if numbers[first] == 0 && !text.tokens[first].humps {
            return;
        }
        let found = |last, item| {
            let hit = |item| Hit { first, last, kind: HitKind::of_item(item) };
            match item & !PAYLOAD {
                LIST => {
                    let (items, patterns) = self.texts.list((item & PAYLOAD) as usize);
                    hits.extend(items.map(hit));
                    if self.texts.items.get(patterns) > 0 {
                        parts.push(PartHit { first, last, at: patterns });
                    }
                }
                _ => hits.push(hit(item)),
            }
        };
        Search { lookup: &self.texts, strings: &self.strings, text, numbers, found }.at(first);
        if !self.hidden.is_empty() {
            hits.retain(|hit| self.counts(hit.kind));
        }
    }

    /// Returns the patterns that some words are part of, and which part of each.
    pub(crate) fn patterns(&self, hit: &PartHit) -> impl Iterator<Item = (u32, u32)> {
        let (items, _) = self.texts.list(hit.at);
        items.map(|item| ((item & PAYLOAD) / MAX_PARTS, (item & PAYLOAD) % MAX_PARTS))
    }

    /// Returns the ids of the concepts a sentence names, in order; for people and tests.
    pub fn concepts_in(&self, sentence: &str) -> Vec<&str> {
        let statement = crate::text::Statement::parse(sentence, &[self]);
        statement.subjects().iter().map(|subject| self.id(subject.concept.id)).collect()
    }

    /// Returns how many pieces a sentence is cut into: the work of finding names and nothing else,
    /// for the benchmarks.
    #[doc(hidden)]
    pub fn pieces_in(&self, sentence: &str) -> usize {
        let mut scan = crate::text::scan::Scan::default();
        scan.read(&Canonical::of(sentence), &[self]);
        scan.spans.len()
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
