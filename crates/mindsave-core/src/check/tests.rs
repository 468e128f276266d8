use super::*;
use crate::Timestamp;
use crate::failure::{Failure, Fingerprint, Writer};
use crate::text::Lexicon;
use proptest::prelude::*;

fn check(tried: &str, action: &Action<'_>) -> Option<Severity> {
    let watched = Watched { approach: tried, ..Watched::default() };
    let checker = Checker::new([watched], &[Lexicon::builtin()]);
    checker.check(action).first().map(|found| found.severity)
}

fn repeats_it(tried: &str, proposal: &str) -> bool {
    check(tried, &Action::Sentence(proposal)).is_some()
}

#[test]
fn the_same_in_other_words_and_in_the_other_language_is_a_repeat() {
    for (tried, proposal) in [
        ("caching the session in Redis made logins stale", "keep sessions in a Redis cache"),
        ("用触发器同步两张表导致死锁", "add a database trigger to synchronise the tables"),
        ("Jenkins was turned down by the client", "用 Jenkins 跑流水线"),
        ("把重试次数调大没有用", "raise the number of retries"),
    ] {
        assert!(repeats_it(tried, proposal), "{tried} | {proposal}");
    }
}

#[test]
fn a_rule_against_it_is_no_repeat() {
    let tried = "mocking the database in integration tests hid a broken migration";
    for rule in [
        "never mock the database in integration tests",
        "集成测试里禁止 mock 数据库",
        "集成测试不得 mock 数据库",
        "集成测试里别 mock 数据库",
    ] {
        assert!(!repeats_it(tried, rule), "{rule}");
    }
    assert!(repeats_it(tried, "在集成测试里 mock 数据库"));
}

#[test]
fn removing_it_is_no_repeat() {
    for (tried, proposal) in [
        ("Sass was rejected by the team", "remove Sass from the build"),
        ("Sass was rejected by the team", "把 Sass 换成 CSS 变量"),
        ("Sass was rejected by the team", "use CSS variables instead of Sass"),
        ("用 Lombok 编译出错", "去掉 Lombok"),
        ("用 Lombok 编译出错", "migrate from Lombok to records"),
    ] {
        assert!(!repeats_it(tried, proposal), "{tried} | {proposal}");
    }
    // What failed was the removal.
    assert!(repeats_it("turning off TLS did not help", "disable TLS"));
    assert!(!repeats_it("turning off TLS did not help", "enable TLS"));
}

#[test]
fn other_ends_and_other_versions_are_no_repeat() {
    for (tried, proposal) in [
        ("raising the pool size did not help", "lower the pool size"),
        ("调大连接池没有效果", "调小连接池"),
        ("upgrading to Python 3.12 broke numpy", "stay on Python 3.11"),
        ("linting the whole repo took an hour", "lint only the changed files"),
    ] {
        assert!(!repeats_it(tried, proposal), "{tried} | {proposal}");
    }
    assert!(repeats_it("upgrading to Python 3.12 broke numpy", "升级到 Python 3.12"));
}

#[test]
fn what_was_done_instead_is_no_repeat() {
    let tried = "long polling the API kept timing out, switched to server-sent events";
    assert!(repeats_it(tried, "use long polling for the API"));
    assert!(!repeats_it(tried, "push updates over server-sent events"));
}

#[test]
fn an_edit_is_judged_by_what_it_adds_and_takes_away() {
    let tried = "storing tokens in localStorage was rejected";
    let (with, without) = ("localStorage.setItem('token', token)", "setCookie('token', token)");
    let edit = |before, after| Action::Edit { path: "auth.ts", before, after };
    assert!(check(tried, &edit(without, with)).is_some());
    assert!(check(tried, &edit(with, without)).is_none());
    assert!(check(tried, &edit(with, with)).is_none());
}

#[test]
fn the_same_call_is_the_surest_match() {
    let writer = Writer::parse("s1").unwrap();
    let now = Timestamp::parse("2026-05-10").unwrap();
    let mut failure = Failure::new("发布脚本", now, &writer).unwrap();
    failure.fingerprints.push(Fingerprint::of("make  ship", "exit 2", &writer));
    let checker = Checker::new([Watched::from(&failure)], &[Lexicon::builtin()]);
    let found = checker.check(&Action::Command("make ship"));
    assert_eq!((found[0].severity, found[0].same_call), (Severity::Critical, true));
    assert!(explain(&found[0], &failure, "make ship").contains("same call"));
    assert!(checker.check(&Action::Command("make test")).is_empty());
}

#[test]
fn nothing_matches_nothing() {
    let checker = Checker::new([], &[Lexicon::builtin()]);
    assert!(checker.is_empty() && checker.check(&Action::Sentence("anything")).is_empty());
    for (tried, proposal) in
        [("", "x"), ("x", ""), ("的", "的"), ("...", "！！！"), ("the of", "the of")]
    {
        assert!(!repeats_it(tried, proposal), "{tried} | {proposal}");
    }
}

proptest! {
    #[test]
    fn any_text_can_be_compared(tried in "\\PC*", proposal in ".*") {
        let watched = Watched { approach: &tried, ..Watched::default() };
        let checker = Checker::new([watched], &[Lexicon::builtin()]);
        for found in checker.check(&Action::Sentence(&proposal)) {
            prop_assert!(found.score > 0.6 && found.score <= 1.0);
        }
    }

    #[test]
    fn the_number_of_other_failures_changes_nothing(
        others in prop::collection::vec("[a-z中文 ]{0,20}", 0..6),
    ) {
        let tried = "caching the whole user object made it stale";
        let of = |approach| Watched { approach, ..Watched::default() };
        let alone = Checker::new([of(tried)], &[Lexicon::builtin()]);
        let all = Checker::new(others.iter().map(|o| of(o)).chain([of(tried)]), &[Lexicon::builtin()]);
        let action = Action::Sentence("cache the entire user object");
        let score = |found: Vec<Match>, index| found.into_iter().find(|m| m.index == index).map(|m| m.score);
        prop_assert_eq!(score(alone.check(&action), 0), score(all.check(&action), others.len()));
    }
}
