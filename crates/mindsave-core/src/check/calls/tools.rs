//! What is known of common tools, from `rules/language/tools.yaml`.

mod tables {
    include!(concat!(env!("OUT_DIR"), "/tools.rs"));
}

/// A tool, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tool(u16);

/// The verb of a tool without verbs.
pub(super) const NO_VERB: &str = "*";

impl Tool {
    /// Returns the tool with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let at = tables::NAMES.binary_search_by(|(own, _)| (*own).cmp(name)).ok()?;
        Some(Self(tables::NAMES[at].1))
    }

    /// Returns its usual name.
    pub(super) fn usual(self) -> &'static str {
        tables::USUAL[usize::from(self.0)]
    }

    /// Reports whether its calls begin with a verb.
    pub(super) fn has_verbs(self) -> bool {
        tables::VERBS.iter().any(|row| row.0 == self.0)
    }

    /// Returns the usual spelling of a verb.
    pub(super) fn verb(self, word: &str) -> Option<&'static str> {
        let row = tables::VERBS.iter().find(|row| row.0 == self.0 && row.1 == word);
        row.map(|row| row.2)
    }

    /// Returns the verb of two words that these are.
    pub(super) fn phrase(self, first: &str, second: &str) -> Option<&'static str> {
        let mut own = tables::PHRASES.iter().filter(|row| row.0 == self.0);
        own.find(|row| row.1.split_once(' ') == Some((first, second))).map(|row| row.1)
    }

    /// Returns the long names of the flag with this spelling, and the place of it in the order of flags.
    pub(super) fn flag(self, verb: &str, spelling: &str) -> Option<(usize, &'static str)> {
        let rows = || tables::FLAGS.iter().enumerate().filter(|(_, row)| row.0 == self.0);
        let of = |verb: &str| rows().find(|(_, row)| row.1 == verb && row.2 == spelling);
        of(verb).or_else(|| of("")).map(|(at, row)| (at, row.3))
    }

    /// Returns how many operands of a verb at most say what it is about.
    pub(super) fn targets(self, verb: &str) -> usize {
        match (self.0, verb) {
            row if tables::TARGETS.contains(&row) => usize::MAX,
            row if tables::SUBJECT.contains(&row) => 1,
            _ => 0,
        }
    }

    /// Reports whether a flag takes the next word.
    pub(super) fn takes_value(self, long: &str) -> bool {
        tables::VALUES.contains(&(self.0, long))
    }

    /// Reports whether a flag changes nothing of what a call does.
    pub(super) fn is_light(self, long: &str) -> bool {
        tables::LIGHT_OF_ALL.contains(&long) || tables::LIGHT.contains(&(self.0, long))
    }
}

/// Reports whether a call with this flag only says what it would do.
pub(in super::super) fn is_dry(flag: &str) -> bool {
    tables::DRY.contains(&flag)
}
