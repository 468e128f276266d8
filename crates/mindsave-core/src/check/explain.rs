//! Says of a match why, what went wrong then, and what to do instead.

use super::checker::Match;
use crate::failure::Failure;
use crate::memory::Gotcha;
use crate::text::has_han;

/// Says why an action repeats a failure: in Chinese when the action is told in Chinese.
///
/// ```
/// use mindsave_core::check::{Action, Checker, Watched, explain};
/// use mindsave_core::failure::{Failure, Writer};
/// use mindsave_core::text::Lexicon;
/// use mindsave_core::Timestamp;
///
/// let now = Timestamp::parse("2026-05-10")?;
/// let mut failure = Failure::new("websocket reconnect", now, &Writer::parse("s1")?)?;
/// failure.reason = "never comes back behind the proxy".into();
/// failure.alternatives.push("polling".into());
/// let checker = Checker::new([Watched::from(&failure)], &[Lexicon::builtin()]);
/// let action = "尝试让 WebSocket 断线重连";
/// let found = checker.check(&Action::Sentence(action));
/// assert_eq!(
///     explain(&found[0], &failure, action),
///     "重复了失败过的做法（websocket、reconnect）；当时：never comes back behind the proxy；改用：polling"
/// );
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn explain(found: &Match, failure: &Failure, action: &str) -> String {
    let chinese = has_han(action);
    let (comma, stop) = if chinese { ("、", "；") } else { (", ", "; ") };
    let mut parts = vec![why(found, failure, chinese, comma)];
    let wrong = [&failure.reason, &failure.symptom].into_iter().find(|text| !text.is_empty());
    if let Some(wrong) = wrong {
        parts.push(if chinese { format!("当时：{wrong}") } else { format!("then: {wrong}") });
    }
    if !failure.alternatives.is_empty() {
        let instead = failure.alternatives.join(comma);
        parts.push(if chinese {
            format!("改用：{instead}")
        } else {
            format!("instead: {instead}")
        });
    }
    parts.join(stop)
}

/// Says by what an action meets a gotcha, and the way around it: in Chinese when the action is told
/// in Chinese.
///
/// ```
/// use mindsave_core::check::{Action, Hazards, explain_gotcha};
/// use mindsave_core::failure::Scope;
/// use mindsave_core::memory::Gotcha;
/// use mindsave_core::text::Lexicon;
///
/// let known = Gotcha::new("Date.parse reads local time", "add an offset", Scope::Project)?;
/// let hazards = Hazards::new([(known.title.as_str(), "")], &[Lexicon::builtin()]);
/// let action = "parse the due dates with Date.parse";
/// let found = hazards.check(&Action::Sentence(action));
/// assert_eq!(
///     explain_gotcha(&found[0], &known, action),
///     "meets a known hazard (Date, parse); way around it: add an offset"
/// );
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn explain_gotcha(found: &Match, known: &Gotcha, action: &str) -> String {
    let (shared, around) = (&found.shared, &known.workaround);
    let (why, way) = if has_han(action) {
        (format!("碰到已知的坑（{}）", shared.join("、")), format!("；绕法：{around}"))
    } else {
        (
            format!("meets a known hazard ({})", shared.join(", ")),
            format!("; way around it: {around}"),
        )
    };
    if around.is_empty() { why } else { why + &way }
}

fn why(found: &Match, failure: &Failure, chinese: bool, comma: &str) -> String {
    let times = failure.repeat_count();
    let shared = found.shared.join(comma);
    match (found.same_call, chinese) {
        (true, true) => format!("同样的调用已失败 {times} 次"),
        (true, false) => format!("the same call has failed before, {times} times in all"),
        (false, true) => format!("重复了失败过的做法（{shared}）"),
        (false, false) => format!("repeats what failed ({shared})"),
    }
}
