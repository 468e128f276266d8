//! Rules the user takes back.

use super::labels::{asks, bare, first_clause, opened, parted};
use super::likeness::{Topic, ideographs_in};
use super::rivals::is_ban;
use super::waiver::Way;
use super::words::{
    DENIED_BY, ORDERING_WORDS, PERMITS, POINTING, REFUSALS_BEFORE, REFUSALS_BEHIND, WITHDRAWALS,
    YETS,
};
use crate::extract::{Kind, extract};
use crate::snapshot::State;
use crate::text::{folded, phrases_cut, sentences};

/// How far back a correction reaches.
const RECENT: usize = 3;
/// How much of the smaller of rule and withdrawal both must speak of.
const ALIKE: f64 = 0.5;
/// How much less another telling of the same rule may share.
const NEARLY: f64 = 0.15;

/// Returns the rules known that a prompt takes back.
///
/// "Forget the rule about X" names it; "X is fine now" must speak of all the rule speaks of and of
/// nothing else, without reservation, and allow what was refused: what is allowed in one place, or of
/// two things, is said beside the rule.
pub(super) fn withdrawn(text: &str, known: &State) -> Vec<String> {
    let told = text.lines().flat_map(sentences);
    let ways: Vec<(&str, Way)> =
        told.filter_map(|sentence| Some((sentence, Way::of(sentence)?))).collect();
    if ways.is_empty() {
        return Vec::new();
    }
    let rules = known.knowledge.constraints.iter();
    let rules: Vec<(&str, Topic)> = rules
        .map(|rule| {
            (rule.as_str(), Topic::of(&phrases_cut(&folded(rule), &[ORDERING_WORDS, YETS])))
        })
        .collect();
    let mut gone: Vec<String> =
        ways.into_iter().flat_map(|(one, way)| spoken_of(one, way, &rules)).collect();
    gone.sort();
    gone.dedup();
    gone
}

/// The rules a sentence speaks of.
fn spoken_of(sentence: &str, way: Way, rules: &[(&str, Topic)]) -> Vec<String> {
    let taken_back = taken_back(sentence, way);
    let alike = rules.iter().filter_map(|(rule, about)| {
        let overlap = about.overlap(&taken_back);
        let all = about.covered_by(&taken_back) > ALIKE && taken_back.covered_by(about) >= ALIKE;
        let met = overlap >= ALIKE && (all || way == Way::ByName);
        (met && takes(way, rule)).then_some((*rule, overlap))
    });
    let alike: Vec<(&str, f64)> = alike.collect();
    // One rule may have been told in two ways.
    let most = alike.iter().map(|(_, overlap)| *overlap).fold(0.0, f64::max);
    let same = alike.into_iter().filter(|(_, overlap)| *overlap >= most - NEARLY);
    same.map(|(rule, _)| rule.to_owned()).collect()
}

/// Whether a way takes back a rule of its kind: only a ban is lifted, and only an order ends.
fn takes(way: Way, rule: &str) -> bool {
    match way {
        Way::Allows => is_ban(rule),
        Way::Ends => !is_ban(rule),
        Way::ByName | Way::Waives => true,
    }
}

/// What a sentence takes back: what the clause speaks of that says so, or where that only points at a
/// rule, the sentence.
fn taken_back(sentence: &str, way: Way) -> Topic {
    let lists = &[WITHDRAWALS, PERMITS, POINTING, ORDERING_WORDS, YETS, &["可以"]];
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
            ("Never use JWT", "You may use JWT after all."),
            ("Never use JWT", "Forget the JWT rule, JWT is fine."),
            ("Never use JWT", "Drop the no-JWT rule."),
            ("Never use JWT", "No need to avoid JWT any more."),
            ("Don't touch the schema", "You may touch the schema now."),
            ("Always run lint before a commit", "You don't need to run lint before a commit."),
            ("不要用 JWT", "现在可以用 JWT 了"),
            ("不要用 JWT", "JWT 可以用了"),
            ("不要用 JWT", "不用 JWT 这条规则作废"),
            ("禁止使用 lodash", "lodash 可以使用"),
            ("不要用 JWT 中间件", "JWT 中间件可以用了"),
            ("不要动数据库结构", "数据库结构可以动了。"),
            ("提交前必须跑 lint", "提交前不用再跑 lint 了"),
            ("不要推送", "可以推送了"),
            ("不要加依赖", "可以加依赖了"),
            ("Don't commit yet", "You can commit now"),
            ("必须写单元测试", "不用写单元测试了"),
            ("必须补单元测试", "单元测试不用补了"),
            ("用 JWT", "不用 JWT 了"),
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
            ("Never use JWT", "You may not use JWT."),
            ("Never use JWT", "No JWT after all."),
            ("不要用 JWT", "不可以用 JWT"),
            ("不要用 JWT", "不允许用 JWT"),
            ("不要用 JWT", "不用 JWT 了"),
            ("取消订单必须写审计日志", "给取消订单加审计日志。"),
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
