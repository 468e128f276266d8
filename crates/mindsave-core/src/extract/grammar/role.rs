//! What the forms of the grammar say of a clause. Used by the build script as well.

use serde::Deserialize;

use super::kind::Kind;

/// What a form says of the clause it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    /// It is something to record.
    Kind(Kind),
    /// It is a heading or a label in front of a colon.
    Label(Kind),
    /// It is a heading of things that are open.
    OpenLabel,
    /// It is asked.
    Question,
    /// It is thought of, wished or possible, and not so.
    Unreal,
    /// It begins a thought about what is not so, which reaches to the end of the sentence.
    Suppose,
    /// It is not so yet, or planned.
    Pending,
    /// It holds in some case: what follows is not so.
    Condition,
    /// It tells a time that is to come.
    Until,
    /// It is what somebody else says.
    Report,
    /// It is done or chosen by others, who may still report a defect.
    Others,
    /// It says no to what was said before, and nothing else.
    Nay,
    /// It ends the session where it is all that is said.
    Goodbye,
    /// It holds the characters of other words, which do not count inside it.
    Inert,
    /// It turns what follows round.
    Not,
    /// It says nothing and only leads in.
    Opener,
    /// It says nothing and only leads out.
    Closer,
    /// It stands for something named before.
    Pronoun,
    /// It adds a clause of the same rank.
    And,
    /// It sets a clause against the one before.
    But,
    /// It tells what follows from the clause before.
    So,
    /// It tells a reason.
    Because,
    /// It tells what was not chosen.
    Over,
}

/// Which part of a clause says what is to be recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Take {
    /// The whole clause.
    #[default]
    Whole,
    /// What stands behind the words of the form.
    After,
    /// What stands in front of them.
    Before,
}

/// How plainly a form says what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sure {
    /// By a mention that can mean something else.
    Vague,
    /// By words that hardly mean anything else.
    #[default]
    Clear,
    /// By a label.
    Explicit,
}

/// The word a refused thing is told with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Refusal {
    /// "no", in front of a thing: "no plugin system".
    #[serde(rename = "no")]
    Thing,
    /// "not", in front of what would be done: "not using Docker".
    #[serde(rename = "not")]
    Deed,
}

/// One way to say something; its pattern is a part of the code.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark the data can set")]
pub(crate) struct Form {
    pub(crate) role: Role,
    pub(crate) take: Take,
    pub(crate) sure: Sure,
    /// It refuses what it names.
    pub(crate) refuses: Option<Refusal>,
    /// It says how something named beside it went, and names nothing itself.
    pub(crate) leans: bool,
    /// It only says that something is tried.
    pub(crate) attempt: bool,
    /// It is meant as it stands even among words of doubt.
    pub(crate) firm: bool,
    /// It counts only behind a clause that names a case.
    pub(crate) under: bool,
    /// It counts before every other reading of its clause.
    pub(crate) wins: bool,
    /// Where its pattern begins in the code and where it ends.
    pub(crate) from: u16,
    pub(crate) to: u16,
}
