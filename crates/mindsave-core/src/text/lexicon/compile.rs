//! Makes rule packs into tables that can be used where they lie, without being loaded.
//!
//! Used twice: by the build script for the packs that come with the program, and at run time for
//! the user's own.

use std::collections::BTreeMap;

use super::canonical::{Canonical, Kind};
use super::grammar::Grammar;
use super::pack::{Concept, Pack};
use super::trie::{self, LONGEST_WORD};

/// The most parts of a pattern.
pub(crate) const MAX_PARTS: u32 = 8;
/// Numbers of one concept in its table.
pub(crate) const CONCEPT_WIDTH: usize = 10;
/// Numbers of one pack in its table.
pub(crate) const PACK_WIDTH: usize = 7;

/// In the place of a concept: there is none.
pub(crate) const NONE: u32 = u32::MAX;

/// What a text of the lexicon stands for; the highest bits of an item.
pub(crate) const ALIAS: u32 = 1 << 29;
/// An alias that counts only as the object of a rule, or beside another sign of its category.
pub(crate) const AMBIGUOUS: u32 = 2 << 29;
/// A word that tells the category without naming a concept.
pub(crate) const TOPIC: u32 = 3 << 29;
/// A topic that is the name of its category and says nothing else.
pub(crate) const PLAIN: u32 = 1 << 28;
/// One part of a pattern.
pub(crate) const PART: u32 = 4 << 29;
/// A word of the grammar of rules.
pub(crate) const CUE: u32 = 5 << 29;
/// A word with a part in a rule that does not decide its sense.
pub(crate) const ROLE: u32 = 6 << 29;
/// Several of these: the payload says where they stand.
pub(crate) const LIST: u32 = 7 << 29;
/// The rest of an item.
pub(crate) const PAYLOAD: u32 = (1 << 29) - 1;

/// Compiles packs and the grammar of rules; the sections are those of [`Tables::finish`].
///
/// # Errors
/// A message that names the pack and what is wrong with it.
pub(crate) fn compile(packs: &[Pack], grammar: &Grammar) -> Result<Vec<u8>, String> {
    let mut tables = Tables::default();
    tables.grammar(grammar);
    let mut ids = BTreeMap::new();
    for pack in packs {
        for concept in &pack.concepts {
            let number = u32::try_from(ids.len()).map_err(|error| error.to_string())?;
            if ids.insert(concept.id.as_str(), number).is_some() {
                return Err(format!("{}: the concept `{}` is defined twice", pack.id, concept.id));
            }
        }
    }
    for (number, pack) in (0_u32..).zip(packs) {
        tables.pack(pack);
        for topic in pack.topics.all() {
            tables.text(topic, TOPIC | number);
        }
        for name in [&pack.name.en, &pack.name.zh] {
            tables.text(name, TOPIC | PLAIN | number);
        }
        let first = [pack.topics.en.first(), pack.topics.zh.first()].into_iter().flatten();
        for same in first.chain(pack.same.all()) {
            tables.text(same, TOPIC | PLAIN | number);
        }
        for concept in &pack.concepts {
            tables.concept(pack, number, concept, &ids)?;
        }
    }
    tables.finish()
}

#[derive(Default)]
struct Tables {
    /// Every text, word by word, with the items it stands for.
    texts: BTreeMap<Vec<String>, Vec<u32>>,
    /// The pack that is taken in.
    pack_id: String,
    /// A text with a word that no table holds, and its pack.
    too_long: Option<(String, String)>,
    concepts: Vec<u32>,
    packs: Vec<u32>,
    patterns: Vec<u32>,
    /// Numbers of parents and rivals.
    links: Vec<u32>,
    strings: String,
}

impl Tables {
    fn grammar(&mut self, grammar: &Grammar) {
        let cues = grammar.cues.kinds().into_iter().zip(CUE..);
        for (words, item) in cues.chain(grammar.roles.kinds().into_iter().zip(ROLE..)) {
            for word in words.all() {
                self.form(&Canonical::of(word).text, item);
            }
        }
    }

    fn string(&mut self, text: &str) -> [u32; 2] {
        let at = self.strings.len();
        self.strings.push_str(text);
        [number(at), number(text.len())]
    }

    fn pack(&mut self, pack: &Pack) {
        self.pack_id.clone_from(&pack.id);
        for text in [&pack.id, &pack.symbol, &pack.name.en] {
            let place = self.string(text);
            self.packs.extend(place);
        }
        self.packs.push(u32::from(pack.linked));
    }

    fn concept(
        &mut self,
        pack: &Pack,
        pack_number: u32,
        concept: &Concept,
        ids: &BTreeMap<&str, u32>,
    ) -> Result<(), String> {
        let own = number(self.concepts.len() / CONCEPT_WIDTH);
        let (id, name) = (self.string(&concept.id), self.string(&concept.name));
        self.concepts.extend([id[0], id[1], name[0], name[1], pack_number]);
        for list in [&concept.parents, &concept.excludes] {
            let at = number(self.links.len());
            for link in list {
                let known = ids.get(link.as_str()).ok_or_else(|| {
                    format!("{}: `{}` names `{link}`, which is no concept", pack.id, concept.id)
                })?;
                self.links.push(*known);
            }
            self.concepts.extend([at, number(self.links.len()) - at]);
        }
        self.concepts.push(NONE);
        for alias in std::iter::once(&concept.name).chain(concept.aliases()) {
            if turned_round(concept, alias) || cut_short(concept, alias) {
                continue;
            }
            let doubtful = concept.ambiguous.iter().any(|word| same_text(word, alias));
            self.text(alias, own | if doubtful { AMBIGUOUS } else { ALIAS });
        }
        for pattern in &concept.patterns {
            self.pattern(pattern, own)
                .map_err(|why| format!("{}: `{}`: {why}", pack.id, concept.id))?;
        }
        Ok(())
    }

    /// Adds a text, and for words of scripts with endings the forms with and without a plural.
    fn text(&mut self, text: &str, item: u32) {
        // "APIs": the small letter behind capitals is the ending.
        if let Some(stem) = text.strip_suffix('s').filter(|s| s.ends_with(char::is_uppercase)) {
            self.form(&Canonical::of(stem).text, item);
        }
        let canonical = Canonical::of(text).text.replace('\n', " ");
        for form in forms_of_number(canonical.trim()) {
            self.form(&form, item);
        }
    }

    fn form(&mut self, form: &str, item: u32) {
        let canonical = Canonical::of(form);
        let words = canonical.tokens.iter().filter(|token| token.kind != Kind::Break);
        let words: Vec<String> = words.map(|token| canonical.word(token).to_owned()).collect();
        if words.is_empty() {
            return;
        }
        if words.iter().any(|word| word.len() > LONGEST_WORD) {
            self.too_long = Some((self.pack_id.clone(), form.to_owned()));
        }
        let items = self.texts.entry(words).or_default();
        if !items.contains(&item) {
            items.push(item);
        }
    }

    fn pattern(&mut self, pattern: &str, concept: u32) -> Result<(), String> {
        let parts: Vec<&str> = pattern.split('+').collect();
        if let [one] = parts.as_slice() {
            one.split('|')
                .filter(|word| !negated(word))
                .for_each(|word| self.text(word, ALIAS | concept));
            return Ok(());
        }
        let count = number(parts.len());
        if !(2..=MAX_PARTS).contains(&count) {
            return Err(format!("the pattern `{pattern}` must have at most {MAX_PARTS} parts"));
        }
        let own = number(self.patterns.len() / 2);
        self.patterns.extend([concept, count]);
        for (part, words) in (0_u32..).zip(&parts) {
            for word in words.split('|').filter(|word| !negated(word)) {
                let canonical = Canonical::of(word).text;
                for form in forms_of_verb(canonical.trim()) {
                    self.form(&form, PART | (own * MAX_PARTS) | part);
                }
            }
        }
        Ok(())
    }

    /// Finds the broadest concept above each one, in fields of many practices.
    fn find_topmost(&mut self) {
        for own in 0..self.concepts.len() / CONCEPT_WIDTH {
            let pack = self.concepts[own * CONCEPT_WIDTH + 4] as usize;
            if self.packs[pack * PACK_WIDTH + 6] != 1 {
                continue;
            }
            let mut top = own;
            for _ in 0..MAX_PARTS {
                let [first, count] = [5, 6].map(|i| self.concepts[top * CONCEPT_WIDTH + i]);
                if count > 0 {
                    top = self.links[first as usize] as usize;
                }
            }
            self.concepts[own * CONCEPT_WIDTH + 9] = number(top);
        }
    }

    /// Puts the sections one behind the other, their sizes before them.
    fn finish(mut self) -> Result<Vec<u8>, String> {
        if let Some((pack, text)) = self.too_long {
            return Err(format!("{pack}: `{text}` holds a word of more than {LONGEST_WORD} bytes"));
        }
        self.find_topmost();
        let trie = trie::tables(&self.texts);
        let words: Vec<u32> = trie.words.iter().flat_map(|word| self.string(word)).collect();
        let numbers = [
            &trie.places,
            &words,
            &trie.nodes,
            &trie.items,
            &self.concepts,
            &self.packs,
            &self.patterns,
            &self.links,
        ];
        let bytes = |numbers: &Vec<u32>| numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let mut sections: Vec<Vec<u8>> = numbers.into_iter().map(bytes).collect();
        sections.push(self.strings.into_bytes());
        let mut out: Vec<u8> =
            sections.iter().flat_map(|s| number(s.len()).to_le_bytes()).collect();
        out.extend(sections.concat());
        Ok(out)
    }
}

/// How many sections the tables have.
pub(crate) const SECTIONS: usize = 9;

fn number(size: usize) -> u32 {
    // Packs of more than four thousand million bytes do not exist.
    u32::try_from(size).unwrap_or(u32::MAX)
}

fn same_text(a: &str, b: &str) -> bool {
    Canonical::of(a).text == Canonical::of(b).text
}

/// Reports whether an alias is the refusal of its concept: "no any" would turn *any* round.
///
/// Two things begin with a refusal and are none: an alias of a concept that is called so itself
/// ("no build step"), and the flag of a program ("--no-verify").
pub(super) fn turned_round(concept: &Concept, alias: &str) -> bool {
    negated(alias) && !negated(&concept.name) && !alias.starts_with("--")
}

/// Reports whether an alias holds a condition, unless its concept is called so as a whole
/// ("tests without assertions") and the alias does not end where the condition begins.
fn cut_short(concept: &Concept, alias: &str) -> bool {
    conditional(alias)
        && (!conditional(&concept.name)
            || last_word(alias) != last_word(&concept.name) && conditional(&last_word(alias)))
}

fn last_word(text: &str) -> String {
    let canonical = Canonical::of(text);
    canonical.tokens.last().map(|token| canonical.word(token).to_owned()).unwrap_or_default()
}

/// Reports whether a name begins with a refusal.
///
/// Names of good practices that hold one ("non-blocking", 无状态) do not begin with it.
fn negated(text: &str) -> bool {
    const LATIN: [&str; 8] = ["no", "not", "never", "avoid", "dont", "without", "ban", "forbid"];
    const HAN: [&str; 8] = ["不要", "禁止", "避免", "不得", "严禁", "禁用", "不用", "不使用"];
    let canonical = Canonical::of(text);
    let first = canonical.tokens.first().map(|token| canonical.word(token)).unwrap_or_default();
    LATIN.contains(&first) || HAN.iter().any(|cue| canonical.text.starts_with(cue))
}

/// Reports whether a name holds a condition, which must never be swallowed by a name.
fn conditional(text: &str) -> bool {
    const LATIN: [&str; 8] =
        ["unless", "except", "if", "when", "until", "without", "before", "after"];
    let canonical = Canonical::of(text);
    canonical.tokens.iter().any(|token| LATIN.contains(&canonical.word(token)))
        || ["除非", "除了", "未经", "如果"].iter().any(|cue| canonical.text.contains(cue))
}

/// Reports whether the text ends with a word that takes endings.
fn inflects(text: &str) -> bool {
    let canonical = Canonical::of(text);
    let last = canonical.tokens.last();
    last.is_some_and(|token| {
        let word = canonical.word(token);
        token.kind == Kind::Word && word.len() > 2 && word.bytes().all(|b| b.is_ascii_lowercase())
    })
}

/// A text with and without the ending of the plural.
fn forms_of_number(text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned()];
    if !inflects(text) {
        return forms;
    }
    if let Some(stem) = text.strip_suffix("ies") {
        // "policies" is of "policy", "cookies" of "cookie".
        forms.extend([format!("{stem}y"), format!("{stem}ie")]);
    } else if let Some(stem) =
        text.strip_suffix('s').filter(|stem| !stem.ends_with(['s', 'u', 'i']))
    {
        forms.push(stem.to_owned());
    } else if let Some(stem) =
        text.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
    {
        forms.push(format!("{stem}ies"));
    } else if text.ends_with(['s', 'x', 'z']) || text.ends_with("ch") || text.ends_with("sh") {
        forms.push(format!("{text}es"));
    } else {
        forms.push(format!("{text}s"));
    }
    forms
}

/// A word with the endings of verbs and of the plural.
fn forms_of_verb(text: &str) -> Vec<String> {
    let mut forms = forms_of_number(text);
    if !inflects(text) || text.contains(' ') {
        return forms;
    }
    let stem = text.strip_suffix('e').unwrap_or(text);
    let last = stem.chars().last().unwrap_or('e');
    forms.extend([
        format!("{stem}ed"),
        format!("{stem}ing"),
        format!("{stem}{last}ed"),
        format!("{stem}{last}ing"),
    ]);
    forms.push(format!("{text}er"));
    forms
}
