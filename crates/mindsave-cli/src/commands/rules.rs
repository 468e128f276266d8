//! `mindsave rules …`.

use std::path::{Path, PathBuf};

use mindsave::text::Lexicon;
use mindsave::{Error, ErrorKind, Rules, read_pack};
use serde_json::json;

use super::Outcome;
use crate::args::RulesCommand;
use crate::report::Failure;
use crate::ui::Ui;

pub(super) fn run(root: Option<&Path>, command: RulesCommand, ui: &mut Ui) -> Outcome {
    match command {
        RulesCommand::List => {
            list(root, ui);
            Ok(())
        }
        RulesCommand::Show { pack } => show(&pack, ui),
        RulesCommand::Check { files } => check(root, &files, ui),
    }
}

fn list(root: Option<&Path>, ui: &mut Ui) {
    let lexicon = Lexicon::builtin();
    let count =
        |pack| lexicon.concepts().filter(|&concept| lexicon.pack_of(concept) == pack).count();
    let own = Rules::find(root);
    if ui.is_json() {
        let packs: Vec<_> = lexicon
            .packs()
            .map(|pack| json!({"id": lexicon.pack_id(pack), "symbol": lexicon.symbol(pack), "concepts": count(pack), "source": "built in"}))
            .chain(own.packs().map(|(path, pack)| json!({"id": pack.id, "symbol": pack.symbol, "concepts": pack.concepts.len(), "source": path})))
            .collect();
        let broken: Vec<String> = own.broken.iter().map(ToString::to_string).collect();
        ui.value(&json!({ "packs": packs, "broken": broken }));
        return;
    }
    for pack in lexicon.packs() {
        ui.line(format!(
            "{:<22} {:>4} concepts  {}",
            lexicon.pack_id(pack),
            count(pack),
            lexicon.pack_name(pack)
        ));
    }
    for (path, pack) in own.packs() {
        ui.line(format!("{:<22} {:>4} concepts  {}", pack.id, pack.concepts.len(), path.display()));
    }
    own.broken.iter().for_each(|error| ui.warn(&error.to_string()));
}

fn show(name: &str, ui: &mut Ui) -> Outcome {
    let lexicon = Lexicon::builtin();
    let pack =
        lexicon.packs().find(|&pack| lexicon.pack_id(pack) == name || lexicon.symbol(pack) == name);
    let pack = pack.ok_or_else(|| {
        Failure::from(Error::not_found(format!("there is no pack `{name}`")))
            .hint("see `mindsave rules list`")
    })?;
    let concepts: Vec<_> =
        lexicon.concepts().filter(|&concept| lexicon.pack_of(concept) == pack).collect();
    if ui.is_json() {
        let concept = |&c: &_| json!({"id": lexicon.id(c), "name": lexicon.name(c), "parents": lexicon.parents(c).map(|p| lexicon.id(p)).collect::<Vec<_>>()});
        let concepts: Vec<_> = concepts.iter().map(concept).collect();
        ui.value(&json!({ "id": lexicon.pack_id(pack), "symbol": lexicon.symbol(pack), "concepts": concepts }));
        return Ok(());
    }
    ui.heading(&format!("{} → {}", lexicon.pack_name(pack), lexicon.symbol(pack)));
    for concept in concepts {
        let parents: Vec<&str> =
            lexicon.parents(concept).map(|parent| lexicon.name(parent)).collect();
        let parents =
            if parents.is_empty() { String::new() } else { format!(" (a {})", parents.join(", ")) };
        ui.line(format!("{}{parents}", lexicon.name(concept)));
    }
    Ok(())
}

/// Checks the user's packs: each by itself and by its own examples.
fn check(root: Option<&Path>, files: &[PathBuf], ui: &mut Ui) -> Outcome {
    let mut wrong: Vec<String> = Vec::new();
    let packs = if files.is_empty() {
        let own = Rules::find(root);
        wrong.extend(own.broken.iter().map(ToString::to_string));
        own.packs().map(|(path, pack)| (path.to_path_buf(), pack.clone())).collect()
    } else {
        let read = files.iter().map(|path| Ok((path.clone(), read_pack(path)?)));
        read.collect::<Result<Vec<_>, Error>>()?
    };
    for (path, pack) in &packs {
        let lexicon = Lexicon::compile(std::slice::from_ref(pack))
            .map_err(|error| error.in_file(path.display().to_string()))?;
        wrong.extend(
            pack.check(&lexicon).into_iter().map(|why| format!("{}: {why}", path.display())),
        );
    }
    if !wrong.is_empty() {
        let error = Error::new(
            ErrorKind::InvalidInput,
            format!("{} things are wrong: {}", wrong.len(), wrong.join("; ")),
        );
        return Err(Failure::from(error)
            .hint("correct the packs and check again")
            .detail("wrong", json!(wrong)));
    }
    if ui.is_json() {
        ui.value(&json!({ "checked": packs.len(), "wrong": [] }));
    } else {
        ui.line(format!("{} packs checked, nothing wrong.", packs.len()));
    }
    Ok(())
}
