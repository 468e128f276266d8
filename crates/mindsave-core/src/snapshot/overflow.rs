//! Overflow snapshots: Layer 1 in a file of at most 300 tokens. Source: seed 000, `/auto-snapshot`.

use super::{Snapshot, State, encode};
use crate::Result;
use crate::task::{Phase, Status};
use crate::tokens::{TokenCount, estimate, truncate_to};

/// How long a text may stay, in tokens, from one round of cutting to the next.
const ROUNDS: [u32; 4] = [40, 20, 8, 2];

/// Cuts Layer 1, least valuable first, until the front matter fits; returns how many fields.
///
/// The order of value is that of a resume: goal and next action last. What was cut is kept whole
/// in the archive's notes, so that nothing is lost.
///
/// # Errors
/// As for [`encode`].
pub fn fit_task(snapshot: &mut Snapshot, budget: TokenCount) -> Result<usize> {
    let whole = snapshot.state.clone();
    let mut cut = Vec::new();
    drop_lists(snapshot, budget, &mut cut)?;
    for longest in ROUNDS {
        for name in ["state", "phase", "status", "reason", "blocker", "goal", "next_action"] {
            if fits(snapshot, budget)? {
                break;
            }
            if shorten(&mut snapshot.state, name, longest) && !cut.contains(&name) {
                cut.push(name);
            }
        }
    }
    if !cut.is_empty() {
        let mut kept = whole.to_json();
        kept.retain(|key, _| {
            // Reason and further fields stand below the trigger they belong to.
            let of_trigger =
                key == "auto_trigger" && (cut.contains(&"reason") || cut.contains(&TRIGGER));
            of_trigger || cut.contains(&key.as_str()) || !is_known(key)
        });
        snapshot.state.archive.notes =
            Some(serde_json::to_string_pretty(&kept).unwrap_or_default());
        snapshot.layers.archive = true;
    }
    Ok(cut.len())
}

/// What is said of the further fields of the trigger.
const TRIGGER: &str = "fields of auto_trigger";

fn fits(snapshot: &Snapshot, budget: TokenCount) -> Result<bool> {
    Ok(estimate(&encode(snapshot)?) <= budget)
}

/// Keys of Layer 1; others are a caller's own.
fn is_known(key: &str) -> bool {
    const KEYS: [&str; 19] = [
        "goal",
        "phase",
        "state",
        "progress",
        "next_action",
        "active_files",
        "blocker",
        "variables",
        "status",
        "constraints",
        "decisions",
        "failure_graph",
        "excluded_paths",
        "auto_trigger",
        "completed_steps",
        "tool_calls",
        "file_changes",
        "execution_dag",
        "notes",
    ];
    KEYS.contains(&key)
}

/// Gives up whole lists, then as many files as do not fit.
fn drop_lists(
    snapshot: &mut Snapshot,
    budget: TokenCount,
    cut: &mut Vec<&'static str>,
) -> Result<()> {
    if !fits(snapshot, budget)? && !snapshot.state.extra.is_empty() {
        snapshot.state.extra.clear();
        cut.push("other fields");
    }
    let trigger = snapshot.state.auto_trigger.as_ref();
    let more = trigger.is_some_and(|trigger| !trigger.extra.is_empty());
    if more && !fits(snapshot, budget)? {
        snapshot.state.auto_trigger.iter_mut().for_each(|trigger| trigger.extra.clear());
        cut.push(TRIGGER);
    }
    if !fits(snapshot, budget)? && !snapshot.state.task.variables.is_empty() {
        snapshot.state.task.variables.clear();
        cut.push("variables");
    }
    if !fits(snapshot, budget)? && snapshot.state.task.progress.take().is_some() {
        cut.push("progress");
    }
    if fits(snapshot, budget)? {
        return Ok(());
    }
    for file in std::mem::take(&mut snapshot.state.task.active_files) {
        snapshot.state.task.active_files.push(file);
        if !fits(snapshot, budget)? {
            snapshot.state.task.active_files.pop();
            cut.push("active_files");
            break;
        }
    }
    Ok(())
}

/// Shortens one text and reports whether it was longer.
fn shorten(state: &mut State, name: &str, longest: u32) -> bool {
    let task = &mut state.task;
    let short = |text: &str| {
        let part = truncate_to(text, TokenCount::new(longest));
        (part.len() < text.len()).then(|| format!("{}…", part.trim_end()))
    };
    match name {
        "goal" => replace(Some(&mut task.goal), short),
        "state" => replace(task.state.as_mut(), short),
        "blocker" => replace(task.blocker.as_mut(), short),
        "next_action" => replace(task.next_action.as_mut(), short),
        "reason" => replace(state.auto_trigger.as_mut().map(|t| &mut t.reason), short),
        "phase" => {
            let shorter = task.phase.as_ref().and_then(|phase| short(phase.as_str()));
            let changed = shorter.is_some();
            task.phase = shorter.map(Phase::new).or(task.phase.take());
            changed
        }
        _ => {
            let shorter = task.status.as_ref().and_then(|status| short(status.as_str()));
            let changed = shorter.is_some();
            task.status = shorter.map(Status::new).or(task.status.take());
            changed
        }
    }
}

fn replace(field: Option<&mut String>, short: impl Fn(&str) -> Option<String>) -> bool {
    let Some(field) = field else { return false };
    let Some(shorter) = short(field) else {
        return false;
    };
    *field = shorter;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::{FORMAT_VERSION, Layers, decode};
    use crate::{SnapshotId, Timestamp};
    use proptest::prelude::*;
    use serde_json::json;

    fn fitted(state: serde_json::Value) -> (Snapshot, usize) {
        let id = SnapshotId::parse("OVF_修复登录_2026-05-10T143000").unwrap();
        let created_at = Timestamp::parse("2026-05-10T14:30:00+08:00").unwrap();
        let state = State::from_value(state).unwrap();
        let version = FORMAT_VERSION.to_owned();
        let mut snapshot = Snapshot {
            id,
            created_at,
            version,
            layers: Layers::TASK,
            state,
            file_stamps: vec![],
            short: crate::snapshot::ShortForm::default(),
        };
        let cut = fit_task(&mut snapshot, TokenCount::new(300)).unwrap();
        (snapshot, cut)
    }

    #[test]
    fn a_small_state_is_kept_as_it_is() {
        let given = json!({"goal": "修复登录", "next_action": "跑测试", "active_files": ["a.rs"], "variables": {"port": 1}});
        let (snapshot, cut) = fitted(given.clone());
        assert_eq!(
            (serde_json::Value::Object(snapshot.state.to_json())["goal"].clone(), cut),
            (given["goal"].clone(), 0)
        );
        assert!(!snapshot.layers.archive);
    }

    #[test]
    fn what_is_cut_is_kept_whole_in_the_archive() {
        let files: Vec<String> = (0..200).map(|i| format!("src/module_{i}/file.rs")).collect();
        let (snapshot, cut) =
            fitted(json!({"goal": "g", "next_action": "n", "active_files": files}));
        assert_eq!(cut, 1);
        let (goal, next) = (&snapshot.state.task.goal, &snapshot.state.task.next_action);
        assert_eq!((goal.as_str(), next.as_deref()), ("g", Some("n")));
        assert!(snapshot.state.archive.notes.unwrap().contains("src/module_199/file.rs"));
    }

    #[test]
    fn the_trigger_s_own_fields_give_way_and_are_kept() {
        let detail = "很长的说明 a long detail ".repeat(200);
        let trigger =
            json!({"reason": "tool-threshold", "tool_calls_since_last": 9, "detail": detail});
        let (snapshot, cut) =
            fitted(json!({"goal": "g", "next_action": "n", "auto_trigger": trigger}));
        let text = encode(&snapshot).unwrap();
        let front = text.split("\n---\n").next().unwrap();
        assert!(estimate(&format!("{front}\n---\n")) <= TokenCount::new(300), "{front}");
        let kept = snapshot.state.auto_trigger.unwrap();
        assert_eq!(
            (kept.reason.as_str(), kept.tool_calls_since_last, cut),
            ("tool-threshold", 9, 1)
        );
        assert!(snapshot.state.archive.notes.unwrap().contains(&detail));
    }

    proptest! {
        #[test]
        fn the_front_matter_is_never_over_budget(
            goal in ".{1,400}", next in "\\PC{0,400}", state in "[修复登录]{0,300}", phase in ".{0,200}",
            status in ".{0,200}", blocker in ".{0,400}", reason in ".{1,400}", more in ".{0,900}",
            paths in proptest::collection::vec("\\PC{1,200}", 0..4),
        ) {
            prop_assume!(!goal.trim().is_empty());
            let (snapshot, _) = fitted(json!({"goal": goal, "next_action": next, "state": state, "phase": phase,
                "status": status, "blocker": blocker, "active_files": paths, "variables": {"更多": more},
                "auto_trigger": {"reason": reason, "detail": {"more": more}}, "mine": [more]}));
            let text = encode(&snapshot).unwrap();
            let front = text.split("\n---\n").next().unwrap();
            prop_assert!(estimate(&format!("{front}\n---\n")) <= TokenCount::new(300), "{}", text);
            prop_assert_eq!(decode(&snapshot.id, &text, snapshot.created_at).unwrap(), snapshot);
        }
    }
}
