//! Makes what is known of tools into tables, as source text. Used by the build script.

use std::collections::BTreeMap;

use serde::Deserialize;

/// One tool.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tool {
    names: Vec<String>,
    #[serde(default)]
    verbs: Vec<String>,
    #[serde(default)]
    phrases: Vec<String>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    of: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    targets: Vec<String>,
    #[serde(default)]
    subject: Vec<String>,
    #[serde(default)]
    values: Vec<String>,
    #[serde(default)]
    light: Vec<String>,
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    light: Vec<String>,
    dry: Vec<String>,
    tools: Vec<Tool>,
}

/// The tables; each row begins with the number of its tool.
#[derive(Default)]
struct Tables {
    names: BTreeMap<String, u16>,
    usual: Vec<String>,
    verbs: Vec<(u16, String, String)>,
    phrases: Vec<(u16, String)>,
    flags: Vec<(u16, String, String, String)>,
    targets: Vec<(u16, String)>,
    subject: Vec<(u16, String)>,
    values: Vec<(u16, String)>,
    light: Vec<(u16, String)>,
}

/// Writes the tables as Rust source.
///
/// # Errors
/// A message that names what is wrong.
pub(crate) fn compile(source: &Source) -> Result<String, String> {
    let mut tables = Tables::default();
    for (number, tool) in (0_u16..).zip(&source.tools) {
        tables.add(number, tool)?;
    }
    let names: Vec<(&String, &u16)> = tables.names.iter().collect();
    Ok(format!(
        "pub(super) static NAMES: &[(&str, u16)] = &{names:?};\n\
         pub(super) static USUAL: &[&str] = &{:?};\n\
         pub(super) static VERBS: &[(u16, &str, &str)] = &{:?};\n\
         pub(super) static PHRASES: &[(u16, &str)] = &{:?};\n\
         pub(super) static FLAGS: &[(u16, &str, &str, &str)] = &{:?};\n\
         pub(super) static TARGETS: &[(u16, &str)] = &{:?};\n\
         pub(super) static SUBJECT: &[(u16, &str)] = &{:?};\n\
         pub(super) static VALUES: &[(u16, &str)] = &{:?};\n\
         pub(super) static LIGHT: &[(u16, &str)] = &{:?};\n\
         pub(super) static LIGHT_OF_ALL: &[&str] = &{:?};\n\
         pub(super) static DRY: &[&str] = &{:?};\n",
        tables.usual,
        tables.verbs,
        tables.phrases,
        tables.flags,
        tables.targets,
        tables.subject,
        tables.values,
        tables.light,
        source.light,
        source.dry
    ))
}

impl Tables {
    fn add(&mut self, number: u16, tool: &Tool) -> Result<(), String> {
        let usual = tool.names.first().ok_or("a tool has no name")?;
        self.usual.push(usual.clone());
        for name in &tool.names {
            if self.names.insert(name.clone(), number).is_some() {
                return Err(format!("the tool `{name}` is there twice"));
            }
        }
        for line in &tool.verbs {
            let mut spellings = line.split(' ');
            let verb = spellings.next().unwrap_or_default();
            let row = |spelling: &str| (number, spelling.to_owned(), verb.to_owned());
            self.verbs.push(row(verb));
            self.verbs.extend(spellings.map(row));
        }
        for (verb, flags) in tool.of.iter().map(|(verb, flags)| (verb.as_str(), flags)) {
            self.flags(number, verb, flags);
        }
        self.flags(number, "", &tool.flags);
        let rows = |list: &[String]| -> Vec<(u16, String)> {
            list.iter().map(|text| (number, text.clone())).collect()
        };
        self.phrases.extend(rows(&tool.phrases));
        self.targets.extend(rows(&tool.targets));
        self.subject.extend(rows(&tool.subject));
        self.values.extend(rows(&tool.values));
        self.light.extend(rows(&tool.light));
        Ok(())
    }

    fn flags(&mut self, number: u16, verb: &str, lines: &[String]) {
        for line in lines {
            let mut spellings = line.split(' ');
            let long = spellings.next().unwrap_or_default();
            let row =
                |spelling: &str| (number, verb.to_owned(), spelling.to_owned(), long.to_owned());
            self.flags.push(row(long));
            self.flags.extend(spellings.map(row));
        }
    }
}
