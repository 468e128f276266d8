//! Several bans in one sentence: 不要用 JWT，也不要用 Redis. Each may be taken back alone.

use super::labels::{bare, opened};
use super::words::{AS_WELL, BAN_OPENINGS, IDLE_RULES};
use crate::text::{folded, mentions};

/// Returns the bans of a sentence that says two or more of them and nothing else; in English each is
/// found as it is.
pub(super) fn of(sentence: &str) -> Vec<&str> {
    let clauses = bare(sentence).split(['，', ',', '；', ';', '、']);
    let bans: Option<Vec<&str>> = clauses.map(ban).collect();
    bans.filter(|bans| bans.len() > 1).unwrap_or_default()
}

/// A clause without what joins it to another, if it is a ban.
fn ban(clause: &str) -> Option<&str> {
    let clause = bare(clause);
    let clause = opened(clause, AS_WELL).unwrap_or(clause);
    let refuses = opened(clause, BAN_OPENINGS).is_some();
    (refuses && !mentions(&folded(clause), IDLE_RULES)).then_some(clause)
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::extract::extract;
    use crate::work::derive::rules;

    #[test]
    fn what_is_not_to_be_saved_is_no_ban() {
        let text = "不要保存这段对话，也不要记录这段对话。";
        assert_eq!(of(text).len(), 2);
        assert_eq!(rules::of(text, &extract(text), None, &[]), []);
    }

    #[test]
    fn each_ban_is_its_own_and_other_clauses_keep_them_together() {
        for (text, bans) in [
            ("不要用 JWT，也不要用 Redis。", vec!["不要用 JWT", "不要用 Redis"]),
            ("别动 a 目录，也别强推", vec!["别动 a 目录", "别强推"]),
            ("不要用 JWT", vec![]),
            ("不要用 JWT，用 session", vec![]),
            ("别提交到 main，除非我说可以", vec![]),
            ("别急，不要紧", vec![]),
        ] {
            assert_eq!(of(text), bans, "{text}");
        }
    }
}
