//! What is searched: texts with what is known about them.

use crate::Timestamp;

/// One text that can be found: an entry of a snapshot, a note, a turn of a conversation.
///
/// ```
/// use mindsave_core::search::Document;
///
/// let document = Document { kind: "decision".into(), text: "用会话，不用 JWT".into(), ..Document::default() };
/// assert!(document.at.is_none() && !document.turn);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// What it was taken from, such as the id of a snapshot.
    pub source: String,
    /// What it is, in one word: `decision`, `constraint`, `step`, …
    pub kind: String,
    /// The text.
    pub text: String,
    /// Who said or wrote it; empty when that is not known.
    pub author: String,
    /// The session it belongs to; empty when there is none.
    pub session: String,
    /// When it was made.
    pub at: Option<Timestamp>,
    /// Files it is about, as given.
    pub files: Vec<String>,
    /// Whether it is a turn of a conversation: what stands beside it in the same session is about
    /// the same thing.
    pub turn: bool,
}

/// What a search is limited to. Lists that are empty limit nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Any of these kinds.
    pub kinds: Vec<String>,
    /// Any of these sessions or sources.
    pub sessions: Vec<String>,
    /// About any of these files: a whole path, the end of one (`auth.ts`), or a folder (`src`).
    pub files: Vec<String>,
    /// Made at this time or later.
    pub since: Option<Timestamp>,
    /// Made before this time.
    pub before: Option<Timestamp>,
}

impl Filter {
    /// Reports whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Reports whether a path is the wanted one, ends with it, or lies below it.
///
/// ```
/// use mindsave_core::search::is_about;
///
/// assert!(is_about("src/auth.ts", "auth.ts") && is_about("src/auth.ts", "src/"));
/// assert!(!is_about("src/oauth.ts", "auth.ts") && !is_about("src/auth.ts", "s*"));
/// ```
pub fn is_about(path: &str, wanted: &str) -> bool {
    let clean = |path: &str| {
        let path = path.trim().replace('\\', "/");
        path.trim_start_matches("./").trim_matches('/').to_owned()
    };
    let (path, wanted) = (clean(path), clean(wanted));
    !wanted.is_empty() && format!("/{path}/").contains(&format!("/{wanted}/"))
}
