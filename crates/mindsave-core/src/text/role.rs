//! The part a word plays in a rule without deciding its sense.

/// A set of roles: one word can play several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoleSet(u16);

/// The roles, in the order in which the tables number them; `rules/language/roles.yaml` says what
/// each is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Role {
    Universal,
    Exception,
    Place,
    Only,
    Connector,
    Preposition,
    Quantity,
    Copula,
    Event,
    Reason,
    ClauseReason,
    Weightless,
    Refusal,
    Contrast,
}

impl RoleSet {
    /// Makes a set of the role with this number.
    pub(crate) fn of_number(number: u32) -> Self {
        Self(1_u16.checked_shl(number).unwrap_or(0))
    }

    /// Adds the roles of another set.
    pub(crate) fn insert(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Reports whether a role is in the set.
    pub(crate) fn has(self, role: Role) -> bool {
        self.0 >> role as u8 & 1 == 1
    }
}
