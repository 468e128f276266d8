//! `mindsave gotchas`, and the check that meets them.

use mindsave_tests::TestWorkspace;
use serde_json::{Value, json};

fn met(ws: &TestWorkspace, action: &str) -> Vec<Value> {
    ws.program().args(["check", action]).json()["gotchas"].as_array().unwrap().clone()
}

#[test]
fn a_gotcha_is_noted_listed_met_in_the_other_language_and_removed() {
    let ws = TestWorkspace::new();
    let text = "Vercel Edge has no Node crypto -> 用 Web Crypto";
    let noted = ws.program().args(["gotchas", "add", text]).json();
    assert_eq!(noted["workaround"], "用 Web Crypto");
    assert_eq!(ws.read("memory/MEMORY.md"), format!("## Gotchas\n- {text}\n"));
    let listed = ws.program().args(["gotchas", "list"]).ok().stdout;
    insta::assert_snapshot!(listed, @"Vercel Edge has no Node crypto -> 用 Web Crypto (project)");
    let found = met(&ws, "在 Vercel Edge 里用 Node crypto 签名");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["gotcha"]["title"], "Vercel Edge has no Node crypto");
    let told = ws.program().args(["check", "sign with Node crypto on Vercel Edge"]).ok().stdout;
    insta::assert_snapshot!(told, @r"
    critical (gotcha): Vercel Edge has no Node crypto
      meets a known hazard (Vercel, Edge, Node, crypto); way around it: 用 Web Crypto
    ");
    assert_eq!(met(&ws, "deploy the docs to Vercel"), [Value::Null; 0]);
    ws.program().args(["gotchas", "remove", "vercel edge has no node crypto"]).ok();
    assert_eq!(met(&ws, "sign with Node crypto on Vercel Edge"), [Value::Null; 0]);
    let error = ws.program().args(["gotchas", "remove", "x"]).fails("not_found");
    assert!(error.to_string().contains("gotchas list"), "{error}");
}

#[test]
fn one_of_all_projects_is_met_in_each() {
    let (one, two, home) = (TestWorkspace::new(), TestWorkspace::new(), TestWorkspace::new());
    let of = |ws: &TestWorkspace| ws.program().env("HOME", home.home());
    let title = "微信小程序不支持 Blob 下载";
    let add = ["gotchas", "add", "--global", title, "--workaround", "ArrayBuffer"];
    assert_eq!(of(&one).args(add).json()["scope"], "global");
    for ws in [&one, &two] {
        let found = of(ws).args(["check", "在小程序里下载 Blob"]).json();
        assert_eq!(found["gotchas"][0]["gotcha"]["title"], title, "{found}");
    }
    let edges = home.home().join(".mindsave/global_edges.json");
    std::fs::write(&edges, "{").unwrap();
    let found = of(&two).args(["check", "在小程序里下载 Blob"]).json();
    assert_eq!(found["gotchas"], json!([]));
    assert!(found["warnings"].to_string().contains("global_edges.json"), "{found}");
    of(&two).args(["gotchas", "add", "--global", "a"]).fails("corrupt");
    assert_eq!(std::fs::read_to_string(&edges).unwrap(), "{");
}

#[test]
fn a_memory_file_of_people_keeps_every_byte() {
    let ws = TestWorkspace::new();
    let file = "# 商店\r\n\r\n## 注意事项\r\n- 甲会丢包\r\n\r\n## Log\r\n- 乙\r\n";
    ws.write("memory/MEMORY.md", file);
    ws.program().args(["gotchas", "add", "乙会重复", "--workaround", "去重"]).ok();
    let line = "- 乙会重复 -> 去重\r\n";
    assert_eq!(ws.read("memory/MEMORY.md").replace(line, ""), file);
    ws.program().args(["gotchas", "remove", "乙会重复"]).ok();
    assert_eq!(ws.read("memory/MEMORY.md"), file);
    ws.program().args(["gotchas", "add", "a -> b", "--workaround", "c"]).fails("invalid_input");
    ws.program().args(["gotchas", "add", " "]).fails("invalid_input");
}

#[test]
fn two_processes_note_without_losing_one() {
    let ws = TestWorkspace::new();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let ws = &ws;
            scope.spawn(move || {
                for i in 0..5 {
                    let title = format!("hazard {writer}-{i}");
                    ws.program().args(["gotchas", "add", &title]).ok();
                }
            });
        }
    });
    let listed = ws.program().args(["gotchas", "list"]).json();
    assert_eq!(listed["gotchas"].as_array().unwrap().len(), 20);
}
