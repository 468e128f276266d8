//! `mindsave rules …`.

use std::path::{Path, PathBuf};

use mindsave::text::Lexicon;
use mindsave::text::lexicon::Pack;
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
        RulesCommand::Show { pack } => show(root, &pack, ui),
        RulesCommand::Check { files } => check(root, &files, ui),
    }
}

fn list(root: Option<&Path>, ui: &mut Ui) {
    let lexicon = Lexicon::builtin();
    let count =
        |pack| lexicon.concepts().filter(|&concept| lexicon.pack_of(concept) == pack).count();
    let own = Rules::find(root);
    let builtin: Vec<_> =
        lexicon.packs().filter(|&pack| !own.replaces(lexicon.pack_id(pack))).collect();
    if ui.is_json() {
        let packs: Vec<_> = builtin
            .iter()
            .map(|&pack| json!({"id": lexicon.pack_id(pack), "symbol": lexicon.symbol(pack), "concepts": count(pack), "source": "built in"}))
            .chain(own.packs().map(|(path, pack)| json!({"id": pack.id, "symbol": pack.symbol, "concepts": pack.concepts.len(), "source": path})))
            .collect();
        let broken: Vec<String> = own.broken.iter().map(ToString::to_string).collect();
        ui.value(&json!({ "packs": packs, "broken": broken }));
        return;
    }
    for pack in builtin {
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

/// One pack, as `show` tells of it.
struct Shown {
    id: String,
    name: String,
    symbol: String,
    concepts: Vec<ShownConcept>,
}

struct ShownConcept {
    id: String,
    name: String,
    /// The ids of broader concepts, and what people call them.
    parents: Vec<(String, String)>,
}

fn show(root: Option<&Path>, name: &str, ui: &mut Ui) -> Outcome {
    let rules = Rules::find(root);
    let own = rules.packs().map(|(_, pack)| pack);
    let own = own.filter(|pack| pack.id == name || pack.symbol == name).last().map(of_pack);
    let shown = own.or_else(|| built_in(name)).ok_or_else(|| {
        Failure::from(Error::not_found(format!("there is no pack `{name}`")))
            .hint("see `mindsave rules list`")
    })?;
    if ui.is_json() {
        let ids = |concept: &ShownConcept| -> Vec<String> {
            concept.parents.iter().map(|(id, _)| id.clone()).collect()
        };
        let concept = |c: &ShownConcept| json!({"id": c.id, "name": c.name, "parents": ids(c)});
        let concepts: Vec<_> = shown.concepts.iter().map(concept).collect();
        ui.value(&json!({ "id": shown.id, "symbol": shown.symbol, "concepts": concepts }));
        return Ok(());
    }
    ui.heading(&format!("{} → {}", shown.name, shown.symbol));
    for concept in shown.concepts {
        let parents: Vec<String> = concept.parents.into_iter().map(|(_, name)| name).collect();
        let parents =
            if parents.is_empty() { String::new() } else { format!(" (a {})", parents.join(", ")) };
        ui.line(format!("{}{parents}", concept.name));
    }
    Ok(())
}

/// A pack of the user's.
fn of_pack(pack: &Pack) -> Shown {
    let name = |id: &String| {
        let known = pack.concepts.iter().find(|concept| concept.id == *id);
        (id.clone(), known.map_or_else(|| id.clone(), |concept| concept.name.clone()))
    };
    let concepts = pack.concepts.iter().map(|concept| ShownConcept {
        id: concept.id.clone(),
        name: concept.name.clone(),
        parents: concept.parents.iter().map(name).collect(),
    });
    Shown {
        id: pack.id.clone(),
        name: pack.name.en.clone(),
        symbol: pack.symbol.clone(),
        concepts: concepts.collect(),
    }
}

/// A pack that comes with the program.
fn built_in(name: &str) -> Option<Shown> {
    let lexicon = Lexicon::builtin();
    let called = |pack: &_| lexicon.pack_id(*pack) == name || lexicon.symbol(*pack) == name;
    let pack = lexicon.packs().find(called)?;
    let parent = |parent| (lexicon.id(parent).to_owned(), lexicon.name(parent).to_owned());
    let own = lexicon.concepts().filter(|&concept| lexicon.pack_of(concept) == pack);
    let concepts = own.map(|concept| ShownConcept {
        id: lexicon.id(concept).to_owned(),
        name: lexicon.name(concept).to_owned(),
        parents: lexicon.parents(concept).map(parent).collect(),
    });
    Some(Shown {
        id: lexicon.pack_id(pack).to_owned(),
        name: lexicon.pack_name(pack).to_owned(),
        symbol: lexicon.symbol(pack).to_owned(),
        concepts: concepts.collect(),
    })
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
