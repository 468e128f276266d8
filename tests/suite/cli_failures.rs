//! `mindsave failures` and `mindsave check` against a workspace.

use mindsave_tests::TestWorkspace;
use serde_json::{Value, json};

fn add(ws: &TestWorkspace, words: &[&str]) -> Value {
    ws.program().args(["failures", "add"]).args(words).json()
}

fn check(ws: &TestWorkspace, action: &str) -> Vec<Value> {
    let answer = ws.program().args(["check"]).stdin(action).json();
    answer["matches"].as_array().unwrap().clone()
}

fn names(answer: &Value) -> Vec<&str> {
    let list = answer["failures"].as_array().unwrap().iter();
    list.map(|failure| failure["name"].as_str().unwrap()).collect()
}

#[test]
fn a_failure_is_recorded_counted_listed_and_warned_of_in_the_other_language() {
    let ws = TestWorkspace::new();
    let reason = ["--reason", "代理后面连不上", "--instead", "轮询"];
    let first = add(&ws, &[&["websocket reconnect"], &reason[..]].concat());
    assert_eq!((&first["repeat_count"], &first["confidence"]), (&json!(1), &json!("medium")));
    add(&ws, &["WebSocket  Reconnect"]);
    let third = add(&ws, &["websocket reconnect"]);
    assert_eq!((&third["repeat_count"], &third["confidence"]), (&json!(3), &json!("high")));
    assert_eq!(third["reason"], "代理后面连不上");
    let listed = ws.program().args(["failures", "list"]).json();
    assert_eq!(names(&listed), ["websocket reconnect"]);
    let found = check(&ws, "尝试让 WebSocket 断线重连");
    assert_eq!(found.len(), 1);
    let why = found[0]["why"].as_str().unwrap();
    assert!(why.contains("代理后面连不上") && why.contains("改用：轮询"), "{why}");
    assert!(check(&ws, "把轮询间隔调到五秒").is_empty());
    let text = ws.program().args(["check", "reconnect the websocket"]).ok().stdout;
    assert!(text.contains("websocket reconnect") && text.contains("instead: 轮询"), "{text}");
}

#[test]
fn the_file_is_one_people_can_read() {
    let ws = TestWorkspace::new();
    add(&ws, &["C++ 模板元编程", "--reason", "编译太慢", "--rejected-by", "system"]);
    let files = ws.names("failure_graph/project");
    let text = ws.read(&format!("failure_graph/project/{}", files[0]));
    let start = "name: \"C++ 模板元编程\"\nschema_version: \"1.0\"\nrejected_by: \"system\"\nreason: \"编译太慢\"\nrepeat_count: 1\n";
    assert!(text.starts_with(start), "{text}");
}

#[test]
fn a_project_warns_of_its_own_failures_and_of_global_ones() {
    let (one, home) = (TestWorkspace::new(), TestWorkspace::new());
    let two = TestWorkspace::new();
    let of = |ws: &TestWorkspace| ws.program().env("HOME", home.home());
    of(&one).args(["failures", "add", "用 MyISAM 建表", "--reason", "丢过数据"]).json();
    of(&one).args(["failures", "add", "Redux for forms"]).json();
    let matches = |ws: &TestWorkspace, action: &str| {
        of(ws).args(["check", action]).json()["matches"].as_array().unwrap().len()
    };
    assert_eq!((matches(&one, "用 MyISAM 建日志表"), matches(&two, "用 MyISAM 建日志表")), (1, 0));
    let promoted = of(&one).args(["failures", "promote", "用 myisam 建表"]).json();
    assert_eq!(promoted["scope"], "global");
    assert_eq!(matches(&two, "用 MyISAM 建日志表"), 1);
    assert_eq!(matches(&two, "keep the forms in Redux"), 0);
    // Mirrored: without that home the project still has it.
    assert_eq!(check(&two, "用 MyISAM 建日志表").len(), 1);
    // The project's copy and that of every project are one failure.
    let listed = of(&one).args(["failures", "list"]).json();
    let scopes: Vec<_> =
        listed["failures"].as_array().unwrap().iter().map(|f| &f["scope"]).collect();
    assert_eq!(scopes, ["project", "global"]);
    assert_eq!(matches(&one, "用 MyISAM 建日志表"), 1);
    // Withdrawn in one project, it still holds in the other.
    of(&one).args(["failures", "retire", "用 MyISAM 建表", "--reason", "改用归档表"]).json();
    assert_eq!((matches(&one, "用 MyISAM 建日志表"), matches(&two, "用 MyISAM 建日志表")), (0, 1));
    let all = of(&one).args(["failures", "list", "--all"]).json();
    assert_eq!(names(&all), ["Redux for forms", "用 MyISAM 建表"]);
}

#[test]
fn withdrawn_failures_are_not_counted() {
    let ws = TestWorkspace::new();
    let doctor = || {
        let checks = ws.program().args(["doctor"]).json()["checks"].clone();
        let found = checks.as_array().unwrap().iter().find(|check| check["name"] == "failures");
        found.unwrap()["detail"].clone()
    };
    let folder = serde_json::json!({"cwd": ws.root().display().to_string()}).to_string();
    let line = || ws.program().args(["statusline"]).stdin(folder.clone()).ok().stdout;
    add(&ws, &["git submodules", "--reason", "confused everyone"]);
    add(&ws, &["全局锁", "--reason", "吞吐骤降"]);
    assert_eq!((doctor(), line().contains("2 failures known")), (json!("2 that warn"), true));
    ws.program().args(["failures", "promote", "全局锁"]).json();
    assert_eq!((doctor(), line().contains("2 failures known")), (json!("2 that warn"), true));
    ws.program().args(["failures", "retire", "git submodules", "--reason", "文档补齐了"]).json();
    assert_eq!((doctor(), line().contains("1 failure known")), (json!("1 that warn"), true));
    ws.program().args(["failures", "retire", "全局锁", "--reason", "it is gone"]).json();
    assert_eq!((doctor(), line().contains("known")), (json!("0 that warn"), false));
    // The same where there are so many that they are kept in one file.
    for number in 0..40 {
        add(&ws, &[&format!("approach {number}")]);
    }
    ws.program().args(["check", "anything"]).ok();
    assert!(line().contains("40 failures known"), "{}", line());
    ws.program().args(["failures", "retire", "approach 7", "--reason", "mended"]).json();
    assert!(line().contains("39 failures known"), "{}", line());
}

#[test]
fn a_withdrawn_failure_stays_and_does_not_warn() {
    let ws = TestWorkspace::new();
    add(&ws, &["git submodules", "--reason", "confused everyone"]);
    assert_eq!(check(&ws, "把公共协议做成 git submodule").len(), 1);
    let retired = ws
        .program()
        .args(["failures", "retire", "Git submodules", "--reason", "文档补齐了"])
        .json();
    assert_eq!(retired["retired"]["reason"], "文档补齐了");
    assert!(check(&ws, "把公共协议做成 git submodule").is_empty());
    assert!(names(&ws.program().args(["failures", "list"]).json()).is_empty());
    assert_eq!(names(&ws.program().args(["failures", "list", "--all"]).json()), ["git submodules"]);
}

#[test]
fn links_are_shown_exported_and_never_a_cycle() {
    let ws = TestWorkspace::new();
    add(&ws, &["全局锁", "--reason", "吞吐骤降"]);
    add(&ws, &["重试风暴", "--caused-by", "全局锁"]);
    add(&ws, &["分片锁", "--alternative-to", "全局锁"]);
    let shown = ws.program().args(["failures", "show", "全局锁"]).json();
    assert_eq!((&shown["led_to"], &shown["instead"]), (&json!(["重试风暴"]), &json!(["分片锁"])));
    let error = ws
        .program()
        .args(["failures", "add", "全局锁", "--caused-by", "重试风暴"])
        .fails("invalid_input");
    assert!(error["message"].as_str().unwrap().contains("caused_by"), "{error}");
    let graph =
        |format: &str| ws.program().args(["failures", "export", "--format", format]).ok().stdout;
    assert!(graph("mermaid").contains("-->|caused_by|"));
    assert!(graph("dot").starts_with("digraph failures {"));
    let json: Value = serde_json::from_str(&graph("json")).unwrap();
    assert_eq!(json["edges"].as_array().unwrap().len(), 2);
}

#[test]
fn two_that_link_to_each_other_at_once_make_no_cycle() {
    let ws = TestWorkspace::new();
    let link = |name: &str, cause: &str| {
        ws.program().args(["failures", "add", name, "--caused-by", cause]).run().code
    };
    for round in 0..5 {
        let (a, b) = (format!("a lock {round}"), format!("b lock {round}"));
        let codes = std::thread::scope(|scope| {
            let one = scope.spawn(|| link(&a, &b));
            let two = link(&b, &a);
            [one.join().unwrap(), two]
        });
        assert!(codes == [0, 2] || codes == [2, 0], "{codes:?}");
    }
}

#[test]
fn a_cycle_from_outside_is_told_and_stops_nothing() {
    let ws = TestWorkspace::new();
    for (name, cause) in [("甲", "乙"), ("乙", "甲")] {
        let text = format!("name: {name}\ncaused_by: [{cause}]\n");
        ws.write(&format!("failure_graph/project/{name}.yaml"), text);
    }
    add(&ws, &["third", "--caused-by", "甲"]);
    let shown = ws.program().args(["failures", "show", "third"]).ok();
    assert!(shown.stderr.contains("`caused_by` forms a cycle"), "{shown:?}");
    ws.program().args(["failures", "export"]).ok();
    let doctor = ws.program().args(["doctor"]).run();
    assert!(doctor.stdout.contains("`caused_by` forms a cycle"), "{doctor:?}");
    let refused = ["failures", "add", "甲", "--caused-by", "third"];
    ws.program().args(refused).fails("invalid_input");
}

#[test]
fn a_damaged_file_is_put_aside_and_its_count_goes_on() {
    let ws = TestWorkspace::new();
    for _ in 0..3 {
        add(&ws, &["Tailwind"]);
    }
    let file = "failure_graph/project/tailwind.yaml";
    let torn = ws.read(file).replace("scope: \"project\"", "scope: \"proj");
    ws.write(file, torn);
    let told = add(&ws, &["Bootstrap"])["warnings"][0].to_string();
    assert!(told.contains("moved to quarantine/tailwind.yaml"), "{told}");
    let listed = ws.program().args(["failures", "list"]).json();
    assert_eq!(names(&listed), ["Bootstrap"]);
    assert_eq!(ws.names("quarantine"), ["tailwind.yaml", "tailwind.yaml.why.txt"]);
    assert_eq!(add(&ws, &["tailwind"])["repeat_count"], 4);
}

#[test]
fn a_damaged_file_that_cannot_be_put_aside_is_named() {
    let ws = TestWorkspace::new();
    ws.write("failure_graph/project/tailwind.yaml", "name: [\n");
    ws.write("quarantine", "in the way");
    let error = ws.program().args(["failures", "add", "tailwind"]).fails("unavailable");
    assert!(error["message"].as_str().unwrap().contains("quarantine"), "{error}");
    assert_eq!(ws.read("failure_graph/project/tailwind.yaml"), "name: [\n");
}

#[test]
fn a_file_with_a_name_of_its_own_is_the_failure_it_names() {
    let ws = TestWorkspace::new();
    let run = |words: &[&str]| ws.program().args(["failures"]).args(words).json();
    ws.write("failure_graph/project/byhand.yml", "name: 全局锁\nrepeat_count: 2\n");
    assert_eq!(add(&ws, &["全局锁"])["repeat_count"], 3);
    assert_eq!(ws.names("failure_graph/project"), ["byhand.yml"]);
    assert_eq!(run(&["promote", "全局锁"])["repeat_count"], 3);
    let retired = run(&["retire", "全局锁", "--reason", "it is gone"]);
    assert_eq!(
        (&retired["scope"], &retired["retired"]["reason"]),
        (&json!("project"), &json!("it is gone"))
    );
    // One that only the copy in the project knows, from another home.
    ws.write("failure_graph/global/redux.yaml", "name: Redux\nscope: global\nrepeat_count: 4\n");
    assert_eq!(add(&ws, &["redux", "--global"])["repeat_count"], 5);
    ws.write("failure_graph/global/moved.yaml", "name: MyISAM\nscope: global\n");
    assert_eq!(run(&["retire", "MyISAM", "--reason", "no more"])["scope"], "global");
}

#[test]
fn writers_at_the_same_time_lose_no_count() {
    let ws = TestWorkspace::new();
    add(&ws, &["并发"]);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..3).for_each(|_| drop(add(&ws, &["并发"]))));
        }
    });
    assert_eq!(add(&ws, &["并发"])["repeat_count"], 14);
}

#[test]
fn a_checkpoint_warns_as_well() {
    let ws = TestWorkspace::new();
    ws.save(json!({
        "goal": "x", "excluded_paths": ["Don't use Tailwind — causes style conflict"],
        "failure_graph": {"GraphQL": {"reason": "no one maintains the schema", "alternatives": ["REST"]}},
    }));
    assert_eq!(check(&ws, "install tailwindcss").len(), 1);
    let found = check(&ws, "新接口用 GraphQL 实现");
    assert_eq!(found[0]["failure"]["alternatives"], json!(["REST"]));
    assert!(check(&ws, "uninstall tailwindcss").is_empty());
}

#[test]
fn a_check_tells_of_packs_it_could_not_use() {
    let ws = TestWorkspace::new();
    add(&ws, &["Tailwind"]);
    ws.write("rules/broken.yaml", "id: [\n");
    let answer = ws.program().args(["check", "install tailwind"]).json();
    assert!(answer["warnings"].to_string().contains("broken.yaml"), "{answer}");
    assert_eq!(answer["matches"].as_array().unwrap().len(), 1);
    let told = ws.program().args(["check", "install tailwind"]).ok().stderr;
    assert_eq!(told.matches("broken.yaml").count(), 1, "{told}");
}

#[test]
fn what_a_snapshot_tells_of_failures_outlives_it() {
    let ws = TestWorkspace::new();
    let state = json!({
        "goal": "登录", "excluded_paths": ["不要用 Tailwind：样式冲突"],
        "failure_graph": {"GraphQL": {"reason": "no one maintains the schema", "repeat_count": 3}},
    });
    let save = |state: &Value| ws.program().args(["save", "--no-diff"]).stdin(state.to_string());
    for _ in 0..3 {
        save(&state).json();
    }
    save(&json!({"goal": "another task"})).json();
    assert_eq!(check(&ws, "install tailwindcss").len(), 1);
    assert_eq!(check(&ws, "新接口用 GraphQL 实现")[0]["failure"]["repeat_count"], 3);
    // One that was withdrawn stays so, whatever a snapshot still says.
    ws.program()
        .args(["failures", "retire", "graphql", "--reason", "the schema has an owner"])
        .ok();
    save(&state).json();
    let listed = ws.program().args(["failures", "list"]).json();
    assert_eq!(names(&listed), ["不要用 Tailwind"]);
}

#[test]
fn the_snapshots_of_earlier_versions_are_looked_through_once() {
    let ws = TestWorkspace::new();
    let note =
        json!({"goal": "old", "failure_graph": {"git submodules": {"reason": "confused all"}}});
    let old = ws.save(note).path;
    ws.save(json!({"goal": "newer"}));
    // As an earlier version left it.
    for folder in ["failure_graph", "cache"] {
        drop(std::fs::remove_dir_all(ws.path(folder)));
    }
    assert!(old.is_file());
    assert_eq!(names(&ws.program().args(["failures", "list"]).json()), ["git submodules"]);
    let file = "failure_graph/project";
    let first = (ws.names(file), ws.read(&format!("{file}/{}", ws.names(file)[0])));
    assert_eq!(check(&ws, "把公共协议做成 git submodule").len(), 1);
    ws.save(json!({"goal": "newest"}));
    assert_eq!(first, (ws.names(file), ws.read(&format!("{file}/{}", ws.names(file)[0]))));
}

#[test]
fn the_same_command_with_its_error_is_known_and_is_not_kept() {
    let ws = TestWorkspace::new();
    let call = ["--call", "make ship --key hunter2", "--error", "exit 2 at /tmp/a/b.rs:7"];
    add(&ws, &[&["发布脚本"], &call[..]].concat());
    let answer = ws.program().args(["check", "--command", "make  ship --key hunter2"]).json();
    let found = &answer["matches"][0];
    assert_eq!((&found["severity"], &found["same_call"]), (&json!("critical"), &json!(true)));
    assert!(
        ws.program().args(["check", "--command", "make test"]).json()["matches"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    assert!(ws.everything().iter().all(|text| !text.contains("hunter2")));
}

#[test]
fn approaches_can_be_given_without_a_workspace() {
    let ws = TestWorkspace::new();
    let outside = || ws.program().folder(ws.around()).env("MINDSAVE_ROOT", "");
    let tried = ["check", "--tried", "把超时时间调大没用", "--tried", "Redis cache - went stale"];
    let answer = outside().args(tried).stdin("increase the timeout to 120 seconds").json();
    let found = &answer["matches"][0];
    assert_eq!(found["failure"]["name"], "把超时时间调大没用");
    assert_eq!(answer["matches"].as_array().unwrap().len(), 1);
    for severity in answer["matches"].as_array().unwrap() {
        assert!(["moderate", "high", "critical"].contains(&severity["severity"].as_str().unwrap()));
    }
}

#[test]
fn what_cannot_be_done_says_so() {
    let ws = TestWorkspace::new();
    ws.program().args(["check"]).stdin(" \n").fails("invalid_input");
    ws.program().args(["check", "x", "--tried", " "]).fails("invalid_input");
    ws.program().args(["failures", "add", "  "]).fails("invalid_input");
    let long = "长".repeat(1000);
    ws.program().args(["failures", "add", &long]).fails("invalid_input");
    ws.program().args(["failures", "show", "没有的"]).fails("not_found");
    ws.program().args(["failures", "promote", "nothing"]).fails("not_found");
    ws.program().args(["failures", "retire", "nothing", "--reason", "x"]).fails("not_found");
}
