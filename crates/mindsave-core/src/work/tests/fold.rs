use serde_json::json;

use super::*;
use crate::snapshot::State;

#[test]
fn the_register_is_what_was_said_last() {
    let state = fold([
        goal("修复登录"),
        Happened::Phase { text: "debugging".into() },
        next("read the log"),
        next("跑测试"),
        Happened::Blocker { text: Some("no access to staging".into()) },
        Happened::Variable { name: "port".into(), value: json!(8080) },
        Happened::Variable { name: "old".into(), value: json!("x") },
        Happened::Variable { name: "old".into(), value: json!(null) },
        result("wrote the test"),
        result("Wrote the test."),
    ])
    .state();
    assert_eq!(state.task.goal, "修复登录");
    assert_eq!(state.task.phase.unwrap().as_str(), "debugging");
    assert_eq!(state.task.next_action.as_deref(), Some("跑测试"));
    assert_eq!(state.task.blocker.as_deref(), Some("no access to staging"));
    assert_eq!(state.task.status.unwrap().as_str(), "blocked");
    assert_eq!(json!(state.task.variables), json!({"port": 8080}));
    assert_eq!(state.task.progress.unwrap().done, ["wrote the test"]);
}

#[test]
fn files_changed_last_come_first_and_are_bounded() {
    let many = (0..30)
        .map(|i| edit(&format!("src/{i}.rs")))
        .chain([edit("src/3.rs"), edit("$(rm -rf ~).rs")]);
    let files = fold(many).state().task.active_files;
    assert_eq!(files.len(), ACTIVE_FILES_MAX);
    assert_eq!(files[..3], ["$(rm -rf ~).rs", "src/3.rs", "src/29.rs"]);
}

#[test]
fn a_superseded_decision_leaves_and_its_successor_says_so() {
    let work = fold([
        decision("Use Redis", Some("it is fast"), None),
        decision("用 PostgreSQL", Some("一个数据库就够"), Some("use redis")),
    ]);
    let known = work.state().knowledge;
    assert_eq!(known.decisions.len(), 1);
    assert_eq!(known.decisions[0].choice, "用 PostgreSQL");
    assert_eq!(known.decisions[0].reasoning.as_deref(), Some("一个数据库就够"));
    assert_eq!(known.decisions[0].supersedes.as_deref(), Some("use redis"));
    let old = work.graph().get(NodeKind::Decision, "Use Redis").unwrap();
    assert_eq!(old.status, NodeStatus::Superseded);
    let link = work.graph().links().next().unwrap();
    assert_eq!((link.kind, link.to.id), (LinkKind::Supersedes, old.id));
}

#[test]
fn a_superseded_rule_leaves_as_well() {
    let by = Happened::Superseded { text: "use npm".into(), by: "Use pnpm".into() };
    let work = fold([rule("Use npm"), rule("Use pnpm"), by]);
    assert_eq!(work.state().knowledge.constraints, ["Use pnpm"]);
}

#[test]
fn a_reason_said_later_is_added() {
    let known =
        fold([decision("REST", None, None), decision("rest.", Some("clients know it"), None)]);
    let decisions = known.state().knowledge.decisions;
    assert_eq!((decisions.len(), decisions[0].reasoning.as_deref()), (1, Some("clients know it")));
}

#[test]
fn a_failure_again_is_counted_and_one_of_the_user_is_never_evicted() {
    let work = fold([
        failure("Tailwind", "the user forbade it", Some("user")),
        failure("tailwind", "the user forbade it", None),
        failure("global lock", "too slow", Some("system")),
    ]);
    let known = work.state().knowledge.failure_graph;
    assert_eq!(known["Tailwind"].repeat_count(), 2);
    assert_eq!(known["Tailwind"].alternatives().collect::<Vec<_>>(), ["CSS variables"]);
    let policy = |text| work.graph().get(NodeKind::Failure, text).unwrap().policy();
    assert_eq!((policy("tailwind"), policy("global lock")), (Policy::Never, Policy::CompressFirst));
}

#[test]
fn a_closed_goal_leaves_and_the_one_before_comes_back() {
    let mut said = vec![goal("ship 2.0"), goal("修复登录"), next("跑测试"), closed("修复登录。")];
    let work = fold(said.clone());
    assert_eq!(work.state().task.goal, "ship 2.0");
    assert_eq!(work.state().task.next_action, None);
    said.push(closed("ship 2.0"));
    let work = fold(said);
    assert_eq!((work.state().task.goal.as_str(), work.state().task.status), ("", None));
}

#[test]
fn a_closed_rule_leaves_and_comes_back_when_it_is_given_again() {
    let said = [rule("不要用 JWT"), closed("不要用JWT。")];
    assert!(fold(said.clone()).state().knowledge.constraints.is_empty());
    let again = said.into_iter().chain([rule("不要用 JWT")]);
    assert_eq!(fold(again).state().knowledge.constraints, ["不要用 JWT"]);
}

#[test]
fn entries_are_closed_by_name_as_well() {
    let work = fold([rule("no JWT")]);
    let id = work.graph().nodes()[0].id.to_string();
    assert!(fold([rule("no JWT"), closed(&id)]).state().knowledge.constraints.is_empty());
}

#[test]
fn the_same_rule_for_another_part_of_the_code_is_another_rule() {
    let scoped = |scope: &str| Happened::Constraint {
        text: "backward compatible".into(),
        scope: Some(scope.into()),
    };
    let work = fold([scoped("src/api/"), scoped("src/db/"), scoped("src/api/")]);
    let rules = work.state().knowledge.constraints;
    assert_eq!(rules, ["backward compatible (src/api/)", "backward compatible (src/db/)"]);
    let state = work.state();
    assert_eq!(
        Work::of_state(&state, Timestamp::from_millis(0)).state().knowledge,
        state.knowledge
    );
    let both = fold([scoped("src/api/"), scoped("src/db/"), closed("Backward compatible")]);
    assert!(both.state().knowledge.constraints.is_empty());
}

#[test]
fn a_new_goal_leaves_the_steps_of_the_old_one_behind() {
    let state =
        fold([goal("a"), next("run a"), goal("A."), next("run a again"), goal("b")]).state();
    assert_eq!((state.task.goal.as_str(), state.task.next_action), ("b", None));
}

#[test]
fn subagents_change_neither_goal_nor_next_action_nor_phase() {
    let mut events = journal([
        goal("a"),
        next("run"),
        Happened::Phase { text: "executing".into() },
        goal("x"),
        next("y"),
        Happened::Phase { text: "planning".into() },
        Happened::Blocker { text: Some("z".into()) },
        rule("no JWT"),
    ]);
    events[3..].iter_mut().for_each(|event| event.agent = Some("explorer".into()));
    let state = Work::fold([&events[..]], &|_| None).state();
    assert_eq!((state.task.goal.as_str(), state.task.next_action.as_deref()), ("a", Some("run")));
    assert_eq!((state.task.phase.unwrap().as_str(), state.task.blocker), ("executing", None));
    assert_eq!(state.knowledge.constraints, ["no JWT"]);
}

#[test]
fn what_the_agent_saves_replaces_the_register_and_joins_what_is_known() {
    let text = r#"{"goal": "b", "next_action": "deploy", "constraints": ["no jwt.", "用 pnpm"],
        "decisions": [{"choice": "REST", "reasoning": "simple"}],
        "failure_graph": {"Redux": {"reason": "slow", "repeat_count": 3}}}"#;
    let saved = State::from_json(text).unwrap();
    let save = |trigger: Option<&str>| Happened::Save {
        snapshot: "b_2026-05-10".into(),
        trigger: trigger.map(str::to_owned),
    };
    let said =
        |save| journal([goal("a"), next("run"), rule("no JWT"), edit("a.rs"), result("one"), save]);
    let look = |name: &str| (name == "b_2026-05-10").then(|| saved.clone());
    let state = Work::fold([&said(save(None))[..]], &look).state();
    assert_eq!(
        (state.task.goal.as_str(), state.task.next_action.as_deref()),
        ("b", Some("deploy"))
    );
    assert_eq!(state.knowledge.constraints, ["no JWT", "用 pnpm"]);
    assert_eq!(state.knowledge.decisions, saved.knowledge.decisions);
    assert_eq!(state.knowledge.failure_graph["Redux"].repeat_count(), 3);
    assert_eq!(state.task.active_files, ["a.rs"]);
    assert_eq!(state.task.progress.unwrap().done, ["one"]);
    // What was saved by itself replaces nothing.
    let state = Work::fold([&said(save(Some("tool-threshold")))[..]], &look).state();
    assert_eq!((state.task.goal.as_str(), state.knowledge.constraints.len()), ("a", 1));
}

#[test]
fn a_learning_seen_three_times_is_a_skill() {
    let learned = || note("learning", "Run cargo fmt first");
    let kinds = |times: usize| -> Vec<(NodeKind, NodeStatus, u32)> {
        let work = fold((0..times).map(|_| learned()));
        work.graph().nodes().iter().map(|node| (node.kind, node.status, node.uses)).collect()
    };
    assert_eq!(kinds(2), [(NodeKind::Fact, NodeStatus::Active, 2)]);
    let fact = (NodeKind::Fact, NodeStatus::Superseded, 3);
    assert_eq!(kinds(3), [fact, (NodeKind::Skill, NodeStatus::Active, 3)]);
    assert_eq!(kinds(5), [fact, (NodeKind::Skill, NodeStatus::Active, 5)]);
}

#[test]
fn a_call_that_failed_is_a_problem_until_it_works() {
    let failed = run("cargo test", Outcome::Failed, Some("\nerror[E0308]: mismatched\nmore"));
    let work = fold([failed.clone()]);
    let node = &work.graph().nodes()[0];
    assert_eq!(
        (node.kind, node.text.as_str()),
        (NodeKind::Error, "cargo test: error[E0308]: mismatched")
    );
    let status = |last| fold([failed.clone(), last]).graph().nodes()[0].status;
    assert_eq!(status(run("cargo test", Outcome::Interrupted, None)), NodeStatus::Active);
    assert_eq!(status(run("cargo test", Outcome::Ok, None)), NodeStatus::Resolved);
}

#[test]
fn sessions_are_folded_by_time_and_lines_keep_their_order() {
    let at = |millis, happened| Event::new(Timestamp::from_millis(millis), happened);
    // The clock of the first session runs backwards: its second line still comes after its first.
    let first = [at(5_000, goal("a")), at(1_000, next("from a")), at(9_000, next("last"))];
    let second = [at(2_000, goal("b")), at(6_000, rule("no JWT"))];
    let one = Work::fold([&first[..], &second[..]], &|_| None).state();
    let other = Work::fold([&second[..], &first[..]], &|_| None).state();
    assert_eq!(one, other);
    assert_eq!((one.task.goal.as_str(), one.task.next_action.as_deref()), ("a", Some("last")));
}

#[test]
fn old_steps_are_archived_and_none_is_lost() {
    let state = fold((0..150).map(|i| result(&format!("step {i}")))).state();
    let done = state.task.progress.unwrap().done;
    assert_eq!((done.len(), done[0].as_str()), (DONE_MAX, "step 50"));
    assert_eq!(state.archive.completed_steps.len(), 50);
}

#[test]
fn a_state_is_the_work_it_came_from() {
    let work = fold([
        goal("修复登录"),
        next("跑测试"),
        rule("不要用 JWT"),
        decision("REST", Some("simple"), None),
        failure("Redux", "slow", Some("user")),
        result("one"),
        edit("a.rs"),
    ]);
    let state = work.state();
    assert_eq!(Work::of_state(&state, Timestamp::from_millis(0)).state(), state);
}

#[test]
fn a_noted_goal_is_open_beside_the_present_one() {
    let said = [goal("a"), note("goal", "b"), next("run a")];
    let state = fold(said.clone()).state();
    assert_eq!((state.task.goal.as_str(), state.task.next_action.as_deref()), ("a", Some("run a")));
    let closed = fold(said.into_iter().chain([closed("a")])).state();
    assert_eq!((closed.task.goal.as_str(), closed.task.next_action), ("b", None));
    assert_eq!(fold([note("goal", "b")]).state().task.goal, "b");
}

#[test]
fn a_finished_step_is_not_the_next_one() {
    let (at, event) =
        (Timestamp::from_millis, |at, happened| Event::new(Timestamp::from_millis(at), happened));
    let saved =
        json!({"goal": "g", "next_action": "add the limiter", "progress": {"next": ["deploy"]}});
    let mut work = Work::of_state(&State::from_value(saved).unwrap(), at(0));
    for (text, next) in
        [("deploy docs", Some("add the limiter")), ("Add the limiter.", Some("deploy"))]
    {
        work.apply(&event(1, result(text)), &|_| None);
        assert_eq!(work.register().next_action.as_deref(), next);
    }
    work.apply(&event(2, result("deploy")), &|_| None);
    assert_eq!(work.register().next_action, None);
    assert_eq!(work.state().task.progress.unwrap().done.len(), 3);
}

#[test]
fn a_work_is_as_old_as_what_was_said_last_and_not_as_its_session() {
    let (at, event) =
        (Timestamp::from_millis, |at, happened| Event::new(Timestamp::from_millis(at), happened));
    let mut work = Work::of_state(&State::from_value(json!({"goal": "g"})).unwrap(), at(0));
    work.apply(&event(9, Happened::SessionStart { source: "startup".into() }), &|_| None);
    assert_eq!(work.changed(), Some(at(0)));
    work.apply(&event(10, Happened::Goal { text: "h".into() }), &|_| None);
    assert_eq!(work.changed(), Some(at(10)));
    assert_eq!(Work::of_kept(&work.to_kept()).unwrap().changed(), Some(at(10)));
}
