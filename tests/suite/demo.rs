//! `mindsave demo`: the main job on real input.

use mindsave_tests::TestWorkspace;
use mindsave_tests::tokens::count;

const NEXT: &str = "set SameSite=None; Secure in src/auth/session.ts, then run npx playwright test e2e/login.spec.ts";

#[test]
fn the_demo_gives_the_next_action_back_exactly_within_eight_hundred_tokens() {
    let ws = TestWorkspace::new();
    let answer = ws.program().args(["demo"]).json();
    assert_eq!(
        (answer["next_action"].as_str(), answer["state_returned_exactly"].as_bool()),
        (Some(NEXT), Some(true))
    );
    assert!(answer["warning"].as_str().unwrap().contains("改用：set SameSite=None"), "{answer}");
    let resume = answer["resume"].as_str().unwrap();
    assert!(resume.contains(&format!("\n下一步：{NEXT}\n")), "{resume}");
    assert!(count(resume) <= 800, "{}", count(resume));
    assert!(u64::from(count(resume)) <= answer["tokens"].as_u64().unwrap(), "{answer}");
}

#[test]
fn the_demo_prints_each_step_and_leaves_nothing_behind() {
    let ws = TestWorkspace::new();
    let text = ws.program().args(["demo"]).ok().stdout;
    for part in [
        "1. A session works",
        "2. A new session",
        "3. What came back",
        "of at most 800",
        "every field as it was saved: yes",
        "4. A failure was told in English",
        "warning: 重复了失败过的做法",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(text.contains(&format!("   the next action, exactly: {NEXT}\n")), "{text}");
    assert!(text.contains("   [mindsave] ") && text.contains("   [/mindsave]\n"), "{text}");
    assert_eq!(ws.everything(), [""; 0]);
    assert_eq!(std::fs::read_dir(ws.tmp()).unwrap().count(), 0, "no folder either");
}

#[test]
fn the_demo_needs_no_workspace() {
    let ws = TestWorkspace::new();
    let plain = ws.around().join("plain");
    std::fs::create_dir(&plain).unwrap();
    ws.program().folder(&plain).args(["demo"]).ok();
    let missing = ws.around().join("missing");
    ws.program().env("TMPDIR", missing).args(["demo"]).fails("unavailable");
}
