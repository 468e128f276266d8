//! What is said of rules, in English and Chinese.

use super::*;
use crate::text::{Lexicon, Statement};

fn said(rule: &str) -> Option<Vec<String>> {
    let statement = Statement::parse(rule, &[Lexicon::builtin()]);
    let rule = &rule[..statement.size];
    let text = Canonical::of(rule);
    let say = |part: Part| {
        let sign = if part.polarity == Polarity::Choose { '+' } else { '-' };
        let kind = match part.form {
            Form::Name(_) | Form::Only(_) => "",
            Form::Phrase(_) => " …",
            Form::Clause => " .",
        };
        format!("{sign}{}{kind}", part.say(rule, &text))
    };
    Some(statement.parts?.into_vec().into_iter().map(say).collect())
}

#[test]
fn a_rule_falls_into_names_phrases_and_clauses() {
    for (rule, parts) in [
        ("use pnpm, not npm", vec!["+pnpm", "-npm"]),
        ("no Redux, MobX or Recoil", vec!["-Redux", "-MobX", "-Recoil"]),
        ("pnpm is the only package manager", vec!["+only pnpm"]),
        ("gRPC is not allowed for browser clients", vec!["-gRPC for browser clients …"]),
        (
            "every cloud resource is declared in Terraform",
            vec!["+every cloud resource: Terraform ."],
        ),
        ("never log request bodies in production", vec!["-log request bodies in production …"]),
        ("use sqlx instead of old Diesel code", vec!["+sqlx", "-old Diesel code …"]),
        ("不要使用 Redux、MobX", vec!["-Redux", "-MobX"]),
        ("持久层统一使用 MyBatis-Plus", vec!["+持久层：MyBatis-Plus ."]),
        ("只用 Redis", vec!["+仅 Redis"]),
    ] {
        assert_eq!(said(rule).as_deref(), Some(parts.map_strings().as_slice()), "{rule}");
    }
}

#[test]
fn a_rule_that_would_lose_or_gain_something_stays_whole() {
    for rule in [
        "fetch server data with React Query, not with Context",
        "import through the @/ alias, not ../../..",
        "集成测试禁止 mock 数据库",
        "panics are not an error strategy",
        "wildcard imports are rejected in review",
    ] {
        assert_eq!(said(rule), None, "{rule}");
    }
}

#[test]
fn a_refusal_of_it_is_not_taken_for_one_of_what_follows() {
    let lexicon = Lexicon::builtin();
    for rule in
        ["Redux is slow, avoid it", "Redux 太重，不要用它", "use Redux, but never overuse it"]
    {
        let statement = Statement::parse(rule, &[lexicon]);
        assert_eq!(statement.modality, crate::text::Modality::Unclear, "{rule}");
    }
    for rule in
        ["Koa was tried and abandoned", "Koa was evaluated and rejected, don't bring it back"]
    {
        let statement = Statement::parse(rule, &[lexicon]);
        assert_eq!(statement.subjects[0].polarity, Polarity::Reject, "{rule}");
        assert_ne!(statement.modality, crate::text::Modality::Unclear, "{rule}");
    }
}

#[test]
fn articles_go_and_names_stay() {
    assert_eq!(telegraph("Keep the tests in a folder."), "Keep tests in folder");
    assert_eq!(telegraph("import from the alias, not ../.."), "import from alias, not ../..");
    assert_eq!(telegraph("query The Graph and `a` table"), "query The Graph and `a` table");
}

trait Strings {
    fn map_strings(self) -> Vec<String>;
}

impl Strings for Vec<&str> {
    fn map_strings(self) -> Vec<String> {
        self.into_iter().map(str::to_owned).collect()
    }
}
