//! What is nobody's words: our own texts, and the envelopes of machines.

use std::borrow::Cow;

/// How a text of ours begins and ends.
const OPEN: &str = "[mindsave]";
const CLOSE: &str = "[/mindsave]";

/// Tags in which hosts put what machines say where a user's words would stand.
const ENVELOPES: &[&str] = &[
    "task-notification",
    "system-reminder",
    "command-name",
    "command-message",
    "command-args",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "bash-input",
    "bash-stdout",
    "bash-stderr",
    "environment_context",
    "user_instructions",
    "turn_aborted",
    "hook_additional_context",
    "subagent_notification",
    "ide_opened_file",
    "ide_selection",
];

/// The most bytes of a text that are kept.
const TEXT_MAX: usize = 64 * 1024;

/// Returns a text without the texts we put before the agent.
///
/// A frame that is not closed ends with the text.
pub(crate) fn without_ours(text: &str) -> Cow<'_, str> {
    if !text.contains(OPEN) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(OPEN) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(CLOSE).map(|at| at + CLOSE.len());
        // A line that merely names the mark is no frame.
        let head = rest.lines().next().unwrap_or_default();
        match end {
            Some(end) => rest = &rest[end..],
            None if head.len() > OPEN.len() && rest.contains('\n') => rest = "",
            None => {
                out.push_str(OPEN);
                rest = &rest[OPEN.len()..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Returns the words somebody really said: without our texts and machines' envelopes, and nothing
/// when nothing is left.
pub(crate) fn words(text: &str) -> Option<String> {
    let text = without_ours(text);
    let text = without_envelopes(text.trim());
    let text = text.trim();
    (!text.is_empty()).then(|| crate::field::beginning(text, TEXT_MAX).to_owned())
}

/// Whether a prompt calls one of our commands: that says nothing of the work.
pub(crate) fn is_our_command(text: &str) -> bool {
    let Some(word) = text.trim_start().strip_prefix('/') else { return false };
    let word = word.split_whitespace().next().unwrap_or_default();
    let (plugin, name) = word.rsplit_once([':', '.']).unwrap_or(("", word));
    let ours = plugin.is_empty() || plugin.contains("mindsave");
    ours && ["save", "load", "recall", "snapshots", "auto-snapshot"].contains(&name)
}

fn without_envelopes(text: &str) -> String {
    let mut out = text.to_owned();
    for tag in ENVELOPES {
        let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
        while let Some(start) = tag_at(&out, &open) {
            let end = out[start..].find(&close).map_or(out.len(), |at| start + at + close.len());
            out.replace_range(start..end, "");
        }
    }
    out
}

/// Where a tag of exactly this name opens.
fn tag_at(text: &str, open: &str) -> Option<usize> {
    let ends =
        |at: &usize| matches!(text.as_bytes().get(at + open.len()), Some(b'>' | b' ' | b'\n'));
    text.match_indices(open).map(|(at, _)| at).find(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_we_said_is_never_taken_for_somebodys_words() {
        let text = "do it\n[mindsave] Saved working state.\nGoal: x\n[/mindsave]\n做吧";
        assert_eq!(words(text).as_deref(), Some("do it\n\n做吧"));
        assert_eq!(words("[mindsave] Saved.\nGoal: cut off"), None);
        assert_eq!(
            words("what does [mindsave] mean?").as_deref(),
            Some("what does [mindsave] mean?")
        );
    }

    #[test]
    fn what_machines_say_is_nobodys_words() {
        assert_eq!(words("<task-notification>done</task-notification>"), None);
        assert_eq!(words("<system-reminder>x</system-reminder>继续").as_deref(), Some("继续"));
        let html = "make <command-name-like> and <b>bold</b> work";
        assert_eq!(words(html).as_deref(), Some(html));
        assert_eq!(words("  "), None);
    }

    #[test]
    fn our_commands_are_known() {
        for text in
            ["/save", "/load login_2026-05-10", "/mindsave:save 重构前", "/mcp.mindsave.recall x"]
        {
            assert!(is_our_command(text), "{text}");
        }
        for text in ["/review", "save it", "/other:save", "/savepoint"] {
            assert!(!is_our_command(text), "{text}");
        }
    }
}
