//! Saves nobody asks for: sentences in two languages, layers, cooldown, emergency, clean-up.

use std::cell::Cell;

use mindsave::work::{Event, Happened, Outcome, SessionId, ToolCall};
use mindsave::{Budget, Pick, Timestamp, Watched};
use mindsave_tests::TestWorkspace;
use serde_json::Value;

/// A session that is told event by event, each by a process of its own.
struct Told {
    ws: TestWorkspace,
    session: SessionId,
    seconds: i64,
    calls: u32,
}

impl Told {
    fn new() -> Self {
        Self { ws: TestWorkspace::new(), session: SessionId::of("s-1"), seconds: 0, calls: 0 }
    }

    /// A session with a goal and some work.
    fn with_goal(goal: &str) -> Self {
        let mut told = Self::new();
        told.tell(Happened::Goal { text: goal.to_owned() });
        told.edit("src/login.rs");
        told
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_millis(1_778_000_000_000 + self.seconds * 1000)
    }

    fn tell(&mut self, happened: Happened) -> Watched {
        let mind = self.ws.mind_at(&self.now().to_string());
        let events = [Event::new(self.now(), happened)];
        mind.watch(&self.session, &events, || Ok(mind.work()?.work.state())).unwrap()
    }

    fn call(&mut self, call: ToolCall, outcome: Outcome) -> Watched {
        self.calls += 1;
        let id = Some(format!("toolu_{}", self.calls));
        self.tell(Happened::ToolCall(ToolCall { call: id, outcome: Some(outcome), ..call }))
    }

    fn edit(&mut self, path: &str) -> Watched {
        let path = Some(path.to_owned());
        self.call(
            ToolCall { tool: "Edit".into(), path, edits: true, ..ToolCall::default() },
            Outcome::Ok,
        )
    }

    fn run(&mut self, command: &str, outcome: Outcome) -> Watched {
        let command = Some(command.to_owned());
        self.call(ToolCall { tool: "Bash".into(), command, ..ToolCall::default() }, outcome)
    }

    fn says(&mut self, text: &str) -> Watched {
        self.tell(Happened::Prompt { text: text.to_owned() })
    }

    fn rule(&mut self, text: &str) -> Watched {
        self.tell(Happened::Constraint { text: text.to_owned(), scope: None })
    }

    fn decides(&mut self, text: &str, reason: &str) -> Watched {
        let (text, reason) = (text.to_owned(), Some(reason.to_owned()));
        self.tell(Happened::Decision { text, reason, options: vec![], supersedes: None })
    }

    fn snapshots(&self) -> Vec<String> {
        self.ws.names("snapshots")
    }
}

/// The reason and the layers of the only save.
#[track_caller]
fn only(watched: &Watched) -> (String, Vec<&'static str>) {
    let [saved] = &watched.saved[..] else { panic!("{:?} {:?}", watched.verdict, watched.saved) };
    let snapshot = &saved.snapshot;
    let reason = snapshot.state.auto_trigger.as_ref().map(|trigger| trigger.reason.clone());
    (reason.unwrap_or_default(), snapshot.layers.names())
}

#[test]
fn ten_calls_save_the_task_with_the_reason_in_it() {
    let mut told = Told::with_goal("修复登录");
    for _ in 0..8 {
        assert!(told.run("cargo test", Outcome::Ok).saved.is_empty());
    }
    let watched = told.run("cargo test", Outcome::Ok);
    assert_eq!(only(&watched), ("tool-threshold".to_owned(), vec!["L1"]));
    let state = &watched.saved[0].snapshot.state;
    assert_eq!(state.auto_trigger.as_ref().unwrap().tool_calls_since_last, 10);
    assert_eq!(state.auto_trigger.as_ref().unwrap().extra["session"], "s-1");
    assert_eq!(state.task.state.as_deref(), Some("已自动保存：tool-threshold"));
    assert_eq!(watched.notice, None, "silently");
    assert_eq!(watched.gauge.calls_since_save(), 0);
}

#[test]
fn sentences_that_end_the_session_save_in_both_languages() {
    for text in ["done", "先这样", "结束", "Let's stop here.", "今天就到这吧"] {
        let mut told = Told::with_goal("Import the ledger");
        let watched = told.says(text);
        assert_eq!(only(&watched), ("user-ending".to_owned(), vec!["L1", "L2"]), "{text}");
    }
}

#[test]
fn corrections_save_in_both_languages() {
    for text in ["不对", "不是这样", "我说的是登录页", "No, I meant the login page."] {
        let mut told = Told::with_goal("Import the ledger");
        let watched = told.says(text);
        assert_eq!(only(&watched), ("user-corrected".to_owned(), vec!["L1", "L2"]), "{text}");
    }
}

#[test]
fn after_a_refusal_nothing_is_written_until_it_is_lifted() {
    for (refusal, lifted) in
        [("don't save", "you can save again"), ("不需要保存", "现在可以保存了")]
    {
        let mut told = Told::with_goal("Import the ledger");
        told.says(refusal);
        for _ in 0..12 {
            told.run("make", Outcome::Ok);
        }
        told.decides("用会话", "可以注销");
        told.tell(Happened::Context { ratio: 0.99 });
        told.tell(Happened::SessionEnd { reason: "other".into() });
        assert!(told.snapshots().is_empty(), "{refusal}");
        let watched = told.says(lifted);
        assert!(!watched.saved.is_empty(), "{lifted}: {:?}", watched.verdict);
    }
}

#[test]
fn chat_and_questions_are_not_saved() {
    let mut told = Told::new();
    told.tell(Happened::Goal { text: "what is a monad?".into() });
    for text in ["hi", "what is a monad?", "谢谢", "不对", "done"] {
        told.says(text);
    }
    let path = Some("README.md".to_owned());
    told.call(ToolCall { tool: "Read".into(), path, ..ToolCall::default() }, Outcome::Ok);
    told.says("先这样");
    told.tell(Happened::SessionEnd { reason: "other".into() });
    assert!(told.snapshots().is_empty());
}

#[test]
fn the_cooldown_puts_off_and_the_end_of_the_session_does_not_wait() {
    let mut told = Told::with_goal("修复登录");
    told.decides("用会话", "可以注销");
    told.seconds += 299;
    let early = told.decides("no ORM", "slow");
    assert!(early.saved.is_empty(), "{:?}", early.verdict);
    told.seconds += 1;
    let late = told.run("ls", Outcome::Ok);
    assert_eq!(only(&late), ("key-decision".to_owned(), vec!["L1", "L2"]));
    told.edit("src/a.rs");
    let end = told.tell(Happened::SessionEnd { reason: "logout".into() });
    assert_eq!(only(&end), ("session-end".to_owned(), vec!["L1", "L2"]));
}

#[test]
fn the_state_is_worked_out_only_when_a_save_is_due() {
    let told = Told::new();
    let mind = told.ws.mind();
    let asked = Cell::new(0);
    let state = || {
        asked.set(asked.get() + 1);
        mind.work().map(|present| present.work.state())
    };
    let event = |happened| [Event::new(told.now(), happened)];
    let goal = Happened::Goal { text: "修复登录".into() };
    mind.watch(&told.session, &event(goal), state).unwrap();
    assert_eq!(asked.get(), 0);
    let result = Happened::Result { text: "解析器写好了".into() };
    mind.watch(&told.session, &event(result), state).unwrap();
    assert_eq!(asked.get(), 1);
}

#[test]
fn without_a_goal_nothing_is_saved_and_nothing_fails() {
    let mut told = Told::new();
    let watched = told.decides("用会话", "可以注销");
    assert!(watched.no_goal && watched.saved.is_empty());
    let watched = told.tell(Happened::Goal { text: "修复登录".into() });
    assert_eq!(only(&watched).0, "key-decision", "the trigger fires again");
}

#[test]
fn yellow_saves_and_tells_the_user_in_the_language_of_the_goal() {
    for (goal, notice) in [
        ("Import the ledger", "Context pressure rising. MindSave auto-checkpoint saved."),
        ("修复登录", "上下文压力上升，MindSave 已自动保存检查点。"),
    ] {
        let mut told = Told::with_goal(goal);
        let watched = told.tell(Happened::Context { ratio: 0.73 });
        assert_eq!(only(&watched), ("context-pressure".to_owned(), vec!["L1"]));
        assert_eq!((watched.notice, watched.hand_off), (Some(notice), false));
        let again = told.tell(Happened::Context { ratio: 0.74 });
        assert_eq!((again.saved.len(), again.notice), (0, None), "once");
    }
}

#[test]
fn red_saves_layer_1_small_and_then_all_there_is_and_hands_off() {
    let mut told = Told::with_goal("Import the ledger");
    told.rule("no unwrap in library code");
    let watched = told.tell(Happened::Context { ratio: 0.97 });
    let names: Vec<String> =
        watched.saved.iter().map(|saved| saved.snapshot.id.to_string()).collect();
    assert!(names[0].starts_with("OVF_Import_the_ledger") && !names[1].starts_with("OVF_"));
    let reason = |at: usize| {
        let trigger = watched.saved[at].snapshot.state.auto_trigger.clone();
        trigger.map(|trigger| trigger.reason)
    };
    assert_eq!(reason(0).as_deref(), Some("context-overflow"));
    assert_eq!(watched.saved[0].snapshot.layers.names(), ["L1"]);
    assert_eq!(watched.saved[1].snapshot.layers.names(), ["L1", "L2"]);
    assert!(watched.hand_off && watched.warnings.is_empty(), "{:?}", watched.warnings);
    let notice = "⚠️ Context overflow imminent. Auto-saved. Start new conversation with /load.";
    assert_eq!(watched.notice, Some(notice));
    let loaded = told.ws.mind().load(&Pick::Latest).unwrap();
    assert_eq!(loaded.snapshot.state.knowledge.constraints, ["no unwrap in library code"]);
    let again = told.tell(Happened::Context { ratio: 0.98 });
    assert!(again.saved.is_empty() && !again.hand_off, "once in a context");
}

#[test]
fn before_a_compaction_everything_is_saved() {
    let mut told = Told::with_goal("修复登录");
    told.decides("用会话", "可以注销");
    told.edit("src/a.rs");
    let watched = told.tell(Happened::Compaction { trigger: "auto".into() });
    assert_eq!(only(&watched), ("before-compaction".to_owned(), vec!["L1", "L2"]));
    let again = told.tell(Happened::Compaction { trigger: "auto".into() });
    assert!(again.saved.is_empty(), "nothing new");
}

#[test]
fn a_recovered_error_saves_the_task() {
    let mut told = Told::with_goal("修复登录");
    for _ in 0..2 {
        told.run("cargo test login", Outcome::Failed);
    }
    let watched = told.run("cargo test login", Outcome::Ok);
    assert_eq!(only(&watched), ("error-recovered".to_owned(), vec!["L1"]));
}

#[test]
fn a_long_session_does_not_fill_the_folder() {
    let mut told = Told::with_goal("修复登录");
    mindsave_tests::workspace::save(
        &told.ws.mind_at("2026-05-01T08:00:00Z"),
        serde_json::json!({"goal": "another", "constraints": ["keep"]}),
    );
    told.rule("不要用 JWT");
    let mut saves = 0;
    for n in 0..40 {
        told.seconds += 400;
        for _ in 0..9 {
            told.run("cargo check", Outcome::Ok);
        }
        saves += told.edit(&format!("src/{n}.rs")).saved.len();
    }
    assert!(saves >= 39, "{saves}");
    let (entries, _) = told.ws.mind().list().unwrap();
    assert_eq!(entries.len(), 20, "the limit");
    assert!(entries.iter().any(|entry| entry.goal == "another"), "what was saved by hand stays");
    let value = mindsave::answer::entries(&entries);
    let open: Vec<&Value> =
        value.as_array().unwrap().iter().filter(|entry| entry["protected"] == true).collect();
    assert_eq!(open.len(), 1, "only the newest is in progress");
    assert_eq!(open[0]["number"], 1);
}

#[test]
fn a_snapshot_of_the_task_alone_is_restored_with_the_rules_of_the_task() {
    let mut told = Told::with_goal("Import the ledger");
    told.rule("no unwrap in library code");
    told.decides("stream rows", "files reach 4 GB");
    told.seconds += 400;
    for _ in 0..10 {
        told.run("cargo check", Outcome::Ok);
    }
    let mind = told.ws.mind();
    assert_eq!(mind.list().unwrap().0[0].layers, ["L1"]);
    let loaded = mind.load(&Pick::Latest).unwrap();
    assert_eq!(loaded.snapshot.layers.names(), ["L1", "L2"]);
    let from = loaded.knowledge_from.as_ref().expect("a snapshot with a Layer 2");
    assert_ne!(*from, loaded.snapshot.id);
    assert_eq!(loaded.snapshot.state.knowledge.decisions[0].choice, "stream rows");
    let text = mind.resume(&Pick::Latest, Budget::default()).unwrap().text;
    assert!(text.contains("no unwrap in library code"), "{text}");
    let value = told.ws.program().args(["load", "--latest"]).json();
    assert_eq!(value["knowledge_from"], from.as_str());
    assert_eq!(value["constraints"][0], "no unwrap in library code");
    // And what was loaded can be saved again.
    told.ws.program().args(["save", "--state", "-"]).stdin(value.to_string()).json();
}

/// Issue: a scripted session of 200 events, with no save by hand, is restored by a new process.
#[test]
fn a_session_of_200_events_is_restored_by_a_new_process() {
    let mut told = Told::new();
    told.says("把账本从 CSV 导入");
    told.tell(Happened::Goal { text: "把账本从 CSV 导入".into() });
    told.rule("提交信息用中文");
    told.decides("流式读取", "文件有 4 GB");
    told.tell(Happened::Failure {
        text: "polars".into(),
        reason: Some("loads the whole file".into()),
        alternatives: vec!["csv".into()],
        rejected_by: Some("user".into()),
    });
    for n in 0..190 {
        told.seconds += 20;
        match n % 19 {
            0 => told.tell(Happened::Result { text: format!("step {n} finished") }),
            1 => told.says("继续"),
            2 => told.tell(Happened::Context { ratio: 0.2 + f64::from(n) / 400.0 }),
            3..=8 => told.edit(&format!("src/{}.rs", n % 7)),
            _ => told.run("cargo check", Outcome::Ok),
        };
    }
    told.tell(Happened::NextAction { text: "跑一遍导入测试".into() });
    told.tell(Happened::SessionEnd { reason: "prompt_input_exit".into() });
    let value = told.ws.program().args(["load", "--latest"]).json();
    assert_eq!(value["goal"], "把账本从 CSV 导入");
    assert_eq!(value["next_action"], "跑一遍导入测试");
    assert_eq!(value["constraints"][0], "提交信息用中文");
    assert_eq!(value["decisions"][0]["reasoning"], "文件有 4 GB");
    assert_eq!(value["failure_graph"]["polars"]["reason"], "loads the whole file");
    assert_eq!(value["progress"]["done"].as_array().map(Vec::len), Some(10));
    assert!(told.snapshots().len() <= 20);
}
