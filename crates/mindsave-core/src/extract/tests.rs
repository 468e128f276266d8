use proptest::prelude::*;

use super::*;

/// Kinds and spans of what is found.
fn found(text: &str) -> Vec<(Kind, String)> {
    extract(text).into_iter().map(|one| (one.kind, one.span)).collect()
}

#[track_caller]
fn one(text: &str) -> Extracted {
    let mut all = extract(text);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    all.remove(0)
}

#[test]
fn confidence_follows_label_words_and_reason() {
    for (text, value) in [
        ("Decided: use zstd.", 0.9),
        ("**Decided:** use zstd because it is faster", 1.0),
        ("We chose zstd.", 0.6),
        ("We chose zstd because it is faster.", 0.8),
        ("决定：用 zstd", 0.9),
        ("我们选了 zstd。", 0.6),
        ("我们选了 zstd，因为更快。", 0.8),
    ] {
        assert!((one(text).confidence.value() - value).abs() < 1e-9, "{text}: {:?}", one(text));
    }
}

#[test]
fn decisions_carry_reason_and_alternatives() {
    let got = one("We picked Svelte over React since the bundle stays small.");
    assert_eq!(got.alternatives, ["React"]);
    assert_eq!(got.reason.as_deref(), Some("the bundle stays small"));
    let got = one("我们选了轮询而不是推送，因为网关会断开空闲连接。");
    assert_eq!(got.alternatives, ["推送"]);
    assert_eq!(got.reason.as_deref(), Some("网关会断开空闲连接"));
    for (text, other) in [
        ("Decided: pnpm over npm because it's faster.", "npm"),
        ("Decision: use SQLite instead of Postgres since one user has it", "Postgres"),
        ("决定：用 pnpm 而不是 npm 因为快。", "npm"),
    ] {
        assert_eq!(one(text).alternatives, [other], "{text}");
    }
    let got = one("因为旧库没人维护，我们决定换成 httpx。");
    assert_eq!(got.reason.as_deref(), Some("旧库没人维护"));
}

#[test]
fn refusals_keep_their_sense() {
    assert_eq!(one("We won't be using Celery.").span, "not Celery");
    assert_eq!(one("We decided against Celery.").span, "no Celery");
    assert_eq!(one("Rejected: Celery.").span, "no Celery");
    assert_eq!(one("我们否决了 Celery。").span, "不采用 Celery");
    assert_eq!(one("The page can't be opened.").span, "The page can not be opened");
}

#[test]
fn a_failure_needs_more_than_an_attempt() {
    assert!(found("I tried the new allocator.").is_empty());
    assert!(found("试了新的分配器。").is_empty());
    let got = one("Tried the new allocator. It made no difference.");
    assert_eq!((got.kind, got.span.as_str()), (Kind::Failure, "the new allocator"));
    let got = one("试了新的分配器，但是碎片更多，放弃了。");
    assert_eq!((got.kind, got.span.as_str()), (Kind::Failure, "新的分配器"));
    assert_eq!(got.reason.as_deref(), Some("碎片更多"));
}

#[test]
fn what_is_not_so_is_not_recorded() {
    for text in [
        "Did we decide on Redis?",
        "If we had chosen Redis, it would be faster.",
        "Maybe we should use Redis.",
        "She said \"we decided to use Redis\".",
        "> We decided to use Redis.",
        "```\nWe decided to use Redis.\n```",
        "The parser isn't finished yet.",
        "- [ ] We finished the parser",
        "我们决定用 Redis 了吗？",
        "如果我们选了 Redis 就好了。",
        "可能是缓存报错。",
        "他说：“我们决定采用 Redis”。",
        "解析器还没写完。",
        "> 我们决定采用 Redis。",
    ] {
        assert!(found(text).is_empty(), "{text}: {:?}", found(text));
    }
}

#[test]
fn the_end_of_a_session_and_a_refusal_to_save_are_told() {
    for text in ["done", "Done.", "Let's stop here.", "先这样", "结束", "今天就到这吧"] {
        assert_eq!(one(text).kind, Kind::SessionEnd, "{text}");
    }
    for text in ["don't save", "Don't save this.", "不需要保存", "不用记录这次会话"] {
        assert_eq!(one(text).kind, Kind::NoSave, "{text}");
    }
    for text in ["Don't stop here.", "先这样写。", "保存这个设置。"] {
        let kinds: Vec<Kind> = found(text).into_iter().map(|(kind, _)| kind).collect();
        assert!(!kinds.contains(&Kind::SessionEnd) && !kinds.contains(&Kind::NoSave), "{text}");
    }
}

#[test]
fn lists_below_a_label_are_what_it_says() {
    let text = "Decisions:\n- Postgres for orders\n- no ORM\n\n## 待办\n- 写文档\n\n## 已完成\n- 登录页\n- [x] 注册页\n";
    let got = extract(text);
    let told: Vec<(Kind, &str, usize)> =
        got.iter().map(|one| (one.kind, one.span.as_str(), one.line)).collect();
    let expected = [
        (Kind::Decision, "Postgres for orders", 2),
        (Kind::Decision, "no ORM", 3),
        (Kind::Progress, "登录页", 9),
        (Kind::Progress, "注册页", 10),
    ];
    assert_eq!(told, expected);
    assert!(found("Blocked: none\n问题：无").is_empty());
}

#[test]
fn wrapped_lines_are_one_sentence_and_keep_their_line() {
    let text = "Intro.\n\nAfter a week of measurements on both of the machines in the lab we decided\nto use jemalloc.";
    let got = one(text);
    assert_eq!((got.span.as_str(), got.line), ("use jemalloc", 4));
}

/// Prose of some length, made of clauses the grammar knows and of anything.
fn prose() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("we decided to use x".to_owned()),
        Just("tried it, but it failed".to_owned()),
        Just("因为太慢".to_owned()),
        Just("决定：".to_owned()),
        Just("- [x] ".to_owned()),
        Just("\"".to_owned()),
        Just("“".to_owned()),
        Just("that's wrong".to_owned()),
        "\\PC{0,12}",
        "[ ,.:;!?\n，。：；`'()-]{1,3}",
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_read_without_panic(text in prop_oneof![any::<String>(), prose()]) {
        let lines = text.lines().count().max(1);
        for one in extract(&text) {
            prop_assert!(!one.span.is_empty());
            prop_assert!((1..=lines).contains(&one.line), "{one:?}");
            prop_assert!(!one.span.contains('\n'));
        }
    }

    #[test]
    fn a_paragraph_is_read_alike_whatever_stands_around_it(text in prose()) {
        prop_assume!(!text.contains("```") && !text.contains("~~~"));
        let alone: Vec<_> = found("We chose zstd.");
        let beside = found(&format!("{text}\n\nWe chose zstd.\n\n{text}"));
        prop_assert!(beside.contains(&alone[0]), "{beside:?}");
    }
}

#[test]
fn names_stay_as_written_and_pronouns_are_no_findings() {
    let found = extract("Decided: we catch CannotConnectError because it doesn't retry.");
    assert_eq!(found[0].reason.as_deref(), Some("it does not retry"));
    assert!(found[0].span.contains("CannotConnectError"), "{}", found[0].span);
    for text in [
        "We fixed nothing today.",
        "Stop!",
        "停！",
        "Tomorrow we will switch to Redis.",
        "明天我们会换成 Redis。",
    ] {
        assert_eq!(extract(text), [], "{text}");
    }
}

#[test]
fn a_reason_leaves_no_because_behind() {
    assert_eq!(one("Decided: use Redis because it is fast").span, "use Redis");
    assert_eq!(one("决定：用 Redis，因为它快。").span, "用 Redis");
}

#[test]
fn a_lesson_is_a_learning_in_both_languages() {
    for text in [
        "Learned: the cache needs a lock.",
        "学到了：缓存要加锁。",
        "Lesson: the cache needs a lock.",
        "教训：缓存要加锁。",
    ] {
        assert_eq!(one(text).kind, Kind::Learning, "{text}");
    }
}

#[test]
fn lines_do_not_fuse() {
    let text = "Actually, the port is 5433, not 5432.\n不对，端口是 5433，不是 5432。";
    for found in extract(text) {
        assert!(
            !found.span.contains("5432. 不") && !found.span.contains("5432.不"),
            "{}",
            found.span
        );
    }
}

#[test]
fn a_reason_may_speak_of_what_is_not() {
    for (text, reason) in [
        ("Decided to partition by day because readers want one day.", "readers want one day"),
        ("决定用队列，因为以后可能要扩容。", "以后可能要扩容"),
    ] {
        let found = extract(text);
        assert_eq!(found[0].reason.as_deref(), Some(reason), "{text}");
    }
}
