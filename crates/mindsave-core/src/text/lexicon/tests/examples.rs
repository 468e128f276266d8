//! Every pack understands its own examples, and leaves alone what it says is not its own.

use super::{Lexicon, is_chinese, nothing_wrong, packs};
use crate::text::lexicon::Pack;

#[test]
fn every_pack_understands_its_own_examples() {
    let lexicon = Lexicon::builtin();
    let of_pack = |pack: Pack| {
        let wrong = pack.check(lexicon).into_iter();
        wrong.map(|why| format!("{}: {why}", pack.id)).collect::<Vec<_>>()
    };
    let wrong: Vec<String> = packs().into_iter().flat_map(of_pack).collect();
    nothing_wrong(&wrong);
}

#[test]
fn every_pack_has_examples_of_both_kinds_in_its_languages() {
    let wrong: Vec<String> = packs().iter().flat_map(missing).collect();
    nothing_wrong(&wrong);
}

/// Which kinds of examples a pack lacks.
fn missing(pack: &Pack) -> Vec<String> {
    let matching: Vec<&str> = pack.examples.matching.iter().map(|e| e.text.as_str()).collect();
    let no_match: Vec<&str> = pack.examples.no_match.iter().map(String::as_str).collect();
    let speaks = |chinese: bool| {
        let mut names = pack.concepts.iter().flat_map(|c| if chinese { &c.zh } else { &c.en });
        names.next().is_some()
    };
    let mut wrong = Vec::new();
    for (language, chinese) in [("English", false), ("Chinese", true)] {
        for (kind, texts) in [("matching", &matching), ("non-matching", &no_match)] {
            if speaks(chinese) && !texts.iter().any(|text| is_chinese(text) == chinese) {
                wrong.push(format!("{}: no {kind} example is {language}", pack.id));
            }
        }
    }
    let silent = pack.examples.matching.iter().filter(|example| example.concepts.is_empty());
    wrong.extend(silent.map(|e| format!("{}: {:?} is to name nothing", pack.id, e.text)));
    wrong
}
