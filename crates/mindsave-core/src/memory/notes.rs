//! The gotchas in a memory file that people write: a list below a heading.

use std::ops::Range;

use super::gotcha::Gotcha;
use crate::failure::Scope;

/// The heading a new list gets.
const HEADING: &str = "## Gotchas";
/// Words of headings of such a list, folded. Source: seed 002, and what people write.
const HEADINGS: [&str; 8] =
    ["gotcha", "gotchas", "pitfall", "pitfalls", "踩坑", "陷阱", "注意事项", "的坑"];
/// What some editors put before a text.
const BOM: char = '\u{feff}';
/// A heading of one sign: within others it is another word (坑位).
const PIT: &str = "坑";
/// What a line below an entry begins with that tells the way around it, folded.
const WORKAROUNDS: [&str; 7] =
    ["workaround", "way around it", "fix", "instead", "绕法", "解决", "解决办法"];
/// What an entry of a list begins with.
const BULLETS: [&str; 3] = ["- ", "* ", "+ "];

/// Returns the gotchas of a memory file, in its order.
///
/// ```
/// use mindsave_core::memory::gotchas;
///
/// let file = "# shop\n\n## Gotchas\n- Safari drops cookies after 7 days -> proxy\n* 小程序没有 Blob\n\n## Log\n- x\n";
/// let titles: Vec<String> = gotchas(file).into_iter().map(|known| known.title).collect();
/// assert_eq!(titles, ["Safari drops cookies after 7 days", "小程序没有 Blob"]);
/// ```
pub fn gotchas(file: &str) -> Vec<Gotcha> {
    items(file).into_iter().map(|(_, known)| known).collect()
}

/// Returns a memory file with a gotcha at the end of its list; one of the same title takes its
/// workaround, where it has one. All else stays as it is, to the byte.
pub fn with_gotcha(file: &str, known: &Gotcha) -> String {
    let line = format!("- {}", known.line());
    let key = known.key();
    if let Some((place, _)) = items(file).into_iter().find(|(_, other)| other.key() == key) {
        return match known.workaround.as_str() {
            "" => file.to_owned(),
            workaround => changed(file, place, workaround),
        };
    }
    let break_ = if file.contains("\r\n") { "\r\n" } else { "\n" };
    if let Some(at) = end_of_list(file) {
        let before = &file[..at];
        let gap = if before.ends_with('\n') { "" } else { break_ };
        return format!("{before}{gap}{line}{break_}{}", &file[at..]);
    }
    let gap = match file {
        "" => String::new(),
        file if file.ends_with('\n') => break_.to_owned(),
        _ => break_.repeat(2),
    };
    format!("{file}{gap}{HEADING}{break_}{line}{break_}")
}

/// A file with another workaround for an entry: in the line below it that tells one, or behind its
/// title. The other lines below it are kept.
fn changed(file: &str, place: Range<usize>, workaround: &str) -> String {
    let mut lines: Vec<String> = file[place.clone()].split('\n').map(str::to_owned).collect();
    let told =
        |line: &String| item(line.trim_start()).is_some_and(|item| way_around(item).is_some());
    if let Some(at) = lines.iter().skip(1).position(told) {
        let line = &mut lines[at + 1];
        let label = line.char_indices().find(|(_, c)| matches!(c, ':' | '：'));
        let end = label.map_or(line.len(), |(at, colon)| at + colon.len_utf8());
        line.replace_range(end.., &format!(" {workaround}"));
    } else {
        lines[0] = with_workaround(&lines[0], workaround);
    }
    format!("{}{}{}", &file[..place.start], lines.join("\n"), &file[place.end..])
}

/// The first line of an entry with another workaround behind its title.
fn with_workaround(line: &str, workaround: &str) -> String {
    let text = line.trim_end_matches('\r');
    let told = item(text).unwrap_or(text);
    let mark = &text[..text.len() - told.len()];
    let title = Gotcha::parse(told, Scope::Project).map(|own| own.title).unwrap_or_default();
    format!("{mark}{title} -> {workaround}{}", &line[text.len()..])
}

/// Returns a memory file without the gotchas of a title, and one of them; nothing when there is none.
/// All else stays as it is, to the byte.
pub fn without_gotcha(file: &str, key: &str) -> Option<(String, Gotcha)> {
    let gone: Vec<(Range<usize>, Gotcha)> =
        items(file).into_iter().filter(|(_, known)| known.key() == key).collect();
    let (mut rest, mut from) = (String::with_capacity(file.len()), 0);
    for (place, _) in &gone {
        rest.push_str(&file[from..place.start]);
        let behind = &file[place.end..];
        let ended = behind.strip_prefix("\r\n").or_else(|| behind.strip_prefix('\n'));
        from = file.len() - ended.unwrap_or(behind).len();
    }
    rest.push_str(&file[from..]);
    Some((rest, gone.into_iter().next()?.1))
}

/// The entries of all lists of gotchas, each with its place: without the break of its last line.
fn items(file: &str) -> Vec<(Range<usize>, Gotcha)> {
    let mut places: Vec<Range<usize>> = Vec::new();
    // Where the next line stands if it goes on with the entry before it.
    let mut next = None;
    for line in list_lines(file) {
        let text = &file[line.clone()];
        let goes_on = next == Some(line.start) && text.starts_with([' ', '\t']);
        let break_ = if file[line.end..].starts_with("\r\n") { 2 } else { 1 };
        next = Some(line.end + break_);
        if goes_on && !text.trim().is_empty() {
            if let Some(last) = places.last_mut() {
                last.end = line.end;
            }
        } else if item(text).is_some() {
            places.push(line);
        } else {
            next = None;
        }
    }
    let read = |place: Range<usize>| Some((place.clone(), entry(&file[place])?));
    places.into_iter().filter_map(read).collect()
}

/// Reads an entry: its line, what goes on below it, and the way around it in a list below that.
fn entry(text: &str) -> Option<Gotcha> {
    let mut told = String::new();
    for line in text.lines() {
        let Some(item) = item(line.trim_start()) else {
            told = format!("{told} {line}");
            continue;
        };
        match (told.is_empty(), way_around(item)) {
            (true, _) => item.clone_into(&mut told),
            (false, Some(way)) => told = format!("{told} -> {way}"),
            (false, None) => {}
        }
    }
    Gotcha::parse(&told, Scope::Project).ok()
}

/// What stands behind the mark of an item of a list: a bullet, a number, a box to tick.
fn item(line: &str) -> Option<&str> {
    let bullet = BULLETS.iter().find_map(|bullet| line.strip_prefix(bullet));
    let number = || {
        let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = behind.len() < line.len();
        let signs = [". ", ") ", "、"];
        signs.iter().find_map(|sign| behind.strip_prefix(sign)).filter(|_| numbered)
    };
    let item = bullet.or_else(number)?;
    Some(["[ ] ", "[x] ", "[X] "].iter().find_map(|tick| item.strip_prefix(tick)).unwrap_or(item))
}

/// What stands behind a label of the way around something.
fn way_around(item: &str) -> Option<&str> {
    let (label, way) = item.split_once([':', '：'])?;
    let label = crate::text::fold(label.trim_matches(['*', ' '])).into_owned();
    WORKAROUNDS.contains(&label.as_str()).then_some(way)
}

/// Where a list of gotchas ends: behind its last entry, or behind what stands in place of one.
fn end_of_list(file: &str) -> Option<usize> {
    let behind = |place: usize| file[place..].find('\n').map_or(file.len(), |at| place + at + 1);
    let last = items(file).pop().map(|(place, _)| behind(place.end));
    last.or_else(|| {
        let section = sections(file).pop()?;
        let shown = file[section.clone()].trim_end().len();
        Some(behind(section.start + shown))
    })
}

/// The lines below headings of gotchas that are no code.
fn list_lines(file: &str) -> Vec<Range<usize>> {
    let fences = fences(file);
    let code = |line: &Range<usize>| {
        let at = fences.partition_point(|fence| fence.end <= line.start);
        fences.get(at).is_some_and(|fence| fence.contains(&line.start))
    };
    let below = |section| lines(file, section).skip(1).filter(|line| !code(line));
    sections(file).into_iter().flat_map(below).collect()
}

/// The parts of a file below headings of gotchas, each with its heading: up to the next heading as
/// high, or a rule.
fn sections(file: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut fences = fences(file).into_iter().peekable();
    // How deep the heading of the section is that a line stands in.
    let mut depth = None;
    for line in lines(file, 0..file.len()) {
        let text = &file[line.clone()];
        while fences.next_if(|fence| fence.end <= line.start).is_some() {}
        let code = fences.peek().is_some_and(|fence| fence.contains(&line.start));
        let text = text.trim_start_matches(BOM);
        let level = text.len() - text.trim_start_matches('#').len();
        if !code && is_rule(text) {
            depth = None;
        } else if !code && level > 0 && depth.is_none_or(|depth| level <= depth) {
            depth = is_heading(text).then_some(level);
            out.extend(depth.map(|_| line.clone()));
        }
        if let Some(section) = out.last_mut().filter(|_| depth.is_some()) {
            section.end = line.end;
        }
    }
    out
}

/// The parts of a file between fences of code; one that is never closed is none.
fn fences(file: &str) -> Vec<Range<usize>> {
    let is_fence = |line: &Range<usize>| {
        let text = &file[line.clone()];
        text.starts_with("```") || text.starts_with("~~~")
    };
    let all: Vec<Range<usize>> = lines(file, 0..file.len()).filter(is_fence).collect();
    all.chunks_exact(2).map(|pair| pair[0].start..pair[1].end + 1).collect()
}

/// The lines of a part of a file, without their breaks.
fn lines(file: &str, part: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut start = part.start;
    file[part].split('\n').map(move |line| {
        let from = start;
        start += line.len() + 1;
        from..from + line.strip_suffix('\r').unwrap_or(line).len()
    })
}

fn is_heading(line: &str) -> bool {
    let line = line.trim_start_matches(BOM);
    let title = crate::text::fold(line.trim_start_matches('#')).into_owned();
    let title = title.trim();
    let mut words = title.split(|c: char| !c.is_alphanumeric());
    let named = words.any(|word| HEADINGS.contains(&word))
        || HEADINGS.iter().any(|heading| !heading.is_ascii() && title.contains(heading));
    line.starts_with('#') && (named || title == PIT)
}

/// A line of dashes or stars: a new part begins.
fn is_rule(line: &str) -> bool {
    let signs: String = line.split_whitespace().collect();
    signs.len() >= 3 && ["-", "*", "_"].iter().any(|sign| signs.replace(sign, "").is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SEED: &str = "\
<!-- MIND MEMORY -->

# shop

## Project State
- Goal: Ship v1

## Gotchas
- Safari ITP blocks cross-domain cookies after 7 days
- Vercel Edge can't use Node crypto

---

## Session Log
- Vercel again
";

    fn gotcha(line: &str) -> Gotcha {
        Gotcha::parse(line, Scope::Project).unwrap()
    }

    fn titles(file: &str) -> Vec<String> {
        gotchas(file).into_iter().map(|known| known.title).collect()
    }

    #[test]
    fn the_list_of_a_seed_is_read_and_goes_on_at_its_end() {
        let before = titles(SEED);
        assert_eq!(before.len(), 2, "{before:?}");
        let more = with_gotcha(SEED, &gotcha("SQLite 写入会锁整个文件 → 排队写"));
        let line = "- SQLite 写入会锁整个文件 -> 排队写\n";
        assert_eq!(more.replace(line, ""), SEED);
        assert!(more.contains(&format!("crypto\n{line}\n---")), "{more}");
        let gone = without_gotcha(&more, &gotcha("sqlite 写入会锁整个文件").key()).unwrap();
        assert_eq!((gone.0.as_str(), gone.1.workaround.as_str()), (SEED, "排队写"));
        assert_eq!(without_gotcha(SEED, "no such"), None);
    }

    #[test]
    fn one_that_is_known_is_written_anew_in_its_place() {
        let known = gotcha("vercel edge can't use node crypto -> Web Crypto");
        let changed = with_gotcha(SEED, &known);
        assert!(changed.contains("- Vercel Edge can't use Node crypto -> Web Crypto\n\n---"));
        assert_eq!(titles(&changed).len(), 2);
        let below = "## Gotchas\n* SQLite locks\n  - Symptom: timeout\n  - Fix: queue\n- b\n";
        let changed_below = with_gotcha(below, &gotcha("sqlite locks -> WAL"));
        assert_eq!(changed_below, below.replace("queue", "WAL"));
        let plain = "## Gotchas\n* SQLite locks\n  - Symptom: timeout\n- b\n";
        let changed_plain = with_gotcha(plain, &gotcha("sqlite locks -> WAL"));
        assert_eq!(changed_plain, plain.replace("* SQLite locks", "* SQLite locks -> WAL"));
        // A title alone takes no workaround away.
        assert_eq!(with_gotcha(&changed, &gotcha("Vercel Edge can't use Node crypto")), changed);
        let twice = format!("{SEED}\n## Gotchas\n- a\n- A -> b\n- c\n");
        let (rest, _) = without_gotcha(&twice, "a").unwrap();
        assert_eq!(rest, format!("{SEED}\n## Gotchas\n- c\n"));
    }

    #[test]
    fn lists_are_found_below_headings_alone() {
        for (file, expected) in [
            ("", 0),
            ("- x\n", 0),
            ("## 踩坑记录\r\n- 甲\r\n- 乙\r\n", 2),
            ("### Pitfalls\n\n* a\n\n+ b\n", 2),
            ("## Gotchas\n- one\n  goes on\n- two\n## Other\n- three\n", 2),
            ("```\n## Gotchas\n- x\n```\n", 0),
            ("## Gotchas\n```\n- x\n```\n- y\n", 1),
            ("## Gotchas\n### Frontend\n- a\n### Backend\n- b\n## Log\n- c\n", 2),
            ("# Known gotchas\n- a\n* * *\n- b\n", 1),
            ("## Common pitfalls\n- a\n", 1),
            ("## 坑\n- 甲\n", 1),
            ("## 注意事项\n1. 甲 → 乙\n2、丙\n10) 丁\n2026 年\n", 3),
            ("## 已知的坑\n- 甲\n", 1),
            ("## 坑位预订\n- 甲\n", 0),
            ("## Gotchas\n- a\n\n## Log\n- b\n\n## Gotchas (This Stack)\n- c\n", 2),
            ("## Gotchas\n- \n-\n", 0),
        ] {
            assert_eq!(titles(file).len(), expected, "{file:?}");
        }
        let long = gotchas("## Gotchas\n- a hazard\n  -> a way\n");
        assert_eq!(long[0].workaround, "a way");
        assert_eq!(gotchas("## Gotchas\n- [ ] a\n- [x] b\n")[1].title, "b");
        let below = gotchas("## 踩坑\n- 写入会锁\n  - 现象：超时\n  - **绕法**：排队写\n");
        assert_eq!((below[0].title.as_str(), below[0].workaround.as_str()), ("写入会锁", "排队写"));
    }

    #[test]
    fn what_stands_between_two_lists_belongs_to_none() {
        let file = "## Gotchas\n- a -> b\n## Session log\n- important\n## Gotchas (frontend)\n  see also\n- c\n";
        let (rest, gone) = without_gotcha(file, "a").unwrap();
        assert_eq!((rest, gone.workaround.as_str()), (file.replace("- a -> b\n", ""), "b"));
        let code = "## Gotchas\n- a -> do\n```\ncode\n```\n  more\n- b\n";
        assert_eq!(with_gotcha(code, &gotcha("a -> x")), code.replace("do", "x"));
        let marked = "\u{feff}## Gotchas\r\n- Vercel Edge has no fs\r\n";
        assert_eq!(titles(marked), ["Vercel Edge has no fs"]);
    }

    #[test]
    fn a_list_is_made_where_there_is_none() {
        for (file, expected) in [
            ("", "## Gotchas\n- a -> b\n"),
            ("# x", "# x\n\n## Gotchas\n- a -> b\n"),
            ("# x\r\n", "# x\r\n\r\n## Gotchas\r\n- a -> b\r\n"),
            ("## Gotchas\n\n## Log\n", "## Gotchas\n- a -> b\n\n## Log\n"),
            ("## Gotchas", "## Gotchas\n- a -> b\n"),
            ("## 坑\n- 甲", "## 坑\n- 甲\n- a -> b\n"),
        ] {
            assert_eq!(with_gotcha(file, &gotcha("a -> b")), expected);
        }
    }

    proptest! {
        #[test]
        fn adding_and_removing_changes_nothing_else(
            file in "(#{1,2} (Gotchas|坑|Log)\r?\n|- [a-c甲]{1,3}\r?\n|  more\n|---\n|```\n|text\n|\n){0,8}",
        ) {
            let known = gotcha("zz -> yy");
            let more = with_gotcha(&file, &known);
            prop_assert_eq!(gotchas(&more).len(), gotchas(&file).len() + 1);
            prop_assert_eq!(with_gotcha(&more, &known), more.clone());
            // Without its line, and a heading that was made for it, it is the file to the byte.
            let (rest, gone) = without_gotcha(&more, &known.key()).unwrap();
            prop_assert_eq!(gone, known);
            let made = rest.trim_end().strip_suffix(HEADING).unwrap_or(&rest).trim_end();
            prop_assert!(rest.trim_end() == file.trim_end() || made == file.trim_end(), "{rest:?}");
            prop_assert!(rest.starts_with(file.as_str()), "{rest:?}");
        }
    }
}
