//! What the user sets right: "Actually use spaces, not tabs", 改成空格, "make that Postgres".
//!
//! A correction is one by its words (it turns round, exchanges, denies) and by what it meets: a rule
//! or a choice that is known, and that cannot hold beside it. The new rule is said in the words of
//! the correction, or in those of the old one with the new thing in its place.

use super::labels::{asks, bare, first_clause, opened, parted, shut};
use super::likeness::Topic;
use super::rivals;
use super::rules::{begins_order, without_lead};
use super::words::{
    AUXILIARIES, DENIED_BY, EXCHANGES, HELLOS, INSTEADS, OBLIGING, OUGHTS, PASSED_OVER, PERMITS,
    POINTERS_AT, REFUSING, RESTRICTING, STATING, TURNINGS, TURNS_ROUND, USING, WITHDRAWALS,
};
use crate::snapshot::State;
use crate::text::{folded, has_han, mentions, sentences};

/// How many of the last rules a correction can meet.
const RULES: usize = 200;
/// How many of the last choices a correction can meet.
const RECENT: usize = 5;
/// The most words, and the most characters of Chinese, that name a thing and tell nothing.
const NAME: (usize, usize) = (4, 14);

/// What a sentence sets right.
#[derive(Debug)]
pub(super) struct Correction<'t> {
    /// The sentence that says it.
    pub(super) sentence: &'t str,
    /// The rule that holds from now on.
    pub(super) rule: String,
    /// The rules that do not hold any longer.
    pub(super) rules: Vec<String>,
    /// The choices that are turned down.
    pub(super) choices: Vec<String>,
}

/// A sentence that may set something right, taken apart.
#[derive(Debug, Default)]
struct Said<'t> {
    /// All but the words that lead in and out.
    body: &'t str,
    /// What is meant, without what it denies.
    thing: &'t str,
    /// What is not meant.
    denied: Option<&'t str>,
    /// What is said behind that, maybe against what it replaces.
    complaint: Option<&'t str>,
    /// It opens with a no, or turns round: "Actually", 不对.
    turned: bool,
    /// It puts a thing in the place of one that was named: "make that", 改成.
    exchanged: bool,
    /// It says what ought to be, or ends with "instead".
    amended: bool,
}

/// How a rule that is known cannot hold beside what is said.
#[derive(Debug)]
enum Met {
    /// This rule takes its place: the new thing in the place of the old one.
    Told(String),
    /// Nothing of it is left.
    Gone,
}

/// Returns what a prompt sets right.
pub(super) fn corrections<'t>(text: &'t str, known: &State) -> Vec<Correction<'t>> {
    let mut denied_before = false;
    let mut found = Vec::new();
    for sentence in text.lines().flat_map(sentences) {
        let Some(mut said) = taken_apart(sentence) else { continue };
        said.turned |= std::mem::take(&mut denied_before);
        if said.thing.is_empty() {
            denied_before = said.turned;
            continue;
        }
        found.extend(corrected(sentence, &said, known));
    }
    found
}

/// A text without the words by which it turns round: "No, ", 不对，.
pub(super) fn without_turn(text: &str) -> &str {
    let mut rest = text;
    while let Some(behind) = behind_turn(rest) {
        rest = behind;
    }
    if rest.is_empty() { text } else { rest }
}

/// A correction that is kept as it is said, without the words that only say that it is one.
pub(super) fn without_lead_in(text: &str) -> &str {
    let rest = without_turn(text);
    opened(rest, EXCHANGES).filter(|rest| is_order(rest)).unwrap_or(rest)
}

/// What stands behind a word that turns round and the mark behind that.
fn behind_turn(text: &str) -> Option<&str> {
    const MARKS: [char; 11] = [',', '，', '.', '。', '!', '！', ';', '；', ':', '—', '…'];
    let at = text.find(MARKS).unwrap_or(text.len());
    let (head, rest) = text.split_at(at);
    let head = folded(head);
    let rest = rest.trim_start_matches(MARKS).trim();
    TURNS_ROUND.contains(&head.as_str()).then_some(rest)
}

/// Takes a sentence apart; nothing where it asks.
fn taken_apart(sentence: &str) -> Option<Said<'_>> {
    if asks(sentence) {
        return None;
    }
    let mut said = Said::default();
    let mut rest = sentence.trim();
    while opened(rest, PASSED_OVER).is_none() {
        let turned = behind_turn(rest).or_else(|| opened(rest, TURNINGS));
        said.turned |= turned.is_some();
        match turned.or_else(|| opened(rest, HELLOS)) {
            Some(behind) => rest = behind,
            None => break,
        }
    }
    if let Some((denied, meant)) = passed_over(rest) {
        (said.amended, said.denied) = (true, Some(object(denied)));
        (said.body, said.thing) = (meant, meant);
        return Some(said);
    }
    rest = without_lead(bare(rest));
    if let Some(behind) = opened(rest, EXCHANGES) {
        (said.exchanged, rest) = (true, behind);
    } else if let Some(behind) = opened(rest, OUGHTS) {
        (said.amended, rest) = (true, behind);
    }
    while let Some((before, amends)) = shut(rest, INSTEADS, OBLIGING) {
        said.amended |= amends;
        rest = before;
    }
    said.body = rest;
    let denial =
        parted(rest, DENIED_BY).filter(|(thing, _)| !thing.is_empty() && !is_split_verb(thing));
    let (thing, denied) = denial.map_or((rest, None), |(a, b)| (a, Some(b)));
    said.thing = thing;
    if denied.is_none()
        && let Some((first, why)) = thing.split_once([',', '，'])
    {
        (said.thing, said.complaint) = (bare(first), Some(bare(why)));
    }
    said.denied = denied.map(first_clause).filter(|denied| !denied.is_empty());
    Some(said)
}

/// Splits "instead of tabs, use spaces" into what is not meant and what is.
fn passed_over(sentence: &str) -> Option<(&str, &str)> {
    let behind = opened(sentence, PASSED_OVER)?;
    let verb = || {
        let at = USING.iter().filter_map(|verb| behind.find(&format!(" {verb} "))).min()?;
        Some((&behind[..at], &behind[at + 1..]))
    };
    let (denied, meant) = behind.split_once([',', '，']).or_else(verb)?;
    Some((bare(denied), bare(meant)))
        .filter(|(denied, meant)| !denied.is_empty() && !meant.is_empty())
}

/// Reports whether what stands before a "not" belongs to it: "do not", "must not".
fn is_split_verb(before: &str) -> bool {
    let words = folded(before);
    words.rsplit(' ').next().is_some_and(|last| AUXILIARIES.contains(&last))
}

/// What the sentence sets right, if it meets something or says by itself what is to be used.
fn corrected<'t>(sentence: &'t str, said: &Said<'_>, known: &State) -> Option<Correction<'t>> {
    if !(said.turned || said.exchanged || said.amended || said.denied.is_some()) {
        return None;
    }
    let order = is_order(said.thing);
    // What is allowed is no order: it may take a rule back.
    let allows = [PERMITS, WITHDRAWALS].iter().any(|cues| mentions(&folded(said.thing), cues));
    if allows || !order && !is_name(said.thing) {
        return None;
    }
    let mut met: Vec<(&String, Met)> = Vec::new();
    for rule in known.knowledge.constraints.iter().rev().take(RULES) {
        met.extend(meets(said, rule).map(|new| (rule, new)));
    }
    let choices = turned_down(said, known);
    if met.is_empty() && choices.is_empty() {
        met.extend(pointed_at(said, known));
    }
    let alone = order && stands_alone(said);
    if met.is_empty() && choices.is_empty() && !alone {
        return None;
    }
    let told = met.iter().find_map(|(_, new)| match new {
        Met::Told(rule) => Some(rule.clone()),
        Met::Gone => None,
    });
    // "Use X" of a rule that says more keeps what that says: where, how strictly.
    let bare = said.denied.is_none() && said.complaint.is_none() && is_name(object(said.thing));
    let whole = order && !bare;
    let own = || if order { said.body.to_owned() } else { use_of(said.thing) };
    let rule = told.filter(|_| !whole).unwrap_or_else(own);
    // Of several rules a thing is put into the one said last: the others still say what they said.
    let mut put = 0;
    let goes = met.into_iter().filter(|(_, new)| match new {
        Met::Gone => true,
        Met::Told(_) => {
            put += 1;
            whole || put == 1
        }
    });
    let rules = goes.map(|(rule, _)| rule.clone()).filter(|old| *old != rule).collect();
    Some(Correction { sentence, rule, rules, choices })
}

/// Reports whether an order that meets nothing is a rule all the same: it says what to use, by name,
/// in the place of what.
fn stands_alone(said: &Said<'_>) -> bool {
    let object = object(said.thing);
    let named = object.len() < said.thing.len() && opened(object, POINTERS_AT).is_none();
    said.turned && named && !object.is_empty() && is_name(object)
}

/// Whether a rule cannot hold beside what is said; with the rule that takes its place where the new
/// thing can stand for the old one.
fn meets(said: &Said<'_>, rule: &str) -> Option<Met> {
    let met = meets_as_it_is(said, rule)?;
    // "Use A, not B": of that B would stay refused, though it is meant now.
    let alone = matches!(met, Met::Told(_)) && parted(rule, DENIED_BY).is_some();
    Some(if alone { Met::Told(use_of(said.thing)) } else { met })
}

fn meets_as_it_is(said: &Said<'_>, rule: &str) -> Option<Met> {
    let signed = said.turned || said.exchanged || said.amended;
    if is_narrower(said, rule) {
        return None;
    }
    let denied = said.denied.filter(|denied| names(rule, denied) && !refuses(rule));
    // "Fix the login, not the cache" is a request: what is to be used has to be said.
    let uses = opened(said.thing, USING).is_some() || has_han(said.thing) && uses(said.thing);
    let whole = |denied: &str| uses && leaves_nothing(rule, denied, said);
    if let Some(denied) = denied.filter(|denied| signed || whole(denied)) {
        let number = rivals::number_in_place(rule, said.thing);
        return Some(Met::Told(number.unwrap_or_else(|| replaced(rule, denied, said.thing))));
    }
    if let Some(new) = said.complaint.filter(|_| signed).and_then(|why| blamed(rule, why, said)) {
        return Some(Met::Told(new));
    }
    if !signed {
        return None;
    }
    let another = rivals::same_but_for_numbers(rule, said.thing)
        || said.turned && rivals::another_of_one_kind(rule, said.thing);
    if is_order(said.thing) && another {
        return Some(Met::Gone);
    }
    let object = object(said.thing);
    rivals::in_place(rule, object)
        .or_else(|| rivals::number_in_place(rule, object).filter(|_| !orders_more(said.thing)))
        .map(Met::Told)
        .or_else(|| (rivals::opposed(rule, said.thing) || allows(said, rule)).then_some(Met::Gone))
}

/// Reports whether words order more than a number and what it counts: "port 8080" ports nothing.
fn orders_more(thing: &str) -> bool {
    is_order(thing) && thing.split_whitespace().count() > 2
}

/// Returns what takes the place of a rule whose thing is blamed behind the new one: "use X, Y is too slow".
fn blamed(rule: &str, complaint: &str, said: &Said<'_>) -> Option<String> {
    let old = first_clause(object(rule));
    let single = !old.contains(char::is_whitespace) && !has_han(old) && old.len() > 1;
    let uses = is_order(said.thing) || said.exchanged;
    (single && uses && !refuses(rule) && opened(complaint, &[&old.to_lowercase()]).is_some())
        .then(|| replaced(rule, old, object(said.thing)))
}

/// Reports whether "use spaces, not tabs", said as any other rule, leaves nothing of an old one: all that
/// speaks of is denied, or it names what does the same job, in no place of its own.
fn leaves_nothing(rule: &str, denied: &str, said: &Said<'_>) -> bool {
    let whole = Topic::of(&format!("{} {denied}", said.body));
    let confined = parted(rule, RESTRICTING).is_some();
    Topic::of(rule).covered_by(&whole) >= 1.0
        || !confined && rivals::in_place(rule, object(said.thing)).is_some()
}

/// Reports whether what a rule refuses is ordered now.
fn allows(said: &Said<'_>, rule: &str) -> bool {
    let object = Topic::of(object(said.thing));
    let orders = is_order(said.thing) && !refuses(said.thing);
    orders && refuses(rule) && !object.is_empty() && object.covered_by(&Topic::of(rule)) >= 1.0
}

/// "Make that X" of a thing nothing is known of: the rule said last, if that says what to use.
fn pointed_at<'k>(said: &Said<'_>, known: &'k State) -> Option<(&'k String, Met)> {
    let single = |thing: &str| !thing.contains(char::is_whitespace);
    let last = known.knowledge.constraints.last()?;
    let old = object(last);
    let latin = |thing: &str| thing.chars().any(|c| c.is_ascii_alphabetic()) && !has_han(thing);
    let alike = single(old) && single(said.thing) && latin(old) && latin(said.thing);
    let uses = old.len() < last.len() && !refuses(last);
    let unknown = !rivals::is_known(last) && !rivals::is_known(&use_of(said.thing));
    (said.exchanged && alike && uses && unknown && old != said.thing)
        .then(|| (last, Met::Told(replaced(last, old, said.thing))))
}

/// The choices, among the last ones, that cannot hold beside what is said.
fn turned_down(said: &Said<'_>, known: &State) -> Vec<String> {
    let recent = known.knowledge.decisions.iter().rev().take(RECENT);
    let choices = recent.map(|decision| &decision.choice);
    choices.filter(|choice| meets(said, choice).is_some()).cloned().collect()
}

/// Reports whether what is said holds in one place, and the rule in more than that.
fn is_narrower(said: &Said<'_>, rule: &str) -> bool {
    let Some((_, place)) = parted(said.thing, RESTRICTING) else { return false };
    let place = Topic::of(place);
    !place.is_empty() && place.shared(&Topic::of(rule)) == 0
}

/// Reports whether a rule names a thing.
fn names(rule: &str, thing: &str) -> bool {
    let about = Topic::of(thing);
    let said = format!(" {} ", folded(rule));
    let own = folded(thing);
    let apart = if has_han(&own) { own.clone() } else { format!(" {own} ") };
    !own.is_empty() && said.contains(&apart)
        || !about.is_empty() && about.covered_by(&Topic::of(rule)) >= 1.0
}

fn refuses(rule: &str) -> bool {
    mentions(&folded(rule), REFUSING)
}

/// A rule with one thing in the place of another.
fn replaced(rule: &str, old: &str, new: &str) -> String {
    let at = rule.to_ascii_lowercase().find(&old.to_ascii_lowercase());
    match at {
        Some(at) if !is_order(new) => rivals::put(rule, at..at + old.len(), new),
        _ => use_of(new),
    }
}

/// Reports whether words say what to do, and do not only name a thing.
fn is_order(thing: &str) -> bool {
    begins_order(thing) || opened(thing, USING).is_some() || has_han(thing) && uses(thing)
}

/// Reports whether a Chinese clause says with what something is done: 数据库用 `PostgreSQL`.
fn uses(thing: &str) -> bool {
    USING.iter().any(|verb| !verb.is_ascii() && thing.contains(verb))
}

/// What is to be used, without the word that says so.
fn object(thing: &str) -> &str {
    if let Some(rest) = opened(thing, USING) {
        return rest;
    }
    let verbs = USING.iter().filter(|verb| !verb.is_ascii());
    let behind = verbs.filter_map(|verb| Some(thing.find(verb)? + verb.len())).min();
    behind.map_or(thing, |at| bare(&thing[at..]))
}

fn is_name(thing: &str) -> bool {
    let words = thing.split_whitespace().count();
    let points = POINTERS_AT.contains(&folded(thing).as_str());
    let clause = mentions(&folded(thing), STATING);
    !thing.is_empty()
        && !points
        && !clause
        && words <= NAME.0
        && (!has_han(thing) || thing.chars().count() <= NAME.1)
}

/// The rule that a thing is to be used.
fn use_of(thing: &str) -> String {
    if is_order(thing) || refuses(thing) {
        return thing.to_owned();
    }
    match (has_han(thing), thing.starts_with(|c: char| c.is_ascii())) {
        (true, false) => format!("用{thing}"),
        (true, true) => format!("用 {thing}"),
        _ => format!("use {thing}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rules_of(rules: &[&str], text: &str) -> Vec<(String, Vec<String>)> {
        let known = State::from_value(json!({"goal": "x", "constraints": rules})).unwrap();
        let found = corrections(text, &known).into_iter();
        found.map(|one| (one.rule, one.rules)).collect()
    }

    #[test]
    fn a_rule_gives_way_to_what_the_user_means_instead() {
        for (old, text, new) in [
            ("Use tabs", "Actually use spaces, not tabs.", "use spaces, not tabs"),
            ("Use tabs", "No, spaces please.", "Use spaces"),
            ("Use tabs", "No. Spaces please.", "Use Spaces"),
            ("Use tabs", "I meant spaces.", "Use spaces"),
            ("Use tabs", "instead use spaces", "Use spaces"),
            ("Use tabs", "Use spaces instead.", "Use spaces"),
            ("Use tabs", "Use spaces, not tabs.", "Use spaces, not tabs"),
            ("Use tabs", "Instead of tabs, use spaces.", "use spaces"),
            ("Use tabs", "No, rather than tabs, use spaces.", "use spaces"),
            ("Use Postgres", "Instead of Postgres use SQLite.", "use SQLite"),
            ("Use tabs, not spaces", "Actually use spaces.", "use spaces"),
            ("Use npm, not yarn", "Actually use yarn.", "use yarn"),
            ("Use Postgres, not MySQL", "No, use MySQL.", "use MySQL"),
            ("用 Postgres，不用 MySQL", "不对，用 MySQL", "用 MySQL"),
            ("Use npm", "Actually, go back to yarn.", "Use yarn"),
            ("Use pnpm", "No, back to npm.", "Use npm"),
            ("用 pnpm", "改回 npm", "用 npm"),
            (
                "Always use MySQL for storage",
                "Make that Postgres.",
                "Always use Postgres for storage",
            ),
            ("Always use FooDB", "Make that BarDB.", "Always use BarDB"),
            ("Don't use FooKit", "Actually, use FooKit.", "use FooKit"),
            (
                "Lines at most 80 characters",
                "Make that 100 characters.",
                "Lines at most 100 characters",
            ),
            ("一律用 tab 缩进", "不对，用空格。", "一律用空格缩进"),
            ("一律用 tab 缩进", "不对。用空格。", "一律用空格缩进"),
            ("一律用 tab 缩进", "我是说空格", "一律用空格缩进"),
            ("一律用 tab 缩进", "改成空格", "一律用空格缩进"),
            ("数据库用 MySQL", "还是用 PostgreSQL 吧", "数据库用 PostgreSQL"),
            ("数据库用 MySQL", "用 PostgreSQL，不是 MySQL。", "用 PostgreSQL，不是 MySQL"),
            ("每行最多 80 个字符", "改成 100 个字符", "每行最多 100 个字符"),
            ("不要用 pandas", "还是用 pandas 吧", "用 pandas"),
            ("Retry at most 3 times", "I said 5 times, not 3.", "Retry at most 5 times"),
            (
                "Use FooSearch",
                "No, use BarSearch, FooSearch is too heavy.",
                "use BarSearch, FooSearch is too heavy",
            ),
            ("搜索用 FooSearch", "不行，换成 BarSearch，FooSearch 太重。", "搜索用 BarSearch"),
            ("日志存 MongoDB", "等等，存 PostgreSQL。", "日志存 PostgreSQL"),
            ("Use the staging DB", "No, use the production DB.", "use the production DB"),
            ("用预发数据库", "不，用生产数据库。", "用生产数据库"),
        ] {
            let found = rules_of(&[old], text);
            assert_eq!(found, [(new.to_owned(), vec![old.to_owned()])], "{text}");
        }
    }

    #[test]
    fn of_several_rules_the_last_gives_way_and_the_others_stay() {
        for (rules, text, new) in [
            (
                ["Lines at most 80 characters", "Commit titles at most 50 characters"],
                "Make that 60 characters.",
                "Commit titles at most 60 characters",
            ),
            (["每行最多 80 个字符", "标题最多 50 个字符"], "改成 60 个字符", "标题最多 60 个字符"),
        ] {
            let found = rules_of(&rules, text);
            assert_eq!(found, [(new.to_owned(), vec![rules[1].to_owned()])], "{text}");
        }
    }

    #[test]
    fn other_rules_and_other_talk_are_left_alone() {
        for (old, text) in [
            ("Use tabs", "Actually the page loads fine."),
            ("Use tabs", "No, thanks."),
            ("Use tabs", "No problem, go on."),
            ("Use tabs", "I mean it."),
            ("Use tabs", "Should we use spaces instead?"),
            ("Use single quotes", "Actually rename the button."),
            ("Use tabs", "Do not use jQuery."),
            ("Use the staging DB", "No, use the production cache."),
            ("一律用 tab 缩进", "还是不行。"),
            ("一律用 tab 缩进", "改成两列。"),
            ("一律用 tab 缩进", "要不要改成空格？"),
            ("不要用 pandas", "不要用 moment。"),
            ("Use spaces", "Instead of tabs, use spaces."),
            ("用 JWT", "修复登录，不要用 JWT。"),
            ("Use JWT", "Fix the login bug, not JWT."),
            ("Never use JWT", "Actually JWT is fine."),
            ("Never use JWT", "You may use JWT after all."),
            ("Use port 3000", "Actually the port is 8080, not 3000."),
        ] {
            assert_eq!(rules_of(&[old], text), [], "{text}");
        }
        let found = rules_of(&["Use single quotes"], "Actually use spaces.");
        assert_eq!(found, [("use spaces".to_owned(), vec![])]);
        let found = rules_of(&["Use tabs"], "Actually use spaces in YAML files.");
        assert_eq!(found.iter().map(|(_, gone)| gone.len()).sum::<usize>(), 0);
    }
}
