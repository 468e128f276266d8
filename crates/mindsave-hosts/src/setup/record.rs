//! What a set-up changed, so that it can be undone to the byte.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use similar::{Algorithm, DiffOp};

/// The files one set-up of a host changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Record {
    pub(super) files: Vec<Changed>,
    /// Folders it made, in the order in which it made them.
    pub(super) folders: Vec<String>,
}

/// One file that was changed or made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Changed {
    /// Its path, as it was written to.
    pub(super) path: String,
    /// Whether it was made.
    pub(super) made: bool,
    /// The digest of what it became.
    pub(super) digest: String,
    /// The way back.
    pub(super) undo: Vec<Step>,
}

/// A step of the way back from a text to what it was. Only what was taken out is kept, so that
/// nothing of the user's file is copied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    /// So many characters stay.
    Keep(usize),
    /// So many characters go.
    Drop(usize),
    /// This comes back.
    Put(String),
}

/// The digest of a text.
pub(super) fn digest(text: &str) -> String {
    mindsave_store::hex(&Sha256::digest(text.as_bytes())[..16])
}

/// Finds the way from a text back to what it was.
pub(super) fn way_back(from: &str, to: &str) -> Vec<Step> {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut steps = Vec::new();
    for op in similar::capture_diff_slices(Algorithm::Myers, &from, &to) {
        let put = |at: usize, size: usize| Step::Put(to[at..at + size].iter().collect());
        match op {
            DiffOp::Equal { len, .. } => steps.push(Step::Keep(len)),
            DiffOp::Delete { old_len, .. } => steps.push(Step::Drop(old_len)),
            DiffOp::Insert { new_index, new_len, .. } => steps.push(put(new_index, new_len)),
            DiffOp::Replace { old_len, new_index, new_len, .. } => {
                steps.extend([Step::Drop(old_len), put(new_index, new_len)]);
            }
        }
    }
    steps
}

/// Goes the way back; nothing when the text is not the one it was found for.
pub(super) fn go_back(from: &str, steps: &[Step]) -> Option<String> {
    let mut out = String::new();
    let mut rest = from.chars();
    for step in steps {
        match step {
            Step::Keep(size) => {
                let before = out.chars().count();
                out.extend(rest.by_ref().take(*size));
                (out.chars().count() == before + size).then_some(())?;
            }
            Step::Drop(size) => (rest.by_ref().take(*size).count() == *size).then_some(())?,
            Step::Put(text) => out.push_str(text),
        }
    }
    rest.next().is_none().then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_way_back_holds_nothing_of_the_users() {
        let (from, to) = ("{\"key\": \"geheim\",\n \"a\": 1}", "{\"key\": \"geheim\"}");
        let steps = way_back(from, to);
        assert!(!format!("{steps:?}").contains("geheim"));
        assert_eq!(go_back(from, &steps).as_deref(), Some(to));
        assert_eq!(go_back("other", &steps), None);
    }

    proptest! {
        #[test]
        fn every_way_leads_back(from in "[a-c中\n]{0,40}", to in "[a-c中\n]{0,40}") {
            prop_assert_eq!(go_back(&from, &way_back(&from, &to)), Some(to));
        }
    }
}
