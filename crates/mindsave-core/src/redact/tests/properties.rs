//! What must hold for every text.

use crate::redact::{find, is_secret_name, redact};
use proptest::prelude::*;

#[rustfmt::skip] // many a line
static PIECES: &[&str] = &[
    "password", "PASSWORD", "token", "api_key", "api key", "密码", "令牌", "authorization", "Bearer ", "Basic ",
    "=", ":", "：", " is ", "是", "为", "\"", "'", "\\", "\\n", "\n", " ", ",", ";", ".", "(", ")", "[", "]",
    "<", ">", "{", "}", "|", "&", "@", "://", "postgres://u:", "eyJ", "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----", "ghp_", "sk-", "sk-ant-", "sk_live_", "AKIA", ":A", "[redacted:",
    "[redacted:token]", "value", "for the ", "to", "--", "_", "-", "\u{1b}[32m", "%3D", "hunter2",
    "Rf9-kQz7", "curl -u ", "mysql -p", "docker login ", " -p ", "Cookie: ", "session=", "; ", "\u{200b}", "ｐａｓｓ", "＝",
    "密\u{200b}码", "STRIPE_KEY", "\n  ", "- ", "|", "user:",
];

/// Texts of pieces that the rules look for, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(PIECES).prop_map(str::to_owned),
        "[a-zA-Z0-9]{1,40}",
        "[a-f0-9]{32}",
        "\\PC{0,4}",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn holds(text: &str) -> Result<(), TestCaseError> {
    let found = find(text);
    let out = redact(text);
    prop_assert_eq!(found.is_empty(), matches!(out, std::borrow::Cow::Borrowed(_)));
    if found.is_empty() {
        prop_assert_eq!(out.as_ref(), text);
    }
    let mut end = 0;
    for it in &found {
        prop_assert!(it.range.start >= end && it.range.start < it.range.end);
        prop_assert!(text.get(it.range.clone()).is_some());
        end = it.range.end;
    }
    prop_assert_eq!(redact(&out), out.as_ref());
    let _ = is_secret_name(text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn made_of_pieces(text in pieces()) {
        holds(&text)?;
    }

    #[test]
    fn of_any_characters(text in "\\PC{0,200}") {
        holds(&text)?;
    }
}
