//! Which names of a failure carry it: a rare name that was the way is enough to know it again, one
//! that only stood for the object needs company, and one that said where tells nothing.

use super::units::{Item, Unit};
use super::vocabulary::{self, Role};

/// How much of a failure a name carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Carries {
    /// Nothing: a common word, or the place.
    #[default]
    Nothing,
    /// Part of it: with other words of the failure it is the same.
    Part,
    /// All of it: the name was the way.
    Way,
}

/// What stands behind these says where.
const PLACE: [&str; 25] = [
    "in", "on", "at", "of", "from", "around", "behind", "inside", "into", "under", "over",
    "between", "during", "before", "after", "across", "against", "within", "as", "per", "在", "从",
    "往", "到", "于",
];
/// What stands behind these says what for.
const AIM: [&str; 6] = ["for", "to", "用于", "用来", "为了", "来"];
/// What stands behind these is what something is done to.
const OBJECT: [&str; 5] = ["把", "将", "给", "对", "的"];
/// What stands behind these is the way.
const WAY: [&str; 41] = [
    "try",
    "put",
    "bring",
    "bring in",
    "bring back",
    "give",
    "back to",
    "go back to",
    "drop in",
    "试",
    "试试",
    "换",
    "回到",
    "import",
    "with",
    "using",
    "use",
    "via",
    "through",
    "by",
    "add",
    "adopt",
    "install",
    "go with",
    "用",
    "使用",
    "采用",
    "靠",
    "借助",
    "通过",
    "走",
    "让",
    "上",
    "选用",
    "依靠",
    "改用",
    "换用",
    "引入",
    "接入",
    "加上",
    "换成",
];

/// What stands behind these is what something becomes, behind a word that says that it turns.
const TURNED_TO: [&str; 3] = ["to", "into", "as"];

/// The fewest letters of a name that only its capitals, or the language around it, make one.
const SHORT: usize = 4;
const FOREIGN: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    First,
    Way,
    Object,
    Place,
}

/// Says of every chosen unit how much it carries, and whether it stands behind a word that brings it
/// in.
pub(super) fn carried(items: &[Item], chosen: &[usize]) -> Vec<(Carries, bool)> {
    let chinese = items.iter().any(|item| item.shown.chars().any(crate::text::is_ideograph));
    let (mut stands, mut kept, mut turns) = (Stands::First, false, false);
    let mut out = Vec::with_capacity(chosen.len());
    for &at in chosen {
        let item = &items[at];
        let named = name(items, at, chinese);
        let carries = match (named, stands) {
            (Some(name), Stands::First | Stands::Way) => name,
            (Some(_), Stands::Object) => Carries::Part,
            _ => Carries::Nothing,
        };
        out.push((carries, stands == Stands::Way));
        let was = stands;
        stands = after(item, named.is_some(), was);
        turns =
            item.unit != Unit::Break && (turns || item.is(Role::Converts) || item.is(Role::Moves));
        if turns && TURNED_TO.contains(&item.key.as_str()) {
            // "convert A to B", "migrate to B": what it becomes.
            stands = Stands::Way;
        }
        kept = item.unit != Unit::Break && (kept || item.is(Role::Move(vocabulary::PUT)));
        if kept && stands == Stands::Place && was == Stands::Object {
            // "store sessions in Redis": where it is kept is what was chosen.
            stands = Stands::Object;
        }
    }
    out
}

/// Where what follows a unit stands.
fn after(item: &Item, named: bool, stands: Stands) -> Stands {
    let key = item.shown.to_lowercase();
    let among = |list: &[&str]| list.contains(&key.as_str());
    let deed = |role: &Role| matches!(role, Role::Act(_) | Role::Move(_) | Role::End(..));
    if item.unit == Unit::Arrow
        || among(&WAY)
        || item.is(Role::BringsIn) && !among(&["to", "and", "but", "so", "then"])
    {
        Stands::Way
    } else if among(&PLACE) || among(&AIM) {
        Stands::Place
    } else if among(&OBJECT)
        || item.unit == Unit::Break
        || stands == Stands::First && item.unit == Unit::Han
        || !named && !item.option && (item.roles.iter().any(deed) || item.going_on)
    {
        // What a place is told of stays one: "on the shared node", 在主库里加.
        if stands == Stands::Place && item.shown.is_ascii() { stands } else { Stands::Object }
    } else {
        stands
    }
}

/// What a unit carries where it is the way; nothing when it is no name.
fn name(items: &[Item], at: usize, chinese: bool) -> Option<Carries> {
    let item = &items[at];
    if item.unit != Unit::Word || !item.shown.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    if item.option {
        return in_long_option(items, at).then_some(Carries::Way);
    }
    let capital = item.shown.starts_with(char::is_uppercase);
    let called = at > 0 && items[at - 1].qualifies && capital;
    if called {
        // `r.Update`: a name, but of a common word.
        return Some(Carries::Part);
    }
    if capital && is_capital(items, at.wrapping_sub(1)) | is_capital(items, at + 1) {
        // `Core Data`: of common words, but a name together.
        return Some(Carries::Part);
    }
    let common = |role: &Role| !matches!(role, Role::Member(_));
    if item.roles.iter().any(common) || !item.cues.is_empty() || item.qualifies {
        return None;
    }
    let ending = item.past || item.going_on;
    let long = item.shown.chars().count();
    let written = item.name
        || capital && long >= SHORT && !ending
        || chinese && long >= FOREIGN
        || item.concepts.iter().any(|concept| concept.whole);
    // A kind has many names, and a word in small letters can be a common one.
    let plain = item.kinds().next().is_some() || !(item.name || capital || chinese);
    written.then_some(if plain { Carries::Part } else { Carries::Way })
}

/// Whether a neighbour begins with a capital and goes on in small letters.
fn is_capital(items: &[Item], at: usize) -> bool {
    let mut chars =
        items.get(at).filter(|item| item.unit == Unit::Word).map(|item| item.shown.chars());
    chars.as_mut().is_some_and(|chars| {
        chars.next().is_some_and(char::is_uppercase) && chars.next().is_some_and(char::is_lowercase)
    })
}

/// Whether it is a part of an option of several words: `--full-refresh`.
fn in_long_option(items: &[Item], at: usize) -> bool {
    let joined = |a: &Item, b: &Item| a.option && b.option && a.chunk == b.chunk;
    at > 0 && joined(&items[at - 1], &items[at])
        || items.get(at + 1).is_some_and(|next| joined(&items[at], next))
}
