use crate::Timestamp;
use crate::search::{Builder, Document, Filter, Index, Query};
use proptest::prelude::*;

fn index(documents: &[Document]) -> Index {
    let mut builder = Builder::default();
    for document in documents {
        builder.add(document);
    }
    builder.finish([0; 32]).unwrap()
}

fn texts(texts: &[&str]) -> Index {
    let document = |text: &&str| Document { text: (*text).into(), ..Document::default() };
    index(&texts.iter().map(document).collect::<Vec<_>>())
}

fn found(index: &Index, query: &str) -> Vec<usize> {
    let query = Query::parse(query).unwrap();
    index.search(&query, &Filter::default()).iter().map(|hit| hit.document).collect()
}

fn sorted(index: &Index, query: &str) -> Vec<usize> {
    let mut found = found(index, query);
    found.sort_unstable();
    found
}

#[test]
fn every_part_of_a_mixed_text_finds_it() {
    let index = texts(&["重跑gen-itgc后", "另一条 gen", "跑步"]);
    for query in [
        "gen-itgc",
        "itgc",
        "重跑",
        "genItgc",
        "GEN_ITGC",
        "重",
        "后",
        "重跑gen-itgc后",
        "gen-it",
        "跑gen",
    ] {
        assert_eq!(found(&index, query).first(), Some(&0), "{query}");
    }
    assert_eq!(found(&index, "步"), [2]);
    assert_eq!(found(&index, "跑重"), [0; 0]);
}

#[test]
fn more_and_rarer_words_come_first() {
    let index =
        texts(&["fix the login page", "fix the build", "login with jwt", "jwt login page fixed"]);
    assert_eq!(found(&index, "jwt login page")[0], 3);
    assert_eq!(sorted(&index, "fixing"), [0, 1, 3], "all forms of a word");
    assert_eq!(sorted(&index, "the"), [0, 1], "a word that says little, where there is no other");
    assert_eq!(sorted(&index, "the jwt"), [2, 3], "and not where there is one");
}

#[test]
fn chinese_words_that_say_little_are_no_reason_to_find_anything() {
    let index = texts(&["用会话保存登录状态", "什么都没做", "为什么不用 JWT", "登录的样式"]);
    assert_eq!(found(&index, "什么登录")[0], 3, "the shorter of two");
    assert!(!found(&index, "什么登录").contains(&1));
    assert_eq!(sorted(&index, "什么"), [1, 2]);
}

#[test]
fn phrases_stand_as_they_are() {
    let index = texts(&[
        "Fix JWT now",
        "jwt fix",
        "prefix jwts",
        "会话　过期，重试",
        "gen-itgc HttpServer",
        "say c++ || rust",
    ]);
    for (query, expected) in [
        ("\"fix jwt\"", &[0][..]),
        ("\"fix  JWT\"", &[0]),
        ("“会话 过期”", &[3]),
        ("\"话 过\"", &[3]),
        ("\"会话过期\"", &[]),
        ("\"itgc\"", &[4]),
        ("\"httpserver\"", &[4]),
        ("\"http\"", &[]),
        ("\"c++\"", &[5]),
        ("||", &[5]),
        ("\"jwt fix\" css", &[1]),
    ] {
        assert_eq!(found(&index, query), expected, "{query}");
    }
}

#[test]
fn operators_join_and_refuse() {
    let index = texts(&["jwt cookie", "jwt session", "会话 session", "css"]);
    for (query, expected) in [
        ("jwt AND session", &[1][..]),
        ("jwt OR css", &[0, 1, 3]),
        ("jwt NOT cookie", &[1]),
        ("(jwt OR 会话) AND session", &[1, 2]),
        ("session NOT (jwt OR 会话)", &[]),
        ("session AND NOT 会话", &[1]),
        ("jwt nothing", &[0, 1]),
        ("jwt AND nothing", &[]),
        ("NOT NOT css", &[3]),
    ] {
        assert_eq!(sorted(&index, query), expected, "{query}");
    }
}

#[test]
fn beginnings_and_parts_of_words_are_found() {
    let index = texts(&["refresh", "refuse", "token_store", "word12", "Fix JWT"]);
    for (query, expected) in [
        ("ref*", &[0, 1][..]),
        ("refr", &[0]),
        ("ord1", &[3]),
        ("token_st", &[2]),
        ("jw*", &[4]),
        ("j.*t", &[]),
        ("r.*", &[]),
        (".*", &[]),
        ("[a-z]+", &[]),
    ] {
        assert_eq!(sorted(&index, query), expected, "{query}");
    }
}

#[test]
fn filters_limit_by_kind_session_time_and_file() {
    let document = |kind: &str, source: &str, at: &str, file: &str, text: &str| Document {
        kind: kind.into(),
        source: source.into(),
        session: format!("session-{source}"),
        at: Timestamp::parse(at).ok(),
        files: vec![file.into()],
        text: text.into(),
        ..Document::default()
    };
    let index = index(&[
        document("decision", "a", "2026-05-01", "src/auth.ts", "jwt"),
        document("step", "b", "2026-05-02T10:00:00+08:00", "src/登录.rs", "jwt"),
        document("step", "c", "", "", "jwt in lib/cache.rs, twice"),
    ]);
    let search = |filter: Filter| {
        let mut found: Vec<usize> = index
            .search(&Query::parse("jwt").unwrap(), &filter)
            .iter()
            .map(|hit| hit.document)
            .collect();
        found.sort_unstable();
        found
    };
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let time = |text| Some(Timestamp::parse(text).unwrap());
    assert_eq!(search(Filter { kinds: names(&["step"]), ..Filter::default() }), [1, 2]);
    assert_eq!(
        search(Filter { sessions: names(&["session-a", "b"]), ..Filter::default() }),
        [0, 1]
    );
    assert_eq!(search(Filter { since: time("2026-05-02"), ..Filter::default() }), [1]);
    assert_eq!(search(Filter { before: time("2026-05-02"), ..Filter::default() }), [0]);
    for (file, expected) in [
        ("auth.ts", &[0][..]),
        ("SRC", &[0, 1]),
        ("./src/登录.rs", &[1]),
        ("cache.rs", &[2]),
        ("*", &[]),
    ] {
        assert_eq!(
            search(Filter { files: names(&[file]), ..Filter::default() }),
            expected,
            "{file}"
        );
    }
}

/// A talk of two people about two things.
fn talk() -> Vec<Document> {
    let turn = |author: &str, text: &str| Document {
        author: author.into(),
        text: text.into(),
        session: "s".into(),
        turn: true,
        ..Document::default()
    };
    vec![
        turn("Ann", "Good morning!"),
        turn("Bob", "Which database did we choose for billing?"),
        turn("Ann", "Postgres, since it was there."),
        turn("Bob", "Fine. I like the weather."),
        turn("Ann", "Me too."),
        turn("Bob", "Let us have lunch."),
    ]
}

#[test]
fn the_answer_to_a_question_is_found_by_the_question() {
    let mut documents = talk();
    assert_eq!(found(&index(&documents), "billing database")[..2], [1, 2]);
    for document in &mut documents {
        document.turn = false;
    }
    assert_eq!(found(&index(&documents), "billing database"), [1], "entries are no talk");
    let demanded = found(&index(&talk()), "billing AND database");
    assert_eq!(demanded, [1], "what is demanded is there");
}

#[test]
fn who_is_asked_about_counts_for_more() {
    let mut documents = talk();
    documents[0].text = "I fixed the parser today".into();
    documents[5].text = "I fixed the parser today".into();
    assert_eq!(found(&index(&documents), "what did Ann do to the parser")[0], 0);
    assert_eq!(found(&index(&documents), "what did Bob do to the parser")[0], 5);
}

proptest! {
    #[test]
    fn every_part_of_a_chinese_text_finds_it(
        texts in prop::collection::vec("[登录页面修复的了什么用重跑，。 a-cA-C1.-]{1,14}", 1..8),
        pick in any::<prop::sample::Index>(), from in any::<prop::sample::Index>(), len in 1usize..8,
    ) {
        let number = pick.index(texts.len());
        let chars: Vec<char> = texts[number].chars().collect();
        let part: String = chars.iter().skip(from.index(chars.len())).take(len).collect();
        prop_assume!(part.chars().any(|c| c > '\u{4e00}' && c.is_alphanumeric()));
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        prop_assert!(found(&self::texts(&texts), &part).contains(&number), "{part:?} in {:?}", texts[number]);
    }

    #[test]
    fn any_query_can_be_asked_of_any_texts(texts in prop::collection::vec(any::<String>(), 0..5), query in any::<String>()) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        if let Ok(query) = Query::parse(&query) {
            self::texts(&texts).search(&query, &Filter::default());
        }
    }

    #[test]
    fn a_text_finds_itself(texts in prop::collection::vec("[a-c登录_.*+'\" -]{1,10}", 1..5), pick in any::<prop::sample::Index>()) {
        let number = pick.index(texts.len());
        prop_assume!(texts[number].chars().any(char::is_alphanumeric));
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        if let Ok(query) = Query::parse(texts[number]) {
            let found = self::texts(&texts).search(&query, &Filter::default());
            prop_assert!(found.iter().any(|hit| hit.document == number), "{:?}", texts[number]);
        }
    }
}
