use serde_json::{Value, json};

use super::*;
use crate::Timestamp;
use crate::work::{Outcome, ToolCall};

fn at() -> Timestamp {
    Timestamp::parse("2026-05-10T14:30:00Z").unwrap()
}

fn known(mut state: Value) -> State {
    let mut given = json!({"goal": "x"});
    given.as_object_mut().unwrap().append(state.as_object_mut().unwrap());
    State::from_value(given).unwrap()
}

fn said(text: &str, known: &State) -> Vec<Happened> {
    derive(&Event::new(at(), Happened::Prompt { text: text.to_owned() }), known)
}

fn replied(text: &str, known: &State) -> Vec<Happened> {
    derive(&Event::new(at(), Happened::Reply { text: text.to_owned() }), known)
}

fn variables(follows: &[Happened]) -> Vec<(String, String)> {
    follows
        .iter()
        .filter_map(|follow| match follow {
            Happened::Variable { name, value } => {
                Some((name.clone(), value.as_str().unwrap_or("").to_owned()))
            }
            _ => None,
        })
        .collect()
}

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[test]
fn the_users_rules_become_constraints_and_questions_do_not() {
    let known = known(json!({}));
    for (text, rule) in [
        ("Nice work. Don't use class components.", "Don't use class components"),
        ("辛苦了。不要用 moment。", "不要用 moment"),
        (
            "Remember: prices are kept as integers of a cent.",
            "prices are kept as integers of a cent",
        ),
        ("注意：时间一律按 UTC 存。", "时间一律按 UTC 存"),
    ] {
        let follows = said(text, &known);
        let found = follows.iter().any(
            |follow| matches!(follow, Happened::Constraint { text, .. } if text.contains(rule)),
        );
        assert!(found, "{text}: {follows:?}");
    }
    for text in ["Should we drop Redux?", "要不要换成 Vite？", "The talk went fine."] {
        assert_eq!(said(text, &known), vec![], "{text}");
    }
}

#[test]
fn a_rule_that_names_a_place_holds_there() {
    let follows = said("Don't use unwrap in crates/api/.", &known(json!({})));
    assert!(
        matches!(&follows[0], Happened::Constraint { scope: Some(scope), .. } if scope == "crates/api/")
    );
}

#[test]
fn the_first_request_is_the_goal_and_a_label_sets_another() {
    let none = State::default();
    for (text, goal) in [
        (
            "Hi! Add a CSV export to the report page. No new packages.",
            "Add a CSV export to the report page",
        ),
        (
            "hey, so here's what I'd like: the app needs offline sync. pls keep minSdk at 26.",
            "the app needs offline sync",
        ),
        ("需求如下，请先读完。目标：把下单页改成一步。", "把下单页改成一步"),
        ("Thanks. Goal: cut the start-up time in half.", "cut the start-up time in half"),
    ] {
        let follows = said(text, &none);
        assert!(
            matches!(&follows[0], Happened::Goal { text } if text == goal),
            "{text}: {follows:?}"
        );
    }
    let known = known(json!({"goal": "exports"}));
    assert!(matches!(&said("Park it. New task: fix the login loop.", &known)[0],
        Happened::Goal { text } if text == "fix the login loop"));
    assert!(matches!(&said("先放一放。新任务：修复白屏。", &known)[0],
        Happened::Goal { text } if text == "修复白屏"));
    assert!(
        said("Now polish the header a little.", &known)
            .iter()
            .all(|follow| !matches!(follow, Happened::Goal { .. }))
    );
}

#[test]
fn a_request_may_say_a_rule_and_an_order_about_the_product_is_none_of_saving() {
    let none = State::default();
    let rule = |text: &str| Happened::Note {
        kind: "constraint".to_owned(),
        text: text.to_owned(),
        scope: None,
    };
    for (text, goal, told) in [
        ("修复登录，不要用 JWT。", "修复登录", "不要用 JWT"),
        (
            "Fix the login bug, but don't touch the session table.",
            "Fix the login bug",
            "do not touch the session table",
        ),
        ("Set up backups, and don't touch prod.", "Set up backups", "do not touch prod"),
        (
            "Fix the login bug without touching the session table",
            "Fix the login bug without touching the session table",
            "without touching the session table",
        ),
    ] {
        let goal = Happened::Goal { text: goal.to_owned() };
        assert_eq!(said(text, &none), [goal, rule(told)], "{text}");
    }
    let known = known(json!({}));
    for text in [
        "Don't save the password in plain text.",
        "Don't save the state in localStorage.",
        "Don't store the session in Redis.",
        "不要保存会话到本地存储。",
    ] {
        let follows = said(text, &known);
        assert!(matches!(&follows[..], [Happened::Constraint { .. }]), "{text}: {follows:?}");
    }
    for text in ["Don't save this session.", "不要保存这段对话。", "Don't save anything to memory."]
    {
        assert_eq!(said(text, &known), [Happened::SavingRefused { refused: true }], "{text}");
    }
    for text in ["Don't worry about the tests.", "Don't run the tests yet."] {
        assert_eq!(said(text, &known), [], "{text}");
    }
}

#[test]
fn what_is_told_again_stays_what_it_is() {
    let known = known(json!({}));
    for (text, rule) in [
        ("The user said to never use Redux.", "never use Redux"),
        ("You said that we must not use Redux. Fine.", "we must not use Redux"),
        ("用户说过不要用 Redux。", "不要用 Redux"),
        ("用户要求必须用 pnpm。", "必须用 pnpm"),
    ] {
        let kept = Happened::Constraint { text: rule.to_owned(), scope: None };
        assert!(replied(text, &known).contains(&kept), "{text}: {:?}", replied(text, &known));
    }
    for text in
        ["用户说登录很慢。", "The user said that the login is slow.", "用户说能不能用 Redux？"]
    {
        let rules = |one: &Happened| matches!(one, Happened::Constraint { .. });
        assert!(!replied(text, &known).iter().any(rules), "{text}");
        assert!(!said(text, &known).iter().any(rules), "{text}");
    }
    assert_eq!(replied("If the tests fail, we will switch to Bazel.", &known), []);
    assert_eq!(replied("如果测试失败，我们就改用 Bazel。", &known), []);
}

#[test]
fn values_are_kept_under_the_users_names() {
    let none = known(json!({}));
    for (text, expected) in [
        ("The staging host is db-7.internal-2 today.", pair("staging host", "db-7.internal-2")),
        (
            "The preview is at https://pr-12.shop.example, please.",
            pair("preview", "https://pr-12.shop.example"),
        ),
        ("接口地址是 https://api.example/v3 。", pair("接口地址", "https://api.example/v3")),
        ("数据库用 10.1.2.3 端口 5501。", pair("端口", "5501")),
        ("Use port 5501 for the tests.", pair("port", "5501")),
        ("批次编号 run-77a，别弄错。", pair("批次编号", "run-77a")),
    ] {
        let found = variables(&said(text, &none));
        assert!(found.contains(&expected), "{text}: {found:?}");
    }
    for text in [
        "Read https://docs.example/guide first.",
        "Is the port 5501?",
        "Retry 30 times.",
        "The page has 2000 rows.",
    ] {
        assert_eq!(variables(&said(text, &none)), vec![], "{text}");
    }
}

#[test]
fn one_value_takes_the_place_of_another_wherever_it_is_known() {
    let known = known(json!({
        "next_action": "call http://127.0.0.1:9001/items",
        "variables": {"api": "http://127.0.0.1:9001/items", "batch": "run-12", "other": 7}
    }));
    for (text, expected) in [
        ("No, not port 9001. 端口改成 9002。", pair("api", "http://127.0.0.1:9002/items")),
        ("I meant run-13, not run-12.", pair("batch", "run-13")),
        ("batch 改成 run-14。", pair("batch", "run-14")),
        ("The batch is now run-15.", pair("batch", "run-15")),
    ] {
        let found = variables(&said(text, &known));
        assert!(found.contains(&expected), "{text}: {found:?}");
    }
    let follows = said("端口改成 9002，9001 给别人用了。", &known);
    let next = follows.iter().any(|follow| {
        matches!(follow,
        Happened::NextAction { text } if text == "call http://127.0.0.1:9002/items")
    });
    assert!(next, "{follows:?}");
}

#[test]
fn lists_of_lines_alike_are_material() {
    let lines: Vec<String> =
        (1..9).map(|n| format!("No {n}: slow page, shot fb-10{n}0 .")).collect();
    assert_eq!(variables(&said(&lines.join("\n"), &known(json!({})))), vec![]);
}

#[test]
fn rules_are_taken_back_by_what_they_speak_of() {
    let known = known(
        json!({"constraints": ["no named exports", "每次都要先问我再发布", "use tabs", "不要引入 pandas"]}),
    );
    for (text, rule) in [
        ("Forget the rule about named exports, the loader needs them.", "no named exports"),
        ("Named exports are fine now.", "no named exports"),
        ("另外先问我再发布这条规则取消。", "每次都要先问我再发布"),
        ("可以用 pandas 了，之前那条规矩作废。", "不要引入 pandas"),
        ("Named exports are fine from now on.", "no named exports"),
    ] {
        let follows = said(text, &known);
        let gone: Vec<&Happened> =
            follows.iter().filter(|f| matches!(f, Happened::Closed { .. })).collect();
        assert!(
            matches!(gone[..], [Happened::Closed { text, .. }] if text == rule),
            "{text}: {follows:?}"
        );
    }
    assert!(said("Are named exports fine now?", &known).is_empty());
}

#[test]
fn a_blocker_goes_when_what_it_waits_for_has_come() {
    let known = known(json!({"blocker": "waiting for the tax endpoint"}));
    let zh = self::known(json!({"blocker": "等财务给税率表"}));
    for (text, known) in [
        ("The tax endpoint responds again.", &known),
        ("I am unblocked.", &known),
        ("税率表给了，继续。", &zh),
        ("阻塞解除。", &zh),
    ] {
        assert!(said(text, known).contains(&Happened::Blocker { text: None }), "{text}");
        assert!(replied(text, known).contains(&Happened::Blocker { text: None }), "{text}");
    }
    for (text, known) in [
        ("The tax endpoint is not ready.", &known),
        ("The header works now.", &known),
        ("税率表还没给。", &zh),
    ] {
        assert!(!said(text, known).contains(&Happened::Blocker { text: None }), "{text}");
    }
}

#[test]
fn a_blocker_goes_when_the_user_gives_what_it_waits_for() {
    let key = known(json!({"blocker": "Waiting for the API key"}));
    let zh = known(json!({"blocker": "等运维给密钥"}));
    let access = known(json!({"blocker": "卡在等运维开权限"}));
    let stopped = known(json!({"blocker": "the staging DB is down"}));
    for (text, known) in [
        ("Here is the API key: it lies in the vault.", &key),
        ("the key is in the vault now", &key),
        ("I've put the key into .env.", &key),
        ("密钥已经配好了", &key),
        ("the staging DB is back up", &stopped),
        ("密钥已经配好了", &zh),
        ("密钥放到保险库里了。", &zh),
        ("The key is in the vault now.", &zh),
        ("权限开好了", &access),
        ("You now have access to the cluster.", &access),
        ("The API key is attached.", &key),
        ("We now have the key.", &key),
    ] {
        assert!(said(text, known).contains(&Happened::Blocker { text: None }), "{text}");
    }
    for (text, known) in [
        ("Rename the button to Save.", &key),
        ("The header is green now.", &key),
        ("The key is invalid now.", &key),
        ("The key handler is slow now.", &key),
        ("Is the key in the vault now?", &key),
        ("You will have the key tomorrow.", &key),
        ("We have a problem with the key.", &key),
        ("Here is a screenshot of the page.", &key),
        ("密钥还没配。", &zh),
        ("密钥过期了。", &zh),
        ("按钮改好了。", &zh),
        ("权限明天开。", &access),
    ] {
        assert!(!said(text, known).contains(&Happened::Blocker { text: None }), "{text}");
    }
}

#[test]
fn a_step_that_is_reported_as_done_is_done() {
    for (step, text) in [
        ("add the rate limiter", "I've added the rate limiter and the tests pass."),
        ("add the rate limiter", "The rate limiter is done."),
        ("加限流", "限流已加好。"),
        ("给网关加限流", "网关的限流已经加好，测试通过。"),
        ("fix the login test", "Fixed the login test."),
    ] {
        let known = known(json!({"next_action": step}));
        let done = Happened::Result { text: step.to_owned() };
        assert!(replied(text, &known).contains(&done), "{text}: {:?}", replied(text, &known));
    }
    for (step, text) in [
        ("document the rate limiter", "I've added the rate limiter and the tests pass."),
        ("add a test for the parser", "Added a test for the lexer."),
        ("add the rate limiter", "The rate limiter is half done."),
        ("add the rate limiter", "I still have to add the rate limiter."),
        ("压测限流", "限流已加好。"),
        ("加限流", "限流还没加好。"),
    ] {
        let known = known(json!({"next_action": step}));
        let done = |follow: &Happened| matches!(follow, Happened::Result { .. });
        assert!(!replied(text, &known).iter().any(done), "{text}");
    }
}

#[test]
fn the_last_step_named_is_the_next_one() {
    let known = known(json!({}));
    for (text, step) in [
        ("Done. Next: write the loader.", "write the loader"),
        ("好了。下一步：联调。", "联调"),
        ("Tests pass. Next I'll add the flag.", "add the flag"),
        ("**Next step:** wire the button", "wire the button"),
        ("通过了。接下来要补测试。", "补测试"),
    ] {
        let follows = replied(text, &known);
        assert!(
            follows.iter().any(|f| matches!(f, Happened::NextAction { text } if text == step)),
            "{text}: {follows:?}"
        );
    }
    assert!(replied("The next page shows the total.", &known).is_empty());
}

#[test]
fn a_choice_says_which_one_it_replaces() {
    let known = known(json!({"decisions": ["keep form state in Zustand", "按 500 行一页导出"]}));
    for (text, old) in [
        (
            "Decided to replace Zustand with React Hook Form because it renders on the server.",
            "keep form state in Zustand",
        ),
        ("决定导出改为按天分页，因为用户按天对账。", "按 500 行一页导出"),
    ] {
        let follows = replied(text, &known);
        let found = follows.iter().any(|follow| {
            matches!(follow,
            Happened::Decision { supersedes: Some(replaced), .. } if replaced == old)
        });
        assert!(found, "{text}: {follows:?}");
    }
    let other = replied("Decided to use pnpm because it is fast.", &known);
    assert!(matches!(&other[0], Happened::Decision { supersedes: None, .. }));
}

#[test]
fn a_correction_turns_down_the_choice_it_speaks_of() {
    let known = known(json!({"decisions": ["split the export by row count", "按行数分页"]}));
    for (text, old) in [
        ("No, I meant by day, not by row count.", "split the export by row count"),
        ("不对，我说的是按天，不是按行数。", "按行数分页"),
    ] {
        let follows = said(text, &known);
        assert!(
            follows.iter().any(|f| matches!(f, Happened::Closed { text, .. } if text == old)),
            "{text}: {follows:?}"
        );
    }
}

#[test]
fn a_correction_is_one_rule_and_the_old_one_gives_way() {
    let known =
        known(json!({"constraints": ["数据库用 MySQL", "Use tabs"], "decisions": ["Jest"]}));
    for (text, rule, old) in [
        ("No, spaces please.", "Use spaces", "Use tabs"),
        (
            "不对，数据库用 PostgreSQL，因为要支持 JSON 查询。",
            "数据库用 PostgreSQL，因为要支持 JSON 查询",
            "数据库用 MySQL",
        ),
    ] {
        let superseded = Happened::Superseded { text: old.to_owned(), by: rule.to_owned() };
        let kept = Happened::Constraint { text: rule.to_owned(), scope: None };
        assert_eq!(said(text, &known), [kept, superseded], "{text}");
    }
    let follows = said("Make that Vitest.", &known);
    let rule = Happened::Constraint { text: "use Vitest".to_owned(), scope: None };
    assert!(matches!(&follows[0], Happened::Closed { text, .. } if text == "Jest"), "{follows:?}");
    assert_eq!(follows[1..], [rule]);
    for (text, rule) in [
        ("不对，接口先查缓存，不是先查库。", "接口先查缓存，不是先查库"),
        ("No, don't touch the footer.", "don't touch the footer"),
        ("我的意思是提交信息用中文，不是英文。", "提交信息用中文，不是英文"),
    ] {
        let kept = Happened::Constraint { text: rule.to_owned(), scope: None };
        assert_eq!(said(text, &known), [kept], "{text}");
    }
}

fn call(command: &str, outcome: Outcome) -> Event {
    let error = (outcome == Outcome::Failed).then(|| "Exit code 1\nTypeError: x".to_owned());
    let call = ToolCall {
        tool: "Bash".to_owned(),
        command: Some(command.to_owned()),
        outcome: Some(outcome),
        error,
        ..ToolCall::default()
    };
    Event::new(at(), Happened::ToolCall(call))
}

#[test]
fn what_failed_twice_before_another_way_succeeded_is_given_up() {
    let (ok, failed) = (Outcome::Ok, Outcome::Failed);
    let events = [
        call("npm test cart -- worker", failed),
        call("npm test cart -- worker --retry", failed),
        call("npm test basket", ok),
    ];
    let Some(Happened::Failure { text, reason, .. }) = given_up(&events) else { panic!() };
    assert_eq!(
        (text.as_str(), reason.as_deref()),
        ("npm test cart -- worker", Some("TypeError: x"))
    );
    // Once is no rule, and the same call that succeeds in the end was mended.
    assert_eq!(given_up(&events[1..]), None);
    let mended =
        [call("npm test cart", failed), call("npm test cart", failed), call("npm test cart", ok)];
    assert_eq!(given_up(&mended), None);
    // What only prepares a command is not what two commands have in common.
    let elsewhere = ["cd 应用 && npm test", "cd 应用 && npm test"].map(|line| call(line, failed));
    let elsewhere = [elsewhere, [call("cd 应用 && ls", ok), call("cd 应用 && npm run lint", ok)]];
    assert_eq!(given_up(&elsewhere.concat()[..3]), None);
    assert_eq!(given_up(&elsewhere.concat()), None);
    let told = Event::new(
        at(),
        Happened::Failure {
            text: "worker".into(),
            reason: None,
            alternatives: vec![],
            rejected_by: None,
        },
    );
    let told = [events[0].clone(), events[1].clone(), told, events[2].clone()];
    assert_eq!(given_up(&told), None);
}

proptest::proptest! {
    #[test]
    fn any_sentence_is_read_without_a_panic(text in "\\PC{0,200}", known in "\\PC{1,40}") {
        let state = json!({"goal": "x", "blocker": known, "constraints": [known],
            "decisions": [known], "variables": {"v": known}, "next_action": known});
        let state = State::from_value(state).unwrap();
        drop(said(&text, &state));
        drop(replied(&text, &state));
    }
}
