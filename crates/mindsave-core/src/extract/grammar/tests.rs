use super::*;

#[test]
fn words_are_found_by_their_number() {
    let grammar = builtin();
    assert_eq!(grammar.number("no word of any grammar"), 0);
    assert_eq!(grammar.number(""), 0);
    let mut before = 0;
    for (number, end) in (1..).zip(grammar.ends) {
        let word = &grammar.words[usize::from(before)..usize::from(*end)];
        assert_eq!(grammar.number(word), number, "{word}");
        before = *end;
    }
}

#[test]
fn a_grammar_with_a_mistake_names_it() {
    let wrong = |words: &str| {
        let yaml = format!("classes: {{}}\nforms:\n  - role: not\n    words: |\n      {words}\n");
        compile::compile(&yaml).unwrap_err()
    };
    assert!(wrong("<nobody>").contains("nobody"));
    assert!(wrong("(a").contains("bracket"));
    assert!(wrong("a)").contains("bracket"));
    assert!(wrong("?").contains("no word"));
    assert!(wrong("a?").contains("anything"));
    assert!(wrong(&format!("({}c)", "a b|".repeat(3000))).contains("too long"));
    assert!(compile::compile("classes: {}\nforms:\n  - words: a\n").unwrap_err().contains("role"));
}

#[test]
fn the_tables_are_those_of_the_data() {
    let made = compile::compile(include_str!("../../../rules/language/extraction.yaml")).unwrap();
    assert_eq!(made, include_str!(concat!(env!("OUT_DIR"), "/extraction.rs")));
}
