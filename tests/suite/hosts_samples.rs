//! Every sample of every host: to its own host, changed in every way, and to every other host.

use std::fs;

use mindsave_hosts::Host;
use mindsave_tests::TestWorkspace;
use mindsave_tests::hosts::{Sample, handled, hook, samples, samples_of, worked_in, wrong_with};
use serde_json::{Value, json};

/// The event of a host before its context is compacted.
fn compaction(host: Host) -> Option<Sample> {
    let own = samples_of(host);
    let is_it = |sample: &&Sample| {
        let event = sample.event();
        ["PreCompact", "preCompact", "PreCompress", "before_compaction"].contains(&event)
            || event == "experimental.session.compacting"
    };
    own.iter().find(is_it).cloned()
}

/// What a host hears at one of its samples, and what is written down of it.
fn heard(sample: &Sample, after_compaction: bool) -> (String, Vec<String>) {
    let ws = worked_in();
    if let Some(before) = compaction(sample.host).filter(|_| after_compaction) {
        let text = before.text_in(&ws.root());
        hook(&ws, before.host, before.event()).stdin(text).ok();
    }
    let program = hook(&ws, sample.host, sample.event());
    let answer = program.stdin(sample.text_in(&ws.root())).ok();
    assert_eq!(answer.stderr, "", "{sample:?}");
    assert_eq!(wrong_with(&answer.stdout, sample.host), None, "{}", sample.name);
    assert!(!ws.path("hook.log").exists(), "{}: {}", sample.name, ws.read("hook.log"));
    (answer.stdout, noted(&ws))
}

/// The lines of all journals, without their times.
fn noted(ws: &TestWorkspace) -> Vec<String> {
    let journals =
        ws.names("sessions").into_iter().map(|name| ws.read(&format!("sessions/{name}")));
    let lines: Vec<String> =
        journals.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let timeless = |line: &String| {
        let mut event: Value = serde_json::from_str(line).unwrap();
        event.as_object_mut().unwrap().shift_remove("at");
        ws.neutral(&event.to_string())
    };
    lines.iter().map(timeless).collect()
}

/// Every answer to a host and every note made of it, for people to read.
fn told(host: Host) -> String {
    let mut lines = Vec::new();
    let shown = |answer: &str| match answer.trim() {
        "" => "nothing".to_owned(),
        text => text.replace("\\n", "\n    "),
    };
    for sample in samples_of(host) {
        let (alone, notes) = heard(&sample, false);
        lines.extend([sample.name.clone(), format!("  {}", shown(&alone))]);
        let (compacted, _) = heard(&sample, true);
        if compacted != alone {
            lines.push(format!("  after a compaction: {}", shown(&compacted)));
        }
        lines.extend(notes.into_iter().map(|note| format!("  noted: {note}")));
    }
    lines.join("\n")
}

macro_rules! golden {
    ($($name:ident $host:ident),*) => {$(
        #[test]
        fn $name() {
            insta::with_settings!(
                { snapshot_path => "../hosts/answers", prepend_module_to_snapshot => false },
                { insta::assert_snapshot!(Host::$host.word(), told(Host::$host)) }
            );
        }
    )*};
}

golden! {
    answers_to_claude_code ClaudeCode,
    answers_to_codex Codex,
    answers_to_cursor Cursor,
    answers_to_gemini Gemini,
    answers_to_copilot Copilot,
    answers_to_vscode VsCode,
    answers_to_cline Cline,
    answers_to_windsurf Windsurf,
    answers_to_opencode OpenCode,
    answers_to_openclaw OpenClaw
}

/// A sample without one of its fields, for every field.
fn without_each_field(value: &Value) -> Vec<Value> {
    let names: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
    let without = |name: &String| {
        let mut less = value.clone();
        less.as_object_mut().unwrap().remove(name);
        less
    };
    names.iter().map(without).collect()
}

/// A sample with fields nobody knows, at the top and in each object below it.
fn with_unknown_fields(value: &Value) -> Value {
    let mut more = value.clone();
    let map = more.as_object_mut().unwrap();
    for inner in map.values_mut().filter_map(Value::as_object_mut) {
        inner.insert("unknown_inside".to_owned(), json!([1, {"深": null}]));
    }
    map.insert("unknown_field".to_owned(), json!({"a": ["b"]}));
    more
}

/// A sample with every field of another type.
fn with_other_types(value: &Value) -> Vec<Value> {
    let names: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
    let others = [Value::Null, json!(7), json!([]), json!({}), json!("")];
    let changed = |name: &String| {
        let other = others.iter().map(|other| {
            let mut odd = value.clone();
            odd[name] = other.clone();
            odd
        });
        other.collect::<Vec<_>>()
    };
    names.iter().flat_map(changed).collect()
}

/// Handles inputs one after the other in one workspace.
fn all_answered(ws: &TestWorkspace, sample: &Sample, inputs: &[Value]) {
    for input in inputs {
        let answer = handled(ws, sample.host, Some(sample.event()), input.to_string().as_bytes());
        // Without its marks a host is taken for the one that was named.
        let spoken = mindsave_hosts::detect(input, sample.host);
        assert_eq!(wrong_with(&answer, spoken), None, "{} {}: {input}", sample.host, sample.name);
    }
}

#[test]
fn no_field_has_to_be_there_and_none_is_in_the_way() {
    let ws = worked_in();
    for sample in samples() {
        let value = sample.value_in(&ws.root());
        let mut inputs = without_each_field(&value);
        inputs.push(with_unknown_fields(&value));
        inputs.extend(with_other_types(&value));
        all_answered(&ws, &sample, &inputs);
    }
    assert!(!ws.path("hook.log").exists(), "{}", ws.read("hook.log"));
}

#[test]
fn a_transcript_may_be_missing_torn_or_none() {
    let ws = worked_in();
    let torn = ws.around().join("torn.jsonl");
    fs::copy(mindsave_tests::hosts::folder().join("claude-code/transcript.torn.jsonl"), &torn)
        .unwrap();
    let places = [Value::Null, json!(torn), json!("/nowhere/t.jsonl"), json!(ws.root())];
    for sample in samples() {
        let changed = |place: &Value| {
            let mut value = sample.value_in(&ws.root());
            let name = if value.get("transcriptPath").is_some() {
                "transcriptPath"
            } else {
                "transcript_path"
            };
            value[name] = place.clone();
            value
        };
        all_answered(&ws, &sample, &places.iter().map(changed).collect::<Vec<_>>());
    }
}

#[test]
fn what_one_host_sends_does_no_harm_at_another() {
    let ws = worked_in();
    for sample in samples() {
        let text = sample.text_in(&ws.root());
        for named in Host::ALL {
            let answer = handled(&ws, named, None, text.as_bytes());
            let spoken = mindsave_hosts::detect(&sample.value_in(&ws.root()), named);
            assert_eq!(wrong_with(&answer, spoken), None, "{} at {named}", sample.name);
        }
    }
    assert!(!ws.path("hook.log").exists(), "{}", ws.read("hook.log"));
}

#[test]
fn a_host_that_runs_the_hooks_of_another_is_known() {
    let by_name = [Host::ClaudeCode, Host::Codex, Host::Cursor, Host::VsCode, Host::Cline];
    for host in by_name.into_iter().chain([Host::Windsurf, Host::OpenCode, Host::OpenClaw]) {
        for sample in samples_of(host) {
            let told = sample.name.starts_with("snake-case") || sample.name.starts_with("notify");
            let value = serde_json::from_str(&sample.text).unwrap();
            let spoken = mindsave_hosts::detect(&value, Host::ClaudeCode);
            assert!(told || spoken == host, "{}: {spoken} for {host}", sample.name);
        }
    }
}
