//! What the calls of a text say together: their flags by their whole names, and what they are about.

use super::calls::{Mark, is_dry};
use super::units::{Item, Unit};

/// A name, and whether it is refused.
pub(super) type Given = (String, bool);

/// What the calls of a text say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Called {
    /// Flags that change what a call does, and those that do not.
    pub(super) flags: Vec<Given>,
    light: Vec<Given>,
    /// What they are about: packages, files.
    pub(super) targets: Vec<Given>,
    /// What is called, with what verb: `git`, `push`.
    pub(super) verbs: Vec<(String, String)>,
    /// Whether there is a call of a tool that is known, and one that can be about something.
    pub(super) any: bool,
    pub(super) about: bool,
    /// Whether the call that is read is refused.
    refused: bool,
}

impl Called {
    /// What was written down of a failure.
    pub(super) fn of(flags: Vec<Given>, targets: Vec<Given>, verbs: Vec<(String, String)>) -> Self {
        Self { flags, targets, verbs, ..Self::default() }
    }

    /// Reads the next unit of a text.
    pub(super) fn read(&mut self, item: &Item, away: bool) {
        if item.unit == Unit::Break {
            self.refused = false;
        }
        for mark in &item.marks {
            match mark {
                Mark::Call(tool, verb, about) => {
                    self.refused = away;
                    if !verb.is_empty() {
                        self.verbs.push(((*tool).to_owned(), verb.clone()));
                    }
                    self.any = true;
                    self.about |= about;
                }
                Mark::Flag(flag) => {
                    let given = (flag.name.clone(), if flag.front { self.refused } else { away });
                    let list = if flag.changes { &mut self.flags } else { &mut self.light };
                    list.push(given);
                }
                Mark::Target(name, _) => self.targets.push((name.clone(), self.refused)),
                Mark::Operand => {}
            }
        }
    }

    /// Takes over what another part of a proposal says.
    pub(super) fn join(&mut self, other: Self) {
        self.flags.extend(other.flags);
        self.light.extend(other.light);
        self.targets.extend(other.targets);
        self.verbs.extend(other.verbs);
        self.any |= other.any;
        self.about |= other.about;
    }

    /// Reports whether a unit says little of a call: an operand beside a flag, a flag that changes
    /// nothing.
    pub(super) fn is_beside(&self, marks: &[Mark]) -> bool {
        marks.iter().any(|mark| match mark {
            Mark::Operand => !self.flags.is_empty(),
            Mark::Flag(flag) => !flag.changes,
            _ => false,
        })
    }

    /// Returns the flags by which a failure is known: those that change something, or the others
    /// where nothing else tells the call from one without.
    pub(super) fn telling(&self) -> &[Given] {
        let told = !self.flags.is_empty() || !self.targets.is_empty();
        if told { &self.flags } else { &self.light }
    }

    /// Reports whether a flag is given, by its whole name.
    pub(super) fn has(&self, flag: &Given) -> bool {
        self.flags.contains(flag) || self.light.contains(flag)
    }

    /// Reports whether it gives any flag.
    pub(super) fn has_flags(&self) -> bool {
        !self.flags.is_empty() || !self.light.is_empty()
    }

    /// Reports whether it only says what it would do.
    pub(super) fn is_dry(&self) -> bool {
        self.flags.iter().chain(&self.light).any(|(name, refused)| !refused && is_dry(name))
    }

    /// Reports whether the tool of a failure is called to do something else: `git merge`, not `git rebase`.
    pub(super) fn does_another(&self, failed: &Self) -> bool {
        let same = || self.verbs.iter().any(|call| failed.verbs.contains(call));
        let tool = |(own, _): &(String, String)| failed.verbs.iter().any(|(tool, _)| tool == own);
        self.verbs.iter().any(tool) && !same()
    }

    /// Reports whether a call is about none of what a failure was about: `npm install` of another package.
    pub(super) fn is_about_another(&self, failed: &Self) -> bool {
        let common = || self.targets.iter().any(|target| failed.targets.contains(target));
        self.about && !failed.targets.is_empty() && !common()
    }
}
