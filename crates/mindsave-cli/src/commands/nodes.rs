//! The working graph: `nodes`, `touch`, `close`, `consolidate`, `handoff`, `graph export`.

use mindsave::{Clock, Error, MindSave, NodeView, answer};

use super::{Outcome, shown};
use crate::args::GraphFormat;
use crate::report::Failure;
use crate::ui::Ui;

/// How many characters of an entry stand in a row.
const WIDTH: usize = 80;

pub(super) fn list(mind: &MindSave, kind: Option<&str>, all: bool, ui: &mut Ui) -> Outcome {
    let nodes = mind.nodes(kind, all)?;
    if ui.is_json() {
        ui.value(&answer::nodes(&nodes));
        return Ok(());
    }
    ui.warn_all(&nodes.warnings);
    if nodes.nodes.is_empty() {
        ui.line("Nothing is known here yet: `mindsave goal TEXT` and `mindsave log --type …` add to it.");
    } else {
        table(&nodes.nodes, ui);
    }
    Ok(())
}

fn table(nodes: &[NodeView], ui: &mut Ui) {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["id", "type", "status", "weight", "uses", "text"]);
    for view in nodes {
        let node = &view.node;
        table.add_row([
            node.id.to_string(),
            shown(node.shown_kind(), 20),
            node.status.word().to_owned(),
            format!("{:.2}", view.active.value()),
            node.uses.to_string(),
            shown(node.shown(), WIDTH),
        ]);
    }
    for line in table.lines() {
        ui.line(line.trim_end());
    }
}

pub(super) fn touch(mind: &MindSave, text: &[String], ui: &mut Ui) -> Outcome {
    let nodes = mind.touch(&text.join(" ")).map_err(known)?;
    changed(&nodes, "used", ui);
    Ok(())
}

pub(super) fn close(
    mind: &MindSave,
    text: &[String],
    reason: Option<&str>,
    ui: &mut Ui,
) -> Outcome {
    let nodes = mind.close(&text.join(" "), reason).map_err(known)?;
    changed(&nodes, "closed", ui);
    Ok(())
}

fn changed(nodes: &[NodeView], what: &str, ui: &mut Ui) {
    if ui.is_json() {
        ui.value(&answer::changed(nodes));
        return;
    }
    for view in nodes {
        let node = &view.node;
        let times = if what == "used" { format!(" {} times", node.uses) } else { String::new() };
        ui.line(format!("{} {what}{times}: {}", node.shown_kind(), shown(&node.text, WIDTH)));
    }
}

pub(super) fn consolidate(mind: &MindSave, ui: &mut Ui) -> Outcome {
    let done = mind.consolidate()?;
    if ui.is_json() {
        ui.value(&answer::consolidated(&done));
        return Ok(());
    }
    if done.compressed.is_empty() && done.evicted.is_empty() {
        ui.line("There is nothing to compress or to evict.");
    }
    for (what, nodes) in [("compressed", &done.compressed), ("evicted", &done.evicted)] {
        for view in nodes {
            ui.line(format!(
                "{what} {}: {}",
                view.node.shown_kind(),
                shown(&view.node.text, WIDTH)
            ));
        }
    }
    Ok(())
}

pub(super) fn handoff(mind: &MindSave, budget: u32, ui: &mut Ui) -> Outcome {
    let hint = "set a goal with `mindsave goal TEXT`, record what is known with `mindsave log`";
    let handoff = mind.handoff(budget).map_err(|error| Failure::from(error).hint(hint))?;
    if ui.is_json() {
        ui.value(&answer::handoff(&handoff));
    } else {
        ui.text(&handoff.text);
    }
    Ok(())
}

pub(super) fn export(mind: &MindSave, format: GraphFormat, ui: &mut Ui) -> Outcome {
    let present = mind.work()?;
    ui.warn_all(&present.warnings);
    let graph = present.work.graph();
    let text = match format {
        GraphFormat::Json => {
            ui.value(&graph.to_json(Clock::from_env()?.now()));
            return Ok(());
        }
        GraphFormat::Mermaid => graph.to_mermaid(),
        GraphFormat::Dot => graph.to_dot(),
    };
    ui.graph(&text);
    Ok(())
}

pub(super) fn bridge(mind: &MindSave, ui: &mut Ui) -> Outcome {
    let done = mind.bridge_icpg()?;
    if ui.is_json() {
        ui.value(&answer::bridged(&done));
        return Ok(());
    }
    ui.line(format!(
        "{} reasons read: {} new goals, {} new rules, {} goals closed.",
        done.reasons, done.goals, done.constraints, done.closed
    ));
    Ok(())
}

fn known(error: Error) -> Failure {
    Failure::from(error).hint("see `mindsave nodes --all`")
}
