use super::*;
use proptest::prelude::*;

/// Writes a query's tree in one line.
fn shown(text: &str) -> String {
    Query::parse(text).map_or_else(|error| format!("error: {error}"), |query| node(&query.node))
}

fn node(node: &Node) -> String {
    let all = |nodes: &[Node]| nodes.iter().map(self::node).collect::<Vec<_>>().join(" ");
    match node {
        Node::Words(terms) => format!("[{}]", words(terms)),
        Node::Phrase(phrase) => format!("{:?}", phrase.text),
        Node::All(nodes, terms) if terms.is_empty() => format!("all({})", all(nodes)),
        Node::All(nodes, terms) => format!("all({} +[{}])", all(nodes), words(terms)),
        Node::Any(nodes) => format!("any({})", all(nodes)),
        Node::Not(inside) => format!("not({})", self::node(inside)),
    }
}

fn words(terms: &[Term]) -> String {
    let word = |term: &Term| {
        let star = if term.kind == TermKind::Prefix { "*" } else { "" };
        let faint = if term.faint { "~" } else { "" };
        format!("{faint}{}{star}", term.text)
    };
    terms.iter().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn queries_read_like_this() {
    let queries = [
        "fix the login",
        "to be or not to be",
        "登录页",
        "为什么不用 JWT",
        "重跑gen-itgc后",
        "\"fix jwt\" css",
        "“会话 过期”",
        "auth* gen-it*",
        "a1 AND b1 OR c1",
        "(a1 OR b1) AND NOT \"c d\"",
        "jwt NOT cookie",
        "NOT NOT jwt",
        "NOT 登录",
        "a1 NOT (b1 OR c1)",
        // Text that only looks like a language.
        "j.*t [a-z]+ ?x",
        "***",
        "c++",
        "a*b*",
        "\"open jwt",
        "jwt) and (css",
        "AND",
        "OR OR jwt AND",
        "jwt NOT",
        "and or not",
        "()",
        "",
        " \"\" ",
        "\" \"",
    ];
    let lines: Vec<String> =
        queries.iter().map(|text| format!("{text} => {}", shown(text))).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn long_and_deep_queries_are_cut_short() {
    let deep = format!("{}jwt{}", "(".repeat(5_000), ")".repeat(5_000));
    assert!(Query::parse(&deep).is_ok());
    let nots = "NOT ".repeat(2_000) + "jwt";
    drop(Query::parse(&nots));
    assert!(Query::parse(&"登录".repeat(100_000)).is_ok());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        drop(Query::parse(&text));
    }

    #[test]
    fn any_text_of_the_language_is_read_or_refused(
        parts in prop::collection::vec(prop::sample::select(vec![
            "a", "登录", "\"", "“", "”", "(", ")", " ", "AND", "OR", "NOT", "*", "-", "「", "（", "jwt*", "'",
        ]), 0..30),
    ) {
        drop(Query::parse(&parts.concat()));
        drop(Query::parse(&parts.join(" ")));
    }
}
