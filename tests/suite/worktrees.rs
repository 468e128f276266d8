//! Linked worktrees: what a project knows is shared, each has a task of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mindsave::work::{Event, Happened, SessionId};
use mindsave::{
    Clock, ErrorKind, FailureReport, MindSave, Pick, SaveOptions, State, Timestamp, Workspace,
};
use mindsave_tests::NOW;
use tempfile::TempDir;

struct Project {
    dir: TempDir,
}

impl Project {
    /// A repository with one commit and a linked worktree on a branch of its own.
    fn new() -> Self {
        let project = Self { dir: tempfile::tempdir().unwrap() };
        fs::create_dir(project.main()).unwrap();
        git(&project.main(), &["init", "--quiet"]);
        let id = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        let commit = ["commit", "--quiet", "--allow-empty", "--no-gpg-sign", "-m", "one"];
        git(&project.main(), &[&id[..], &commit].concat());
        let path = project.linked();
        git(
            &project.main(),
            &["worktree", "add", "--quiet", "-b", "feature/x", path.to_str().unwrap()],
        );
        project
    }

    fn main(&self) -> PathBuf {
        self.dir.path().join("main")
    }

    fn linked(&self) -> PathBuf {
        self.dir.path().join("工作 树")
    }
}

fn git(folder: &Path, words: &[&str]) {
    let status = Command::new("git").current_dir(folder).args(words).status().unwrap();
    assert!(status.success(), "git {words:?}");
}

fn open(root: &Path) -> MindSave {
    let workspace = Workspace::find_from(None, root, &|_| None).unwrap();
    MindSave::open(workspace, Clock::Fixed(Timestamp::parse(NOW).unwrap())).unwrap()
}

fn save(mind: &MindSave, goal: &str) {
    let state = State::from_json(&format!(r#"{{"goal": "{goal}"}}"#)).unwrap();
    mind.save(state, &SaveOptions::default()).unwrap();
}

fn goal(mind: &MindSave) -> String {
    mind.load(&Pick::Latest).unwrap().snapshot.state.task.goal
}

#[test]
fn each_worktree_has_its_own_task_and_all_know_what_failed() {
    let project = Project::new();
    let (main, linked) = (open(&project.main()), open(&project.linked()));
    save(&main, "in the main checkout");
    assert_eq!(linked.load(&Pick::Latest).unwrap_err().kind(), ErrorKind::NotFound);
    save(&linked, "in the worktree");
    assert_eq!(goal(&main), "in the main checkout");
    assert_eq!(goal(&linked), "in the worktree");
    for (teller, hearer, name) in [(&main, &linked, "WebSocket 重连"), (&linked, &main, "polling")]
    {
        let report = FailureReport { name: name.into(), ..FailureReport::default() };
        teller.record_failure(&report).unwrap();
        let known = hearer.failures().unwrap().failures;
        assert!(known.iter().any(|failure| failure.name.as_str() == name), "{name}");
    }
    assert!(!project.linked().join(".mindsave").exists(), "nothing is left in the worktree");
}

#[test]
fn rules_said_in_one_worktree_hold_in_the_others() {
    let project = Project::new();
    let (main, linked) = (open(&project.main()), open(&project.linked()));
    let at = Timestamp::parse(NOW).unwrap();
    let said = |text: &str| vec![Event::new(at, Happened::Prompt { text: text.into() })];
    main.observe(&SessionId::of("a"), said("Build the importer. Never use floats for money."))
        .unwrap();
    linked.observe(&SessionId::of("b"), said("修复登录页的白屏。提交信息一律用中文写。")).unwrap();
    let text = |mind: &MindSave, session| {
        mind.restore(&SessionId::of(session), false).unwrap().unwrap().text
    };
    let (main, linked) = (text(&main, "a"), text(&linked, "b"));
    assert!(main.contains("importer") && !main.contains("白屏"), "{main}");
    assert!(linked.contains("白屏") && !linked.contains("importer"), "{linked}");
    for text in [&main, &linked] {
        assert!(text.contains("floats") && text.contains("中文"), "{text}");
    }
}

#[test]
fn a_worktree_that_is_removed_loses_nothing() {
    let project = Project::new();
    save(&open(&project.linked()), "in the worktree");
    let path = project.linked();
    git(&project.main(), &["worktree", "remove", "--force", path.to_str().unwrap()]);
    git(&project.main(), &["worktree", "add", "--quiet", path.to_str().unwrap(), "feature/x"]);
    assert_eq!(goal(&open(&project.linked())), "in the worktree");
}

#[test]
fn another_branch_is_another_task() {
    let project = Project::new();
    save(&open(&project.linked()), "on feature/x");
    git(&project.linked(), &["switch", "--quiet", "-c", "other"]);
    let other = open(&project.linked());
    assert_eq!(other.load(&Pick::Latest).unwrap_err().kind(), ErrorKind::NotFound);
    save(&other, "on other");
    git(&project.linked(), &["switch", "--quiet", "feature/x"]);
    assert_eq!(goal(&open(&project.linked())), "on feature/x");
}

#[test]
fn a_file_that_only_claims_to_be_a_worktree_leads_nowhere() {
    let project = Project::new();
    let claims = project.dir.path().join("claims");
    fs::create_dir(&claims).unwrap();
    fs::copy(project.linked().join(".git"), claims.join(".git")).unwrap();
    save(&open(&claims), "here");
    assert!(claims.join(".mindsave/snapshots").is_dir());
}
