//! `mindsave rules …`: the packs of the user's, and what is no pack.

use std::fs;

use mindsave_tests::TestWorkspace;

const PACK: &str = "\
id: stack
symbol: stack
name: {en: Stack, zh: 技术栈}
concepts:
  - {id: marmot, name: Marmot, en: [marmot], zh: [土拨鼠]}
";

/// What a rule names, by the packs in force.
fn named(ws: &TestWorkspace, rule: &str) -> Vec<String> {
    let answer = ws.program().args(["compress", "--explain", rule]).json();
    let names = answer[0]["subjects"].as_array().unwrap();
    names.iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_pack_whose_concepts_are_above_each_other_is_refused() {
    let ws = TestWorkspace::new();
    let more = "  - {id: a, name: A1, en: [aone], parents: [b]}\n  - {id: b, name: B1, en: [bone], parents: [a]}\n";
    ws.write("rules/a.yaml", format!("{PACK}{more}"));
    let error = ws.program().args(["rules", "check"]).fails("invalid_input");
    assert!(error["message"].as_str().unwrap().contains("`a` is above itself"), "{error}");
}

#[test]
fn a_pack_that_is_not_there_or_is_a_folder_is_named() {
    let ws = TestWorkspace::new();
    let error = ws.program().args(["rules", "check", "none.yaml"]).fails("not_found");
    assert_eq!(error["file"], "none.yaml");
    fs::create_dir(ws.root().join("folder.yaml")).unwrap();
    let error = ws.program().args(["rules", "check", "folder.yaml"]).fails("invalid_input");
    assert_eq!(error["file"], "folder.yaml");
    let error = ws.program().args(["compress", "--from", "folder.yaml"]).fails("invalid_input");
    assert_eq!(error["file"], "folder.yaml");
}

#[test]
fn of_two_files_with_one_pack_the_second_is_refused() {
    let ws = TestWorkspace::new();
    ws.write("rules/a.yaml", PACK);
    ws.write("rules/b.yaml", PACK.replace("marmot", "badger"));
    let listed = ws.program().args(["rules", "list"]).json();
    let broken = listed["broken"].to_string();
    assert!(broken.contains("b.yaml") && broken.contains("a.yaml"), "{broken}");
    assert_eq!(named(&ws, "no marmot"), ["-Marmot (Stack)"]);
    assert!(named(&ws, "no badger").is_empty());
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_link_that_leads_out_is_no_pack_and_its_text_is_not_shown() {
    let ws = TestWorkspace::new();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret.yaml"), "hunter2: [").unwrap();
    ws.write("rules/a.yaml", PACK);
    std::os::unix::fs::symlink(outside.path().join("secret.yaml"), ws.path("rules/link.yaml"))
        .unwrap();
    let made = std::process::Command::new("mkfifo").arg(ws.path("rules/pipe.yaml")).status();
    assert!(made.unwrap().success());
    let listed = ws.program().args(["rules", "list"]).json();
    let broken = listed["broken"].to_string();
    assert!(!broken.contains("hunter2"), "{broken}");
    assert_eq!(named(&ws, "no marmot"), ["-Marmot (Stack)"]);
}

#[test]
fn a_pack_of_nothing_but_brackets_is_refused_at_once() {
    let ws = TestWorkspace::new();
    ws.write("rules/deep.yaml", format!("id: x\nconcepts: {}\n", "[".repeat(100_000)));
    let listed = ws.program().args(["rules", "list"]).json();
    assert!(listed["broken"].to_string().contains("nested too deep"), "{}", listed["broken"]);
}
