//! Writes the page of the rule packs.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use mindsave_core::text::lexicon::Pack;
use mindsave_core::text::lexicon::pack::Concept;

use crate::tasks::Done;

/// How many aliases of a language a row shows.
const SHOWN: usize = 2;

/// What the page says first; the counts stand between the two parts.
const INTRODUCTION: &str = "\
# Rule packs

The rules you give a coding agent name things: tools, practices, hazards. mindsave knows these things
by the names below, in English and in Chinese, and so understands that \"no tailwind\" and
\"不要使用 Tailwind\" are one rule, that `pnpm` and `npm` compete for one job, and which rules belong
together. Each section is a category; rules of one category are merged into an entry that is called
like the symbol of the category. The tables show some of the names of each concept, not all;
a broader concept that it is a kind of stands in the last column.
";

/// How users add their own.
const OWN: &str = "\
## Your own packs

Put a file into `.mindsave/rules/` of a project, or `~/.mindsave/rules/` for all of yours:

```yaml
# .mindsave/rules/house_tools.yaml
id: house_tools
symbol: house_tools
name: { en: House tools, zh: 内部工具 }
concepts:
  - id: shipit
    name: shipit
    en: [shipit, ship-it script]
    zh: [发布脚本]
examples:
  match:
    - { text: \"deploy with shipit\", concepts: [shipit] }
  no_match:
    - \"the ship is late\"
```

Case, plurals and the separators between words do not matter. A name belongs to one concept only,
and never begins with a refusal (\"no\", \"avoid\", 禁止): the reader of rules finds out by itself what is
refused. A name with another common meaning goes into `ambiguous` as well; it then counts only as the
object of a rule, or beside another sign of its category. Your packs come before those below.
`mindsave rules check` runs the examples, `mindsave rules list` shows what is in use.

";

/// Writes the page.
pub(crate) fn make() -> Done {
    let page = page()?;
    let path = root().join("docs/rules.md");
    fs::create_dir_all(root().join("docs")).map_err(|error| error.to_string())?;
    fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads the packs, in the order of their names.
fn packs() -> Result<Vec<Pack>, String> {
    let folder = root().join("crates/mindsave-core/rules");
    let entries = fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "yaml")).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        Pack::from_yaml(&text).map_err(|error| format!("{}: {error}", path.display()))
    };
    files.iter().map(read).collect()
}

/// The page as it should be.
fn page() -> Result<String, String> {
    let packs = packs()?;
    let concepts = packs.iter().map(|pack| pack.concepts.len()).sum::<usize>();
    let aliases =
        packs.iter().flat_map(|p| &p.concepts).map(|c| c.en.len() + c.zh.len()).sum::<usize>();
    let mut out = String::from("<!-- Made by `cargo xtask packs`; do not edit. -->\n\n");
    out.push_str(INTRODUCTION);
    let count =
        format!("\n{} categories, {concepts} concepts, {aliases} aliases.\n\n", packs.len());
    out.push_str(&count);
    out.push_str(OWN);
    for pack in &packs {
        section(&mut out, pack).map_err(|error| error.to_string())?;
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    Ok(out)
}

fn section(out: &mut String, pack: &Pack) -> std::fmt::Result {
    writeln!(out, "## {} · {}\n", cell(&pack.name.en), cell(&pack.name.zh))?;
    writeln!(out, "Symbol: `{}`\n", pack.symbol)?;
    writeln!(out, "| Concept | English | Chinese | Kind of |")?;
    writeln!(out, "| --- | --- | --- | --- |")?;
    for concept in &pack.concepts {
        let parent = |id: &String| {
            let known = pack.concepts.iter().find(|other| other.id == *id);
            known.map_or_else(|| id.clone(), |known| known.name.clone())
        };
        let parents: Vec<String> = concept.parents.iter().map(parent).collect();
        writeln!(
            out,
            "| {} | {} | {} | {} |",
            cell(&concept.name),
            some(concept, &concept.en),
            some(concept, &concept.zh),
            cell(&parents.join(", "))
        )?;
    }
    out.push('\n');
    Ok(())
}

/// The first names that are not the name itself.
fn some(concept: &Concept, names: &[String]) -> String {
    let same = |name: &&String| name.to_lowercase() != concept.name.to_lowercase();
    let shown: Vec<&str> = names.iter().filter(same).take(SHOWN).map(String::as_str).collect();
    cell(&shown.join(", "))
}

/// A text with the marks of tables and of Markdown made harmless.
fn cell(text: &str) -> String {
    let marks = ['|', '*', '_', '`', '<', '>', '[', ']', '#', '\\', '~'];
    text.chars().flat_map(|c| marks.contains(&c).then_some('\\').into_iter().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most bytes of the page.
    const LARGEST: usize = 400_000;

    #[test]
    fn the_page_of_the_rule_packs_is_up_to_date() {
        let wanted = page().unwrap();
        assert!(wanted.len() <= LARGEST, "the page has {} bytes", wanted.len());
        let path = root().join("docs/rules.md");
        let found = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
        let line = wanted.lines().zip(found.lines()).position(|(a, b)| a != b);
        assert!(
            wanted == found,
            "docs/rules.md is stale from line {:?} on: run `cargo xtask packs`",
            line.map(|line| line + 1)
        );
    }
}
