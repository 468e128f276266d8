//! The task: what is being done now. Layer 1 of a snapshot, the execution register of seed 000.

use indexmap::IndexMap;
use serde_json::Value;

/// Variables of a task by name: URLs, ids, ports and whatever else must not be guessed again.
pub type Variables = IndexMap<String, Value>;

/// What is being done now. Always restored, in at most 300 tokens of text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    /// The objective, one sentence; never blank.
    pub goal: String,
    /// The stage of the work.
    pub phase: Option<Phase>,
    /// How things stand, one sentence.
    pub state: Option<String>,
    /// What is done and what comes after the next action.
    pub progress: Option<Progress>,
    /// The exact next step.
    pub next_action: Option<String>,
    /// Files being worked on, as given: relative to the workspace or absolute.
    pub active_files: Vec<String>,
    /// What stops the work, as given; see [`is_blocker`].
    pub blocker: Option<String>,
    /// Values to remember.
    pub variables: Variables,
    /// Whether the work goes on, waits, or is finished.
    pub status: Option<Status>,
}

impl Task {
    /// Returns the blocker if it is a real one ("none", 无 and blanks are not).
    pub fn real_blocker(&self) -> Option<&str> {
        self.blocker.as_deref().filter(|text| is_blocker(text))
    }

    /// Returns the phase the text stands for, if it is one of the four.
    pub fn phase_kind(&self) -> Option<PhaseKind> {
        self.phase.as_ref().and_then(Phase::kind)
    }

    /// Returns the status the text stands for, if it is one of the three.
    pub fn status_kind(&self) -> Option<StatusKind> {
        self.status.as_ref().and_then(Status::kind)
    }
}

/// What is done and what is to come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Finished steps, oldest first.
    pub done: Vec<String>,
    /// Steps to come, next first.
    pub next: Vec<String>,
}

/// Reports whether a blocker text names a blocker at all.
///
/// ```
/// use mindsave_core::task::is_blocker;
///
/// assert!(is_blocker("waiting for the archive team"));
/// assert!(!is_blocker("None") && !is_blocker("  ") && !is_blocker("无"));
/// ```
pub fn is_blocker(text: &str) -> bool {
    const NOTHING: [&str; 18] = [
        "",
        "none",
        "no",
        "nope",
        "nil",
        "null",
        "n/a",
        "na",
        "nothing",
        "-",
        "--",
        "no blocker",
        "no blockers",
        "无",
        "没有",
        "暂无",
        "无阻塞",
        "没有阻塞",
    ];
    if text.is_empty() || text == "none" {
        return false;
    }
    let bare = text.trim().trim_end_matches(['.', '。', '!', '！']).to_lowercase();
    !NOTHING.contains(&bare.as_str())
}

/// Makes a newtype over a word as given, with the meaning it stands for in either language.
macro_rules! worded {
    ($(#[$doc:meta])* $name:ident, $kind:ident, $what:literal,
     { $($variant:ident = $word:literal [$($alias:literal),*] $variant_doc:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub struct $name(String);

        #[doc = concat!("The meanings of a ", $what, ".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind { $(#[doc = $variant_doc] $variant),+ }

        impl $kind {
            #[doc = concat!("All meanings of a ", $what, ".")]
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the word the files use.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            #[doc = concat!("Returns the meaning of a ", $what, ", or nothing for a word that is not known.")]
            pub fn of(text: &str) -> Option<Self> {
                let exact = Self::ALL.iter().find(|kind| kind.word() == text);
                if exact.is_some() {
                    return exact.copied();
                }
                let bare = text.trim().to_lowercase().replace([' ', '-'], "_");
                match bare.as_str() {
                    $($word $(| $alias)* => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        impl $name {
            #[doc = concat!("Keeps the ", $what, " exactly as given.")]
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// Returns the word as given.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Returns the meaning, or nothing for a word that is not known.
            pub fn kind(&self) -> Option<$kind> {
                $kind::of(&self.0)
            }
        }

        impl From<$kind> for $name {
            fn from(kind: $kind) -> Self {
                Self(kind.word().to_owned())
            }
        }
    };
}

worded! {
    /// The stage of the work, in the word it was given in. Source: seed 001, task state.
    ///
    /// ```
    /// use mindsave_core::task::{Phase, PhaseKind};
    ///
    /// assert_eq!(Phase::new("执行").kind(), Some(PhaseKind::Executing));
    /// assert_eq!(Phase::new("执行").as_str(), "执行");
    /// ```
    Phase, PhaseKind, "phase", {
        Planning = "planning" ["plan", "design", "designing", "规划", "计划", "设计"] "Deciding what to do.",
        Executing = "executing" ["execute", "execution", "implementing", "implementation", "coding", "执行", "实现", "开发", "编码"] "Doing it.",
        Debugging = "debugging" ["debug", "fixing", "调试", "排错", "排查"] "Finding out why it does not work.",
        Reviewing = "reviewing" ["review", "testing", "verifying", "评审", "审查", "检查", "验证", "测试"] "Checking what was done.",
    }
}

worded! {
    /// Whether the work goes on, in the word it was given in. Source: seed 000, clean-up.
    Status, StatusKind, "status", {
        InProgress = "in_progress" ["inprogress", "active", "ongoing", "wip", "进行中", "处理中"] "The work goes on.",
        Blocked = "blocked" ["waiting", "阻塞", "受阻", "被阻塞", "等待"] "The work waits for something.",
        Completed = "completed" ["complete", "done", "finished", "完成", "已完成", "结束"] "The work is finished.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_understood_in_both_languages_and_kept_as_given() {
        assert_eq!(Status::new("In Progress").kind(), Some(StatusKind::InProgress));
        assert_eq!(Status::new("已完成").kind(), Some(StatusKind::Completed));
        assert_eq!(Phase::new("banana").kind(), None);
        assert_eq!(Phase::new("banana").as_str(), "banana");
    }

    #[test]
    fn every_way_of_saying_none_is_no_blocker() {
        for text in ["none", "None.", "N/A", "", " ", "无", "暂无。", "没有", "-", "No blockers"]
        {
            assert!(!is_blocker(text), "{text:?}");
        }
        for text in ["none of the tests run", "无法登录", "no access to staging"] {
            assert!(is_blocker(text), "{text:?}");
        }
    }
}
