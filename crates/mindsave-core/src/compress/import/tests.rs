use super::*;

fn rules(file: &str) -> Vec<String> {
    import_rules(file).into_iter().map(|rule| rule.text).collect()
}

#[test]
fn marks_headings_tables_and_nesting_carry_the_sense() {
    let file = "---\nglobs: \"*.ts\"\n---\n# Guide\nprose that is no rule\n- ✅ pnpm\n- ❌ npm\n- Avoid:\n  - jQuery\n  - Use `any`\n\
        - Always:\n  1. write tests\n\n| Use | Don't use |\n|---|---|\n| Vitest | Jest |\n| zod | |\n\n## 禁止\n- 使用 Tailwind\n- 不要直接推 main\n\
        ## Rules for `src/api/`\n* wrap errors\n";
    let expected = [
        "pnpm",
        "no npm",
        "no jQuery",
        "don't use `any`",
        "write tests",
        "Vitest",
        "no Jest",
        "zod",
        "不要使用 Tailwind",
        "不要直接推 main",
        "wrap errors (in src/api/)",
    ];
    assert_eq!(rules(file), expected);
}

#[test]
fn a_plain_list_without_bullets_is_rules_line_by_line() {
    assert_eq!(rules("no tailwind\n\n使用 pnpm\n"), ["no tailwind", "使用 pnpm"]);
    assert_eq!(import_rules("a\n\nb")[1].line, 3);
    assert_eq!(rules("use npm\n---\nuse yarn\n  only in CI\n"), ["use npm", "use yarn only in CI"]);
    assert_eq!(
        rules("# Don't\nuse npm\n\n禁止：\nnpm\n\n用 pnpm\n"),
        ["don't use npm", "no npm", "不要用 pnpm"]
    );
}

#[test]
fn code_is_no_rule() {
    assert_eq!(
        rules("- use pnpm\n~~~sh\n- npm i\n~~~\n````\n```\n- x\n````\n- 写测试\n"),
        ["use pnpm", "写测试"]
    );
    assert_eq!(rules("- ```sh\n  npm i\n  ```\n- 写测试\n"), ["写测试"]);
    assert_eq!(rules("use pnpm\n```\n- npm\n```\nuse zod\n"), ["use pnpm", "use zod"]);
}

#[test]
fn code_within_a_line_opens_no_block() {
    let file =
        "- a\n```npm install``` is not what we run\n- use pnpm\n- ```npm i``` 不要用\n- 用 zod\n";
    assert_eq!(
        rules(file),
        ["a ```npm install``` is not what we run", "use pnpm", "```npm i``` 不要用", "用 zod"]
    );
}

#[test]
fn a_wrapped_line_belongs_to_its_bullet() {
    let file = "- never use Redux\n  in the old checkout, which depends on it\n- client state goes in zustand\n- use npm\n  only when pnpm is broken\n- use pnpm";
    assert_eq!(
        rules(file),
        [
            "never use Redux in the old checkout, which depends on it",
            "client state goes in zustand",
            "use npm only when pnpm is broken",
            "use pnpm"
        ]
    );
    assert_eq!(
        rules("1. 不要用\n   Redux\n2. 用 npm，\n   仅当 pnpm 坏了\n"),
        ["不要用 Redux", "用 npm，仅当 pnpm 坏了"]
    );
    assert_eq!(rules("- use npm\nonly in CI\n"), ["use npm only in CI"]);
    assert_eq!(rules("- use npm\n\n  Only in CI.\n\nprose\n"), ["use npm. Only in CI."]);
    assert_eq!(rules("- 用 npm\n\n  仅在 CI 中\n\n说明\n"), ["用 npm。仅在 CI 中"]);
    assert_eq!(rules("- use npm\n  - in CI\n\n  Never at home.\n")[0], "use npm. Never at home.");
}

#[test]
fn the_sign_of_a_line_with_a_colon_ends_with_its_list() {
    assert_eq!(rules("Avoid:\n- npm\n\nOur stack:\n- pnpm\n- React"), ["no npm", "pnpm", "React"]);
    assert_eq!(rules("禁止：\n- npm\n\n技术栈：\n- pnpm"), ["no npm", "pnpm"]);
    assert_eq!(rules("Avoid:\n- npm\nOur stack:\n- pnpm"), ["no npm", "pnpm"]);
    assert_eq!(rules("Avoid:\n\nThese are slow.\n\n- npm\n\nOurs.\n\n- pnpm"), ["no npm", "pnpm"]);
    assert_eq!(
        rules("**Avoid:**\n\n- npm\n\n- yarn\n\n---\n\n- pnpm"),
        ["no npm", "no yarn", "pnpm"]
    );
    assert_eq!(rules("## Don't\n\nLibraries:\n- moment\n"), ["no moment"]);
}

#[test]
fn only_a_heading_that_is_a_sign_turns_its_list_round() {
    for heading in [
        "Avoid regressions",
        "Never break the build",
        "Good and bad examples",
        "Do / Don't",
        "Do's and don'ts",
        "✅ / ❌",
        "❌ Never break the build",
        "Error handling: bad input",
        "避免回归",
        "禁止与推荐",
        "错误处理",
        "不要破坏构建",
    ] {
        assert_eq!(rules(&format!("## {heading}\n- use pnpm")), ["use pnpm"], "{heading}");
    }
    for heading in [
        "Don't",
        "DO NOT",
        "Don’t use",
        "Never do this",
        "Things to avoid",
        "What not to do",
        "Bad practices",
        "Anti-patterns",
        "Forbidden libraries and tools",
        "You must never",
        "**Avoid**",
        "❌",
        "❌ Common mistakes",
        "🚫 Don't:",
        "禁止",
        "禁止使用",
        "禁止事项",
        "不要做的事",
        "绝不",
        "避免 / 禁止",
        "不允许使用的库",
    ] {
        assert_eq!(rules(&format!("## {heading}\n- use npm")), ["don't use npm"], "{heading}");
    }
    assert_eq!(rules("Don't\n-----\n- use npm\n"), ["don't use npm"]);
    assert_eq!(rules("## Don't\n### Libraries\n- moment\n## Stack\n- pnpm"), ["no moment", "pnpm"]);
}

#[test]
fn a_rule_that_refuses_is_not_refused_again() {
    for rule in [
        "Cannot mock the db",
        "You must never push to main",
        "Tests can't reach the network",
        "npm is forbidden",
        "`any` is not allowed",
        "测试不能访问网络",
        "npm 不允许使用",
        "请勿提交密钥",
    ] {
        assert_eq!(rules(&format!("## Don't\n- {rule}")), [rule]);
    }
    for (rule, refused) in [
        ("Commit code that does not compile", "don't commit code that does not compile"),
        ("functions that never return", "no functions that never return"),
        ("提交不能编译的代码", "不要提交不能编译的代码"),
        ("别名导入", "不要别名导入"),
    ] {
        assert_eq!(rules(&format!("## 禁止\n- {rule}")), [refused]);
    }
}

#[test]
fn comments_are_no_rules() {
    assert_eq!(rules("<!--\n- use npm\n- no React\n-->\n- use pnpm"), ["use pnpm"]);
    assert_eq!(rules("<!-- 旧\n```\n--> \n- 用 pnpm <!-- 不是 npm -->\n"), ["用 pnpm"]);
    assert_eq!(rules("- wrap in `<!--`\n- use pnpm"), ["wrap in `<!--`", "use pnpm"]);
    assert_eq!(rules("```\n<!--\n```\n- use pnpm"), ["use pnpm"]);
    assert_eq!(rules("<!--\n- x\n-->\nuse pnpm\n"), ["use pnpm"], "no list is left");
    assert_eq!(import_rules("<!--\n-->\n- a")[0].line, 3);
}

#[test]
fn the_cells_of_a_table_stay_in_their_columns() {
    assert_eq!(
        rules("|Use|Don't use|\n|---|---|\n|zod|Jest|\n||npm|\n|pnpm||"),
        ["zod", "no Jest", "no npm", "pnpm"]
    );
    assert_eq!(
        rules("| 领域 | 推荐 | 禁止 |\n|---|---|---|\n| 包 | | npm |\n| x | — | 内联样式 |"),
        ["no npm", "不要内联样式"]
    );
    assert_eq!(rules("Use | Don't use\n--- | ---\nzod | `a\\|b`\n\n- x"), ["zod", "no `a|b`", "x"]);
}

#[test]
fn a_bullet_that_leads_in_gives_its_words_or_its_sign() {
    assert_eq!(
        rules("- In tests:\n  - use Jest\n- In production code:\n  - no Jest"),
        ["In tests: use Jest", "In production code: no Jest"]
    );
    assert_eq!(
        rules("- 测试中：\n  - 用 Jest\n- **生产代码**：\n  - 禁止 Jest"),
        ["在测试中：用 Jest", "生产代码：禁止 Jest"]
    );
    assert_eq!(rules("- In tests\n  - use Jest\n- use zod"), ["In tests: use Jest", "use zod"]);
    assert_eq!(
        rules("- Avoid in tests:\n  - Jest\n- 测试中禁止：\n  - 内联样式"),
        ["In tests: no Jest", "在测试中：不要内联样式"]
    );
    assert_eq!(
        rules("- In tests:\n  - Avoid:\n    - Jest\n  - use Vitest"),
        ["In tests: no Jest", "In tests: use Vitest"]
    );
    assert_eq!(rules("- Avoid these slow ones:\n  - moment"), ["Avoid these slow ones: moment"]);
    assert_eq!(
        rules("## In tests\n- use Jest\n## 在生产代码中\n- 禁止 Jest"),
        ["In tests: use Jest", "在生产代码中：禁止 Jest"]
    );
    assert_eq!(
        rules("In tests:\n- use Jest\n\nIn production code:\n- no Jest"),
        ["In tests: use Jest", "In production code: no Jest"]
    );
}

#[test]
fn emphasis_and_marks_come_off_and_names_stay() {
    for (written, read) in [
        ("**❌ npm**", "no npm"),
        ("**Use pnpm**", "Use pnpm"),
        ("❌ **npm**", "no npm"),
        ("[X] use zod", "use zod"),
        ("[ ] 用 zod", "用 zod"),
        ("必须**使用**pnpm", "必须使用pnpm"),
        (
            "**Testing:** use *Vitest*, not __Jest at all__.",
            "Testing: use Vitest, not Jest at all.",
        ),
        ("npm ❌", "no npm"),
        ("❌️ npm", "no npm"),
        ("never edit **/*.gen.ts or src/**", "never edit **/*.gen.ts or src/**"),
        (
            "keep __tests__ beside __init__.py and a_b_c",
            "keep __tests__ beside __init__.py and a_b_c",
        ),
        ("keep `**x**` and 2 * 3 * 4", "keep `**x**` and 2 * 3 * 4"),
        ("use *args and **kwargs", "use *args and **kwargs"),
    ] {
        assert_eq!(rules(&format!("- {written}")), [read], "{written}");
    }
}

#[test]
fn orders_and_refusals_in_prose_are_rules_and_explanations_are_none() {
    let file = "# Rules\n\nNever push to main.\n\n## Commands\n\n- `pnpm test`\n\n## Database\n\nDo not use MySQL. We are on Postgres.";
    assert_eq!(rules(file), ["Never push to main.", "`pnpm test`", "Do not use MySQL."]);
    let file = "# 规则\n\n不要直接推 main。它会触发部署。\n\n- `pnpm test`\n\n我们在 Postgres 上。禁止使用 MySQL。";
    assert_eq!(rules(file), ["不要直接推 main。", "`pnpm test`", "禁止使用 MySQL。"]);
    for order in [
        "Always run the linter before a commit.",
        "If you add a package, use pnpm.",
        "All handlers must validate their input.",
        "Please keep functions short.",
        "Note: don't edit generated files.",
        "**Important**: never log tokens.",
        "We use Zustand for client state.",
        "Use `cargo nextest. run` for tests.",
        "必须先写测试。",
        "改接口时，务必更新文档。",
        "接口一律返回 JSON。",
        "我们使用 Zustand。",
        "请用 pnpm。",
    ] {
        assert_eq!(rules(&format!("{order}\n\n- x")).len(), 2, "{order}");
    }
    for told in [
        "This service handles payments.",
        "The old build did not work on Windows.",
        "You should see a green check.",
        "It does not matter which shell you have.",
        "Run time is about five minutes.",
        "Should we use Redux?",
        "The parser was never finished.",
        "It is slow because it must parse everything.",
        "Docker is not required.",
        "本服务处理支付。",
        "旧版本不能在 Windows 上编译。",
        "用户可以登录。",
        "只有管理员看得到这个页面。",
        "要不要用 Redux？",
        "不需要 Docker。",
    ] {
        assert_eq!(rules(&format!("{told}\n\n- x")), ["x"], "{told}");
    }
    assert_eq!(rules("## Don't\n\nUse moment.\n\n- x"), ["don't use moment.", "no x"]);
}

#[test]
fn each_table_has_heads_of_its_own() {
    let file = "- x\n\n| Use | Don't use |\n|---|---|\n| zod | Jest |\n\n| Instead of | Use |\n|---|---|\n| moment | dayjs |\n";
    assert_eq!(rules(file), ["x", "zod", "no Jest", "no moment", "dayjs"]);
    let file = "- x\n\n| 旧写法 | 新写法 |\n|---|---|\n| moment | dayjs |\n\n| Old | New |\n|---|---|\n| npm | pnpm |\n";
    assert_eq!(rules(file), ["x", "no moment", "dayjs", "no npm", "pnpm"]);
    assert_eq!(rules("| New | Price |\n|---|---|\n| a | b |\n\n- x"), ["x"]);
}

#[test]
fn a_yes_or_no_in_a_table_is_said_of_the_thing_of_its_row() {
    let file = "| Tool | Allowed |\n|---|---|\n| Vitest | yes |\n| Jest | no |\n| npm | ❌ |\n| moment | No (too big) |\n| zod | ✅ |\n";
    let expected =
        ["acceptable: Vitest", "no Jest", "no npm", "no moment (too big)", "acceptable: zod"];
    assert_eq!(rules(file), expected);
    let file = "| 工具 | 是否允许 |\n|---|---|\n| Vitest | 是 |\n| 内联样式 | 否 |\n";
    assert_eq!(rules(file), ["acceptable: Vitest", "不要内联样式"]);
    let file = "| Check | Required |\n|---|---|\n| lint | yes |\n| e2e | no |\n";
    assert_eq!(rules(file), ["lint", "not required: e2e"]);
}

#[test]
fn headings_refuse_waive_and_permit() {
    for heading in [
        "Deprecated",
        "Removed",
        "Out of scope",
        "Things we tried and that failed",
        "What did not work",
        "Failed approaches",
        "已废弃",
        "不做",
        "试过但失败的方案",
        "行不通的做法",
    ] {
        assert_eq!(rules(&format!("## {heading}\n- Redux")), ["no Redux"], "{heading}");
    }
    for (heading, said) in [
        ("Not required", "not required: Docker"),
        ("不需要", "not required: Docker"),
        ("Optional", "optional: Docker"),
        ("可选", "optional: Docker"),
        ("Allowed", "acceptable: Docker"),
        ("允许", "acceptable: Docker"),
        ("Failed builds", "Docker"),
        ("Required", "Docker"),
    ] {
        assert_eq!(rules(&format!("## {heading}\n- Docker")), [said], "{heading}");
    }
    assert_eq!(rules("## 可选\n- 用容器\n## 允许\n- 内联样式"), ["可选：用容器", "允许：内联样式"]);
    assert_eq!(rules("## Optional\n- never use Redux"), ["never use Redux"]);
}

#[test]
fn what_is_struck_out_is_no_rule() {
    assert_eq!(rules("- ~~no Redux~~\n- use ~~npm~~ pnpm\n- ~~不用 Vue~~"), ["use pnpm"]);
    assert_eq!(rules("- `~~` and `~~` stay"), ["`~~` and `~~` stay"]);
}

#[test]
fn a_label_carries_the_sense_of_its_bullet() {
    let file = "- Bad: Redux\n- Good: Zustand\n- DO: use dayjs\n- **DON'T:** use moment\n- Prefer: Vitest\n- 反例：Jest\n- 正例：Vitest\n- Optional: Docker\n- Note: x\n- Avoid: npm";
    let expected = [
        "no Redux",
        "Zustand",
        "use dayjs",
        "don't use moment",
        "Prefer: Vitest",
        "no Jest",
        "Vitest",
        "optional: Docker",
        "Note: x",
        "no npm",
    ];
    assert_eq!(rules(file), expected);
}
