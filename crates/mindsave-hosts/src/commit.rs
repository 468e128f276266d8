//! What was finished by a `git commit`: the first lines of its messages.

/// Returns the first line of the message of every commit that a command line makes.
///
/// Messages from an editor or a file are not known; a repeated message counts once.
pub(crate) fn subjects(command: &str) -> Vec<String> {
    if !command.contains("commit") {
        return Vec::new();
    }
    let (line, documents) = without_documents(command);
    let mut found: Vec<String> = Vec::new();
    for words in simple_commands(&line) {
        let subject = message(&words, &documents).and_then(|text| first_line(&text));
        if let Some(subject) = subject.filter(|subject| !found.contains(subject)) {
            found.push(subject);
        }
    }
    found
}

/// What stands for a document in the command line.
const DOCUMENT: char = '\u{e000}';

/// Takes the here-documents out of a command line: what is in them is no shell.
fn without_documents(command: &str) -> (String, Vec<String>) {
    let (mut out, mut documents) = (String::new(), Vec::new());
    let mut rest = command;
    while let Some(found) = Document::next(rest) {
        let before = rest[..found.at].trim_end();
        // `$(cat <<EOF … )` is the document itself.
        let opened =
            before.strip_suffix("cat").map(str::trim_end).and_then(|b| b.strip_suffix("$("));
        let after = &rest[found.end..];
        let closed = after.trim_start().strip_prefix(')').filter(|_| opened.is_some());
        out.push_str(opened.filter(|_| closed.is_some()).unwrap_or(&rest[..found.at]));
        out.push(DOCUMENT);
        out.push_str(&documents.len().to_string());
        out.push_str(found.line_end);
        documents.push(found.body.to_owned());
        rest = closed.unwrap_or(after);
    }
    out.push_str(rest);
    (out, documents)
}

/// A here-document in a command line.
struct Document<'a> {
    /// Where `<<` stands.
    at: usize,
    /// What follows its word on the same line.
    line_end: &'a str,
    body: &'a str,
    /// Where what follows it begins.
    end: usize,
}

impl<'a> Document<'a> {
    fn next(text: &'a str) -> Option<Self> {
        let at = text.find("<<")?;
        let opened = text[at + 2..].trim_start_matches('-').trim_start_matches(' ');
        let opened = opened.trim_start_matches(['\'', '"', '\\']);
        let line = opened.find('\n')?;
        let length =
            opened[..line].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(line);
        let (word, line_end) =
            (&opened[..length], opened[length..line].trim_start_matches(['\'', '"']));
        let body = text.len() - opened.len() + line + 1;
        let mut seen = body;
        for line in text[body..].split_inclusive('\n') {
            let found = line.trim_start();
            let rest = found.strip_prefix(word).filter(|_| !word.is_empty());
            if rest.is_some_and(|rest| rest.trim().trim_start_matches([')', '"']).is_empty()) {
                let end = seen + line.len() - found.len() + word.len();
                return Some(Self { at, line_end, body: &text[body..seen], end });
            }
            seen += line.len();
        }
        None
    }
}

/// The simple commands of a line, each as its words.
fn simple_commands(line: &str) -> Vec<Vec<String>> {
    let mut spaced = String::with_capacity(line.len() + 8);
    let (mut quote, mut escaped) = (None, false);
    for c in line.chars() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (None | Some('"'), '\\') => escaped = true,
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, ';' | '&' | '|' | '\n' | '(' | ')') => {
                spaced.push_str(" \u{e001} ");
                continue;
            }
            _ => {}
        }
        spaced.push(c);
    }
    let words = shlex::split(&spaced).unwrap_or_default();
    words.split(|word| word == "\u{e001}").map(<[String]>::to_vec).collect()
}

/// The message of a command, if it is a commit with one.
fn message(words: &[String], documents: &[String]) -> Option<String> {
    let is_git = |word: &String| word == "git" || word.ends_with("/git");
    // Variables may be set before the program's name.
    let git =
        words.iter().position(is_git).filter(|at| words[..*at].iter().all(|w| w.contains('=')))?;
    let commit = words[git + 1..].iter().position(|word| word == "commit")? + git + 1;
    let before = &words[git + 1..commit];
    let sound = before.iter().enumerate().all(|(at, word)| {
        word.starts_with('-') || at > 0 && ["-C", "-c"].contains(&before[at - 1].as_str())
    });
    let options = &words[commit + 1..];
    if !sound || options.iter().any(|word| word == "--dry-run") {
        return None;
    }
    let given = options.iter().enumerate().find_map(|(at, word)| {
        let next = options.get(at + 1).map(String::as_str);
        value_of(word, next).or_else(|| input_of(word, next, options))
    })?;
    Some(with_documents(&given, documents))
}

/// The value of an option that gives a message.
fn value_of(word: &str, next: Option<&str>) -> Option<String> {
    if let Some(value) = word.strip_prefix("--message=") {
        return Some(value.to_owned());
    }
    if word == "--message" {
        return next.map(str::to_owned);
    }
    let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'))?;
    // Letters that take no value may stand before the one that does.
    let at = letters.find('m').filter(|at| letters[..*at].chars().all(|c| "aesvqnp".contains(c)));
    match at {
        Some(at) if at + 1 < letters.len() => Some(letters[at + 1..].to_owned()),
        Some(_) => next.map(str::to_owned),
        None => None,
    }
}

/// The document that is standard input, where the message comes from there.
fn input_of(word: &str, next: Option<&str>, options: &[String]) -> Option<String> {
    let here = ["-F-", "--file=-"].contains(&word);
    let there = ["-F", "--file"].contains(&word) && next == Some("-");
    let document = options.iter().find(|word| word.starts_with(DOCUMENT));
    document.filter(|_| here || there).cloned()
}

fn with_documents(text: &str, documents: &[String]) -> String {
    let mut out = text.to_owned();
    for (number, document) in documents.iter().enumerate().rev() {
        out = out.replace(&format!("{DOCUMENT}{number}"), document);
    }
    out
}

fn first_line(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    // What a shell would still replace is not known.
    (!line.starts_with("$(") && !line.starts_with('`')).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {

    #[test]
    fn the_first_line_of_a_message_is_what_was_finished() {
        for (command, subjects) in [
            ("git commit -m \"Add CSV import\"", &["Add CSV import"][..]),
            ("git add -A && git commit -am '修复登录'", &["修复登录"]),
            ("git add . ; git commit -m 'a; b' -m 'body' && git push", &["a; b"]),
            ("cd x && git -C sub commit --message='Fix: it is \"done\"'", &["Fix: it is \"done\""]),
            ("git -c user.name=x commit --message \"one\ntwo\"", &["one"]),
            ("GIT_EDITOR=true git commit -qm done", &["done"]),
            ("git commit -mquick", &["quick"]),
            ("git commit -m one; git commit -m two", &["one", "two"]),
            (
                "git commit -m \"$(cat <<'EOF'\nAdd \"quoted\" fields\n\nIt's a body.\nEOF\n)\"",
                &["Add \"quoted\" fields"],
            ),
            ("git commit -F - <<EOF\n加上导出\n\nbody\nEOF", &["加上导出"]),
            ("git add a && git commit -m \"$(cat <<EOF\nT\nEOF\n)\" && git log", &["T"]),
        ] {
            assert_eq!(super::subjects(command), subjects, "{command}");
        }
    }

    #[test]
    fn what_is_no_commit_finishes_nothing() {
        for command in [
            "git commit",
            "git commit --amend --no-edit",
            "git commit --dry-run -m x",
            "git log --grep commit -m 1",
            "echo git commit -m x",
            "git commit -F message.txt",
            "git commit -m \"$(generate)\"",
            "git commit -m 'unclosed",
            "cat <<EOF\ngit commit -m x\nEOF",
        ] {
            assert!(super::subjects(command).is_empty(), "{command}");
        }
    }
}
