//! Names what was said in one word, from what was said and nothing else.

/// The most names that are spelt out in a strategy.
const NAMED: usize = 3;

/// Derives the strategy of an entry.
///
/// `strict` is set when something says "only" or refuses the rest, `preferred` when every choice is
/// a preference.
pub(super) fn name(
    chosen: &[String],
    rejected: &[String],
    strict: bool,
    preferred: bool,
) -> String {
    match chosen {
        [] => format!("avoid_{}", join(rejected)),
        [one] if preferred => format!("{}_first", slug(one)),
        [one] if strict => format!("{}_only", slug(one)),
        [one] => format!("use_{}", slug(one)),
        many => join(many),
    }
}

fn join(names: &[String]) -> String {
    let mut parts: Vec<String> = names.iter().take(NAMED).map(|name| slug(name)).collect();
    if names.len() > NAMED {
        parts.push("more".to_owned());
    }
    parts.join("_and_")
}

/// Writes a name as one lower-case word.
fn slug(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        let named = match c {
            '+' => "plus",
            '#' => "sharp",
            c if c.is_alphanumeric() => {
                out.extend(c.to_lowercase());
                continue;
            }
            _ => "_",
        };
        if named != "_" || !(out.is_empty() || out.ends_with('_')) {
            out.push_str(named);
        }
    }
    out.trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_says_what_was_said() {
        let list = |names: &[&str]| names.iter().map(|&n| n.to_owned()).collect::<Vec<_>>();
        let css = list(&["CSS variables"]);
        assert_eq!(name(&css, &list(&["Tailwind"]), true, false), "css_variables_only");
        assert_eq!(name(&css, &[], false, true), "css_variables_first");
        assert_eq!(name(&list(&["JWT"]), &[], false, false), "use_jwt");
        assert_eq!(name(&list(&["Kafka", "C++"]), &[], true, false), "kafka_and_cplusplus");
        assert_eq!(name(&[], &list(&["物理外键"]), false, false), "avoid_物理外键");
    }
}
