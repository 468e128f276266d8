//! `mindsave completions`.

use clap::CommandFactory;
use clap_complete::Shell;
use serde_json::json;

use crate::args::Args;
use crate::ui::Ui;

pub(super) fn run(shell: Shell, ui: &mut Ui) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "mindsave", &mut script);
    let script = String::from_utf8_lossy(&script);
    if ui.is_json() {
        ui.value(&json!({ "shell": shell.to_string(), "script": script }));
    } else {
        ui.text(&script);
    }
}
