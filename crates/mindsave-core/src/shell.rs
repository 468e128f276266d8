//! Command lines, read as far as it takes to tell which command is meant. Nothing here is run.

/// Commands that only prepare the one that is meant.
const PREPARING: [&str; 8] = ["cd", "pushd", "popd", "export", "set", "source", ".", "true"];
/// Commands that run the one behind them.
const WRAPPING: [&str; 7] = ["sudo", "time", "env", "nice", "nohup", "command", "exec"];

/// Cuts a command line at what stands between calls, outside of quotes.
pub(crate) fn calls(line: &str) -> Vec<&str> {
    let (mut found, mut start, mut quote) = (Vec::new(), 0, None);
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            // 2>&1 is one word.
            (None, ';' | '&' | '|' | '\n') if c != '&' || !line[..at].ends_with('>') => {
                found.push(&line[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&line[start..]);
    found.retain(|call| !call.trim().is_empty());
    found
}

/// The words of the call that is meant: without what prepares or wraps it, options and redirections.
pub(crate) fn meant(line: &str) -> Vec<&str> {
    let mut calls = calls(line).into_iter().map(plain).filter(|words| !words.is_empty());
    let first = calls.next().unwrap_or_default();
    if !is_preparing(&first) {
        return first;
    }
    calls.find(|words| !is_preparing(words)).unwrap_or(first)
}

/// Leaves out the texts that are given to programs with `<<EOF`, where `drops` says so of the line
/// that begins them.
pub(crate) fn without_here_texts(line: &str, drops: impl Fn(&str) -> bool) -> String {
    let (mut kept, mut until) = (Vec::new(), None);
    for own in line.split('\n') {
        match until {
            Some(mark) if own.trim() == mark => until = None,
            Some(_) => {}
            None => {
                kept.push(own);
                until = here_mark(own).filter(|_| drops(own));
            }
        }
    }
    kept.join("\n")
}

/// The word that ends the text behind `<<`, if there is one; `<<<` begins none.
fn here_mark(line: &str) -> Option<&str> {
    let (_, behind) = line.split_once("<<")?;
    let word = behind.strip_prefix('-').unwrap_or(behind).split_whitespace().next()?;
    Some(word.trim_matches(['\'', '"'])).filter(|word| !word.is_empty() && !word.starts_with('<'))
}

/// Reports whether a word sets a variable for the command behind it: `RUST_LOG=debug`.
pub(crate) fn assigns(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

fn is_preparing(words: &[&str]) -> bool {
    words.first().is_some_and(|word| PREPARING.contains(word))
}

fn plain(call: &str) -> Vec<&str> {
    let words = call.split_whitespace();
    let words = words.skip_while(|word| assigns(word) || WRAPPING.contains(word));
    words.filter(|word| !word.starts_with('-') && !word.contains(['<', '>'])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_that_is_meant_is_found() {
        for (line, words) in [
            ("cd app && npm test", "npm test"),
            (
                "export A=1; RUST_LOG=debug sudo cargo test --quiet 登录 2>&1 | tail -5",
                "cargo test 登录",
            ),
            ("psql -c 'select 1; drop' base", "psql 'select 1; drop' base"),
            ("cd 'a & b'", "cd 'a & b'"),
            ("", ""),
        ] {
            assert_eq!(meant(line).join(" "), words, "{line}");
        }
    }

    #[test]
    fn a_text_that_is_handed_over_ends_at_its_mark() {
        for (line, kept) in [
            ("git commit -F - <<'EOF'\na\nb\nEOF\nls", "git commit -F - <<'EOF'\nls"),
            ("git commit -F - <<-完\n\t一\n\t完\nls", "git commit -F - <<-完\nls"),
            ("git tag <<< 'a'\nls", "git tag <<< 'a'\nls"),
            ("bash <<EOF\nls\nEOF", "bash <<EOF\nls\nEOF"),
            ("git commit <<EOF\nnever ended", "git commit <<EOF"),
        ] {
            let told = without_here_texts(line, |own| own.starts_with("git"));
            assert_eq!(told, kept, "{line}");
        }
    }
}
