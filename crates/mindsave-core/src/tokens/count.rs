//! The number of tokens as a type of its own.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// A number of `o200k_base` tokens.
///
/// Arithmetic stops at the largest number instead of overflowing.
///
/// # Examples
///
/// ```
/// # use mindsave_core::tokens;
/// use tokens::TokenCount;
///
/// let total: TokenCount = [3, 4].map(TokenCount::new).into_iter().sum();
/// assert_eq!(total.to_string(), "7");
/// assert!(total < TokenCount::new(8));
/// ```
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TokenCount(u32);

impl TokenCount {
    /// A count of so many tokens.
    ///
    /// # Examples
    ///
    /// ```
    /// # use mindsave_core::tokens;
    /// assert_eq!(tokens::TokenCount::new(5).get(), 5);
    /// ```
    #[must_use]
    pub const fn new(tokens: u32) -> Self {
        Self(tokens)
    }

    /// The count as a plain number of tokens.
    ///
    /// # Examples
    ///
    /// ```
    /// # use mindsave_core::tokens;
    /// assert_eq!(tokens::TokenCount::default().get(), 0);
    /// ```
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// What is left of these tokens after `used` tokens; none at worst.
    ///
    /// # Examples
    ///
    /// ```
    /// # use mindsave_core::tokens;
    /// use tokens::TokenCount;
    ///
    /// let budget = TokenCount::new(10);
    /// assert_eq!(budget.saturating_sub(TokenCount::new(4)).get(), 6);
    /// assert_eq!(budget.saturating_sub(TokenCount::new(40)).get(), 0);
    /// ```
    #[must_use]
    pub const fn saturating_sub(self, used: Self) -> Self {
        Self(self.0.saturating_sub(used.0))
    }
}

impl fmt::Display for TokenCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Add for TokenCount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for TokenCount {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for TokenCount {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self(0), Add::add)
    }
}
