//! What is said of rules, in English and Chinese.

use super::*;
use crate::text::{Lexicon, Statement};

fn said(rule: &str) -> Option<Vec<String>> {
    let parts = Statement::parse(rule, &[Lexicon::builtin()]).parts?;
    let say = |part: Part| {
        let sign = if part.polarity == Polarity::Choose { '+' } else { '-' };
        let kind = match part.form {
            Form::Name(_) | Form::Only(_) => "",
            Form::Phrase => " …",
            Form::Clause => " .",
        };
        format!("{sign}{}{kind}", part.words)
    };
    Some(parts.into_iter().map(say).collect())
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
    ] {
        assert_eq!(said(rule), None, "{rule}");
    }
}

#[test]
fn articles_go_and_names_stay() {
    assert_eq!(telegraph("Keep the tests in a folder."), "Keep tests in folder");
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
