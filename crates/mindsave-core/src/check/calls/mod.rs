//! Calls of tools in a text, spelled as one spells them usually: `npm i -f` is `npm install --force`.
//!
//! Aliases of tools, verbs and flags are written out, and flags stand right behind the verb, so that calls that
//! mean the same read the same. Nothing else of the text changes.

#[cfg(test)]
mod tests;
mod tools;
mod words;

use std::borrow::Cow;

use super::vocabulary::{self, Role};
pub(super) use tools::is_dry;
use tools::{NO_VERB, Tool};
use words::{Word, words};

/// Words that end a call in a sentence.
const ENDS: [&str; 10] =
    ["and", "or", "then", "but", "instead", "rather", "versus", "vs", "because", "so"];
/// Words behind which a flag is not given.
const REFUSES: [&str; 5] = ["without", "no", "not", "never", "minus"];

/// What a call says at a place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A call: its tool and verb; whether its operands say what it is about.
    Call(&'static str, String, bool),
    /// A flag.
    Flag(Named),
    /// What it is about, and in which version.
    Target(String, Option<String>),
    /// Another operand.
    Operand,
}

/// A flag by its whole name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) name: String,
    /// Whether it changes what the call does.
    pub(super) changes: bool,
    /// Whether it stands right behind the verb of a call.
    pub(super) front: bool,
}

/// A text with its calls spelled out.
#[derive(Clone, Debug, Default)]
pub(super) struct Spelled {
    pub(super) text: String,
    /// What stands where, in the order of the text.
    pub(super) marks: Vec<(usize, Mark)>,
}

/// Spells the calls of a text out.
pub(super) fn spelled(text: String) -> Spelled {
    let words = words(&text);
    let mut edits: Vec<Edit> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match Call::at(&words, at) {
            Some(call) => {
                call.spell(&mut edits);
                at = call.end;
            }
            None => at += 1,
        }
    }
    if edits.is_empty() {
        return Spelled { text, marks: Vec::new() };
    }
    edits.sort_by_key(|edit| edit.start);
    apply(&text, edits)
}

/// A place that is written anew, or only marked.
struct Edit {
    start: usize,
    end: usize,
    text: String,
    /// Marks, with where they stand in the new text.
    marks: Vec<(usize, Mark)>,
}

fn apply(text: &str, edits: Vec<Edit>) -> Spelled {
    let mut out = Spelled { text: String::with_capacity(text.len() + 16), marks: Vec::new() };
    let mut from = 0;
    for edit in edits {
        // One within another says nothing new.
        if edit.start < from {
            continue;
        }
        out.text.push_str(&text[from..edit.start]);
        if edit.text.is_empty() {
            out.text.truncate(out.text.trim_end_matches(' ').len());
        }
        let base = out.text.len();
        out.marks.extend(edit.marks.into_iter().map(|(at, mark)| (base + at, mark)));
        out.text.push_str(&edit.text);
        from = edit.end;
    }
    out.text.push_str(&text[from..]);
    out
}

/// A flag of a call.
struct Flag<'t> {
    word: Word<'t>,
    /// Where it stands in the order of flags, and its long names.
    names: Vec<(usize, Cow<'t, str>)>,
    /// What stands behind its name: `=value`.
    value: String,
    /// Whether it may stand right behind the verb.
    moves: bool,
}

/// A call in a text.
struct Call<'w, 't> {
    tool: Tool,
    verb: &'static str,
    /// The words of the name and of the verb.
    head: Vec<Word<'t>>,
    flags: Vec<Flag<'t>>,
    operands: Vec<Word<'t>>,
    /// The words behind the name, and where the call ends.
    rest: &'w [Word<'t>],
    end: usize,
}

impl<'w, 't> Call<'w, 't> {
    /// Reads the call that begins at a word.
    fn at(words: &'w [Word<'t>], at: usize) -> Option<Self> {
        let (tool, behind) = tool_at(words, at)?;
        let ends = |at: &usize| {
            let word = &words[*at];
            // A dash in a sentence, unless flags for another program follow: `npm test -- --watch`.
            let dash = word.text == "--" && !words.get(at + 1).is_some_and(Word::is_flag);
            word.broken || dash || ENDS.contains(&word.text)
        };
        let count = (behind..words.len()).take_while(|at| !ends(at)).count();
        let rest = &words[behind..behind + count];
        let head = words[at..behind].to_vec();
        let (flags, operands) = (Vec::new(), Vec::new());
        let mut call = Self { tool, verb: "", head, flags, operands, rest, end: behind + count };
        let first = call.read_verb();
        call.read_flags();
        call.read_operands(first);
        call.is_one().then_some(call)
    }

    /// Finds the verb; returns how many words stand before the operands.
    fn read_verb(&mut self) -> usize {
        if !self.tool.has_verbs() {
            self.verb = NO_VERB;
            return 0;
        }
        let value = |at: usize| {
            let flag = at.checked_sub(1).map(|before| self.rest[before]);
            flag.is_some_and(|flag| flag.is_flag() && self.takes_value(flag.text))
        };
        let plain = |&(at, word): &(usize, &Word<'t>)| !word.is_flag() && !value(at);
        let mut plain = self.rest.iter().enumerate().filter(plain);
        let Some((at, first)) = plain.next().filter(|(_, word)| !word.han) else { return 0 };
        let second = plain.next().filter(|(_, word)| !word.han);
        if let Some((next, second)) = second
            && let Some(verb) = self.tool.phrase(first.text, second.text)
        {
            self.verb = verb;
            self.head.extend([*first, *second]);
            return next + 1;
        }
        let Some(verb) = self.tool.verb(first.text) else { return 0 };
        self.verb = verb;
        self.head.push(*first);
        at + 1
    }

    /// Whether a flag takes the next word, as it is written.
    fn takes_value(&self, written: &str) -> bool {
        let name = written.trim_start_matches('-');
        let long = self.tool.flag(self.verb, name).map_or(name, |(_, long)| long);
        self.tool.takes_value(long)
    }

    fn read_flags(&mut self) {
        let mut moves = true;
        for word in self.rest {
            moves &= !word.han && !REFUSES.contains(&word.text);
            if word.is_flag() {
                let flag = self.flag(*word, moves);
                self.flags.push(flag);
            }
        }
    }

    fn flag(&self, word: Word<'t>, moves: bool) -> Flag<'t> {
        let bare = word.text.trim_start_matches('-');
        let (name, value) = bare.find('=').map_or((bare, ""), |at| bare.split_at(at));
        let short = !word.text.starts_with("--") && value.is_empty();
        let found = self.tool.flag(self.verb, name).map(both);
        let found = found.or_else(|| if short { self.cluster(name) } else { None });
        let names = found.unwrap_or_else(|| vec![(usize::MAX, Cow::Borrowed(name))]);
        let mut value = value.to_owned();
        let takes = value.is_empty() && names.iter().any(|(_, name)| self.tool.takes_value(name));
        if takes && let Some(next) = self.value_of(word) {
            value = format!(" {}", next.text);
        }
        Flag { word, names, value, moves: moves && !takes }
    }

    /// The word behind a flag, where the flag takes one.
    fn value_of(&self, flag: Word<'t>) -> Option<Word<'t>> {
        let mut behind = self.rest.iter().skip_while(|word| word.start <= flag.start);
        behind.next().filter(|word| !word.is_flag() && !word.han).copied()
    }

    /// The flags that letters written together are: `-rf`.
    fn cluster(&self, letters: &str) -> Option<Vec<(usize, Cow<'t, str>)>> {
        let letters = letters.trim_end_matches(|c: char| c.is_ascii_digit());
        let mut names = Vec::new();
        for at in 0..letters.len() {
            names.extend(both(self.tool.flag(self.verb, letters.get(at..=at)?)?));
        }
        (!names.is_empty()).then_some(names)
    }

    /// Takes the operands up to where a sentence says more than the call.
    fn read_operands(&mut self, from: usize) {
        let mut words = self.rest[from..].iter().peekable();
        while let Some(word) = words.next() {
            if word.han || ends_operands(word, words.peek().is_none_or(|next| next.han)) {
                break;
            }
            if word.text == "--" {
                continue;
            }
            if !word.is_flag() {
                self.operands.push(*word);
            } else if self.takes_value(word.text) {
                words.next();
            }
        }
    }

    /// A verb that is not known: of two words, as prose has hardly one behind the name of a tool.
    fn unknown_verb(&self) -> &'t str {
        let first = self.rest.first().filter(|word| !word.han && !word.is_flag());
        let plain = |text: &&str| text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        let named = |text: &&str| text.starts_with(|c: char| c.is_ascii_lowercase());
        let words = |text: &&str| text.contains('-') && named(text) && plain(text);
        first.map(|word| word.text).filter(words).unwrap_or("")
    }

    /// Whether it is a call, and not the name of the tool in a sentence.
    fn is_one(&self) -> bool {
        let flagged = self.flags.iter().any(|flag| flag.moves);
        let about = self.tool.targets(self.verb) > 0 && !self.operands.is_empty();
        let verb = self.verb != NO_VERB && !self.verb.is_empty();
        flagged || about || verb || self.tool.has_verbs() && !self.unknown_verb().is_empty()
    }

    /// Writes it as one spells it usually.
    fn spell(&self, edits: &mut Vec<Edit>) {
        let targets = self.tool.targets(self.verb);
        let (first, last) = (self.head.first(), self.head.last());
        let (Some(first), Some(last)) = (first, last) else { return };
        let mut front = self.front();
        let verb = if self.verb.is_empty() { self.unknown_verb() } else { self.verb };
        front.marks.insert(0, (0, Mark::Call(self.tool.usual(), verb.to_owned(), targets > 0)));
        // Flags between the name and the verb come behind it with the others.
        front.start = first.start;
        front.end = last.end();
        for flag in self.flags.iter().filter(|flag| flag.word.start > last.end()) {
            edits.push(if flag.moves { gone(flag.word) } else { self.in_place(flag) });
        }
        let ends = self.rest.iter().filter(|word| word.text == "--" && word.start > last.end());
        edits.extend(ends.map(|word| gone(*word)));
        edits.push(front);
        edits.extend((0..).zip(&self.operands).map(|(at, word)| Edit {
            start: word.start,
            end: word.end(),
            text: word.text.to_owned(),
            marks: self.operand(word.text, at < targets),
        }));
    }

    /// What an operand says: what the call is about, or another thing to do, as in `mvn clean install`.
    fn operand(&self, word: &str, is_target: bool) -> Vec<(usize, Mark)> {
        if is_target {
            return vec![(0, target(word))];
        }
        let verb = self.tool.verb(word).map(str::to_owned);
        let verb = verb.map(|verb| (0, Mark::Call(self.tool.usual(), verb, false)));
        verb.into_iter().chain([(0, Mark::Operand)]).collect()
    }

    /// The name, the verb, and the flags in their order.
    fn front(&self) -> Edit {
        let mut text = self.tool.usual().to_owned();
        if self.verb != NO_VERB && !self.verb.is_empty() {
            text.push(' ');
            text.push_str(self.verb);
        }
        let last = self.head.last().map_or(0, Word::end);
        let moved = self.flags.iter().filter(|flag| flag.moves || flag.word.start < last);
        let mut names: Vec<_> = moved
            .flat_map(|flag| {
                flag.names.iter().map(move |(place, name)| (*place, name, &flag.value))
            })
            .collect();
        names.sort_by_key(|(place, ..)| *place);
        let mut marks = Vec::new();
        for (_, name, value) in names {
            text.push_str(" --");
            marks.push((text.len(), self.mark(name, true)));
            text.push_str(name);
            text.push_str(value);
        }
        Edit { start: 0, end: 0, text, marks }
    }

    /// A flag that stays where it is, by its long name.
    fn in_place(&self, flag: &Flag<'t>) -> Edit {
        let (mut text, mut marks) = (String::new(), Vec::new());
        for (_, name) in &flag.names {
            text.push_str(if text.is_empty() { "--" } else { " --" });
            marks.push((text.len(), self.mark(name, false)));
            text.push_str(name);
        }
        if flag.value.starts_with('=') {
            text.push_str(&flag.value);
        }
        Edit { start: flag.word.start, end: flag.word.end(), text, marks }
    }

    fn mark(&self, name: &str, front: bool) -> Mark {
        Mark::Flag(Named { name: name.to_owned(), changes: !self.tool.is_light(name), front })
    }
}

/// The tool that a word names, and where what follows it begins.
fn tool_at(words: &[Word<'_>], at: usize) -> Option<(Tool, usize)> {
    let name = words[at].text.rsplit('/').next()?;
    let alone = Tool::named(name)?;
    let next = words.get(at + 1).filter(|next| !next.broken && !next.han);
    let pair = next.and_then(|next| Tool::named(&format!("{name} {}", next.text)));
    Some(pair.map_or((alone, at + 1), |tool| (tool, at + 2)))
}

/// One flag that can stand for two.
fn both<'t>((place, long): (usize, &'static str)) -> Vec<(usize, Cow<'t, str>)> {
    long.split('+').map(|name| (place, Cow::Borrowed(name))).collect()
}

fn gone(word: Word<'_>) -> Edit {
    Edit { start: word.start, end: word.end(), text: String::new(), marks: Vec::new() }
}

/// Whether a word tells something of the call, and is no operand: "failed with", "doubled the size".
fn ends_operands(word: &Word<'_>, last: bool) -> bool {
    let text = word.text.to_lowercase();
    let told = vocabulary::by_form(&text).any(|role| {
        matches!(role, Role::Outcome | Role::Because | Role::Stop | Role::Adopted | Role::GivenUp)
    });
    told || !last
        && text.len() > 4
        && text.ends_with("ed")
        && text.bytes().all(|b| b.is_ascii_lowercase())
}

/// What a call is about: the name without its place, and the version.
fn target(word: &str) -> Mark {
    let name = word.strip_prefix("./").unwrap_or(word).trim_end_matches('/');
    let from = name.char_indices().nth(1).map_or(name.len(), |(at, _)| at);
    let marks = ['@', '=', '<', '>', '~', '^', '[', ':', '!'];
    let end = name[from..].find(marks).map_or(name.len(), |at| from + at);
    let version = name[end..].trim_start_matches(['@', '=', '^', '~', ':', 'v']);
    let given = version.starts_with(|c: char| c.is_ascii_digit());
    Mark::Target(name[..end].to_lowercase(), given.then(|| version.to_owned()))
}
