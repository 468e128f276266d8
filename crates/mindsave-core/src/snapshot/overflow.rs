//! Overflow snapshots: Layer 1 in a file of at most 300 tokens. Source: seed 000, `/auto-snapshot`.

use unicode_segmentation::UnicodeSegmentation;

use super::{Snapshot, State, encode};
use crate::Result;
use crate::task::{Phase, Status};
use crate::tokens::{TokenCount, estimate, truncate_to};

mod lists;

/// How long a text may stay, in tokens, from one round of cutting to the next, while lists wait for room.
const ROUNDS: [u32; 2] = [90, 40];
/// The rounds that follow when the texts alone are too long.
const LAST_ROUNDS: [u32; 3] = [20, 8, 2];
/// What the texts leave to the lists, in tokens.
const FOR_LISTS: u32 = 60;
/// The texts of Layer 1, least valuable first.
const TEXTS: [&str; 7] = ["state", "phase", "status", "reason", "blocker", "goal", "next_action"];
/// What no token is longer than on average, in bytes: more text is not counted before it is cut.
const TOKEN_MAX: usize = 64;

/// Cuts Layer 1, least valuable first, until the front matter fits; returns how many fields.
///
/// Long texts are shortened first, then lists lose entries, then texts are shortened further; goal
/// and next action last, as in a resume. What was cut is kept whole in the archive's notes, so that
/// nothing is lost. Takes time in proportion to the size of the state.
///
/// # Errors
/// As for [`encode`].
pub fn fit_task(snapshot: &mut Snapshot, budget: TokenCount) -> Result<usize> {
    if fits(snapshot, budget)? {
        return Ok(0);
    }
    let whole = snapshot.state.clone();
    // The archive is yet to come, and the front matter will say so.
    let budget = budget.saturating_sub(estimate(&format!("{}\n", super::codec::PROMISE)));
    let lists = lists::take(&mut snapshot.state);
    let mut cut = Vec::new();
    let reserve = if lists.is_empty() { 0 } else { FOR_LISTS };
    shorten_all(snapshot, budget.saturating_sub(TokenCount::new(reserve)), &ROUNDS, &mut cut)?;
    shorten_all(snapshot, budget, &LAST_ROUNDS, &mut cut)?;
    cut.extend(lists::refill(lists, snapshot, |snapshot| fits(snapshot, budget))?);
    let mut kept = whole.to_json();
    kept.retain(|key, _| {
        // Reason and further fields stand below the trigger they belong to.
        let of_trigger =
            key == "auto_trigger" && (cut.contains(&"reason") || cut.contains(&TRIGGER));
        of_trigger || cut.contains(&key.as_str()) || !is_known(key)
    });
    snapshot.state.archive.notes = Some(serde_json::to_string_pretty(&kept).unwrap_or_default());
    snapshot.layers.archive = true;
    Ok(cut.len())
}

/// Shortens texts, round by round, until the front matter fits.
fn shorten_all(
    snapshot: &mut Snapshot,
    budget: TokenCount,
    rounds: &[u32],
    cut: &mut Vec<&'static str>,
) -> Result<()> {
    for &longest in rounds {
        for name in TEXTS {
            if fits(snapshot, budget)? {
                return Ok(());
            }
            if shorten(&mut snapshot.state, name, longest) && !cut.contains(&name) {
                cut.push(name);
            }
        }
    }
    Ok(())
}

/// What is said of the further fields of the trigger.
const TRIGGER: &str = "fields of auto_trigger";

fn fits(snapshot: &Snapshot, budget: TokenCount) -> Result<bool> {
    let text = encode(snapshot)?;
    let most = TOKEN_MAX * usize::try_from(budget.get()).unwrap_or(usize::MAX / TOKEN_MAX);
    Ok(text.len() <= most && estimate(&text) <= budget)
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

/// Shortens one text and reports whether it was longer.
fn shorten(state: &mut State, name: &str, longest: u32) -> bool {
    let task = &mut state.task;
    let short = |text: &str| {
        let part = truncate_to(beginning(text, longest), TokenCount::new(longest));
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

/// As much of a text as its tokens can be, so that nobody counts a text of a million characters.
fn beginning(text: &str, longest: u32) -> &str {
    let most = TOKEN_MAX * longest as usize;
    if text.len() <= most {
        return text;
    }
    let part = &text[..text.floor_char_boundary(most)];
    // What a reader sees as one character may go on behind the cut.
    part.grapheme_indices(true).next_back().map_or("", |(at, _)| &text[..at])
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
            cut_off: false,
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

    #[test]
    fn a_long_text_is_shortened_before_a_list_is_dropped() {
        for long in ["很长的说明，要一步一步来。", "a long story, told step by step. "]
        {
            let (snapshot, cut) = fitted(
                json!({"goal": "修复登录", "next_action": "run e2e", "state": long.repeat(200),
                "active_files": ["src/auth/session.ts"], "variables": {"port": 8080}, "progress": {"done": ["一"], "next": ["二"]}}),
            );
            let task = &snapshot.state.task;
            assert_eq!((cut, task.active_files.len(), task.variables.len()), (1, 1, 1));
            let progress = task.progress.clone().unwrap();
            assert_eq!((progress.done.len(), progress.next.len()), (1, 1));
            assert!(long.len() > 3 && task.state.as_ref().unwrap().starts_with(&long[..3]));
        }
    }

    #[test]
    fn lists_lose_entries_and_each_keeps_some() {
        let many = |name: &str| -> Vec<String> {
            (0..90).map(|i| format!("{name} 第 {i} 项")).collect()
        };
        let variables: serde_json::Map<_, _> =
            many("v").into_iter().map(|name| (name, json!(1))).collect();
        let (snapshot, cut) =
            fitted(json!({"goal": "g", "next_action": "n", "active_files": many("file"),
            "variables": variables, "progress": {"done": many("done"), "next": many("next")}}));
        let task = &snapshot.state.task;
        let progress = task.progress.as_ref().unwrap();
        assert_eq!((cut, task.goal.as_str()), (3, "g"));
        assert_eq!(
            (task.active_files[0].as_str(), progress.next[0].as_str()),
            ("file 第 0 项", "next 第 0 项")
        );
        assert_eq!(
            progress.done.last().map(String::as_str),
            Some("done 第 89 项"),
            "the latest step"
        );
        assert!(task.active_files.len() > 3 && task.variables.len() > 2 && progress.next.len() > 3);
    }

    #[test]
    fn a_million_characters_are_cut() {
        let million = "a".repeat(1_000_000);
        let given = json!({"goal": million, "next_action": "跳转循环".repeat(250_000), "state": " x".repeat(500_000),
            "variables": {"big": million, "small": 1}, "active_files": vec!["src/a.rs"; 50_000]});
        let (snapshot, cut) = fitted(given);
        assert!(cut >= 5 && snapshot.state.task.variables.contains_key("small"));
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
