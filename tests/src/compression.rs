//! Compression for tests: from a few rules to a result, and what can be asked of one.

use mindsave_core::compress::{Compression, Compressor, Entry, Request};

/// Compresses rules with the packs that come with the program.
#[track_caller]
pub fn compress<T: AsRef<str>>(rules: &[T]) -> Compression {
    ask(&Request { constraints: owned(rules), ..Request::default() })
}

/// Compresses failed approaches.
#[track_caller]
pub fn compress_failures<T: AsRef<str>>(approaches: &[T]) -> Compression {
    ask(&Request { excluded_paths: owned(approaches), ..Request::default() })
}

/// Compresses a request.
#[track_caller]
pub fn ask(request: &Request) -> Compression {
    Compressor::builtin().compress(request).expect("a valid request")
}

/// Returns the entry of a name.
#[track_caller]
pub fn entry<'a>(compression: &'a Compression, name: &str) -> &'a Entry {
    let found = compression.symbolic.get(name);
    found.unwrap_or_else(|| panic!("there is no {name}: {compression:#?}"))
}

/// Expects that an entry chooses and rejects exactly these things.
#[track_caller]
pub fn assert_entry(compression: &Compression, name: &str, chosen: &[&str], rejected: &[&str]) {
    let entry = entry(compression, name);
    assert_eq!((&*entry.chosen, &*entry.rejected), (&*owned(chosen), &*owned(rejected)), "{name}");
}

/// Expects that every rule stays as it is, each given alone and all given together.
#[track_caller]
pub fn assert_kept(rules: &[&str]) {
    for rule in rules {
        let compressed = compress(&[rule]);
        assert!(compressed.symbolic.is_empty(), "{rule}: {:?}", compressed.symbolic);
        assert_eq!(compressed.constraints, [*rule]);
    }
    assert_eq!(compress(rules).constraints, rules, "together");
}

/// Copies texts.
pub fn owned<T: AsRef<str>>(texts: &[T]) -> Vec<String> {
    texts.iter().map(|text| text.as_ref().to_owned()).collect()
}
