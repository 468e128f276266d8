//! Reads from the first unit of a text to the last what is taken away and what is brought in.

use super::signs::{Arrows, is_exchange};
use super::units::{Item, Unit};
use super::vocabulary::Role;

/// What stands behind "for" after a word of exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Exchange {
    #[default]
    None,
    /// "swap A for B": B is brought in.
    In,
    /// "substitute B for A": A is taken away.
    Out,
}

pub(super) struct Reader<'a> {
    items: &'a [Item],
    arrows: Arrows,
    pub(super) away: Vec<bool>,
    clause: Clause,
}

/// What was read of a clause so far.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own about a clause")]
#[derive(Clone, Copy, Debug, Default)]
struct Clause {
    /// What the cues so far say of what comes.
    current: bool,
    /// Whether that cue says that something is not there, and not that it is removed.
    mild: bool,
    /// Where that cue stands if it speaks only of the next thing: 用 A 代替 B.
    narrow: Option<usize>,
    /// Whether that cue says where something goes from.
    left: bool,
    /// Where the clause begins, and where a cue that speaks of what stands before begins to reach.
    first: usize,
    start: usize,
    /// Whether a word said that something goes from one place to another.
    moves: bool,
    /// Behind 从: where the place begins that something may go from.
    source: Option<usize>,
    exchange: Exchange,
    /// Where the thing begins that becomes another: "convert A to B".
    converts: Option<usize>,
    /// Inside an option with a refusal in it, what held before: `--no-cache` refuses the cache alone.
    outside: Option<(usize, bool)>,
}

impl<'a> Reader<'a> {
    pub(super) fn of(items: &'a [Item], arrows: Arrows) -> Self {
        Self { items, arrows, away: vec![false; items.len()], clause: Clause::default() }
    }

    /// Reads the next unit.
    pub(super) fn step(&mut self, at: usize) {
        let item = &self.items[at];
        self.option(at);
        match item.unit {
            Unit::Break => {
                self.clause = Clause { first: at + 1, start: at + 1, ..Clause::default() };
            }
            Unit::Off => self.turn_off(at),
            Unit::Arrow => self.arrow(at),
            _ => {
                let read = self.goes(at) || self.cue(at);
                if !read {
                    self.away[at] = self.clause.current;
                }
                self.clause.moves |= item.is(Role::Moves) && !is_noun(item);
                if item.is(Role::Converts) {
                    self.clause.converts = Some(at + 1);
                }
            }
        }
    }

    /// Keeps a refusal inside the option it stands in.
    fn option(&mut self, at: usize) {
        let item = &self.items[at];
        let (chunk, current) = (item.chunk, self.clause.current);
        match self.clause.outside {
            Some((own, _)) if item.option && own == chunk => return,
            Some((_, before)) => self.clause.current = before,
            None => {}
        }
        let held = if let Some((_, before)) = self.clause.outside { before } else { current };
        self.clause.outside = item.option.then_some((chunk, held));
    }

    /// Reads what says that something goes from one place to another; reports whether it is that.
    fn goes(&mut self, at: usize) -> bool {
        let item = &self.items[at];
        let latin = item.key.is_ascii();
        if let Some(from) = self.clause.source.filter(|&from| from < at && item.is(Role::Moves)) {
            self.away[from..at].fill(true);
            self.bring_in(at);
        } else if item.is(Role::Source) && latin && self.leaves(at) {
            self.take_away(false);
            self.clause.left = true;
        } else if self.clause.left && (item.key.ends_with(" to") || item.is(Role::Moves)) {
            self.bring_in(at);
        } else if item.is(Role::Source) && !latin {
            (self.clause.source, self.clause.start) = (Some(at + 1), at + 1);
        } else if let Some(from) = self.clause.converts.filter(|&from| self.becomes(from, at)) {
            self.leave_head(from, at);
            self.bring_in(at);
            self.clause.converts = None;
        } else if item.is(Role::ToPlace) && self.clause.start < at {
            self.leave_products(at);
        } else if item.is(Role::Trades) || item.is(Role::Substitutes) {
            self.exchange(at);
        } else if item.key == "for" && self.clause.exchange != Exchange::None {
            self.clause.current = self.clause.exchange == Exchange::Out;
            self.clause.narrow = self.clause.current.then_some(at);
            (self.clause.exchange, self.clause.start) = (Exchange::None, at + 1);
        } else {
            return false;
        }
        true
    }

    /// Reads a cue; reports whether it is one.
    fn cue(&mut self, at: usize) -> bool {
        let item = &self.items[at];
        if item.is(Role::TakenAway) && self.speaks_of_before(at) {
            if item.is(Role::BringsIn) {
                self.leave_head(self.clause.start, at);
                self.clause.start = at + 1;
            } else {
                self.before(at);
            }
            self.clause.current = false;
        } else if item.is(Role::TakesAway) {
            self.take_away(item.key.starts_with(['不', '没', '无', '未']));
            let narrow = matches!(item.key.as_str(), "代替" | "取代" | "替代" | "替换");
            self.clause.narrow = narrow.then_some(at);
        } else if self.clause.mild && item.key == "的" {
            // 不带 TTL 的锁: what stands behind 的 is there.
            self.clause.current = false;
        } else if is_object_mark(item) {
            self.clause.start = at + 1;
        } else if item.is(Role::BringsIn) && self.ends_reach(at) {
            self.bring_in(at);
        } else if self.clause.narrow.is_some_and(|cue| cue + 1 < at) && self.is_behind_the_thing(at)
        {
            (self.clause.current, self.clause.narrow) = (false, None);
            return false;
        } else {
            return false;
        }
        true
    }

    fn bring_in(&mut self, at: usize) {
        (self.clause.current, self.clause.left) = (false, false);
        (self.clause.start, self.clause.source) = (at + 1, None);
    }

    fn take_away(&mut self, mild: bool) {
        (self.clause.current, self.clause.mild) = (true, mild);
        (self.clause.narrow, self.clause.left) = (None, false);
    }

    /// Whether "from" or its like says what is left: "move A from B", "take A off B", "from A to B".
    fn leaves(&self, at: usize) -> bool {
        let before = &self.items[self.clause.first..at];
        let mut rest = self.rest(at);
        if self.items[at].key == "off" {
            // "kick off the job" takes nothing away.
            let several = before.iter().filter(|item| item.counts()).count() > 1;
            return (self.clause.moves || several) && rest.any(Item::counts);
        }
        let goes_on = rest.any(|item| matches!(item.key.as_str(), "to" | "into" | "onto"));
        // "running migrations from the app" moves nothing; "from A to B" does.
        let deed = |item: &Item| is_deed(item) && !item.is(Role::Moves);
        self.clause.moves || goes_on && !before.iter().any(deed)
    }

    /// 把 Redis 里的会话迁到 B: the product is left, and the thing is what goes there.
    fn leave_products(&mut self, at: usize) {
        for place in self.clause.start..at {
            let item = &self.items[place];
            let thing =
                item.roles.iter().any(|role| matches!(role, Role::Thing(_) | Role::Vague(_)));
            self.away[place] |= item.unit == Unit::Word && is_product(item) && !thing;
        }
        self.bring_in(at);
    }

    /// Whether a unit says what something becomes: "convert A to B", but not "rewrite A to use B".
    fn becomes(&self, from: usize, at: usize) -> bool {
        let key = self.items[at].key.as_str();
        if from >= at || !matches!(key, "to" | "into" | "as") {
            return false;
        }
        let Some(next) = self.items.get(at + 1) else { return false };
        let thing = |role: &Role| matches!(role, Role::Thing(_) | Role::Vague(_));
        // Behind "to" a word that no vocabulary knows may be a verb: "to simplify it".
        let is_thing = is_product(next) || next.roles.iter().any(thing) || next.key == "a";
        // "to fetch" is a name where nothing follows.
        let last = !self.rest(at + 1).any(Item::counts);
        last || !next.is(Role::BringsIn) && !is_deed(next) && (key != "to" || is_thing)
    }

    /// Leaves what another takes the place of: products and deeds, or where there are none the last
    /// thing. What else is named there is where that is done: 把订单表的引擎换成 A.
    fn leave_head(&mut self, from: usize, at: usize) {
        let items = self.items;
        let counted: Vec<usize> = (from..at).filter(|&place| items[place].counts()).collect();
        // 集成测试改用 A: who uses it, or what it is used for. "convert the table to MyISAM": a thing
        // becomes no product.
        let uses = items[at].key.ends_with('用') && counted.len() > 1;
        let kept = uses || self.rest(at).any(is_known_product);
        let is_left = |item: &Item| is_replaced(item) && !(uses && is_deed(item));
        let mut left = counted.clone();
        left.retain(|&place| is_left(&items[place]));
        if left.is_empty() && !kept {
            left.extend(head(items, &counted));
        }
        for place in left {
            self.away[place] = true;
        }
    }

    fn exchange(&mut self, at: usize) {
        let named = self.rest(at).any(|item| item.key == "for");
        let into = self.items[at].is(Role::Substitutes);
        self.clause.exchange = match (named, into) {
            (false, _) => Exchange::None,
            (true, true) => Exchange::Out,
            (true, false) => Exchange::In,
        };
        let bare = !self.items[at].is(Role::TakesAway) && !into && !named;
        (self.clause.current, self.clause.mild) = (!(into && named || bare), false);
    }

    /// `Redis -> Postgres`: what stands before is left.
    fn arrow(&mut self, at: usize) {
        if is_exchange(self.items, at, self.arrows) {
            self.before(at);
            self.clause.current = false;
        }
    }

    /// What stands behind, until the clause ends.
    fn rest(&self, at: usize) -> impl Iterator<Item = &'a Item> + use<'a> {
        let items = self.items;
        items[at + 1..].iter().take_while(|item| item.unit != Unit::Break)
    }

    /// 用 A 代替 B 存 C, "substitute A for B as C": what comes behind B is no part of it.
    fn is_behind_the_thing(&self, at: usize) -> bool {
        let item = &self.items[at];
        self.items[at - 1].counts() && (!item.counts() || is_deed(item))
    }

    /// "with ssr disabled", 把防火墙停了: nothing follows it, or it stands behind 把.
    fn speaks_of_before(&self, at: usize) -> bool {
        let start = self.clause.start;
        let marked = start > 0 && is_object_mark(&self.items[start - 1]);
        let before = self.items[start..at].iter().any(Item::counts);
        let nothing_follows = !self.rest(at).any(Item::counts);
        before && (marked || nothing_follows || self.items[at].is(Role::BringsIn))
    }

    fn before(&mut self, at: usize) {
        self.away[self.clause.start..at].fill(true);
        self.clause.start = at + 1;
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
        let says = |item: &&Item| item.unit != Unit::Stop || item.is(Role::Moves);
        let next = self.items[at + 1..].iter().find(says);
        next.is_some_and(|item| item.is(Role::Moves) || is_deed(item)) || self.items[at].key == "to"
    }
}

fn is_deed(item: &Item) -> bool {
    item.roles.iter().any(|role| matches!(role, Role::Act(_) | Role::Move(_)))
}

/// Whether a word of moving is the name of that: "the migration".
fn is_noun(item: &Item) -> bool {
    item.shown.ends_with("ion") || item.shown.ends_with("ions")
}

/// Whether it is written like the name of a product, or known as one.
pub(super) fn is_product(item: &Item) -> bool {
    let capital = item.shown.starts_with(char::is_uppercase);
    item.name || capital || item.kinds().next().is_some() || !item.concepts.is_empty()
}

/// Whether it is a product, a deed or a word that no vocabulary knows: no common thing or motion.
fn is_replaced(item: &Item) -> bool {
    let common = |role: &Role| matches!(role, Role::Thing(_) | Role::Vague(_) | Role::Move(_));
    is_known_product(item) || !item.roles.iter().any(common)
}

fn is_known_product(item: &Item) -> bool {
    item.name || item.kinds().next().is_some()
}

/// The thing that some units are about: the last, or the one whose kind it only says: "the XML config".
fn head(items: &[Item], counted: &[usize]) -> Option<usize> {
    let last = *counted.last()?;
    let before = counted.len().checked_sub(2).map(|at| counted[at]);
    let mut roles = items[last].roles.iter();
    let says_kind = roles.any(|role| matches!(role, Role::Vague(_) | Role::Move(_)));
    Some(before.filter(|&before| says_kind && before + 1 == last).unwrap_or(last))
}

/// 把, 将: what follows is the object of the verb behind it.
fn is_object_mark(item: &Item) -> bool {
    matches!(item.key.as_str(), "把" | "将" | "从" | "turn" | "switch")
}
