//! What patterns are compiled to: a row of numbers that is followed where it lies.
//!
//! A number below [`MARK`] is a word. Any other is a piece of another kind: bits 12 to 14 tell
//! which, the rest is its argument. Used by the build script as well.

/// Numbers from here on are no words.
pub(crate) const MARK: u16 = 1 << 15;
/// Where the kind of a piece begins.
pub(crate) const KIND: u32 = 12;
/// The bits of its argument.
pub(crate) const ARGUMENT: u16 = (1 << KIND) - 1;

/// A word of a shape; the argument is its number.
pub(crate) const SHAPE: u16 = 0;
/// A place or a gap; the argument is one of the four below.
pub(crate) const PLACE: u16 = 1;
/// The piece behind it must not stand here.
pub(crate) const NOT: u16 = 2;
/// The piece behind it may be absent.
pub(crate) const OPTIONAL: u16 = 3;
/// Rows to choose from, each with its length in front; the argument is the length of all.
pub(crate) const GROUP: u16 = 4;
/// A class; the argument is its number.
pub(crate) const CLASS: u16 = 5;

/// One word of any kind.
pub(crate) const ANY: u16 = 0;
/// Up to six words.
pub(crate) const GAP: u16 = 1;
/// The opening of a clause.
pub(crate) const START: u16 = 2;
/// Its end.
pub(crate) const END: u16 = 3;

/// What the form of a word alone says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// It ends like a past tense: `renamed`.
    Past,
    /// It ends like a participle or a noun made of a verb: `renaming`.
    Ing,
    /// It ends like a third person or a plural: `renames`.
    S,
    /// It begins with a digit.
    Number,
    /// It is a word of a script with blanks.
    Latin,
    /// It begins with a capital in the text.
    Capital,
}
