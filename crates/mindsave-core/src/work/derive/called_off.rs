//! The next step, where the user calls it off: "Skip the browser tests", 先别跑测试，先部署.

use super::goals::begins_task;
use super::labels::{asks, bare, opened, shut};
use super::likeness::Topic;
use super::rules::begins_order;
use super::words::{
    ALL_THE_SAME, CALLS_OFF, FIRST_OF_ALL, INSTEADS, NO_CALLS_OFF, ORDERING_WORDS, STEP_JOINTS,
    STEP_POINTERS, YETS,
};
use crate::snapshot::State;
use crate::text::{folded, has_han, mentions, phrases_cut, sentences};
use crate::work::Happened;

/// How much of the step must be spoken of.
const ALIKE: f64 = 0.5;

/// What a prompt says of the next step.
#[derive(Debug, Default)]
pub(super) struct CalledOff<'t> {
    /// The sentence that calls it off; it is no rule.
    pub(super) sentence: &'t str,
    /// What is to be done in its place: the rest of it, what is said instead, or nothing.
    pub(super) instead: String,
    /// It names what it calls off, and does not only point at it.
    pub(super) names_it: bool,
}

impl CalledOff<'_> {
    /// The event that says so.
    pub(super) fn happened(&self) -> Happened {
        Happened::NextAction { text: self.instead.clone() }
    }
}

/// Returns what a prompt calls off, if that is the next step.
pub(super) fn called_off<'t>(text: &'t str, known: &State) -> Option<CalledOff<'t>> {
    let step = known.task.next_action.as_deref().filter(|step| !step.trim().is_empty())?;
    let told: Vec<&str> = text.lines().flat_map(sentences).collect();
    told.iter().enumerate().find_map(|(at, sentence)| {
        if asks(sentence) {
            return None;
        }
        let mut clauses = sentence.split([',', '，', ';', '；']).map(bare);
        let off = clauses.find_map(|clause| Off::of(clause, step))?;
        let mut behind = clauses.chain(told[at + 1..].iter().copied().map(bare));
        let instead = behind.find_map(order).unwrap_or_default();
        let names_it = off != Off::Pointed;
        Some(CalledOff { sentence, instead: joined([off.rest(), instead]), names_it })
    })
}

/// How a clause calls a step off.
#[derive(Debug, PartialEq, Eq)]
enum Off {
    /// It points at it.
    Pointed,
    /// It speaks of it and of nothing else.
    Named,
    /// It speaks of one deed of several: what is left.
    Part(String),
}

impl Off {
    fn of(clause: &str, step: &str) -> Option<Self> {
        let (words, step) = (folded(clause), bare(step));
        // "Don't forget to": done all the same. "Drop the table" is the step itself.
        let own = folded(step);
        let cues: Vec<&str> =
            CALLS_OFF.iter().filter(|cue| !mentions(&own, &[cue])).copied().collect();
        let words = phrases_cut(&words, &[NO_CALLS_OFF]);
        let words = words.trim();
        if mentions(words, ALL_THE_SAME) || !mentions(words, &cues) {
            return None;
        }
        let rest = phrases_cut(words, &[&cues, ORDERING_WORDS, YETS]);
        let off = Topic::of(&rest);
        if off.is_empty() || Topic::of(&phrases_cut(rest.trim(), &[STEP_POINTERS])).is_empty() {
            return mentions(words, STEP_POINTERS).then_some(Self::Pointed);
        }
        if is_about(step, &off) {
            return Some(Self::Named);
        }
        let deeds = deeds(step);
        let kept: Vec<&str> = deeds.iter().copied().filter(|deed| !is_about(deed, &off)).collect();
        (kept.len() + 1 == deeds.len()).then(|| Self::Part(joined(kept)))
    }

    fn rest(&self) -> &str {
        match self {
            Self::Part(rest) => rest,
            Self::Pointed | Self::Named => "",
        }
    }
}

/// Reports whether what is called off is a step. What is said beyond the step restricts it: where,
/// with what.
fn is_about(step: &str, off: &Topic) -> bool {
    let step = Topic::of(&phrases_cut(&folded(step), &[ORDERING_WORDS]));
    step.covered_by(off) >= ALIKE && off.shared(&step) == off.len()
}

/// The deeds of a step, where it orders several: "set X and run the tests", 改重试次数，然后跑测试.
fn deeds(step: &str) -> Vec<&str> {
    let mut deeds = vec![step];
    for joint in STEP_JOINTS {
        deeds = deeds.iter().flat_map(|deed| deed.split(joint)).collect();
    }
    let ordered = |deed: &&str| begins_task(deed) || begins_order(deed) || has_han(deed);
    if deeds.iter().all(ordered) { deeds } else { vec![step] }
}

/// Deeds as one step: what is left of it, and what is done instead of the rest.
fn joined<'d>(deeds: impl IntoIterator<Item = &'d str>) -> String {
    let deeds: Vec<&str> = deeds.into_iter().filter(|deed| !deed.is_empty()).collect();
    deeds.join(if deeds.iter().any(|deed| has_han(deed)) { "；" } else { "; " })
}

/// What a clause orders, without "first" and "instead".
fn order(clause: &str) -> Option<&str> {
    let clause = opened(clause, FIRST_OF_ALL).unwrap_or(clause);
    let clause = shut(clause, INSTEADS, FIRST_OF_ALL).map_or(clause, |(rest, _)| rest);
    let refused = mentions(&folded(clause), CALLS_OFF);
    ((begins_task(clause) || begins_order(clause)) && !refused).then_some(clause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn after(step: &str, text: &str) -> Option<String> {
        let known = json!({"goal": "g", "next_action": step}).to_string();
        let known = State::from_json(&known).unwrap();
        called_off(text, &known).map(|off| off.instead)
    }

    #[test]
    fn the_step_goes_when_the_user_does_not_want_it() {
        let step = "run the browser tests";
        for (text, instead) in [
            ("Skip that.", ""),
            ("No need to run the browser tests.", ""),
            ("Skip that, don't run the browser tests.", ""),
            ("Never mind the browser tests, deploy to staging instead.", "deploy to staging"),
            ("Don't run the browser tests yet. First fix the form.", "fix the form"),
        ] {
            assert_eq!(after(step, text).as_deref(), Some(instead), "{text}");
        }
        let step = "跑浏览器测试";
        for (text, instead) in [
            ("浏览器测试不用跑了。", ""),
            ("这步跳过。", ""),
            ("先别跑浏览器测试，先部署到预发。", "部署到预发"),
        ] {
            assert_eq!(after(step, text).as_deref(), Some(instead), "{text}");
        }
    }

    #[test]
    fn of_several_deeds_the_others_stay() {
        let step = "set RETRIES=5 in worker.ts and run the tests";
        for (text, left) in [
            ("Skip the tests.", "set RETRIES=5 in worker.ts"),
            ("The tests can wait.", "set RETRIES=5 in worker.ts"),
            ("No need to run the tests, deploy it.", "set RETRIES=5 in worker.ts; deploy it"),
        ] {
            assert_eq!(after(step, text).as_deref(), Some(left), "{text}");
        }
        let step = "改 worker.ts 的重试次数，然后跑测试，再部署";
        for (text, left) in [
            ("测试先不跑了。", "改 worker.ts 的重试次数；部署"),
            ("部署以后再说。", "改 worker.ts 的重试次数；跑测试"),
        ] {
            assert_eq!(after(step, text).as_deref(), Some(left), "{text}");
        }
        let step = "add tests for login and logout";
        assert_eq!(after(step, "Skip the logout."), None);
        // 并行 is one word.
        assert_eq!(after("同步数据，并行导出报表", "报表先不导出了。"), None);
        assert_eq!(after("跑浏览器测试", "浏览器测试缓一缓。").as_deref(), Some(""));
    }

    #[test]
    fn a_rule_for_it_and_a_word_on_other_things_leave_it() {
        let step = "run the browser tests";
        for text in [
            "Good, go on.",
            "Should we skip the browser tests?",
            "Don't run the browser tests in production.",
            "Don't forget to run the browser tests.",
            "Don't skip the browser tests.",
            "Skip the changelog for now.",
            "Don't touch that.",
            "Do not commit this.",
            "Run the browser tests.",
        ] {
            assert_eq!(after(step, text), None, "{text}");
        }
        for text in [
            "继续。",
            "浏览器测试要跳过吗？",
            "别改配置文件。",
            "跑浏览器测试别连生产库",
            "别忘了跑浏览器测试。",
            "不要跳过浏览器测试。",
            "这个不用 Redis",
        ] {
            assert_eq!(after("跑浏览器测试", text), None, "{text}");
        }
        for (step, text) in [
            ("drop the legacy users table", "Drop the legacy users table now."),
            ("add the cancel button to the order page", "Add the cancel button to the order page."),
            ("实现取消订单接口", "实现取消订单接口。"),
            ("训练识别模型", "开始训练识别模型。"),
        ] {
            assert_eq!(after(step, text), None, "{text}");
        }
    }

    #[test]
    fn what_comes_behind_is_a_step_where_it_orders() {
        for (text, instead) in [
            ("Skip that, additional info follows.", ""),
            ("这步跳过，改天再说。", ""),
            ("这步跳过，部署到预发。", "部署到预发"),
        ] {
            assert_eq!(after("跑浏览器测试", text).as_deref(), Some(instead), "{text}");
        }
    }
}
