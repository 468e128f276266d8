//! Gemini CLI. Standard output must be JSON alone; angle brackets in a text are escaped. Source: its
//! hooks reference and source.

use serde_json::Value;

use super::{Contract, Warns, nested};
use crate::answer::Envelope;
use crate::field;
use crate::host::Host;
use crate::input::{Input, Moment};
use crate::path::Place;
use crate::tool::End;

pub(super) const CONTRACT: Contract = Contract { read, envelope, warns: Warns::After };

fn read(value: &Value, named: Option<&str>, place: &Place) -> Input {
    let event = nested::event_name(value, named);
    let input = |moment| Input::new(Host::Gemini, value, &event, moment);
    match event.as_str() {
        "BeforeAgent" => nested::prompt(input(Moment::Prompt), value),
        "AfterAgent" => nested::reply(input(Moment::TurnEnded), value),
        "BeforeTool" => nested::begun(input(Moment::CallBegun), value, place),
        "AfterTool" => {
            let end = End::read(field::any(value, &["tool_response"])).lasting(value);
            nested::ended(input(Moment::CallEnded), value, &end, place)
        }
        "PreCompress" => {
            let as_compaction = Some("PreCompact");
            let trigger = serde_json::json!({ "trigger": field::any(value, &["trigger"]) });
            let read = nested::read(Host::Gemini, &trigger, as_compaction, place);
            input(Moment::Compacting).with(read.happened)
        }
        // Once a request, or once a piece of an answer: nothing that is not known otherwise.
        "BeforeModel" | "AfterModel" | "BeforeToolSelection" => input(Moment::Other),
        _ => nested::read(Host::Gemini, value, named, place),
    }
}

fn envelope(input: &Input) -> Option<Envelope> {
    let carries = ["SessionStart", "BeforeAgent", "AfterTool"].contains(&input.event.as_str());
    carries.then_some(Envelope::NestedPlain)
}
