//! What `pressure`, `fatigue`, `checkpoint` and `status` have in common.

use mindsave::{Live, MindSave};

use crate::args::LiveSession;
use crate::report::Failure;

/// How a session stands, or how one would that has not begun; a hint where it is not there.
pub(super) fn live(mind: &MindSave, args: &LiveSession) -> Result<Option<Live>, Failure> {
    mind.live(args.session.as_deref()).map_err(|error| {
        Failure::from(error).hint("sessions begin with the hooks of a host; see .mindsave/sessions")
    })
}

/// A share for people: `63 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", (share * 1000.0).round() / 10.0)
}

/// A share as a bar of ten.
pub(super) fn bar(share: f64) -> String {
    let full = (0..10).filter(|tenth| share * 10.0 >= f64::from(*tenth) + 0.5).count();
    format!("{}{}", "█".repeat(full), "░".repeat(10 - full))
}

/// A table for people, without lines.
pub(super) fn table_text<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(head);
    table.add_rows(rows);
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}
