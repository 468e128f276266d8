//! What a command line does: which of its calls only look or test, and which do something.

use crate::shell::{assigns, calls, without_here_texts};

/// Programs that only show something.
const LOOK: [&str; 41] = [
    "ack", "ag", "bat", "cat", "cd", "cmp", "date", "df", "diff", "du", "echo", "egrep", "fd",
    "fgrep", "file", "find", "grep", "head", "history", "jq", "less", "ls", "man", "more", "nl",
    "od", "printf", "ps", "pwd", "rg", "sort", "stat", "tail", "top", "tree", "type", "uniq", "wc",
    "whereis", "which", "xxd",
];
/// Programs that run tests.
const TEST: [&str; 12] = [
    "ava",
    "ctest",
    "jest",
    "karma",
    "mocha",
    "nosetests",
    "phpunit",
    "pytest",
    "rspec",
    "tap",
    "tox",
    "vitest",
];
/// Programs whose first words say what they do, with the words that look or test.
const BY_WORD: [(&str, &[&str]); 21] = [
    ("bun", &["test"]),
    ("cargo", &["test", "nextest", "tree", "metadata", "search"]),
    ("deno", &["test"]),
    ("docker", &["ps", "logs", "images", "inspect", "stats"]),
    ("dotnet", &["test"]),
    (
        "git",
        &[
            "log",
            "show",
            "diff",
            "status",
            "blame",
            "grep",
            "ls-files",
            "reflog",
            "shortlog",
            "rev-parse",
            "describe",
        ],
    ),
    ("go", &["test", "vet", "doc", "list"]),
    ("gradle", &["test"]),
    ("gradlew", &["test"]),
    ("kubectl", &["get", "describe", "logs", "top"]),
    ("make", &["test", "check"]),
    ("manage.py", &["test", "check", "showmigrations"]),
    ("mix", &["test"]),
    ("mvn", &["test", "verify"]),
    ("npm", &["test", "t", "ls", "view", "outdated", "run test"]),
    ("pip", &["show", "list", "freeze"]),
    ("pnpm", &["test", "ls", "why", "outdated", "run test", "vitest", "jest"]),
    ("rails", &["test"]),
    ("swift", &["test"]),
    ("unittest", &[]),
    ("yarn", &["test", "why", "run test", "vitest", "jest"]),
];
/// Programs that only run another.
const RUNNERS: [&str; 14] = [
    "sudo", "time", "nice", "env", "npx", "pnpx", "bunx", "exec", "command", "poetry", "uv",
    "bundle", "python", "python3",
];
/// Words of runners before the program they run.
const RUNS: [&str; 4] = ["run", "exec", "-m", "dlx"];

/// Programs that take a text to keep it as a message.
const TELLING: [&str; 6] = ["git", "gh", "glab", "hg", "jj", "svn"];

/// Returns the calls of a command line that do something, all where none does; what is only told, as
/// the message of a commit is, is left out.
pub(super) fn doing(text: &str) -> String {
    let tells = |line: &str| {
        let last = calls(line).pop().and_then(|call| words(call).first().copied());
        last.is_some_and(|program| TELLING.contains(&program))
    };
    let text = &without_here_texts(text, tells);
    let doing: Vec<&str> = calls(text).into_iter().filter(|call| !is_harmless(call)).collect();
    if doing.is_empty() { text.to_owned() } else { doing.join("\n") }
}

/// Returns the programs of a command line of which no call does anything.
pub(super) fn harmless(text: &str) -> Option<Vec<&str>> {
    let calls = calls(text);
    let all = !calls.is_empty() && calls.iter().all(|call| is_harmless(call));
    all.then(|| calls.iter().filter_map(|call| words(call).first().copied()).collect())
}

/// The program of a call, without what only runs it, and the words behind it.
fn words(call: &str) -> Vec<&str> {
    let mut words = call.split_whitespace().peekable();
    loop {
        let Some(&word) = words.peek() else { return Vec::new() };
        let name = word.rsplit('/').next().unwrap_or(word);
        if !assigns(word) && !RUNNERS.contains(&name) && !RUNS.contains(&word) {
            return std::iter::once(name).chain(words.skip(1)).collect();
        }
        words.next();
    }
}

fn is_harmless(call: &str) -> bool {
    let words = words(call);
    let Some((program, rest)) = words.split_first() else { return true };
    // What is written into a file is done, and so is what `find` runs.
    let writes = rest.iter().any(|word| word.starts_with('>') && !word.starts_with(">&"))
        || rest.iter().any(|word| matches!(*word, "-exec" | "-delete" | "-i"));
    if writes && *program != "grep" && *program != "rg" {
        return false;
    }
    if LOOK.contains(program) || TEST.contains(program) {
        return true;
    }
    let known = BY_WORD.iter().find(|(name, _)| name == program);
    let Some((_, verbs)) = known else { return *program == "sed" && rest.contains(&"-n") };
    let said: Vec<&str> = rest.iter().copied().filter(|word| !word.starts_with('-')).collect();
    verbs.is_empty() || verbs.iter().any(|verb| is_verb(verb, &said))
}

/// `run test:unit` is a `run test`.
fn is_verb(verb: &str, said: &[&str]) -> bool {
    match verb.split_once(' ') {
        Some((first, second)) => {
            said.first() == Some(&first)
                && said.get(1).is_some_and(|word| word.split(':').next() == Some(second))
        }
        None => said.first().is_some_and(|word| word.split(':').next() == Some(verb)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_only_look_or_test_are_told_from_others() {
        for text in [
            "ls -la",
            "git log --oneline | head -3",
            "cd app && RUST_LOG=debug cargo test -p x -- --nocapture 2>&1 | tail",
            "npx vitest run 导出",
            "npm run test:unit",
            "python -m pytest -k initials",
            "python manage.py showmigrations billing",
            "poetry run pytest",
            "sed -n 1,20p a.rs",
            "grep -i 'a && b; rm x' f",
        ] {
            assert!(harmless(text).is_some(), "{text}");
        }
        for text in [
            "npm install",
            "git push --force",
            "echo x > config.toml",
            "find . -name x -delete",
            "cargo run --release",
            "cargo test && cargo publish",
            "sed -i s/a/b/ f",
            "",
        ] {
            assert!(harmless(text).is_none(), "{text}");
        }
        assert_eq!(doing("git commit -F - <<EOF\nnpm publish\nEOF"), "git commit -F - <<EOF");
        assert_eq!(doing("git status && psql -c 'a; b' | tee log"), " psql -c 'a; b' \n tee log");
    }
}
