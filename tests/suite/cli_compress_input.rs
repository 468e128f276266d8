//! `mindsave compress` and `mindsave rules`: bad input, much input, and packs of the user's own.

use mindsave_tests::TestWorkspace;
use serde_json::{Value, json};

/// Expects that input is refused, and that the message holds some words.
#[track_caller]
fn assert_refused(input: impl AsRef<[u8]>, words: &[&str]) -> Value {
    let error =
        TestWorkspace::new().program().args(["compress"]).stdin(input).fails("invalid_input");
    let message = error["message"].as_str().unwrap();
    assert!(words.iter().all(|word| message.contains(word)), "{words:?} in {message}");
    error
}

#[test]
fn blank_rules_are_dropped_and_counted() {
    let input = json!({"constraints": ["", " \t", "\n\r\n", "\u{3000}", "keep it"], "excluded_paths": [""]});
    let answer = TestWorkspace::new().program().args(["compress"]).stdin(input.to_string()).json();
    assert_eq!(answer["constraints"], json!(["keep it"]));
    assert_eq!(answer["stats"]["blank"], 5);
    assert_eq!(answer["rendered"], "keep it");
}

#[test]
fn a_limit_that_is_no_number_of_at_least_1_is_refused() {
    for limit in ["0", "-1", "1.5", "\"x\"", "[]", "true", "1e99"] {
        let input = format!(r#"{{"constraints": ["a"], "max_constraints": {limit}}}"#);
        assert_refused(input, &["max_constraints"]);
    }
    for limit in ["0", "-1", "1.5", "x"] {
        let option = format!("--max={limit}");
        TestWorkspace::new().program().args(["compress", "a", &option]).fails("invalid_input");
    }
}

#[test]
fn a_wrong_type_is_refused_with_the_name_of_its_field() {
    for (input, name) in [
        (r#"{"constraints": "x"}"#, "`constraints`"),
        (r#"{"constraints": {"a": 1}}"#, "`constraints`"),
        (r#"{"constraints": ["a", 1]}"#, "`constraints[1]`"),
        (r#"{"excluded_paths": [null]}"#, "`excluded_paths[0]`"),
        (r#"{"decisions": 3}"#, "`decisions`"),
        (r#"{"decisions": [["a"]]}"#, "`decisions[0]`"),
        (r#"{"constraints": [], "constraint": ["typing error"]}"#, "`constraint`"),
    ] {
        assert_refused(input, &[name]);
    }
    for input in ["[]", "\"x\"", "3", "null"] {
        assert_refused(input, &["object"]);
    }
}

#[test]
fn what_is_not_json_is_refused_with_line_and_column() {
    for (input, line, column) in
        [("{\"constraints\":\n [}", 2, 3), ("{\"constraints\": [\"a\"", 1, 20)]
    {
        let error = assert_refused(input, &["not JSON"]);
        assert_eq!((&error["line"], &error["column"]), (&json!(line), &json!(column)), "{input}");
    }
    assert_refused("", &["no rules", "--from"]);
    assert_refused(" \n", &["no rules"]);
}

#[test]
fn people_read_decisions_and_excluded_paths_too() {
    let input = r#"{"constraints": ["no npm"], "decisions": ["use zustand", "用 zod"], "excluded_paths": ["redux"]}"#;
    let run = TestWorkspace::new().program().args(["compress"]).stdin(input).ok().stdout;
    for text in ["use zustand", "用 zod", "redux"] {
        assert!(run.contains(text), "{text} in {run}");
    }
}

#[test]
fn what_is_not_utf_8_is_refused_with_its_place() {
    assert_refused(b"{\"constraints\": [\"\xff\"]}", &["UTF-8", "18"]);
}

#[test]
fn errors_of_reading_rules_speak_of_rules() {
    let ws = TestWorkspace::new();
    let bytes = ws.program().args(["compress"]).stdin(b"\xff").fails("invalid_input");
    let missing = ws.program().args(["compress", "--from", "nofile.md"]).fails("not_found");
    for error in [bytes, missing] {
        let told = format!("{} {}", error["message"], error["hint"]);
        assert!(!told.contains("state") && !told.contains("snapshot"), "{told}");
    }
}

#[test]
fn a_rule_of_a_megabyte_ends_and_is_kept() {
    for part in ["keep it short. ", "no jwt ", "use rest over ", "不要用 Tailwind。", "禁止用"]
    {
        let long = part.repeat(1024 * 1024 / part.len());
        let input = json!({"constraints": [&long, "no tailwind"]});
        let answer =
            TestWorkspace::new().program().args(["compress"]).stdin(input.to_string()).json();
        assert_eq!(answer["constraints"], json!([long]), "{part}");
        assert_eq!(answer["symbolic"]["theme_system"]["rejected"], json!(["Tailwind"]), "{part}");
    }
}

#[test]
fn many_rules_of_some_kilobytes_end() {
    for part in ["keep it short. ", "no jwt ", "use rest over ", "rest ", "use "] {
        let rule = part.repeat(8_000 / part.len());
        let rules: Vec<String> = (0..20).map(|i| format!("{rule}{i}")).collect();
        let input = json!({"constraints": rules});
        let answer =
            TestWorkspace::new().program().args(["compress"]).stdin(input.to_string()).json();
        assert_eq!(answer["constraints"].as_array().unwrap().len(), 20, "{part}");
    }
}

fn words(number: usize) -> String {
    const WORDS: [&str; 10] =
        ["amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath", "isle", "jade"];
    let digits = format!("{number:05}");
    let word = |digit: u8| WORDS[usize::from(digit - b'0')];
    digits.bytes().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_hundred_thousand_rules_end_and_none_is_lost() {
    let rule = |i: usize| match i % 4 {
        0 => format!("keep {} tidy", words(i)),
        1 => format!("use jwt for {}", words(i)),
        2 => format!("不要在 {} 用 jwt", words(i)),
        _ => format!("no {}", words(i)),
    };
    let rules: Vec<String> = (0..100_000).map(rule).collect();
    let input = json!({"constraints": rules});
    let answer = TestWorkspace::new().program().args(["compress"]).stdin(input.to_string()).json();
    let count = |name: &str| answer[name].as_array().unwrap().len();
    let entries = answer["symbolic"].as_object().unwrap().values();
    let mut merged: Vec<u64> = entries
        .flat_map(|entry| entry["sources"].as_array().unwrap())
        .map(|source| source["index"].as_u64().unwrap())
        .collect();
    merged.sort_unstable();
    merged.dedup();
    assert_eq!(
        merged.len() + count("constraints") + count("overflow") + count("duplicates"),
        100_000
    );
    assert_eq!(count("constraints"), 20);
    assert!(answer["rendered"].as_str().unwrap().len() < 8_000);
}

const HOUSE: &str = "id: house\nsymbol: house_bus\nname: { en: House bus, zh: 内部总线 }\nconcepts:\n  - id: grimble_bus\n    \
    name: Grimble\n    en: [grimble]\n    zh: [格林布]\n  - id: frob_bus\n    name: Frob\n    en: [frob]\n";

/// Packs that cannot be used, with the place of what is wrong and a word of the message.
const BROKEN: [(&str, &str, &str); 3] = [
    ("id: bad\nsymbol: [x\n", "2:9", "symbol"),
    ("id: bad\nsymbol: s\nname: { en: x }\ncolour: red\nconcepts: []\n", "4:1", "colour"),
    ("symbol: s\nname: { en: x }\nconcepts: []\n", "1:1", "id"),
];

#[test]
fn a_broken_pack_is_reported_with_its_place_and_the_others_are_used() {
    for (text, place, word) in BROKEN {
        let ws = TestWorkspace::new();
        ws.write("rules/bad.yaml", text);
        ws.write("rules/house.yaml", HOUSE);
        let told = format!("{}:{place}: ", ws.path("rules/bad.yaml").display());
        let answer = ws.program().args(["compress", "no tailwind", "use grimble", "no frob"]).ok();
        assert!(answer.stderr.contains(&told) && answer.stderr.contains(word), "{answer:?}");
        for line in ["theme_system: avoid_tailwind", "house_bus: grimble_only"] {
            assert!(answer.stdout.lines().any(|own| own == line), "{line}: {}", answer.stdout);
        }
        let listed = ws.program().args(["rules", "list"]).json();
        let broken = listed["broken"].as_array().unwrap();
        assert_eq!(broken.len(), 1, "{broken:?}");
        assert!(broken[0].as_str().unwrap().starts_with(&told), "{broken:?}");
        let wrong = ws.program().args(["rules", "check"]).fails("invalid_input");
        assert!(wrong["message"].as_str().unwrap().contains(&told), "{wrong}");
    }
}

#[test]
fn a_broken_pack_is_reported_beside_json_as_well() {
    let ws = TestWorkspace::new();
    ws.write("rules/bad.yaml", BROKEN[1].0);
    let answer = ws.program().args(["compress", "no tailwind", "--json"]).ok();
    assert!(answer.json()["symbolic"]["theme_system"].is_object());
    let told = answer.stderr + &answer.stdout;
    assert!(told.contains("bad.yaml:4:1"), "{told}");
}

#[test]
fn a_concept_of_the_users_is_known_in_both_languages() {
    let ws = TestWorkspace::new();
    ws.write("rules/house.yaml", HOUSE);
    let answer = ws.program().args(["compress", "使用格林布", "no frob"]).json();
    let entry = &answer["symbolic"]["house_bus"];
    assert_eq!((&entry["chosen"], &entry["rejected"]), (&json!(["Grimble"]), &json!(["Frob"])));
    ws.program().args(["rules", "check"]).ok();
    let listed = ws.program().args(["rules", "list"]).json();
    let packs = listed["packs"].as_array().unwrap();
    assert!(packs.iter().any(|pack| pack["id"] == "house" && pack["concepts"] == 2), "{packs:?}");
}

#[test]
fn packs_of_the_home_folder_count_too_and_those_of_the_workspace_before_them() {
    let ws = TestWorkspace::new();
    let home = ws.home().join(".mindsave/rules");
    std::fs::create_dir_all(&home).unwrap();
    std::fs::write(home.join("house.yaml"), HOUSE).unwrap();
    let symbols = || {
        let answer = ws.program().args(["compress", "use grimble", "no frob"]).json();
        answer["symbolic"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(symbols(), ["house_bus"]);
    ws.write("rules/mine.yaml", HOUSE.replace("house_bus", "my_bus"));
    assert_eq!(symbols(), ["my_bus"]);
}

const LOOK: &str = "id: styling\nsymbol: look\nname: { en: Look, zh: 外观 }\nconcepts:\n  - id: tailwind\n    name: TW\n    \
    en: [tailwind]\n  - id: css_variables\n    name: Vars\n    en: [css variables]\n";

#[test]
fn a_pack_of_the_users_counts_where_both_know_a_word() {
    let ws = TestWorkspace::new();
    ws.write("rules/styling.yaml", LOOK);
    let answer = ws.program().args(["compress", "no tailwind", "use css variables"]).json();
    assert_eq!(answer["symbolic"].as_object().unwrap().keys().collect::<Vec<_>>(), ["look"]);
    assert_eq!(answer["symbolic"]["look"]["strategy"], "vars_only");
}

#[test]
fn a_replaced_pack_counts_nowhere() {
    let ws = TestWorkspace::new();
    ws.write("rules/styling.yaml", LOOK);
    let rules = mindsave::Rules::read(&[mindsave_store::FileStore::new(ws.path(""))]);
    let known = |text: &str| rules.lexicons().iter().any(|l| !l.concepts_in(text).is_empty());
    assert!(!known("no bootstrap"), "the user's pack does not know it");
    assert!(known("no tailwind") && known("use pnpm"));
}

#[test]
fn a_pack_of_the_same_id_replaces_the_one_that_comes_with_the_program() {
    let ws = TestWorkspace::new();
    ws.write("rules/styling.yaml", LOOK);
    let answer =
        ws.program().args(["compress", "no bootstrap", "no tailwind", "use css variables"]).json();
    assert_eq!(answer["constraints"], json!(["no bootstrap"]), "the pack does not know it");
    let listed = ws.program().args(["rules", "list"]).json();
    let same = |pack: &&Value| pack["id"] == "styling";
    assert_eq!(listed["packs"].as_array().unwrap().iter().filter(same).count(), 1);
    let shown = ws.program().args(["rules", "show", "styling"]).json();
    assert_eq!(shown["symbol"], "look", "the user's pack is shown: {shown}");
}
