//! Settings in JSON: what is added and taken out leaves everything else as it stands, comments
//! included.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstRootNode};
use mindsave::{Error, Result};
use serde_json::{Map, Value, json};

use super::program::{Program, is_hook, is_status_line};

/// A change of a settings file.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    /// A field at the top, where there is none.
    Field(&'static str, Value),
    /// An entry at the end of the list of an event's hooks.
    Hook(&'static str, Value),
    /// Our status line, around the user's own where there is one.
    StatusLine(Program),
}

/// Applies changes to the text of a settings file; without a text, to an empty object.
///
/// # Errors
/// `invalid_input` when the text is no JSON or something else stands where hooks belong.
pub(super) fn add(text: Option<&str>, edits: &[Edit]) -> Result<String> {
    let (bom, body) = split_bom(text.unwrap_or_default());
    let body = if body.trim().is_empty() { "{}\n" } else { body };
    let root = parse(body)?;
    let top =
        root.object_value().ok_or_else(|| Error::invalid("it does not hold a JSON object"))?;
    for edit in edits {
        match edit {
            Edit::Field(name, value) if top.get(name).is_none() => {
                top.append(name, input(value));
            }
            Edit::Field(..) => {}
            Edit::Hook(event, value) => {
                let hooks = top.object_value_or_create("hooks").ok_or_else(|| taken("hooks"))?;
                let list = hooks.array_value_or_create(event).ok_or_else(|| taken(event))?;
                list.ensure_multiline();
                list.append(input(value));
            }
            Edit::StatusLine(program) => status_line(&top, program),
        }
    }
    Ok(format!("{bom}{root}"))
}

/// Takes everything of ours out of a text; nothing is done where nothing is found.
///
/// # Errors
/// `invalid_input` when the text is no JSON.
pub(super) fn take_out(text: &str) -> Result<String> {
    let (bom, body) = split_bom(text);
    if body.trim().is_empty() {
        return Ok(text.to_owned());
    }
    let root = parse(body)?;
    if let Some(top) = root.object_value() {
        take_hooks(&top);
        take_status_line(&top);
    }
    Ok(format!("{bom}{root}"))
}

/// A byte order mark, if the text begins with one, and the rest.
pub(super) fn split_bom(text: &str) -> (&str, &str) {
    text.strip_prefix('\u{feff}').map_or(("", text), |body| ("\u{feff}", body))
}

fn parse(text: &str) -> Result<CstRootNode> {
    CstRootNode::parse(text, &ParseOptions::default())
        .map_err(|cause| Error::invalid(format!("it is no JSON: {cause}")))
}

fn taken(name: &str) -> Error {
    Error::invalid(format!("something other than hooks stands under `{name}`"))
}

fn take_hooks(top: &CstObject) {
    let Some(hooks) = top.object_value("hooks") else { return };
    let mut took = false;
    for event in hooks.properties() {
        let Some(list) = event.array_value().filter(take_from) else { continue };
        took = true;
        if list.elements().is_empty() {
            event.remove();
        }
    }
    // What was empty before us stays.
    if took
        && hooks.properties().is_empty()
        && let Some(own) = top.get("hooks")
    {
        own.remove();
    }
}

/// Takes our handlers out of a list: they stand in it, or in groups in it. Says whether there were
/// any.
fn take_from(list: &CstArray) -> bool {
    let mut took = false;
    for element in list.elements() {
        if element.to_serde_value().is_some_and(|value| is_ours(&value)) {
            element.remove();
            took = true;
            continue;
        }
        let Some(inner) = element.as_object().and_then(|group| group.array_value("hooks")) else {
            continue;
        };
        let ours = |node: &CstNode| value_of(node).is_some_and(|value| is_ours(&value));
        let handlers: Vec<CstNode> = inner.elements().into_iter().filter(ours).collect();
        took |= !handlers.is_empty();
        if !handlers.is_empty() && handlers.len() == inner.elements().len() {
            element.remove();
        } else {
            handlers.into_iter().for_each(CstNode::remove);
        }
    }
    took
}

fn value_of(node: &CstNode) -> Option<Value> {
    node.to_serde_value()
}

/// Whether a handler runs our hook.
fn is_ours(handler: &Value) -> bool {
    let names = ["command", "bash", "powershell", "exec"];
    let line = names.iter().find_map(|name| handler.get(name)?.as_str());
    let arguments = handler.get("args").and_then(Value::as_array);
    let arguments = arguments.into_iter().flatten().filter_map(Value::as_str);
    line.is_some_and(|line| is_hook(line, &arguments.collect::<Vec<_>>()))
}

fn status_line(top: &CstObject, program: &Program) {
    let ours = |own: Option<&str>| Value::String(program.status_line(own));
    let Some(field) = top.get("statusLine") else {
        let value = json!({ "type": "command", "command": ours(None) });
        top.append("statusLine", input(&value));
        return;
    };
    let Some(line) = field.object_value() else { return };
    let command = line.get("command");
    let own = command.as_ref().and_then(|own| value_of(&own.value()?)?.as_str().map(str::to_owned));
    if let (Some(command), Some(own)) = (command, own.filter(|own| !is_status_line(own))) {
        command.set_value(input(&ours(Some(&own))));
    }
}

fn take_status_line(top: &CstObject) {
    let Some(field) = top.get("statusLine") else { return };
    let Some(command) = field.object_value().and_then(|line| line.get("command")) else { return };
    let text = command.value().and_then(|value| value_of(&value)?.as_str().map(str::to_owned));
    match text.filter(|text| is_status_line(text)).map(|text| Program::inside(&text)) {
        Some(Some(own)) => command.set_value(CstInputValue::String(own)),
        Some(None) => field.remove(),
        None => {}
    }
}

fn input(value: &Value) -> CstInputValue {
    let member = |(name, value): (&String, &Value)| (name.clone(), input(value));
    let members = |map: &Map<String, Value>| map.iter().map(member).collect();
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(yes) => CstInputValue::Bool(*yes),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(values) => CstInputValue::Array(values.iter().map(input).collect()),
        Value::Object(map) => CstInputValue::Object(members(map)),
    }
}
