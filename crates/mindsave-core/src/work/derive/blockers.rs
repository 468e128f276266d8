//! What stops the work, and when it no longer does.

use super::labels::asks;
use super::likeness::{Topic, ideographs_in};
use super::words::{ARRIVALS, RELEASES};
use crate::snapshot::State;
use crate::text::{folded, mentions, sentences};

/// Reports whether a text says that the work is no longer stopped by what is known to stop it.
pub(super) fn is_released(text: &str, known: &State) -> bool {
    let Some(blocker) = known.task.real_blocker() else { return false };
    if mentions(&folded(text), RELEASES) {
        return true;
    }
    let stopped_by = Topic::of(blocker);
    text.lines().flat_map(sentences).any(|sentence| {
        let clauses = sentence.split([',', '，', ';', '；']);
        mentions(&folded(sentence), ARRIVALS)
            && clauses.clone().any(has_come)
            && (Topic::of(sentence).shared(&stopped_by) > 0 || same_signs(sentence, blocker))
    })
}

/// Reports whether a clause says that something came, and does not deny or ask it.
fn has_come(clause: &str) -> bool {
    let words = folded(clause);
    let denied =
        mentions(&words, &["not", "isnt", "arent", "no", "never", "until", "when", "once", "if"])
            || ["没", "未", "等", "如果", "还没", "吗"].iter().any(|word| words.contains(word));
    mentions(&words, ARRIVALS) && !denied && !asks(clause)
}

fn same_signs(sentence: &str, blocker: &str) -> bool {
    ideographs_in(sentence, blocker) >= 0.5
}
