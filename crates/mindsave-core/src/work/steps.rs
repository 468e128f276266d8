//! The execution graph of a session: its steps, and what each depends on by file and by order.
//! Source: seed 000 (execution graphs).

use hashbrown::HashMap;
use serde_json::{Map, json};

use super::event::{Event, Happened, Outcome, ToolCall};
use crate::dag::{ExecutionDag, Step, StepState};
use crate::resume::one_line;

/// How many steps a graph has: the newest.
pub const STEPS_MAX: usize = 50;
/// The longest name of a step, in characters.
const NAME_MAX: usize = 120;

/// Makes the execution graph of some events. Steps are changes of files, commands that were run, and
/// sub-tasks that were finished; reading is none.
///
/// A change depends on the change of the same file before it, and on the command or sub-task it
/// follows; a command or sub-task depends on the changes since the one before it, in the main thread
/// and in each subagent for itself. The same step again and again is one, with its `times`.
///
/// ```
/// use mindsave_core::Timestamp;
/// use mindsave_core::work::{Event, Happened, ToolCall, execution_dag};
///
/// let edit = ToolCall { path: Some("a.rs".into()), edits: true, ..ToolCall::default() };
/// let test = ToolCall { command: Some("cargo test".into()), ..ToolCall::default() };
/// let at = Timestamp::from_millis(0);
/// let events = [edit, test].map(|call| Event::new(at, Happened::ToolCall(call)));
/// let dag = execution_dag(&events);
/// assert_eq!(dag.steps()[1].depends_on, [dag.steps()[0].id.clone()]);
/// # Ok::<(), mindsave_core::Error>(())
/// ```
pub fn execution_dag(events: &[Event]) -> ExecutionDag {
    let mut steps = Steps::default();
    for event in events {
        steps.add(event);
    }
    let surplus = steps.list.len().saturating_sub(STEPS_MAX);
    let mut kept = steps.list.split_off(surplus);
    let gone =
        |id: &String| id.get(1..).and_then(|n| n.parse().ok()).is_none_or(|n: usize| n <= surplus);
    for step in &mut kept {
        step.depends_on.retain(|id| !gone(id));
    }
    // Ids are numbers in order and lead backwards only: it is a graph without cycles.
    ExecutionDag::new(kept).unwrap_or_default()
}

#[derive(Default)]
struct Steps<'e> {
    list: Vec<Step>,
    /// The last step that changed each file.
    files: HashMap<&'e str, usize>,
    chains: HashMap<Option<&'e str>, Chain>,
    /// Calls that have begun and not ended, by the host's name.
    running: HashMap<&'e str, usize>,
}

/// The order of steps in one thread of work.
#[derive(Default)]
struct Chain {
    /// The last command or finished sub-task.
    barrier: Option<usize>,
    /// The changes since.
    edits: Vec<usize>,
    last: Option<usize>,
}

impl<'e> Steps<'e> {
    fn add(&mut self, event: &'e Event) {
        let agent = event.agent.as_deref();
        match &event.happened {
            Happened::CallBegun(call) => self.call(call, StepState::Running, agent, event),
            Happened::ToolCall(call) => {
                let state = match call.outcome {
                    None | Some(Outcome::Ok) => StepState::Done,
                    Some(Outcome::Failed) => StepState::Failed,
                    Some(Outcome::Interrupted) => StepState::Blocked,
                };
                self.call(call, state, agent, event);
            }
            Happened::File { path } => self.edit(path, StepState::Done, agent, event),
            Happened::Result { text } => self.barrier(text, StepState::Done, agent, event),
            _ => {}
        }
    }

    fn call(
        &mut self,
        call: &'e ToolCall,
        state: StepState,
        agent: Option<&'e str>,
        event: &Event,
    ) {
        let name = call.call.as_deref();
        if state != StepState::Running
            && let Some(place) = name.and_then(|name| self.running.remove(name))
        {
            self.list[place].status = state;
            return;
        }
        match (&call.command, &call.path) {
            (Some(command), _) => self.barrier(&format!("run {command}"), state, agent, event),
            (None, Some(path)) if call.edits => self.edit(path, state, agent, event),
            _ => return,
        }
        let last = self.chains.get(&agent).and_then(|chain| chain.last);
        if let (StepState::Running, Some(name), Some(last)) = (state, name, last) {
            self.running.insert(name, last);
        }
    }

    fn edit(&mut self, path: &'e str, state: StepState, agent: Option<&'e str>, event: &Event) {
        let before = self.files.get(path).copied();
        let barrier = self.chains.entry(agent).or_default().barrier;
        if let Some(same) = before.filter(|place| barrier.is_none_or(|barrier| barrier < *place)) {
            return self.again(same, state);
        }
        let depends: Vec<usize> = before.into_iter().chain(barrier).collect();
        let place = self.push(&format!("edit {path}"), state, &depends, event);
        self.files.insert(path, place);
        let chain = self.chains.entry(agent).or_default();
        chain.edits.push(place);
        chain.last = Some(place);
    }

    fn barrier(&mut self, name: &str, state: StepState, agent: Option<&'e str>, event: &Event) {
        let chain = self.chains.entry(agent).or_default();
        let name = short(name);
        let last = chain.last.filter(|place| self.list[*place].name == name);
        if let Some(same) = last {
            return self.again(same, state);
        }
        let edits = std::mem::take(&mut chain.edits);
        let depends: Vec<usize> =
            if edits.is_empty() { chain.barrier.into_iter().collect() } else { edits };
        let place = self.push(&name, state, &depends, event);
        let chain = self.chains.entry(agent).or_default();
        (chain.barrier, chain.last) = (Some(place), Some(place));
    }

    fn again(&mut self, place: usize, state: StepState) {
        let step = &mut self.list[place];
        step.status = state;
        let times = step.extra.get("times").and_then(serde_json::Value::as_u64).unwrap_or(1);
        step.extra.insert("times".to_owned(), json!(times + 1));
    }

    fn push(&mut self, name: &str, status: StepState, depends: &[usize], event: &Event) -> usize {
        let place = self.list.len();
        let id = |place: usize| format!("s{}", place + 1);
        let mut extra = Map::new();
        extra.insert("at".to_owned(), json!(event.at));
        if let Some(agent) = &event.agent {
            extra.insert("agent".to_owned(), json!(agent));
        }
        let depends_on = depends.iter().map(|place| id(*place)).collect();
        self.list.push(Step { id: id(place), name: short(name), status, depends_on, extra });
        place
    }
}

fn short(text: &str) -> String {
    one_line(text).chars().take(NAME_MAX).collect()
}
