//! `MindSave`: the use cases of a workspace.

use mindsave::extract::extract;
use mindsave::failure::Scope;
use mindsave::memory::Gotcha;
use mindsave::search::{Filter, Page};
use mindsave::tokens::TokenCount;
use mindsave::{
    Budget, Clock, Error, Layers, MindSave, Result, SaveOptions, SnapshotId, State, answer,
};
use serde_json::{Value, json};

use super::function::{action, action_text, request};
use super::live;
use crate::arguments::Arguments;
use crate::call::{Method, dispatch, json as text};
use crate::reports;

/// The names of the layers.
const LAYERS: [&str; 3] = ["L1", "L2", "L3"];

const METHODS: [Method<MindSave>; 26] = [
    Method { name: "init", parameters: &[], run: |mind, _| text(&mind.init()?) },
    Method { name: "save", parameters: &["state", "options"], run: save },
    Method { name: "autoSnapshot", parameters: &["state"], run: auto_snapshot },
    Method { name: "load", parameters: &["id", "options"], run: load },
    Method { name: "resume", parameters: &["id", "options"], run: resume },
    Method {
        name: "show",
        parameters: &["id"],
        run: |mind, arguments| text(&mind.show(&arguments.pick("id")?)?),
    },
    Method {
        name: "list",
        parameters: &[],
        run: |mind, _| Ok(answer::entries(&mind.list()?.0).to_string()),
    },
    Method { name: "search", parameters: &["keyword", "options"], run: search },
    Method { name: "recall", parameters: &["keyword", "options"], run: recall },
    Method { name: "check", parameters: &["action", "options"], run: check },
    Method {
        name: "extract",
        parameters: &["text"],
        run: |_, arguments| text(&extract(&arguments.required_text("text")?)),
    },
    Method {
        name: "compress",
        parameters: &["constraints", "decisions", "excluded_paths", "max_constraints"],
        run: |mind, arguments| {
            text(&mind.rules().compress(&request(arguments.given("constraints")?)?)?)
        },
    },
    Method {
        name: "recordFailure",
        parameters: &["name", "details"],
        run: |mind, arguments| told(&mind.record_failure(&reports::report(arguments)?)?),
    },
    Method { name: "failures", parameters: &["options"], run: failures },
    Method {
        name: "retireFailure",
        parameters: &["name", "reason"],
        run: |mind, arguments| {
            let [name, reason] = ["name", "reason"].map(|key| arguments.required_text(key));
            told(&mind.retire_failure(&name?, &reason?)?)
        },
    },
    Method {
        name: "gotchas",
        parameters: &[],
        run: |mind, _| Ok(answer::gotchas(&mind.gotchas()).to_string()),
    },
    Method { name: "addGotcha", parameters: &["title", "options"], run: add_gotcha },
    Method {
        name: "removeGotcha",
        parameters: &["title", "options"],
        run: |mind, arguments| {
            let title = arguments.required_text("title")?;
            let scope = scope(arguments.options("options", &["scope"])?.text("scope")?)?;
            Ok(answer::gotcha(&mind.remove_gotcha(&title, scope)?).to_string())
        },
    },
    Method {
        name: "promoteFailure",
        parameters: &["name"],
        run: |mind, arguments| told(&mind.promote_failure(&arguments.required_text("name")?)?),
    },
    Method { name: "clean", parameters: &["options"], run: clean },
    Method { name: "stats", parameters: &[], run: |mind, _| text(&mind.stats()?) },
    Method {
        name: "verify",
        parameters: &["id"],
        run: |mind, arguments| {
            let snapshot = mind.load(&arguments.pick("id")?)?.snapshot;
            text(&mind.verify(&snapshot))
        },
    },
    Method { name: "delete", parameters: &["ids"], run: delete },
    Method {
        name: "status",
        parameters: &[],
        run: |mind, _| Ok(answer::status(&mind.status()?).to_string()),
    },
    Method { name: "doctor", parameters: &[], run: |mind, _| text(&mind.doctor()) },
    Method { name: "takeNotices", parameters: &[], run: |mind, _| text(&mind.take_notices()) },
];

/// Calls a method.
pub(crate) fn call(
    mind: &mut MindSave,
    method: &str,
    arguments: Vec<Option<String>>,
) -> Result<String> {
    let live = live::METHODS.iter().any(|own| own.name == method);
    let methods: &[Method<MindSave>] = if live { &live::METHODS } else { &METHODS };
    dispatch(methods, mind, method, arguments)
}

fn told(failure: &mindsave::failure::Failure) -> Result<String> {
    Ok(answer::failure(failure, Clock::from_env()?.now()).to_string())
}

fn save(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let state = State::from_value(arguments.required("state")?)?;
    let mut given = arguments.options("options", &["topic", "layers", "collect"])?;
    let mut options = SaveOptions { topic: given.text("topic")?, ..SaveOptions::default() };
    if let Some(layers) = given.texts("layers")? {
        options.layers = named(&layers)?;
    }
    options.collect = given.flag("collect")?.unwrap_or(options.collect);
    Ok(answer::saved(&mind.save(state, &options)?).to_string())
}

/// Reads names of layers, none of which is passed over.
fn named(layers: &[String]) -> Result<Layers> {
    match layers.iter().find(|layer| !LAYERS.contains(&layer.as_str())) {
        Some(other) => {
            let known = LAYERS.join("`, `");
            Err(Error::invalid(format!("`options.layers` can hold `{known}`, got `{other}`")))
        }
        None => Ok(Layers::from_names(layers.iter().map(String::as_str))),
    }
}

fn auto_snapshot(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let state = State::from_value(arguments.required("state")?)?;
    Ok(answer::saved(&mind.auto_snapshot(state)?).to_string())
}

fn load(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let pick = arguments.pick("id")?;
    let verify = arguments.options("options", &["verify"])?.flag("verify")?;
    let loaded = mind.load(&pick)?;
    let drift = (verify == Some(true)).then(|| mind.verify(&loaded.snapshot));
    Ok(answer::loaded(mind, &loaded, drift.as_deref())?.to_string())
}

fn resume(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let pick = arguments.pick("id")?;
    let budget = arguments.options("options", &["budget"])?.number("budget")?;
    let budget = budget.map_or(Ok(Budget::default()), Budget::of_total)?;
    text(&mind.resume(&pick, budget)?.text)
}

fn recall(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let keyword = arguments.text("keyword")?;
    let mut options = arguments.options("options", &["id"])?;
    let given = options.given("id");
    let pick = options.pick("id")?;
    let answer = match (keyword, given) {
        (Some(_), true) => {
            return Err(Error::invalid(
                "`keyword` looks through every archive: leave `options.id` out",
            ));
        }
        (Some(keyword), false) => {
            let found = mind.search(&keyword, &Filter::default(), Page::default())?;
            answer::searched(mind, &keyword, &found)?
        }
        (None, _) => answer::recalled(&mind.recall(&pick)?),
    };
    Ok(answer.to_string())
}

fn search(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let keyword = arguments.required_text("keyword")?;
    let known = ["kinds", "since", "until", "sessions", "files", "budget", "skip"];
    let mut options = arguments.options("options", &known)?;
    let since = options.text("since")?.map(|text| mind.span_start(&text)).transpose()?;
    let before = options.text("until")?.map(|text| mind.span_end(&text)).transpose()?;
    let mut list = |key| options.texts(key).map(Option::unwrap_or_default);
    let (kinds, sessions, files) = (list("kinds")?, list("sessions")?, list("files")?);
    let filter = Filter { kinds, sessions, files, since, before };
    let mut page = Page::default();
    if let Some(budget) = options.number("budget")? {
        page.budget = TokenCount::new(budget);
    }
    page.skip = options.number("skip")?.map_or(0, |skip| skip as usize);
    Ok(answer::searched(mind, &keyword, &mind.search(&keyword, &filter, page)?)?.to_string())
}

fn check(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let told = action_text(arguments)?;
    let mut options = arguments.options("options", &["tried", "command"])?;
    let (tried, command) = (options.texts("tried")?, options.flag("command")?);
    let (action, now) = (action(&told, command), Clock::from_env()?.now());
    let checked = match tried {
        Some(tried) => mind.rules().check(&tried, &action, now)?,
        None => mind.check(&action)?,
    };
    Ok(answer::checked(&checked, &told, now).to_string())
}

fn failures(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let all = arguments.options("options", &["all"])?.flag("all")?;
    let now = Clock::from_env()?.now();
    let read = mind.failures()?;
    let shown = read.failures.iter().filter(|own| all == Some(true) || own.is_active());
    let failures: Value = shown.map(|own| answer::failure(own, now)).collect();
    Ok(json!({ "failures": failures, "warnings": read.warnings }).to_string())
}

fn add_gotcha(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let title = arguments.required_text("title")?;
    let mut options = arguments.options("options", &["workaround", "scope"])?;
    let (workaround, scope) = (options.text("workaround")?, scope(options.text("scope")?)?);
    let known = Gotcha::told(&title, workaround.as_deref(), scope)?;
    Ok(answer::gotcha(&mind.add_gotcha(&known)?).to_string())
}

fn scope(word: Option<String>) -> Result<Scope> {
    word.map_or(Ok(Scope::Project), |word| Scope::parse(&word))
}

fn clean(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    let dry_run = arguments.options("options", &["dry_run"])?.flag("dry_run")?.unwrap_or(false);
    Ok(answer::cleaned(&mind.clean(dry_run)?, dry_run).to_string())
}

fn delete(mind: &mut MindSave, arguments: &mut Arguments) -> Result<String> {
    arguments.required("ids")?;
    let ids = arguments.texts("ids")?;
    let ids: Vec<SnapshotId> = ids.iter().map(|id| SnapshotId::parse(id)).collect::<Result<_>>()?;
    mind.delete_all(&ids)?;
    Ok(json!({ "deleted": ids }).to_string())
}
