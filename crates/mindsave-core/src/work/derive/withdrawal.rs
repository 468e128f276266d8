//! Rules the user takes back.

use super::labels::{asks, bare, first_clause, opened, parted};
use super::likeness::{Topic, ideographs_in};
use super::rivals::refuses;
use super::words::{
    DENIED_BY, ORDERING_WORDS, PERMITS, POINTING, REFUSALS_BEFORE, REFUSALS_BEHIND, RESERVATIONS,
    RULE_ENDERS, RULE_NOUNS, WAIVERS, WITHDRAWALS,
};
use crate::extract::{Kind, extract};
use crate::snapshot::State;
use crate::text::{folded, mentions, phrases_cut, sentences};

/// How far back a correction reaches.
const RECENT: usize = 3;
/// How much of the smaller of rule and withdrawal both must speak of.
const ALIKE: f64 = 0.5;
/// How many words a rule is named with at most, between "forget the" and "rule".
const RULE_NAME: usize = 6;
/// How much less another telling of the same rule may share.
const NEARLY: f64 = 0.15;

/// How a sentence takes a rule back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It speaks of the rule as one: "forget the rule about X".
    ByName,
    /// It waives what was asked for or refused: "you need not X any more".
    Waives,
    /// It allows what was refused: "X is fine now".
    Allows,
}

impl Way {
    /// Reads the way of a sentence; nothing where it takes nothing back.
    fn of(sentence: &str) -> Option<Self> {
        let words = folded(sentence);
        let by_name: Vec<&str> =
            WITHDRAWALS.iter().filter(|cue| !PERMITS.contains(cue)).copied().collect();
        let way = if mentions(&words, &by_name) || ends_a_rule(&words) {
            Self::ByName
        } else if mentions(&words, WAIVERS) {
            Self::Waives
        } else if mentions(&words, PERMITS) {
            Self::Allows
        } else {
            return None;
        };
        let kept = way != Self::ByName && mentions(&words, RESERVATIONS) || asks(sentence);
        (!kept).then_some(way)
    }
}

/// Whether words say that a rule ends, with what it is about between: "forget the JWT rule".
fn ends_a_rule(words: &str) -> bool {
    RULE_ENDERS.iter().any(|ender| {
        let behind =
            format!(" {words} ").split_once(&format!(" {ender} ")).map(|(_, b)| b.to_owned());
        let near = behind.into_iter().flat_map(|b| {
            b.split_whitespace().take(RULE_NAME).map(str::to_owned).collect::<Vec<_>>()
        });
        near.into_iter().any(|word| RULE_NOUNS.contains(&word.as_str()))
    })
}

/// Returns the rules known that a prompt takes back.
///
/// "Forget the rule about X" names it; "X is fine now" must speak of all the rule speaks of and of
/// nothing else, without reservation, and allow what was refused: what is allowed in one place, or of
/// two things, is said beside the rule.
pub(super) fn withdrawn(text: &str, known: &State) -> Vec<String> {
    let told = text.lines().flat_map(sentences);
    let ways = told.filter_map(|sentence| Some((sentence, Way::of(sentence)?)));
    let mut gone: Vec<String> = ways.flat_map(|(one, way)| spoken_of(one, way, known)).collect();
    gone.sort();
    gone.dedup();
    gone
}

/// The rules a sentence speaks of.
fn spoken_of(sentence: &str, way: Way, known: &State) -> Vec<String> {
    let taken_back = taken_back(sentence, way);
    let rules = known.knowledge.constraints.iter().filter_map(|rule| {
        let about = Topic::of(&phrases_cut(&folded(rule), &[ORDERING_WORDS]));
        let overlap = about.overlap(&taken_back);
        let all = about.covered_by(&taken_back) > ALIKE && taken_back.covered_by(&about) >= ALIKE;
        let fits = way != Way::Allows || refuses(rule);
        (overlap >= ALIKE && (all || way == Way::ByName) && fits).then_some((rule, overlap))
    });
    let alike: Vec<(&String, f64)> = rules.collect();
    // One rule may have been told in two ways.
    let most = alike.iter().map(|(_, overlap)| *overlap).fold(0.0, f64::max);
    let same = alike.into_iter().filter(|(_, overlap)| *overlap >= most - NEARLY);
    same.map(|(rule, _)| rule.clone()).collect()
}

/// What a sentence takes back: what the clause speaks of that says so, or where that only points at a
/// rule, the sentence.
fn taken_back(sentence: &str, way: Way) -> Topic {
    let lists = &[WITHDRAWALS, PERMITS, POINTING, ORDERING_WORDS];
    let topic = |text: &str| Topic::of(&phrases_cut(&folded(text), lists));
    let mut clauses = sentence.split([',', '，', ';', '；']);
    let own = clauses.find(|clause| way == Way::ByName && Way::of(clause) == Some(way));
    own.map(topic).filter(|topic| !topic.is_empty()).unwrap_or_else(|| topic(sentence))
}

/// Returns the choice, among the last ones, that a correction of the user turns down: what stands
/// behind "not" in "by date, not by rows".
pub(super) fn turned_down(text: &str, known: &State) -> Option<String> {
    if let Some(choice) = refused(text, known) {
        return Some(choice);
    }
    let corrected = extract(text).into_iter().find(|found| found.kind == Kind::Correction)?;
    let denied = denied_part(&corrected.span)?;
    let about = Topic::of(denied);
    let recent = known.knowledge.decisions.iter().rev().take(RECENT);
    recent
        .map(|decision| decision.choice.as_str())
        .find(|choice| {
            about.overlap(&Topic::of(choice)) >= ALIKE || ideographs_in(denied, choice) >= 0.6
        })
        .map(str::to_owned)
}

/// Returns the choice, among the last ones, that a sentence refuses by name: "Not Kafka.", X 不行。
fn refused(text: &str, known: &State) -> Option<String> {
    let clauses = text.lines().flat_map(sentences).filter(|one| !asks(one));
    let clauses = clauses.flat_map(|one| one.split([',', '，', ';', '；', '。']));
    let refused: Vec<Topic> = clauses.filter_map(refused_part).map(Topic::of).collect();
    let recent = known.knowledge.decisions.iter().rev().take(RECENT);
    recent.map(|decision| decision.choice.as_str()).find_map(|choice| {
        let about = Topic::of(choice);
        let all = |topic: &Topic| !topic.is_empty() && topic.shared(&about) == topic.len();
        refused.iter().any(all).then(|| choice.to_owned())
    })
}

/// The few words a clause refuses.
fn refused_part(clause: &str) -> Option<&str> {
    let clause = bare(clause);
    let behind = REFUSALS_BEHIND.iter().filter_map(|refusal| Some(clause.split_once(refusal)?.0));
    let part = opened(clause, REFUSALS_BEFORE).or_else(|| behind.min_by_key(|part| part.len()))?;
    let short = part.split_whitespace().count() <= 3 && part.chars().count() <= 24;
    (short && !part.is_empty()).then_some(part)
}

/// What a correction says is wrong.
fn denied_part(correction: &str) -> Option<&str> {
    let (_, denied) = parted(correction, DENIED_BY)?;
    Some(first_clause(denied)).filter(|denied| !denied.is_empty())
}

/// Reports whether a piece of a prompt only takes something back: it is no new rule.
pub(super) fn speaks_of_withdrawal(span: &str) -> bool {
    Way::of(span).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn gone(rule: &str, text: &str) -> bool {
        let known = json!({"goal": "g", "constraints": [rule]}).to_string();
        withdrawn(text, &State::from_json(&known).unwrap()) == [rule]
    }

    #[test]
    fn what_is_allowed_takes_back_what_was_refused() {
        for (rule, text) in [
            ("Never use JWT", "You can use JWT now."),
            ("Never use JWT", "JWT is allowed now."),
            ("Never use JWT", "Forget the JWT rule, JWT is fine."),
            ("Never use JWT", "Drop the no-JWT rule."),
            ("Never use JWT", "No need to avoid JWT any more."),
            ("Don't touch the schema", "You may touch the schema now."),
            ("Always run lint before a commit", "You don't need to run lint before a commit."),
            ("不要用 JWT", "现在可以用 JWT 了"),
            ("不要用 JWT", "JWT 可以用了"),
            ("不要用 JWT", "不用 JWT 这条规则作废"),
            ("禁止使用 lodash", "lodash 可以使用"),
            ("不要动数据库结构", "数据库结构可以动了。"),
            ("提交前必须跑 lint", "提交前不用再跑 lint 了"),
            ("单任务栈上限 4 KB", "栈上限取消,换了大内存型号。"),
        ] {
            assert!(gone(rule, text), "{rule} | {text}");
        }
    }

    #[test]
    fn what_is_allowed_elsewhere_or_was_never_refused_stays() {
        for (rule, text) in [
            ("Never use JWT", "Can you use JWT now?"),
            ("Never use JWT", "JWT is fine for the mobile app."),
            ("Never use JWT", "You can use sessions."),
            ("Always use JWT", "JWT is fine."),
            ("No default exports", "Default exports are fine in tests."),
            ("动态内存不许用", "栈上限取消,换了大内存型号。"),
            ("Never use regex", "Drop the unique rule on the email column."),
            ("不要用 JWT", "可以用 JWT 吗？"),
            ("不要用 JWT", "移动端可以用 JWT"),
        ] {
            assert!(!gone(rule, text), "{rule} | {text}");
        }
    }
}
