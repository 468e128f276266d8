//! Compiles the rule packs into the tables of the lexicon.

#[path = "src/text/canonical.rs"]
#[expect(dead_code, reason = "the build script needs the canonical form only")]
mod canonical;
#[path = "src/text/lexicon/compile.rs"]
#[expect(dead_code, reason = "some constants are for the reader of the tables")]
mod compile;
#[path = "src/text/lexicon/grammar.rs"]
mod grammar;
#[path = "src/text/halves.rs"]
mod halves;
#[path = "src/text/lexicon/pack.rs"]
#[expect(
    dead_code,
    unreachable_pub,
    reason = "the build script compiles packs and does not check them"
)]
mod pack;
#[path = "src/text/lexicon/trie.rs"]
#[expect(dead_code, reason = "some constants are for the reader of the tables")]
mod trie;

#[path = "src/extract/grammar/code.rs"]
mod code;
#[path = "src/extract/grammar/compile.rs"]
mod extraction;
#[path = "src/extract/kind.rs"]
#[expect(dead_code, unreachable_pub, reason = "the build script names kinds and lists none")]
mod kind;
#[path = "src/extract/grammar/pattern.rs"]
mod pattern;
#[path = "src/extract/grammar/role.rs"]
#[expect(dead_code, reason = "the build script writes forms and uses none")]
mod role;
#[path = "src/extract/grammar/words.rs"]
mod words;

#[path = "src/check/calls/compile.rs"]
mod tools;

#[path = "src/check/vocabulary/stem.rs"]
mod stem;
#[path = "src/check/vocabulary/compile.rs"]
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=build.rs");
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join("rules"))
        .expect("the folder of the rule packs")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .collect();
    files.sort();
    let packs: Vec<pack::Pack> = files.iter().map(|path| read(path)).collect();
    let grammar = grammar::Grammar {
        cues: read(&root.join("rules/language/cues.yaml")),
        roles: read(&root.join("rules/language/roles.yaml")),
    };
    let bytes = compile::compile(&packs, &grammar).unwrap_or_else(|why| panic!("rules: {why}"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let names = fnv(&bytes);
    std::fs::write(out.join("lexicon.bin"), bytes).expect("the build folder can be written");
    let approaches = std::fs::read_to_string(root.join("rules/language/approaches.yaml"))
        .expect("the vocabulary of approaches");
    let approaches: vocabulary::Source = serde_yaml::from_str(&approaches)
        .unwrap_or_else(|error| panic!("approaches.yaml: {error}"));
    let tables =
        vocabulary::compile(&approaches).unwrap_or_else(|why| panic!("approaches.yaml: {why}"));
    let calls = tools(&root.join("rules/language/tools.yaml"));
    std::fs::write(out.join("tools.rs"), &calls).expect("the build folder can be written");
    let form = names ^ fnv(tables.as_bytes()).rotate_left(1) ^ fnv(calls.as_bytes()).rotate_left(2);
    let form = format!("u64::from_le_bytes({:?})", form.to_le_bytes());
    let tables = format!("{tables}pub(crate) const FORM: u64 = {form};\n");
    std::fs::write(out.join("approaches.rs"), tables).expect("the build folder can be written");
    let prose = std::fs::read_to_string(root.join("rules/language/extraction.yaml"))
        .expect("the grammar of extraction");
    let tables = extraction::compile(&prose).unwrap_or_else(|why| panic!("extraction.yaml: {why}"));
    std::fs::write(out.join("extraction.rs"), tables).expect("the build folder can be written");
    std::fs::write(out.join("packs.rs"), texts(&files)).expect("the build folder can be written");
    let stop_words = stop_words(&root.join("rules/language/search.yaml"));
    std::fs::write(out.join("stop_words.rs"), stop_words).expect("the build folder can be written");
    let import_words = word_lists(&root.join("rules/language/import.yaml"));
    std::fs::write(out.join("import_words.rs"), import_words)
        .expect("the build folder can be written");
    let work_words = word_lists(&root.join("rules/language/work.yaml"));
    std::fs::write(out.join("work_words.rs"), work_words).expect("the build folder can be written");
}

/// What is known of tools, as tables.
fn tools(path: &Path) -> String {
    let source: tools::Source = read(path);
    tools::compile(&source).unwrap_or_else(|why| panic!("tools.yaml: {why}"))
}

/// Tells tables from those of other versions.
fn fnv(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// The words a search passes over: English ones sorted, Chinese ones as the single characters and
/// pairs that a text is cut into, sorted.
fn stop_words(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("the words a search passes over");
    let lists: BTreeMap<String, Vec<String>> =
        serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("search.yaml: {error}"));
    let english: BTreeSet<&str> = lists["en"].iter().map(String::as_str).collect();
    let parts = |word: &String| {
        let chars: Vec<char> = word.chars().collect();
        chars.windows(chars.len().min(2)).map(String::from_iter).collect::<Vec<_>>()
    };
    let chinese: BTreeSet<String> = lists["zh"].iter().flat_map(parts).collect();
    let longest = english.iter().map(|word| word.len()).max().unwrap_or_default();
    format!(
        "pub(super) const LONGEST: usize = {longest};\n\
         pub(super) const ENGLISH: &[&str] = &{:?};\n\
         pub(super) const CHINESE: &[&str] = &{:?};\n",
        english.iter().collect::<Vec<_>>(),
        chinese.iter().collect::<Vec<_>>(),
    )
}

/// Lists of words as constants, each in both languages.
fn word_lists(path: &Path) -> String {
    let lists: BTreeMap<String, BTreeMap<String, Vec<String>>> = read(path);
    let list = |(name, words): (&String, &BTreeMap<String, Vec<String>>)| {
        let words: Vec<&String> = words.values().flatten().collect();
        format!("pub(super) const {}: &[&str] = &{words:?};\n", name.to_uppercase())
    };
    lists.iter().map(list).collect()
}

/// The texts of the packs, for the tests that read them.
fn texts(files: &[PathBuf]) -> String {
    let entry = |path: &PathBuf| {
        let place = path.to_str().expect("a path of letters");
        format!("({:?}, include_str!({place:?})),\n", stem(path))
    };
    format!("&[\n{}]\n", files.iter().map(entry).collect::<String>())
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).expect("a name of letters")
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> T {
    let text = std::fs::read_to_string(path).expect("a readable file of rules");
    // A map of Rust takes the last of two lists of one name without a word; this one refuses them.
    let told: Result<serde_yaml::Value, _> = serde_yaml::from_str(&text);
    let typed = told.and_then(|_| serde_yaml::from_str(&text));
    typed.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
