use super::*;
use proptest::prelude::*;

fn compress(rules: &[&str]) -> Compression {
    let constraints = rules.iter().map(|&rule| rule.to_owned()).collect();
    Compressor::builtin().compress(&Request { constraints, ..Request::default() }).unwrap()
}

#[test]
fn the_example_of_the_seed_comes_out_exactly() {
    let rules = ["no tailwind", "use css variables", "avoid utility css", "no utility framework"];
    let compressed = compress(&rules);
    let entry = &compressed.symbolic["theme_system"];
    assert_eq!(entry.strategy, "css_variables_only");
    assert_eq!(entry.rejected, ["Tailwind", "utility-first"]);
    assert_eq!(entry.chosen, ["CSS variables"]);
    assert!(compressed.constraints.is_empty());
}

#[test]
fn what_is_asked_for_is_never_refused_nor_the_reverse() {
    for (rule, symbol, chosen, rejected) in [
        ("Use JWT for auth", "auth_strategy", vec!["JWT"], vec![]),
        ("No JWT, use session", "auth_strategy", vec!["session"], vec!["JWT"]),
        ("不要使用Tailwind", "theme_system", vec![], vec!["Tailwind"]),
        ("只用jwt认证", "auth_strategy", vec!["JWT"], vec![]),
    ] {
        let compressed = compress(&[rule]);
        let entry =
            compressed.symbolic.get(symbol).unwrap_or_else(|| panic!("{rule}: {compressed:?}"));
        assert_eq!(
            (entry.chosen.clone(), entry.rejected.clone()),
            (
                chosen.into_iter().map(String::from).collect(),
                rejected.into_iter().map(String::from).collect::<Vec<_>>(),
            ),
            "{rule}"
        );
    }
    let compressed = compress(&["Use GraphQL", "Avoid REST"]);
    let entry = &compressed.symbolic["api_style"];
    assert_eq!(
        (entry.chosen.as_slice(), entry.rejected.as_slice()),
        (&["GraphQL".to_owned()][..], &["REST".to_owned()][..])
    );
}

#[test]
fn a_case_of_what_is_refused_altogether_is_not_said_again() {
    let compressed =
        compress(&["no GraphQL", "禁止新增 GraphQL 端点", "don't expose GraphQL errors"]);
    assert_eq!(compressed.symbolic["api_style"].line, "no GraphQL");
    assert_eq!(decompress(&compressed).constraints.len(), 3);
    let scoped = compress(&["no Redux", "no MobX stores in checkout", "no MobX on the server"]);
    assert!(scoped.rendered.contains("in checkout"), "{}", scoped.rendered);
}

#[test]
fn a_failed_approach_refuses_what_it_tried_and_nothing_else() {
    let failed = |paths: &[&str]| {
        let excluded_paths = paths.iter().map(|&path| path.to_owned()).collect();
        let request = Request { excluded_paths, ..Request::default() };
        Compressor::builtin().compress(&request).unwrap().rendered
    };
    let tried =
        failed(&["use Kafka", "use Kafka for scripts because it is slow", "RabbitMQ - 太重"]);
    assert_eq!(tried, "no Kafka, RabbitMQ, Kafka for scripts (because it is slow; 太重)");
    assert_eq!(failed(&["without Redis", "不用 Memcached"]), "✗ without Redis\n✗ 不用 Memcached");
}

#[test]
fn words_inside_other_words_name_nothing() {
    let rules = [
        "Auto-restart the worker",
        "Restore from backup",
        "the rest of the code",
        "Interest rate must be decimal",
        "Improve performance",
        "Token budget is 800",
        "Session timeout is 30 min",
        "会话超时 30 分钟",
        "Professional tone",
    ];
    for rule in rules {
        assert_eq!(compress(&[rule]).constraints, [rule]);
    }
}

#[test]
fn opposites_are_reported_and_both_kept() {
    for (a, b) in
        [("Use JWT", "No JWT"), ("no tailwind", "use tailwind"), ("使用 pnpm", "禁止使用 pnpm")]
    {
        let compressed = compress(&[a, b]);
        assert_eq!(compressed.conflicts.len(), 1, "{a} | {b}");
        assert_eq!(compressed.constraints, [a, b]);
    }
}

#[test]
fn a_double_refusal_and_an_exception_stay_as_they_are() {
    for rule in [
        "Don't avoid Tailwind",
        "Never use Tailwind in the admin console, except in charts",
        "除非测试，不要用 JWT",
    ] {
        assert_eq!(compress(&[rule]).constraints, [rule]);
    }
}

#[test]
fn nothing_over_the_limit_is_dropped() {
    let rules: Vec<String> = (0..50).map(|i| format!("keep module m{i} below {i} lines")).collect();
    let request = Request { constraints: rules, max_constraints: 3, ..Request::default() };
    let compressed = Compressor::builtin().compress(&request).unwrap();
    assert_eq!((compressed.constraints.len(), compressed.overflow.len()), (3, 47));
    assert!(Request::from_json(r#"{"max_constraints": 0}"#).is_err());
}

fn rules() -> impl Strategy<Value = Vec<String>> {
    let known = [
        "no tailwind",
        "use css variables",
        "用 pnpm",
        "不要用 npm",
        "Use JWT",
        "no JWT",
        "squash every PR",
        "",
    ];
    let rule = prop_oneof![
        prop::sample::select(known.to_vec()).prop_map(String::from),
        any::<String>(),
        "[a-z不用 .,]{0,30}"
    ];
    prop::collection::vec(rule, 0..12)
}

proptest! {
    #[test]
    fn decompress_gives_everything_back(constraints in rules(), excluded in rules()) {
        let keep = |texts: &[String]| texts.iter().filter(|t| !t.trim().is_empty()).cloned().collect::<Vec<_>>();
        let request = Request { constraints: constraints.clone(), excluded_paths: excluded.clone(), ..Request::default() };
        let back = decompress(&Compressor::builtin().compress(&request).unwrap());
        prop_assert_eq!(back.constraints, keep(&constraints));
        prop_assert_eq!(back.excluded_paths, keep(&excluded));
    }
}

fn of(rules: &[&str]) -> Request {
    let constraints = rules.iter().map(|&rule| rule.to_owned()).collect();
    Request { constraints, ..Request::default() }
}

#[test]
fn a_rule_said_twice_in_other_small_words_is_kept_once() {
    for (a, b) in [
        ("never amend old release notes", "Do not amend any old release note"),
        ("keep pull requests small", "Always keep pull requests small"),
        ("不要提交生成的文件", "禁止提交生成的文件"),
        ("提交信息写清楚原因", "提交信息必须写清楚原因"),
    ] {
        for pair in [[a, b], [b, a]] {
            let request = of(&pair);
            let compressed = Compressor::builtin().compress(&request).unwrap();
            assert_eq!(compressed.rendered.lines().count(), 1, "{pair:?}: {compressed:#?}");
            assert_eq!(decompress(&compressed), request);
        }
    }
}

#[test]
fn an_exclamation_mark_of_either_width_ends_a_clause() {
    for rule in ["请用pnpm！npm禁止", "请用pnpm：npm禁止", "请用pnpm？npm禁止", "请用pnpm。npm禁止"]
    {
        let compressed = Compressor::builtin().compress(&of(&[rule, "用 pnpm"])).unwrap();
        let entry = &compressed.symbolic["package_manager"];
        assert_eq!(
            (&*entry.chosen.join(" "), &*entry.rejected.join(" ")),
            ("pnpm", "npm"),
            "{rule}"
        );
    }
}

#[test]
fn which_spelling_comes_first_changes_no_line() {
    let rules = [
        "Use React hooks for Forms, never Formik",
        "use react hooks for forms, never formik",
        "use react-hook-form",
    ];
    let line = |rules: &[&str]| Compressor::builtin().rendered(&of(rules)).unwrap();
    let reversed: Vec<&str> = rules.iter().rev().copied().collect();
    let sorted = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_lowercase).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(line(&rules)), sorted(line(&reversed)));
}

#[test]
fn rules_of_the_same_words_with_another_sense_are_both_kept() {
    for (a, b) in [
        ("the parser never calls the printer", "the printer never calls the parser"),
        ("commit generated files", "never commit generated files"),
        ("retry failed uploads 3 times", "retry failed uploads 5 times"),
        ("restart the worker before deploys", "restart the worker after deploys"),
        ("ask before deleting branches", "ask unless deleting branches"),
        ("解析器不调用打印器", "打印器不调用解析器"),
        ("上线前重启工作进程", "上线后重启工作进程"),
        ("失败的上传重试 3 次", "失败的上传重试 5 次"),
    ] {
        let compressed = Compressor::builtin().compress(&of(&[a, b])).unwrap();
        assert!(compressed.duplicates.is_empty(), "{a} / {b}: {:?}", compressed.duplicates);
    }
}

/// What a rule is read as, beside others: names with `+` and `-`, or nothing where it is kept.
fn read(rules: &[&str]) -> Vec<String> {
    let explained = Compressor::builtin().explain(&of(rules)).unwrap();
    let first = &explained[0];
    let kept = first.entries.is_empty();
    let name = |subject: &String| subject.split(" (").next().unwrap_or_default().to_owned();
    if kept { Vec::new() } else { first.subjects.iter().map(name).collect() }
}

#[test]
fn what_is_said_behind_a_thing_counts_and_not_the_verb_before_it() {
    for (rule, beside, said) in [
        ("Use of Jest is prohibited", "use Vitest", "-Jest"),
        ("Using Redux is not allowed", "use Zustand", "-Redux"),
        ("Using Docker here is a bad idea", "use Podman", "-Docker"),
        ("使用 Redux 是被禁止的", "用 Zustand", "-Redux"),
        ("No one should use bun", "use pnpm", "-Bun"),
        ("没人应该用 yarn", "用 pnpm", "-Yarn"),
    ] {
        assert_eq!(read(&[rule, beside]), [said], "{rule}");
    }
}

#[test]
fn permissions_questions_and_conditions_are_no_bans_and_no_orders() {
    for (rule, beside) in [
        ("npm is not forbidden", "no yarn"),
        ("Redux isn't banned", "no MobX"),
        ("Redux 没有被禁止", "不要 MobX"),
        ("Should we use Redux?", "no MobX"),
        ("要用 Redux 吗？", "不用 MobX"),
        ("用不用 Redux 都行", "用 Zustand"),
        ("没有 Vitest 才用 Jest", "不用 Mocha"),
        ("Do not mix npm and pnpm", "use pnpm"),
        ("不要混用 npm 和 pnpm", "用 pnpm"),
    ] {
        assert!(read(&[rule, beside]).is_empty(), "{rule}: {:?}", read(&[rule, beside]));
    }
}

#[test]
fn a_verb_that_is_a_name_as_well_is_one_as_the_object_of_a_rule() {
    assert_eq!(read(&["Use fetch, not axios", "no XHR"]), ["+fetch", "-axios"]);
    assert_eq!(read(&["用 fetch 代替 axios", "不用 XHR"]), ["+fetch", "-axios"]);
    assert_eq!(read(&["fetch data with axios", "no XHR"]), ["+axios"]);
}

#[test]
fn advice_is_no_ban() {
    for (rules, line) in [
        (["不建议用 Jest", "推荐 Vitest"], "优先 Vitest；不建议用 Jest"),
        (["Mocha is discouraged", "use Vitest"], "Vitest; Mocha is discouraged"),
    ] {
        assert_eq!(Compressor::builtin().rendered(&of(&rules)).unwrap(), line);
    }
}

#[test]
fn what_stands_in_the_place_of_a_refused_thing_is_asked_for() {
    for (rule, beside, said) in [
        ("Not Redux but Zustand", "no MobX", ["-Redux", "+Zustand"]),
        ("no npm but rather pnpm", "no bun", ["-npm", "+pnpm"]),
        ("不用 npm 而是 pnpm", "不用 bun", ["-npm", "+pnpm"]),
    ] {
        let read = read(&[rule, beside]);
        assert!(said.iter().all(|own| read.contains(&(*own).to_owned())), "{rule}: {read:?}");
    }
}

#[test]
fn where_a_thing_is_refused_is_not_refused_itself() {
    for [rule, beside] in [
        ["no passwords in JWT", "use JWT"],
        ["不要在 JWT 里放密码", "用 JWT"],
        ["JWT 里不要放密码", "用 JWT"],
        ["Never use any in TypeScript", "use TypeScript"],
        ["no secrets in localStorage", "keep the theme in localStorage"],
    ] {
        assert!(compress(&[rule, beside]).conflicts.is_empty(), "{rule}");
    }
    for [rule, beside] in
        [["Don't write tests in Jest", "use Jest"], ["测试不要用 Jest", "用 Jest"]]
    {
        assert_eq!(compress(&[rule, beside]).conflicts.len(), 1, "{rule}");
    }
}

#[test]
fn two_versions_of_a_thing_are_no_contradiction() {
    for [rule, beside] in [
        ["Use PostgreSQL 16", "no PostgreSQL 12"],
        ["用 React 18", "不要用 React 17"],
        ["Use Node v22", "no Node v18"],
    ] {
        assert!(compress(&[rule, beside]).conflicts.is_empty(), "{rule}");
    }
    for [rule, beside] in
        [["Use PostgreSQL 16", "no PostgreSQL 16"], ["用 React 18", "不要用 React 18"]]
    {
        assert_eq!(compress(&[rule, beside]).conflicts.len(), 1, "{rule}");
    }
}

#[test]
fn what_refuses_an_exchange_or_refuses_twice_is_kept_as_it_is_written() {
    for [rule, beside] in [
        ["不要把 MySQL 换成 PostgreSQL", "no MongoDB"],
        ["MySQL must not be replaced by PostgreSQL", "no MongoDB"],
        ["Never migrate to MySQL", "no MongoDB"],
        ["Don't use npm instead of pnpm", "no bower"],
        ["不要用 npm 代替 pnpm", "不用 bower"],
        ["非 Docker 不可", "不要 Podman"],
        ["没有 Docker 不行", "不要 Podman"],
        ["No package manager but pnpm", "no npm"],
        ["Keep Redux out", "use Zustand"],
        ["Do not leave pnpm out", "no npm"],
        ["别把 pnpm 丢了", "不要 npm"],
        ["I prefer Redis to Memcached", "use Redis"],
        ["npm → pnpm", "no bower"],
        ["Docker isn't a must", "no Podman"],
        ["Docker 不是必须的", "不要 Podman"],
    ] {
        assert!(read(&[rule, beside]).is_empty(), "{rule}: {:?}", read(&[rule, beside]));
    }
}

#[test]
fn exchanges_and_marks_are_read_where_they_are_plain() {
    for (rule, beside, said) in [
        ("Drop npm in favor of pnpm", "no bower", ["-npm", "+pnpm"]),
        ("不要用 npm，改用 pnpm", "不用 bower", ["-npm", "+pnpm"]),
        ("不是 npm，是 pnpm", "不用 bower", ["-npm", "+pnpm"]),
        ("pnpm is preferred to npm", "no bower", ["+pnpm", "-npm"]),
        ("❌ npm", "use pnpm", ["-npm", "-npm"]),
    ] {
        let read = read(&[rule, beside]);
        assert!(said.iter().all(|own| read.contains(&(*own).to_owned())), "{rule}: {read:?}");
    }
}

#[test]
fn two_figures_for_one_thing_are_a_contradiction() {
    for [a, b] in [
        ["Max line length is 80.", "Max line length is 120."],
        ["行宽不超过 80", "行宽不超过 120"],
        ["Functions must not exceed 40 lines", "Functions must not exceed 60 lines."],
        ["Use camelCase for variables", "Use snake_case for variables"],
        ["变量名使用驼峰命名", "变量名使用蛇形命名"],
    ] {
        assert_eq!(compress(&[a, b]).conflicts.len(), 1, "{a} | {b}");
    }
    for [a, b] in [
        ["Functions have at least 2 lines", "Functions have at most 40 lines"],
        ["Use Python 3.12", "Use Python 3.9+"],
        ["Step 1: run the tests", "Step 2: run the tests"],
        ["步骤 1：跑测试", "步骤 2：跑测试"],
        ["Max line length is 80.", "Max line length is 120 in tests."],
        ["Use camelCase for variables", "Use snake_case for columns"],
        ["Use PascalCase for classes", "Use camelCase for functions"],
        ["Max line length is 80.", "Max line length is 80"],
    ] {
        assert!(compress(&[a, b]).conflicts.is_empty(), "{a} | {b}");
    }
}

#[test]
fn what_is_done_in_the_place_of_what_is_refused_is_not_refused() {
    for (rule, beside, asked) in [
        ("Never push to main, open a PR instead.", "禁止直接提交到 main", "pull requests"),
        ("Don't use npm; pnpm instead.", "no yarn", "pnpm"),
        ("不要用 npm，pnpm 即可", "no yarn", "pnpm"),
        ("别用 Redux，Zustand 就够了", "no MobX", "Zustand"),
    ] {
        let read = read(&[rule, beside]);
        assert!(read.contains(&format!("+{asked}")), "{rule}: {read:?}");
    }
    // Who can tell? It is kept as it is written.
    for rule in
        ["Don't push to main; open a PR.", "Don't push to main, open a PR.", "不要用 npm；pnpm"]
    {
        let beside = "never push to main";
        assert!(
            compress(&[rule, beside, "no npm"]).constraints.contains(&rule.to_owned()),
            "{rule}"
        );
    }
    let list = compress(&["no npm, yarn or bun", "use pnpm"]);
    assert!(list.constraints.is_empty(), "a list goes on: {:?}", list.constraints);
}

#[test]
fn the_object_of_a_refused_deed_is_said_and_is_not_refused() {
    for [rule, beside] in [
        ["use Vitest", "Don't ignore Vitest failures"],
        ["use Postgres", "不要连生产 Postgres"],
        ["use Postgres", "Don't hardcode the Postgres password"],
    ] {
        assert!(compress(&[rule, beside]).conflicts.is_empty(), "{beside}");
    }
    for [rule, beside] in [
        ["Don't mock fetch; use msw", "use Vitest"],
        ["Don't mock modules you don't own", "use Vitest"],
    ] {
        let rendered = Compressor::builtin().rendered(&of(&[rule, beside])).unwrap();
        assert!(rendered.contains(rule), "{rendered}");
    }
}
