//! Which things cannot hold beside each other: two that do the same job, one asked for and refused.

use std::ops::Range;

use super::labels::{opened, parted};
use super::words::{ARTICLES, REFUSING, RESTRICTING, USING};
use crate::text::{
    ConceptRef, Lexicon, Polarity, Statement, Subject, folded, has_han, is_ideograph, mentions,
};

/// The most signs of Chinese that tell two things of one kind apart, and the most words of such a thing.
const OWN_SIGNS: usize = 4;
const OWN_WORDS: usize = 3;

/// Returns a rule with another thing in the place of one that does the same job; nothing where it
/// names none.
pub(super) fn in_place(rule: &str, thing: &str) -> Option<String> {
    let lexicon = Lexicon::builtin();
    let statement = Statement::parse(rule, &[lexicon]);
    let chosen = statement.subjects().iter().filter(|own| own.polarity == Polarity::Choose);
    chosen.rev().find_map(|own| {
        places(rule, own.words.from()..own.words.to()).into_iter().find_map(|place| {
            // "Use Zustand for state" says behind the thing what the rule says there.
            let behind = rule[place.end..].trim();
            let ends = !behind.is_empty() && folded(thing).ends_with(&folded(behind));
            let told =
                if ends { put(&rule[..place.end], place, thing) } else { put(rule, place, thing) };
            let other = Statement::parse(&told, &[lexicon]);
            let compete = |new: &Subject| {
                new.polarity == Polarity::Choose && compete(lexicon, own.concept, new.concept)
            };
            other.subjects().iter().any(compete).then_some(told)
        })
    })
}

/// Where the words of a name stand: all of them, then each of several.
fn places(rule: &str, all: Range<usize>) -> Vec<Range<usize>> {
    let mut places = vec![all.clone()];
    let mut from = all.start;
    for word in rule[all].split(' ') {
        places.push(from..from + word.len());
        from += word.len() + 1;
    }
    places
}

/// Reports whether two things do the same job, so that one is used.
fn compete(lexicon: &Lexicon, one: ConceptRef, other: ConceptRef) -> bool {
    let broader = |a: ConceptRef, b: ConceptRef| lexicon.parents(a.id).any(|up| up == b.id);
    if one.id == other.id || broader(one, other) || broader(other, one) {
        return false;
    }
    lexicon.rivals(one.id).any(|rival| rival == other.id)
        || lexicon.rivals(other.id).any(|rival| rival == one.id)
}

/// Reports whether a rule names a thing that the packs know.
pub(super) fn is_known(rule: &str) -> bool {
    !Statement::parse(rule, &[Lexicon::builtin()]).subjects().is_empty()
}

/// Reports whether a rule refuses something.
pub(super) fn is_ban(rule: &str) -> bool {
    let statement = Statement::parse(rule, &[Lexicon::builtin()]);
    let mut subjects = statement.subjects().iter();
    statement.refuses || subjects.any(|own| own.polarity != Polarity::Choose)
}

/// Reports whether one rule asks for what the other refuses.
pub(super) fn opposed(one: &str, other: &str) -> bool {
    let lexicon = [Lexicon::builtin()];
    let (one, other) = (Statement::parse(one, &lexicon), Statement::parse(other, &lexicon));
    one.subjects().iter().any(|a| {
        let against = |b: &Subject| a.concept == b.concept && a.polarity != b.polarity;
        other.subjects().iter().any(against)
    })
}

/// Returns a rule with another number in the place of its only one, if both count the same: behind
/// the same word ("port 3000") or before it ("2 spaces").
pub(super) fn number_in_place(rule: &str, thing: &str) -> Option<String> {
    let (new, unit) = number(thing)?;
    let (old, own) = number(rule)?;
    let only = number(&rule[old.end..]).is_none();
    let (unit, own) = (folded(unit), folded(own));
    let (lead, before) = (folded(&thing[..new.start]), folded(&rule[..old.start]));
    let ends = lead.is_empty() || format!(" {before}").ends_with(&format!(" {lead}"));
    let counts = unit.is_empty() || counts_the_same(&own, &unit);
    let same = ends && counts && !(lead.is_empty() && unit.is_empty());
    (only && same).then(|| put(rule, old, &thing[new]))
}

/// Whether what stands behind one number begins with all that stands behind another.
fn counts_the_same(own: &str, unit: &str) -> bool {
    let rest = own.strip_prefix(unit);
    rest.is_some_and(|rest| !unit.is_ascii() || rest.is_empty() || rest.starts_with(' '))
}

/// Reports whether two rules say the same but for their numbers: a limit, a version.
pub(super) fn same_but_for_numbers(rule: &str, other: &str) -> bool {
    let numbers = |text: &str| -> Vec<String> {
        let words =
            text.split_whitespace().filter(|word| word.contains(|c: char| c.is_ascii_digit()));
        words.map(str::to_lowercase).collect()
    };
    let rest = |text: &str| {
        let plain = |c: char| if c.is_ascii_digit() || c == '.' { ' ' } else { c };
        folded(&text.chars().map(plain).collect::<String>())
    };
    let (one, two) = (numbers(rule), numbers(other));
    !one.is_empty() && one.len() == two.len() && one != two && rest(rule) == rest(other)
}

/// Reports whether a rule and what is said against it each say to use a thing of one kind, everywhere.
pub(super) fn another_of_one_kind(rule: &str, thing: &str) -> bool {
    let used = |text: &str| {
        let used = opened(text, USING).filter(|_| !mentions(&folded(text), REFUSING))?;
        parted(used, RESTRICTING).is_none().then(|| used.to_owned())
    };
    matches!((used(rule), used(thing)), (Some(one), Some(other)) if of_one_kind(&one, &other))
}

/// Reports whether two things are of one kind, told apart by what stands before that: "the staging
/// database" and "the production database", 预发数据库 and 生产数据库.
fn of_one_kind(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one), folded(other));
    if has_han(&one) && has_han(&other) {
        let common = one.chars().rev().zip(other.chars().rev()).take_while(|(a, b)| a == b).count();
        let own = |thing: &str| thing.chars().count().saturating_sub(common);
        let told_apart = |thing: &str| (1..=OWN_SIGNS).contains(&own(thing));
        return common >= 2 && told_apart(&one) && told_apart(&other);
    }
    let words = |thing: &str| -> Vec<String> {
        let words = thing.split(' ').filter(|word| !ARTICLES.contains(word));
        words.map(str::to_owned).collect()
    };
    let (one, other) = (words(&one), words(&other));
    let short = |words: &[String]| (2..=OWN_WORDS).contains(&words.len());
    short(&one) && short(&other) && one.last() == other.last() && one != other
}

/// Where the first number of a text stands, and what stands behind it.
fn number(text: &str) -> Option<(Range<usize>, &str)> {
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let part = text[..from].chars().next_back().is_some_and(|c| c.is_ascii_alphanumeric());
    let behind = text[from..].find(|c: char| !c.is_ascii_digit() && c != '.');
    let end = behind.map_or(text.len(), |at| from + at);
    (!part).then(|| (from..end, &text[end..]))
}

/// Puts words in a place of a text; blanks beside them stay only where both sides are Latin.
pub(super) fn put(text: &str, place: Range<usize>, words: &str) -> String {
    let (before, behind) = (&text[..place.start], &text[place.end..]);
    let starts = words.chars().next().is_some_and(is_ideograph);
    let ends = words.chars().next_back().is_some_and(is_ideograph);
    let before = if starts { before.trim_end() } else { before };
    let behind = if ends { behind.trim_start() } else { behind };
    format!("{before}{words}{behind}")
}

#[cfg(test)]
mod tests {
    use super::{in_place, number_in_place, same_but_for_numbers};

    #[test]
    fn what_is_said_behind_the_thing_is_not_said_twice() {
        let told = in_place("Use Redux for state", "Zustand for state");
        assert_eq!(told.as_deref(), Some("Use Zustand for state"));
    }

    #[test]
    fn a_limit_and_a_version_give_way_to_another() {
        for (rule, other, same) in [
            ("Keep files under 250 lines", "keep files under 300 lines", true),
            ("Use Node 18", "use Node 20", true),
            ("Use Python 3.9", "use Python 3.12", true),
            ("文件不超过 250 行", "文件不超过 300 行", true),
            ("Use Node 18", "use Deno 2", false),
            ("Use Node 18", "use Node 18", false),
            ("Use tabs", "use spaces", false),
        ] {
            assert_eq!(same_but_for_numbers(rule, other), same, "{rule} {other}");
        }
    }

    #[test]
    fn a_number_takes_the_place_of_one_that_counts_the_same() {
        for (rule, thing, new) in [
            ("Use port 3000", "port 8080", Some("Use port 8080")),
            ("indent with 2 spaces", "4 spaces", Some("indent with 4 spaces")),
            ("用 3000 端口", "8080 端口", Some("用 8080 端口")),
            ("Use port 3000", "level 3", None),
            ("Use port 3000", "8080", None),
            ("indent with 2 spaces", "4 tabs", None),
            ("Support 3 browsers", "port 8080", None),
            ("wait 3 ms", "5 m", None),
        ] {
            assert_eq!(number_in_place(rule, thing).as_deref(), new, "{rule} {thing}");
        }
    }
}
