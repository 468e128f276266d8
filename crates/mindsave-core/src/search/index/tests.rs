use super::*;
use crate::Timestamp;
use crate::search::Document;
use proptest::prelude::*;

fn document(text: &str) -> Document {
    Document { kind: "step".into(), text: text.into(), ..Document::default() }
}

fn index(texts: &[&str]) -> Index {
    let mut builder = Builder::default();
    for text in texts {
        builder.add(&document(text));
    }
    builder.finish([3; 32]).unwrap()
}

#[test]
fn documents_come_back_as_they_were() {
    let given = Document {
        source: "登录_2026-05-10".into(),
        kind: "decision".into(),
        text: "用会话\nno JWT".into(),
        author: "Ann".into(),
        session: "s1".into(),
        at: Some(Timestamp::parse("2026-05-10T14:30:00+08:00").unwrap()),
        files: vec!["src/a.rs".into(), "b c".into()],
        turn: true,
    };
    let mut builder = Builder::default();
    builder.add(&document("first"));
    builder.add(&given);
    builder.add(&Document::default());
    let index = builder.finish([9; 32]).unwrap();
    let back = Index::open(index.as_bytes().to_vec()).unwrap();
    assert_eq!(back.document(1).unwrap(), given);
    assert_eq!(back.document(1).unwrap().at.unwrap().to_string(), "2026-05-10T14:30:00+08:00");
    assert_eq!(back.document(2).unwrap(), Document::default());
    assert_eq!((back.len(), back.tag(), back.document(3)), (3, [9; 32], None));
}

#[test]
fn terms_are_found_whole_by_their_beginning_and_by_a_part() {
    let index = index(&["refresh token", "refuse", "the token ring"]);
    let words = |terms: Vec<usize>| terms.into_iter().map(|t| index.term(t)).collect::<Vec<_>>();
    assert_eq!(words(index.beginning("ref").collect()), ["refresh", "refuse"]);
    assert_eq!(words(index.containing("f")), ["refresh", "refuse"]);
    assert_eq!(words(index.containing("eref")), [""; 0], "no part reaches over two terms");
    assert_eq!(index.find("token").map(|term| index.term(term)), Some("token"));
    let mut found = Vec::new();
    index.each(index.find("token").unwrap(), |document, times| found.push((document, times)));
    assert_eq!(found, [(0, 1), (2, 1)]);
}

#[test]
fn how_often_a_word_stands_in_a_text_is_kept() {
    let index = index(&["a a b", "b", "a a a"]);
    let mut found = Vec::new();
    index.each(index.find("a").unwrap(), |document, times| found.push((document, times)));
    assert_eq!(found, [(0, 2), (2, 3)]);
}

#[test]
fn a_torn_index_is_none() {
    let bytes = index(&["登录", "jwt"]).as_bytes().to_vec();
    for length in 0..bytes.len() {
        assert!(Index::open(bytes[..length].to_vec()).is_none(), "{length}");
    }
    for at in (0..bytes.len()).filter(|at| !(16..48).contains(at)) {
        let mut torn = bytes.clone();
        torn[at] ^= 0x40;
        assert!(Index::open(torn).is_none(), "{at}");
    }
}

#[test]
fn no_document_is_an_index_as_well() {
    let index = Builder::default().finish([0; 32]).unwrap();
    assert!(index.is_empty() && index.document(0).is_none());
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Index::open(bytes).is_none());
    }

    #[test]
    fn any_documents_come_back(texts in prop::collection::vec(any::<String>(), 0..12)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let index = index(&texts);
        for (number, text) in texts.iter().enumerate() {
            prop_assert_eq!(&index.document(number).unwrap().text, text);
        }
    }
}
