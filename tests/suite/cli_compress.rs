//! `mindsave compress`: the contract of its JSON, what people read, and the files rules come from.

use mindsave_tests::TestWorkspace;
use serde_json::{Value, json};

/// Compresses JSON and returns JSON.
#[track_caller]
fn compress(input: &Value) -> Value {
    TestWorkspace::new().program().args(["compress"]).stdin(input.to_string()).json()
}

/// Compresses rules and returns what people read.
#[track_caller]
fn read(rules: &[&str]) -> String {
    TestWorkspace::new().program().args(["compress"]).args(rules).ok().stdout
}

/// All rules of a result, entries and lists together, sorted.
fn all_texts(answer: &Value) -> Vec<String> {
    let text = |value: &Value| value["text"].as_str().unwrap_or_default().to_owned();
    let list = |name: &str| answer[name].as_array().unwrap().clone();
    let kept = list("constraints").into_iter().map(|rule| rule.as_str().unwrap().to_owned());
    let entries = answer["symbolic"].as_object().unwrap().values();
    let sources = entries.flat_map(|entry| entry["sources"].as_array().unwrap());
    let mut texts: Vec<String> = kept.chain(sources.map(text)).collect();
    for name in ["overflow", "duplicates", "dropped"] {
        texts.extend(list(name).iter().map(text));
    }
    texts.sort();
    texts
}

/// The rules found in a file, sorted.
#[track_caller]
fn rules_of(name: &str, content: &str) -> Vec<String> {
    let ws = TestWorkspace::new();
    let file = ws.root().join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, content).unwrap();
    let file = file.to_str().unwrap();
    all_texts(&ws.program().args(["compress", "--from", file]).json())
}

fn source(kind: &str, index: usize, text: &str) -> Value {
    json!({"kind": kind, "index": index, "text": text})
}

#[test]
fn the_json_has_every_field_of_the_contract() {
    let answer = compress(&json!({
        "constraints": [
            "No Tailwind - causes style conflict", "use CSS variables in src/ui", "Use JWT", "No JWT", "",
            "no tailwind - causes style conflict", "keep files under 300 lines", "name the grimble after its module at once"
        ],
        "decisions": ["REST API first", {"choice": "Vite", "reasoning": "webpack is slow"}],
        "excluded_paths": ["Bootstrap", "forum scraper"],
        "max_constraints": 3
    }));
    assert_eq!(
        answer["symbolic"],
        json!({"theme_system": {
            "strategy": "css_variables_only", "chosen": ["CSS variables"], "rejected": ["Tailwind", "Bootstrap"],
            "reason": "style conflict", "notes": ["in src/ui"],
            "line": "CSS variables in src/ui; no tailwind, Bootstrap (because style conflict)",
            "sources": [
                source("constraint", 0, "No Tailwind - causes style conflict"),
                source("constraint", 1, "use CSS variables in src/ui"),
                source("excluded_path", 0, "Bootstrap"),
            ]
        }})
    );
    assert_eq!(answer["constraints"], json!(["Use JWT", "No JWT", "keep files under 300 lines"]));
    assert_eq!(
        answer["decisions"],
        json!(["REST API first", {"choice": "Vite", "reasoning": "webpack is slow"}])
    );
    assert_eq!(answer["excluded_paths"], json!(["forum scraper"]));
    let (a, b) = (source("constraint", 2, "Use JWT"), source("constraint", 3, "No JWT"));
    let conflict = json!({"a": a, "b": b, "subject": "JWT", "kind": "opposite"});
    assert_eq!(answer["conflicts"], json!([conflict]));
    let over = source("constraint", 7, "name the grimble after its module at once");
    assert_eq!(answer["overflow"], json!([over]));
    let mut again = source("constraint", 5, "no tailwind - causes style conflict");
    again["of"] = json!(0);
    assert_eq!(answer["duplicates"], json!([again]));
    assert_eq!(answer["dropped"], json!([source("constraint", 4, "")]));
    insta::assert_snapshot!(answer["rendered"].as_str().unwrap(), @r"
    CSS variables in src/ui; no tailwind, Bootstrap (because style conflict)
    keep files under 300 lines
    ✗ forum scraper
    conflict: Use JWT | No JWT
    ");
    let stats = &answer["stats"];
    assert_eq!(
        (&stats["merged"], &stats["kept"], &stats["blank"]),
        (&json!(3), &json!(4), &json!(1))
    );
    let tokens = |name: &str| stats[name].as_u64().unwrap();
    assert!(tokens("tokens_in") > 0 && tokens("tokens_out") > 0, "{stats}");
}

#[test]
fn the_fields_are_these_and_stand_in_this_order() {
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let answer = compress(&json!({"constraints": ["no tailwind"]}));
    assert_eq!(
        keys(&answer),
        [
            "constraints",
            "decisions",
            "excluded_paths",
            "symbolic",
            "conflicts",
            "overflow",
            "duplicates",
            "dropped",
            "rendered",
            "stats"
        ]
    );
    let entry = &answer["symbolic"]["theme_system"];
    assert_eq!(
        keys(entry),
        ["strategy", "chosen", "rejected", "reason", "notes", "line", "sources"]
    );
    assert_eq!(keys(&answer["stats"]), ["tokens_in", "tokens_out", "merged", "kept", "blank"]);
    assert_eq!(keys(&compress(&json!({}))), keys(&answer), "nothing given");
}

#[test]
fn people_read_what_merged_with_what() {
    let rules = [
        "no tailwind",
        "use css variables",
        "avoid utility css",
        "Use JWT",
        "No JWT",
        "keep files under 300 lines",
    ];
    insta::assert_snapshot!(read(&rules), @r#"
    theme_system: css_variables_only
      css variables; no tailwind, utility css
        ← no tailwind
        ← use css variables
        ← avoid utility css
    kept as written
      Use JWT
      No JWT
      keep files under 300 lines
    ! "Use JWT" and "No JWT" contradict each other (JWT)
    34 tokens before, 29 after; 3 merged, 3 kept
    "#);
}

#[test]
fn people_read_chinese_rules_as_they_were_written() {
    let rules = [
        "禁止使用 Tailwind",
        "使用 CSS 变量",
        "包管理器统一用 pnpm",
        "不要用 npm",
        "单个文件不超过 300 行",
    ];
    insta::assert_snapshot!(read(&rules), @r"
    package_manager: pnpm_only
      pnpm；不要 npm
        ← 包管理器统一用 pnpm
        ← 不要用 npm
    theme_system: css_variables_only
      CSS 变量；不要 Tailwind
        ← 禁止使用 Tailwind
        ← 使用 CSS 变量
    kept as written
      单个文件不超过 300 行
    42 tokens before, 26 after; 4 merged, 1 kept
    ");
}

const EXPLAINED: [&str; 4] = [
    "No JWT, use session",
    "no npm unless asked",
    "不要用 Redux，用 Zustand",
    "no need to use Redis",
];

#[test]
fn explain_says_what_was_understood_and_what_became_of_it() {
    let ws = TestWorkspace::new();
    let explain = || ws.program().args(["compress", "--explain"]).args(EXPLAINED);
    insta::assert_snapshot!(explain().ok().stdout, @r#"
    No JWT, use session
      names      -JWT (Auth strategy), +session (Auth strategy)
      by         "No" refuses JWT; "use" asks for session
      so         merged into auth_strategy
    no npm unless asked
      names      -npm (Package manager)
      by         "no" refuses npm; "unless" makes it hold in some case only
      also says  unless asked
      so         kept: it holds in some case only
    不要用 Redux，用 Zustand
      names      -Redux (State management), +Zustand (State management)
      by         "不要用" refuses Redux; "用" asks for Zustand
      so         kept: no other rule is about the same thing
    no need to use Redis
      names      +Redis (Caching)
      by         "use" asks for Redis; "no need to" waives a duty
      so         kept: it waives a duty, which is neither an order nor a ban
    "#);
    let answer = explain().json();
    let first = json!({
        "kind": "constraint", "index": 0, "text": "No JWT, use session",
        "subjects": ["-JWT (Auth strategy)", "+session (Auth strategy)"],
        "entries": ["auth_strategy"], "why": "merged into auth_strategy", "notes": []
    });
    for (field, value) in first.as_object().unwrap() {
        assert_eq!(&answer[0][field], value, "{field}");
    }
}

#[test]
fn explain_names_the_words_that_decided() {
    let text =
        TestWorkspace::new().program().args(["compress", "--explain"]).args(EXPLAINED).ok().stdout;
    let told: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
    let told = told.join("\n");
    for word in ["\"No\"", "\"use\"", "\"unless\"", "\"不要用\"", "\"no need to\""] {
        assert!(told.contains(word), "{word} in {text}");
    }
}

#[test]
fn rules_over_the_limit_are_named() {
    let rules =
        ["write a changelog entry", "ask before you rename a table", "不要吞掉任何错误信息"];
    let told =
        TestWorkspace::new().program().args(["compress", "--max", "1"]).args(rules).ok().stdout;
    assert!(rules.iter().all(|rule| told.contains(rule)), "{told}");
    assert!(told.contains("over the limit"), "{told}");
}

#[test]
fn claude_md_carries_sense_and_scope() {
    let file = "# Guide\n\nProse that is no rule.\n\n## Packages\n- ✅ pnpm\n- ❌ npm\n- Never run `yarn`\n\n## Do\n- use Vitest\n  - \
        keep unit tests beside the code\n\n## Don't\n- use Jest\n- Commit secrets\n- Avoid:\n  - jQuery\n    1. default exports\n\n\
        | Use | Don't use |\n|---|---|\n| zod | Joi |\n\n```sh\n- npm install\n```\n\n## Rules for `src/api/`\n* wrap errors\n";
    assert_eq!(
        rules_of("CLAUDE.md", file),
        [
            "Never run `yarn`",
            "don't commit secrets",
            "don't use Jest",
            "keep unit tests beside the code",
            "no Joi",
            "no default exports",
            "no jQuery",
            "no npm",
            "pnpm",
            "use Vitest",
            "wrap errors (in src/api/)",
            "zod",
        ]
    );
}

#[test]
fn a_chinese_file_carries_sense_and_scope() {
    let file = "# 项目约定\n\n这里是说明。\n\n## 必须\n- 使用 pnpm\n  - 提交前运行测试\n\n## 禁止\n- 使用 Tailwind\n- 不要直接推 main\n\n\
        | 推荐 | 不推荐 |\n|---|---|\n| Vitest | Jest |\n\n## 其他\n- ✅ 写注释\n- ❌ 默认导出\n\n```\n- 不是规则\n```\n\n\
        ## `src/api/` 约定\n1. 统一错误码\n";
    assert_eq!(
        rules_of("AGENTS.md", file),
        [
            "Vitest",
            "no Jest",
            "不要使用 Tailwind",
            "不要直接推 main",
            "不要默认导出",
            "使用 pnpm",
            "写注释",
            "在 src/api/ 中统一错误码",
            "提交前运行测试",
        ]
    );
}

#[test]
fn cursorrules_are_rules_line_by_line() {
    let file = "use tabs for indentation\n\nno default exports\n使用 pnpm\n";
    let rules = ["no default exports", "use tabs for indentation", "使用 pnpm"];
    assert_eq!(rules_of(".cursorrules", file), rules);
}

#[test]
fn the_front_matter_of_an_mdc_file_is_no_rule() {
    for end in ["\n", "\r\n"] {
        let file = "---\ndescription: Style\nglobs:\n  - src/**/*.ts\nalwaysApply: true\n---\n\n- use Vitest\n- 不要用 Jest\n";
        let rules = rules_of(".cursor/rules/style.mdc", &file.replace('\n', end));
        assert_eq!(rules, ["use Vitest", "不要用 Jest"], "{end:?}");
    }
}

#[test]
fn a_list_in_the_front_matter_does_not_make_the_rest_prose() {
    let file = "---\nglobs:\n  - src/**/*.ts\n---\nuse Vitest\n\n不要用 Jest\n";
    assert_eq!(rules_of("plain.mdc", file), ["use Vitest", "不要用 Jest"]);
}

#[test]
fn a_line_of_dashes_at_the_top_is_no_front_matter() {
    let file = "---\n- use Vitest\n- no Jest\n";
    assert_eq!(rules_of("AGENTS.md", file), ["no Jest", "use Vitest"]);
    let marked = "\u{feff}---\nglobs:\n  - x\n---\n- use Vitest\n";
    assert_eq!(rules_of("a.mdc", marked), ["use Vitest"]);
}

#[test]
fn copilot_instructions_and_several_files_are_read_together() {
    let ws = TestWorkspace::new();
    let files = [
        (
            "copilot-instructions.md",
            "\u{feff}# Copilot\n\n- Prefer composition\n\n### Avoid\n* `any`\n",
        ),
        ("extra.md", "1) no tailwind\n2) 用 pnpm\n"),
    ];
    let mut arguments = vec!["compress".to_owned()];
    for (name, content) in files {
        let path = ws.root().join(name);
        std::fs::write(&path, content).unwrap();
        arguments.extend(["--from".to_owned(), path.to_str().unwrap().to_owned()]);
    }
    let answer = ws.program().args(arguments).json();
    assert_eq!(all_texts(&answer), ["Prefer composition", "no `any`", "no tailwind", "用 pnpm"]);
}

/// The result for a file of rules.
#[track_caller]
fn from_file(content: &str) -> Value {
    let ws = TestWorkspace::new();
    let file = ws.root().join("AGENTS.md");
    std::fs::write(&file, content).unwrap();
    ws.program().args(["compress", "--from", file.to_str().unwrap()]).json()
}

#[test]
fn a_scope_or_a_condition_in_a_file_makes_no_contradiction() {
    for file in [
        "- In tests:\n  - use Jest\n- In production code:\n  - no Jest",
        "- 测试中：\n  - 用 Jest\n- 生产代码中：\n  - 禁止 Jest",
        "## In tests\n- use Jest\n\n## In production code\n- no Jest",
        "- never use Redux\n  in the old checkout, which depends on it\n- use Redux",
        "- use npm\n  only when pnpm is broken\n- use pnpm",
        "- 用 npm\n  仅当 pnpm 坏了\n- 使用 pnpm",
        "Avoid:\n- npm\n\nOur stack:\n- pnpm\n- React",
        "<!--\n- use npm\n-->\n- no npm",
        "|Use|Don't use|\n|---|---|\n|zod|Jest|\n||npm|\n\n- no npm",
    ] {
        let answer = from_file(file);
        assert_eq!(answer["conflicts"], json!([]), "{file}");
    }
}

#[test]
fn rules_a_file_truly_contradicts_are_told() {
    for file in [
        "Avoid:\n- npm\n\nOur stack:\n- npm",
        "- In tests:\n  - use Jest\n  - no Jest",
        "## 禁止\n- npm\n\n## 必须\n- 使用 npm",
    ] {
        assert_eq!(from_file(file)["conflicts"].as_array().unwrap().len(), 1, "{file}");
    }
}
