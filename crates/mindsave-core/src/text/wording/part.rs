//! The pieces of a rule, and how each is said.

use smallvec::SmallVec;

use crate::text::canonical::{Canonical, Kind, Token};
use crate::text::has_han;
use crate::text::scan::ConceptRef;
use crate::text::statement::Polarity;
use crate::text::stretch::{Stretch, unquoted};

/// A piece of a rule with one sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// For or against.
    pub(crate) polarity: Polarity,
    /// What it is beside its words.
    pub(crate) form: Form,
    /// The tokens it stands for.
    pub(crate) tokens: Stretch,
    /// In which words it is said.
    pub(crate) said: Said,
}

/// The pieces of a rule; few rules have more than two.
pub(crate) type Parts = SmallVec<[Part; 2]>;

/// The forms of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The name of a thing and nothing else.
    Name(ConceptRef),
    /// The same, with the word "only" before it.
    Only(ConceptRef),
    /// Several words, to be read as the object of "use" or "no"; and the thing they are about, if it
    /// is one alone.
    Phrase(Option<ConceptRef>),
    /// A statement of its own.
    Clause,
}

/// The words of a piece: most rules of a long list are read and never said again, so that the words
/// are put together only when they are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// Those that name a thing, by their bytes.
    Name(Stretch),
    /// Some of the rule's tokens.
    Tokens(Stretch),
    /// A thing and its place.
    Scoped(Stretch, Stretch),
    /// A thing, and what is asked for of it.
    Assigned(Stretch, Stretch),
    /// The rule as it is.
    Whole,
}

impl Part {
    /// Says the piece; `rule` is the text it was read from without the reason, `text` its canonical
    /// form.
    pub(crate) fn say(&self, rule: &str, text: &Canonical) -> String {
        let tokens = |stretch: Stretch| words(rule, text, stretch);
        let said = match self.said {
            Said::Name(name) => unquoted(name.of(rule)).into_owned(),
            Said::Tokens(own) => tokens(own),
            Said::Scoped(thing, place) => format!("{} {}", tokens(thing), tokens(place)),
            Said::Assigned(thing, what) => {
                let chinese = text.tokens[thing.to() - 1].kind == Kind::Ideograph;
                let mark = if chinese { "：" } else { ": " };
                format!("{}{mark}{}", tokens(thing), tokens(what))
            }
            Said::Whole => rule.trim().to_owned(),
        };
        if matches!(self.form, Form::Only(_)) { only(&said, has_han(rule)) } else { said }
    }
}

fn only(name: &str, chinese: bool) -> String {
    let blank = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    match (chinese, blank) {
        (false, _) => format!("only {name}"),
        (true, true) => format!("仅 {name}"),
        (true, false) => format!("仅{name}"),
    }
}

/// The words of some tokens, quotes included and articles left out.
fn words(rule: &str, text: &Canonical, tokens: Stretch) -> String {
    let (from, to) = with_quotes(rule, text, tokens.from(), tokens.to());
    let own = &text.tokens[tokens.from()..tokens.to()];
    unquoted(&without_articles(rule, own, text, from, to)).into_owned()
}

/// Where some tokens stand in the rule, with quotes and empty brackets.
pub(super) fn with_quotes(
    rule: &str,
    text: &Canonical,
    first: usize,
    last: usize,
) -> (usize, usize) {
    let (mut from, mut to) = (text.tokens[first].from, text.tokens[last - 1].to);
    if rule[to..].starts_with("()") {
        to += 2;
    }
    from -= usize::from(rule[..from].ends_with('`'));
    to += usize::from(rule[to..].starts_with('`'));
    (from, to)
}

/// Says a rule as it is written, without articles and the full stop.
pub(crate) fn telegraph(rule: &str) -> String {
    let text = Canonical::of(rule);
    let words = without_articles(rule, &text.tokens, &text, 0, rule.len());
    let words = words.trim();
    // A path that ends in dots keeps them.
    let sentence = words.strip_suffix(['.', '。']);
    sentence.filter(|rest| rest.ends_with(char::is_alphanumeric)).unwrap_or(words).to_owned()
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
