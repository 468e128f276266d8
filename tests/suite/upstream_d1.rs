//! Every row of table D1, "compressor", of what the first program got wrong: each test is named
//! after its row, and expects the right-hand column. At the end, what the first program's own
//! tests expect, where that does not contradict the seed.

use mindsave_core::ErrorKind;
use mindsave_core::compress::{
    Compression, ConflictKind, Request, decompress, find_similar_constraints,
};
use mindsave_tests::TestWorkspace;
use mindsave_tests::compression::{
    ask, assert_entry, assert_kept, compress, compress_failures, entry, owned,
};
use serde_json::json;

/// Expects that two rules are reported as a contradiction, and that both are kept as written.
#[track_caller]
fn assert_clash(rules: [&str; 2], kind: ConflictKind) {
    for [a, b] in [rules, [rules[1], rules[0]]] {
        let compressed = compress(&[a, b]);
        let pairs: Vec<_> =
            compressed.conflicts.iter().map(|c| (&*c.a.text, &*c.b.text, c.kind)).collect();
        assert_eq!(pairs, [(a, b, kind)]);
        assert_eq!(compressed.constraints, [a, b], "both are kept");
        assert!(compressed.symbolic.is_empty(), "{compressed:?}");
        assert!(compressed.rendered.contains(a) && compressed.rendered.contains(b));
        assert!(compressed.rendered.contains("conflict"), "{}", compressed.rendered);
    }
}

#[test]
fn row_01_the_example_of_the_seed_comes_out_exactly() {
    let compressed = compress(&[
        "no tailwind",
        "use css variables",
        "avoid utility css",
        "no utility framework",
    ]);
    assert_entry(&compressed, "theme_system", &["CSS variables"], &["Tailwind", "utility-first"]);
    assert_eq!(entry(&compressed, "theme_system").strategy, "css_variables_only");
    assert_eq!(compressed.symbolic.len(), 1);
    assert!(compressed.constraints.is_empty(), "{:?}", compressed.constraints);
}

#[test]
fn row_02_what_is_asked_for_is_chosen_and_not_rejected() {
    assert_entry(&compress(&["Use JWT for auth"]), "auth_strategy", &["JWT"], &[]);
}

#[test]
fn row_03_one_rule_can_reject_one_thing_and_choose_another() {
    assert_entry(&compress(&["No JWT, use session"]), "auth_strategy", &["session"], &["JWT"]);
}

#[test]
fn row_04_use_jwt_and_no_jwt_contradict_each_other() {
    assert_clash(["Use JWT", "No JWT"], ConflictKind::Opposite);
}

#[test]
fn row_05_no_tailwind_and_use_tailwind_contradict_each_other() {
    assert_clash(["no tailwind", "use tailwind"], ConflictKind::Opposite);
}

#[test]
fn row_06_use_jwt_and_session_only_contradict_each_other() {
    assert_clash(["use jwt", "session only"], ConflictKind::Exclusive);
}

#[test]
fn row_07_use_css_variables_and_no_css_vars_contradict_each_other() {
    assert_clash(["use css variables", "no css vars"], ConflictKind::Opposite);
}

#[test]
fn row_08_graphql_asked_for_and_rest_avoided_mean_that() {
    let compressed = compress(&["Use GraphQL", "Avoid REST"]);
    assert_entry(&compressed, "api_style", &["GraphQL"], &["REST"]);
    assert_eq!(entry(&compressed, "api_style").strategy, "graphql_only");
}

#[test]
fn row_09_the_same_in_the_other_order_means_the_same() {
    let compressed = compress(&["Avoid REST", "Use GraphQL"]);
    assert_entry(&compressed, "api_style", &["GraphQL"], &["REST"]);
    assert_eq!(entry(&compressed, "api_style").strategy, "graphql_only");
}

#[test]
fn row_10_not_to_avoid_a_thing_permits_it() {
    for rule in ["Don't avoid Tailwind", "不要避免使用 Tailwind"] {
        assert_kept(&[rule]);
        // A permission beside an order for the same thing is no ban of it.
        let compressed = compress(&["use Tailwind", rule]);
        assert!(compressed.symbolic.values().all(|entry| entry.rejected.is_empty()), "{rule}");
        assert!(compressed.conflicts.is_empty(), "{rule}");
    }
}

#[test]
fn row_11_rest_inside_other_words_is_not_the_api_style() {
    assert_kept(&[
        "Auto-restart the worker",
        "Restore from backup",
        "Never restrict CPU",
        "the rest of the code",
        "Interest rate must be decimal",
    ]);
}

#[test]
fn row_12_orm_inside_other_words_is_not_database_access() {
    assert_kept(&[
        "Format code with black",
        "Platform must be Linux",
        "Improve performance",
        "Use forms with labels",
    ]);
}

#[test]
fn row_13_auth_and_token_inside_other_words_are_not_the_auth_strategy() {
    assert_kept(&[
        "Author name in the header",
        "Authored commits must be signed",
        "Token budget is 800",
    ]);
}

#[test]
fn row_14_utility_functions_are_not_utility_css() {
    assert_kept(&["Put utility functions in lib/utils.py"]);
}

#[test]
fn row_15_a_parameter_of_a_session_is_no_choice_of_sessions() {
    assert_kept(&[
        "Session timeout is 30 min",
        "Possession logs kept",
        "Show a cookie banner",
        "会话超时 30 分钟",
    ]);
}

#[test]
fn row_16_professional_and_express_hold_neither_session_nor_rest() {
    assert_kept(&["Professional tone", "Use Express"]);
}

#[test]
fn row_17_chinese_choices_are_chosen() {
    assert_entry(&compress(&["使用令牌认证"]), "auth_strategy", &["token authentication"], &[]);
    assert_entry(&compress(&["接口风格用 REST"]), "api_style", &["REST"], &[]);
    assert_entry(&compress(&["数据库用 MongoDB"]), "db_type", &["MongoDB"], &[]);
}

#[test]
fn row_17_chinese_choices_are_chosen_in_other_words_as_well() {
    for rule in
        ["数据库用MongoDB", "数据库：MongoDB", "database: MongoDB", "use MongoDB as the database"]
    {
        assert_entry(&compress(&[rule]), "db_type", &["MongoDB"], &[]);
    }
}

#[test]
fn row_18_sql_is_chosen_and_nosql_rejected() {
    let compressed = compress(&["use sql, not nosql"]);
    assert_entry(&compressed, "db_type", &["SQL"], &["NoSQL"]);
    assert_eq!(entry(&compressed, "db_type").strategy, "sql_only");
    assert_eq!(compressed.rendered, "sql; no nosql");
}

#[test]
fn row_19_one_rule_can_have_three_facets() {
    let compressed = compress(&["Use JWT with REST and no ORM"]);
    assert_entry(&compressed, "auth_strategy", &["JWT"], &[]);
    assert_entry(&compressed, "api_style", &["REST"], &[]);
    assert_entry(&compressed, "db_access", &[], &["ORM"]);
}

#[test]
fn row_20_a_long_rule_with_an_exception_keeps_every_word() {
    let long = "Never use Tailwind in the admin console, except in the legacy reports page that ships with 2.x";
    for rules in [vec![long], vec![long, "no tailwind", "use css variables"]] {
        let compressed = compress(&rules);
        assert!(compressed.rendered.lines().any(|line| line == long), "{}", compressed.rendered);
        assert_eq!(decompress(&compressed).constraints, rules);
    }
}

#[test]
fn row_21_a_long_rule_said_twice_is_said_once() {
    let long = "Never use Tailwind in the admin console, except in the legacy reports page";
    let compressed = compress(&[long, long]);
    assert_eq!(compressed.constraints, [long]);
    assert_eq!((compressed.duplicates.len(), compressed.duplicates[0].of), (1, 0));
    assert_eq!(compressed.rendered, long);
}

#[test]
fn row_22_repetitions_collapse_whatever_their_case() {
    let compressed = compress(&["No JWT", "no jwt", "Use tabs", "Use tabs"]);
    assert_entry(&compressed, "auth_strategy", &[], &["JWT"]);
    assert_eq!(compressed.constraints, ["Use tabs"]);
    let repeats: Vec<_> = compressed.duplicates.iter().map(|d| (d.source.index, d.of)).collect();
    assert_eq!(repeats, [(1, 0), (3, 2)]);
}

#[test]
fn row_23_blank_rules_are_dropped_and_counted() {
    let compressed = compress(&["", "  ", "\n", "\t\r\n", "\u{3000}", "no tailwind"]);
    assert!(compressed.constraints.is_empty(), "{:?}", compressed.constraints);
    assert_eq!((compressed.stats.blank, compressed.dropped.len()), (5, 5));
    assert_eq!(compressed.stats.merged, 1);
}

#[test]
fn row_24_full_width_letters_are_letters() {
    assert_entry(&compress(&["no ＴＡＩＬＷＩＮＤ"]), "theme_system", &[], &["Tailwind"]);
}

#[test]
fn row_24_a_hyphen_inside_a_name_is_no_other_name() {
    assert_entry(&compress(&["no tail-wind"]), "theme_system", &[], &["Tailwind"]);
}

/// Rules without a thing that is known.
fn unknown(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("keep the grimble of module m{i} tidy")).collect()
}

/// Expects that every rule is somewhere in the result, and that all come back in order.
fn assert_all_there(compressed: &Compression, rules: &[String]) {
    assert_eq!(decompress(compressed).constraints, rules);
}

#[test]
fn row_25_nothing_over_the_limit_is_lost() {
    let rules = unknown(1000);
    let compressed = compress(&rules);
    assert_eq!((compressed.constraints.len(), compressed.overflow.len()), (20, 980));
    assert_all_there(&compressed, &rules);
}

#[test]
fn row_26_a_limit_of_50_is_50() {
    let request = Request { constraints: unknown(60), max_constraints: 50, ..Request::default() };
    let compressed = ask(&request);
    assert_eq!((compressed.constraints.len(), compressed.overflow.len()), (50, 10));
}

#[test]
fn row_27_a_limit_below_1_is_an_error() {
    let ws = TestWorkspace::new();
    for limit in ["-1", "0"] {
        let input = format!(r#"{{"constraints": ["a"], "max_constraints": {limit}}}"#);
        let error = Request::from_json(&input).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        let told = ws.program().args(["compress"]).stdin(input).fails("invalid_input");
        assert!(told["message"].as_str().unwrap().contains("max_constraints"), "{told}");
    }
}

/// A name of letters alone, another one for each number.
fn letters(mut number: usize) -> String {
    let mut name = String::from("q");
    for _ in 0..3 {
        name.push(char::from(b'a' + u8::try_from(number % 26).unwrap()));
        name.push('x');
        number /= 26;
    }
    name
}

#[test]
fn row_28_a_thousand_variants_of_a_rule_give_a_bounded_result() {
    let numbered: Vec<String> = (0..1000).map(|i| format!("no jwt variant {i}")).collect();
    let named: Vec<String> = (0..1000).map(|i| format!("no jwt variant {}", letters(i))).collect();
    for rules in [numbered, named] {
        let compressed = compress(&rules);
        assert!(compressed.rendered.len() < 4_000, "{} bytes", compressed.rendered.len());
        for entry in compressed.symbolic.values() {
            let sizes = [entry.chosen.len(), entry.rejected.len(), entry.notes.len()];
            assert!(sizes.iter().all(|&size| size <= 20), "{sizes:?}");
        }
        assert_all_there(&compressed, &rules);
        let stats = compressed.stats;
        let counted = stats.merged + stats.kept + compressed.overflow.len();
        assert_eq!(counted, 1000, "every rule is counted once");
    }
}

#[test]
fn row_29_a_failed_approach_stays_a_failed_approach() {
    let request = Request {
        constraints: unknown(20),
        excluded_paths: owned(&["forum scraper"]),
        ..Request::default()
    };
    let compressed = ask(&request);
    assert_eq!(compressed.constraints, request.constraints, "it takes no place of the 20");
    assert_eq!(compressed.excluded_paths, ["forum scraper"]);
    assert!(compressed.overflow.is_empty() && compressed.symbolic.is_empty());
    assert_eq!(compressed.rendered.matches("forum scraper").count(), 1);
}

#[test]
fn row_30_compressing_what_was_given_back_changes_nothing() {
    let mut request = Request {
        constraints: owned(&["Use JWT", "no tailwind", "use css variables", "keep it short"]),
        excluded_paths: owned(&["Bootstrap - too heavy", "forum scraper"]),
        ..Request::default()
    };
    let first = ask(&request);
    for _ in 0..4 {
        request = decompress(&ask(&request));
        assert_eq!(ask(&request), first);
    }
}

#[test]
fn row_31_chinese_rules_are_alike_by_their_characters() {
    let rules = owned(&["所有接口返回统一错误码", "所有接口返回统一错误值", "提交前运行测试"]);
    let pairs = find_similar_constraints(&rules, 0.5);
    assert_eq!(pairs.iter().map(|p| (p.0, p.1)).collect::<Vec<_>>(), [(0, 1)]);
    assert!(pairs[0].2 < 1.0, "{pairs:?}");
}

// What the first program's own tests expect. Left out, because the seed and the design have it
// otherwise: that a rule for CSS variables stays in the list beside the entry (the seed's example
// takes it into the strategy), and strategies nobody asked for (`css_variables_only` where nothing
// but refusals are given, `jwt_with_refresh` where nobody spoke of refreshing).

#[test]
fn own_1_a_reason_and_a_choice_make_an_entry_and_the_decision_stays() {
    let given = json!({
        "constraints": ["No Tailwind - causes style conflict", "Use CSS variables for theming"],
        "decisions": ["REST API first"]
    });
    let compressed = ask(&Request::from_json(&given.to_string()).unwrap());
    assert_entry(&compressed, "theme_system", &["CSS variables"], &["Tailwind"]);
    assert!(entry(&compressed, "theme_system").reason.contains("style conflict"));
    assert_eq!(json!(compressed.decisions), json!(["REST API first"]));
}

#[test]
fn own_2_three_refusals_are_three_rejected_things() {
    let compressed = compress(&["No Tailwind", "No utility-first CSS", "No css framework"]);
    assert_entry(&compressed, "theme_system", &[], &["Tailwind", "utility-first", "CSS framework"]);
}

#[test]
fn own_3_jwt_and_token_auth_are_one_strategy() {
    let compressed = compress(&["Use JWT for authentication", "Token-based auth only"]);
    assert_entry(&compressed, "auth_strategy", &["JWT", "token authentication"], &[]);
    assert!(compressed.conflicts.is_empty(), "a JWT is a token");
}

#[test]
fn own_4_chinese_rules_make_the_same_entries() {
    let compressed = compress(&["不使用tailwind", "只用jwt认证"]);
    assert_entry(&compressed, "theme_system", &[], &["Tailwind"]);
    assert_entry(&compressed, "auth_strategy", &["JWT"], &[]);
    assert_eq!(entry(&compressed, "auth_strategy").strategy, "jwt_only");
}

#[test]
fn own_5_failed_frameworks_are_rejected() {
    let compressed = compress_failures(&["Tailwind", "Bootstrap"]);
    assert_entry(&compressed, "theme_system", &[], &["Tailwind", "Bootstrap"]);
}

#[test]
fn own_6_what_is_of_no_category_stays_in_the_list() {
    let compressed = compress(&["No Tailwind", "Must use TypeScript", "No WebSocket"]);
    assert_entry(&compressed, "theme_system", &[], &["Tailwind"]);
    assert_eq!(compressed.constraints, ["Must use TypeScript", "No WebSocket"]);
}

#[test]
fn own_7_a_limit_of_3_keeps_3() {
    let request = Request { constraints: unknown(10), max_constraints: 3, ..Request::default() };
    assert_eq!(ask(&request).constraints.len(), 3);
}

#[test]
fn own_8_nothing_gives_nothing() {
    let compressed = ask(&Request::default());
    assert!(compressed.constraints.is_empty() && compressed.symbolic.is_empty());
    assert!(compressed.conflicts.is_empty() && compressed.rendered.is_empty());
}

#[test]
fn own_9_equal_sentences_are_wholly_alike() {
    for rule in ["no tailwind", "所有接口返回统一错误码", "!!", "the"] {
        assert_eq!(find_similar_constraints(&owned(&[rule, rule]), 1.0), [(0, 1, 1.0)], "{rule}");
    }
}
