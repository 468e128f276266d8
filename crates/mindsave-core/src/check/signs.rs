//! Which things of a text are taken away and which are brought in: "move the token out of
//! localStorage into a cookie", 把 moment 换成 dayjs.

use super::units::{Item, Unit};
use super::vocabulary::Role;

/// Returns for every unit whether it is taken away, left out or refused.
pub(super) fn taken_away(items: &[Item]) -> Vec<bool> {
    let mut reader =
        Reader { items, away: vec![false; items.len()], current: false, mild: false, start: 0 };
    for at in 0..items.len() {
        reader.step(at);
    }
    reader.away
}

/// Returns for every unit whether it is only studied, or told of: "investigate why the upgrade
/// failed", 排查升级失败的原因.
pub(super) fn studied(items: &[Item]) -> Vec<bool> {
    let mut out = vec![false; items.len()];
    let mut from = 0;
    for clause in items.split_inclusive(|item| item.unit == Unit::Break) {
        let until = from + clause.len();
        let tells = clause.iter().position(|item| item.is(Role::Reports));
        let ended = |item: &Item| item.cues.contains(&Role::Outcome);
        if clause.iter().any(|item| item.is(Role::Why))
            || tells.is_some_and(|at| clause[at..].iter().any(ended))
        {
            out[from..until].fill(true);
        } else if let Some(at) = clause.iter().position(|item| item.is(Role::Studies)) {
            let rest = &clause[at..];
            let next = (1..rest.len()).find(|&next| goes_on(rest, next)).unwrap_or(rest.len());
            out[from + at..from + at + next].fill(true);
        }
        from = until;
    }
    out
}

/// Reports whether a text asks whether something shall be done, not only looked into or written down.
pub(super) fn proposes(items: &[Item]) -> bool {
    if items.iter().any(|item| item.is(Role::Reports) || item.is(Role::Studies)) {
        return false;
    }
    items
        .iter()
        .any(|item| item.is(Role::Proposes) || item.unit == Unit::Break && item.shown == "?")
}

/// Leaves out the questions that ask only for a fact: "how much memory does it take?".
pub(super) fn without_questions(items: Vec<Item>) -> Vec<Item> {
    let ends = |item: &Item| {
        item.unit == Unit::Break
            && matches!(item.shown.as_str(), "?" | "!" | "." | "。" | "\n" | ";")
    };
    let asks = |sentence: &[Item]| {
        let any = |cue| sentence.iter().any(|item| item.is(cue));
        let marked = sentence.last().is_some_and(|item| item.shown == "?");
        let at_edge = sentence.first().is_some_and(|item| item.is(Role::Asks))
            || sentence.last().is_some_and(|item| item.is(Role::Asks));
        any(Role::Asks) && !any(Role::Proposes) && (marked || at_edge)
    };
    if !items.iter().any(|item| item.is(Role::Asks)) {
        return items;
    }
    let sentences = items.split_inclusive(ends).filter(|sentence| !asks(sentence));
    sentences.flatten().cloned().collect()
}

/// Whether something else is done from here on: with what it is studied, what is done then.
fn goes_on(items: &[Item], at: usize) -> bool {
    const THEN: [&str; 12] =
        ["then", "with", "using", "use", "via", "by", "然后", "再", "用", "使用", "采用", "通过"];
    let key = items[at].key.as_str();
    let acts =
        |item: &Item| item.roles.iter().any(|role| matches!(role, Role::Act(_) | Role::Move(_)));
    THEN.contains(&key) || matches!(key, "and" | "并") && items.get(at + 1).is_some_and(acts)
}

struct Reader<'a> {
    items: &'a [Item],
    away: Vec<bool>,
    /// What the cues so far say of what comes.
    current: bool,
    /// Whether that cue says that something is not there, and not that it is removed.
    mild: bool,
    /// Where a cue that speaks of what stands before begins to reach.
    start: usize,
}

impl Reader<'_> {
    fn step(&mut self, at: usize) {
        let item = &self.items[at];
        if item.unit == Unit::Break {
            (self.current, self.start) = (false, at + 1);
        } else if item.unit == Unit::Off {
            self.turn_off(at);
        } else if item.is(Role::TakenAway) && self.speaks_of_before(at) {
            self.before(at);
            self.current = false;
        } else if item.is(Role::TakesAway) {
            self.current = true;
            self.mild = item.key.starts_with(['不', '没', '无', '未']);
        } else if self.mild && item.key == "的" {
            // 不带 TTL 的锁: what stands behind 的 is there.
            self.current = false;
        } else if is_object_mark(item) {
            self.start = at + 1;
        } else if item.is(Role::BringsIn) && self.ends_reach(at) {
            (self.current, self.start) = (false, at + 1);
        } else {
            self.away[at] = self.current;
        }
    }

    /// "with ssr disabled", 把防火墙停了: nothing follows it, or it stands behind 把.
    fn speaks_of_before(&self, at: usize) -> bool {
        let marked = self.start > 0 && is_object_mark(&self.items[self.start - 1]);
        let before = self.items[self.start..at].iter().any(Item::counts);
        let rest = self.items[at + 1..].iter().take_while(|item| item.unit != Unit::Break);
        let mut content = rest.filter(|item| item.counts());
        let nothing_follows = content.next().is_none();
        before && (marked || nothing_follows || self.items[at].is(Role::BringsIn))
    }

    fn before(&mut self, at: usize) {
        for away in &mut self.away[self.start..at] {
            *away = true;
        }
        self.start = at + 1;
    }

    /// `verify=False`: the name before it.
    fn turn_off(&mut self, at: usize) {
        if at > 0 {
            self.away[at - 1] = true;
        }
    }

    /// "and" ends the reach of a refusal only where another deed begins.
    fn ends_reach(&self, at: usize) -> bool {
        if !matches!(self.items[at].key.as_str(), "and" | "并" | "to") {
            return true;
        }
        let next = self.items[at + 1..].iter().find(|item| item.unit != Unit::Stop);
        next.is_some_and(|item| {
            item.roles.iter().any(|role| matches!(role, Role::Act(_) | Role::Move(_)))
        }) || self.items[at].key == "to"
    }
}

/// 把, 将, 从: what follows is the object of the verb behind it.
fn is_object_mark(item: &Item) -> bool {
    matches!(item.key.as_str(), "把" | "将" | "从" | "turn" | "switch")
}
