//! How far above the real counts the estimate is, and that the
//! committed data are what the generator writes.

use std::collections::BTreeMap;
use std::path::Path;

use mindsave_core::tokens::estimate;
use mindsave_tests::{token_tables, tokens};
use serde_json::Value;

#[derive(Default)]
struct Tally {
    real: u64,
    bound: u64,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn strings(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(s) => out.push(s.clone()),
        Value::Array(items) => items.iter().for_each(|v| strings(v, out)),
        Value::Object(fields) => fields.values().for_each(|v| strings(v, out)),
        _ => {}
    }
}

/// All text fields by language, and the lines themselves under "… json".
fn texts() -> BTreeMap<String, Vec<String>> {
    let folders =
        ["corpus", "recovery/dev"].map(|name| std::fs::read_dir(root().join(name)).unwrap());
    let mut files: Vec<_> = folders.into_iter().flatten().map(|f| f.unwrap().path()).collect();
    files.sort();
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        let mut language = String::new();
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            let named = value.get("lang").or_else(|| value.pointer("/scenario/lang"));
            if let Some(named) = named.and_then(Value::as_str) {
                named.clone_into(&mut language);
            }
            strings(&value, all.entry(language.clone()).or_default());
            all.entry(format!("{language} json")).or_default().push(line.to_owned());
        }
    }
    all
}

#[test]
fn close_to_the_real_count_on_the_corpus() {
    for (language, texts) in texts() {
        let mut tally = Tally::default();
        for text in &texts {
            let (count, bound) = (u64::from(tokens::count(text)), u64::from(estimate(text).get()));
            assert!(bound >= count, "{text:?}");
            tally.real += count;
            tally.bound += bound;
        }
        let over = (tally.bound * 1000 / tally.real) - 1000;
        assert!(over <= 200, "{language}: {} real, {} bound", tally.real, tally.bound);
    }
}

#[test]
fn data_are_what_the_generator_writes() {
    let file = root().join("../crates/mindsave-core/src/tokens/tables.bin");
    assert!(token_tables::build() == std::fs::read(file).unwrap(), "run `cargo xtask tables`");
}

/// Writes the tables again; `cargo xtask tables` runs it.
#[test]
#[ignore = "writes into the source tree"]
fn write_the_tables() {
    let file = root().join("../crates/mindsave-core/src/tokens/tables.bin");
    std::fs::write(file, token_tables::build()).unwrap();
}
