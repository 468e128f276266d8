//! Knows hazards, and says which of them an action meets.
//!
//! A hazard tells of no attempt that could be repeated, so it is not compared as an approach is: it is
//! met where an action does something with the things it speaks of.

use super::action::Action;
use super::checker::{Match, two_decimals};
use super::said::Said;
use super::score;
use super::severity::Severity;
use super::slots::{self, Slot, Told};
use super::units;
use crate::text::Lexicon;

/// From this weight on a unit is a thing of its own.
const THING: f32 = 1.0;
/// What must be met at least: two things, or one and what goes with it.
const TWO_THINGS: f32 = 1.5;
/// How much of a hazard a sentence must meet at least, and code, which says much.
const ENOUGH: f32 = 0.35;
const ENOUGH_OF_CODE: f32 = 0.5;
/// The score of what is met just enough; the rest is by how much of it is met.
const LEAST: f32 = 0.61;

/// Hazards, read once, to be compared with many actions.
///
/// ```
/// use mindsave_core::check::{Action, Hazards};
/// use mindsave_core::text::Lexicon;
///
/// let known = [("Vercel Edge can't use Node crypto", "Web Crypto")];
/// let hazards = Hazards::new(known, &[Lexicon::builtin()]);
/// let found = hazards.check(&Action::Sentence("在 Vercel Edge 里用 Node crypto 签名"));
/// assert_eq!(found[0].shared, ["Vercel", "Edge", "Node", "crypto"]);
/// assert!(hazards.check(&Action::Sentence("add a page for Vercel previews")).is_empty());
/// ```
#[derive(Debug)]
pub struct Hazards<'l> {
    lexicons: Vec<&'l Lexicon>,
    hazards: Vec<Hazard>,
}

#[derive(Debug)]
struct Hazard {
    told: Told,
    weight: f32,
    workaround: Told,
}

impl<'l> Hazards<'l> {
    /// Reads hazards, each with the way around it, which may be empty.
    pub fn new<'a>(
        known: impl IntoIterator<Item = (&'a str, &'a str)>,
        lexicons: &[&'l Lexicon],
    ) -> Self {
        let told = |text: &str| {
            let items = units::read(text, lexicons);
            Told::of(&items, &slots::all(&items))
        };
        let hazard = |(title, workaround): (&str, &str)| {
            let (title, mut workaround) = (told(title), told(workaround));
            // What both speak of does not tell the way around from the hazard.
            workaround.slots.retain(|slot| !title.slots.iter().any(|own| share_a_mark(own, slot)));
            Hazard { weight: title.weight(), told: title, workaround }
        };
        let hazards = known.into_iter().map(hazard).collect();
        Self { lexicons: lexicons.to_vec(), hazards }
    }

    /// Returns the hazards an action meets, the surest first.
    pub fn check(&self, action: &Action<'_>) -> Vec<Match> {
        if self.hazards.is_empty() || action.harmless().is_some() {
            return Vec::new();
        }
        let said = Said::of(action, &self.lexicons);
        let met = |(index, hazard): (usize, &Hazard)| hazard.met(index, &said);
        let mut found: Vec<Match> = self.hazards.iter().enumerate().filter_map(met).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
        found
    }
}

impl Hazard {
    fn met(&self, index: usize, said: &Said) -> Option<Match> {
        let mut met: Vec<&Slot> = Vec::new();
        let mut done = false;
        for slot in &self.told.slots {
            let others: Vec<&Slot> = said.again(slot).collect();
            if slot.weight >= THING && !others.is_empty() && others.iter().all(|slot| slot.away) {
                // The thing itself is taken away, or put in the place of another.
                return None;
            }
            done |= others.iter().any(|other| !other.place);
            met.extend(others.iter().any(|other| !other.away).then_some(slot));
        }
        let weight: f32 = met.iter().map(|slot| slot.weight).sum();
        let share = weight / self.weight.max(0.1);
        let enough = if said.code { ENOUGH_OF_CODE } else { ENOUGH };
        if !done || met.len() < 2 || weight < TWO_THINGS || share < enough {
            return None;
        }
        if score::adopts(&self.workaround, said) {
            return None;
        }
        let score = LEAST + (1.0 - LEAST) * share.min(1.0);
        let severity = Severity::of(score.into())?;
        let shared = met.iter().map(|slot| slot.shown.clone()).collect();
        Some(Match { index, score: two_decimals(score), severity, shared, same_call: false })
    }
}

/// Whether two units can be said by the same words.
fn share_a_mark(a: &Slot, b: &Slot) -> bool {
    let sure = |slot: &Slot| slot.ids.clone().into_iter().filter(|(_, sure)| *sure >= slots::ALIKE);
    sure(a).any(|(id, _)| sure(b).any(|(other, _)| other == id))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [(&str, &str); 13] = [
        ("Vercel Edge can't use Node crypto", "use Web Crypto"),
        ("Safari ITP blocks cross-domain cookies after 7 days", ""),
        ("SQLite 写入会锁整个文件", "排队写"),
        ("Docker Desktop on Mac has slow bind mounts", "named volumes"),
        ("macOS 文件名不区分大小写", ""),
        ("Stripe webhooks arrive out of order", "sort by created"),
        ("Date.parse without an offset is local time", ""),
        ("pytest-asyncio swallows fixture errors", ""),
        ("Vite does not read .env in its config", "loadEnv"),
        ("GitHub Actions cache is per branch", ""),
        ("微信小程序不支持 WebSocket 断线自动重连", "自己写心跳"),
        ("Redis 集群不支持跨槽事务", "hash tag"),
        ("RabbitMQ drops messages above 128 MB", "put the file into S3"),
    ];

    fn met(action: &Action<'_>) -> Vec<&'static str> {
        let hazards = Hazards::new(KNOWN, &[Lexicon::builtin()]);
        hazards.check(action).iter().map(|found| KNOWN[found.index].0).collect()
    }

    #[test]
    fn who_does_something_with_the_things_of_a_hazard_meets_it() {
        for (action, at) in [
            ("use Node crypto in the Vercel Edge middleware", 0),
            ("在 Vercel Edge 中间件里用 Node crypto 签名", 0),
            ("store the login in a cross-domain cookie for Safari users", 1),
            ("让四个进程同时写同一个 SQLite 文件", 2),
            ("mount the source tree with a bind mount in docker-compose", 3),
            ("handle the Stripe webhook for subscription updates", 5),
            ("处理 Stripe 的 webhook，更新订阅", 5),
            ("use Date.parse for the due dates", 6),
            ("add an async fixture for the db with pytest-asyncio", 7),
            ("read the API url from .env in vite.config.ts", 8),
            ("cache node_modules in GitHub Actions", 9),
            ("小程序里用 WebSocket 推送", 10),
            ("use a transaction over two keys in the Redis cluster", 11),
            ("在 Redis 集群里用事务更新两个 key", 11),
            ("send the whole video as one RabbitMQ message", 12),
        ] {
            assert_eq!(met(&Action::Sentence(action)), [KNOWN[at].0], "{action}");
        }
    }

    #[test]
    fn who_names_one_of_them_or_takes_it_away_does_not() {
        for action in [
            "add a dark mode",
            "deploy the docs to Vercel",
            "用 cookie 保存语言设置",
            "add a Vite plugin",
            "show the Stripe price on the page",
            "remove Node crypto from the Vercel Edge middleware",
            "use Web Crypto instead of Node crypto in the Vercel Edge middleware",
            "use Web Crypto in the Vercel Edge middleware",
            "在 Vercel Edge 里用 Web Crypto",
            "从 Vercel Edge 里去掉 Node crypto",
            "把日志写进文件",
            "",
        ] {
            assert_eq!(met(&Action::Sentence(action)), [""; 0], "{action}");
        }
        assert_eq!(met(&Action::Command("git log --grep 'Stripe webhooks'")), [""; 0]);
        let edit = |after| Action::Edit { path: "src/edge/sign.ts", before: "", after };
        let code = "import { createHmac } from 'node:crypto';\nexport const runtime = 'edge';\n";
        assert_eq!(met(&edit(code)), [KNOWN[0].0]);
        assert_eq!(met(&edit("export const x = 1;\n")), [""; 0]);
    }
}
