//! Hooks in TOML: for people who keep those of Codex in `config.toml`.

use mindsave::{Error, Result};
use serde_json::Value;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table};

use super::json::split_bom;
use super::program::is_hook;

/// Whether a text has hooks.
pub(super) fn has_hooks(text: &str) -> bool {
    split_bom(text).1.parse::<DocumentMut>().is_ok_and(|document| document.get("hooks").is_some())
}

/// Adds a group of hooks to each event.
///
/// # Errors
/// `invalid_input` when the text is no TOML or something else stands where hooks belong.
pub(super) fn add(text: &str, hooks: &[(&'static str, Value)]) -> Result<String> {
    edited(text, |document| add_to(document, hooks))
}

fn add_to(document: &mut DocumentMut, hooks: &[(&'static str, Value)]) -> Result<()> {
    let taken =
        |name: &str| Error::invalid(format!("something other than hooks stands under `{name}`"));
    let all = document.entry("hooks").or_insert(Item::Table(Table::new()));
    let all = all.as_table_like_mut().ok_or_else(|| taken("hooks"))?;
    for (event, group) in hooks {
        let list = all.entry(event).or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        match list {
            Item::ArrayOfTables(tables) => tables.push(table(group)),
            Item::Value(toml_edit::Value::Array(values)) => {
                values.push(table(group).into_inline_table());
            }
            _ => return Err(taken(event)),
        }
    }
    Ok(())
}

/// Takes our groups out.
///
/// # Errors
/// `invalid_input` when the text is no TOML.
pub(super) fn take_out(text: &str) -> Result<String> {
    edited(text, |document| {
        take_out_of(document);
        Ok(())
    })
}

fn take_out_of(document: &mut DocumentMut) {
    let Some(all) = document.get_mut("hooks").and_then(Item::as_table_like_mut) else { return };
    let events: Vec<String> = all.iter().map(|(event, _)| event.to_owned()).collect();
    for event in events {
        let Some(list) = all.get_mut(&event) else { continue };
        let (before, left) = match list {
            Item::ArrayOfTables(tables) => {
                let before = tables.len();
                tables.retain(|table| !is_ours(&table.to_string()));
                (before, tables.len())
            }
            Item::Value(toml_edit::Value::Array(values)) => {
                let before = values.len();
                values.retain(|value| !is_ours(&value.to_string()));
                (before, values.len())
            }
            _ => continue,
        };
        // A list that was empty before is the user's own.
        if left == 0 && before > 0 {
            all.remove(&event);
        }
    }
}

/// Edits a text; what the parser drops (a byte order mark, how lines and the file end) stays.
fn edited(text: &str, edit: impl FnOnce(&mut DocumentMut) -> Result<()>) -> Result<String> {
    let (bom, body) = split_bom(text);
    let mut document = parse(body)?;
    edit(&mut document)?;
    Ok(format!("{bom}{}", ended_like(body, document.to_string())))
}

/// The lines of `new`, each and the last of them ended as in `old`.
fn ended_like(old: &str, mut new: String) -> String {
    if !old.is_empty() && !old.ends_with('\n') {
        new.truncate(new.trim_end_matches('\n').len());
    }
    let of_windows = old.contains('\n') && old.matches('\n').count() == old.matches("\r\n").count();
    if of_windows { new.replace("\r\n", "\n").replace('\n', "\r\n") } else { new }
}

fn parse(text: &str) -> Result<DocumentMut> {
    text.parse().map_err(|cause| Error::invalid(format!("it is no TOML: {cause}")))
}

fn is_ours(group: &str) -> bool {
    let mut quoted = group.split('"').skip(1).step_by(2);
    quoted.any(|text| is_hook(text, &[]))
}

fn table(group: &Value) -> Table {
    let mut table = Table::new();
    for (name, value) in group.as_object().into_iter().flatten() {
        let item = match value {
            Value::Array(handlers) => {
                let mut list = Array::new();
                list.extend(handlers.iter().map(inline));
                Item::Value(list.into())
            }
            other => Item::Value(scalar(other)),
        };
        table.insert(name, item);
    }
    table
}

fn inline(handler: &Value) -> InlineTable {
    let members = handler.as_object().into_iter().flatten();
    members.map(|(name, value)| (name.as_str(), scalar(value))).collect()
}

fn scalar(value: &Value) -> toml_edit::Value {
    match value {
        Value::Bool(yes) => (*yes).into(),
        Value::Number(number) => number.as_i64().unwrap_or_default().into(),
        Value::String(text) => text.as_str().into(),
        other => other.to_string().into(),
    }
}
