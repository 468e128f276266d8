//! Windsurf. Its hooks tell and take nothing back. Source: its hooks page.

use mindsave_core::work::Happened;
use serde_json::Value;

use super::{Contract, Warns, nested};
use crate::field;
use crate::host::Host;
use crate::input::{Input, Moment};
use crate::own;
use crate::path::Place;
use crate::tool::{Call, End};

pub(super) const CONTRACT: Contract = Contract { read, envelope: |_| None, warns: Warns::After };

fn read(value: &Value, named: Option<&str>, place: &Place) -> Input {
    let event = field::text(value, &["agent_action_name"]).or(named).unwrap_or_default().to_owned();
    let input = |moment| Input::new(Host::Windsurf, value, &event, moment);
    let told = field::any(value, &["tool_info"]);
    let call = |tool: &str| Call::read(tool, told, field::text(value, &["execution_id"]), place);
    match event.as_str() {
        "pre_user_prompt" => nested::prompt(input(Moment::Prompt), told),
        "post_cascade_response" => {
            let said = field::text(told, &["response"]).and_then(own::words);
            input(Moment::TurnEnded).with(said.map(|text| Happened::Reply { text }))
        }
        "pre_write_code" | "pre_run_command" | "pre_read_code" => {
            input(Moment::CallBegun).with(call(&event["pre_".len()..]).begun())
        }
        "post_write_code" | "post_run_command" | "post_read_code" => {
            let end = End::read(told);
            input(Moment::CallEnded).with(call(&event["post_".len()..]).ended(&end))
        }
        _ => input(Moment::Other),
    }
}
